"""One race at a terminal: whose turn it is, what they type, and what that does."""

import hashlib
import shlex
import sys
from contextlib import nullcontext
from pathlib import Path

from rich.console import Console, Group
from rich.text import Text

from gruppetto.cli.consoles import command_name
from gruppetto.cli.table import YOU, Scene, scene_of
from gruppetto.cli.tables import table_for
from gruppetto.games.game import Choice
from gruppetto.language import t
from gruppetto.match import EVERYTHING, Match
from gruppetto.players.deciders import Decider, decider_of
from gruppetto.players.halving import cores
from gruppetto.players.hints import advise
from gruppetto.players.outsiders import called, is_outside
from gruppetto.review.hinting import explain

COMMANDS = {
    "?": "hint", "h": "help", "a": "quick", "l": "log", "w": "why", "u": "undo", "s": "save", "q": "quit",
}  # fmt: skip
NO_SCROLLBACK = "\x1b[3J"  # nobody scrolls up to the cards of the one before them
HINT = "1s"  # how long a hint is thought over
RECENT = 24  # events that `w` explains


class Quit(Exception):
    """A person leaves the table."""


class Session:
    """A match, who sits where, and the file it is kept in."""

    def __init__(self, console: Console, match: Match, names: tuple[str, ...], path: Path) -> None:
        self.console = console
        self.match = match
        self.names = names
        self.path = path
        self.table = table_for(match.game.id)
        self.at_keyboard: int | None = None
        self.can_be_quick = match.game.routine is not None
        self.quick = False
        self.bots: dict[str, Decider] = {}
        self.interactive = console.is_terminal and sys.stdin.isatty()

    def run(self) -> None:
        """Play until the race is over, or somebody quits."""
        try:
            for name in filter(is_outside, self.names):
                self._decider(name)  # refused before anything is ridden
            while not self.match.over:
                self.let_bots_decide()
                if not self.match.over:
                    self._turn(self._next_person())
        except (Quit, EOFError):
            self.save()
            self._say_goodbye()
            return
        except KeyboardInterrupt:
            self.save()
            self._say_goodbye()
            raise
        finally:
            for bot in self.bots.values():
                bot.close()
        self.save()
        self._finish()

    def save(self) -> None:
        """Write the file: whole, or not at all."""
        self.match.save(self.path)

    def let_bots_decide(self) -> None:
        """Bots decide when no person owes anything: nobody can take back what has made cards public."""
        while not self.match.over and not self._people_owing():
            seat = self.match.waiting[0]
            decider = self._decider(self.names[seat])
            code = decider.decide(self.match.game, self.match.state, seat, self._bot_seed(seat))
            self.match.play(seat, code)

    def _decider(self, name: str) -> Decider:
        """A bot, who is there from their first decision to the end; those who think may use all cores."""
        if name not in self.bots:
            self.bots[name] = decider_of(name, threads=cores())
        return self.bots[name]

    def _bot_seed(self, seat: int) -> int:
        """The same for a race that is resumed as for one that never paused."""
        moment = f"{len(self.match.log)}:{seat}".encode()
        return int.from_bytes(hashlib.blake2b(moment, key=self.match.seed, digest_size=8).digest(), "big")

    def _people_owing(self) -> list[int]:
        return [seat for seat in self.match.waiting if self.names[seat] == YOU]

    def _shared(self) -> bool:
        """Whether several people share the keyboard."""
        return self.names.count(YOU) > 1

    def _next_person(self) -> int:
        """Whoever is at the keyboard goes on as long as they owe something."""
        owing = self._people_owing()
        return self.at_keyboard if self.at_keyboard in owing else owing[0]

    # --- a turn -------------------------------------------------------------------------------------

    def _turn(self, seat: int) -> None:
        """Show the table and ask until this seat has decided something."""
        if seat != self.at_keyboard:
            self._pass_keyboard(seat)
        if obvious := self._obvious(seat):
            self.match.play(seat, obvious)
            self.save()
            return
        before = list(self.match.log)
        self._show(seat)
        while self.match.log == before:
            self._obey(seat, self._ask(self.prompt(self._scene(seat))).strip().lower())
        self.save()

    def _ask(self, question: Text | str) -> str:
        """A line from the keyboard; one from a file is shown, so that a transcript reads the same."""
        typed = self.console.input(question)
        if not self.interactive:
            self.console.print(typed, markup=False)
        return typed

    def _obey(self, seat: int, typed: str) -> None:
        commands = {
            "?": self._hint,
            "h": self._help,
            "l": self._log,
            "w": self._why,
            "u": self._undo,
            "s": self._save_now,
        }
        if self.can_be_quick:
            commands["a"] = self._change_pace
        if typed == "q":
            raise Quit
        if typed in commands:
            commands[typed](seat)
        elif typed == "":
            self._show(seat)
        else:
            self._decide(seat, typed)

    def _decide(self, seat: int, typed: str) -> None:
        choices = self.match.choices(seat)
        meant = _meant(typed, self.table.keys(choices), choices)
        if meant is None:
            keys = ", ".join(self.table.told_keys(choices))
            self.console.print(t("cli.unknown", typed=typed[:20], keys=keys), markup=False)
        else:
            self.match.play(seat, meant)

    def prompt(self, scene: Scene) -> Text:
        """The question, with what may be typed."""
        keys = " ".join(self.table.told_keys(scene.choices))
        return Text.assemble(
            (self.table.question(scene), "bold"), (f" [{keys}] ", "bold"), (t("cli.keys"), "dim"), " > "
        )

    def _scene(self, seat: int | None) -> Scene:
        names = tuple(map(called, self.names))
        return scene_of(self.match, seat, names, (self.console.width, self.console.height))

    def _show(self, seat: int) -> None:
        self._clear()
        self.console.print(self.table.screen(self._scene(seat)))

    def _clear(self) -> None:
        """A fresh screen; in a transcript an empty line."""
        if self.interactive:
            self.console.clear()
            self.console.file.write(NO_SCROLLBACK if self._shared() else "")
        else:
            self.console.print()

    def _pass_keyboard(self, seat: int) -> None:
        """Between two people at one keyboard, a screen that shows nobody's cards."""
        self.at_keyboard = seat
        if self._shared():
            self._clear()
            team = self.table.team(self.match.view(None), seat)
            if self._ask(t("cli.pass", team=f"[bold]{team}[/bold]")).strip().lower() == "q":
                raise Quit

    # --- commands -----------------------------------------------------------------------------------

    def _help(self, seat: int) -> None:
        lines = [
            Text.assemble((f"  {key}  ", "bold"), t(f"cli.command.{command}"))
            for key, command in COMMANDS.items()
            if command != "quick" or self.can_be_quick
        ]
        self._aside(seat, Group(*map(Text, map(t, self.table.help)), Text(), Text(t("cli.type")), *lines))

    def _hint(self, seat: int) -> None:
        """What a patron would think of the choices, from what this seat knows."""
        keys = {choice.code: key for choice, key in self._keyed(seat)}
        with self.console.status(t("hint.thinking")) if self.interactive else nullcontext():
            hints = advise(self.match, seat, HINT, threads=cores())
            against = explain(self.match, seat, hints)
        lines = [Text(t("cli.odds"), "dim")]
        for hint, reasons in zip(hints, against, strict=True):
            odds = f"{hint.win:>5.0%} ± {2 * hint.error:<4.0%} {hint.place:.1f}  {hint.choice.text}"
            lines.append(Text.assemble((f"  {keys[hint.choice.code]:>3} ", "bold"), odds))
            lines += [Text(f"       {reason.text}", "dim") for reason in reasons[:1]]
        self._aside(seat, Group(*lines))

    def _keyed(self, seat: int) -> list[tuple[Choice, str]]:
        choices = self.match.choices(seat)
        return list(zip(choices, self.table.keys(choices), strict=True))

    def _log(self, seat: int) -> None:
        story = self._scene(seat).story
        lines = [Text(event.text, "bold" if event.opens_round else "") for event in story]
        self._aside(seat, Group(*lines or [Text(t("table.log_empty"))]))

    def _why(self, seat: int) -> None:
        recent = [event for event in self._scene(seat).story if event.rule][-RECENT:]
        lines = [Text.assemble((f"{event.rule:<7}", "bold"), event.text) for event in recent]
        self._aside(seat, Group(*lines or [Text(t("table.log_empty"))]))

    def _aside(self, seat: int, page: Group) -> None:
        """Something to read; then, for a person, the table again."""
        self.console.print(page)
        if self.interactive:
            self._ask(f"[dim]{t('cli.back')}[/dim]")
            self._show(seat)

    def _save_now(self, seat: int) -> None:
        del seat
        self.save()
        self.console.print(t("cli.saved_in", path=self.path), markup=False, soft_wrap=True)

    def _change_pace(self, seat: int) -> None:
        """Quick play begins with the next question, or ends."""
        self.quick = not self.quick
        if obvious := self._obvious(seat):
            self.match.play(seat, obvious)
        else:
            self.console.print(t("cli.quick.on" if self.quick else "cli.quick.off"))

    def _obvious(self, seat: int) -> Choice | None:
        """In quick play the answer to a question that is hardly one; nothing where a person is asked."""
        if not self.quick:
            return None
        return next((choice for choice in self.match.choices(seat) if choice.routine), None)

    def _undo(self, seat: int) -> None:
        self.quick = False
        reason = self._no_undo(seat)
        if reason:
            self.console.print(reason)
        else:
            self.match.undo()

    def _no_undo(self, seat: int) -> str:
        """Why a decision must stand; empty if it need not."""
        if self._shared():
            return t("cli.undo.shared")
        if not self.match.log or self.match.log[-1][0] != seat:
            return t("cli.undo.nothing")
        if self._brought_to_light():
            return t("cli.undo.seen")
        before = self.match.at(len(self.match.log) - 1).view(seat)
        if self.table.moment(before) != self.table.moment(self.match.view(seat)):
            return t("cli.undo.revealed")
        return ""

    def _brought_to_light(self) -> bool:
        """Whether the last decision has shown anybody something new."""
        *_, (_, events) = self.match.story(EVERYTHING)
        return any(event.reveals for event in events)

    # --- the end ------------------------------------------------------------------------------------

    def _finish(self) -> None:
        people = [seat for seat, name in enumerate(self.names) if name == YOU]
        scene = self._scene(people[0] if len(people) == 1 else None)
        self._clear()
        self.console.print(self.table.screen(scene))
        self.console.print(Text(f"\n{self.table.verdict(scene)}", "bold"))
        for key, name in (("cli.again", "replay"), ("cli.check", "verify")):
            command = f"{command_name()} {name} {self._quoted()}"
            self.console.print(t(key, command=command), markup=False, soft_wrap=True)

    def _say_goodbye(self) -> None:
        self.console.print(f"\n{t('cli.resume')}", style="bold")
        self.console.print(f"{command_name()} play --resume {self._quoted()}", markup=False, soft_wrap=True)

    def _quoted(self) -> str:
        return shlex.quote(str(self.path))


def _meant(typed: str, keys: list[str], choices: list[Choice]) -> Choice | None:
    """The choice somebody typed."""
    return next((choice for key, choice in zip(keys, choices, strict=True) if key == typed), None)
