"""Lessons: a first race of each game, in which the table says what everything is when it first happens."""

from gruppetto.lessons.lesson import Lesson, Words, lesson, lesson_of, lessons

__all__ = ["Lesson", "Words", "lesson", "lesson_of", "lessons"]
