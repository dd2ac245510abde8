"""Spherical k-means: scikit-learn's checks, brute force, and what must always hold."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix, random_array
from sklearn.preprocessing import normalize
from sklearn.utils.estimator_checks import parametrize_with_checks
from tests.errors import raises

from steersman import SphericalKMeans
from steersman.evaluate import adjusted_rand
from steersman.maths.clustering import spherical_steps, unit_rows


@parametrize_with_checks([SphericalKMeans()])
def test_scikit_learn_accepts_it(estimator: object, check: object) -> None:
    check(estimator)  # type: ignore[operator]


def topics(rows: int = 300, seed: int = 0) -> tuple[csr_matrix, np.ndarray]:
    """Counts of 60 words in documents of three kinds, of very different lengths."""
    rng = np.random.default_rng(seed)
    kind = rng.integers(0, 3, rows)
    chance = np.ones((3, 60))
    for k in range(3):
        chance[k, 20 * k : 20 * k + 20] = 12
    lengths = rng.integers(10, 400, rows)
    drawn = [
        rng.multinomial(n, chance[k] / chance[k].sum()) for n, k in zip(lengths, kind, strict=True)
    ]
    return csr_matrix(np.array(drawn)), kind


def plain_rounds(
    unit: np.ndarray, centers: np.ndarray, n_rounds: int
) -> tuple[np.ndarray, list[float]]:
    """Spherical k-means the plain way, without bounds or running sums."""
    history = []
    for _ in range(n_rounds):
        labels = (unit @ centers.T).argmax(axis=1)
        sums = np.array([unit[labels == k].sum(axis=0) for k in range(len(centers))])
        lengths = np.linalg.norm(sums, axis=1, keepdims=True)
        centers = np.where(lengths > 0, sums / np.maximum(lengths, 1e-300), centers)
        history.append(float(lengths.sum()))
    return labels, history


@pytest.mark.parametrize("seed", range(5))
def test_bounds_and_running_sums_change_nothing(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = csr_matrix(random_array((400, 50), density=0.15, rng=rng))
    unit = normalize(X).toarray()
    start = unit[rng.permutation(400)[:6]]
    labels, history = plain_rounds(unit, start, 12)
    steps = spherical_steps(unit_rows(X), np.ascontiguousarray(start.T))
    taken = [step for step, _ in zip(steps, range(12), strict=False)]
    np.testing.assert_allclose([step.objective for step in taken], history)
    np.testing.assert_array_equal(taken[-1].labels, labels)
    assert sum(step.compared for step in taken) < 12 * 400  # some comparisons were saved


@given(st.integers(0, 10_000), st.integers(1, 6), st.sampled_from(["k-means++", "random"]))
@settings(max_examples=60, derandomize=True)
def test_the_objective_never_falls_and_no_cluster_stays_empty(seed: int, k: int, init: str) -> None:
    rng = np.random.default_rng(seed)
    X = csr_matrix(random_array((40, 12), density=0.4, rng=rng))
    model = SphericalKMeans(k, init=init, tol=0.0, n_init=1, random_state=seed).fit(X)
    assert np.all(np.diff(model.history_) >= -1e-9)
    assert model.objective_ >= model.history_[-1] - 1e-9
    np.testing.assert_array_equal(model.labels_, model.predict(X))
    assert len(np.unique(model.labels_)) == k


def test_few_rows_reach_the_best_of_all_partitions() -> None:
    rng = np.random.default_rng(1)
    unit = normalize(rng.random((8, 5)))
    best = max(
        sum(np.linalg.norm(unit[np.array(labels) == k].sum(axis=0)) for k in range(2))
        for labels in product(range(2), repeat=8)
    )
    model = SphericalKMeans(2, n_init=20, tol=0.0, random_state=0).fit(unit)
    assert model.objective_ == pytest.approx(best)


def test_documents_of_the_same_kind_come_together_whatever_their_length() -> None:
    X, kind = topics()
    model = SphericalKMeans(3, random_state=0).fit(X)
    assert adjusted_rand(kind, model.labels_) > 0.9
    np.testing.assert_allclose(np.linalg.norm(model.cluster_centers_, axis=1), 1.0)


def test_scaling_rows_changes_nothing() -> None:
    X, _ = topics()
    scale = np.random.default_rng(0).uniform(0.01, 1000, X.shape[0])
    scaled = csr_matrix(X.multiply(scale[:, np.newaxis]))
    one, two = (SphericalKMeans(4, random_state=5).fit(rows) for rows in (X, scaled))
    np.testing.assert_array_equal(one.labels_, two.labels_)


def test_permuting_rows_permutes_results() -> None:
    X, _ = topics()
    order = np.random.default_rng(3).permutation(X.shape[0])
    start = X[:4].toarray()
    one = SphericalKMeans(4, init=start).fit(X)
    two = SphericalKMeans(4, init=start).fit(X[order])
    np.testing.assert_array_equal(one.labels_[order], two.labels_)
    np.testing.assert_allclose(one.cluster_centers_, two.cluster_centers_, atol=1e-12)


def test_the_same_seed_gives_the_same_bits_and_dense_equals_sparse() -> None:
    X, _ = topics()
    one, two = (SphericalKMeans(5, random_state=8).fit(rows) for rows in (X, X))
    np.testing.assert_array_equal(one.cluster_centers_, two.cluster_centers_)
    dense = SphericalKMeans(5, random_state=8).fit(X.toarray())
    np.testing.assert_array_equal(one.labels_, dense.labels_)


def test_equal_rows_empty_rows_and_a_dying_cluster_are_survived() -> None:
    equal = SphericalKMeans(3, random_state=0).fit(np.ones((6, 2)))
    assert equal.objective_ == pytest.approx(6.0)
    X = csr_matrix([[1.0, 0.0], [0.0, 0.0], [0.0, 1.0], [0.0, 2.0]])
    model = SphericalKMeans(2, random_state=0).fit(X)
    assert model.objective_ == pytest.approx(3.0)
    start = np.array([[1.0, 0.1], [1.0, 0.1], [0.1, 1.0]])
    rows = np.array([[1.0, 0.0], [1.0, 0.2], [1.0, 0.4], [0.0, 1.0], [0.3, 1.0]])
    filled = SphericalKMeans(3, init=start).fit(rows)
    assert len(np.unique(filled.labels_)) == 3


def test_transform_gives_cosines_and_score_their_sum() -> None:
    X, _ = topics(50)
    model = SphericalKMeans(3, random_state=0).fit(X)
    expected = normalize(X).toarray() @ model.cluster_centers_.T
    np.testing.assert_allclose(model.transform(X), expected)
    assert model.score(X) == pytest.approx(model.objective_)
    assert list(model.get_feature_names_out()) == [f"sphericalkmeans{k}" for k in range(3)]


@pytest.mark.parametrize(
    ("settings_", "code", "fields"),
    [
        ({"n_clusters": 0}, "bad-setting", {"name": "n_clusters", "value": 0}),
        ({"n_clusters": 9}, "too-few-rows", {"rows": 8, "clusters": 9}),
        ({"init": "best"}, "bad-setting", {"name": "init", "value": "best"}),
        ({"n_clusters": 2, "init": [[1.0, 2.0, 3.0]]}, "centers-shape", {"shape": (1, 3)}),
    ],
)
def test_mistakes_are_named(
    settings_: dict[str, object], code: str, fields: dict[str, object]
) -> None:
    with raises(code, **fields):
        SphericalKMeans(**settings_).fit(np.eye(8, 3))  # type: ignore[arg-type]
