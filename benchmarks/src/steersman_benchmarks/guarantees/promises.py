"""Benchmark `promises`: what a guarantee leaves, beside MAPIE's and a tuned threshold without one.

Models are fitted on a third of a table; the other rows, scored, are a population from which tuning
rows are drawn with replacement, so whether a guarantee is broken is counted exactly. MAPIE's
`BinaryClassificationController` has its defaults; `TunedThresholdClassifierCV` picks the best
other rate among thresholds that keep the limit on the tuning rows. A refusal leaves 0.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom
from sklearn.metrics import make_scorer
from sklearn.model_selection import TunedThresholdClassifierCV

from steersman import Want, steer
from steersman.learn.promises import row_limit
from steersman.learn.wants import ResolvedWant
from steersman.maths.confusion import allowed_errors, cutoff_sweep
from steersman_benchmarks.guarantees.scored_rows import TABLES, RowLookup, ScoredRows, scored_rows
from steersman_benchmarks.registry import BenchmarkRow

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Rule = Callable[["Task", RowLookup, Ints, Ints], float | None]

CONFIDENCE = 0.95
DRAWS = 200
MOST_ROWS = 800


@dataclass(frozen=True)
class Task:
    """A limit with a guarantee, and the rate that should be as good as possible within it."""

    want: str
    other: str
    risk: str
    level: float

    @property
    def text(self) -> str:
        """The whole want."""
        return f"maximize {self.other} subject to {self.want}"

    def keeps(self, matrix: Ints) -> bool:
        """Whether the limit holds in a confusion matrix."""
        return self.resolved.is_met(matrix)

    @cached_property
    def resolved(self) -> ResolvedWant:
        """The limit, about the classes 0 and 1."""
        return Want(self.want).resolve([0, 1])

    def other_rate(self, matrix: Ints) -> float:
        """The other rate in a confusion matrix."""
        place = 1 if self.other == "recall" else 0
        return float(matrix[place, place] / matrix[place].sum())


TASKS = (
    Task("fpr <= 5%", "recall", "fpr", 0.05),
    Task("recall >= 90%", "specificity", "recall", 0.9),
    Task("precision >= 80%", "recall", "precision", 0.8),
    Task("precision >= 90%", "recall", "precision", 0.9),
    Task("accuracy >= 90%", "recall", "accuracy", 0.9),
)


TWO_LIMITS = (
    Task("fpr <= 5% and recall >= 70%", "recall", "both", 0.05),
    Task("fpr <= 10% and recall >= 80%", "recall", "both", 0.05),
)


def steered_cutoff(task: Task, model: RowLookup, rows: Ints, labels: Ints) -> float | None:
    """Our cut-off, or None where nothing is guaranteed."""
    steering = steer(model, rows, labels, task.text, CONFIDENCE)
    if not steering.met:
        return None
    threshold = getattr(steering.model, "threshold", None)
    return 0.5 if threshold is None else float(threshold)


def controlled_cutoff(method: str) -> Rule:
    """MAPIE's cut-off, by one of its ways to share the risk among thresholds."""

    def rule(task: Task, model: RowLookup, rows: Ints, labels: Ints) -> float | None:
        # Only this benchmark needs MAPIE, which comes with the development dependencies.
        from mapie.risk_control import BinaryClassificationController

        controller = BinaryClassificationController(
            model.predict_proba,
            task.risk,
            task.level,
            CONFIDENCE,
            # It knows no specificity; the threshold with the fewest calls has the most of it.
            best_predict_param_choice="recall" if task.other == "recall" else "precision",
            fwer_method=method,
        )
        controller.calibrate(rows, labels)
        best = controller.best_predict_param
        # It calls what reaches the threshold, we what exceeds the cut-off.
        return None if best is None else float(np.nextafter(best, -1.0))

    return rule


def tuned_cutoff(task: Task, model: RowLookup, rows: Ints, labels: Ints) -> float | None:
    """scikit-learn's cut-off: the best other rate where the limit holds on the tuning rows."""

    def score(truth: Ints, predicted: Ints) -> float:
        matrix = np.bincount(2 * truth + predicted, minlength=4).reshape(2, 2)
        return task.other_rate(matrix) if task.keeps(matrix) else -1.0

    tuned = TunedThresholdClassifierCV(
        model, scoring=make_scorer(score), cv="prefit", refit=False, thresholds=100
    ).fit(rows, labels)
    return float(np.nextafter(tuned.best_threshold_, -1.0))


def order_statistic_cutoff(task: Task, model: RowLookup, rows: Ints, labels: Ints) -> float | None:
    """The best rule there is for a rate among rows of one class: its order statistic."""
    of_class = 0 if task.risk == "fpr" else 1
    rate = task.level if task.risk == "fpr" else 1.0 - task.level
    scores = np.sort(model.predict_proba(rows)[labels == of_class, 1])
    allowed = int(np.sum(binom.cdf(np.arange(len(scores)), len(scores), rate) <= 1 - CONFIDENCE))
    if not allowed:
        return None
    # So many less one of the class may lie on the wrong side of the cut-off.
    return float(
        scores[len(scores) - allowed] if of_class == 0 else np.nextafter(scores[allowed - 1], -1)
    )


