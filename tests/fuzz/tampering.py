"""Documents of real races, and every way somebody may have changed them."""

import copy
import random
from collections.abc import Callable
from typing import Any

Place = tuple[Any, Any]  # a dictionary or list, and a key or index in it
HUGE = 2**31
NUMBERS = (
    -HUGE - 1,
    -HUGE,
    -2_000_000_000,
    -100,
    -2,
    -1,
    0,
    1,
    2,
    3,
    5,
    9,
    20,
    24,
    30,
    60,
    255,
    1000,
    HUGE,
    2**64,
)
WORDS = ("", "a", "0", "-1", "٣", "\x00", "ü" * 300, "S" * 5000, "null", "[1]", "1" * 400, "\ud800")
STRANGERS: tuple[Any, ...] = (None, True, 1.5, -0.0, 1e300, "x", [], {}, [[]], {"": {}}, [0] * 3000, "9")


def places(document: Any) -> list[Place]:
    """Everything in a document that can be changed, however deep."""
    found: list[Place] = []
    keys = list(document) if isinstance(document, dict) else range(len(document))
    for key in keys:
        found.append((document, key))
        if isinstance(document[key], dict | list):
            found += places(document[key])
    return found


def tampered(document: Any, dice: random.Random) -> Any:
    """The document with one to four things changed."""
    changed = copy.deepcopy(document)
    for _ in range(dice.choice((1, 1, 1, 2, 3, 4))):
        if reachable := places(changed):
            within, key = dice.choice(reachable)
            dice.choice(WAYS)(within, key, changed, dice)
    return changed


def count_otherwise(within: Any, key: Any, _: Any, dice: random.Random) -> None:
    """Another number; a word or a list becomes a number too."""
    value = within[key]
    near = value + dice.choice((-1, 1, 2)) if type(value) is int and dice.random() < 0.5 else None
    within[key] = dice.choice(NUMBERS) if near is None else near


def say_otherwise(within: Any, key: Any, whole: Any, dice: random.Random) -> None:
    """Another word: a strange one, or one that stands elsewhere in the document."""
    words = [w[k] for w, k in places(whole) if isinstance(w[k], str)]
    within[key] = dice.choice(words) if words and dice.random() < 0.7 else dice.choice(WORDS)


def make_stranger(within: Any, key: Any, _: Any, dice: random.Random) -> None:
    """Something of another type."""
    within[key] = copy.deepcopy(dice.choice(STRANGERS))


def drop(within: Any, key: Any, _: Any, __: random.Random) -> None:
    """An entry is gone."""
    del within[key]


def repeat(within: Any, key: Any, _: Any, dice: random.Random) -> None:
    """An entry of a list once more, or very often; a key of a dictionary under another name."""
    if isinstance(within, list):
        within[key:key] = [copy.deepcopy(within[key]) for _ in range(dice.choice((1, 2, 40)))]
    else:
        within[dice.choice((f"{key}x", "99", "0S", "15", "16", ""))] = copy.deepcopy(within[key])


def swap(within: Any, key: Any, whole: Any, dice: random.Random) -> None:
    """Two entries change places: of the same list or dictionary, as often as not."""
    same = [(w, k) for w, k in places(whole) if w is within]
    other, other_key = dice.choice(same if dice.random() < 0.6 else places(whole))
    one, two = copy.deepcopy(within[key]), copy.deepcopy(other[other_key])
    within[key], other[other_key] = two, one


def copy_over(within: Any, key: Any, whole: Any, dice: random.Random) -> None:
    """What another entry of the same name or list says."""
    alike = [w[k] for w, k in places(whole) if k == key and type(w[k]) is type(within[key])]
    within[key] = copy.deepcopy(dice.choice(alike))


def shuffle(within: Any, key: Any, _: Any, dice: random.Random) -> None:
    """A list in another order, or shorter."""
    value = within[key]
    if isinstance(value, list):
        dice.shuffle(value)
        del value[dice.randint(0, len(value)) :]


WAYS: tuple[Callable[[Any, Any, Any, random.Random], None], ...] = (
    *(count_otherwise, count_otherwise, count_otherwise, copy_over, copy_over),
    *(say_otherwise, make_stranger, drop, repeat, swap, shuffle),
)
