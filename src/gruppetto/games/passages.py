"""A page of numbered rules, cut into passages and blocks.

A passage begins with a heading or with a numbered rule, and reaches to the next. It goes by its anchor: the
rule's number, or the words of the heading as an address. In a translation each passage says which English
it translates, by a few digits of its hash: `**FR4.6**{ #FR4.6 data-of=1a2b3c4d }`.
"""

import hashlib
import re
from collections.abc import Iterator

import msgspec

BEGINNING = re.compile(
    r"(?P<level>#+) (?P<title>.+?)(?: (?P<heading>\{ #.*?\}))?$"
    r"|(?P<mark>- )?\*\*(?P<number>[A-Z]+\d+(?:\.\d+)*)\*\*(?P<rule>\{ #.*?\})? (?P<text>.*)$"
)
ATTRIBUTES = re.compile(r"\{ #(?P<anchor>\S+)(?: data-of=(?P<of>\w+))? \}")
FENCE = "```"
DIGITS = 8  # of a hash


class Passage(msgspec.Struct, frozen=True):
    """A heading or a numbered rule, and what follows until the next of them."""

    anchor: str
    number: str  # of a rule, else empty
    level: int  # of a heading, else 0
    title: str
    text: str
    of: str  # the hash of the English that it translates, else empty

    @property
    def hash(self) -> str:
        """What a translation of it refers to: any other word makes another hash, line ends do not."""
        words = " ".join(f"{self.title} {self.text}".split())
        return hashlib.sha256(words.encode()).hexdigest()[:DIGITS]


def passages(page: str) -> list[Passage]:
    """All passages of a page, in order."""
    found: list[tuple[re.Match[str], list[str]]] = []
    fenced = False
    for line in page.splitlines():
        fenced ^= line.lstrip().startswith(FENCE)
        if not fenced and (beginning := BEGINNING.match(line)):
            found.append((beginning, []))
        elif found:
            found[-1][1].append(line)
    return [_passage(beginning, lines) for beginning, lines in found]


def _passage(beginning: re.Match[str], lines: list[str]) -> Passage:
    title, number = beginning["title"] or "", beginning["number"] or ""
    said = ATTRIBUTES.match(beginning["heading"] or beginning["rule"] or "")
    return Passage(
        anchor=said["anchor"] if said else number or address(title),
        number=number,
        level=len(beginning["level"] or ""),
        title=title,
        text="\n".join([beginning["text"] or "", *lines]).strip(),
        of=(said["of"] or "") if said else "",
    )


def address(title: str) -> str:
    """A heading as the docs' site writes it in links."""
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", title).strip().lower())


# --- blocks -----------------------------------------------------------------------------------------


class Heading(msgspec.Struct, frozen=True, tag="heading", tag_field="kind"):
    """A heading, by its level: 1 is the page's own."""

    anchor: str
    level: int
    text: str


class NumberedRule(msgspec.Struct, frozen=True, tag="rule", tag_field="kind"):
    """A rule, and the options it speaks of."""

    number: str
    text: str
    options: tuple[str, ...]


class Paragraph(msgspec.Struct, frozen=True, tag="text", tag_field="kind"):
    """Some sentences."""

    text: str


class Points(msgspec.Struct, frozen=True, tag="points", tag_field="kind"):
    """A list, with numbers or without."""

    points: tuple[str, ...]
    ordered: bool


class Drawing(msgspec.Struct, frozen=True, tag="drawing", tag_field="kind"):
    """A drawing, by the name of its file, what it shows, and what stands below it."""

    name: str
    shows: str
    caption: str


class Note(msgspec.Struct, frozen=True, tag="note", tag_field="kind"):
    """Something said aside."""

    title: str
    text: tuple[str, ...]


class Grid(msgspec.Struct, frozen=True, tag="grid", tag_field="kind"):
    """A table; its first row is the head."""

    rows: tuple[tuple[str, ...], ...]


class Listing(msgspec.Struct, frozen=True, tag="listing", tag_field="kind"):
    """Lines as somebody would type them."""

    text: str


Block = Heading | NumberedRule | Paragraph | Points | Drawing | Note | Grid | Listing

PICTURE = re.compile(r"!\[(?P<shows>[^\]]*)\]\((?P<path>[^)]*)\)")
CAPTION = re.compile(r"<figcaption>(.*)</figcaption>")
DRAWN = re.compile(r"pictures/([\w-]+\.svg)")  # beside the page; other pictures are photographs of the app
POINT = re.compile(r"^ *(?:[-*]|\d+\.) ", re.MULTILINE)
PIECE = re.compile(
    r"^```.*?^```$|^<figure.*?^</figure>$|^!!! .*?(?=^\S|\Z)|^.+?(?=^\s*$|\Z)", re.MULTILINE | re.DOTALL
)


def blocks(page: str, options: frozenset[str]) -> list[Block]:
    """A page as blocks, to be shown one below the other; `options` are the names that it may speak of."""
    found = passages(page)
    named = {each.anchor: _options_in(each.text, options) for each in found}
    return [block for each in found for block in _blocks(each, named)]


def _blocks(passage: Passage, named: dict[str, tuple[str, ...]]) -> Iterator[Block]:
    text = passage.text
    if passage.level:
        yield Heading(passage.anchor, passage.level, passage.title)
    else:
        first, _, text = text.partition("\n")
        spoken_of = dict.fromkeys([*named[passage.anchor], *_linked(passage, named)])
        yield NumberedRule(passage.number, first, tuple(spoken_of))
    for piece in PIECE.findall(_flush(text)):
        yield from _block(piece.strip())


def _options_in(text: str, options: frozenset[str]) -> tuple[str, ...]:
    """The options that are named in code, alone or with a value."""
    return tuple(dict.fromkeys(name for name in re.findall(r"`(\w+)[^`]*`", text) if name in options))


def _linked(passage: Passage, named: dict[str, tuple[str, ...]]) -> list[str]:
    """The options that are named where a rule sends its readers."""
    return [name for to in links(passage.text) for name in named.get(to[1:], ())]


def links(text: str) -> list[str]:
    """Where the links in a text lead."""
    return re.findall(r"\]\(([^)\s]+)\)", text)


def _flush(text: str) -> str:
    """What hangs under a rule of a list, moved to the margin; notes and points keep theirs."""
    return re.sub(r"^ {4}(?=\S)(?![-*] )", "", text, flags=re.MULTILINE) if "!!!" not in text else text


def _block(piece: str) -> Iterator[Block]:
    if piece.startswith(FENCE):
        yield Listing(piece.partition("\n")[2].removesuffix(FENCE).strip())
    elif "![" in piece:
        yield from _drawing(piece)
    elif piece.startswith("!!!"):
        head, _, text = piece.partition("\n")
        paragraphs = tuple(" ".join(part.split()) for part in re.split(r"\n\s*\n", text))
        yield Note(head.partition('"')[2].rstrip('"'), paragraphs)
    elif piece.startswith("|"):
        yield Grid(tuple(_row(line) for line in piece.splitlines() if not line.startswith("|---")))
    elif POINT.match(piece):
        points = tuple(" ".join(point.split()) for point in POINT.split(piece)[1:])
        yield Points(points, ordered=piece[0].isdigit())
    else:
        yield Paragraph(" ".join(piece.split()))


def _row(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.strip().strip("|").split("|"))


def _drawing(piece: str) -> Iterator[Drawing]:
    picture, caption = PICTURE.search(piece), CAPTION.search(piece)
    drawn = DRAWN.fullmatch(picture["path"]) if picture else None
    if picture and drawn:
        yield Drawing(drawn[1], picture["shows"], caption[1] if caption else "")
