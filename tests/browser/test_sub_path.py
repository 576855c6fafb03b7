"""The app under a path of somebody's site: a proxy takes the path off, and nobody else need know of it."""

import asyncio
import re
import threading
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

REQUEST = re.compile(rb"^([A-Z]+) (/races)?(/\S*) HTTP")


class Prefix:
    """Listens beside a server and passes on what is asked for below /races; keeps what is not."""

    def __init__(self, port: int) -> None:
        self._behind, self.outside = port, list[str]()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)

    def open(self) -> str:
        self._thread.start()
        listening = asyncio.start_server(self._connected, "127.0.0.1", 0)
        self._server = asyncio.run_coroutine_threadsafe(listening, self._loop).result()
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/races/"

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._server.close)
        asyncio.run_coroutine_threadsafe(self._hang_up(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _hang_up(self) -> None:
        talking = asyncio.all_tasks() - {asyncio.current_task()}
        for task in talking:
            task.cancel()
        await asyncio.gather(*talking, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, answers = await asyncio.open_connection("127.0.0.1", self._behind)
        try:
            await asyncio.gather(_pump(reader, answers, self._strip), _pump(there, writer, bytes))
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            for end in (writer, answers):
                end.close()

    def _strip(self, said: bytes) -> bytes:
        """Take the path off the head of a request; what is not below it leads nowhere."""
        found = REQUEST.match(said)
        if found and not found[2]:
            self.outside.append(found[3].decode())
        return REQUEST.sub(rb"\1 \3 HTTP" if found and found[2] else rb"\1 /outside HTTP", said)


async def _pump(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, change: Callable[[bytes], bytes]
) -> None:
    while said := await reader.read(65536):
        writer.write(change(said))
        await writer.drain()
    writer.close()


@pytest.fixture
def prefix(address: str) -> Iterator[Prefix]:
    proxy = Prefix(urlsplit(address).port or 0)
    yield proxy
    proxy.close()


def test_the_app_is_installed_and_opened_without_a_connection_under_a_path(
    prefix: Prefix, person: Callable[..., Page], served: Callable[[Page], None]
) -> None:
    site, page = prefix.open(), person(worker=True)
    page.goto(site)
    page.get_by_test_id("quick-race").wait_for()
    served(page)
    asked = page.context.new_cdp_session(page)
    found = asked.send("Page.getAppManifest")
    assert found["errors"] == []
    assert (found["manifest"]["startUrl"], found["manifest"]["scope"]) == (site, site)
    missing = asked.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {one["errorId"] for one in missing} <= {"in-incognito"}
    assert page.evaluate("navigator.serviceWorker.ready.then(({ scope }) => scope)") == site
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_test_id("away")).to_be_visible()
    expect(page.get_by_role("radio", name="Flamme Rouge").first).to_be_checked()
    assert prefix.outside == []


def test_a_race_under_a_path(
    prefix: Prefix, person: Callable[..., Page], decide: Callable[[Page], None]
) -> None:
    site, page = prefix.open(), person()
    page.goto(site)
    page.get_by_test_id("quick-race").click()
    page.wait_for_url(f"{site}#/table/*")
    decide(page)
    expect(page.get_by_test_id("event").first).to_be_visible()
    page.goto(f"{site}#/new")
    page.get_by_test_id("create").click()
    page.wait_for_url(f"{site}#/wait/*")
    expect(page.get_by_test_id("seat-link")).to_have_text(re.compile(re.escape(f"{site}#/join/")))
    page.goto(f"{site}#/about")
    expect(page.get_by_text("Playfair").first).to_be_attached()
    assert page.evaluate("document.fonts.ready.then(all => [...all].some(font => font.status == 'loaded'))")
    assert prefix.outside == []
