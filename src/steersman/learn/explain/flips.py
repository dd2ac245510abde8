"""The smallest change of a row that changes the decision: of one feature, or of two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman.learn.explain.class_score import ClassScore
from steersman.learn.explain.dependence import seen_values
from steersman.learn.explain.feature_groups import FeatureGroups
from steersman.learn.explain.matrices import Rows, dense, is_sparse
from steersman.tasks import Task

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_VALUES = 100
PAIRED_FEATURES = 8
PAIRED_VALUES = 12
MOST_FLIPS = 4
WORD_COST = 0.5
"""What another category, or a word more or less, counts in shares of rows passed over."""


@dataclass(frozen=True)
class ValueChange:
    """A group of features set to another value: `column` to `value`, of a category to 1."""

    group: int
    column: int
    value: float
    before: float


@dataclass(frozen=True)
class Flip:
    """A change that turns the decision, and the score after it.

    `cost` adds up the shares of the rows that each number passes over.
    """

    changes: tuple[ValueChange, ...]
    score: float
    cost: float


@dataclass(frozen=True, eq=False)
class Candidate:
    """A change of one group, the features that it sets, and its cost."""

    change: ValueChange
    columns: Ints
    values: Floats
    cost: float


def smallest_flips(
    score: ClassScore,
    row: Rows,
    seen: Rows,
    groups: FeatureGroups,
    *,
    only: Sequence[int] | None = None,
    task: Task | None = None,
) -> list[Flip]:
    """The smallest changes of `row` (1, features) that change the decision, the smallest first.

    Values come from the rows `seen`. Two features are changed together only where no single one is
    enough. `only` are the groups that may be changed.
    """
    task = task or Task()
    before = float(score.scores(row)[0])
    is_there = bool(score.shows(np.array([before]))[0])
    own = dense(row).ravel()
    allowed = range(len(groups)) if only is None else only
    candidates = [
        each for group in allowed for each in group_candidates(own, seen, groups, int(group))
    ]
    if not candidates:
        return []
    task.report("looking for the smallest change", 0.1)
    scores = changed_scores(score, row, [(each,) for each in candidates])
    turned = score.shows(scores) != is_there
    singles = [
        Flip((each.change,), float(value), each.cost)
        for each, value, flips in zip(candidates, scores, turned)
        if flips
    ]
    if singles:
        return distinct_flips(singles)
    task.report("looking for the smallest change", 0.4)
    towards = scores - before if not is_there else before - scores
    pairs = promising_pairs(candidates, towards)
    if not pairs:
        return []
    scores = changed_scores(score, row, pairs)
    turned = score.shows(scores) != is_there
    return distinct_flips(
        [
            Flip(tuple(each.change for each in pair), float(value), sum(each.cost for each in pair))
            for pair, value, flips in zip(pairs, scores, turned)
            if flips
        ]
    )


def group_candidates(own: Floats, seen: Rows, groups: FeatureGroups, group: int) -> list[Candidate]:
    """The changes that one group allows."""
    columns, kind = groups.columns(group), groups.kinds[group]
    if kind == "category" and len(columns) > 1:
        now = int(columns[int(np.argmax(own[columns]))])
        return [
            Candidate(
                ValueChange(group, int(column), 1.0, float(now)),
                columns,
                (columns == column).astype(np.float64),
                WORD_COST,
            )
            for column in columns
            if own[column] == 0.0
        ]
    if kind in ("date", "vector"):
        return []
    column = int(columns[0])
    if kind == "word":
        # Without a word its sequences are gone as well.
        value = 0.0 if own[column] else 1.0
        touched = columns if own[column] else columns[:1]
        change = ValueChange(group, column, value, float(own[column]))
        return [Candidate(change, touched, np.full(len(touched), value), WORD_COST)]
    observed = np.sort(dense(seen[:, [column]]).ravel())
    here = np.searchsorted(observed, own[column])
    return [
        Candidate(
            ValueChange(group, column, float(value), float(own[column])),
            columns[:1],
            np.array([value]),
            float(abs(np.searchsorted(observed, value) - here) / len(observed)),
        )
        for value in seen_values(observed, MOST_VALUES)
        if value != own[column]
    ]


def changed_scores(score: ClassScore, row: Rows, chosen: Sequence[tuple[Candidate, ...]]) -> Floats:
    """(changes,) the scores of the row after each of some changes."""
    own = dense(row).ravel()
    if not is_sparse(row):
        rows = np.tile(own, (len(chosen), 1))
        for place, candidates in enumerate(chosen):
            for each in candidates:
                rows[place, each.columns] = each.values
        return score.scores(rows)
    # Only the columns that some change touches differ from the row.
    touched = np.unique(np.concatenate([c.columns for each in chosen for c in each]))
    block = np.tile(own[touched], (len(chosen), 1))
    for place, candidates in enumerate(chosen):
        for each in candidates:
            block[place, np.searchsorted(touched, each.columns)] = each.values
    rest = own.copy()
    rest[touched] = 0.0
    base = csr_matrix(rest)[np.zeros(len(chosen), dtype=np.intp)]
    lines, columns = np.nonzero(block)
    moved = csr_matrix((block[lines, columns], (lines, touched[columns])), shape=base.shape)
    return score.scores(csr_matrix(base + moved))


def promising_pairs(
    candidates: Sequence[Candidate], towards: Floats
) -> list[tuple[Candidate, ...]]:
    """Changes of two features, of those that move the score furthest to the other side."""
    best: dict[int, float] = {}
    for each, gain in zip(candidates, towards.tolist()):
        best[each.change.group] = max(best.get(each.change.group, 0.0), gain)
    furthest = sorted(best, key=lambda group: -best[group])[:PAIRED_FEATURES]
    chosen = {
        group: spread_candidates(
            [
                each
                for each, gain in zip(candidates, towards.tolist())
                if each.change.group == group and gain > 0
            ]
        )
        for group in furthest
        if best[group] > 0
    }
    return [
        (first, second)
        for one, other in combinations(chosen, 2)
        for first in chosen[one]
        for second in chosen[other]
    ]


def spread_candidates(candidates: list[Candidate]) -> list[Candidate]:
    """Some of the candidates, from the smallest change to the largest."""
    ordered = sorted(candidates, key=lambda each: each.cost)
    if len(ordered) <= PAIRED_VALUES:
        return ordered
    places = np.linspace(0, len(ordered) - 1, PAIRED_VALUES).astype(np.intp)
    return [ordered[place] for place in places]


def distinct_flips(flips: list[Flip]) -> list[Flip]:
    """The cheapest change for each set of features."""
    best: dict[tuple[int, ...], Flip] = {}
    for flip in sorted(flips, key=lambda each: each.cost):
        best.setdefault(tuple(change.group for change in flip.changes), flip)
    return list(best.values())[:MOST_FLIPS]
