"""The lesson of a p-value: McNemar's test as a shaded tail, and what it does not say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

import numpy as np
from scipy.stats import binom

from steersman.errors import check_range
from steersman.evaluate import mcnemar, permutation_test
from steersman.evaluate.mcnemar_test import Method, mcnemar_tails
from steersman.session.actions import Query
from steersman.session.lessons.lesson import LessonAnswer, LessonQuestion
from steersman.session.views import View

MOST_ROWS = 200


@dataclass(frozen=True)
class LessonPValue(Query):
    """Rows that only one of two classifiers gets right, and a level of significance."""

    only_first: int = 15
    only_second: int = 6
    level: float = 0.05
    nulls: float = 0.5
    """The share of comparisons between classifiers that are equally good."""
    edge: float = 0.7
    """Where they are not: the share of such rows that the better one gets right."""


class TransposedValues(TypedDict):
    """P(significant | equally good) is not P(equally good | significant)."""

    false_alarm: float
    """P(p below the level | equally good): at most the level, as counts are whole."""
    power: float
    """P(p below the level | not equally good)."""
    equal_if_significant: float | None


class PValueAnswer(LessonAnswer):
    """Every count that could have been, how likely it is, and those as extreme as the observed."""

    rows: int
    chances: list[float]
    """Of 0, 1, 2, … rows for the first alone, if both are equally good."""
    extreme: list[bool]
    exact: float
    mid_p: float
    chi2: float
    permutation: float
    rejected: bool
    transposed: TransposedValues


def p_value_view(asked: LessonPValue) -> View:
    """The distribution under the null hypothesis with its shaded tails."""
    first = int(check_range("rows of the first", asked.only_first, 0, MOST_ROWS))
    second = int(check_range("rows of the second", asked.only_second, 0, MOST_ROWS))
    rows = int(check_range("rows that only one gets right", first + second, 1, 2 * MOST_ROWS))
    level = check_range("the level", asked.level, 0.001, 0.5)
    counts = np.arange(rows + 1)
    smaller = np.minimum(counts, rows - counts)
    p_values = np.minimum(1.0, 2.0 * binom.cdf(smaller, rows, 0.5))
    tails = mcnemar_tails(first, second)
    values: PValueAnswer = {
        "rows": rows,
        "chances": tails.chances.tolist(),
        "extreme": tails.extreme.tolist(),
        "exact": mcnemar_p(first, second, "exact"),
        "mid_p": mcnemar_p(first, second, "mid-p"),
        "chi2": mcnemar_p(first, second, "chi2"),
        "permutation": permutation_test(*predictions(first, second), n_resamples=1999).p_value,
        "rejected": mcnemar_p(first, second, "exact") < level,
        "transposed": transposed_values(asked, rows, p_values < level),
    }
    return View("lesson-pvalue", values)


def predictions(first: int, second: int) -> tuple[list[int], list[int], list[int]]:
    """Labels, and predictions of two classifiers, of which only one is right at a time."""
    return [1] * (first + second), [1] * first + [0] * second, [0] * first + [1] * second


def mcnemar_p(first: int, second: int, method: Method) -> float:
    return mcnemar(*predictions(first, second), method=method).p_value


def transposed_values(asked: LessonPValue, rows: int, significant: np.ndarray) -> TransposedValues:
    """Bayes' rule over many comparisons with as many rows."""
    nulls = check_range("the share of equals", asked.nulls, 0.0, 1.0)
    edge = check_range("the edge", asked.edge, 0.5, 1.0)
    counts = np.arange(rows + 1)
    false_alarm = float(binom.pmf(counts, rows, 0.5)[significant].sum())
    power = float(binom.pmf(counts, rows, edge)[significant].sum())
    both = nulls * false_alarm + (1.0 - nulls) * power
    return {
        "false_alarm": false_alarm,
        "power": power,
        "equal_if_significant": nulls * false_alarm / both if both else None,
    }


def p_value_lines(asked: LessonPValue) -> str:
    b, c = asked.only_first, asked.only_second
    return f"""\
from scipy.stats import binom
from steersman.evaluate import mcnemar

b, c = {b}, {c}
print("by the formula", 2 * binom.cdf(min(b, c), b + c, 0.5))
labels, first, second = [1] * (b + c), [1] * b + [0] * c, [0] * b + [1] * c
for method in ("exact", "mid-p", "chi2"):
    print(method, mcnemar(labels, first, second, method=method).p_value)
"""


QUESTIONS = (LessonQuestion(LessonPValue, PValueAnswer, p_value_view, p_value_lines),)
