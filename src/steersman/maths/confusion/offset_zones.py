"""Zones of class offsets, and bounds on the confusion matrices of all settings within one.

A zone holds all offsets o with o_a - o_b <= limits[a, b] for every pair of classes; its limits are
tight: each is reached somewhere in the zone. A row is decided where two classes tie at
o_a - o_b = s_b - s_a, so a cut along such a tie makes two zones of one. Ties need no care of their
own: lowering later classes by next to nothing breaks every tie as `decided_classes` does.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

ROUNDING = 1e-11  # ties closer than this, relative to the scores, are one tie


class RowsToStudy(NamedTuple):
    """Rows to decide, and by what their decisions are judged."""

    scores: Floats  # (rows, classes)
    codes: Ints  # (rows,) true classes
    likings: Floats  # (likings, true, predicted): how much each decision is liked
    near: float  # ties closer than this are one


class ZoneStudy(NamedTuple):
    """Decisions of a zone's settings: `sure` for all of them, the rest within what is possible."""

    members: Ints  # rows that are not decided alike in the whole zone
    sure: Ints  # (true, predicted): the other rows
    liked: Ints  # (likings, true, predicted): all rows, each as well as it may be by each liking
    middle: Ints  # (true, predicted): all rows, in the middle of the zone
    ties: Ints  # (classes, classes): how many of the members tie within the zone, for a < b


def rows_to_study(scores: Floats, codes: Ints, likings: Floats) -> RowsToStudy:
    """The rows, with how close ties may be before rounding decides them."""
    near = ROUNDING * max(1.0, float(np.abs(scores).max()))
    return RowsToStudy(np.ascontiguousarray(scores), codes, np.ascontiguousarray(likings), near)


def whole_zone(rows: RowsToStudy) -> Floats:
    """(classes, classes): the limits of a zone with every setting that decides rows differently.

    Limits just beyond the last tie of each pair are enough: raising every class that is further
    below another to that limit leaves it still behind on every row.
    """
    width = 1.0 + 4.0 * rows.near
    leads = (rows.scores[:, np.newaxis, :] - rows.scores[:, :, np.newaxis]).max(axis=0) + width
    np.fill_diagonal(leads, 0.0)
    return np.asarray(leads)


@njit(cache=True)
def zone_middle(limits: Floats) -> Floats:
    """(classes,): offsets that keep away from every limit: the mean of the zone's extremes."""
    classes = len(limits)
    middle = np.zeros(classes)
    for a in range(classes):
        for b in range(classes):
            middle[a] += (limits[a, b] - limits[b, a]) / (2.0 * classes)
    return middle


