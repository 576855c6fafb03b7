"""Write one race of a simulation as a save file."""

import contextlib
from collections.abc import Sequence
from pathlib import Path

from gruppetto.cli import consoles, simulate
from gruppetto.cli.settings import USUAL_BOT
from gruppetto.errors import BadOption, WrongVersion
from gruppetto.lab.simulate import Simulation
from gruppetto.language import t


def refuse_both(of: Path | None, said: Sequence[str]) -> None:
    """A file says itself what its races are; nothing can be changed about them."""
    if of is not None and said:
        raise BadOption(f"--of: {of} says what its races are; leave out {', '.join(said)}.")


def simulated(
    game: str, players: str | None, seats: int | None, stage: str | None, option: Sequence[str],
    seed: int | None, data: Path | None,
) -> Simulation:  # fmt: skip
    """The simulation that `gruppetto simulate` would ride with these options."""
    number = 1 if seed is None else seed
    return simulate.requested(game, players or USUAL_BOT, seats, stage, option, number, data=data).simulation


def found_in(path: Path) -> Simulation:
    """The simulation whose results or moves are in a file."""
    from gruppetto.lab.results import provenance  # noqa: PLC0415  (slow to import)

    told = provenance(path)
    simulation = Simulation(told.game, told.players, told.options, seed=told.seed)
    if simulation.game.rules_version != told.rules_version:
        raise WrongVersion(
            f"{path}: ridden by version {told.rules_version} of the rules of {simulation.game.name}; "
            f"installed is version {simulation.game.rules_version}, and its races are others."
        )
    return simulation


def write(simulation: Simulation, number: int, save: Path | None, *, force: bool) -> None:
    """Ride the race, save it, and say how to watch it."""
    target = save or Path(f"race-{number}.json")
    consoles.check_target(target, force=force)
    remarks = consoles.err()
    with remarks.status(t("cli.compiling")) if remarks.is_terminal else contextlib.nullcontext():
        match = simulation.match(number)
    match.save(target)
    consoles.out().print(
        f"Race {number} of seed {simulation.seed}, {len(match.log)} decisions, is saved as {target}\n"
        f"{consoles.command_name()} replay {target} tells it",
        markup=False, soft_wrap=True,
    )  # fmt: skip
