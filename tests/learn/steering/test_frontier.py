"""The attainable trade between two measures, against all cut-offs."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree import ElementTree

import numpy as np
import pytest
from scipy.stats import binomtest
from sklearn.datasets import make_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import confusion_matrix, precision_score, recall_score
from tests.errors import raises

from steersman import frontier, steer
from steersman.learn.steering import ThresholdedClassifier, error_frontier, with_cutoff
from steersman.learn.steering.error_frontier import (
    Frontier,
    frontier_of_scores,
    frontier_svg,
    undominated_points,
)
from steersman.learn.steering.thresholded import class_scores
from steersman.pictures import series_color

X, CODES = make_classification(300, 6, n_informative=3, flip_y=0.2, random_state=0)
Y = np.array(["ham", "spam"])[CODES]
MODEL = LogisticRegression().fit(X[:150], Y[:150])
HELD, TRUTH = X[150:], Y[150:]


def test_every_point_is_attained_and_none_is_beaten() -> None:
    (curve,) = frontier(MODEL, HELD, TRUTH)
    scores, positive = MODEL.decision_function(HELD), TRUTH == "spam"
    attained = {
        (np.count_nonzero(~positive & (scores > cut)), np.count_nonzero(positive & (scores <= cut)))
        for cut in [-np.inf, *scores]
    }
    points = list(zip(curve.x.astype(int).tolist(), curve.y.astype(int).tolist()))
    assert set(points) <= attained
    assert sorted(points) == points
    for fp, fn in attained:
        assert any(x <= fp and y <= fn for x, y in points)
    np.testing.assert_array_equal(curve.matrices[:, 0, 1], curve.x)
    np.testing.assert_array_equal(curve.matrices[:, 1, 0], curve.y)


def test_the_settings_of_the_points_make_them() -> None:
    (curve,) = frontier(MODEL, HELD, TRUTH, measures=("recall", "precision"))
    scores = MODEL.decision_function(HELD)
    for cutoff, x, y in zip(curve.threshold, curve.x, curve.y):
        called = np.where(scores > cutoff, "spam", "ham")
        assert recall_score(TRUTH, called, pos_label="spam") == pytest.approx(x)
        expected = precision_score(TRUTH, called, pos_label="spam", zero_division=0.0)
        assert expected == pytest.approx(y)
    assert np.all(np.diff(curve.x) < 0)
    assert np.all(np.diff(curve.y) > 0)
    for cut in scores:
        called, spam = scores > cut, TRUTH == "spam"
        recall, precision = (
            (np.mean(called[spam]), np.mean(spam[called])) if called.any() else (0.0, 0.0)
        )
        assert np.any((curve.x >= recall - 1e-12) & (curve.y >= precision - 1e-12))


def test_bands_are_exact_intervals_of_the_rows_that_could_be_counted() -> None:
    (curve,) = frontier(MODEL, HELD, TRUTH, measures=("fpr", "fn"), confidence=0.9)
    negatives, positives = np.count_nonzero(TRUTH == "ham"), np.count_nonzero(TRUTH == "spam")
    for matrix, x_band, y_band in zip(curve.matrices, curve.x_band, curve.y_band):
        exact = binomtest(int(matrix[0, 1]), negatives).proportion_ci(0.9, method="exact")
        assert tuple(x_band) == pytest.approx((exact.low, exact.high))
        exact = binomtest(int(matrix[1, 0]), positives).proportion_ci(0.9, method="exact")
        assert tuple(y_band) == pytest.approx((exact.low * positives, exact.high * positives))


def test_models_are_named_and_steering_lands_on_the_frontier() -> None:
    forest = RandomForestClassifier(20, random_state=0).fit(X[:150], Y[:150])
    curves = frontier({"line": MODEL, "forest": forest}, HELD, TRUTH)
    assert [curve.name for curve in curves] == ["line", "forest"]
    assert [curve.name for curve in frontier([MODEL], HELD, TRUTH)] == ["LogisticRegression"]
    after = steer(MODEL, HELD, TRUTH, "fp <= 6").after
    fewest = curves[0].y[curves[0].x <= 6].min()
    assert after[1, 0] == fewest


def test_one_class_of_many_is_traded_against_the_rest() -> None:
    data, codes = make_classification(300, 6, n_informative=4, n_classes=3, random_state=1)
    model = LogisticRegression().fit(data, codes)
    (curve,) = frontier(model, data, codes, measures=("fp(2)", "recall(2)"), positive=2)
    assert curve.matrices.shape[1:] == (3, 3)
    np.testing.assert_array_equal(curve.matrices[:, :2, 2].sum(axis=1), curve.x)
    np.testing.assert_allclose(curve.matrices[:, 2, 2] / np.count_nonzero(codes == 2), curve.y)
    (whole,) = frontier(model, data, codes, measures=("errors", "balanced accuracy"))
    assert np.all(whole.x_band[:, 0] <= whole.x)
    assert np.all(whole.y_band[:, 1] >= whole.y)


def test_unknown_measures_classes_and_labels_are_told() -> None:
    with raises("unknown-measure", position=0):
        frontier(MODEL, HELD, TRUTH, measures=("speed", "fn"))
    with raises("unknown-class", name="eggs"):
        frontier(MODEL, HELD, TRUTH, measures=("fp", "fn"), positive="eggs")
    with raises("unknown-labels"):
        frontier(MODEL, HELD, np.full(150, "eggs"))


def exact(part: float, rows: int, confidence: float = 0.95) -> tuple[float, float]:
    """Clopper and Pearson's interval, by scipy."""
    found = binomtest(round(part), rows).proportion_ci(confidence, method="exact")
    return found.low, found.high


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize(
    "measure", ["accuracy", "balanced accuracy", "errors", "predicted", "precision", "tn"]
)
def test_bands_are_those_of_the_rows_behind_each_measure(measure: str, classes: int) -> None:
    data, codes = make_classification(
        240, 6, n_informative=4, n_classes=classes, weights=[0.6, 0.3, 0.1][:classes],
        flip_y=0.2, random_state=2,
    )  # fmt: skip
    model = LogisticRegression().fit(data[::2], codes[::2])
    data, codes = data[1::2], codes[1::2]
    (curve,) = frontier(model, data, codes, measures=("fp", measure))
    last, rows = classes - 1, len(codes)
    for matrix, value, band in zip(curve.matrices, curve.y, curve.y_band):
        right, called = int(np.trace(matrix)), int(matrix[:, last].sum())
        of_class = int((codes == last).sum())
        tn = int(matrix[:last, :last].sum())
        low_high, expected = {
            "accuracy": (exact(right, rows), right / rows),
            "balanced accuracy": (
                exact((np.diag(matrix) / matrix.sum(axis=1)).mean() * rows, rows),
                float((np.diag(matrix) / matrix.sum(axis=1)).mean()),
            ),
            "errors": (np.multiply(exact(rows - right, rows), rows), rows - right),
            "predicted": (np.multiply(exact(called, rows), rows), called),
            "precision": (
                exact(matrix[last, last], called) if called else (0.0, 1.0),
                matrix[last, last] / called if called else 0.0,
            ),
            "tn": (np.multiply(exact(tn, rows - of_class), rows - of_class), tn),
        }[measure]
        assert value == pytest.approx(expected)
        assert tuple(band) == pytest.approx(tuple(low_high))


