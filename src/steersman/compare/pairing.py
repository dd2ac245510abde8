"""Two models on the same rows: which rows only one gets right, three tests, and cautions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steersman.compare.cost_measure import measure_for, truth_for
from steersman.compare.model_figures import ModelFigures
from steersman.compare.refitting import Question
from steersman.evaluate.mcnemar_test import McNemar, Method, mcnemar
from steersman.evaluate.pairs import ComparedPair, compare_all
from steersman.evaluate.resampling import (
    PairedBootstrap,
    PermutationTest,
    paired_bootstrap,
    permutation_test,
)

ALPHA = 0.05
MANY_PAIRS = 10
FEW_ROWS, FEW_OF_A_CLASS, MOST_NAMED = 100, 20, 3
METHODS: dict[Method, str] = {
    "exact": "Exact binomial test: safe, slightly conservative.",
    "mid-p": "Exact, with half the probability of the observed outcome: less conservative.",
    "chi2": "Chi-square with Edwards' correction: approximate, for 25 discordant rows or more.",
    "auto": "Exact below 25 rows that only one model gets right, chi-square from 25 on.",
}
"""The ways to compute McNemar's p-value, and what each is."""

SIDES = ("both-wrong", "only-first", "only-second", "both-right")
"""The cells of McNemar's table, in the order of the table's own."""


@dataclass(frozen=True)
class PairTests:
    """Three tests of two models; differences are the first's measure minus the second's."""

    mcnemar: McNemar
    permutation: PermutationTest
    bootstrap: PairedBootstrap


def all_pairs(
    question: Question, standings: Sequence[ModelFigures], method: Method
) -> list[ComparedPair]:
    """McNemar's test of every pair, corrected by Holm; none where there are fewer than two."""
    said = {each.recipe.name: each.predicted for each in standings}
    return compare_all(question.codes, said, method) if len(said) > 1 else []


def pair_tests(
    question: Question,
    first: NDArray[np.int16],
    second: NDArray[np.int16],
    measure: str = "accuracy",
    method: Method = "auto",
) -> PairTests:
    """All tests of two models' predictions of the same rows."""
    codes, truth = question.codes, truth_for(question, measure)
    return PairTests(
        mcnemar(codes, first, second, method),
        permutation_test(truth, first, second, measure_for(question, measure)),
        paired_bootstrap(truth, first, second, measure_for(question, measure)),
    )


def rows_on_side(
    question: Question, first: NDArray[np.int16], second: NDArray[np.int16], side: str
) -> NDArray[np.intp]:
    """The rows in one cell of McNemar's table."""
    codes = question.codes
    cells = 2 * (second == codes) + (first == codes)
    return np.flatnonzero(cells == SIDES.index(side))


def cautions(question: Question, pairs: Sequence[ComparedPair]) -> list[str]:
    """Sentences on what weakens the p-values of these pairs; none when nothing does."""
    found = []
    if len(pairs) >= MANY_PAIRS:
        chance = 1 - (1 - ALPHA) ** len(pairs)
        found.append(
            f"{len(pairs)} pairs are tested. If all models were equally good, at least one p-value "
            f"would still be below {ALPHA:g} with a probability of up to about {chance:.0%}. Read "
            "Holm's values, and confirm a winner on the final test rows."
        )
    if few := [pair for pair in pairs if too_few(pair, len(pairs))]:
        found.append(few_rows_apart(few, len(pairs)))
    if len(question.y) < FEW_ROWS:
        found.append(
            f"Only {len(question.y)} rows: one row is {1 / len(question.y):.1%} of accuracy."
        )
    sizes = np.bincount(question.codes, minlength=len(question.classes))
    small = int(sizes.argmin())
    if sizes[small] < FEW_OF_A_CLASS:
        found.append(
            f"{question.classes[small]!r} has {count_text(int(sizes[small]), 'row')}: one row is "
            f"{1 / sizes[small]:.0%} of its recall. Its scores are unreliable."
        )
    return found


def apart(pair: ComparedPair) -> int:
    """How many rows only one of the two gets right."""
    return int(pair.test.table[0, 1] + pair.test.table[1, 0])


def too_few(pair: ComparedPair, pairs: int) -> bool:
    """Whether no outcome on these rows could be significant at Holm's strictest step."""
    # The smallest two-sided p-value that so many rows can give, times the number of pairs.
    return 2 * 0.5 ** apart(pair) * pairs > ALPHA


def few_rows_apart(few: Sequence[ComparedPair], pairs: int) -> str:
    """One sentence about the pairs with too few discordant rows, the fewest first."""
    ordered = sorted(few, key=apart)
    named = [
        f"{each.first} and {each.second} ({count_text(apart(each), 'row')})" for each in ordered
    ]
    listed = ", ".join(named[:MOST_NAMED])
    more = f" and {count_text(len(named) - MOST_NAMED, 'pair')} more" if named[MOST_NAMED:] else ""
    most = apart(ordered[-1])
    best = min(1.0, 2 * 0.5**most)
    after = f", {min(1.0, best * pairs):.2g} at Holm's strictest step" if pairs > 1 else ""
    return (
        f"Some models differ on few rows: {listed}{more}. Even if all {most} favored one model, "
        f"the p-value would be {best:.2g}{after}: too few rows to find a difference."
        if most
        else f"Some models never differ: {listed}{more}. They make the same errors."
    )


def count_text(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
