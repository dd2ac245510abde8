"""Measures against scikit-learn and the lecture's worked matrix."""

import numpy as np
import pytest
from sklearn import metrics
from tests.errors import raises

from steersman.evaluate import accuracy, confusion, confusion_per_class, precision_recall_f1
from steersman.evaluate.outcomes import MEASURES, measure_values, outcomes

# The lecture's 10 x 10 matrix, in hundredths: rows actual, columns predicted classes.
LECTURE = np.array(
    [
        [906, 0, 7, 5, 1, 3, 6, 59, 1, 14],
        [0, 820, 0, 0, 52, 4, 30, 0, 53, 42],
        [3, 0, 952, 3, 1, 2, 1, 15, 2, 22],
        [1, 1, 1, 901, 13, 12, 52, 10, 5, 6],
        [0, 48, 1, 5, 267, 187, 140, 0, 263, 90],
        [0, 11, 0, 0, 86, 775, 56, 0, 10, 62],
        [2, 18, 0, 32, 147, 150, 366, 11, 208, 67],
        [20, 0, 5, 1, 0, 0, 2, 970, 0, 3],
        [0, 39, 1, 0, 121, 11, 42, 0, 684, 102],
        [0, 24, 13, 1, 95, 101, 43, 1, 185, 537],
    ]
)
LECTURE_RECALLS = [90.60, 82.00, 95.20, 90.10, 26.70, 77.50, 36.60, 97.00, 68.40, 53.70]
LECTURE_PRECISIONS = [97.21, 85.33, 97.14, 95.04, 34.10, 62.25, 49.59, 90.99, 48.48, 56.83]


def rows_of(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """True and predicted labels whose confusion matrix is the given one."""
    actual, predicted = np.indices(matrix.shape)
    return np.repeat(actual.ravel(), matrix.ravel()), np.repeat(predicted.ravel(), matrix.ravel())


def test_the_lectures_matrix_has_the_lectures_precisions_and_recalls() -> None:
    y_true, y_pred = rows_of(LECTURE)
    np.testing.assert_array_equal(confusion(y_true, y_pred), LECTURE)
    # The printed cells are rounded: several rows add up to a little more than the printed 10.
    precision, recall, f1 = precision_recall_f1(y_true, y_pred)
    np.testing.assert_allclose(100 * np.asarray(recall), LECTURE_RECALLS, atol=0.2)
    np.testing.assert_allclose(100 * np.asarray(precision), LECTURE_PRECISIONS, atol=0.02)
    harmonic = 2 * np.asarray(precision) * recall / (precision + recall)
    np.testing.assert_allclose(np.asarray(f1), harmonic)


def test_labels_choose_classes_and_their_order() -> None:
    y_true, y_pred = ["b", "a", "c", "b"], ["b", "b", "c", "a"]
    np.testing.assert_array_equal(confusion(y_true, y_pred, labels=["b", "a"]), [[1, 1], [1, 0]])
    assert precision_recall_f1(y_true, y_pred, labels=["c"]).recall == [1.0]


@pytest.mark.parametrize("average", [None, "micro", "macro", "weighted"])
@pytest.mark.parametrize("beta", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("several", [False, True])
def test_averages_equal_scikit_learn(average: str | None, beta: float, several: bool) -> None:
    rng = np.random.default_rng(0)
    shape = (200, 4) if several else 200
    y_true, y_pred = rng.integers(0, 2 if several else 4, (2, *np.atleast_1d(shape)))
    found = precision_recall_f1(y_true, y_pred, average=average, beta=beta)
    expected = metrics.precision_recall_fscore_support(y_true, y_pred, average=average, beta=beta)
    for ours, theirs in zip(found, expected[:3], strict=True):
        np.testing.assert_allclose(ours, theirs)
    assert accuracy(y_true, y_pred) == pytest.approx(metrics.accuracy_score(y_true, y_pred))
    cells = metrics.multilabel_confusion_matrix(y_true, y_pred)
    np.testing.assert_array_equal(confusion_per_class(y_true, y_pred), cells)


@pytest.mark.parametrize("several", [False, True])
def test_measures_of_summed_outcomes_equal_scikit_learn(several: bool) -> None:
    rng = np.random.default_rng(1)
    y_true, y_pred = rng.integers(0, 2 if several else 5, (2, 60, 5) if several else (2, 60))
    (rows,) = outcomes(y_true, y_pred)
    for name in MEASURES:
        if name == "accuracy":
            expected = metrics.accuracy_score(y_true, y_pred)
        elif name == "balanced_accuracy":
            recalls = metrics.recall_score(y_true, y_pred, average=None)
            expected = (
                recalls.mean() if several else metrics.balanced_accuracy_score(y_true, y_pred)
            )
        else:
            score, average = name.split("_")
            expected = getattr(metrics, f"{score}_score")(y_true, y_pred, average=average)
        assert measure_values(name, rows.sum(axis=0), 60) == pytest.approx(expected)


def test_nothing_predicted_and_nothing_there_count_as_zero() -> None:
    found = precision_recall_f1(["a", "a"], ["b", "b"])
    np.testing.assert_array_equal(np.asarray(found), np.zeros((3, 2)))


@pytest.mark.parametrize(
    ("call", "code", "fields"),
    [
        (lambda: accuracy([1, 2], [1]), "labels-shape", {"true": (2,), "predicted": (1,)}),
        (lambda: accuracy([], []), "no-rows", {}),
        (lambda: confusion([[1, 0]], [[0, 1]]), "several-labels", {}),
        (lambda: accuracy([[1, 2], [3, 1]], [[0, 1], [1, 2]]), "labels-not-binary", {}),
        (lambda: precision_recall_f1([1], [1], average="mean"), "bad-setting", {"value": "mean"}),
        (
            lambda: measure_values("recall", np.zeros(4), 1),
            "unknown-measure",
            {"measure": "recall"},
        ),
    ],
)
def test_mistakes_are_named(call: object, code: str, fields: dict[str, object]) -> None:
    with raises(code, **fields):
        call()  # type: ignore[operator]
