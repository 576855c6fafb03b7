"""What takes long to make and is asked for again: made once, whoever asks, and kept while there is room."""

import asyncio
import weakref
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)


class Shelf(Generic[Key]):
    """Contents by their keys; when they take too much room, those go that nobody has asked for longest."""

    def __init__(self, most: int) -> None:
        self._most = most  # bytes
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._made: weakref.WeakValueDictionary[Key, asyncio.Lock] = weakref.WeakValueDictionary()

    async def content(self, key: Key, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """What is kept, or is made now; whoever asks for the same meanwhile waits for it."""
        async with self._made.setdefault(key, asyncio.Lock()):
            if key not in self._kept:
                self._put(key, await make())
        self._kept.move_to_end(key)
        return self._kept[key]

    def _put(self, key: Key, content: bytes) -> None:
        self._kept[key] = content
        while len(self._kept) > 1 and sum(map(len, self._kept.values())) > self._most:
            self._kept.popitem(last=False)
