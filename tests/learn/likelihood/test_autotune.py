"""Automatic steering: better than its start, the same every time, and stopped when asked."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from tests.errors import raises

from steersman.errors import Cancelled
from steersman.learn.likelihood import LikelihoodSpaceClassifier, Setting, autotune, best_line
from steersman.learn.likelihood.cross_fitted_counts import folded_documents
from steersman.maths.confusion import binary_counts
from steersman.maths.likelihood import under_line


def corpus(seed=0, documents=260, features=90):
    """Documents of different lengths; a few features tell the class, some repeat each other."""
    rng = np.random.default_rng(seed)
    positive = np.arange(documents) % 5 == 0
    rates = rng.uniform(0.02, 0.3, features) * rng.uniform(0.4, 2.5, (documents, 1))
    rates[:, :6] += 0.35 * positive[:, None]
    held = rng.random((documents, features)) < rates
    held[:, 19] = rng.random(documents) < 0.3 + 0.25 * positive
    held[:, 20:40] = held[:, 19:20] & (rng.random((documents, 20)) < 0.97)
    return csr_matrix(held.astype(float)), positive


STARTS = [
    None,
    Setting(alpha=0.01, beta=50.0, max_features=20, slope=1.4, intercept=12.0),
    Setting(alpha=1.7, beta=0.5, slope=0.6, intercept=-40.0),
]


@pytest.mark.parametrize(
    ("start", "metric"), list(zip(STARTS, ["f1", "accuracy", ("cost", 1.0, 4.0)], strict=True))
)
def test_the_score_never_falls_below_that_of_the_start(start, metric):
    X, positive = corpus()
    tuned = autotune(X, positive, start=start, metric=metric, folds=4)
    scores = [tried.score for tried in tuned.trajectory]
    assert scores == sorted(scores)
    assert tuned.score == scores[-1] >= scores[0]
    if start is not None:
        assert tuned.trajectory[0].setting == start


def test_the_score_is_that_of_documents_placed_by_the_other_folds():
    X, positive = corpus()
    tuned = autotune(X, positive, folds=4, seed=3)
    documents = folded_documents(X, positive, 4, 3)
    plane = documents.held_out_plane(tuned.alpha, tuned.beta, tuned.max_features, "frequency")
    last = tuned.trajectory[-1].setting
    decided = under_line(plane, last.slope, last.intercept)
    assert binary_counts(positive, decided).f1 == tuned.score


def test_the_line_is_the_best_where_a_model_of_all_documents_puts_them():
    X, positive = corpus()
    tuned = autotune(X, positive, folds=4, seed=3)
    places = []
    for left_out in range(X.shape[0]):
        others = np.arange(X.shape[0]) != left_out
        settings = {"alpha": tuned.alpha, "beta": tuned.beta}
        model = LikelihoodSpaceClassifier(**settings).fit(X[others], positive[others])
        places.append(model.coordinates(X[[left_out]])[0])
    plane = np.array(places)
    assert tuned.max_features is None
    line = best_line(*plane.T, positive, slopes=(0.01, 100.0))
    decided = under_line(plane, tuned.slope, tuned.intercept)
    assert binary_counts(positive, decided).f1 == line.score


def test_a_prior_for_each_feature_scores_no_less_and_makes_an_ordinary_model():
    documents, classes = corpus(documents=520)
    X, positive, fresh, truth = documents[:260], classes[:260], documents[260:], classes[260:]
    shared = autotune(X, positive)
    own = autotune(X, positive, per_feature=True)
    assert own.score > shared.score
    assert own.alpha.shape == own.beta.shape == (90,)
    assert min(own.alpha.min(), own.beta.min()) > 0
    decided = own.model().fit(X, positive).predict(fresh)
    plain = shared.model().fit(X, positive).predict(fresh)
    assert binary_counts(truth, decided).f1 > binary_counts(truth, plain).f1


def test_with_no_freedom_features_do_not_leave_the_shared_prior_for_a_worse_score():
    X, positive = corpus()
    shared = autotune(X, positive)
    held = autotune(X, positive, per_feature=True, looseness=1e-12)
    assert held.score >= shared.score


def test_the_same_seed_gives_the_same_bits():
    X, positive = corpus()
    one, two = (autotune(X, positive, per_feature=True, seed=5) for _ in range(2))
    np.testing.assert_array_equal(one.alpha, two.alpha)
    np.testing.assert_array_equal(one.beta, two.beta)
    assert (one.slope, one.intercept, one.score) == (two.slope, two.intercept, two.score)
    assert one.trajectory == two.trajectory


def test_progress_is_told_and_ends_at_one():
    X, positive = corpus()
    told = []
    autotune(X, positive, per_feature=True, progress=lambda _, share: told.append(share))
    assert told == sorted(told)
    assert told[-1] == 1.0


@pytest.mark.parametrize("patience", [0, 45])
def test_a_search_nobody_wants_any_more_stops(patience):
    X, positive = corpus()
    calls = []

    def cancelled():
        calls.append(None)
        return len(calls) > patience

    with pytest.raises(Cancelled):
        autotune(X, positive, per_feature=True, cancelled=cancelled)
    assert len(calls) == patience + 1


def test_dense_and_sparse_counts_and_marks_are_the_same():
    X, positive = corpus()
    counts = X.multiply(np.arange(1, 91)).tocsr()
    assert autotune(X.toarray(), positive) == autotune(counts, positive)


@pytest.mark.parametrize(
    ("settings", "code", "fields"),
    [
        ({"start": Setting(alpha=0.0)}, "bad-smoothing", {"alpha": 0.0}),
        (
            {"start": Setting(max_features=91)},
            "bad-setting",
            {"name": "max_features", "features": 90},
        ),
        ({"folds": 60}, "folds-impossible", {"rows": 52, "folds": 60}),
        ({"metric": "best"}, "unknown-measure", {"measure": "best"}),
    ],
)
def test_what_cannot_be_tuned_is_said(settings, code, fields):
    X, positive = corpus()
    with raises(code, **fields):
        autotune(X, positive, **settings)


def test_labels_must_fit_the_documents():
    X, positive = corpus()
    with raises("label-count", rows=260, shape=(259,)):
        autotune(X, positive[1:])
