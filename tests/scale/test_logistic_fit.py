"""Logistic regression over partitions beside the fit in memory and scikit-learn's."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from tests.scale.conftest import Whole

from steersman import Job, SteerableLogisticRegression, open_partitions
from steersman.errors import Cancelled
from steersman.learn.catalog import model_named
from steersman.scale import PartitionedDataset, logistic_fit, prepared_rows
from steersman.scale.row_hashes import TRAIN, row_parts

EXACT = {"tol": 1e-14}


def memory_rows(opened: PartitionedDataset) -> tuple[np.ndarray, np.ndarray]:
    """Features and labels of dense partitions."""
    rows = [partition.open() for partition in opened.partitions]
    codes = np.concatenate([each.codes for each in rows])
    return np.vstack([each.X for each in rows]), np.asarray(opened.classes)[codes]


@pytest.fixture(scope="module")
def sizes(tmp_path_factory: pytest.TempPathFactory) -> PartitionedDataset:
    """Rows of three classes with four numbers, one of them constant."""
    folder = tmp_path_factory.mktemp("sizes")
    rng = np.random.default_rng(5)
    kinds = rng.integers(3, size=900)
    values = rng.normal(size=(900, 3)) + np.eye(3)[kinds] * [2.0, 1.0, 0.5]
    values = np.column_stack([1e3 + 50.0 * values[:, 0], values[:, 1:], np.full(900, 7.0)])
    lines = [
        ",".join([*(f"{value:.5f}" for value in row), "abc"[kind]])
        for row, kind in zip(values, kinds)
    ]
    for name, some in (("a", lines[:250]), ("b", lines[250:])):
        (folder / f"{name}.csv").write_text("\n".join(["p,q,r,s,kind", *some]) + "\n")
    return open_partitions(str(folder / "*.csv"), label="kind")


@pytest.mark.parametrize("whole_parameters", [300, 0])
@pytest.mark.parametrize("class_weight", [None, "balanced", {"a": 3.0, "b": 1.0, "c": 0.5}])
def test_softmax_weights_are_those_of_memory_and_of_scikit_learn(
    sizes: PartitionedDataset,
    monkeypatch: pytest.MonkeyPatch,
    whole_parameters: int,
    class_weight: object,
) -> None:
    monkeypatch.setattr(logistic_fit, "WHOLE_PARAMETERS", whole_parameters)
    monkeypatch.setattr(logistic_fit, "START_ROWS", 100)
    monkeypatch.setattr(prepared_rows, "CHUNK_CELLS", 400)
    X, y = memory_rows(sizes)
    steps = [("scale", StandardScaler()), ("model", logistic(class_weight))]
    model = sizes.fit(Pipeline(steps))
    scaler = StandardScaler().fit(X)
    assert np.allclose(model["scale"].mean_, scaler.mean_, rtol=1e-12)
    assert np.allclose(model["scale"].scale_, scaler.scale_, rtol=1e-10)
    memory = logistic(class_weight).fit(scaler.transform(X), y)
    assert np.allclose(model["model"].coef_, memory.coef_, atol=1e-7)
    assert np.allclose(model["model"].intercept_, memory.intercept_, atol=1e-7)
    peer = LogisticRegression(C=1.0, class_weight=class_weight, tol=1e-10, max_iter=5000)
    peer.fit(scaler.transform(X), y)
    assert np.allclose(model.predict_proba(X), peer.predict_proba(scaler.transform(X)), atol=1e-5)


def logistic(class_weight: object = None) -> SteerableLogisticRegression:
    return SteerableLogisticRegression(class_weight=class_weight, **EXACT)


def test_weights_of_words_are_those_of_memory(
    opened: PartitionedDataset, whole: Whole, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logistic_fit, "WHOLE_PARAMETERS", 100)
    monkeypatch.setattr(logistic_fit, "START_ROWS", 200)
    penalties = np.linspace(0.5, 2.0, whole.X.shape[1])
    model = opened.fit(SteerableLogisticRegression(penalties, **EXACT))
    memory = SteerableLogisticRegression(penalties, **EXACT).fit(whole.X, whole.y)
    assert np.allclose(model.coef_, memory.coef_, atol=1e-7)
    assert model.n_iter_ < 20


def test_a_job_fits_logistic_regression_to_all_training_rows(
    opened: PartitionedDataset, whole: Whole, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logistic_fit, "WHOLE_PARAMETERS", 100)
    monkeypatch.setattr(logistic_fit, "START_ROWS", 200)
    told: list[str] = []
    done = opened.steer(Job("fpr <= 5%", 0.9, model="logistic"), lambda what, _: told.append(what))
    mine = row_parts(whole.numbers, None, 0.33, 0.2, seed=0) == TRAIN
    memory = model_named("logistic", sparse=True).fit(whole.X[mine], whole.y[mine])
    fitted = done.steering.model.estimator_
    # The default tolerance of both fits: a hundred-millionth of the mean loss.
    assert np.allclose(fitted[-1].coef_, memory[-1].coef_, atol=1e-4)
    scores = fitted.decision_function(whole.X), memory.decision_function(whole.X)
    assert np.allclose(*scores, atol=1e-3)
    assert len(set(told)) > 4


def test_a_fit_can_be_canceled_between_passes(opened: PartitionedDataset) -> None:
    passes: list[str] = []
    with pytest.raises(Cancelled):
        opened.fit(
            SteerableLogisticRegression(**EXACT),
            progress=lambda what, _: passes.append(what),
            cancelled=lambda: len(passes) >= 3,
        )
    assert len(passes) == 3


def test_any_classifier_is_fitted_to_a_sample_and_steered_on_all_rows(
    opened: PartitionedDataset, whole: Whole
) -> None:
    from sklearn.naive_bayes import BernoulliNB

    done = opened.steer(Job("fpr <= 5%", 0.9), model=BernoulliNB())
    mine = row_parts(whole.numbers, None, 0.33, 0.2, seed=0) == TRAIN
    memory = BernoulliNB().fit(whole.X[mine], whole.y[mine])
    fitted = done.steering.model.estimator_
    assert np.array_equal(fitted.feature_log_prob_, memory.feature_log_prob_)
    assert done.families == ("BernoulliNB",)
    assert done.steering.after.sum() == len(done.parts.holdout)


def test_term_weights_are_those_of_all_rows(opened: PartitionedDataset, whole: Whole) -> None:
    from sklearn.feature_extraction.text import TfidfTransformer

    model = opened.fit(
        Pipeline([("weigh", TfidfTransformer()), ("model", SteerableLogisticRegression())])
    )
    assert np.allclose(model["weigh"].idf_, TfidfTransformer().fit(whole.X).idf_, rtol=1e-13)
    assert np.mean(model.predict(whole.X) == whole.y) > 0.7
