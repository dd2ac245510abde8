"""Terms that set one group of documents apart from all others."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class TermOdds(NamedTuple):
    """Differences between each group's use of each term and the use in all other groups."""

    difference: Floats  # (groups, terms) difference of log odds
    deviations: Floats  # (groups, terms) the same, in its own standard deviations


def term_odds(counts: Floats) -> TermOdds:
    """Smoothed log odds of each term inside a group against outside, from (groups, terms) counts.

    With n_w of N occurrences of the term inside the group and m_w of M outside,

        difference = log((n_w + a_w) / (N + a - n_w - a_w)) - log((m_w + a_w) / (M + a - m_w - a_w))
        deviations = difference / sqrt(1 / (n_w + a_w) + 1 / (m_w + a_w))

    where a_w is the term's share of all occurrences times a, the number of terms: as many made up
    occurrences as there are terms, spread as the terms are in all groups together. Rare terms are
    held near zero, and a term that never occurs is zero.

    >>> odds = term_odds(np.array([[9.0, 1.0, 5.0], [1.0, 9.0, 5.0]]))
    >>> odds.deviations.round(1)
    array([[ 3., -3.,  0.],
           [-3.,  3.,  0.]])
    """
    of_term = counts.sum(axis=0)
    total = float(of_term.sum())
    made_up = float(len(of_term))
    prior = made_up * of_term / max(total, 1.0)
    used = of_term > 0
    inside = np.where(used, counts + prior, 1.0)
    outside = np.where(used, of_term - counts + prior, 1.0)
    in_group = counts.sum(axis=1, keepdims=True)
    # Where there is only one term, nothing is left beyond it, and rounding may make it negative.
    beyond = np.maximum(in_group + made_up - inside, np.finfo(np.float64).tiny)
    beyond_outside = np.maximum(total - in_group + made_up - outside, np.finfo(np.float64).tiny)
    difference = np.where(
        used, np.log(inside) - np.log(beyond) - np.log(outside) + np.log(beyond_outside), 0.0
    )
    return TermOdds(difference, difference / np.sqrt(1.0 / inside + 1.0 / outside))
