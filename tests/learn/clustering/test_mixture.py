"""Mixtures of multinomials: scikit-learn's checks, naive Bayes, and what must always hold."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix
from scipy.special import logsumexp
from scipy.stats import multinomial
from sklearn.naive_bayes import MultinomialNB
from sklearn.utils.estimator_checks import parametrize_with_checks
from tests.errors import raises

from steersman import MultinomialMixture
from steersman.evaluate import adjusted_rand

METHODS = ("em", "generalized", "stochastic", "variational", "hard")


@parametrize_with_checks(
    [MultinomialMixture(), MultinomialMixture(n_components=3, method="variational")]
)
def test_scikit_learn_accepts_it(estimator: object, check: object) -> None:
    check(estimator)  # type: ignore[operator]


def topics(rows: int = 240, seed: int = 0, words: int = 30) -> tuple[csr_matrix, np.ndarray]:
    """Counts of words in documents of three kinds, of different lengths."""
    rng = np.random.default_rng(seed)
    kind = rng.integers(0, 3, rows)
    chance = np.ones((3, words))
    for k in range(3):
        chance[k, k * words // 3 : (k + 1) * words // 3] = 6
    lengths = rng.integers(5, 60, rows)
    drawn = [
        rng.multinomial(n, chance[k] / chance[k].sum()) for n, k in zip(lengths, kind, strict=True)
    ]
    return csr_matrix(np.array(drawn)), kind


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("priors", ["free", "tied"])
def test_kinds_are_found_by_every_method(method: str, priors: str) -> None:
    X, kind = topics()
    model = MultinomialMixture(3, method=method, priors=priors, random_state=0).fit(X)
    assert adjusted_rand(kind, model.labels_) > 0.9
    np.testing.assert_array_equal(model.labels_, model.predict(X))
    np.testing.assert_array_equal(model.labels_, model.predict_proba(X).argmax(axis=1))
    np.testing.assert_allclose(np.exp(model.feature_log_prob_).sum(axis=1), 1.0)
    np.testing.assert_allclose(np.exp(model.component_log_prior_).sum(), 1.0)


@given(st.integers(0, 10_000), st.sampled_from(["em", "generalized", "variational", "hard"]),
       st.sampled_from(["free", "tied"]), st.sampled_from(["k-means", "random"]))  # fmt: skip
@settings(max_examples=60, derandomize=True)
def test_the_objective_never_falls(seed: int, method: str, priors: str, init: str) -> None:
    X, kind = topics(60, seed, words=12)
    some = np.where(np.random.default_rng(seed).random(60) < 0.2, kind, -1)
    model = MultinomialMixture(
        4, method=method, priors=priors, init=init, tol=0.0, max_iter=30, random_state=seed
    )
    for y in (None, some):
        history = model.fit(X, y).history_
        assert np.all(np.isfinite(history))
        assert np.all(np.diff(history) >= -1e-8 * np.abs(history[0]))


def test_the_objective_of_em_is_the_log_likelihood_plus_the_smoothing() -> None:
    X, _ = topics(80)
    model = MultinomialMixture(3, alpha=0.7, max_iter=5, random_state=0).fit(X)
    dense = X.toarray()
    theta, pi = np.exp(model.feature_log_prob_), np.exp(model.component_log_prior_)
    full = [
        logsumexp(
            [
                np.log(p) + multinomial.logpmf(row, row.sum(), t)
                for p, t in zip(pi, theta, strict=True)
            ]
        )
        - multinomial.logpmf(row, row.sum(), np.full(30, 1 / 30))
        - row.sum() * np.log(30)
        for row in dense
    ]  # the uniform model takes the multinomial coefficient away
    np.testing.assert_allclose(model.score_samples(X), full)
    assert model.score(X) == pytest.approx(np.mean(full))
    assert model.objective_ == pytest.approx(np.sum(full) + 0.7 * model.feature_log_prob_.sum())


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("batches", [1, 4])
def test_with_all_labels_known_it_is_multinomial_naive_bayes(method: str, batches: int) -> None:
    X, kind = topics()
    y = kind * 10 + 5
    bayes = MultinomialNB(alpha=0.3).fit(X, y)
    model = MultinomialMixture(3, method=method, alpha=0.3, random_state=0)
    if batches == 1:
        model.fit(X, y)
        np.testing.assert_array_equal(model.labels_, y)
    else:
        for part in np.array_split(np.arange(X.shape[0]), batches):
            model.partial_fit(X[part], y[part])
    np.testing.assert_allclose(model.feature_log_prob_, bayes.feature_log_prob_)
    np.testing.assert_allclose(model.component_log_prior_, bayes.class_log_prior_)
    np.testing.assert_array_equal(model.classes_, bayes.classes_)
    np.testing.assert_array_equal(model.predict(X), bayes.predict(X))
    np.testing.assert_allclose(model.predict_proba(X), bayes.predict_proba(X), atol=1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_rows_with_known_labels_stay_where_they_are(method: str) -> None:
    X, kind = topics()
    known = np.full(len(kind), -1)
    known[:60] = kind[:60]
    known[:5] = (kind[:5] + 1) % 3  # even wrong ones
    model = MultinomialMixture(3, method=method, random_state=0).fit(X, known)
    np.testing.assert_array_equal(model.labels_[:60], known[:60])
    assert np.mean(model.labels_[60:] == kind[60:]) > 0.95


def test_unlabeled_rows_help_a_few_labeled_ones() -> None:
    X, kind = topics(600, seed=4, words=240)
    known = np.full(600, -1)
    for k in range(3):
        known[np.flatnonzero(kind == k)[:1]] = k
    labeled = known >= 0
    bayes = MultinomialNB(alpha=0.1).fit(X[labeled], known[labeled])
    model = MultinomialMixture(3, random_state=0).fit(X, known)
    alone, together = np.mean(bayes.predict(X) == kind), np.mean(model.predict(X) == kind)
    assert together > alone + 0.1


def test_components_beyond_the_labels_are_new_clusters() -> None:
    X, kind = topics()
    known = np.where(kind == 0, 1, -1)
    known[np.flatnonzero(kind == 0)[30:]] = -1
    model = MultinomialMixture(3, random_state=0).fit(X, known)
    assert model.classes_.tolist() == [1, 0, 2]
    assert adjusted_rand(kind, model.labels_) > 0.9
    assert np.mean(model.labels_[kind == 0] == 1) > 0.95


def test_permuting_rows_permutes_results() -> None:
    X, kind = topics()
    known = np.where(np.arange(len(kind)) < 30, kind, -1)
    order = np.random.default_rng(1).permutation(len(kind))
    one = MultinomialMixture(3).fit(X, known)
    two = MultinomialMixture(3).fit(X[order], known[order])
    np.testing.assert_array_equal(one.labels_[order], two.labels_)
    np.testing.assert_allclose(one.feature_log_prob_, two.feature_log_prob_, atol=1e-9)


@pytest.mark.parametrize("method", METHODS)
def test_the_same_seed_gives_the_same_bits_and_dense_equals_sparse(method: str) -> None:
    X, _ = topics(100)
    one, two, dense = (
        MultinomialMixture(4, method=method, random_state=3, max_iter=15).fit(rows)
        for rows in (X, X, X.toarray())
    )
    np.testing.assert_array_equal(one.feature_log_prob_, two.feature_log_prob_)
    np.testing.assert_array_equal(one.labels_, dense.labels_)


def test_batches_find_what_the_whole_finds() -> None:
    X, kind = topics(900)
    model = MultinomialMixture(3, random_state=0, decay=0.9)
    for part in np.array_split(np.arange(900), 9):
        model.partial_fit(X[part])
    assert adjusted_rand(kind, model.predict(X)) > 0.9


def test_fitting_can_go_on_with_more_rows() -> None:
    X, kind = topics()
    model = MultinomialMixture(3, random_state=0).fit(X, kind).partial_fit(X, kind)
    np.testing.assert_allclose(model.mass_, 2 * np.bincount(kind))
    np.testing.assert_allclose(model.term_count_.sum(), 2 * X.sum())


def test_several_starts_keep_the_best_and_rounds_are_reported() -> None:
    X, _ = topics()
    seen: list[tuple[int, float]] = []
    once, often = (
        MultinomialMixture(6, init="random", n_init=n, random_state=2, max_iter=40).fit(X)
        for n in (1, 6)
    )
    assert often.objective_ >= once.objective_
    model = MultinomialMixture(2, on_round=lambda n, value: seen.append((n, value))).fit(X)
    assert seen == list(enumerate(model.history_, start=1))


@pytest.mark.parametrize("method", METHODS)
def test_more_components_than_kinds_of_rows_do_no_harm(method: str) -> None:
    X = np.array([[3, 0], [3, 0], [0, 2], [0, 0], [0, 2]])
    model = MultinomialMixture(4, method=method, random_state=0, max_iter=20).fit(X)
    assert np.all(np.isfinite(model.predict_proba(X)))
    assert np.all(np.isfinite(model.history_))
    assert model.labels_[0] == model.labels_[1] != model.labels_[2]


@pytest.mark.parametrize(
    ("settings_", "y", "code", "fields"),
    [
        ({"method": "mcmc"}, None, "bad-setting", {"name": "method", "value": "mcmc"}),
        ({"priors": "loose"}, None, "bad-setting", {"name": "priors", "value": "loose"}),
        ({"init": "best"}, None, "bad-setting", {"name": "init", "value": "best"}),
        ({"alpha": 0.0}, None, "bad-setting", {"name": "alpha", "value": 0.0}),
        ({"n_components": 0}, None, "bad-setting", {"name": "n_components", "value": 0}),
        ({}, ["a"] * 8, "labels-not-whole", {"dtype": "<U1"}),
        ({}, [0.5] * 8, "labels-not-whole", {"dtype": "float64"}),
        ({}, [1, 2], "label-count", {"rows": 8, "shape": (2,)}),
    ],
)
def test_mistakes_are_named(
    settings_: dict[str, object],
    y: list[object] | None,
    code: str,
    fields: dict[str, object],
) -> None:
    with raises(code, **fields):
        MultinomialMixture(**settings_).fit(np.eye(8), y)  # type: ignore[arg-type]


def test_a_new_label_in_a_later_batch_is_an_error() -> None:
    X, kind = topics(30)
    model = MultinomialMixture(3).partial_fit(X, kind)
    with raises("unknown-labels", labels=[7]):
        model.partial_fit(X[:1], [7])
