"""What was done by hand is a program: done again, it gives the same model."""

from __future__ import annotations

import io
import json
import re
import runpy
import sqlite3
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest
from pandas import DataFrame
from sklearn.naive_bayes import BernoulliNB

from steersman import load_model
from steersman.data import Dataset, load
from steersman.session import Session
from steersman.session import results as project_results
from steersman.session.history_actions import Redo, Undo
from steersman.session.matrix import begins, want_search
from steersman.session.matrix import models as matrix_models
from steersman.session.matrix.actions import (
    AskWant,
    ChooseModel,
    ExportModel,
    OpenMatrix,
    PinModel,
)
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.matrix.room import MatrixRoom
from steersman.session.plane import searches as plane_searches
from steersman.session.plane.actions import Autotune, BestLine, MoveKnob, SetCurve, SetFeatures
from steersman.session.plane.model import plane_classifier
from steersman.session.plane.room import PlaneRoom
from steersman.session.project.actions import NameProject, TakeBack, WriteNote
from steersman.session.project.room import ProjectRoom
from steersman.session.question import ChooseCategory
from steersman.session.storage.headless import replayed_project, save_shown_model
from steersman.session.storage.notes import noted_steps
from steersman.session.storage.project import Origin, project_session
from steersman.session.storage.replay import Difference
from steersman.session.storage.store import Store
from steersman.tasks import Task

everything = runpy.run_path(str(Path(__file__).parent / "test_projects.py"))["everything"]

BY_HAND = [
    MoveKnob("alpha", 0.3, gesture=1),
    MoveKnob("alpha", 0.2, gesture=1),
    Autotune(per_feature=True),
    BestLine("training"),
    OpenMatrix(),
    AskWant("fp <= 2"),
    ChooseModel("neighbors"),
    AskWant("fp <= 1"),
    Undo(),
    ChooseModel("martingale", levels=2),
    AskWant("fn <= 2"),
    PinModel(1, "mine"),
    ChooseModel("logistic"),
    AskWant("fn <= 1"),
]


def done_by_hand(path: Path, origin: Origin, actions: list[object] = BY_HAND) -> Session:
    session = project_session(path, origin)
    session.perform(ChooseCategory("maths")) if origin.dataset.name == "small-mail" else None
    for action in actions:
        session.perform(action)
    return session


def content(archive: bytes) -> list[tuple[str, bytes]]:
    """What a model file holds, without the addresses and the order in which skops wrote it."""
    with ZipFile(io.BytesIO(archive)) as members:
        schema = members.read("schema.json").decode()
        schema = re.sub(r'"__id__": \d+', "", schema)
        for place, name in enumerate(re.findall(r'"file": "([^"]+)"', schema)):
            schema = schema.replace(name, f"file {place}")
        files = re.findall(r'"file": "([^"]+)"', members.read("schema.json").decode())
        return [
            ("schema", schema.encode()),
            *[(str(i), members.read(f)) for i, f in enumerate(files)],
        ]


def test_the_replayed_model_is_the_live_one(tmp_path: Path) -> None:
    wine = load("wine")
    live = done_by_hand(tmp_path / "work.steer", Origin(wine, "wine"))
    shown = live.history.step.state.choice(MatrixChoice).shown
    saved = live.perform(ExportModel(shown)).columns[0].values.tobytes()
    (tmp_path / "live.skops").write_bytes(saved)
    again = replayed_project(tmp_path / "work.steer", Task())
    assert again.replayed.differences == ()
    save_shown_model(again.session, tmp_path / "again.skops")
    assert content((tmp_path / "again.skops").read_bytes()) == content(saved)
    models = [load_model(tmp_path / name) for name in ("live.skops", "again.skops")]
    rows = DataFrame(wine.X, columns=wine.feature_names)
    first, second = (model.predict(rows) for model in models)
    assert np.array_equal(first, second)
    live.log.store.close()


@pytest.mark.parametrize(("part", "other"), [("state", "another"), ("matrix", [[1, 0], [0, 1]])])
def test_a_replay_says_which_step_differs_in_what(tmp_path: Path, part: str, other: object) -> None:
    origin = Origin(load("wine"), "wine")
    path = tmp_path / "work.steer"
    steps = [MoveKnob("alpha", 0.3), OpenMatrix(), AskWant("errors <= 1"), MoveKnob("beta", 2.0)]
    done_by_hand(path, origin, steps).log.store.close()
    assert replayed_project(path, Task()).replayed.differences == ()
    with sqlite3.connect(path) as connection:
        row = connection.execute("SELECT outcome FROM entries WHERE number = 3").fetchone()
        outcome = {**json.loads(row[0]), part: other}
        connection.execute(
            "UPDATE entries SET outcome = ? WHERE number = 3", (json.dumps(outcome),)
        )
    connection.close()
    (difference,) = replayed_project(path, Task()).replayed.differences
    assert difference == Difference(3, "errors <= 1", (part,))


