from __future__ import annotations

from math import log, sqrt

import numpy as np

from steersman.maths.clustering.term_odds import term_odds


def test_the_odds_are_those_of_the_formula_written_out() -> None:
    counts = np.array([[8.0, 2.0, 0.0, 5.0], [1.0, 9.0, 0.0, 4.0], [0.0, 3.0, 0.0, 1.0]])
    odds = term_odds(counts)
    total, terms = counts.sum(), 4
    for group, term in [(0, 0), (1, 1), (2, 3), (0, 1)]:
        n_w, n = counts[group, term], counts[group].sum()
        m_w, m = counts[:, term].sum() - n_w, total - n
        a_w = terms * counts[:, term].sum() / total
        inside = log((n_w + a_w) / (n + terms - n_w - a_w))
        outside = log((m_w + a_w) / (m + terms - m_w - a_w))
        deviation = sqrt(1 / (n_w + a_w) + 1 / (m_w + a_w))
        assert np.isclose(odds.difference[group, term], inside - outside)
        assert np.isclose(odds.deviations[group, term], (inside - outside) / deviation)
    assert (odds.difference[:, 2] == 0).all()


def test_of_two_groups_one_is_the_mirror_of_the_other() -> None:
    counts = np.random.default_rng(0).poisson(3.0, (2, 30)).astype(float)
    odds = term_odds(counts)
    np.testing.assert_allclose(odds.difference[0], -odds.difference[1])
    np.testing.assert_allclose(odds.deviations[0], -odds.deviations[1])


def test_a_frequent_term_counts_more_than_a_rare_one_with_the_same_odds() -> None:
    counts = np.array([[90.0, 9.0, 500.0], [10.0, 1.0, 500.0]])
    odds = term_odds(counts).deviations[0]
    assert odds[0] > odds[1] > odds[2]


def test_one_group_alone_differs_from_nothing() -> None:
    odds = term_odds(np.array([[3.0, 1.0, 0.0]]))
    assert np.isfinite(odds.deviations).all()
