"""`make web`: the app as its sources are, with a server beside it."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from conftest import Server, wait_for

DEVELOP = Path(__file__).parents[2] / "web" / "develop.py"


@pytest.fixture
def developing(tmp_path: Path) -> Iterator[str]:
    address = Server(tmp_path).address  # a port that is free
    port = address.rpartition(":")[2]
    command = [sys.executable, str(DEVELOP), "--host", "127.0.0.1", "--port", port, "--strictPort"]
    own = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    process = subprocess.Popen(command, env=own, stdout=subprocess.DEVNULL, start_new_session=True)
    try:
        wait_for(address)
        yield address
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.wait(20)


def test_a_race_is_ridden_on_the_sources_as_they_are(
    developing: str, person: Callable[..., Page], decide: Callable[[Page], None]
) -> None:
    page = person()
    page.set_default_timeout(60_000)
    page.goto(developing)
    expect(page.locator("script[src^='/@vite/client']")).to_have_count(1)
    page.get_by_test_id("quick-race").click()
    page.wait_for_url(re.compile("#/table/"))
    expect(page.get_by_test_id("connection")).to_contain_text("connected")
    decide(page)
    expect(page.get_by_test_id("event").first).to_be_attached()
