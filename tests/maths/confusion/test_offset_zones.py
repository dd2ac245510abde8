"""Zones of class offsets against many settings drawn within them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import linprog

from steersman.maths.confusion import (
    cell_middle,
    halves,
    rows_to_study,
    study_zone,
    whole_zone,
    zone_middle,
)
from steersman.maths.confusion.offset_zones import RowsToStudy, ZoneStudy

Floats = NDArray[np.float64]


def drawn_rows(classes: int, rows: int = 60) -> RowsToStudy:
    rng = np.random.default_rng(classes)
    scores = rng.normal(size=(rows, classes))
    likings = rng.integers(0, 9, (3, classes, classes)).astype(float)
    return rows_to_study(scores, rng.integers(0, classes, rows), likings)


def studied(rows: RowsToStudy, limits: Floats) -> ZoneStudy:
    classes = len(limits)
    everyone = np.arange(len(rows.codes))
    return study_zone(rows, limits, everyone, np.zeros((classes, classes), np.int64))


def settings_within(limits: Floats, count: int) -> Floats:
    """Offsets between three corners of a zone each, just off its edges, which are ties."""
    rng = np.random.default_rng(0)
    classes = len(limits)
    corners = np.concatenate([limits.T, -limits])
    mixed = np.einsum(
        "sk,skc->sc",
        rng.dirichlet(np.full(3, 0.5), count),
        corners[rng.integers(0, 2 * classes, (count, 3))],
    )
    mixed += 1e-6 * (corners.mean(axis=0) - mixed)
    leads = mixed[:, :, np.newaxis] - mixed[:, np.newaxis, :]
    assert (leads <= limits + 1e-9).all()
    return mixed


def some_zones(rows: RowsToStudy, cuts: int) -> list[Floats]:
    """The whole zone, and zones that come of cutting it again and again."""
    zones = [whole_zone(rows)]
    for cut in range(cuts):
        zones += halves(rows, zones[cut], studied(rows, zones[cut]))
    return zones


def extremes(limits: Floats) -> Floats:
    """(classes, classes): how far o_a - o_b can rise in a zone, by linear programming."""
    classes = len(limits)
    pairs = [(a, b) for a in range(classes) for b in range(classes) if a != b]
    ahead = np.array([np.eye(classes)[a] - np.eye(classes)[b] for a, b in pairs])
    most = np.array([limits[pair] for pair in pairs])
    found = np.zeros((classes, classes))
    for pair, lead in zip(pairs, ahead, strict=True):
        found[pair] = -linprog(-lead, A_ub=ahead, b_ub=most, bounds=(-99, 99)).fun
    return found


@pytest.mark.parametrize("classes", [2, 3, 4])
def test_limits_of_halves_are_tight_and_part_the_zone_at_a_tie(classes: int) -> None:
    rows = drawn_rows(classes)
    for zone in some_zones(rows, 6):
        study = studied(rows, zone)
        if not study.ties.any():
            continue
        below, above = halves(rows, zone, study)
        a, b = divmod(int(np.argmax(study.ties)), classes)
        ties = np.sort(rows.scores[study.members, b] - rows.scores[study.members, a])
        ties = ties[(ties > -zone[b, a]) & (ties < zone[a, b])]
        assert below[a, b] == pytest.approx(ties[len(ties) // 2])
        assert above[b, a] == pytest.approx(-below[a, b])
        for half in (below, above):
            np.testing.assert_allclose(half, extremes(half), atol=1e-9)
        inside = settings_within(zone, 300)
        leads = inside[:, :, np.newaxis] - inside[:, np.newaxis, :]
        held = [(leads <= half + 1e-9).all(axis=(1, 2)) for half in (below, above)]
        assert np.logical_or(*held).all()


@pytest.mark.parametrize("classes", [2, 3, 5])
def test_a_study_holds_for_every_setting_of_its_zone(classes: int) -> None:
    rows = drawn_rows(classes)
    for zone in some_zones(rows, 8):
        study = studied(rows, zone)
        calls = np.argmax(rows.scores + settings_within(zone, 400)[:, np.newaxis], axis=2)
        alike = (calls == calls[0]).all(axis=0)
        assert alike[np.setdiff1d(np.arange(len(rows.codes)), study.members)].all()
        sure = np.zeros((classes, classes), np.int64)
        others = np.setdiff1d(np.arange(len(rows.codes)), study.members)
        np.add.at(sure, (rows.codes[others], calls[0, others]), 1)
        assert np.array_equal(study.sure, sure)
        middle = np.zeros((classes, classes), np.int64)
        np.add.at(middle, (rows.codes, np.argmax(rows.scores + zone_middle(zone), axis=1)), 1)
        assert np.array_equal(study.middle, middle)
        for liking, liked in zip(rows.likings, study.liked, strict=True):
            assert liked.sum(axis=1).tolist() == np.bincount(rows.codes).tolist()
            found = liking[rows.codes, calls].sum(axis=1)
            assert (liking * liked).sum() >= found.max()
        assert np.array_equal(study.ties, np.triu(study.ties, 1))


def test_a_study_of_two_classes_counts_the_rows_that_turn_in_the_zone() -> None:
    rows = drawn_rows(2)
    turning = rows.scores[:, 1] - rows.scores[:, 0]
    for zone in some_zones(rows, 8):
        study = studied(rows, zone)
        inside = np.flatnonzero((turning > -zone[1, 0]) & (turning < zone[0, 1]))
        assert study.members.tolist() == inside.tolist()
        assert study.ties.tolist() == [[0, len(inside)], [0, 0]]
        for liking, liked in zip(rows.likings, study.liked, strict=True):
            best = liking[rows.codes].argmax(axis=1)
            decided = np.where(turning <= -zone[1, 0], 0, 1)
            called = np.where(np.isin(np.arange(len(turning)), inside), best, decided)
            expected = np.zeros((2, 2), np.int64)
            np.add.at(expected, (rows.codes, called), 1)
            assert np.array_equal(liked, expected)


def test_a_row_ties_for_a_pair_only_where_both_may_win_it() -> None:
    # The third class wins every row: no tie of the others decides anything.
    scores = np.array([[0.0, 0.1, 5.0], [0.2, 0.0, 6.0]])
    rows = rows_to_study(scores, np.array([0, 1]), np.ones((1, 3, 3)))
    close = np.full((3, 3), 0.5) - 0.5 * np.eye(3)
    study = studied(rows, close)
    assert not study.ties.any()
    assert not len(study.members)
    assert study.sure.tolist() == [[0, 0, 1], [0, 0, 1], [0, 0, 0]]


@pytest.mark.parametrize("classes", [2, 3, 4])
def test_the_middle_of_a_zone_is_the_mean_of_its_extremes(classes: int) -> None:
    rows = drawn_rows(classes)
    for zone in some_zones(rows, 4):
        found = extremes(zone)
        ends = np.concatenate([found.T, -found])
        centered = ends - ends.mean(axis=1, keepdims=True)
        middle = zone_middle(zone)
        np.testing.assert_allclose(middle, centered.mean(axis=0), atol=1e-9)


@pytest.mark.parametrize("classes", [2, 3, 4])
def test_the_middle_of_a_cell_is_that_of_all_offsets_that_decide_alike(classes: int) -> None:
    rows = drawn_rows(classes, rows=12)
    for offsets in np.random.default_rng(1).normal(size=(10, classes)):
        decided = np.argmax(rows.scores + offsets, axis=1)
        # o_b - o_w <= s_w - s_b for the class w that wins a row, and what no row limits.
        limits = whole_zone(rows)
        for scores, winner in zip(rows.scores, decided, strict=True):
            room = scores[winner] - scores
            limits[:, winner] = np.minimum(limits[:, winner], room)
        middle = cell_middle(rows, offsets)
        np.testing.assert_allclose(middle, zone_middle(extremes(limits)), atol=1e-9)
        assert np.array_equal(np.argmax(rows.scores + middle, axis=1), decided)


def test_limits_of_the_whole_zone_lie_just_beyond_the_last_ties() -> None:
    rows = drawn_rows(3)
    beyond = whole_zone(rows)
    for a in range(3):
        for b in range(3):
            last = (rows.scores[:, b] - rows.scores[:, a]).max() if a != b else -1.0
            assert beyond[a, b] == pytest.approx(last + 1.0)
