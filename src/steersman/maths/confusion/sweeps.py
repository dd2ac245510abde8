"""Every cut-off of a score, and every offset of one class's score, with its confusion matrix."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from steersman.maths.confusion.offset_path import OffsetPath

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ROUNDING = 1e-11  # offsets closer than this, relative to the scores, count as equal
MOST_CELLS = 20_000_000  # cells of all the matrices of one sweep of offsets


class Sweep(NamedTuple):
    """Increasing settings of one number, and the confusion matrix at each."""

    settings: Floats  # (settings,)
    matrices: Ints  # (settings, classes, classes)


def places_between(values: Floats) -> Floats:
    """(values + 1,): places before, between and after distinct increasing values.

    `value > place` is true for exactly the values after it; places are in the middle of two
    values wherever there is room.
    """
    middles = values[:-1] + (values[1:] - values[:-1]) / 2.0
    # Neighboring floats have no number between them, and a difference of huge values overflows. The
    # lower value itself then separates the two, because `value > place` is strict.
    middles = np.where((middles >= values[1:]) | ~np.isfinite(middles), values[:-1], middles)
    return np.concatenate([[np.nextafter(values[0], -np.inf)], middles, values[-1:]])


def cutoff_sweep(scores: Floats, positive: NDArray[np.bool_]) -> Sweep:
    """All the cut-offs that decide the rows differently, positive where score > cut-off.

    >>> cutoff_sweep(np.array([0.1, 0.4, 0.8]), np.array([False, True, True])).matrices[:, 0, 1]
    array([1, 0, 0, 0])
    """
    values, inverse = np.unique(scores, return_inverse=True)
    positives = np.bincount(inverse, weights=positive, minlength=len(values)).astype(np.int64)
    rows = np.bincount(inverse, minlength=len(values))
    return Sweep(places_between(values), matrices_below(rows - positives, positives))


def matrices_below(negatives: Ints, positives: Ints) -> Ints:
    """(values + 1, 2, 2): the matrices of all cut-offs between rows counted by rising score.

    >>> matrices_below(np.array([2, 1]), np.array([0, 3]))[1].tolist()
    [[2, 1], [0, 3]]
    """
    below_negative = np.concatenate([[0], np.cumsum(negatives)])
    below_positive = np.concatenate([[0], np.cumsum(positives)])
    matrices = np.empty((len(negatives) + 1, 2, 2), dtype=np.int64)
    matrices[:, 0, 0] = below_negative
    matrices[:, 0, 1] = below_negative[-1] - below_negative
    matrices[:, 1, 0] = below_positive
    matrices[:, 1, 1] = below_positive[-1] - below_positive
    return matrices


def decided_classes(scores: Floats, offsets: Floats) -> Ints:
    """(rows,): the class with the highest score once every class has its offset."""
    return np.asarray(np.argmax(scores + offsets, axis=1), dtype=np.int64)


def offset_path(scores: Floats, codes: Ints, offsets: Floats, moved: int) -> OffsetPath:
    """All the offsets of class `moved` that decide the rows differently, the others' kept.

    Raising the offset only ever turns rows from their best other class to this one. On very
    many rows, neighboring offsets are taken together.
    """
    n_classes = scores.shape[1]
    shifted = scores + offsets
    shifted[:, moved] = -np.inf
    rival = np.argmax(shifted, axis=1)
    needed = shifted[np.arange(len(codes)), rival] - scores[:, moved]
    values, inverse = np.unique(needed, return_inverse=True)
    room = ROUNDING * max(1.0, float(np.abs(values).max()))
    starts_group = np.concatenate([[True], np.diff(values) > room])
    if starts_group.sum() > MOST_CELLS // n_classes**2:
        # Rounded up, so that the matrices stay within MOST_CELLS.
        every = -(-len(values) * n_classes**2 // MOST_CELLS)
        starts_group &= np.arange(len(values)) % every == 0
    group = np.cumsum(starts_group) - 1
    lows, highs = values[starts_group], values[np.append(starts_group[1:], True)]
    # Midway between groups a row's decision does not depend on rounding.
    ends = [[lows[0] - room], (highs[:-1] + lows[1:]) / 2.0, [highs[-1] + room]]
    # The first setting lies below every group and turns no row, hence the + 1.
    return OffsetPath(np.concatenate(ends), group[inverse] + 1, codes, rival, moved, n_classes)


def offset_sweep(scores: Floats, codes: Ints, offsets: Floats, moved: int) -> Sweep:
    """The offsets of `offset_path`, each with its matrix."""
    path = offset_path(scores, codes, offsets, moved)
    return Sweep(path.settings, path.stack())
