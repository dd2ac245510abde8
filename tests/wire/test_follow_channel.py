"""Windows that follow another person's session."""

from __future__ import annotations

import json
from queue import Queue
from typing import Any

import pytest

from steersman.data import Dataset
from steersman.session import Session
from steersman.session.plane.actions import MoveKnob
from steersman.session.project.actions import NewProject
from steersman.session.storage.files import free_path
from steersman.session.storage.open_projects import OpenProjects
from steersman.session.storage.project import Origin, project_session
from steersman.tasks import Task
from steersman.wire.follow_channel import FollowChannel, Picture
from steersman.wire.frames import decode_frame


class Follower:
    def __init__(self, picture: Picture) -> None:
        self.frames: Queue[bytes] = Queue()
        self.channel = FollowChannel(picture, self.frames.put)

    def ask(self, action: str, **fields: object) -> dict[str, Any]:
        self.channel.receive(json.dumps({"id": 1, "action": action, **fields}))
        return self.next()

    def next(self) -> dict[str, Any]:
        while True:
            header, _ = decode_frame(self.frames.get(timeout=30))
            if header["kind"] != "progress":
                return header


def test_a_follower_sees_changes_and_other_projects_of_the_owner(mail: Dataset) -> None:
    session = project_session(free_path("shown"), Origin(mail))
    projects = OpenProjects(session)
    follower = Follower(Picture(projects))
    try:
        follower.ask("open")
        session.perform(MoveKnob("alpha", 0.25))
        assert follower.next()["state"]["plane"]["knobs"]["alpha"] == 0.25
        other = projects.switch(NewProject("other"), session, None, Task())
        assert follower.ask("open")["view"]["project"]["name"] == "other"
        other.perform(MoveKnob("alpha", 0.75))
        assert follower.next()["state"]["plane"]["knobs"]["alpha"] == 0.75
    finally:
        follower.channel.close()
        projects.close_all()


@pytest.mark.parametrize(
    ("action", "fields"),
    [
        ("move-knob", {"knob": "alpha", "value": 0.5}),
        ("undo", {}),
        ("choose-category", {"category": "web"}),
        ("set-state", {"state": {"dataset": "small-mail", "category": "web", "seed": 0}}),
        ("list-projects", {}),
        ("export-project", {}),
        ("new-project", {}),
        ("open-project", {"path": "/tmp/x.steer"}),
        ("open-file", {"path": "/etc/passwd"}),
        ("list-data", {}),
        ("export-model", {"number": 0}),
    ],
)
def test_a_follower_changes_nothing_and_reads_no_files(
    mail: Dataset, action: str, fields: dict[str, object]
) -> None:
    session = Session(mail)
    follower = Follower(Picture(OpenProjects(session)))
    try:
        assert follower.ask(action, **fields)["error"]["code"] == "only-following"
        assert session.revision == 0
        # What is shown can be asked about.
        assert follower.ask("inspect", row=1)["kind"] == "document"
    finally:
        follower.channel.close()


def test_a_whole_class_computes_one_picture(mail: Dataset, monkeypatch) -> None:
    session = Session(mail)
    views: list[int] = []
    view = session.view
    monkeypatch.setattr(
        session, "view", lambda *given, **named: views.append(1) or view(*given, **named)
    )
    picture = Picture(OpenProjects(session))
    assert {id(picture.view(session, Task())) for _ in range(20)} == {id(picture.taken[3])}
    assert len(views) == 1
