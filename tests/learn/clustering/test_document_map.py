from __future__ import annotations

from importlib import import_module

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.manifold import trustworthiness

from steersman.errors import Cancelled
from steersman.learn.clustering import document_map, term_weights
from steersman.maths.clustering import nearest_rows


def three_kinds(rows: int = 240) -> tuple[csr_matrix, np.ndarray]:
    rng = np.random.default_rng(1)
    kind = np.arange(rows) % 3
    rates = np.full((3, 60), 0.05)
    for each in range(3):
        rates[each, 20 * each : 20 * each + 20] = 0.8
    return csr_matrix(rng.poisson(rates[kind]).astype(float)), kind


def test_the_nearest_rows_are_those_of_a_full_search() -> None:
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(70, 5)).astype(np.float32)
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    found = nearest_rows(unit, unit, 6, skip_self=True)
    cosines = unit @ unit.T
    np.fill_diagonal(cosines, -np.inf)
    expected = np.argsort(-cosines, axis=1)[:, :6]
    assert [set(row) for row in found.tolist()] == [set(row) for row in expected.tolist()]


def test_kinds_of_documents_lie_apart_and_neighbors_stay_neighbors() -> None:
    counts, kind = three_kinds()
    points = document_map(term_weights(counts))
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(distances, np.inf)
    assert (kind[distances.argmin(axis=1)] == kind).mean() > 0.95
    assert trustworthiness(term_weights(counts).toarray(), points, n_neighbors=10) > 0.85


def test_the_same_seed_gives_the_same_map() -> None:
    weights = term_weights(three_kinds(90)[0])
    assert np.array_equal(document_map(weights, 4), document_map(weights, 4))


def test_rows_beyond_the_sample_are_put_among_their_nearest(monkeypatch) -> None:
    monkeypatch.setattr(import_module(document_map.__module__), "MOST_LAID_OUT", 150)
    counts, kind = three_kinds()
    points = document_map(term_weights(counts))
    centers = np.array([points[kind == each].mean(axis=0) for each in range(3)])
    nearest = np.linalg.norm(points[:, None] - centers[None], axis=2).argmin(axis=1)
    assert (nearest == kind).mean() > 0.95


@pytest.mark.parametrize("rows", [1, 2, 3, 5])
def test_very_few_documents_and_empty_ones_have_a_map_too(rows: int) -> None:
    points = document_map(csr_matrix(np.eye(5)[:rows] * (np.arange(rows) != 1)[:, None]))
    assert points.shape == (rows, 2)
    assert np.isfinite(points).all()


def test_a_map_that_nobody_wants_is_given_up() -> None:
    def tell(done: float) -> None:
        if done > 0.5:
            raise Cancelled("map")

    with pytest.raises(Cancelled):
        document_map(term_weights(three_kinds(60)[0]), progress=tell)
