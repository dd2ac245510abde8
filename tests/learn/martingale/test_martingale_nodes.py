"""Node learners: where a fit begins has no part in where it ends; turns of a node by hand."""

from __future__ import annotations

import numpy as np
import pytest

from steersman.learn.martingale import LinearDecision
from steersman.learn.martingale.learners import LogisticLearner
from steersman.learn.martingale.steering import (
    directions,
    just_past,
    matrices_past,
    turns_needed,
)
from steersman.maths.logistic import with_ones
from steersman.maths.martingale import confusion_matrix


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("rows", [8, 120], ids=["fewer rows than columns", "more"])
@pytest.mark.parametrize("draw_to_root", [True, False])
def test_the_decision_does_not_depend_on_the_one_it_was_sought_from(
    classes: int, rows: int, draw_to_root: bool
) -> None:
    rng = np.random.default_rng(classes)
    X = with_ones(rng.normal(size=(rows, 12)))
    codes = rng.permutation(np.arange(rows) % classes)
    learner = LogisticLearner(classes, draw_to_root=draw_to_root)
    root, near, apart = (LinearDecision(rng.normal(size=(classes, 13))) for _ in range(3))
    apart.weights[0, -1] = -np.inf  # had no row of the first class
    plain = learner(X, codes, root, rng)
    for start in (near, apart, LinearDecision(1e3 * near.weights)):
        found = learner(X, codes, root, rng, start)
        assert found.decision.scores(X) == pytest.approx(plain.decision.scores(X), abs=0.02)
        assert found.honest == pytest.approx(plain.honest, abs=0.02)


@pytest.mark.parametrize("classes", [2, 4])
def test_what_each_turn_of_a_node_makes_of_its_rows_is_counted_by_brute_force(classes: int) -> None:
    rng = np.random.default_rng(classes)
    # Rounded, so that scores are equal; some are infinite, as those of classes never seen.
    scores = rng.normal(size=(300, classes)).round(1)
    scores[rng.random(300) < 0.1, 0] = -np.inf
    codes = rng.integers(0, classes, 300)
    for direction, _ in directions(classes):
        needed = turns_needed(scores, direction)
        turns = just_past(np.unique(needed[np.isfinite(needed) & (needed > 0)]))
        found = matrices_past(scores, codes, direction, needed, turns)
        assert len(found) == len(turns) > 10
        for turn, matrix in zip(turns, found, strict=True):
            turned = (scores + turn * direction).argmax(axis=1)
            np.testing.assert_array_equal(matrix, confusion_matrix(codes, turned, classes))
