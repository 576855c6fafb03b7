"""Lessons over the wire: which there are, what is said in them, and a table to ride one at."""

from typing import Any

from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from gruppetto.lessons import lesson, lessons
from gruppetto.server import opening
from gruppetto.server.answers import Created, LessonTold
from gruppetto.server.asked import Asked, desk_of
from gruppetto.server.identity import who_asks
from gruppetto.server.limits import client_of
from gruppetto.server.messages import NewLesson


@get("/api/lessons", sync_to_thread=False)
def list_lessons() -> list[str]:
    """The games that can be learnt by riding."""
    return lessons()


@get("/api/lessons/{game:str}", sync_to_thread=False)
def one_lesson(game: FromPath[str]) -> LessonTold:
    """What is said when something first happens in the lesson of a game."""
    found = lesson(game)
    return LessonTold(found.game, found.words, found.then, found.rival)


@post("/api/lessons/{game:str}")
async def begin_lesson(
    game: FromPath[str],
    data: JSONBody[NewLesson],
    request: Asked,
    state: State,
) -> Created:
    """Begin a lesson, at a table of one's own."""
    found, client = lesson(game), client_of(request)
    state.bots.check(client)
    await desk_of(state).readiness.ready(found.room)
    made = await opening.begin_lesson(desk_of(state), found, data, who_asks(request))
    state.bots.adopt(made.id, client)
    return made


LESSONS: list[Any] = [list_lessons, one_lesson, begin_lesson]
