"""The benchmark of guarantees on adversarial scores, with few draws."""

from __future__ import annotations

import numpy as np
from scipy.stats import binom

from steersman import Want
from steersman_benchmarks.guarantees import class_shapes
from steersman_benchmarks.guarantees.shapes import CHANCES, HEIGHT, WANTS, broken_share, holds


def test_guarantees_are_given_and_kept_on_a_slope() -> None:
    for want in ("fpr <= 20% and refer <= 20%", "fpr <= 40% for each site"):
        given, broken = broken_share(want, CHANCES["slope"], HEIGHT, 12)
        assert given > 0.0
        assert broken * 12 <= binom.ppf(0.9999, 12, 0.1)


def test_guarantees_of_three_classes_are_given_and_kept() -> None:
    given, broken = class_shapes.broken_share(class_shapes.WANTS[0], "one site worse", 12)
    assert given > 0.0
    assert broken * 12 <= binom.ppf(0.9999, 12, 0.1)


def test_a_population_of_three_classes_that_breaks_a_want_is_told() -> None:
    codes, sites = np.array([0, 1, 2, 1]), np.array([0, 0, 1, 1])
    for want in class_shapes.WANTS:
        assert class_shapes.holds(Want(want), codes, codes, sites, np.ones(4))
    wrong = np.array([0, 1, 2, 0])
    for want in class_shapes.WANTS[:-1]:
        assert not class_shapes.holds(Want(want), codes, wrong, sites, np.ones(4))
    cost = Want(class_shapes.WANTS[-1])
    assert not class_shapes.holds(cost, codes, wrong, sites, 4 * np.ones(4))


def test_a_population_that_breaks_a_want_is_told() -> None:
    labels, decided = np.array([0, 0, 1, 1]), np.array([1, 1, 1, 1])
    sites, amounts = np.array([0, 1, 2, 0]), np.ones(4)
    assert not holds(Want("fpr <= 20%"), labels, decided, sites, amounts)
    assert holds(Want("fpr <= 20%"), labels, labels, sites, amounts)
    costly = next(each for each in WANTS if "cost column" in each)
    assert holds(Want(costly), labels, decided, sites, amounts)
    assert not holds(Want(costly), labels, decided, sites, 2.0 * amounts)
