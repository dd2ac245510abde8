"""The worked numbers of *Interactive Martingale Boosting*, as docs/papers-002.md states them."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

from steersman.maths.martingale import (
    advantages,
    class_rates,
    freezing_threshold,
    hoeffding_bound,
    majority_bound,
    n_states,
    winner,
)

from .test_martingale import binary_graph


def test_definition_1_two_sided_advantages() -> None:
    found = advantages(np.array([[40, 22], [20, 28]]))
    assert found == pytest.approx([0.145, 0.083], abs=5e-4)


def test_section_4_3_sizes_labels_and_freezing() -> None:
    assert (n_states(15, 2), n_states(15, 3)) == (120, 680)
    assert winner((2, 2)) == 0
    assert freezing_threshold(0.24, 15) == pytest.approx(0.24 / (15 * 16))


def shares_of(errors: np.ndarray) -> np.ndarray:
    """(nodes, classes, edges) when a negative row goes the wrong way with these probabilities."""
    shares = np.stack([1.0 - errors, errors], axis=1)
    return shares[:, None, :].repeat(2, axis=1)


def test_the_formula_of_three_stages() -> None:
    rng = np.random.default_rng(0)
    children, labels = binary_graph(3)
    for _ in range(20):
        errors = rng.uniform(0.0, 0.5, len(children))
        # Node (i, t) has the number t (t + 1) / 2 + i.
        e00, e01, e11, e12, e22 = errors[[0, 1, 2, 4, 5]]
        written = (
            e00 * e11 * e22 + e00 * e11 * (1 - e22) + e00 * (1 - e11) * e12 + (1 - e00) * e01 * e12
        )
        found = class_rates(children, labels, shares_of(errors))[0, 1]
        assert found == pytest.approx(written, abs=1e-12)


@pytest.mark.parametrize("levels", [1, 3, 6])
def test_theorem_1_powers_of_the_incidence_matrix(levels: int) -> None:
    errors = np.random.default_rng(levels).uniform(0.0, 0.5, n_states(levels + 1, 2))
    children, labels = binary_graph(levels)
    incidence = np.zeros((len(children), len(children)))
    for node, (stay, move) in enumerate(children):
        if labels[node] < 0:
            incidence[node, stay] += 1.0 - errors[node]
            incidence[node, move] += errors[node]
    reached = np.linalg.matrix_power(incidence, levels)[0]
    found = class_rates(children, labels, shares_of(errors))[0, 1]
    assert found == pytest.approx(reached[labels == 1].sum(), abs=1e-12)


def test_section_4_6_the_bound_grows_with_the_classes() -> None:
    assert hoeffding_bound(0.3, 15) == pytest.approx(0.067, abs=5e-4)
    assert hoeffding_bound(0.3, 15, 3) == pytest.approx(0.134, abs=5e-4)
    assert majority_bound(0.3, 15) < hoeffding_bound(0.3, 15)


def test_eight_of_744_at_two_percent() -> None:
    assert binom.cdf(8, 744, 0.02) == pytest.approx(0.038, abs=1e-3)
