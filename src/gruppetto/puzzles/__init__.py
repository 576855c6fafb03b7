"""Puzzles: moments of races in which one choice is clearly the best, and is not the obvious one."""

from gruppetto.puzzles.explaining import Ending, ridden_out
from gruppetto.puzzles.puzzle import Asks, Puzzle, Weighed
from gruppetto.puzzles.shelf import puzzle, puzzle_of_the_day, puzzles

__all__ = ["Asks", "Ending", "Puzzle", "Weighed", "puzzle", "puzzle_of_the_day", "puzzles", "ridden_out"]
