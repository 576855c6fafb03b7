"""`gruppetto` on a clock that is wrong by as many seconds as a file says: `jumping.py FILE serve …`."""

import sys
import time
from pathlib import Path

from gruppetto.cli import main

wrong_by, right = Path(sys.argv.pop(1)), time.time


def jumping() -> float:
    return right() + float(wrong_by.read_text() or 0)


if __name__ == "__main__":
    time.time = jumping
    main()
