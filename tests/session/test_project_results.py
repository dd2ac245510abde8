"""Results that a project stores: taken only for what they were computed from, never by place."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from skops.io import dumps

from steersman.compare.recipes import Recipe
from steersman.data import Dataset
from steersman.learn.steering import Attainable
from steersman.session import Session
from steersman.session import results as project_results
from steersman.session.matrix import begins, want_search
from steersman.session.matrix import models as matrix_models
from steersman.session.matrix.actions import AskWant, ChooseModel, OpenMatrix
from steersman.session.matrix.room import MatrixRoom
from steersman.session.plane.actions import MoveKnob
from steersman.session.plane.choice import plane_choice
from steersman.session.plane.room import PlaneRoom
from steersman.session.project.room import ProjectRoom
from steersman.session.question import ChooseCategory
from steersman.session.results import ActionResults, digest, stored_archive
from steersman.session.storage.project import Origin, project_session
from steersman.tasks import Task

STEPS = (
    ChooseCategory("maths"),
    OpenMatrix(),
    AskWant("fp <= 2"),
    ChooseModel("neighbors"),
    AskWant("fn <= 1"),
    ChooseModel("martingale", levels=3),
    AskWant("fp <= 2"),
)


class Fits:
    """Counts the fits and the searches of the matrix room."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        for module, work in (
            (begins, begins.steer),
            (want_search, want_search.steering_toward),
            (matrix_models, matrix_models.fit_model),
        ):
            monkeypatch.setattr(module, work.__name__, partial(self.called, work))

    def called(self, work: Callable[..., object], *given: object, **options: object) -> object:
        self.count += 1
        return work(*given, **options)

    def during(self, work: Callable[[], Session]) -> tuple[int, Session]:
        before = self.count
        session = work()
        return self.count - before, session


@pytest.fixture
def fits(monkeypatch: pytest.MonkeyPatch) -> Fits:
    """All results are stored, however quick they were."""
    monkeypatch.setattr(project_results, "MIN_STORED_S", 0.0)
    return Fits(monkeypatch)


@pytest.fixture
def project(mail: Dataset, tmp_path: Path, fits: Fits) -> Iterator[Callable[[], Session]]:
    """Opens a project in which models were fitted and steered."""
    opened: list[Session] = []

    def opens() -> Session:
        for session in opened:
            session.log.store.close()
        opened.append(project_session(tmp_path / "work.steer", Origin(mail)))
        return opened[-1]

    session = opens()
    for action in STEPS:
        session.perform(action)
    yield opens
    opened[-1].log.store.close()


def figures(session: Session) -> tuple[object, ...]:
    """State, F1 and matrix after every step, and what every model of the room says."""
    shelves = session.rooms[MatrixRoom].models.registries.values()
    models = [each for shelf in shelves for each in shelf.models]
    rows = session.corpus_of(session.history.step.state).dataset.X
    return (
        session.history,
        [each.holdout.tolist() for each in models],
        [each.model.predict(rows).tolist() for each in models],
    )


def keys(session: Session) -> set[str]:
    return session.log.store.result_keys()


def test_opening_again_fits_nothing_and_has_the_same_bits(project, fits: Fits, mail) -> None:
    live = Session(mail)
    for action in STEPS:
        live.perform(action)
    count, again = fits.during(project)
    assert (count, again.rooms[ProjectRoom].notice) == (0, "")
    assert figures(again) == figures(live)


def test_a_model_from_the_file_is_steered_like_the_fitted_one(project, mail) -> None:
    live, again = Session(mail), project()
    for action in (*STEPS, ChooseModel("logistic")):
        live.perform(action)
    again.perform(ChooseModel("logistic"))
    for session in (live, again):
        session.perform(AskWant("fp <= 1"))
    assert figures(again) == figures(live)


@pytest.mark.parametrize("library", ["steersman", "scikit-learn", "numpy"])
def test_results_of_another_version_are_not_taken(
    project, fits: Fits, monkeypatch: pytest.MonkeyPatch, library: str
) -> None:
    before = keys(project())
    here = project_results.versions_here()
    monkeypatch.setattr(project_results, "versions_here", lambda: {**here, library: "0.0.1"})
    count, again = fits.during(project)
    assert count >= len(STEPS) - 1
    assert again.rooms[ProjectRoom].notice == ""
    assert not keys(again) & before
    count, _again = fits.during(project)
    assert count == 0


