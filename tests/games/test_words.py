import pytest

from gruppetto.games.words import ordinal


@pytest.mark.parametrize(
    ("number", "told"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st"),
     (102, "102nd"), (111, "111th")],
)  # fmt: skip
def test_ordinals(number: int, told: str) -> None:
    assert ordinal(number) == told
