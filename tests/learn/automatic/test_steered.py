"""SteeredClassifier: estimator checks, wants kept on new rows, reports, bad input."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import load_breast_cancer, load_iris, make_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import balanced_accuracy_score, confusion_matrix
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks
from tests.errors import raises
from threadpoolctl import threadpool_limits

from steersman import SteeredClassifier
from steersman.learn.automatic.candidates import default_candidates
from steersman.learn.steering import ThresholdedClassifier

QUICK = [make_pipeline(StandardScaler(), LogisticRegression()), GaussianNB()]
X, CODES = make_classification(600, 8, n_informative=4, flip_y=0.1, random_state=0)
Y = np.array(["ham", "spam"])[CODES]


@pytest.fixture(scope="module", autouse=True)
def one_thread() -> Iterator[None]:
    """Many small fits: on a busy machine, threads would only wait for each other."""
    with threadpool_limits(1):
        yield


@parametrize_with_checks(
    [
        SteeredClassifier(candidates=QUICK, cv=2, random_state=0),
        SteeredClassifier(
            LogisticRegression(), "errors <= 1000", objective="keep", cv=2, random_state=0
        ),
        SteeredClassifier(LinearSVC(), "error rate <= 99%", 0.9, cross_fit=2, random_state=0),
        ThresholdedClassifier(LogisticRegression()),
    ]
)
def test_scikit_learn_checks(estimator, check) -> None:
    check(estimator)


def test_the_want_is_kept_on_rows_not_seen() -> None:
    model = SteeredClassifier(candidates=QUICK, want="fpr <= 8%", random_state=0).fit(
        X[:400], Y[:400]
    )
    (tn, fp), _ = confusion_matrix(Y[400:], model.predict(X[400:]))
    assert fp / (fp + tn) <= 0.08
    assert model.report_.met
    assert model.report_.expected.sum() == 400
    assert {one.name for one in model.report_.candidates} == {"Pipeline", "GaussianNB"}
    assert "wanted: fpr <= 8%" in str(model.report_)


def test_the_same_seed_gives_the_same_bits() -> None:
    families = [RandomForestClassifier(10, random_state=0), LogisticRegression()]
    first, second = (
        SteeredClassifier(candidates=families, want="recall >= 90%", random_state=3).fit(X, Y)
        for _ in range(2)
    )
    np.testing.assert_array_equal(first.decision_function(X), second.decision_function(X))
    assert first.report_.chosen == second.report_.chosen


def test_without_a_want_the_balanced_accuracy_is_high() -> None:
    data, truth = load_breast_cancer(return_X_y=True)
    model = SteeredClassifier(candidates=QUICK, random_state=0).fit(data[::2], truth[::2])
    assert balanced_accuracy_score(truth[1::2], model.predict(data[1::2])) > 0.93


def test_many_classes_with_names() -> None:
    iris = load_iris()
    names = iris.target_names[iris.target]
    model = SteeredClassifier(candidates=QUICK, want="recall(virginica) >= 90%", random_state=0)
    model.fit(iris.data[::2], names[::2])
    assert set(model.predict(iris.data)) == set(iris.target_names)
    own = model.model_.estimator_.predict_proba(iris.data)
    np.testing.assert_array_equal(model.predict_proba(iris.data), own)


def test_a_promise_is_made_from_rows_kept_apart() -> None:
    model = SteeredClassifier(
        candidates=QUICK, want="fpr <= 20%", confidence=0.9, random_state=0
    ).fit(X, Y)
    assert model.report_.met
    assert model.report_.expected.sum() == 240
    assert len(model.report_.promises) == 1


def test_a_promise_that_needs_more_rows_says_how_many() -> None:
    model = SteeredClassifier(
        candidates=QUICK, want="fpr <= 1%", confidence=0.95, random_state=0
    ).fit(X, Y)
    assert (model.report_.met, model.report_.code) == (False, "too-few-rows")
    assert model.report_.promises == ()


def test_counts_are_of_as_many_rows_as_were_given() -> None:
    model = SteeredClassifier(candidates=QUICK, want="fp <= 30", random_state=0).fit(X, Y)
    assert model.report_.expected[0, 1] <= 30


@pytest.mark.parametrize("holdout", [0.25, 0.5])
def test_counts_beside_a_promise_are_of_as_many_rows_as_were_given(holdout: float) -> None:
    want = "fp <= 90 and recall(spam) >= 50%"
    model = SteeredClassifier(
        candidates=QUICK, want=want, confidence=0.9, holdout=holdout, random_state=0
    ).fit(X, Y)
    assert model.report_.met
    assert model.report_.want == want
    held = round(holdout * len(Y))
    assert model.report_.expected.sum() == held
    assert model.report_.expected[0, 1] <= 90 * holdout
    assert str(held) in model.report_.reason


def test_sparse_counts_are_fitted_by_the_default_candidates() -> None:
    counts = csr_matrix((X > 1.0).astype(float))
    assert {*default_candidates(counts, 0)} != {*default_candidates(counts.toarray(), 0)}
    model = SteeredClassifier(want="fpr <= 40%", cv=2, random_state=0).fit(counts, Y)
    assert set(model.predict(counts)) <= {"ham", "spam"}


def test_dense_tables_get_every_family() -> None:
    assert len(default_candidates(X, 0)) == 6


def test_candidates_may_be_named() -> None:
    model = SteeredClassifier(
        candidates={"bayes": GaussianNB()}, want="fp <= 100", random_state=0
    ).fit(X, Y)
    assert model.report_.chosen == ("bayes",)
    pairs = SteeredClassifier(
        candidates=[("bayes", GaussianNB())], want="fp <= 100", random_state=0
    )
    assert clone(pairs).fit(X, Y).report_.chosen == ("bayes",)


@pytest.mark.parametrize(
    ("settings", "code", "fields"),
    [
        ({"want": "recall(eggs) >= 1%"}, "unknown-class", {"name": "eggs"}),
        ({"want": "fp <= 1 and fp >= 2"}, "contradiction", {"rows": {}}),
        ({"want": "fpp <= 1"}, "unknown-measure", {"position": 0}),
        ({"candidates": []}, "no-candidates", {}),
        ({"candidates": ["forest"]}, "not-a-classifier", {}),
        ({"cv": 1}, "bad-setting", {"name": "cv", "value": 1}),
        ({"risk": 2.0}, "bad-setting", {"name": "risk", "value": 2.0}),
        ({"confidence": 95}, "bad-confidence", {"confidence": 95}),
    ],
)
def test_bad_settings_are_named(settings: dict, code: str, fields: dict) -> None:
    given = {"candidates": QUICK, "want": "fp <= 50"} | settings
    with raises(code, **fields):
        SteeredClassifier(**given).fit(X, Y)


def test_constant_columns_separable_data_and_large_scales_are_fitted() -> None:
    apart = np.column_stack([CODES * 2e6, np.ones(600), X[:, 0]])
    model = SteeredClassifier(candidates=QUICK[:1], want="fp <= 0 and fn <= 0", random_state=0).fit(
        apart, Y
    )
    np.testing.assert_array_equal(model.predict(apart), Y)
    with pytest.raises(ValueError, match="NaN"):
        SteeredClassifier(GaussianNB(), "fp <= 1").fit(np.full_like(X, np.nan), Y)


class WiderWithRows(ClassifierMixin, BaseEstimator):
    """The first column as a score whose scale and place depend on the number of training rows."""

    def __init__(self, power: float = 1.0) -> None:
        self.power = power

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.scale_ = len(X) ** self.power
        return self

    def decision_function(self, X):
        return self.scale_ * (X[:, 0] - 1.0)

    def predict(self, X):
        return self.classes_[(self.decision_function(X) > 0).astype(int)]


@pytest.mark.parametrize("given", ["estimator", "candidates"])
@pytest.mark.parametrize("power", [0.5, -1.0, 2.0])
def test_a_cutoff_moves_with_the_scale_that_more_rows_give(given: str, power: float) -> None:
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, 600)
    X = rng.normal(size=(600, 1)) + 1.5 * y[:, None]

    def decisions(model: WiderWithRows):
        asked = {given: model if given == "estimator" else [model]}
        found = SteeredClassifier(want="fpr <= 10%", random_state=0, **asked).fit(X, y)
        return found.predict(X)

    steady, wider = decisions(WiderWithRows(0.0)), decisions(WiderWithRows(power))
    assert 0.0 < np.mean(steady[y == 0]) < 0.1
    assert np.array_equal(wider, steady)