@pytest.mark.parametrize("split", [0, 1])
def test_a_replay_with_another_f1_is_told(tmp_path: Path, split: int) -> None:
    path = tmp_path / "work.steer"
    done_by_hand(path, Origin(load("wine"), "wine"), [MoveKnob("alpha", 0.3)]).log.store.close()
    with sqlite3.connect(path) as connection:
        ((number, text),) = connection.execute("SELECT number, outcome FROM entries").fetchall()
        outcome = json.loads(text)
        outcome["f1"][split] += 1e-3
        connection.execute("UPDATE entries SET outcome = ?", (json.dumps(outcome),))
    connection.close()
    (difference,) = replayed_project(path, Task()).replayed.differences
    assert (difference.number, difference.parts) == (number, ("f1",))


def test_opening_again_takes_what_took_long_as_it_was(
    mail: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every fit and search is kept, and none is done again."""
    monkeypatch.setattr(project_results, "MIN_STORED_S", 0.0)
    forest = [ChooseModel("forest"), AskWant("fp <= 1")]
    live = done_by_hand(tmp_path / "work.steer", Origin(mail), [*BY_HAND, *forest])
    live.log.store.close()

    def not_again(*_given: object, **_options: object) -> None:
        raise AssertionError("it is known")

    for name, module in (
        ("steer", begins),
        ("steering_toward", want_search),
        ("fit_model", matrix_models),
        ("autotune", plane_searches),
    ):
        monkeypatch.setattr(module, name, not_again)
    again = project_session(tmp_path / "work.steer", Origin(mail))
    assert again.rooms[ProjectRoom].notice == ""
    assert everything(again) == everything(live)
    shelves = zip(
        again.rooms[MatrixRoom].models.registries.values(),
        live.rooms[MatrixRoom].models.registries.values(),
    )
    for mine, theirs in shelves:
        for one, other in zip(mine.models, theirs.models, strict=True):
            assert np.array_equal(one.model.predict(mail.X), other.model.predict(mail.X))
    monkeypatch.undo()
    again.log.store.close()
    for session in (live, again):
        session.log = None
        session.perform(AskWant("fp <= 3"))
        session.perform(Undo())
        session.perform(Redo())
    assert everything(again) == everything(live)


@pytest.mark.parametrize(
    "actions",
    [
        [],
        [MoveKnob("alpha", 0.01), MoveKnob("slope", 1.3), SetFeatures(6)],
        [BestLine("training")],
        [SetCurve(2)],
        [Autotune(per_feature=True)],
    ],
)
def test_the_line_of_the_plane_decides_as_on_the_page(mail: Dataset, actions: list) -> None:
    session = Session(mail)
    session.perform(ChooseCategory("maths"))
    for action in actions:
        session.perform(action)
    plane = session.rooms[PlaneRoom].plane(session.history.step.state)
    present = plane.counts.corpus.present.matrix()
    model = plane_classifier(plane)
    for split in ("training", "validation"):
        points = plane.split(split)
        rows = present[points.rows]
        assert np.array_equal(model.predict(rows), plane.boundary.margins(points.coordinates) > 0)
    if not actions:
        training, held = plane.split("training"), plane.split("validation")
        peer = BernoulliNB().fit(present[training.rows], training.positive)
        rows = present[held.rows]
        assert np.array_equal(model.predict(rows), peer.predict(rows))


def test_notes_are_read_with_their_steps(mail: Dataset, tmp_path: Path) -> None:
    session = project_session(tmp_path / "work.steer", Origin(mail))
    session.perform(MoveKnob("alpha", 0.3))
    session.perform(WriteNote("better", session.history.step.number))
    session.perform(WriteNote("about-mail"))
    session.perform(NameProject("Mail"))
    session.perform(NameProject("Mails"))
    session.perform(TakeBack())
    session.perform(Undo())
    session.perform(MoveKnob("beta", 3.0))
    title, note, steps = noted_steps(session.log.store)
    assert (title, note) == ("Mail", "about-mail")
    assert [(step.label, step.note) for step in steps] == [
        ("opened", ""),
        ("alpha 0.3", "better"),
        ("beta 3", ""),
    ]
    assert Store.read_only(tmp_path / "work.steer").facts["name"] == "Mail"
    session.log.store.close()
