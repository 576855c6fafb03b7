"""What is kept at hand: made once, whoever asks, and let go of when it takes too much room."""

import asyncio

from gruppetto.server.shelf import Shelf


def test_whoever_asks_for_the_same_waits_for_the_first() -> None:
    shelf, made = Shelf[str](100), list[str]()

    async def make() -> bytes:
        made.append("it")
        await asyncio.sleep(0)
        return b"xx"

    async def ask_often() -> list[bytes]:
        return await asyncio.gather(*(shelf.content("it", make) for _ in range(5)))

    assert asyncio.run(ask_often()) == [b"xx"] * 5
    assert made == ["it"]


def test_who_has_not_been_asked_for_longest_goes_first() -> None:
    shelf, made = Shelf[str](5), list[str]()

    async def ask(*keys: str) -> None:
        for key in keys:

            async def make(key: str = key) -> bytes:
                made.append(key)
                return b"xx"

            await shelf.content(key, make)

    asyncio.run(ask("a", "b", "a", "c", "a", "b"))  # b has gone for c
    assert made == ["a", "b", "c", "b"]
