from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.errors import raises

from steersman.data import Dataset
from steersman.learn.likelihood import autotune
from steersman.maths.confusion import binary_counts
from steersman.session import Session
from steersman.session.challenge.actions import Buy, LeaveChallenge, Reveal, StartChallenge
from steersman.session.challenge.challenge import bought_rows, kept_for_test, new_challenge, pool
from steersman.session.history_actions import Open, Undo
from steersman.session.plane.actions import Autotune, MoveKnob
from steersman.session.plane.fold_counts import folded_counts
from steersman.session.plane.game import Challenge
from steersman.session.plane.room import PlaneRoom
from steersman.session.question import ChooseCategory


def game_of(view):
    return view.values["challenge"]


def test_buying_never_moves_a_document_to_the_other_side(mail: Dataset) -> None:
    corpus = Session(mail).library.corpora[mail.name]
    before = bought_rows(corpus, Challenge(7, 100, 50, 1000, 150))
    after = bought_rows(corpus, Challenge(7, 150, 120, 1000, 150))
    owned = before >= 0
    assert np.array_equal(before[owned], after[owned])
    assert np.sum(after == 1) == 150
    assert np.sum(after == 0) == 120


def test_test_rows_are_never_for_sale(mail: Dataset) -> None:
    corpus = Session(mail).library.corpora[mail.name]
    everything = bought_rows(corpus, Challenge(7, 200, 136, 1000, 150))
    assert pool(corpus, 7).size == 336
    assert np.all(everything[kept_for_test(corpus, 7)] == -1)


def test_a_purchase_costs_a_credit_a_document_and_can_be_undone(mail: Dataset) -> None:
    session = Session(mail)
    assert game_of(session.perform(StartChallenge()))["left"] == 100
    bought = game_of(session.perform(Buy("validation", 60)))
    assert (bought["left"], bought["training"], bought["validation"]) == (40, 20, 70)
    assert game_of(session.perform(Undo("challenge")))["left"] == 100


@pytest.mark.parametrize(
    ("documents", "code", "fields"),
    [(200, "too-few-credits", {"left": 100}), (0, "bad-count", {"count": 0})],
)
def test_what_cannot_be_bought_is_said(
    mail: Dataset, documents: int, code: str, fields: dict
) -> None:
    session = Session(mail)
    session.perform(StartChallenge())
    with raises(code, **fields):
        session.perform(Buy("training", documents))


def test_the_test_is_opened_once_and_scores_the_sealed_rows(mail: Dataset) -> None:
    session = Session(mail)
    session.perform(StartChallenge())
    session.perform(MoveKnob("alpha", 0.5))
    assert game_of(session.perform(Open()))["test_f1"] is None
    shown = game_of(session.perform(Reveal()))["test_f1"]
    plane = session.rooms[PlaneRoom].plane(session.state)
    rows = kept_for_test(plane.counts.corpus, session.state.choice(Challenge).seed)
    decided = plane.boundary.margins(plane.coordinates[rows]) > 0
    assert shown == binary_counts(plane.counts.positive[rows], decided).f1
    session.perform(MoveKnob("alpha", 1.5))
    with raises("test-opened"):
        session.perform(Reveal())
    with raises("test-opened"):
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
    session = Session(mail.rows(np.arange(80)))
    with raises("too-few-rows", rows=56):
        session.perform(StartChallenge())


def test_a_category_too_rare_for_a_game_is_named(mail: Dataset) -> None:
    labels = np.where(np.arange(mail.n_rows) == 0, "spam", "ham")
    session = Session(replace(mail, y=labels, classes=("spam", "ham")))
    now = session.state
    with raises("category-too-rare", category="spam", positives=1, rows=480):
        new_challenge(replace(now, category="spam"), session.library.corpora[mail.name], 0)