def halves(rows: RowsToStudy, limits: Floats, study: ZoneStudy) -> tuple[Floats, Floats]:
    """The limits of the two zones at either side of a tie, tight again.

    It is the tie in the middle of those of the pair of classes that has most.
    """
    a, b = divmod(int(np.argmax(study.ties)), len(limits))
    of_members = rows.scores[study.members]
    ties = of_members[:, b] - of_members[:, a]
    # A cut at the zone's edge would leave one half empty and the other no smaller.
    ties = ties[(ties > rows.near - limits[b, a]) & (ties < limits[a, b] - rows.near)]
    # The median leaves each half about half of the ties.
    tie = np.partition(ties, len(ties) // 2)[len(ties) // 2]
    # The old limits were tight, so a new limit on one pair can only tighten another by a detour
    # through that pair: one step makes them tight again.
    below, above = limits[:, a, np.newaxis] + tie, limits[:, b, np.newaxis] - tie
    return np.minimum(limits, below + limits[b]), np.minimum(limits, above + limits[a])


def cell_middle(rows: RowsToStudy, offsets: Floats) -> Floats:
    """(classes,): the middle of all offsets that decide the rows as these do."""
    decided = np.argmax(rows.scores + offsets, axis=1)
    limits = whole_zone(rows)
    for winner in np.unique(decided):
        won = rows.scores[decided == winner]
        room = (won[:, winner, np.newaxis] - won).min(axis=0)
        limits[:, winner] = np.minimum(limits[:, winner], room)
    # Here many limits were lowered at once: all shortest detours are needed (Floyd and Warshall).
    for through in range(len(limits)):
        limits = np.minimum(limits, limits[:, through, np.newaxis] + limits[through])
    middle = zone_middle(limits)
    # In a cell narrower than rounding the middle may decide a row differently.
    same = np.array_equal(np.argmax(rows.scores + middle, axis=1), decided)
    return np.asarray(middle if same else offsets)


@njit(cache=True)
def possible_classes(scores: Floats, limits: Floats, near: float, possible: Ints) -> int:
    """How many classes may win a row of these scores; they are written into `possible`."""
    classes, found = len(scores), 0
    for c in range(classes):
        # Without a way out of the loop, processors compare several classes at once. The class
        # itself is never counted, as its limit is 0.
        not_beaten = 0
        for other in range(classes):
            not_beaten += limits[c, other] > scores[other] - scores[c] + near
        if not_beaten == classes - 1:
            possible[found] = c
            found += 1
    return found


@njit(cache=True)
def count_ties(scores: Floats, may_win: Bools, limits: Floats, near: float) -> Ints:
    """(classes, classes): for each pair a < b the rows where both may win and tie in the zone.

    Of the scores and of what may win there is a line for each class: processors count ties of
    several rows at once where those of a class are neighbors.
    """
    classes, rows = scores.shape
    ties = np.zeros((classes, classes), np.int64)
    for a in range(classes):
        for b in range(a + 1, classes):
            low, high, tied = near - limits[b, a], limits[a, b] - near, 0
            for row in range(rows):
                tie = scores[b, row] - scores[a, row]
                tied += (low < tie) & (tie < high) & may_win[a, row] & may_win[b, row]
            ties[a, b] = tied
    return ties


@njit(cache=True)
def study_zone(rows: RowsToStudy, limits: Floats, members: Ints, sure: Ints) -> ZoneStudy:
    """The study of a zone within one whose undecided rows are `members`, the others `sure`."""
    classes, likings = len(limits), len(rows.likings)
    # The parent's counts are read by both halves.
    sure = sure.copy()
    liked = np.zeros((likings, classes, classes), np.int64)
    at_middle = np.zeros((classes, classes), np.int64)
    possible = np.empty(classes, np.int64)
    kept = np.empty(len(members), np.int64)
    n_kept = 0
    middle = zone_middle(limits)
    may_win = np.zeros((classes, len(members)), np.bool_)
    for row in members:
        scores, code = rows.scores[row], rows.codes[row]
        winner = 0
        for c in range(1, classes):
            if scores[c] + middle[c] > scores[winner] + middle[winner]:
                winner = c
        found = possible_classes(scores, limits, rows.near, possible)
        if found < 2:
            # Near ties can exclude every class; the winner in the middle is then as good as any.
            sure[code, possible[0] if found else winner] += 1
            continue
        for c in possible[:found]:
            may_win[c, n_kept] = True
        kept[n_kept] = row
        n_kept += 1
        at_middle[code, winner] += 1
        for liking in range(likings):
            best = possible[0]
            for c in possible[1:found]:
                if rows.likings[liking, code, c] > rows.likings[liking, code, best]:
                    best = c
            liked[liking, code, best] += 1
    liked += sure
    at_middle += sure
    # A view would keep the whole array alive for as long as the zone waits.
    kept = kept[:n_kept].copy()
    of_kept = np.empty((classes, n_kept))
    for at in range(n_kept):
        of_kept[:, at] = rows.scores[kept[at]]
    ties = count_ties(of_kept, may_win[:, :n_kept], limits, rows.near)
    return ZoneStudy(kept, sure, liked, at_middle, ties)
