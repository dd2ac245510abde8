"""Logs, crash reports and the diagnosis: enough to help, and nothing of anybody's data."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.errors import raises
from tests.wire.test_project_windows import Window

from steersman.cli import main
from steersman.data import Dataset
from steersman.server.app import application
from steersman.server.crash_reports import MOST_REPORTS, crash_reports, write_report
from steersman.server.diagnosis import diagnosis
from steersman.server.log_lines import keep_log, log_event, stop_log
from steersman.session import Session
from steersman.session.plane.room import PlaneRoom

SECRET = "mail-7 says the password is swordfish"
ADDRESS = "ws://127.0.0.1:7400/live?token=secret"


@pytest.fixture
def client(mail: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "index.html").write_text("<title>the page</title>")
    app = application(Session(mail), "secret", static=tmp_path)
    return TestClient(app, base_url="http://127.0.0.1:7400")


def test_the_log_has_kinds_codes_and_times_and_no_text(client: TestClient, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    keep_log(path)
    try:
        with client.websocket_connect(ADDRESS) as socket:
            window = Window(socket)
            window.ask("open")
            window.ask("search", word=SECRET)
            window.ask("choose-category", category=SECRET)
            window.ask("write-note", text=SECRET)
        client.get(f"/?token={SECRET}")
    finally:
        stop_log()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    answered = {line["action"]: line["code"] for line in lines if line["event"] == "answered"}
    assert answered["choose-category"] == "unknown-category"
    assert answered["write-note"] == "ok"
    assert {"window-opened", "refused"} <= {line["event"] for line in lines}
    assert all(line["ms"] >= 0 for line in lines if line["event"] == "answered")
    assert "swordfish" not in path.read_text()


def test_a_field_that_could_hold_text_cannot_be_logged(tmp_path: Path) -> None:
    log_event("answered", word="nothing happens without a log")
    keep_log(tmp_path / "log.jsonl")
    try:
        with pytest.raises(ValueError, match="word"):
            log_event("answered", word=SECRET)
    finally:
        stop_log()
    with raises("log-unwritable"):
        keep_log(tmp_path / "no" / "folder.jsonl")


def test_a_fault_of_ours_is_one_sentence_and_a_report_that_can_be_read(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_given: object) -> None:
        raise KeyError(SECRET)

    with client.websocket_connect(ADDRESS) as socket:
        window = Window(socket)
        window.ask("open")
        with monkeypatch.context() as broken:
            broken.setattr(PlaneRoom, "apply", fail)
            header, _ = window.ask("move-knob", knob="alpha", value=0.5)
        (report,) = crash_reports()
        assert header["error"]["code"] == "internal-error"
        assert str(report) in header["error"]["todo"]
        assert window.ask("move-knob", knob="alpha", value=0.5)[0]["kind"] == "view"
    assert stat.S_IMODE(report.stat().st_mode) == 0o600
    text = report.read_text()
    before, _, message = text.partition("Message of the error.")
    assert "doing: move-knob" in before
    assert "builtins.KeyError" in before
    # Only the last lines quote anything, and they say so.
    assert "swordfish" not in before
    assert "swordfish" in message


def test_old_reports_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    written = [write_report("nothing", ValueError("x")) for _ in range(MOST_REPORTS + 3)]
    assert crash_reports() == written[:2:-1]


def test_the_diagnosis_says_what_helps_and_names_no_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STEERSMAN_PROJECTS", str(tmp_path))
    (tmp_path / "broken.steer").write_text("not at all")
    found = diagnosis()
    assert found["projects"]["count"] == 1
    assert len(found["projects"]["cannot_be_opened"]) == 1
    assert found["folders"]["projects"] | {"free_mb": 0} == {
        "path": str(tmp_path),
        "exists": True,
        "writable": True,
        "free_mb": 0,
        "others_can_read": False,
    }
    with pytest.raises(SystemExit) as done:
        main(["diagnose"])
    assert done.value.code == 0
    assert "versions" in capsys.readouterr().out.splitlines()


def test_the_page_of_diagnostics_has_the_server_folders_and_crash_reports(
    client: TestClient,
) -> None:
    assert client.get("/diagnostics").status_code == 403
    headers = {"authorization": "Bearer secret"}
    assert "<p>None.</p>" in client.get("/diagnostics", headers=headers).text
    try:
        raise ValueError("<script>alert(1)</script>")
    except ValueError as error:
        path = write_report("move-knob", error)
    assert path is not None
    answer = client.get("/diagnostics", headers=headers)
    assert answer.headers["content-type"].startswith("text/html")
    assert path.name in answer.text
    assert "doing: move-knob" in answer.text
    assert "<script>" not in answer.text
    lines = client.get("/diagnostics.txt", headers=headers).text.splitlines()
    assert lines[0] == "server"
    assert {"  messages waiting: 0", "versions", "folders", f"  {path}"} <= set(lines)
