"""The Python lines of the plane give the decisions that it shows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from tests.errors import raises

from steersman import load
from steersman.data import Dataset
from steersman.session import Session
from steersman.session.actions import Change
from steersman.session.challenge.actions import StartChallenge
from steersman.session.plane.actions import (
    AskPlanePython,
    Autotune,
    ChooseFold,
    MoveKnob,
    MoveLine,
    SetCurve,
    SetFeatures,
    SetFolds,
    SetWord,
)
from steersman.session.plane.room import PlaneRoom
from steersman.session.question import ChooseCategory, RelabelRows


@pytest.fixture(scope="module")
def letters(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rng = np.random.default_rng(3)
    spam = rng.random(120) < 0.4
    words = np.array([f"word{number}" for number in range(30)])
    texts = [" ".join(rng.choice(words[3 * each :][:26], 9)) for each in spam.astype(int)]
    path = tmp_path_factory.mktemp("mail") / "mail.csv"
    frame = pd.DataFrame({"text": texts, "label": np.where(spam, "spam", "ham")})
    frame.to_csv(path, index=False)
    return path


def check_lines(session: Session, data: Dataset | None = None) -> dict[str, object]:
    """Run the lines, and compare every decision and coordinate."""
    space: dict[str, object] = {"given": data}
    text = session.perform(AskPlanePython()).values["text"]
    exec(text if data is None else text.replace("data = ...", "data = given"), space)  # noqa: S102
    plane = session.rooms[PlaneRoom].plane(session.state)
    decided = plane.boundary.margins(plane.coordinates) > 0
    assert np.array_equal(space["decided"], decided)
    assert 0 < decided.sum() < len(decided)
    np.testing.assert_allclose(space["points"], plane.coordinates, rtol=1e-12)
    assert np.array_equal(space["train"], plane.counts.training_rows(plane.fold))
    assert np.array_equal(space["positive"], plane.counts.positive)
    return space


STEPS: dict[str, Sequence[Change]] = {
    "default": [],
    "knobs": [
        SetFolds(4), ChooseFold(2), MoveKnob("alpha", 0.3, 1), MoveKnob("beta", 7.0, 2),
        SetFeatures(12), MoveLine(1.07, 0.4, 3),
    ],
    "words": [SetWord("word3", 4.0, 9.0, 2), SetWord("word9", 0.2, 2.0, 3)],
    "curve": [SetCurve(2)],
    "corrected": [RelabelRows((4, 9), "spam")],
}  # fmt: skip


@pytest.mark.parametrize("steps", STEPS)
def test_the_lines_of_a_plane_of_words_decide_as_shown(letters: Path, steps: str) -> None:
    session = Session(load(letters, text="text", label="label"))
    for action in STEPS[steps]:
        session.perform(action)
    check_lines(session)


def test_the_lines_tune_each_word_again(news: Dataset) -> None:
    session = Session(news)
    for action in (SetFolds(3), MoveKnob("alpha", 0.5), Autotune(per_feature=True)):
        session.perform(action)
    session.perform(SetWord("word5", 3.0, 3.0, 1))
    # Data in memory has no file to be read from: the person gives it.
    made = check_lines(session, data=news)
    assert np.unique(made["tuned"].alpha).size > 1


def test_the_lines_of_a_table_cut_its_numbers_alike() -> None:
    session = Session(load("breast-cancer"))
    session.perform(ChooseCategory("benign"))
    session.perform(SetWord(session.corpus_of(session.state).feature_names[2], 5.0, 2.0, 1))
    check_lines(session)


def test_a_table_of_numbers_keeps_its_published_test_rows_apart(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    frame = pd.DataFrame(rng.normal(size=(200, 3)), columns=["a", "b", "c"])
    frame["kind"] = np.where(frame["a"] + rng.normal(size=200) > 0, "high", "low")
    frame["part"] = ["train"] * 150 + ["test"] * 50
    frame.to_csv(tmp_path / "numbers.csv", index=False)
    session = Session(load(tmp_path / "numbers.csv", roles={"part": "split"}, label="kind"))
    corpus = session.corpus_of(session.state)
    assert corpus.test is not None
    assert (corpus.rows, corpus.test.rows) == (150, 50)
    assert corpus.test.present.shape[1] == len(corpus.feature_names)
    check_lines(session)


def test_a_challenge_has_no_lines(letters: Path) -> None:
    session = Session(load(letters, text="text", label="label"))
    session.perform(StartChallenge())
    with raises("challenge-without-python"):
        session.perform(AskPlanePython())
