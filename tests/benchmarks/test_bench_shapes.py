"""The benchmark of guarantees on adversarial scores, with few draws."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

from steersman import Want
from steersman_benchmarks.guarantees import class_shapes
from steersman_benchmarks.guarantees.shapes import (
    CHANCES,
    CONFIDENCE,
    HEIGHT,
    SCORES,
    WANTS,
    HardWant,
    broken_share,
    holds,
)

DRAWS, RISK = 12, 1.0 - CONFIDENCE
HARD = (
    ("flat at the bound", "distinct"),
    ("worst at the top", "six values"),
    ("rare class", "six values"),
)


@pytest.mark.parametrize("hard", WANTS, ids=str)
def test_every_kind_of_guarantee_is_given_and_kept(hard: HardWant) -> None:
    found = [
        broken_share(hard, CHANCES[shape], SCORES[kind](HEIGHT), DRAWS) for shape, kind in HARD
    ]
    easy = broken_share(hard, CHANCES["slope"], HEIGHT, DRAWS)
    assert easy[0] > 0.0
    assert all(broken * DRAWS <= binom.ppf(0.9999, DRAWS, RISK) for _, broken in [easy, *found])


def test_a_guarantee_of_a_share_that_no_cutoff_has_is_counted_as_broken() -> None:
    # Whatever is called, about 20.2 % of it is wrong.
    given, broken = broken_share(WANTS[3], CHANCES["flat at the bound"], HEIGHT, 60)
    assert str(WANTS[3]) == "precision >= 80%"
    assert 0.0 < broken <= given
    assert broken <= binom.ppf(0.9999, 60, RISK) / 60


@pytest.mark.parametrize("want", [*class_shapes.QUICK_WANTS[:5], class_shapes.WANTS[1]])
def test_guarantees_of_three_classes_are_given_and_kept(want: str) -> None:
    given, broken = class_shapes.broken_share(want, "one site worse", DRAWS)
    assert given > 0.0
    assert broken * DRAWS <= binom.ppf(0.9999, DRAWS, RISK)


def test_a_population_of_three_classes_that_breaks_a_want_is_told() -> None:
    codes, sites = np.array([0, 1, 2, 1]), np.array([0, 0, 1, 1])
    for want in class_shapes.WANTS:
        assert class_shapes.holds(Want(want), codes, codes, sites, np.ones(4))
    wrong = np.array([0, 1, 2, 0])
    for want in class_shapes.WANTS[:-1]:
        assert not class_shapes.holds(Want(want), codes, wrong, sites, np.ones(4))
    cost = Want(class_shapes.WANTS[-1])
    assert not class_shapes.holds(cost, codes, wrong, sites, 4 * np.ones(4))
    refers = Want("error rate <= 30%, refer <= 30%")
    to_a_person = class_shapes.class_codes(np.array([0, 1, 2, "refer"], dtype=object))
    assert class_shapes.holds(refers, codes, to_a_person, sites, np.ones(4))
    assert not class_shapes.holds(refers, codes, np.array([0, 3, 2, 3]), sites, np.ones(4))


def test_a_population_that_breaks_a_want_is_told() -> None:
    labels, decided = np.array([0, 0, 1, 1]), np.array([1, 1, 1, 1])
    sites, amounts = np.array([0, 1, 2, 0]), np.ones(4)
    assert not holds(HardWant("fpr <= 20%"), labels, decided, sites, amounts)
    assert holds(HardWant("fpr <= 20%"), labels, labels, sites, amounts)
    costly = WANTS[-1]
    assert holds(costly, labels, decided, sites, amounts)
    assert not holds(costly, labels, decided, sites, 2.0 * amounts)
    # Of 30 % positives in use, three in ten calls are right.
    in_use = HardWant("precision >= 40%", prior=0.3)
    assert not holds(in_use, labels, decided, sites, amounts)
    assert holds(HardWant("precision >= 40%"), labels, decided, sites, amounts)
