"""An attack that brings its own process down, to see that somebody notices."""

import os
import signal
import time


def bring_down(_: str, number: int) -> str:
    """Die, hang or fail, by the number of the document."""
    if number == 3:
        os.kill(os.getpid(), signal.SIGSEGV)
    if number == 6:
        time.sleep(600)
    if number == 7:
        raise IndexError("somewhere")
    return "accepted"
