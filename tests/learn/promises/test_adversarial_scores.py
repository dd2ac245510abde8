"""Guarantees on rows of known truth, on shapes of scores made to break them: 2,000 draws each.

A guarantee allows so many errors; the cut-off that uses all of this room is the one most often
broken. Its true rate is known for every shape, so whether it is broken is no estimate.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom

from steersman.learn.promises import promise_for
from steersman.learn.steering import Groups
from steersman.learn.steering.row_limits import EachGroupLimit
from steersman.learn.wants import Want

Floats = NDArray[np.float64]
DRAWS, RISK = 2000, 0.1


def beyond(cuts: Floats) -> Floats:
    """The share of uniform scores above a cut-off."""
    return np.clip(1.0 - cuts, 0.0, 1.0)


SHAPES: dict[str, tuple[Callable[[Floats], Floats], Callable[[Floats], Floats]]] = {
    # How a uniform number becomes a score, and the true share of scores above a score.
    "distinct": (lambda u: u, beyond),
    "ties": (lambda u: np.floor(20 * u) / 20, lambda cut: beyond(cut + 0.05)),
    "two values": (lambda u: (u > 0.9).astype(float), lambda cut: np.where(cut < 1.0, 0.1, 0.0)),
    "flat at the bound": (
        lambda u: np.where(u > 0.899, 1.0, u),
        lambda cut: np.where(cut < 0.899, beyond(cut), np.where(cut < 1.0, 0.101, 0.0)),
    ),
    "all alike": (np.zeros_like, lambda cut: np.where(cut < 0.0, 1.0, 0.0)),
}


def worst_cuts(scores: Floats, allowed: int) -> Floats:
    """(draws,): the lowest cut-off above which at most so many of the (draws, rows) scores are."""
    ordered = np.sort(scores, axis=1)
    return ordered[:, -1 - allowed] if allowed < scores.shape[1] else np.full(len(scores), -1.0)


@pytest.mark.parametrize("rows", [30, 250])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_rate_is_broken_no_more_often_than_the_risk(shape: str, rows: int) -> None:
    promise = promise_for(Want("fpr <= 10%").resolve([0, 1]), np.array([rows, 9.0]), 1.0 - RISK)
    (bound,) = promise.bounds
    assert bound.allowed is not None
    score, share_above = SHAPES[shape]
    drawn = score(np.random.default_rng(rows).uniform(size=(DRAWS, rows)))
    broken = int(np.sum(share_above(worst_cuts(drawn, bound.allowed[0])) > 0.1 + 1e-12))
    assert broken <= binom.ppf(0.9999, DRAWS, RISK)
    if shape == "distinct":
        # As many errors as the risk allows: one more would break it.
        errors = bound.allowed[0]
        assert broken >= binom.ppf(0.0001, DRAWS, binom.cdf(errors, rows, 0.1))
        assert binom.cdf(errors + 1, rows, 0.1) > RISK


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("sizes", [(30, 30, 30), (30, 60, 300)])
def test_groups_of_thirty_rows_keep_their_guarantee_together(
    shape: str, sizes: tuple[int, ...]
) -> None:
    (bound,) = Want("fpr <= 20% for each site").resolve([0, 1], grouped=True).bounds
    names = np.repeat(np.arange(len(sizes)), sizes)
    matrices = np.zeros((len(sizes), 1, 2, 2), dtype=np.int64)
    matrices[:, 0, 0, 0] = sizes
    limit = EachGroupLimit(bound, Groups.of(names, len(names)), matrices)
    promises, _ = limit.promise(RISK / len(sizes))
    assert sum(each.promise.risk or 0.0 for each in promises) <= RISK + 1e-12  # type: ignore[union-attr]
    score, share_above = SHAPES[shape]
    rng = np.random.default_rng(1)
    # One cut-off for all: the highest of those that each group needs.
    cuts = np.max(
        [
            worst_cuts(score(rng.uniform(size=(DRAWS, rows))), each.promise.allowed[0])  # type: ignore[index, union-attr]
            for rows, each in zip(sizes, promises)
        ],
        axis=0,
    )
    together = int(np.sum(share_above(cuts) > 0.2 + 1e-12))
    assert together <= binom.ppf(0.9999, DRAWS, RISK)
    # Each by itself, as where a group may have its own cut-off.
    broken = np.zeros(DRAWS, dtype=bool)
    for rows, each in zip(sizes, promises):
        drawn = score(rng.uniform(size=(DRAWS, rows)))
        own = worst_cuts(drawn, each.promise.allowed[0])  # type: ignore[index, union-attr]
        broken |= share_above(own) > 0.2 + 1e-12
    assert int(broken.sum()) <= binom.ppf(0.9999, DRAWS, RISK)