@pytest.mark.parametrize(
    ("for_sale", "budget", "training", "validation", "lots"),
    [
        (60, 20, 20, 10, [1, 4]),
        (336, 100, 20, 10, [5, 20]),
        (4256, 650, 65, 32, [30, 150]),
        (6494, 1000, 100, 50, [50, 200]),
        (100_000, 15_000, 1500, 750, [750, 3000]),
    ],
)
def test_a_game_has_the_size_of_its_data(
    mail: Dataset, for_sale, budget, training, validation, lots
) -> None:
    numbers = np.arange(for_sale) % mail.n_rows
    split = np.array(["train"] * for_sale + ["test"] * 10)
    rows = mail.rows(np.append(numbers, np.arange(10)))
    session = Session(replace(rows, split=split, ids=tuple(map(str, range(len(split))))))
    game = game_of(session.perform(StartChallenge()))
    told = (game["budget"], game["training"], game["validation"], game["lots"])
    assert told == (budget, training, validation, lots)
    assert budget + training + validation <= for_sale


def test_both_sides_begin_with_some_of_a_rare_category(mail: Dataset) -> None:
    rare = np.zeros(mail.n_rows, dtype=bool)
    rare[::40] = True
    session = Session(replace(mail, y=np.where(rare, "spam", "ham"), classes=("ham", "spam")))
    for _ in range(5):
        view = session.perform(StartChallenge()).values
        assert view["training"]["positives"] >= 1
        assert view["validation"]["positives"] >= 1


def test_a_category_that_was_not_bought_is_said_and_few_are_enough_to_tune(mail: Dataset) -> None:
    kind = np.where(np.arange(480) % 60 == 0, "rare", np.where(mail.y == "web", "web", "ham"))
    session = Session(replace(mail, y=kind, classes=("rare", "web", "ham")))
    session.perform(ChooseCategory("rare"))
    session.perform(StartChallenge())
    plane = session.rooms[PlaneRoom].plane(session.state)
    assert 1 <= plane.split("training").positives < 5
    session.perform(Buy("training", 80))
    assert 2 <= session.rooms[PlaneRoom].plane(session.state).split("training").positives < 5
    session.perform(Autotune())
    bought = bought_rows(plane.counts.corpus, Challenge(1, 3, 3, 100, 6))
    counts = folded_counts(plane.counts.corpus, "rare", bought)
    with raises("class-not-bought", kind="inside"):
        counts.model(0, None)


def test_a_goal_can_be_reached_but_not_for_nothing(news: Dataset) -> None:
    session = Session(news)
    view = session.perform(StartChallenge())
    goal = game_of(view)["goal"]
    state = session.state
    corpus, game = session.library.corpora["news"], state.choice(Challenge)
    everything = replace(game, training=game.training + game.budget)
    owned = bought_rows(corpus, everything) == 1
    X, truth = corpus.present.matrix(), corpus.positive("corn")
    sealed = kept_for_test(corpus, game.seed)
    player = autotune(X[owned], truth[owned], per_feature=True).model().fit(X[owned], truth[owned])
    reached = binary_counts(truth[sealed], player.predict(X[sealed])).f1
    for_nothing = game_of(session.perform(Reveal()))["test_f1"]
    assert for_nothing < goal <= reached


def test_a_goal_never_looks_at_the_test(news: Dataset) -> None:
    session = Session(news)
    goal = game_of(session.perform(StartChallenge()))["goal"]
    sealed = kept_for_test(session.library.corpora["news"], 1)
    assert session.state.choice(Challenge).seed == 1
    turned = np.where(news.y == "corn", "other", "corn")
    other = Session(replace(news, y=np.where(sealed, turned, news.y)))
    assert game_of(other.perform(StartChallenge()))["goal"] == goal


def test_reuters_categories_have_the_goals_of_the_authors_game(mail: Dataset) -> None:
    numbers = np.arange(480) % 3 == 0
    named = replace(mail, name="reuters10", y=np.where(numbers, "corn", "ship"))
    session = Session(replace(named, classes=("corn", "ship")))
    assert game_of(session.perform(StartChallenge()))["goal"] == 0.60
    assert game_of(session.perform(ChooseCategory("ship")))["goal"] == 0.75