PEERS: dict[str, Rule] = {
    "MAPIE BinaryClassificationController": controlled_cutoff("bonferroni_holm"),
    "MAPIE, fixed sequence": controlled_cutoff("fixed_sequence"),
    "TunedThresholdClassifierCV": tuned_cutoff,
}


def equal_shares_cutoff(task: Task, model: RowLookup, rows: Ints, labels: Ints) -> float | None:
    """The best cut-off where each of several limits on one class has an equal part of the risk."""
    scores = model.predict_proba(rows)[:, 1]
    sums = np.bincount(labels, minlength=2).astype(np.float64)
    parts = [row_limit(bound, sums) for bound in task.resolved.bounds]
    risk = (1.0 - CONFIDENCE) / len(parts)
    sweep = cutoff_sweep(scores, labels == 1)
    shown = np.ones(len(sweep.settings), dtype=bool)
    for bound, part in zip(task.resolved.bounds, parts):
        assert part is not None  # noqa: S101
        place = int(bound.parts(sums, None).whole.any(axis=1).argmax())  # type: ignore[union-attr]
        shown &= sweep.matrices[:, place, 1 - place] <= allowed_errors(*part, risk)
    kept = np.flatnonzero(shown)
    # The lowest of them calls most, which is best for recall.
    return float(sweep.settings[kept[0]]) if len(kept) else None


SHARED: dict[str, Rule] = {"equal shares of the risk": equal_shares_cutoff}
EXACT: dict[str, Rule] = {"order statistic": order_statistic_cutoff}


@dataclass(frozen=True)
class Guarantee:
    """How one rule fared over all draws: shares of draws, and the mean of the other rate."""

    guaranteed: float
    broken: float
    other: float

    def __str__(self) -> str:
        return f"{self.guaranteed:.2f} guaranteed, {self.broken:.3f} broken"


def promises() -> list[BenchmarkRow]:
    """The other rate that each rule leaves, for each table and want."""
    return rows_of(tuple(TABLES), DRAWS)


def rows_of(tables: tuple[str, ...], draws: int) -> list[BenchmarkRow]:
    """A row for each table, want and peer."""
    rows = []
    for table in tables:
        populations = list(scored_rows(table))
        for task in TASKS:
            exact = EXACT if task.risk in ("fpr", "recall") else {}
            ours = guarantee_of(steered_cutoff, task, populations, draws)
            for name, rule in (PEERS | exact).items():
                peer = guarantee_of(rule, task, populations, draws)
                what = f"{table}, {task.want}: {task.other}"
                note = f"{ours}; peer {peer}"
                rows.append(
                    BenchmarkRow(what, ours.other, peer.other, "share", name, "higher", note)
                )
        for task in TWO_LIMITS:
            ours = guarantee_of(steered_cutoff, task, populations, draws)
            for name, rule in SHARED.items():
                peer = guarantee_of(rule, task, populations, draws)
                what, note = f"{table}, {task.want}: {task.other}", f"{ours}; peer {peer}"
                rows.append(
                    BenchmarkRow(what, ours.other, peer.other, "share", name, "higher", note)
                )
    return rows


def guarantee_of(rule: Rule, task: Task, populations: list[ScoredRows], draws: int) -> Guarantee:
    """A rule over draws of tuning rows from each population in turn."""
    found = [
        None if cutoff is None else matrix_at(cutoff, population)
        for cutoff, population in cutoffs(rule, task, populations, draws)
    ]
    kept = [matrix for matrix in found if matrix is not None]
    return Guarantee(
        len(kept) / draws,
        sum(not task.keeps(matrix) for matrix in kept) / draws,
        sum(task.other_rate(matrix) for matrix in kept) / draws,
    )


def cutoffs(
    rule: Rule, task: Task, populations: list[ScoredRows], draws: int
) -> Iterator[tuple[float | None, ScoredRows]]:
    """The cut-off of each draw, and the population it is from."""
    for number in range(draws):
        population = populations[number % len(populations)]
        size = len(population.positive)
        # The same draws for every rule.
        rng = np.random.default_rng(number)
        rows = rng.integers(0, size, min(size // 2, MOST_ROWS))
        labels = population.positive[rows].astype(np.int64)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model = RowLookup(population.probabilities)
            yield rule(task, model, rows[:, np.newaxis], labels), population


def matrix_at(cutoff: float, population: ScoredRows) -> Ints:
    """(true, predicted): the whole population decided at a cut-off."""
    called = population.probabilities > cutoff
    codes = 2 * population.positive + called
    return np.bincount(codes, minlength=4).reshape(2, 2).astype(np.int64)
