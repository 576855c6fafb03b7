"""A push service of our own, browsers that subscribe to it, and a server that may reach them."""

import functools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from push_service import Phone, Service, certified

from gruppetto.server.app import Settings, application
from gruppetto.server.limits import Limits
from gruppetto.server.notices.opening import Outside

HERE = ("127.0.0.0/8",)


@pytest.fixture
def service() -> Iterator[Service]:
    service = Service()
    yield service
    service.close()


@pytest.fixture
def phone(service: Service) -> Callable[..., Phone]:
    """Somebody's phone, not subscribed yet: `phone(client, key)`."""
    return functools.partial(Phone, service)


@pytest.fixture
def outside() -> Outside:
    """What the server of a test may send, and where."""
    return Outside(reach=HERE, site="https://club.example/races/")


@pytest.fixture
def client(database: str, outside: Outside) -> Iterator[TestClient[Any]]:
    settings = Settings(database, "memory://", Limits.OFF, 0.2, 0.0, outside=outside)
    with TestClient(application(settings)) as client:
        yield client


@pytest.fixture
def certificate() -> Callable[[Path, str], tuple[Path, Path]]:
    """Make a certificate for a name, and its key: `certificate(folder, name)`."""
    return certified
