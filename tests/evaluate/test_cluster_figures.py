from __future__ import annotations

import numpy as np
from sklearn.metrics import (
    adjusted_rand_score,
    mutual_info_score,
    normalized_mutual_info_score,
)
from tests.errors import raises

from steersman.evaluate import (
    adjusted_rand,
    cluster_figures,
    matched_accuracy,
    mutual_information,
    nmi,
    purity,
)
from steersman.evaluate.cluster_figures import (
    bits_of_tables,
    matched_counts,
    nmi_of_tables,
    rand_of_tables,
)


def drawn(seed: int = 0, rows: int = 150) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    true = rng.integers(0, 4, rows)
    return true, np.where(rng.random(rows) < 0.6, true, rng.integers(0, 5, rows))


def test_measures_of_tables_are_those_of_the_rows() -> None:
    for seed in range(5):
        true, found = drawn(seed)
        table = np.zeros((4, 5))
        np.add.at(table, (true, found), 1)
        assert np.isclose(
            nmi_of_tables(table[None])[0],
            normalized_mutual_info_score(true, found, average_method="geometric"),
        )
        assert np.isclose(
            bits_of_tables(table[None])[0], mutual_info_score(true, found) / np.log(2)
        )
        assert np.isclose(mutual_information(true, found), bits_of_tables(table[None])[0])
        assert np.isclose(rand_of_tables(table[None])[0], adjusted_rand_score(true, found))
        assert np.isclose(matched_counts(table[None])[0] / 150, matched_accuracy(true, found))


def test_figures_are_the_measures_of_the_rows_to_the_bit() -> None:
    measures = (purity, matched_accuracy, nmi, adjusted_rand, mutual_information)
    for seed in range(20):
        true, found = drawn(seed, rows=40 + 97 * seed)
        values = [figure.value for figure in cluster_figures(true, found, n_resamples=2)]
        assert values == [measure(true, found) for measure in measures]
        assert adjusted_rand(true, found) == adjusted_rand_score(true, found)


def test_intervals_are_those_of_rows_drawn_anew() -> None:
    true, found = drawn(rows=400)
    rng = np.random.default_rng(1)
    picks = [rng.integers(0, 400, 400) for _ in range(400)]
    values = [purity(true[pick], found[pick]) for pick in picks]
    figure = cluster_figures(true, found)[0]
    assert figure.name == "purity"
    assert figure.value == purity(true, found)
    np.testing.assert_allclose(
        [figure.low, figure.high], np.quantile(values, [0.025, 0.975]), atol=0.012
    )


def test_equal_groups_are_one_and_one_cluster_tells_nothing() -> None:
    assert [f.value for f in cluster_figures(list("aabb"), [1, 1, 0, 0])] == [1] * 5
    one = {figure.name: figure.value for figure in cluster_figures(list("aabb"), [0, 0, 0, 0])}
    assert one["purity"] == 0.5
    assert one["NMI"] == one["adjusted Rand"] == one["mutual information"] == 0


def test_a_confidence_that_is_none_is_named() -> None:
    with raises("bad-confidence", confidence=2):
        cluster_figures([0, 1], [0, 1], confidence=2)


def test_one_cluster_for_several_categories_tells_nothing_as_in_scikit_learn() -> None:
    for true, found in (([0, 0, 1, 1], [0, 0, 0, 0]), ([0, 0, 0], [0, 1, 1]), ([0, 0], [0, 0])):
        table = np.zeros((2, 2))
        np.add.at(table, (true, found), 1)
        expected = normalized_mutual_info_score(true, found, average_method="geometric")
        assert nmi_of_tables(table[None])[0] == expected