@pytest.mark.parametrize(
    "damage",
    ["x'00'", "substr(value, 1, length(value) / 2)", "replace(value, 'PK', 'KP')", "x''"],
)
def test_damaged_results_are_computed_and_stored_again(project, fits: Fits, damage: str) -> None:
    session = project()
    before, path = figures(session), session.log.store.path
    with sqlite3.connect(path) as connection:
        connection.execute(f"UPDATE results SET value = CAST({damage} AS BLOB)")  # noqa: S608
    connection.close()
    count, again = fits.during(project)
    assert count >= len(STEPS) - 1
    assert again.rooms[ProjectRoom].notice == ""
    assert figures(again) == before
    assert fits.during(project)[0] == 0


def test_a_value_of_a_foreign_type_is_neither_stored_nor_built(mail: Dataset) -> None:
    assert stored_archive(SimpleNamespace(a=1)) is None
    assert stored_archive({"a": 1, "b": np.arange(3)}) is not None
    forged = ActionResults(lambda _key: dumps(SimpleNamespace(a=1)))
    assert Task(results=forged).result("model", tuple, lambda: "computed") == "computed"


def test_a_gesture_that_goes_on_leaves_no_result_of_its_former_place(
    mail: Dataset, tmp_path: Path, fits: Fits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both movements are one entry; what the first one found must not be taken for the last."""
    computed, taken = [], []
    performed = PlaneRoom.apply

    def slow(room: PlaneRoom, corpus, state, action, task: Task):
        def compute() -> float:
            computed.append(action.value)
            return action.value

        taken.append(task.result("probe", lambda: action.value, compute))
        return performed(room, corpus, state, action, task)

    monkeypatch.setattr(PlaneRoom, "apply", slow)
    session = project_session(tmp_path / "work.steer", Origin(mail))
    for value in (0.3, 0.2):
        session.perform(MoveKnob("alpha", value, gesture=1))
    assert len(keys(session)) == 2
    session.log.store.close()
    again = project_session(tmp_path / "work.steer", Origin(mail))
    assert (computed, taken) == ([0.3, 0.2], [0.3, 0.2, 0.2])
    assert len(keys(again)) == 1
    assert plane_choice(again.history.step.state).knobs["alpha"] == 0.2
    again.log.store.close()


def test_a_search_that_was_hurried_is_stored_however_quick_it_was() -> None:
    results = ActionResults()
    task = Task(results=results)
    assert task.result("steering", lambda: 1, lambda: "all") == "all"
    assert results.new == {}
    hurried = replace(task, hurried=lambda: True)
    assert hurried.result("steering", lambda: 1, lambda: "some") == "some"
    stored = {key: content for key, (_, content) in results.new.items()}
    again = replace(task, results=ActionResults(stored.get))
    assert again.result("steering", lambda: 1, lambda: "all") == "some"
    assert again.result("steering", lambda: 2, lambda: "all") == "all"
    assert again.result("model", lambda: 1, lambda: "all") == "all"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, 1.0),
        (1, True),
        ("1", 1),
        ([1, [2]], [[1], 2]),
        (np.arange(4), np.arange(4.0)),
        (np.arange(4), np.arange(4).reshape(2, 2)),
        (np.array(["a", "b"], dtype=object), np.array(["a", "c"], dtype=object)),
        (csr_matrix([[0, 1]]), csr_matrix([[1, 0]])),
        (csr_matrix([[0, 1]]), csr_matrix([[0, 1], [0, 0]])),
        (Recipe("a", "logistic"), Recipe("a", "forest")),
        ({"a": 1}, {"a": 2}),
        (0.1 + 0.2, 0.3),
    ],
)
def test_what_differs_has_another_digest(one: object, other: object) -> None:
    assert digest(one) != digest(other)
    assert digest([one]) == digest((one,))


def test_what_a_value_has_computed_since_has_no_part_in_its_digest() -> None:
    known = Attainable(np.arange(4.0), 1.5, np.array([0, 1, 0, 1]))
    before = digest(known)
    assert len(known.cutoffs) > 1
    assert digest(known) == before
