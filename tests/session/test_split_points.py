from __future__ import annotations

import numpy as np

from steersman.session.plane.split_points import Members, SplitPoints


def points_at(coordinates: np.ndarray, positives: int = 50) -> SplitPoints:
    rows = np.arange(len(coordinates), dtype=np.uint32)
    return SplitPoints(coordinates, Members(rows, rows < positives))


def even_points(count: int = 1000) -> np.ndarray:
    return -np.column_stack([np.arange(count) % 97, np.arange(count) % 89]).astype(float)


def test_main_bounds_are_all_bounds_when_nothing_lies_far_out() -> None:
    points = points_at(even_points())
    assert points.main_bounds == points.bounds == (-96, 0, -88, 0)


def test_main_bounds_leave_out_a_few_points_far_out_on_their_axis_only() -> None:
    coordinates = even_points()
    coordinates[-1, 0] = -5000
    low_x, high_x, low_y, high_y = points_at(coordinates).main_bounds
    assert -200 < low_x < -90
    assert (high_x, low_y, high_y) == (0, -88, 0)


def test_main_bounds_keep_nearly_all_positives() -> None:
    coordinates = even_points()
    coordinates[:5] = [-400, -400]  # five of fifty positives: not to be lost from sight
    assert points_at(coordinates).main_bounds[0] == -400


def test_a_single_point_has_bounds() -> None:
    points = points_at(np.array([[-3.0, -4.0]]), positives=1)
    assert points.main_bounds == points.bounds == (-3, -3, -4, -4)
