"""Labels that a person corrects: every room sees them, and undo takes them back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
from tests.errors import raises

from steersman.data import Dataset, load
from steersman.session import Session
from steersman.session.compare.actions import AddModel, OpenCompare, RunComparison
from steersman.session.history_actions import Redo, Undo
from steersman.session.matrix.actions import AskPython, AskWant, OpenMatrix, SetConfidence, SetCosts
from steersman.session.matrix.problem import MatrixProblem
from steersman.session.matrix.room import MatrixRoom
from steersman.session.plane.actions import Autotune
from steersman.session.plane.choice import PlaneChoice
from steersman.session.question import ChooseCategory, RelabelRows, SetState
from steersman.session.storage.headless import replayed_project
from steersman.session.storage.project import Origin, project_session
from steersman.session.why.actions import ExportLabels, WhyRow
from steersman.tasks import Task


def problem_of(session: Session) -> MatrixProblem:
    state = session.state
    return session.rooms[MatrixRoom].models.problem(session.corpus_of(state), state)


def test_a_corrected_label_moves_no_row_and_the_model_is_fitted_to_it(patients: Dataset) -> None:
    session = Session(patients)
    session.perform(OpenMatrix())
    before = problem_of(session)
    models = session.rooms[MatrixRoom].models
    old = models.current_model(session.state).model
    ill = before.training.rows[before.training.y == "ill"][:40].tolist()
    held = before.holdout.rows[before.holdout.y == "ill"][:3].tolist()
    view = session.perform(RelabelRows((*ill, *held), "well"))
    after = problem_of(session)
    for one, other in (
        (before.training, after.training),
        (before.holdout, after.holdout),
        (before.test, after.test),
    ):
        assert one.rows.tolist() == other.rows.tolist()
    changed = after.training.rows[before.training.y != after.training.y]
    assert sorted(changed.tolist()) == sorted(ill)
    assert view.values["state"]["corrections"] == {str(row): "well" for row in ill + held}
    fitted = models.current_model(session.state)
    expected = fitted.model.fit(after.training.X, after.training.y)
    assert fitted.model is not old
    assert fitted.holdout.sum(axis=1).tolist() == [
        int((after.holdout.y == name).sum()) for name in ("ill", "well")
    ]
    assert np.array_equal(expected.predict(after.holdout.X), fitted.model.predict(after.holdout.X))
    session.perform(Undo())
    assert models.current_model(session.state).model is old
    assert not session.state.corrections
    session.perform(Redo())
    assert len(session.state.corrections) == 43


def test_a_label_given_back_is_no_correction(patients: Dataset) -> None:
    session = Session(patients)
    session.perform(OpenMatrix())
    row = int(problem_of(session).training.rows[0])
    was = str(patients.y[row])
    other = "ill" if was == "well" else "well"
    session.perform(RelabelRows((row,), other))
    assert dict(session.state.corrections) == {str(row): other}
    session.perform(RelabelRows((row,), was))
    assert not session.state.corrections
    session.perform(RelabelRows((row,), other))
    session.perform(RelabelRows((row,)))
    assert not session.state.corrections


def test_what_cannot_be_relabeled_is_refused(patients: Dataset) -> None:
    session = Session(patients)
    session.perform(OpenMatrix())
    sealed = int(problem_of(session).test.rows[0])
    with raises("row-sealed"):
        session.perform(RelabelRows((sealed,), "well"))
    with raises("unknown-row"):
        session.perform(RelabelRows((480,), "well"))
    with raises("unknown-category"):
        session.perform(RelabelRows((0,), "dead"))
    with raises("unknown-row"):
        session.perform(SetState(replace(session.state, corrections={"9999": "well"})))


def test_costs_and_wants_are_kept_for_the_corrected_rows(patients: Dataset) -> None:
    session = Session(patients)
    session.perform(OpenMatrix())
    session.perform(SetCosts(((0.0, 1.0), (7.0, 0.0))))
    # So few rows could guarantee no such recall.
    session.perform(SetConfidence(None))
    session.perform(AskWant("recall(ill) >= 95%"))
    row = int(problem_of(session).holdout.rows[0])
    other = "ill" if patients.y[row] == "well" else "well"
    view = session.perform(RelabelRows((row,), other)).values["matrix"]
    assert view["shown"]["matrix"][0][0] >= 0.95 * sum(view["shown"]["matrix"][0])
    assert session.state.rooms["matrix"].costs == ((0.0, 1.0), (7.0, 0.0))


def test_the_other_rooms_count_corrected_labels(mail: Dataset) -> None:
    session = Session(mail)
    session.perform(Autotune(per_feature=True))
    session.perform(OpenMatrix())
    rows = problem_of(session).training.rows[:4].tolist()
    session.perform(OpenCompare())
    session.perform(AddModel("multinomial"))
    session.perform(RunComparison())
    kept = session.state.rooms["compare"].models
    sizes = dict(session.view().values["categories"][0])
    label = session.corpus_of(session.state).categories[0]
    moved = [row for row in rows if session.corpus_of(session.state).labels(row) != [label]]
    assert moved
    view = session.perform(RelabelRows(tuple(moved), label))
    assert view.values["categories"][0]["documents"] == sizes["documents"] + len(moved)
    assert session.state.rooms["compare"].models == kept
    assert session.state.choice(PlaneChoice).tuned is None


def test_corrections_are_in_the_python_lines_and_give_the_same_model() -> None:
    data = load("breast-cancer")
    session = Session(data)
    session.perform(OpenMatrix())
    rows = problem_of(session).training.rows[:6].tolist()
    session.perform(RelabelRows(tuple(rows), "malignant"))
    shown = session.rooms[MatrixRoom].models.current_model(session.state)
    text = session.perform(AskPython(shown.number)).values["text"]
    made: dict[str, object] = {}
    exec(text, made)  # noqa: S102
    problem = problem_of(session)
    assert made["y"].tolist() == problem.holdout.y.tolist()
    expected = shown.model.predict(problem.holdout.X).tolist()
    assert made["model"].predict(problem.holdout.X).tolist() == expected


def test_a_replay_relabels_again(tmp_path: Path) -> None:
    data = load("wine")
    session = project_session(tmp_path / "a.steer", Origin(data, "wine"))
    session.perform(OpenMatrix())
    rows = problem_of(session).training.rows[:3].tolist()
    session.perform(RelabelRows(tuple(rows), session.corpus_of(session.state).categories[2]))
    session.perform(Undo())
    session.perform(RelabelRows(tuple(rows[:2]), session.corpus_of(session.state).categories[1]))
    state, shown = session.state, problem_of(session).training.y.tolist()
    session.log.store.close()
    again = replayed_project(tmp_path / "a.steer", Task())
    assert again.replayed.differences == ()
    assert again.session.state.digest == state.digest
    assert problem_of(again.session).training.y.tolist() == shown


def test_one_of_several_labels_is_added_and_taken_away() -> None:
    rng = np.random.default_rng(2)
    about = rng.random((240, 2)) < 0.4
    rows = [
        {
            "text": " ".join(
                [*(["oil"] * 3 if crude else []), *(["wheat"] * 3 if grain else []), "market news"]
            ),
            "topic": [name for name, is_about in (("crude", crude), ("grain", grain)) if is_about]
            or ["other"],
        }
        for crude, grain in about.tolist()
    ]
    data = load(pd.DataFrame(rows), text="text", label="topic", name="news")
    assert data.is_multilabel
    session = Session(data)
    session.perform(ChooseCategory("crude"))
    session.perform(OpenMatrix())
    problem = problem_of(session)
    row = int(problem.training.rows[problem.training.y == "crude"][0])
    corpus = session.corpus_of(session.state)
    before = corpus.labels(row)
    assert session.perform(WhyRow(row)).values["other_labels"] == ["not crude"]
    session.perform(RelabelRows((row,), "not crude"))
    assert session.perform(WhyRow(row)).values["other_labels"] == ["crude"]
    table = bytes(session.perform(ExportLabels()).columns[0].values).decode().splitlines()
    assert sum(",crude" in line for line in table[1:]) >= 1
    now = session.corpus_of(session.state).labels(row)
    assert now == [name for name in before if name != "crude"]
    assert problem_of(session).training.y[problem.training.rows == row] == ["not crude"]
    session.perform(RelabelRows((row,), "crude"))
    assert not session.state.corrections
    session.perform(RelabelRows((row,), "other"))
    assert session.corpus_of(session.state).labels(row) == [
        name for name in corpus.categories if name in {*before, "other"}
    ]
    session.perform(RelabelRows((row,)))
    assert not session.state.corrections
    with raises("unknown-category"):
        session.perform(RelabelRows((row,), "sports"))
    for wrong in ("crude", "[1]"):
        with raises("correction-unreadable"):
            session.perform(SetState(replace(session.state, corrections={str(row): wrong})))
