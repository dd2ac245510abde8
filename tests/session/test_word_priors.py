"""Words whose alpha and beta a person sets: points follow in every fold, and undo takes back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import beta as beta_distribution
from tests.errors import raises

from steersman.data import Dataset
from steersman.learn.files import load_model
from steersman.session import Session
from steersman.session.action_json import action_of
from steersman.session.history_actions import Undo
from steersman.session.plane.actions import (
    AskWord,
    Autotune,
    Inspect,
    ListWords,
    MoveKnob,
    ResetKnobs,
    ResetWord,
    SetCurve,
    SetFeatures,
    SetWord,
    WeighWord,
)
from steersman.session.plane.choice import plane_choice
from steersman.session.plane.model import plane_classifier
from steersman.session.plane.plane import Plane
from steersman.session.plane.room import PlaneRoom
from steersman.session.question import ChooseCategory, SetState
from steersman.session.storage.headless import save_shown_model
from steersman.session.storage.project import Origin, project_session


@pytest.fixture
def session(news: Dataset) -> Session:
    return Session(news)


def plane_of(session: Session) -> Plane:
    return session.rooms[PlaneRoom].plane(session.history.step.state)


def word_of(session: Session, word: str) -> dict:
    words = session.perform(ListWords(word)).values["words"]
    return next(each for each in words if each["word"] == word)


def log_odds(counts, column: int, alpha: float, beta: float) -> float:
    theta = (counts.features[column] + alpha) / (counts.documents + alpha + beta)
    return float(np.log(theta / (1 - theta)))


def test_a_word_set_by_hand_moves_the_points_as_equation_47_says(session: Session) -> None:
    before = plane_of(session)
    session.perform(SetWord("word0", 7.0, 40.0))
    plane, model = plane_of(session), plane_of(session).model
    holds = np.array([0 in plane.counts.corpus.present.row(row) for row in range(300)])
    for side, counts in enumerate((model.positive, model.negative)):
        own, shared = (log_odds(counts, 0, *prior) for prior in ((7.0, 40.0), (1.0, 1.0)))
        fixed = np.log1p(np.exp(shared)) - np.log1p(np.exp(own))
        moved = plane.coordinates[:, side] - before.coordinates[:, side]
        assert moved == pytest.approx(fixed + holds * (own - shared))
    row = word_of(session, "word0")
    assert (row["alpha"], row["beta"], row["source"]) == (7.0, 40.0, "hand")
    assert row["weight"] == pytest.approx(
        log_odds(model.positive, 0, 7.0, 40.0) - log_odds(model.negative, 0, 7.0, 40.0)
    )
    assert word_of(session, "word1")["source"] == "shared"


def test_a_silenced_word_moves_no_decision_whether_it_is_there_or_not(session: Session) -> None:
    session.perform(WeighWord("word0", 0.0))
    assert word_of(session, "word0")["weight"] == pytest.approx(0.0, abs=1e-3)
    plane = plane_of(session)
    model = plane_classifier(plane)
    X = plane.counts.corpus.present.matrix(np.float64).toarray()
    without, with_word = X.copy(), X.copy()
    without[:, 0], with_word[:, 0] = 0, 1
    margins = model.decision_function(with_word)
    assert model.decision_function(without) == pytest.approx(margins, abs=1e-3)


@pytest.mark.parametrize("slope", [0.7, 1.0, 1.4])
def test_a_word_gets_the_weight_that_was_asked(session: Session, slope: float) -> None:
    session.perform(MoveKnob("slope", slope))
    start = word_of(session, "word0")["weight"]
    session.perform(WeighWord("word0", start / 2))
    assert word_of(session, "word0")["weight"] == pytest.approx(start / 2, abs=1e-6)


def test_a_weight_that_no_prior_gives_is_refused(session: Session) -> None:
    with raises("weight-out-of-reach", word="word0"):
        session.perform(WeighWord("word0", 50.0))
    session.perform(SetCurve(2))
    with raises("curve-has-no-weights"):
        session.perform(WeighWord("word0", 0.0))


def test_words_stay_while_the_other_knobs_move_and_are_their_categorys(session: Session) -> None:
    session.perform(ChooseCategory("corn"))
    session.perform(SetWord("word0", 7.0, 40.0))
    session.perform(MoveKnob("alpha", 0.5))
    row = word_of(session, "word0")
    assert (row["alpha"], word_of(session, "word1")["alpha"]) == (7.0, 0.5)
    session.perform(ChooseCategory("other"))
    assert word_of(session, "word0")["source"] == "shared"
    session.perform(ChooseCategory("corn"))
    assert word_of(session, "word0")["source"] == "hand"


def test_undo_and_reset_take_a_word_back(session: Session) -> None:
    start = plane_of(session).coordinates
    session.perform(SetWord("word0", 7.0, 40.0))
    session.perform(SetWord("word1", 2.0, 9.0))
    assert session.view().values["words_set"] == 2
    session.perform(ResetWord("word1"))
    assert session.perform(ListWords("", "set")).values["found"] == 1
    session.perform(Undo())
    assert session.view().values["words_set"] == 2
    session.perform(ResetWord())
    assert np.array_equal(plane_of(session).coordinates, start)
    session.perform(SetWord("word0", 7.0, 40.0))
    session.perform(ResetKnobs())
    assert np.array_equal(plane_of(session).coordinates, start)


def test_one_drag_of_a_word_is_one_step(session: Session) -> None:
    steps = len(session.history.steps)
    for alpha in (2.0, 3.0, 4.0):
        session.perform(SetWord("word0", alpha, 1.0, gesture=5))
    assert len(session.history.steps) == steps + 1


def test_a_hand_comes_before_automatic_tuning_in_every_fold(session: Session) -> None:
    session.perform(Autotune(per_feature=True))
    assert word_of(session, "word0")["source"] == "tuned"
    session.perform(SetWord("word0", 7.0, 40.0))
    places = plane_of(session).places
    for fold in places.own:
        alpha, beta = places.prior(fold)
        assert (alpha[0], beta[0]) == (7.0, 40.0)
        assert np.array_equal(alpha[1:], places.own[fold].alpha[1:])


@pytest.mark.parametrize(
    ("word", "prior", "code"),
    [
        ("word0", (0.0, 1.0), "bad-word-prior"),
        ("word0", (1.0, -1.0), "bad-word-prior"),
        ("nothing", (1.0, 1.0), "unknown-word"),
    ],
)
def test_wrong_words_and_priors_are_refused(session: Session, word, prior, code) -> None:
    with raises(code):
        session.perform(SetWord(word, *prior))
    with raises(code):
        plain = dict(session.history.step.state.plain)
        set_by_hand = {"category": "corn", "word": word, "alpha": prior[0], "beta": prior[1]}
        plain["plane"] = {**plain["plane"], "words": [set_by_hand]}
        session.perform(action_of({"action": "set-state", "state": plain}))


def test_a_link_brings_the_words_along(session: Session, news: Dataset) -> None:
    session.perform(SetWord("word0", 7.0, 40.0))
    other = Session(news)
    other.perform(SetState(session.history.step.state))
    assert np.array_equal(plane_of(other).coordinates, plane_of(session).coordinates)


def test_a_project_and_its_saved_model_keep_the_words(tmp_path: Path, news: Dataset) -> None:
    path = tmp_path / "words.steer"
    session = project_session(path, Origin(news))
    session.perform(SetWord("word0", 7.0, 40.0))
    kept = plane_of(session)
    save_shown_model(session, tmp_path / "plane.skops", "plane")
    session.log.store.close()
    again = project_session(path, Origin(news))
    assert plane_choice(again.history.step.state).words[0].alpha == 7.0
    assert np.array_equal(plane_of(again).coordinates, kept.coordinates)
    again.log.store.close()
    model = load_model(tmp_path / "plane.skops")
    assert model.alpha[0] == 7.0
    X = kept.counts.corpus.present.matrix(np.float64)
    assert model.coordinates(X) == pytest.approx(kept.coordinates)


def test_the_prior_and_its_posteriors_are_beta_distributions(session: Session) -> None:
    session.perform(SetWord("word0", 2.0, 5.0))
    seen = session.perform(AskWord("word0")).values
    model = plane_of(session).model
    edges = np.linspace(0, seen["top"], len(seen["prior"]) + 1)
    for name, counts in (
        ("prior", None),
        ("positive", model.positive),
        ("negative", model.negative),
    ):
        held = 0.0 if counts is None else counts.features[0]
        lacks = 0.0 if counts is None else counts.documents - held
        exact = np.diff(beta_distribution(2.0 + held, 5.0 + lacks).cdf(edges))
        assert seen[name] == pytest.approx(exact.tolist(), abs=1e-12)
    lacks = model.positive.documents - model.positive.features[0]
    posterior = beta_distribution(2.0 + model.positive.features[0], 5.0 + lacks)
    assert seen["theta"][0] == pytest.approx(posterior.mean())


def test_the_shared_prior_is_drawn_beside_the_frequencies_of_words(session: Session) -> None:
    session.perform(MoveKnob("alpha", 0.01))
    session.perform(MoveKnob("beta", 50.0))
    seen, model = session.view().values["prior"], plane_of(session).model
    exact = beta_distribution(0.01, 50.0)
    edges = np.linspace(0, seen["top"], len(seen["prior"]) + 1)
    assert seen["prior"] == pytest.approx(np.diff(exact.cdf(edges)).tolist(), abs=1e-12)
    assert seen["interval"] == pytest.approx(exact.interval(0.9))
    assert seen["mean"] == pytest.approx(exact.mean())
    held = (model.positive.features + model.negative.features) / 240
    shares = np.histogram(held, edges)[0] / len(held)
    assert seen["words"] == pytest.approx(shares.tolist())


def test_rows_without_a_likelihood_are_those_that_both_classes_rule_out(session: Session) -> None:
    plane = plane_of(session)
    X = plane.counts.corpus.present.matrix(np.float64).toarray()[plane.split("validation").rows]
    impossible = np.ones(len(X), dtype=bool)
    for counts in (plane.model.positive, plane.model.negative):
        theta = counts.features / counts.documents
        impossible &= np.prod(np.where(X > 0, theta, 1 - theta), axis=1) == 0
    assert session.view().values["prior"]["impossible"] == impossible.sum()


def test_words_are_found_by_part_and_ordered(session: Session) -> None:
    session.perform(SetFeatures(30))
    table = session.perform(ListWords("", "for")).values
    assert (table["of"], table["found"], table["positives"]) == (
        30,
        30,
        plane_of(session).model.positive.documents,
    )
    weights = [each["weight"] for each in table["words"]]
    assert weights == sorted(weights, reverse=True)
    some = session.perform(ListWords("word1", "frequency")).values["words"]
    assert all("word1" in each["word"] for each in some)
    held = [each["positive"] + each["negative"] for each in some]
    assert held == sorted(held, reverse=True)


def test_the_fixed_part_and_the_intercept_without_it_decide_alike(session: Session) -> None:
    plane, line = plane_of(session), session.view().values["line"]
    theta = [
        (counts.features + 1) / (counts.documents + 2)
        for counts in (plane.model.positive, plane.model.negative)
    ]
    assert line["fixed"] == pytest.approx([np.log(1 - each).sum() for each in theta])
    variable = plane.split("validation").coordinates - np.array(line["fixed"])
    alike = variable[:, 0] + line["intercept_without_fixed"] > variable[:, 1]
    flagged = session.view().values["validation"]["line"]
    assert alike.sum() == flagged["tp"] + flagged["fp"]
    unequal = variable[:, 0] + line["intercept"] > variable[:, 1]
    assert line["flagged_without_fixed"] == unequal.sum()
    document = session.perform(Inspect(3)).values["document"]
    parts = [each["margin"] for each in (*document["words"], document["rest"], document["fixed"])]
    assert sum(parts) == pytest.approx(document["margin"])
    assert document["fixed"]["margin"] == pytest.approx(line["intercept_without_fixed"])
