"""Two windows on one kept project, over the wire."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.testclient import TestClient
from tests.errors import raises

from steersman.data import load
from steersman.server.app import application
from steersman.session.matrix.actions import OpenMatrix
from steersman.session.project.actions import NewProject, OpenProject
from steersman.session.storage.files import free_path
from steersman.session.storage.open_projects import OpenProjects
from steersman.session.storage.project import Origin, project_session
from steersman.session.storage.store import Store
from steersman.tasks import Task
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
    session.log.store.close()


def test_each_window_keeps_its_own_project(tmp_path: Path) -> None:
    path = free_path("windows")
    session = project_session(path, Origin(load("wine"), "wine"))
    (tmp_path / "index.html").write_text("<title>page</title>")
    app = application(session, "secret", static=tmp_path)
    with TestClient(app, base_url="http://127.0.0.1:7400") as client, ExitStack() as stack:
        address = "ws://127.0.0.1:7400/live?token=secret"

        def window(project: str = "") -> tuple[Window, dict[str, Any]]:
            opened = Window(stack.enter_context(client.websocket_connect(address)))
            return opened, opened.ask("open", project=project)[0]

        one, _ = window()
        other, _ = window()
        one.ask("move-knob", knob="alpha", value=0.25)
        assert other.read()[0]["state"]["plane"]["knobs"]["alpha"] == 0.25
        header, columns = one.ask("new-project", name="Afresh")
        assert header["view"]["project"]["name"] == "Afresh"
        assert len(header["view"]["history"]["steps"]) == 1
        assert columns.keys() >= {"training.xy", "validation.rows"}
        afresh = header["view"]["project"]["place"]
        one.ask("move-knob", knob="alpha", value=2.5)
        # The other window has heard nothing of it and goes on with its own project.
        header, _ = other.ask("move-knob", knob="beta", value=3.0)
        assert header["state"]["plane"]["knobs"] == {
            **header["state"]["plane"]["knobs"],
            "alpha": 0.25,
            "beta": 3.0,
        }
        assert len(Store.read_only(path).entries()) == 2
        # A new window shows what was opened last, one that was on a project finds it again.
        assert window()[1]["state"]["plane"]["knobs"]["alpha"] == 2.5
        again, header = window(str(path))
        assert header["view"]["project"]["place"] == str(path)
        assert header["state"]["plane"]["knobs"]["beta"] == 3.0
        again.ask("undo")
        assert other.read()[0]["state"]["plane"]["knobs"]["beta"] != 3.0
        header, _ = one.ask("open-project", path=str(tmp_path / "none.steer"))
        assert header["error"]["code"] == "project-missing"
        header, _ = one.ask("undo")
        assert header["state"]["plane"]["knobs"]["alpha"] == 1.0
        # Back to the first project, which is open: it is shared again, not opened twice.
        header, _ = one.ask("open-project", path=str(path))
        assert header["state"]["plane"]["knobs"]["alpha"] == 0.25
        one.ask("write-note", text="seen", step=1)
        assert other.read()[0]["view"]["project"]["notes"] == {"1": "seen"}
        assert afresh != str(path)
    session.log.store.close()


def test_a_project_without_windows_is_closed(tmp_path: Path) -> None:
    session = project_session(free_path("first"), Origin(load("wine"), "wine"))
    projects = OpenProjects(session)

    def watcher() -> None:
        pass

    assert projects.join(watcher) is session
    second = projects.switch(NewProject("second"), session, watcher, Task())
    assert projects.sessions == [second]
    reopened = Store.open(session.log.store.path)
    with raises("project-busy"):
        projects.switch(OpenProject(str(session.log.store.path)), second, watcher, Task())
    assert (projects.sessions, second.watchers) == ([second], [watcher])
    reopened.close()
    second.log.store.close()


def test_a_window_whose_project_is_gone_shows_the_newest_and_says_so(tmp_path: Path) -> None:
    session = project_session(free_path("here"), Origin(load("wine"), "wine"))
    (tmp_path / "index.html").write_text("<title>page</title>")
    app = application(session, "secret", static=tmp_path)
    with (
        TestClient(app, base_url="http://127.0.0.1:7400") as client,
        client.websocket_connect("ws://127.0.0.1:7400/live?token=secret") as socket,
    ):
        window = Window(socket)
        header, _ = window.ask("open", project=str(tmp_path / "gone.steer"))
        assert header["view"]["project"]["name"] == "wine"
        fault, _ = window.read()
        assert fault["error"]["code"] == "project-missing"
    session.log.store.close()


def test_a_file_is_predicted_by_a_model_of_the_windows_own_project(tmp_path: Path) -> None:
    session = project_session(free_path("models"), Origin(load("wine"), "wine"))
    session.perform(OpenMatrix())
    (tmp_path / "index.html").write_text("<title>page</title>")
    app = application(session, "secret", static=tmp_path)
    table = "alcohol,color\n13.2,5.6\n12.1,3.3\n"
    with (
        TestClient(app, base_url="http://127.0.0.1:7400") as client,
        client.websocket_connect("ws://127.0.0.1:7400/live?token=secret") as socket,
        client.websocket_connect("ws://127.0.0.1:7400/live?token=secret") as stays,
    ):
        client.get("/?token=secret")
        Window(stays).ask("open")
        Window(socket).ask("new-project", name="without models", with_data=False)

        def error_code(place: str) -> str:
            sent = {"x-file-name": "t.csv", "x-model": "0", "x-project": quote(place)}
            answer = client.post("/predict", content=table, headers=sent)
            return json.loads(answer.text.splitlines()[-1])["error"]["code"]

        assert error_code("") == "room-closed"
        # It lacks columns, which only the model of the other project asks for.
        assert error_code(str(session.log.store.path)) != "room-closed"
    session.log.store.close()