@pytest.mark.parametrize("seed", range(5))
def test_the_points_kept_are_those_that_no_other_beats(seed: int) -> None:
    rng = np.random.default_rng(seed)
    points = rng.integers(0, 8, (30, 2)).astype(float)
    kept = points[undominated_points(*points.T)].tolist()
    best = {
        (x, y)
        for x, y in points.tolist()
        if not any((a <= x and b <= y) and (a, b) != (x, y) for a, b in points.tolist())
    }
    assert kept == sorted(map(list, best))


def test_the_offset_of_one_class_moves_and_makes_the_points() -> None:
    data, codes = make_classification(200, 6, n_informative=4, n_classes=3, random_state=1)
    inner = LogisticRegression().fit(data, codes)
    model = ThresholdedClassifier.around(inner, np.array([0.3, 0.0, -0.4]))
    for positive, place in ((None, 2), (1, 1)):
        (curve,) = frontier(model, data, codes, positive=positive)
        for setting, matrix in zip(curve.threshold, curve.matrices):
            called = with_cutoff(model, float(setting), place).predict(data)
            assert confusion_matrix(codes, called).tolist() == matrix.tolist()


def test_models_of_any_collection_have_a_name() -> None:
    names = [[each.name for each in frontier(given, HELD, TRUTH)]
             for given in (MODEL, (MODEL, MODEL), {7: MODEL})]  # fmt: skip
    assert names == [["LogisticRegression"], ["LogisticRegression"] * 2, ["7"]]
    with raises("referral-axis", measure="refer"):
        frontier(MODEL, HELD, TRUTH, measures=("refer", "fn"))
    with raises("unknown-labels"):
        frontier(MODEL, HELD, np.full(150, "zebra"))


