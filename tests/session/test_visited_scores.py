"""Scores of models that were visited before."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from steersman.learn.steering import ThresholdedClassifier
from steersman.session.matrix import visited_scores
from steersman.session.matrix.problem import Part
from steersman.session.matrix.visited_scores import VisitedScores


def part_of(classes: int) -> Part:
    rng = np.random.default_rng(4)
    y = rng.integers(classes, size=90).astype(str)
    X = rng.normal(size=(90, 3)) + (y.astype(int) / 2)[:, np.newaxis]
    return Part(X, y, np.arange(90))


def test_another_cutoff_of_the_same_scores_is_not_scored_again() -> None:
    part, scores = part_of(2), VisitedScores()
    model = LogisticRegression().fit(part.X, part.y)
    first = scores.attainable(model, part)
    moved = ThresholdedClassifier.around(model, 0.7)
    assert scores.attainable(moved, part) is first
    assert np.array_equal(first.cutoffs, part.attainable(moved).cutoffs)
    other = LogisticRegression(C=0.01).fit(part.X, part.y)
    assert not np.array_equal(scores.attainable(other, part).values, first.values)
    assert scores.attainable(model, part_of(2)) is not first


def test_offsets_of_several_classes_start_where_the_model_has_them() -> None:
    part, scores = part_of(3), VisitedScores()
    model = LogisticRegression().fit(part.X, part.y)
    moved = ThresholdedClassifier.around(model, np.array([0.0, 1.0, 2.0]))
    starts = [scores.attainable(each, part).start for each in (model, moved)]
    assert [np.asarray(start).tolist() for start in starts] == [[0, 0, 0], [0, 1, 2]]


def test_the_models_asked_for_last_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    part, scores = part_of(2), VisitedScores()
    monkeypatch.setattr(visited_scores, "MOST_ROWS", 2 * len(part.y))
    models = [LogisticRegression(C=C).fit(part.X, part.y) for C in (1.0, 0.1, 0.01)]
    first, second = (scores.attainable(each, part) for each in models[:2])
    assert scores.attainable(models[0], part) is first
    scores.attainable(models[2], part)
    assert scores.attainable(models[0], part) is first
    assert scores.attainable(models[1], part) is not second
