from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from steersman.data import Dataset
from steersman.errors import SteersmanError
from steersman.maths.confusion import binary_counts
from steersman.session import Session
from steersman.session.actions.challenge import Buy, LeaveChallenge, Reveal, StartChallenge
from steersman.session.actions.plane import MoveKnob
from steersman.session.actions.travel import Open, Undo
from steersman.session.challenge import bought_rows, kept_for_test, pool
from steersman.session.state import Challenge


def game_of(view):
    return view.values["challenge"]


def test_buying_never_moves_a_document_to_the_other_side(mail: Dataset) -> None:
    corpus = Session(mail).library.corpora[mail.name]
    before = bought_rows(corpus, Challenge(7, 100, 50))
    after = bought_rows(corpus, Challenge(7, 150, 120))
    owned = before >= 0
    assert np.array_equal(before[owned], after[owned])
    assert np.sum(after == 1) == 150
    assert np.sum(after == 0) == 120


def test_test_rows_are_never_for_sale(mail: Dataset) -> None:
    corpus = Session(mail).library.corpora[mail.name]
    everything = bought_rows(corpus, Challenge(7, 200, 136))
    assert pool(corpus, 7).size == 336
    assert np.all(everything[kept_for_test(corpus, 7)] == -1)


def test_a_purchase_costs_a_credit_a_document_and_can_be_undone(mail: Dataset) -> None:
    session = Session(mail)
    assert game_of(session.perform(StartChallenge()))["left"] == 1000
    bought = game_of(session.perform(Buy("validation", 60)))
    assert (bought["left"], bought["training"], bought["validation"]) == (940, 100, 110)
    assert game_of(session.perform(Undo()))["left"] == 1000


@pytest.mark.parametrize(
    ("documents", "sentence"),
    [(2000, "1000 are left"), (500, "only 186 more"), (0, "0 documents")],
)
def test_what_cannot_be_bought_is_said(mail: Dataset, documents: int, sentence: str) -> None:
    session = Session(mail)
    session.perform(StartChallenge())
    with pytest.raises(SteersmanError, match=sentence):
        session.perform(Buy("training", documents))


def test_the_test_is_opened_once_and_scores_the_sealed_rows(mail: Dataset) -> None:
    session = Session(mail)
    session.perform(StartChallenge())
    session.perform(MoveKnob("alpha", 0.5))
    assert game_of(session.perform(Open()))["test_f1"] is None
    shown = game_of(session.perform(Reveal()))["test_f1"]
    plane = session.plane
    rows = kept_for_test(plane.counts.corpus, 1)
    decided = plane.boundary.margins(plane.coordinates[rows]) > 0
    assert shown == binary_counts(plane.counts.positive[rows], decided).f1
    session.perform(MoveKnob("alpha", 1.5))
    with pytest.raises(SteersmanError, match="second look"):
        session.perform(Reveal())
    with pytest.raises(SteersmanError, match="nothing left to buy"):
        session.perform(Buy("training", 10))
    assert game_of(session.perform(LeaveChallenge())) is None
    assert game_of(session.perform(StartChallenge()))["test_f1"] is None


def test_a_published_test_split_is_the_sealed_one(mail: Dataset) -> None:
    split = np.array(["train"] * 400 + ["test"] * 80)
    session = Session(replace(mail, split=split))
    session.perform(StartChallenge())
    corpus = session.library.corpora[mail.name]
    assert corpus.test is not None
    assert corpus.test.rows == 80
    assert pool(corpus, 1).size == 400
    assert 0 <= game_of(session.perform(Reveal()))["test_f1"] <= 1


def test_too_little_data_makes_no_game(mail: Dataset) -> None:
    session = Session(mail.rows(np.arange(120)))
    with pytest.raises(SteersmanError, match="too few for a game"):
        session.perform(StartChallenge())
