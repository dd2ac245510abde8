"""Wants as scorers in scikit-learn's searches."""

from __future__ import annotations

import pickle
from itertools import product

import numpy as np
import pytest
from sklearn.datasets import load_iris, make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import confusion_matrix, make_scorer
from sklearn.model_selection import GridSearchCV, TunedThresholdClassifierCV, cross_val_score
from tests.errors import raises

from steersman import Want
from steersman.learn.steering import Goal
from steersman.learn.wants import WantScore

X, Y = make_classification(300, 5, n_informative=3, flip_y=0.15, random_state=0)


@pytest.mark.parametrize(
    "want",
    [
        "fpr <= 20%",
        "fp <= 1 and recall >= 50%",
        "maximize recall subject to fpr <= 40%",
        "maximize f1",
        "minimize fn subject to fp <= 1",
    ],
)
def test_scores_order_predictions_as_steering_ranks_them(want: str) -> None:
    truth = np.array([0, 0, 0, 1, 1])
    goal = Goal(Want(want).resolve([0, 1]))
    score = WantScore(Want(want), labels=(0, 1))
    seen = [
        (goal.rank(confusion_matrix(truth, guess))[:2], score(truth, np.array(guess)))
        for guess in product([0, 1], repeat=5)
    ]
    for (rank, value), (other, worse) in product(seen, seen):
        assert (rank < other) == (value > worse + 1e-12)
    assert all((rank[0] == 0.0) == (value >= 0.0) for rank, value in seen)


def test_costs_and_priors_are_those_given() -> None:
    truth, guess = np.array([0, 0, 1, 1]), np.array([0, 1, 1, 0])
    by_cost = WantScore(Want("minimize cost"), costs=[[0, 3], [1, 0]])
    # Of at most 2 * 3 + 2 * 1, 3 + 1 is lost.
    assert by_cost(truth, guess) == pytest.approx(0.5)
    in_use = WantScore(Want("maximize precision subject to recall >= 10%"), prior=0.1)
    assert in_use(truth, guess) == pytest.approx(0.1 * 0.5 / (0.1 * 0.5 + 0.9 * 0.5))


def test_a_search_takes_the_setting_that_keeps_the_want() -> None:
    search = GridSearchCV(
        LogisticRegression(),
        {"class_weight": [{0: 1, 1: weight} for weight in (0.1, 1, 10)]},
        scoring=pickle.loads(pickle.dumps(Want("recall >= 90%").scorer())),  # noqa: S301
        cv=3,
    ).fit(X, Y)
    assert search.best_params_["class_weight"][1] == 10
    assert search.cv_results_["mean_test_score"].min() < 0.0 <= search.best_score_


def test_a_threshold_is_tuned_as_by_the_same_rule_written_by_hand() -> None:
    def by_hand(truth: np.ndarray, guess: np.ndarray) -> float:
        (tn, fp), (fn, tp) = confusion_matrix(truth, guess)
        over = fp - int(0.1 * (tn + fp))
        lost = fn / (fn + tp)
        return 1.0 - lost if over <= 0 else -(over + lost / 2) / len(truth)

    wanted = Want("maximize recall subject to fpr <= 10%").scorer()
    ours, theirs = (
        TunedThresholdClassifierCV(LogisticRegression(), scoring=each, cv=3).fit(X, Y)
        for each in (wanted, make_scorer(by_hand))
    )
    assert ours.best_threshold_ == theirs.best_threshold_


def test_several_classes_are_scored_by_name() -> None:
    iris = load_iris()
    names = iris.target_names[iris.target]
    scorer = Want("recall(virginica) >= 90%").scorer(labels=list(iris.target_names))
    scores = cross_val_score(LogisticRegression(max_iter=500), iris.data, names, scoring=scorer)
    assert scores.min() >= 0.9
    with raises("unknown-class"):
        WantScore(Want("recall(rose) >= 90%"))(names, names)


def test_a_missed_want_counts_its_gap_and_half_of_the_loss() -> None:
    truth, predicted = [0, 0, 0, 0, 1, 1], [1, 1, 0, 0, 0, 1]
    # A row too many; one of the two rows of the class 1 is the loss.
    score = WantScore(Want("minimize fn subject to fp <= 1"), positive=1)
    assert score(truth, predicted) == pytest.approx(-(1.0 + 0.5 / 2.0) / 6.0)
