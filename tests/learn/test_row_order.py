"""Orders drawn from the contents of rows: equal rows come together, wherever they were."""

import numpy as np
from scipy.sparse import csr_matrix
from scipy.stats import chisquare

from steersman.learn.row_order import content_keys, content_order, distinct_places

X = np.random.default_rng(0).integers(0, 3, (60, 3)).astype(float)
CODES = np.random.default_rng(1).integers(0, 2, 60)


def keys_of(rows: np.ndarray | csr_matrix, codes: np.ndarray, seed: int = 3) -> np.ndarray:
    return content_keys(rows, np.random.default_rng(seed), codes)


def test_keys_follow_rows_and_classes_and_nothing_else() -> None:
    order = np.random.default_rng(2).permutation(60)
    keys = keys_of(X, CODES)
    np.testing.assert_array_equal(keys[order], keys_of(X[order], CODES[order]))
    np.testing.assert_array_equal(keys, keys_of(csr_matrix(X), CODES))
    _, places = np.unique(np.column_stack([X, CODES]), axis=0, return_inverse=True)
    equal_rows = places[:, None] == places[None, :]
    np.testing.assert_array_equal(equal_rows, keys[:, None] == keys[None, :])
    assert distinct_places(keys).max() == places.max()


def test_the_order_differs_by_seed_and_favors_no_row() -> None:
    rows = np.arange(5.0)[:, np.newaxis]
    first = [
        int(content_order(content_keys(rows, np.random.default_rng(seed)))[0])
        for seed in range(1000)
    ]
    assert chisquare(np.bincount(first, minlength=5)).pvalue > 0.001
