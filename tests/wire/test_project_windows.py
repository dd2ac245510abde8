"""Two windows on one kept project, over the wire."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from steersman.data import load
from steersman.server.app import application
from steersman.session.projects.files import free_path
from steersman.session.projects.project import Origin, project_session
from steersman.session.projects.store import Store
from steersman.wire.frames import decode_frame


class Window:
    def __init__(self, socket: Any) -> None:
        self.socket, self.number = socket, 0

    def ask(self, action: str, **fields: object) -> tuple[dict[str, Any], dict[str, Any]]:
        self.number += 1
        self.socket.send_text(json.dumps({"id": self.number, "action": action, **fields}))
        return self.read(self.number)

    def read(self, reply_to: int = 0) -> tuple[dict[str, Any], dict[str, Any]]:
        while True:
            header, columns = decode_frame(self.socket.receive_bytes())
            if header["reply_to"] == reply_to and header["kind"] != "progress":
                return header, columns


def test_windows_see_each_others_changes_and_the_file_has_them_first(tmp_path: Path) -> None:
    path = free_path("windows")
    session = project_session(path, Origin(load("wine"), "wine"))
    (tmp_path / "index.html").write_text("<title>page</title>")
    app = application(session, "secret", static=tmp_path)
    with TestClient(app, base_url="http://127.0.0.1:7400") as client, ExitStack() as stack:
        address = "ws://127.0.0.1:7400/live?token=secret"
        one, other = (
            Window(stack.enter_context(client.websocket_connect(address))) for _ in range(2)
        )
        one.ask("open")
        other.ask("open")
        header, _ = one.ask("move-knob", knob="alpha", value=0.25)
        (entry,) = Store.read_only(path).entries()
        assert entry.outcome["revision"] == header["revision"]
        assert other.read()[0]["state"]["plane"]["knobs"]["alpha"] == 0.25
        other.ask("write-note", text="seen", step=1)
        assert one.read()[0]["view"]["project"]["notes"] == {"1": "seen"}
        header, columns = one.ask("new-project", name="Afresh")
        assert header["view"]["project"]["name"] == "Afresh"
        assert len(header["view"]["history"]["steps"]) == 1
        told, told_columns = other.read()
        assert told["view"]["project"] == header["view"]["project"]
        assert told_columns.keys() == columns.keys() >= {"training.xy", "validation.rows"}
        header, _ = one.ask("open-project", path=str(path))
        assert header["state"]["plane"]["knobs"]["alpha"] == 0.25
        header, _ = one.ask("open-project", path=str(tmp_path / "none.steer"))
        assert header["error"]["code"] == "project-missing"
        header, _ = one.ask("undo")
        assert header["state"]["plane"]["knobs"]["alpha"] == 1.0
    session.log.store.close()
