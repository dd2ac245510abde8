"""Answers of the compare room about pairs of models: tests, and the rows that tell them apart."""

from __future__ import annotations

from itertools import islice

import numpy as np
from numpy.typing import NDArray

from steersman.compare.comparison import INDEPENDENCE
from steersman.compare.measured_pairs import measure_test
from steersman.compare.pairing import METHODS, PairTests, rows_on_side
from steersman.evaluate.mcnemar_test import Method, mcnemar_tails
from steersman.evaluate.pairs import ComparedPair
from steersman.session.compare.actions import PairExamples
from steersman.session.compare.models import (
    CompareModels,
    current_choice,
    shown_measure,
)
from steersman.session.compare.pairs import all_measured_pairs, chosen_pair, tests_of
from steersman.session.compare.shapes import (
    PairExamplesFrame,
    PairExampleValues,
    PairFigures,
    PairFrame,
    PairsFrame,
    PairTable,
    PairTestValues,
    TailValues,
)
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.row_text import line_of, places_holding
from steersman.session.state import State
from steersman.session.views import View
from steersman.tasks import Task

MOST_EXAMPLES = 200


def pair_values(pair: ComparedPair) -> PairFigures:
    return {
        "first": pair.first,
        "second": pair.second,
        "table": table_values(pair.test.table),
        "p_value": pair.test.p_value,
        "adjusted": pair.adjusted,
        "method": pair.test.method,
    }


def table_values(table: NDArray[np.int64]) -> PairTable:
    (both_wrong, only_first), (only_second, both_right) = table
    return (int(both_wrong), int(only_first)), (int(only_second), int(both_right))


def pair_view(models: CompareModels, corpus: Corpus, state: State, task: Task) -> View:
    """The tests of the chosen pair, each with what it means."""
    both = chosen_pair(models, corpus, state, task)
    (tests,) = tests_of(models, corpus, state, [both], task)
    first, second = (each.recipe.name for each in both)
    values: PairFrame = {
        "first": first,
        "second": second,
        "table": table_values(tests.mcnemar.table),
        "tests": test_values(tests, current_choice(state).method),
        "tails": tail_values(tests.mcnemar.table),
        "measure": shown_measure(state),
        "difference": {
            "value": tests.bootstrap.difference,
            "low": tests.bootstrap.low,
            "high": tests.bootstrap.high,
        },
        "independence": INDEPENDENCE,
    }
    return View("pair", values)


def tail_values(table: NDArray[np.int64]) -> TailValues:
    """The distribution behind McNemar's test, four deviations to each side."""
    (_, only_first), (only_second, _) = table_values(table)
    tails = mcnemar_tails(only_first, only_second, deviations=4.0)
    return {
        "first": tails.first,
        "observed": only_first,
        "chances": tails.chances.tolist(),
        "extreme": tails.extreme.tolist(),
    }


def pairs_view(models: CompareModels, corpus: Corpus, state: State, task: Task) -> View:
    """All pairs by the chosen measure."""
    measure = shown_measure(state)
    values: PairsFrame = {
        "measure": measure,
        "test": measure_test(measure),
        "pairs": [
            {
                "first": pair.first,
                "second": pair.second,
                "difference": pair.difference,
                "p_value": pair.p_value,
                "adjusted": pair.adjusted,
            }
            for pair in all_measured_pairs(models, corpus, state, task)
        ],
    }
    return View("pairs", values)


def test_values(tests: PairTests, asked: Method) -> list[PairTestValues]:
    """One entry for each test: its name, how it was made, its p-value and what that means."""
    method = tests.mcnemar.method
    used = "chi-square" if method == "chi2" else method
    way = METHODS[method] if asked == method else f"{METHODS[asked]} Here: {used}."
    draws = f"{tests.permutation.n_resamples:,}"
    return [
        {
            "name": f"McNemar, {used}",
            "way": way,
            "p_value": tests.mcnemar.p_value,
            "meaning": tests.mcnemar.meaning,
        },
        {
            "name": "Permutation",
            "way": f"Each row's two predictions are swapped or not, {draws} times.",
            "p_value": tests.permutation.p_value,
            "meaning": tests.permutation.meaning,
        },
        {
            "name": "Paired bootstrap",
            "way": f"The rows are drawn again with replacement, {draws} times.",
            "p_value": tests.bootstrap.p_value,
            "meaning": tests.bootstrap.meaning,
        },
    ]


def pair_examples_view(
    models: CompareModels, corpus: Corpus, state: State, asked: PairExamples, task: Task
) -> View:
    """A line about each row in one cell of McNemar's table."""
    question, numbers = models.question_and_rows(corpus, state)
    first, second = chosen_pair(models, corpus, state, task)
    places = rows_on_side(question, first.predicted, second.predicted, asked.side)
    # `count` still says how many there are in all.
    found = islice(places_holding(corpus, numbers[places].tolist(), asked.search), MOST_EXAMPLES)
    lines: list[PairExampleValues] = [
        {
            "row": row,
            "id": str(corpus.dataset.ids[row]),
            "text": line_of(corpus, row),
            "true": str(question.y[place]),
            "first": question.classes[first.predicted[place]],
            "second": question.classes[second.predicted[place]],
        }
        for place, row in ((places[at], int(numbers[places[at]])) for at in found)
    ]
    values: PairExamplesFrame = {
        "side": asked.side,
        "search": asked.search,
        "first": first.recipe.name,
        "second": second.recipe.name,
        "count": len(places),
        "examples": lines,
    }
    return View("pair-examples", values)
