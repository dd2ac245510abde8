"""One cut-off for each group of a column, on the page: which columns, and what was chosen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.learn.steering import (
    Groups,
    group_labels,
    group_outcome,
    group_step,
    has_many_numbers,
)
from steersman.learn.wants import Bound, ClassBound, Want
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.model_registry import RegisteredModel
from steersman.session.matrix.models import MatrixModels
from steersman.session.matrix.problem import MatrixProblem, Part
from steersman.session.matrix.shapes import GroupCutoffsValues, GroupCutoffValues
from steersman.session.matrix.want_values import bound_values, finite
from steersman.session.state import State

MOST_GROUPS = 60
MOST_OFFERED = 30
ERROR_RATE = Bound("error rate", (), "<=", 1.0)


def group_columns(models: MatrixModels, corpus: Corpus, state: State) -> list[str]:
    """The columns whose values, or intervals, are few enough to be groups; found once.

    Columns of words come first. Many different numbers are cut into a few intervals.
    """
    question, dataset = models.question(state), corpus.dataset
    if question not in models.groupable:
        rows = models.problem(corpus, state).holdout.rows
        numbers = set(dataset.number_columns)
        words = [name for name in dataset.columns if name not in numbers]
        few = [name for name in words if has_few_groups(dataset.column(name)[rows])]
        models.groupable[question] = [*few, *(name for name in dataset.columns if name in numbers)]
    return models.groupable[question]


def cutoff_columns(models: MatrixModels, corpus: Corpus, state: State) -> list[str]:
    """Those of them that are offered for a cut-off each: their values are groups as they are."""
    question = models.question(state)
    if question not in models.natural_groups:
        rows = models.problem(corpus, state).holdout.rows
        columns = {
            name: corpus.dataset.column(name)[rows] for name in group_columns(models, corpus, state)
        }
        models.natural_groups[question] = [
            name for name, values in columns.items() if not has_many_numbers(values)
        ][:MOST_OFFERED]
    return models.natural_groups[question]


def has_few_groups(values: NDArray[np.generic]) -> bool:
    """Whether values that are no numbers are few enough, and more than one."""
    return 2 <= len(Groups.of(values, len(values)).names) <= MOST_GROUPS


def part_column(
    corpus: Corpus, problem: MatrixProblem, part: Part, name: str
) -> NDArray[np.generic]:
    """(rows,): a column of the data; final test rows may be of a file of their own."""
    apart = part is problem.test and corpus.test is not None
    holder = corpus.test if apart else corpus
    assert holder is not None  # noqa: S101
    return holder.dataset.column(name)[part.rows]


def checked_cutoff_column(models: MatrixModels, corpus: Corpus, state: State, column: str) -> None:
    """Raise an error for a column whose groups cannot each have a cut-off."""
    if not column:
        return
    problem = models.problem(corpus, state)
    if problem.positive is None:
        raise SteersmanError(
            "a cut-off for each group is for one class against the rest",
            todo="ask about one class at a time",
            code="cutoffs-of-all-classes",
        )
    if problem.holdout.whole is not None:
        raise SteersmanError(
            "a cut-off for each group needs rows in memory",
            todo="leave it out, or open fewer files",
            code="want-needs-rows",
        )
    values = part_column(corpus, problem, problem.holdout, column)
    tuning = Groups.of(values, len(values))
    if len(tuning.names) > MOST_GROUPS:
        raise SteersmanError(
            f"{column} has {len(tuning.names)} different values among the tuning rows",
            todo=f"choose a column with at most {MOST_GROUPS}",
            code="too-many-groups",
            column=column,
            groups=len(tuning.names),
        )
    for part in (problem.training, problem.test):
        found = group_labels(part_column(corpus, problem, part, column), tuning.cuts)
        unknown = sorted(set(map(str, found)) - set(map(str, tuning.names)))
        if unknown:
            raise SteersmanError(
                f"no tuning row has {column} {unknown[0]}, so it would get no cut-off",
                todo="use one cut-off for all, or merge small groups in the file",
                code="group-without-tuning-rows",
                column=column,
                group=unknown[0],
            )


def know_groups(models: MatrixModels, corpus: Corpus, state: State, column: str) -> None:
    """Let the shelf of a question know the groups of all its rows."""
    problem, shelf = models.problem(corpus, state), models.registry(state)
    for part in (problem.training, problem.holdout, problem.test):
        key = (column, id(part.X))
        if key not in shelf.groups:
            shelf.groups[key] = part_column(corpus, problem, part, column)


def check_want_column(want: Want, column: str) -> None:
    """Raise an error for a want about other groups than those with a cut-off each."""
    others = [name for name in want.groupings if name != column]
    if others:
        raise SteersmanError(
            f"the want is about each {others[0]}, and there is one cut-off per {column}",
            todo=f"choose one cut-off per {others[0]}, or one for all",
            code="other-groups",
            column=column,
            groups=others[0],
        )


def cutoff_values(
    models: MatrixModels, state: State, problem: MatrixProblem, shown: RegisteredModel
) -> GroupCutoffsValues | None:
    """The cut-off of each group under a model, with the rate that its want is about there."""
    last = group_step(shown.model)
    if last is None:
        return None
    shelf, part = models.registry(state), problem.holdout
    labels = np.array(
        [str(each) for each in group_labels(shelf.groups[last.column, id(part.X)], last.cuts)]
    )
    names = np.asarray(problem.classes)
    decided = np.searchsorted(names, shelf.predicted_classes(shown.model, part, problem.classes))
    codes = np.searchsorted(names, part.y)
    about = rate_bound(shown.origin.want, problem)
    found: list[GroupCutoffValues] = []
    for group, cutoff in last.thresholds.items():
        inside = labels == str(group)
        matrix = np.zeros((2, 2), dtype=np.int64)
        np.add.at(matrix, (codes[inside], decided[inside]), 1)
        outcome = group_outcome(about, group, matrix, 0.0)
        low, high = outcome.interval or (None, None)
        found.append(
            {
                "group": str(group),
                "rows": int(matrix.sum()),
                "cutoff": finite(float(cutoff)),
                "value": finite(outcome.value),
                "low": low,
                "high": high,
            }
        )
    return {
        "column": last.column,
        "rate": bound_values(about.written, problem),
        "groups": found,
    }


def rate_bound(want: Want | None, problem: MatrixProblem) -> ClassBound:
    """The rate to show of each group: of the want's limit on groups, else of its first rate."""
    bounds = [] if want is None else [each for each in want.bounds if not each.locked]
    rates = [each for each in bounds if each.definition.is_share and each.measure != "f1"]
    first = next((each for each in rates if each.grouping), rates[0] if rates else ERROR_RATE)
    positive = problem.classes.index(problem.positive) if problem.positive else None
    alone = replace(first, each_group="", gap_over="")
    return ClassBound.of(alone, problem.classes, positive)
