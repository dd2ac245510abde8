"""Scores of models that were visited before."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import confusion_matrix
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from steersman.learn.steering import Attainable, ThresholdedClassifier
from steersman.learn.wants import Want
from steersman.session.matrix import visited_scores
from steersman.session.matrix.begins import ranks_of_begins
from steersman.session.matrix.problem import Part
from steersman.session.matrix.visited_scores import VisitedScores
from steersman.tasks import Task


def part_of(classes: int) -> Part:
    rng = np.random.default_rng(4)
    y = rng.integers(classes, size=90).astype(str)
    X = rng.normal(size=(90, 3)) + (y.astype(int) / 2)[:, np.newaxis]
    return Part(X, y, np.arange(90))


def kept_cutoffs(scores: VisitedScores, model: object, part: Part) -> Attainable:
    found = scores.find(model, part)
    if found is None:
        found = part.attainable(model)
        scores.add(model, part, found)
    return found


def test_another_cutoff_of_the_same_scores_is_not_scored_again() -> None:
    part, scores = part_of(2), VisitedScores()
    model = LogisticRegression().fit(part.X, part.y)
    first = kept_cutoffs(scores, model, part)
    moved = ThresholdedClassifier.around(model, 0.7)
    assert kept_cutoffs(scores, moved, part) is first
    assert np.array_equal(first.cutoffs, part.attainable(moved).cutoffs)
    other = LogisticRegression(C=0.01).fit(part.X, part.y)
    assert not np.array_equal(kept_cutoffs(scores, other, part).values, first.values)
    assert kept_cutoffs(scores, model, part_of(2)) is not first


def test_offsets_of_several_classes_start_where_the_model_has_them() -> None:
    part, scores = part_of(3), VisitedScores()
    model = LogisticRegression().fit(part.X, part.y)
    moved = ThresholdedClassifier.around(model, np.array([0.0, 1.0, 2.0]))
    starts = [kept_cutoffs(scores, each, part).start for each in (model, moved)]
    assert [np.asarray(start).tolist() for start in starts] == [[0, 0, 0], [0, 1, 2]]


def test_the_models_asked_for_last_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    part, scores = part_of(2), VisitedScores()
    monkeypatch.setattr(visited_scores, "MOST_ROWS", 2 * len(part.y))
    models = [LogisticRegression(C=C).fit(part.X, part.y) for C in (1.0, 0.1, 0.01)]
    first, second = (kept_cutoffs(scores, each, part) for each in models[:2])
    assert kept_cutoffs(scores, models[0], part) is first
    kept_cutoffs(scores, models[2], part)
    assert kept_cutoffs(scores, models[0], part) is first
    assert kept_cutoffs(scores, models[1], part) is not second


def test_known_cutoffs_are_ranked_as_new_ones() -> None:
    part, task = part_of(2), Task()
    models = [
        make_pipeline(StandardScaler(), LogisticRegression(C=C)).fit(part.X, part.y)
        for C in (1.0, 0.1, 0.01)
    ]
    classes = np.unique(part.y)
    counts = np.stack([confusion_matrix(part.y, each.predict(part.X)) for each in models])
    want = Want("fn <= 3").resolve(classes, "1", row_sums=counts[0].sum(axis=1))
    new = ranks_of_begins(want, counts, models, [None] * 3, part, task)
    known = [None, *new.computed[1:]]
    again = ranks_of_begins(want, counts, [models[0], None, None], known, part, task)
    assert again.ranks == new.ranks
    assert [each is None for each in again.computed] == [False, True, True]
    for model, found in zip(models, new.computed, strict=True):
        assert found is not None
        assert np.array_equal(found.cutoffs, part.attainable(model).cutoffs)
