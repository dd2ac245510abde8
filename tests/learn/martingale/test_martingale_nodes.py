"""Node learners: where a fit begins has no part in where it ends."""

from __future__ import annotations

import numpy as np
import pytest

from steersman.learn.martingale import LinearDecision
from steersman.learn.martingale.learners import LogisticLearner
from steersman.maths.logistic import with_ones


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
