"""What figures were measured with."""

from pathlib import Path

import pytest

from gruppetto.lab import host
from gruppetto.lab.host import machine


def test_it_names_machine_versions_and_commit() -> None:
    found = machine()
    assert found.cpu
    assert found.cores >= 1
    assert all(part.isdecimal() for part in found.python.split("."))
    assert found.commit == "" or all(letter in "0123456789abcdef+" for letter in found.commit)


def test_a_package_in_somebody_elses_folder_has_no_commit(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(host, "HERE", tmp_path / "host.py")
    assert machine().commit == ""
