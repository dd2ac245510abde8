"""What cut-offs can give, against all of them tried."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_iris, make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import confusion_matrix
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from steersman import SteerableLogisticRegression, steer
from steersman.learn.steering import Attainable, ThresholdedClassifier, class_scores


def all_matrices(model, X, y) -> np.ndarray:
    """The matrix at every cut-off, or at every offset of one class after another, one by one."""
    values, start = class_scores(model[-1], model[:-1].transform(X))
    classes = model.classes_
    if values.ndim == 1:
        cuts = np.concatenate([[-np.inf], np.sort(values)])
        decided = [classes[(values > cut).astype(int)] for cut in cuts]
    else:
        decided = []
        for moved in range(len(classes)):
            others = np.delete(values + start, moved, axis=1).max(axis=1)
            needed = np.sort(others - values[:, moved])
            for offset in [needed[0] - 1, *((needed[1:] + needed[:-1]) / 2), needed[-1] + 1]:
                moved_by = np.array(start, dtype=float)
                moved_by[moved] = offset
                decided.append(classes[(values + moved_by).argmax(axis=1)])
    return np.array([confusion_matrix(y, each, labels=classes) for each in decided])


@pytest.mark.parametrize("bunch", [load_breast_cancer, load_iris])
@pytest.mark.parametrize("least", [0.0, 0.9, 1.1])
@pytest.mark.parametrize("balanced", [0.801, np.inf])
def test_ranges_and_costs_are_those_of_all_cut_offs(bunch, least: float, balanced: float) -> None:
    X, y = bunch(return_X_y=True)
    kept = (y != 1) | (np.arange(len(y)) % 8 == 0)  # a class that is rarer than the others
    X, y = X[kept][::2, :3], y[kept][::2]
    model = make_pipeline(StandardScaler(), LogisticRegression()).fit(X[::2], y[::2])
    attainable = Attainable.of(model, X, y)
    every = all_matrices(model, X, y)
    right = np.trace(every, axis1=1, axis2=2)
    recalls = (np.diagonal(every, axis1=1, axis2=2) / every[0].sum(axis=1)).mean(axis=1)
    fair = recalls >= balanced
    assert attainable.reaches(least, balanced) == ((right >= least * len(y)) | fair).any()
    usable = every[(right >= min(least * len(y), right.max())) | fair]
    ranges = attainable.ranges(least, balanced)
    assert ranges[..., 0].tolist() == usable.min(axis=0).tolist()
    assert ranges[..., 1].tolist() == usable.max(axis=0).tolist()
    costs = np.arange(every[0].size, dtype=float).reshape(every[0].shape)
    assert attainable.lowest_cost(costs) == np.einsum("mij,ij->m", every, costs).min()


def test_a_threshold_around_a_model_that_can_be_tuned_claims_no_exact_answer() -> None:
    X, y = make_classification(700, 6, n_informative=3, flip_y=0.2, random_state=1)
    model = SteerableLogisticRegression().fit(X[:300], y[:300])
    rest = X[300:], y[300:]
    thresholded = steer(model, *rest, "fpr <= 5%", confidence=0.9).model
    assert isinstance(thresholded, ThresholdedClassifier)
    asked = steer(thresholded, *rest, "fp <= 2 and fn <= 2")
    assert (asked.met, asked.exact) == (False, False)
