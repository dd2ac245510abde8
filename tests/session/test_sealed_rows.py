"""The sealed rows are one set for all questions of a data set, and looks at them are counted so."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from steersman.data import Dataset, load, sealed_rows
from steersman.session import Session
from steersman.session.compare.actions import OpenCompare
from steersman.session.compare.room import CompareRoom
from steersman.session.matrix.actions import AskPython, ExportCard, OpenMatrix, OpenTest
from steersman.session.matrix.room import MatrixRoom
from steersman.session.question import ChooseCategory, Resample


def asked(session: Session):
    """The rows of the question on show."""
    state = session.history.step.state
    return session.rooms[MatrixRoom].models.problem(session.library.corpora[state.dataset], state)


def questions(session: Session, everything: bool = True):
    """Each question of the data set in turn."""
    for category in session.library.corpora[session.history.step.state.dataset].categories:
        session.perform(ChooseCategory(category))
        session.perform(OpenMatrix())
        yield asked(session)
    if everything:
        session.perform(OpenMatrix(all_classes=True))
        yield asked(session)


def several_labels(patients: Dataset) -> Dataset:
    rng = np.random.default_rng(1)
    member = rng.random((patients.n_rows, 3)) < [0.5, 0.2, 0.08]
    return replace(patients, name="several", y=member, classes=("often", "some", "rare"))


@pytest.mark.parametrize("several", [False, True])
def test_the_same_rows_are_sealed_for_every_question_and_used_in_none(
    patients: Dataset, several: bool
) -> None:
    dataset = several_labels(patients) if several else load("wine")
    session = Session(dataset)
    sealed = np.flatnonzero(sealed_rows(dataset.y, seed=0)).tolist()
    for problem in questions(session, everything=not several):
        assert problem.test.rows.tolist() == sealed
        parts = (problem.training, problem.holdout, problem.test)
        rows = np.concatenate([part.rows for part in parts])
        assert sorted(rows.tolist()) == list(range(dataset.n_rows))
        for name in problem.classes:
            shares = [np.mean(part.y == name) for part in parts]
            assert max(shares) - min(shares) < 0.05
        session.perform(OpenCompare())
        assert session.perform(OpenCompare()).values["compare"]["sealed"] == len(sealed)
        compared = session.rooms[CompareRoom].models.question_and_rows(
            session.library.corpora[dataset.name], session.history.step.state
        )[1]
        assert not {*compared.tolist()} & {*sealed}


def test_a_look_is_counted_for_every_question_and_however_rows_are_drawn() -> None:
    session = Session(load("wine"))
    session.perform(OpenMatrix(all_classes=True))
    first = session.perform(OpenTest()).values["matrix"]["test"]
    assert (first["looks"], first["seen"]) == (1, [0])
    one = session.perform(OpenMatrix()).values["matrix"]["test"]
    assert (one["looks"], one["seen"], one["matrix"]) == (1, [], None)
    text = session.perform(ExportCard(0)).columns[0].values.tobytes().decode()
    assert "looks at the final test rows | 1 |" in text
    assert "On the final test rows" not in text
    assert session.perform(OpenTest()).values["matrix"]["test"]["looks"] == 2
    assert session.perform(Resample()).values["matrix"]["test"]["looks"] == 2


def test_the_python_lines_seal_rows_with_several_labels_alike(patients: Dataset) -> None:
    session = Session(several_labels(patients))
    for problem in questions(session, everything=False):
        lines = session.perform(AskPython(0)).values["text"].splitlines()
        drawn = [each for each in lines if each.startswith(("labels =", "sealed", "kept", "held"))]
        space = {"np": np, "data": several_labels(patients)}
        imports = [each for each in lines if each.startswith("from steersman.data import")]
        exec("\n".join([*imports, *drawn]), space)  # noqa: S102
        assert np.flatnonzero(space["sealed"]).tolist() == problem.test.rows.tolist()
        assert space["kept"][space["held"]].tolist() == problem.holdout.rows.tolist()
