"""Benchmark `shapes`: how often guarantees are broken on scores made to break them.

Rows are drawn with replacement from a population of 6,000, so that the truth is counted. Everything
goes through `steer`, as a person would: the model that it returns is judged on the population.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from steersman import Want
from steersman.learn.steering import GroupThresholdClassifier
from steersman.learn.wants import ResolvedWant
from steersman_benchmarks.guarantees import class_shapes
from steersman_benchmarks.guarantees.scored_rows import RowLookup, steered_draw
from steersman_benchmarks.registry import BenchmarkRow

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Broken = tuple[float, float]
"""Shares of draws: with a guarantee, and with one that does not hold."""

POPULATION = 6000
DRAWS = 2000
DRAWS_OF_CLASSES = 300  # each plans and tests offsets, which takes longer
CONFIDENCE = 0.9
HEIGHT: Floats = (np.arange(POPULATION) + 0.5) / POPULATION

CHANCES: dict[str, Floats] = {
    "slope": np.clip(1.5 * HEIGHT - 0.4, 0.02, 0.98),
    "flat at the bound": np.full(POPULATION, 0.798),
    "worst at the top": np.where(HEIGHT > 0.95, 0.3, np.clip(1.6 * HEIGHT - 0.5, 0.02, 0.98)),
    "rare class": np.clip((HEIGHT - 0.9) * 9, 0.002, 0.9),
}
SCORES: dict[str, Callable[[Floats], Floats]] = {
    "distinct": lambda height: height,
    "six values": lambda height: np.floor(6 * height) / 6,
}


@dataclass(frozen=True)
class HardWant:
    """A want with a guarantee, the rows of one draw, and what else `steer` is asked."""

    text: str
    rows: int = 250
    prior: float | None = None  # share of the second class in use
    costs: tuple[tuple[float, float], ...] | None = None
    cutoff_per_group: bool = False

    def __str__(self) -> str:
        prior = "" if self.prior is None else f", {self.prior:.0%} positive in use"
        return self.text + prior + (", a cut-off for each site" if self.cutoff_per_group else "")

    @cached_property
    def want(self) -> Want:
        """The limits as they are read."""
        return Want(self.text)

    @cached_property
    def resolved(self) -> ResolvedWant:
        """The limits about the classes 0 and 1, those for each group about all rows."""
        plain = self.want.for_all_rows() if self.want.groupings else self.want
        return plain.resolve([0, 1], costs=self.costs, prior=self.prior)

    @property
    def asked(self) -> dict[str, object]:
        """Arguments of `steer` beside the limits."""
        given = {"prior": self.prior, "costs": self.costs}
        return {**given, "cutoff_per_group": self.cutoff_per_group}


# At least one want for each kind of guarantee; of 90 rows a site has 30.
WANTS = (
    HardWant("fpr <= 20%"),
    HardWant("recall >= 70%"),
    HardWant("fpr <= 30% and recall >= 60%"),
    HardWant("precision >= 80%"),
    HardWant("precision >= 80% and recall >= 30%"),
    HardWant("fdr <= 20%"),
    HardWant("npv >= 80%"),
    HardWant("f1 >= 65%"),
    HardWant("accuracy >= 75%"),
    HardWant("error rate <= 25%"),
    HardWant("balanced accuracy >= 70%"),
    HardWant("average cost <= 0.5", costs=((0.0, 2.5), (1.0, 0.0))),
    HardWant("precision >= 60%", prior=0.3),
    HardWant("accuracy >= 75%", prior=0.3),
    HardWant("f1 >= 50%", prior=0.3),
    HardWant("fpr <= 20% and refer <= 20%"),
    HardWant("error rate <= 15% and refer <= 40%"),
    HardWant("precision >= 85% and refer <= 40%"),
    HardWant("fpr <= 40% for each site", rows=90),
    HardWant("fpr <= 40% for each site", rows=90, cutoff_per_group=True),
    HardWant("precision >= 55% for each site", rows=360),
    HardWant("fpr gap over site <= 60%", rows=180),
    HardWant("fpr gap over site <= 60%", rows=180, cutoff_per_group=True),
    HardWant("cost <= 0.5 per row, cost column = amount"),
)
SITES = 3


def shapes() -> list[BenchmarkRow]:
    """The share of draws in which a guarantee is broken, beside the risk that is allowed."""
    quick = rows_of_classes(DRAWS, class_shapes.QUICK_WANTS)
    return [*rows_of(DRAWS), *quick, *rows_of_classes(DRAWS_OF_CLASSES)]


def rows_of(draws: int, wants: tuple[HardWant, ...] = WANTS) -> list[BenchmarkRow]:
    """A row for each want, shape and kind of score; each core counts some of them."""
    cases = [(want, shape, kind) for want in wants for shape in CHANCES for kind in SCORES]
    counted = Parallel(n_jobs=-1)(
        delayed(broken_share)(want, CHANCES[shape], SCORES[kind](HEIGHT), draws)
        for want, shape, kind in cases
    )
    return [broken_row(", ".join(map(str, case)), *found) for case, found in zip(cases, counted)]


def rows_of_classes(draws: int, wants: tuple[str, ...] = class_shapes.WANTS) -> list[BenchmarkRow]:
    """A row for each want on three classes, and each shape."""
    cases = [(want, shape) for want in wants for shape in class_shapes.SHAPES]
    counted = Parallel(n_jobs=-1)(
        delayed(class_shapes.broken_share)(want, shape, draws) for want, shape in cases
    )
    return [
        broken_row(f"three classes, {', '.join(case)}", *found)
        for case, found in zip(cases, counted)
    ]


def broken_row(what: str, given: float, broken: float) -> BenchmarkRow:
    """The share of draws in which a guarantee is broken."""
    note, risk = f"{given:.3f} guaranteed", 1.0 - CONFIDENCE
    return BenchmarkRow(f"{what}: broken", broken, risk, "share", "allowed", note=note)


def broken_share(hard: HardWant, chances: Floats, scores: Floats, draws: int) -> Broken:
    """The shares of draws with a guarantee, and with one that the population breaks."""
    rng = np.random.default_rng(0)
    labels = (rng.random(POPULATION) < chances).astype(np.int64)
    sites = rng.integers(0, SITES, POPULATION)
    amounts = np.where(rng.random(POPULATION) < 0.05, 5.0, 0.5)
    model, everyone = RowLookup(scores), np.arange(POPULATION)[:, np.newaxis]
    given = broken = 0
    for number in range(draws):
        rows = np.random.default_rng(number).integers(0, POPULATION, hard.rows)
        if len(np.unique(labels[rows])) < 2 or len(np.unique(sites[rows])) < SITES:
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            known = (labels, sites, amounts)
            steering = steered_draw(model, rows, known, hard.want, CONFIDENCE, **hard.asked)
        if not steering.met:
            continue
        given += 1
        beside = {"groups": sites} if isinstance(steering.model, GroupThresholdClassifier) else {}
        answers = np.asarray(steering.model.predict(everyone, **beside))
        decided = answers if answers.dtype.kind in "iu" else referred_codes(answers)
        broken += not holds(hard, labels, decided, sites, amounts)
    return given / draws, broken / draws


def referred_codes(answers: NDArray[np.generic]) -> Ints:
    """(rows,): the class of each row, 2 where it goes to a person."""
    return np.array([each if each in (0, 1) else 2 for each in answers.tolist()])


def holds(hard: HardWant, labels: Ints, decided: Ints, sites: Ints, amounts: Floats) -> bool:
    """Whether a want holds for the whole population."""
    want = hard.want
    if want.cost_column:
        wrong = (decided != labels).astype(np.float64)
        return bool(np.mean(amounts * wrong) <= want.bounds[0].value)
    resolved = hard.resolved
    if not want.groupings:
        return resolved.is_met(matrix_of(labels, decided, refers=resolved.refers))
    parts = [sites == site for site in range(SITES)]
    matrices = [matrix_of(labels[part], decided[part], refers=False) for part in parts]
    if want.bounds[0].gap_over:
        rates = [each[0, 1] / each[0].sum() for each in matrices]
        return bool(max(rates) - min(rates) <= want.bounds[0].value)
    return all(resolved.is_met(each) for each in matrices)


def matrix_of(labels: Ints, decided: Ints, *, refers: bool) -> Ints:
    """(true, predicted or referred): decisions about rows."""
    size = 2 + refers
    return np.bincount(labels * size + decided, minlength=2 * size).reshape(2, size)
