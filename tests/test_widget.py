"""The notebook widget speaks the same protocol as the socket; the notebook carries it."""

from __future__ import annotations

import queue
from pathlib import Path

import numpy as np
import pytest
from tests.errors import raises

from steersman.data import Dataset
from steersman.session.plane.actions import MoveKnob
from steersman.session.plane.choice import plane_choice
from steersman.widget import STATIC, Workbench
from steersman.wire.frames import decode_frame

PATIENCE_S = 20

pytestmark = pytest.mark.skipif(
    not (STATIC / "widget.js").is_file(), reason="the page has not been built: make install"
)


@pytest.fixture
def bench(mail: Dataset, monkeypatch: pytest.MonkeyPatch):
    """A workbench whose messages to the notebook are kept."""
    frames: queue.Queue[bytes] = queue.Queue()
    monkeypatch.setattr(
        Workbench, "send", lambda _self, _content, buffers=None: frames.put(buffers[0])
    )
    bench = Workbench(mail)
    bench.frames = frames
    yield bench
    bench.close()


def test_a_message_from_the_notebook_is_answered_with_a_frame(bench) -> None:
    bench.receive(bench, {"id": 1, "action": "open"}, [])
    header, columns = decode_frame(bench.frames.get(timeout=PATIENCE_S))
    assert header["kind"] == "view"
    assert columns["training.xy"].dtype == np.float32


def test_the_state_can_be_read_back(bench) -> None:
    bench.receive(bench, {"id": 1, "action": "move-knob", "knob": "alpha", "value": 0.25}, [])
    bench.frames.get(timeout=PATIENCE_S)
    assert plane_choice(bench.state).knobs["alpha"] == 0.25


def test_a_mistake_comes_back_as_an_error(bench) -> None:
    bench.receive(bench, {"id": 1, "action": "move-knob", "knob": "alpha", "value": -1}, [])
    header, _ = decode_frame(bench.frames.get(timeout=PATIENCE_S))
    assert header["kind"] == "error"


def test_the_page_and_the_widget_are_one_component() -> None:
    script = (STATIC / "widget.js").read_text()
    assert "export" in script
    assert (STATIC / "widget.css").stat().st_size > 0


def test_data_that_cannot_be_read_is_said() -> None:
    with raises("file-missing", file="nowhere.csv"):
        Workbench("nowhere.csv", label="y")


def test_a_project_goes_on_when_the_notebook_is_opened_again(
    mail: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Workbench, "send", lambda *_content, **_buffers: None)
    for alpha in (0.25, 0.5):
        bench = Workbench(mail, project=tmp_path / "mail.steer")
        bench.session.perform(MoveKnob("alpha", alpha))
        bench.close()
    bench = Workbench(mail, project=str(tmp_path / "mail.steer"))
    assert [plane_choice(step.state).knobs["alpha"] for step in bench.session.history.steps] == [
        1.0,
        0.25,
        0.5,
    ]
    bench.close()
    assert Workbench(mail).session.log is None


def test_a_cell_that_is_run_again_takes_its_project_over(
    mail: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Workbench, "send", lambda *_content, **_buffers: None)
    monkeypatch.chdir(tmp_path)
    first = Workbench(mail, project="mail.steer")
    first.session.perform(MoveKnob("alpha", 0.25))
    other = Workbench(mail, project="other.steer")
    again = Workbench(mail, project=tmp_path / "mail.steer")
    assert plane_choice(again.state).knobs["alpha"] == 0.25
    other.session.perform(MoveKnob("alpha", 0.5))
    for bench in (other, again):
        bench.close()
    with raises("folder-missing"):
        Workbench(mail, project=tmp_path / "elsewhere" / "mail.steer")
    assert not (tmp_path / "elsewhere").exists()
