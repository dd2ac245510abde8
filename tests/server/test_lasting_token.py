from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from steersman.server.lasting_token import lasting_token


def test_a_project_has_the_same_token_after_each_start_and_another_has_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STEERSMAN_PROJECTS", str(tmp_path / "projects"))
    first = lasting_token("a")
    assert lasting_token("a") == first
    assert lasting_token("b") != first
    key = tmp_path / "projects" / ".key"
    if os.name == "posix":
        assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert key.read_bytes().hex() not in first
    key.write_bytes(b"short")
    assert lasting_token("a") != first
    monkeypatch.setenv("STEERSMAN_PROJECTS", str(key))
    assert lasting_token("a") != lasting_token("a")
