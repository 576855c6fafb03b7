"""The OpenAPI schema tells the truth, and nothing that fits it breaks the server."""

import json
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from litestar.testing import TestClient

from gruppetto.server.app import Settings, application
from gruppetto.server.limits import Limits


@pytest.mark.filterwarnings("ignore")
def test_nothing_that_fits_the_schema_breaks_the_server(tmp_path: Any) -> None:
    app = application(Settings(f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}", limits=Limits.OFF))
    with TestClient(app) as client:
        document = json.loads(client.get("/api/schema/openapi.json").content)
        assert len(document["paths"]) > 15
        schema = schemathesis.openapi.from_dict(document)
        for found in schema.get_all_operations():
            operation = found.ok()

            @settings(
                max_examples=12,
                deadline=None,
                suppress_health_check=list(HealthCheck),
                phases=[Phase.generate],
            )
            @given(case=operation.as_strategy())
            def call(case: Any) -> None:
                sent = case.as_transport_kwargs(base_url="http://testserver.local")
                answer = client.request(**{key: value for key, value in sent.items() if key != "cookies"})
                assert answer.status_code < 500, answer.text
                if answer.status_code >= 400:
                    assert answer.json()["error"]["text"]

            call()
        assert client.get("/api/health").json()["ok"]
