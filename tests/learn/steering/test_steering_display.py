"""A steering drawn: what is in the axes and in the card are its matrices and its models."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix
from tests.learn.promises.test_steering_promises import ByScore, scored_rows

from steersman import SteeringDisplay, steer
from steersman.learn.steering.steering_display import errors_of, steering_html

ROWS, CODES = scored_rows(90, 110)
MODEL = ByScore().fit(ROWS, CODES)


@pytest.fixture
def plots() -> Iterator[Any]:
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    yield pyplot
    pyplot.close("all")


def cells(ax: Any) -> list[int]:
    """The counts that are written in a matrix, row by row."""
    return [int(each.get_text()) for each in ax.texts]


@pytest.mark.parametrize("positive", [None, 0])
def test_the_axes_have_both_matrices_and_the_models_on_the_way(plots: Any, positive: Any) -> None:
    steering = steer(MODEL, ROWS, CODES, "fp <= 5", positive=positive)
    display = steering.plot()
    assert len(display.axes_) == 3
    assert display.figure_ is display.axes_[0].figure
    assert tuple(display.figure_.get_size_inches()) == pytest.approx((3.4 * 3, 3.4))
    assert cells(display.axes_[0]) == steering.before.ravel().tolist()
    assert cells(display.axes_[1]) == steering.after.ravel().tolist()
    assert [ax.get_title() for ax in display.axes_[:2]] == ["before", "after"]
    assert display.figure_.get_suptitle().startswith("fp")
    fp, fn = ((1, 0), (0, 1)) if positive == 0 else ((0, 1), (1, 0))
    way = [(int(each.matrix[fp]), int(each.matrix[fn])) for each in steering.trajectory]
    visited, first, last = (line.get_xydata().tolist() for line in display.axes_[2].lines)
    assert visited == [list(map(float, each)) for each in way]
    assert first == [list(map(float, way[0]))]
    assert last == [[float(steering.after[fp]), float(steering.after[fn])]]
    legend = display.axes_[2].get_legend()
    assert [each.get_text() for each in legend.get_texts()] == ["before", "after"]
    assert not legend.get_frame_on()
    names = display.axes_[2].get_xlabel(), display.axes_[2].get_ylabel()
    assert names == ("false positives", "false negatives")
    assert errors_of(steering.after, 1 if positive is None else 0) == tuple(map(int, last[0]))


def test_given_axes_are_used_as_far_as_they_go(plots: Any) -> None:
    steering = steer(MODEL, ROWS, CODES, "fp <= 5")
    _, axes = plots.subplots(1, 2)
    display = steering.plot(axes)
    assert list(display.axes_) == list(axes)
    assert cells(axes[1]) == steering.after.ravel().tolist()
    _, three = plots.subplots(1, 3)
    assert len(steering.plot(three).axes_[2].lines) == 3
    untitled = SteeringDisplay(steering.before, steering.after, [0, 1]).plot()
    assert untitled.figure_.get_suptitle() == ""
    assert len(untitled.axes_) == 2
    assert tuple(untitled.figure_.get_size_inches()) == pytest.approx((3.4 * 2, 3.4))


def test_predictions_are_drawn_in_the_order_of_their_labels(plots: Any) -> None:
    truth, before = np.array(["b", "a", "b", "c"]), np.array(["a", "a", "b", "b"])
    after = np.array(["b", "a", "d", "c"])
    display = SteeringDisplay.from_predictions(truth, before, after, title="mail")
    assert display.classes == ("a", "b", "c", "d")
    expected = [confusion_matrix(truth, each, labels=["a", "b", "c", "d"])
                for each in (before, after)]  # fmt: skip
    assert display.before.tolist() == expected[0].tolist()
    assert display.after.tolist() == expected[1].tolist()
    assert display.visited is None
    turned = SteeringDisplay.from_predictions(truth, before, after, labels=["c", "b", "a", "d"])
    assert turned.before.tolist() == expected[0][[2, 1, 0, 3]][:, [2, 1, 0, 3]].tolist()
    three = SteeringDisplay.of(steer(MODEL, ROWS, CODES, "fp <= 5"))
    assert three.visited is not None
    assert SteeringDisplay.from_estimator(MODEL, ROWS, CODES, "fp <= 5").after.tolist() == (
        three.after.tolist()
    )


def test_a_card_has_both_matrices_and_the_answer() -> None:
    steering = steer(MODEL, ROWS, CODES, "fpr <= 12%", 0.9)
    card = steering_html(steering)
    for matrix in (steering.before, steering.after):
        for count in matrix.ravel():
            assert f">{count}<" in card
    for part in (steering.answer.headline, steering.answer.price, steering.answer.guarantee):
        assert part
        assert part.replace(">", "&gt;") in card
    assert steering._repr_html_() == card