def small_curve(points: int = 3) -> Frontier:
    """A curve with round numbers."""
    x, y = np.arange(points) / 2.0, np.arange(points)[::-1] * 1.0
    x_band, y_band = (np.stack([each, each + 1.0], axis=1) for each in (x, y))
    matrices = np.zeros((points, 2, 2), dtype=np.int64)
    return Frontier("line", x, y, x_band, y_band, x, matrices, ("fpr", "fn"))


def test_a_curve_is_drawn_in_steps_within_its_band() -> None:
    """The values are 0, 0.5 and 1 across and 0 to 3 with the band: 208 and 82 pixels for each."""
    shapes = ElementTree.fromstring(frontier_svg(small_curve()))  # noqa: S314
    found = {name: [each.attrib for each in shapes.iter() if each.tag.endswith("}" + name)]
             for name in ("polyline", "polygon", "line", "text")}  # fmt: skip
    (curve,), (band,) = found["polyline"], found["polygon"]
    assert corners(curve) == [(52, 98), (260, 98), (260, 180), (468, 180), (468, 262)]
    lower, upper = corners(band)[:5], corners(band)[5:][::-1]
    assert lower == corners(curve)
    assert upper == [(x, y - 82) for x, y in lower]
    assert float(band["fill-opacity"]) < 0.2
    assert curve["stroke"] == band["fill"] == series_color(0)
    upright = [each for each in found["line"] if each["x1"] == each["x2"]]
    assert {(each["y1"], each["y2"]) for each in upright} == {("16.0", "262.0")}
    assert [float(each["x1"]) for each in upright] == [52 + 416 * at / 5 for at in range(6)]
    level = [each for each in found["line"] if each["y1"] == each["y2"]]
    assert {(each["x1"], each["x2"]) for each in level} == {("52.0", "468.0")}
    assert [float(each["y1"]) for each in level] == [262, 180, 98, 16]
    named = [(each.text, float(each.attrib["x"]), float(each.attrib["y"]))
             for each in shapes.iter() if each.tag.endswith("}text")][-2:]  # fmt: skip
    assert named == [("fpr →", 468.0, 294.0), ("↑ fn", 52.0, 12.0)]
    assert frontier_svg(small_curve()) in small_curve()._repr_html_()
    assert repr(small_curve()) == "<Frontier line: 3 settings, fpr against fn>"


def corners(shape: Mapping[str, str]) -> list[tuple[float, float]]:
    """The points of a shape."""
    pairs = [each.split(",") for each in shape["points"].split()]
    return [(float(x), float(y)) for x, y in pairs]


def test_a_plot_has_the_steps_the_band_and_the_names() -> None:
    pyplot = pytest.importorskip("matplotlib.pyplot")
    for points in (40, 41):
        axes = small_curve(points).plot()
        (line,) = axes.lines
        np.testing.assert_array_equal(
            line.get_xydata(), np.stack([small_curve(points).x, small_curve(points).y], axis=1)
        )
        assert line.get_marker() == ("o" if points == 40 else "None")
        assert line.get_drawstyle() == "steps-post"
        assert (axes.get_xlabel(), axes.get_ylabel()) == ("fpr", "fn")
        (band,) = axes.collections
        heights = band.get_paths()[0].vertices[:, 1]
        assert (heights.min(), heights.max()) == (0.0, points)
        assert band.get_alpha() < 0.2
        assert [each.get_text() for each in axes.get_legend().get_texts()] == ["line"]
        assert line.get_color() == series_color(0)
        small_curve(points).plot(axes)
        small_curve(points).plot(axes, color="#123456")
        assert [each.get_color() for each in axes.lines] == [
            series_color(0),
            series_color(1),
            "#123456",
        ]
        pyplot.close(axes.figure)


def test_points_from_scores_are_those_of_the_curve_without_intervals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = np.random.default_rng(8)
    X = rng.normal(size=(90, 2))
    y = np.digitize(X[:, 0] + rng.normal(size=90), [-0.5, 0.5]).astype(str)
    for rows in (y != "2", y != "x"):
        model = LogisticRegression().fit(X[rows], y[rows])
        (curve,) = frontier(model, X[rows], y[rows], positive="1")
        scores = class_scores(model, X[rows])
        with monkeypatch.context() as patch:
            patch.setattr(error_frontier, "interval", None)
            points = frontier_of_scores(scores, model.classes_, y[rows], positive="1")
        for name, values in points._asdict().items():
            np.testing.assert_array_equal(values, getattr(curve, name))
