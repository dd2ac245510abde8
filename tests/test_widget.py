"""The notebook widget speaks the same protocol as the socket; the notebook carries it."""

from __future__ import annotations

import gc
import queue
import weakref
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import make_classification
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import GaussianNB, MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.errors import raises

from steersman import LikelihoodSpaceClassifier
from steersman.data import Dataset
from steersman.session.plane.actions import MoveKnob
from steersman.session.plane.choice import plane_choice
from steersman.widget import SAVED, STATIC, Workbench, matrix, plane
from steersman.wire.frames import decode_frame

PATIENCE_S = 20

pytestmark = pytest.mark.skipif(
    not (STATIC / "widget.js").is_file(), reason="the page has not been built: make install"
)


@pytest.fixture
def bench(mail: Dataset, monkeypatch: pytest.MonkeyPatch):
    """A workbench whose messages to the notebook are kept."""
    frames: queue.Queue[bytes] = queue.Queue()

    def keep(_self: Workbench, _content: object, buffers: object = None) -> None:
        if buffers:
            frames.put(buffers[0])

    monkeypatch.setattr(Workbench, "send", keep)
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


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages to the notebook go nowhere."""
    monkeypatch.setattr(Workbench, "send", lambda *_content, **_buffers: None)


def numbers(rows: int = 400) -> tuple[np.ndarray, np.ndarray]:
    return make_classification(rows, 4, n_redundant=0, flip_y=0.1, random_state=0)


def test_attributes_follow_the_page(bench) -> None:
    heard: queue.Queue[str] = queue.Queue()
    bench.on_change(lambda changed: heard.put(changed.want))
    bench.receive(bench, {"id": 1, "action": "open-matrix"}, [])
    assert heard.get(timeout=PATIENCE_S) == ""
    assert bench.model is not None
    assert bench.steering is None
    bench.receive(bench, {"id": 2, "action": "ask-want", "want": "fp <= 3"}, [])
    assert heard.get(timeout=PATIENCE_S) == "fp <= 3"
    assert bench.steering.after[0, 1] <= 3
    assert bench.history[-1] == "fp <= 3"


def test_the_page_follows_attributes(bench, mail: Dataset) -> None:
    bench.positive = "web"
    bench.want = "maximize recall subject to fpr <= 5%"
    assert bench.steering.model is bench.model
    header, _ = decode_frame(bench.frames.get(timeout=PATIENCE_S))
    assert header["kind"] == "view"
    assert set(bench.model.predict(mail.X)) <= {"web", "not web"}
    assert bench.state.category == "web"


def test_the_model_of_a_frame_takes_frames(silent) -> None:
    X, codes = numbers()
    frame = pd.DataFrame({"size": X[:, 0], "port": np.where(X[:, 1] > 0, "Oslo", "Rome")})
    bench = Workbench(frame.assign(kind=np.array(["ham", "spam"])[codes]), label="kind")
    assert bench.model is None
    bench.want = "fp <= 10"
    assert set(bench.model.predict(frame)) <= {"ham", "spam"}
    bench.close()


def test_an_attribute_that_cannot_be_met_stays_as_it_was(bench) -> None:
    bench.want = "fp <= 5"
    for name, value, code in (
        ("want", "fpp <= 1", "unknown-measure"),
        ("positive", "eggs", "unknown-category"),
    ):
        before = getattr(bench, name)
        with raises(code):
            setattr(bench, name, value)
        assert getattr(bench, name) == before


@pytest.mark.parametrize("labels", [("ham", "spam"), (False, True), (2, 10)])
@pytest.mark.parametrize("scaled", [False, True])
def test_a_fitted_model_is_steered_on_its_own_rows(silent, labels: tuple, scaled: bool) -> None:
    X, codes = numbers()
    y = np.array(labels)[codes]
    model = make_pipeline(StandardScaler(), GaussianNB()) if scaled else GaussianNB()
    model.fit(X[:200], y[:200])
    bench = Workbench(model, X[200:], y[200:])
    np.testing.assert_array_equal(bench.model.predict(X), model.predict(X))
    np.testing.assert_array_equal(bench.model.classes_, np.array(labels))
    bench.want = "fp <= 0"
    assert bench.steering.before[0, 1] > 0
    assert (bench.steering.met, bench.steering.after[0, 1]) == (True, 0)
    moved = bench.model.predict(X)
    assert set(moved) <= set(np.array(labels).tolist())
    assert np.sum(moved == labels[1]) < np.sum(model.predict(X) == labels[1])
    bench.close()


def test_text_pipelines_and_frames_are_taken_as_they_are(silent) -> None:
    X, codes = numbers()
    y = np.array(["ham", "spam"])[codes]
    texts = [f"cheap loan {word}" if word > "m" else f"dear {word}" for word in y]
    model = make_pipeline(CountVectorizer(), MultinomialNB()).fit(texts[:100], y[:100])
    bench = matrix(model, texts, y, want="fp <= 0")
    np.testing.assert_array_equal(bench.model.predict(texts), y)
    assert (bench.room, bench.compact) == ("matrix", True)
    bench.close()
    with raises("labels-missing"):
        Workbench(model, texts)
    with raises("given-in-project"):
        Workbench(model, texts, y, project="mail.steer")
    with raises("unknown-labels"):
        Workbench(model, texts, ["eggs"] * 400)
    with raises("rows-not-numbers"):
        Workbench(GaussianNB().fit(X, y), pd.DataFrame({"port": y}), y)


def test_the_plane_of_a_classifier_has_its_priors(silent, mail: Dataset) -> None:
    model = LikelihoodSpaceClassifier(alpha=0.25, beta=2.0).fit(mail.X, mail.y)
    bench = plane(model, mail.X, mail.y)
    knobs = plane_choice(bench.state).knobs
    assert (knobs["alpha"], knobs["beta"], bench.room) == (0.25, 2.0, "plane")
    bench.close()


def test_the_numbers_are_saved_with_the_notebook(bench) -> None:
    bench.want = "fp <= 5"
    data, _ = bench._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    after = bench.steering.after
    for html in (data["text/html"], bench.snapshot()._repr_html_(), bench.picture):
        assert all(f">{count:,}</td>" in html for count in after.ravel().tolist())
    assert len(data["text/plain"]) < 200


def test_the_numbers_are_an_output_of_their_own_that_a_page_hides(bench) -> None:
    bench.want = "fp <= 5"
    saved, page = bench.outputs()
    # An export shows the view of a widget, or nothing: numbers beside it would not be seen.
    assert set(saved) == {"text/html", "text/plain"}
    assert "application/vnd.jupyter.widget-view+json" in page
    assert bench.picture in saved["text/html"]
    assert saved["text/html"].startswith(f'<div class="{SAVED}">')
    hidden = (STATIC / "widget.css").read_text().replace(" ", "")
    assert f".{SAVED}{{display:none" in hidden


def test_a_message_is_acknowledged_before_it_is_done(
    mail: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[object] = []
    monkeypatch.setattr(Workbench, "send", lambda _self, content, **_: sent.append(content))
    bench = Workbench(mail)
    bench.receive(bench, {"kind": "ping"}, [])
    assert sent == [{"kind": "heard"}]
    bench.close()


def test_closing_frees_the_session(silent, mail: Dataset) -> None:
    bench = Workbench(mail)
    bench.want = "fp <= 5"
    session = weakref.ref(bench.session)
    bench.close()
    assert (bench.model, bench.steering) == (None, None)
    gc.collect()
    assert session() is None
    with raises("workbench-closed"):
        _ = bench.state
