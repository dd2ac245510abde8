"""The channel over both transports: called directly, and through the server's live socket."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from steersman.data import Dataset
from steersman.errors import Cancelled
from steersman.server.app import application
from steersman.session import Session
from steersman.session.data.choice import DataChoice
from steersman.session.data.room import DataRoom
from steersman.session.plane.actions import MoveKnob
from steersman.session.plane.choice import plane_choice
from steersman.wire import kept_lists
from steersman.wire.channel import BRIEF_S, Channel, Progress
from steersman.wire.frames import decode_frame

Frame = tuple[dict[str, Any], dict[str, np.ndarray]]
PATIENCE_S = 20


class Window:
    """One window: sends messages and reads frames, whatever is between."""

    def __init__(self, send: Callable[[str], None], read: Callable[[], bytes]) -> None:
        self.send_text, self.read_bytes, self.number = send, read, 0

    def send(self, action: str, **fields: object) -> int:
        self.number += 1
        self.send_text(json.dumps({"id": self.number, "action": action, **fields}))
        return self.number

    def read(self) -> Frame:
        return decode_frame(self.read_bytes())

    def answer(self, number: int) -> Frame:
        while True:
            header, columns = self.read()
            if header["reply_to"] == number and header["kind"] not in ("progress", "news"):
                return header, columns

    def ask(self, action: str, **fields: object) -> Frame:
        return self.answer(self.send(action, **fields))


@pytest.fixture(params=["direct", "socket"])
def window(request: pytest.FixtureRequest, mail: Dataset, tmp_path: Path) -> Iterator[Window]:
    session = Session(mail)
    if request.param == "direct":
        frames: queue.Queue[bytes] = queue.Queue()
        channel = Channel(session, frames.put)
        yield Window(channel.receive, lambda: frames.get(timeout=PATIENCE_S))
        channel.close()
        return
    (tmp_path / "index.html").write_text("<title>page</title>")
    app = application(session, "secret", static=tmp_path)
    with (
        TestClient(app, base_url="http://127.0.0.1:7400") as client,
        client.websocket_connect("ws://127.0.0.1:7400/live?token=secret") as socket,
    ):
        yield Window(socket.send_text, socket.receive_bytes)


def test_open_answers_with_everything(window: Window) -> None:
    header, columns = window.ask("open")
    assert header["kind"] == "view"
    assert {"training", "validation", "knobs", "history", "folds"} <= set(header["view"])
    assert columns["training.xy"].shape == (384, 2)
    assert columns["validation.positive"].dtype == np.uint8


def test_a_message_nested_too_deep_is_answered_and_the_window_goes_on(window: Window) -> None:
    window.send_text("[" * 200_000)
    header, _ = window.answer(0)
    assert header["kind"] == "error"
    assert window.ask("open")[0]["kind"] == "view"


def test_what_has_not_changed_is_not_sent_again(window: Window) -> None:
    window.ask("open")
    header, columns = window.ask("move-knob", knob="slope", value=1.1)
    assert columns == {}
    assert "categories" not in header["view"]
    assert "training" in header["view"]
    header, columns = window.ask("move-knob", knob="alpha", value=0.1)
    assert set(columns) == {"training.xy", "validation.xy"}
    header, columns = window.ask("open")
    assert len(columns) == 6


def test_all_folds_follow_when_the_hand_rests(window: Window) -> None:
    before = window.ask("open")[0]["view"]["folds"]
    header, _ = window.ask("move-knob", knob="intercept", value=-4.0, gesture=4)
    assert "folds" not in header["view"]
    rest, columns = window.read()
    assert rest["reply_to"] == 0
    assert rest["revision"] == header["revision"]
    assert rest["view"]["folds"] != before
    assert columns == {}


def test_undo_sends_the_places_of_before(window: Window) -> None:
    _, first = window.ask("open")
    window.ask("move-knob", knob="alpha", value=0.1)
    header, columns = window.ask("undo")
    assert header["state"]["plane"]["knobs"]["alpha"] == 1.0
    assert np.array_equal(columns["training.xy"], first["training.xy"])


def test_revisions_grow(window: Window) -> None:
    window.ask("open")
    revisions = [
        window.ask("move-knob", knob="alpha", value=value)[0]["revision"]
        for value in (0.1, 0.2, 0.3)
    ]
    assert revisions == sorted(set(revisions))


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("not json", "message-not-json"),
        ('{"id": 4, "action": "fly"}', "unknown-action"),
        ('{"id": 4, "action": "move-knob", "knob": "alpha", "value": -1}', "bad-knob-value"),
    ],
)
def test_a_mistake_comes_back_as_an_error_and_the_conversation_goes_on(
    window: Window, message: str, code: str
) -> None:
    window.ask("open")
    window.send_text(message)
    header, _ = window.read()
    assert header["kind"] == "error"
    assert header["error"]["code"] == code
    assert window.ask("open")[0]["state"]["plane"]["knobs"]["alpha"] == 1.0


def test_choices_for_a_file_that_come_quickly_are_all_taken(
    mail: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    path = tmp_path / "mail.csv"
    path.write_text("size,share,kind\n" + 40 * "1,2,ham\n3,4,spam\n")
    session = Session(mail)
    frames: queue.Queue[bytes] = queue.Queue()
    channel = Channel(session, frames.put)
    window = Window(channel.receive, lambda: frames.get(timeout=PATIENCE_S))
    window.ask("open-file", path=str(path))
    looking, all_sent = threading.Event(), threading.Event()
    sketch = session.rooms[DataRoom].sketches.sketch

    def slow(choice, task=None):
        looking.set()
        all_sent.wait(PATIENCE_S)
        if task is not None:
            task.report("looking")
        return sketch(choice, task)

    session.rooms[DataRoom].sketches.sketch = slow  # type: ignore[method-assign]
    roles = {"size": "leave", "share": "category", "kind": "id"}
    sent = []
    for name, role in roles.items():
        sent.append(window.send("set-role", column=name, role=role))
        assert looking.wait(PATIENCE_S)
    all_sent.set()
    kinds = [window.answer(number)[0]["kind"] for number in sent]
    assert kinds == ["view", "view", "view"]
    assert session.history.step.state.choice(DataChoice) is not None
    assert session.history.step.state.choice(DataChoice).reading.roles.items() >= roles.items()
    channel.close()


def test_a_newer_action_stops_the_task_under_way(mail: Dataset) -> None:
    session = Session(mail)
    started = threading.Event()
    perform = session.perform

    def endless(action, task=None, asked_by=None):
        if not isinstance(action, MoveKnob):
            return perform(action, task, asked_by)
        started.set()
        deadline = threading.Event()
        for _ in range(1000):
            task.report("turning for ever", 0.5)
            deadline.wait(0.01)
        raise AssertionError("nobody stopped it")

    session.perform = endless  # type: ignore[method-assign]
    frames: queue.Queue[bytes] = queue.Queue()
    channel = Channel(session, frames.put)
    window = Window(channel.receive, lambda: frames.get(timeout=PATIENCE_S))
    task = window.send("move-knob", knob="alpha", value=0.5)
    assert started.wait(PATIENCE_S)
    beside = [window.send("write-note", text="slow"), window.send("open-lab"), window.send("open")]
    assert not channel.stop_task
    after = window.send("resample")
    assert window.answer(task)[0]["kind"] == "cancelled"
    assert {window.answer(number)[0]["kind"] for number in (*beside, after)} == {"view"}
    started.clear()
    task = window.send("move-knob", knob="alpha", value=0.5)
    assert started.wait(PATIENCE_S)
    window.send("cancel")
    assert window.answer(task)[0]["kind"] == "cancelled"
    channel.close()


def test_a_request_is_stopped_while_it_waits_and_others_are_done(mail: Dataset) -> None:
    session = Session(mail)
    begun, go_on = threading.Event(), threading.Event()
    perform, hurried = session.perform, []

    def slow(action, task=None, asked_by=None):
        begun.set()
        assert go_on.wait(PATIENCE_S)
        hurried.append(task.hurried())
        return perform(action, task, asked_by)

    session.perform = slow  # type: ignore[method-assign]
    frames: queue.Queue[bytes] = queue.Queue()
    channel = Channel(session, frames.put)
    window = Window(channel.receive, lambda: frames.get(timeout=PATIENCE_S))
    under_way = window.send("open")
    assert begun.wait(PATIENCE_S)
    waiting = [window.send("search", word=word) for word in ("money", "meeting", "lunch")]
    window.send("cancel", request=waiting[1])
    window.send("enough", request=waiting[2])
    # These name requests that are answered, or never came.
    window.send("cancel", request=10_000)
    wrong = window.send("cancel", request="all")
    go_on.set()
    kinds = [window.answer(number)[0]["kind"] for number in (wrong, under_way, *waiting)]
    assert kinds == ["error", "view", "hits", "cancelled", "hits"]
    assert hurried == [False, False, True]
    channel.close()


def test_what_was_asked_before_a_window_went_away_is_done(mail: Dataset) -> None:
    session = Session(mail)
    begun, left = threading.Event(), threading.Event()
    perform = session.perform
    asked: list[str] = []

    def slow(action, task=None, asked_by=None):
        asked.append(type(action).__name__)
        begun.set()
        assert left.wait(PATIENCE_S)
        return perform(action, task, asked_by)

    session.perform = slow  # type: ignore[method-assign]
    frames: list[bytes] = []
    channel = Channel(session, frames.append)
    window = Window(channel.receive, frames.pop)
    window.send("open")
    assert begun.wait(PATIENCE_S)
    window.send("move-knob", knob="alpha", value=0.25)
    window.send("search", word="money")
    window.send("move-knob", knob="beta", value=2.0)
    closing = threading.Thread(target=channel.close)
    closing.start()
    while not channel.closed:
        begun.wait(0.01)
    left.set()
    closing.join(PATIENCE_S)
    assert asked == ["Open", "MoveKnob", "MoveKnob"]
    knobs = plane_choice(session.history.step.state).knobs
    assert (knobs["alpha"], knobs["beta"]) == (0.25, 2.0)
    assert not channel.worker.is_alive()
    assert len(frames) <= 1


def test_long_work_is_not_begun_for_a_window_that_went_away(mail: Dataset) -> None:
    session = Session(mail)
    begun, left = threading.Event(), threading.Event()
    perform = session.perform

    def slow(action, task=None, asked_by=None):
        begun.set()
        assert left.wait(PATIENCE_S)
        task.report("working for long", 0.5)
        return perform(action, task, asked_by)

    session.perform = slow  # type: ignore[method-assign]
    channel = Channel(session, lambda _frame: None)
    window = Window(channel.receive, bytes)
    window.send("open")
    assert begun.wait(PATIENCE_S)
    window.send("move-knob", knob="alpha", value=0.25)
    before = session.history.step.state
    closing = threading.Thread(target=channel.close)
    closing.start()
    while not channel.closed:
        begun.wait(0.01)
    left.set()
    closing.join(PATIENCE_S)
    assert not channel.worker.is_alive()
    assert session.history.step.state == before


def test_a_task_under_way_can_be_hurried_and_the_next_one_is_not(mail: Dataset) -> None:
    session = Session(mail)
    started = threading.Event()
    perform = session.perform

    def lasting(action, task=None, asked_by=None):
        if isinstance(action, MoveKnob):
            started.set()
            deadline = threading.Event()
            while task.seconds_left > 0:
                deadline.wait(0.01)
        elif task is not None:
            assert task.seconds_left > 0
        return perform(action, task, asked_by)

    session.perform = lasting  # type: ignore[method-assign]
    frames: queue.Queue[bytes] = queue.Queue()
    channel = Channel(session, frames.put)
    window = Window(channel.receive, lambda: frames.get(timeout=PATIENCE_S))
    task = window.send("move-knob", knob="alpha", value=0.5)
    assert started.wait(PATIENCE_S)
    window.send("enough")
    assert window.answer(task)[0]["kind"] == "view"
    assert window.answer(window.send("resample"))[0]["kind"] == "view"
    channel.close()


def test_a_bug_is_told_and_logged_but_does_not_end_the_conversation(
    mail: Dataset, caplog: pytest.LogCaptureFixture
) -> None:
    session = Session(mail)
    perform = session.perform

    def broken(action, task=None, asked_by=None):
        if isinstance(action, MoveKnob):
            raise ZeroDivisionError("our own bug")
        return perform(action, task, asked_by)

    session.perform = broken  # type: ignore[method-assign]
    frames: queue.Queue[bytes] = queue.Queue()
    channel = Channel(session, frames.put)
    window = Window(channel.receive, lambda: frames.get(timeout=PATIENCE_S))
    header, _ = window.ask("move-knob", knob="alpha", value=0.5)
    assert header["error"]["code"] == "internal-error"
    assert "our own bug" in caplog.text
    assert window.ask("open")[0]["kind"] == "view"
    channel.close()


def test_two_windows_see_each_others_changes(mail: Dataset) -> None:
    session = Session(mail)
    windows = []
    channels = []
    for _ in range(2):
        frames: queue.Queue[bytes] = queue.Queue()
        channel = Channel(session, frames.put)
        channels.append(channel)
        windows.append(
            Window(channel.receive, lambda frames=frames: frames.get(timeout=PATIENCE_S))
        )
    one, other = windows
    one.ask("open")
    other.ask("open")
    one.ask("move-knob", knob="alpha", value=0.25)
    header, columns = other.read()
    assert header["reply_to"] == 0
    assert header["state"]["plane"]["knobs"]["alpha"] == 0.25
    assert "training.xy" in columns
    for channel in channels:
        channel.close()


def test_a_window_is_not_told_of_its_own_change(mail: Dataset) -> None:
    session = Session(mail)
    frames: queue.Queue[bytes] = queue.Queue()
    channel = Channel(session, frames.put)
    window = Window(channel.receive, lambda: frames.get(timeout=PATIENCE_S))
    window.ask("open")
    window.ask("move-knob", knob="alpha", value=0.25)
    assert not channel.outdated
    session.perform(MoveKnob("alpha", 0.5))
    header, _ = window.read()
    assert (header["reply_to"], header["state"]["plane"]["knobs"]["alpha"]) == (0, 0.5)
    channel.close()


def test_cancelled_is_no_error_of_a_user() -> None:
    assert not issubclass(Cancelled, ValueError)


def test_a_brief_task_tells_nothing() -> None:
    frames: list[bytes] = []
    with Progress(7, frames.append) as progress:
        for step in range(1000):
            progress("reading", step / 1000)
    sleep(2 * BRIEF_S)
    assert not frames


def test_progress_is_told_no_oftener_than_an_eye_follows() -> None:
    frames: list[bytes] = []
    with Progress(7, frames.append) as progress:
        end = monotonic() + 10 * BRIEF_S
        while monotonic() < end:
            progress("reading", 0.5)
    told = [decode_frame(frame)[0] for frame in frames]
    assert 2 <= len(told) < 22
    assert told[0] == {
        "kind": "progress",
        "reply_to": 7,
        "task": "reading",
        "done": 0.5,
        "columns": [],
    }


def test_the_last_stage_is_told_though_nothing_follows_it() -> None:
    frames: queue.Queue[bytes] = queue.Queue()
    with Progress(7, frames.put) as progress:
        progress("reading", 0.0)
        progress("counting", None)
        told, _ = decode_frame(frames.get(timeout=PATIENCE_S))
        assert (told["task"], told["done"]) == ("counting", None)
        progress("writing", None)
        assert decode_frame(frames.get(timeout=PATIENCE_S))[0]["task"] == "writing"
    progress("too late", None)
    assert frames.empty()


def test_a_page_hears_of_a_task_before_it_hears_news_of_it() -> None:
    frames: list[bytes] = []
    with Progress(7, frames.append) as progress:
        progress("growing level 1", 0.1)
        progress.pass_on("growing", {"levels": 2})
    assert [decode_frame(frame)[0]["kind"] for frame in frames] == ["progress", "news"]


def test_lists_that_grew_send_only_what_is_new(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_lists, "FEWEST_KEPT", 2)
    window.ask("open")
    known: list[object] = []
    kept = []
    window.ask("set-confidence", confidence=None)
    for action, fields in (
        ("open-matrix", {"all_classes": False}),
        *(("ask-want", {"want": f"errors <= {count}"}) for count in (30, 20, 10)),
    ):
        header, _ = window.ask(action, **fields)
        assert header["kind"] == "view"
        kept.append(header.get("kept", {}).get("matrix", {}).get("trajectory", 0))
        known[kept[-1] :] = header["view"]["matrix"]["trajectory"]
    assert kept[0] == 0 < kept[-1]
    whole, _ = window.ask("open")
    assert "kept" not in whole
    assert known == whole["view"]["matrix"]["trajectory"]
