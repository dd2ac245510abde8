"""Benchmark `shapes`: how often guarantees are broken on scores made to break them.

Rows are drawn with replacement from a population of 6,000, so that the truth is counted. Everything
goes through `steer`, as a person would: the model that it returns is judged on the population.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from steersman import Want
from steersman_benchmarks.guarantees import class_shapes
from steersman_benchmarks.guarantees.scored_rows import RowLookup, steered_draw
from steersman_benchmarks.registry import BenchmarkRow

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

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
WANTS = {
    "fpr <= 20%": 250,
    "recall >= 70%": 250,
    "fpr <= 30% and recall >= 60%": 250,
    "precision >= 80%": 250,
    "npv >= 80%": 250,
    "f1 >= 65%": 250,
    "accuracy >= 75%": 250,
    "fpr <= 20% and refer <= 20%": 250,
    "error rate <= 15% and refer <= 40%": 250,
    "fpr <= 40% for each site": 90,
    "fpr gap over site <= 60%": 180,
    "cost <= 0.5 per row, cost column = amount": 250,
}
SITES = 3


def shapes() -> list[BenchmarkRow]:
    """The share of draws in which a guarantee is broken, beside the risk that is allowed."""
    return [*rows_of(DRAWS), *rows_of_classes(DRAWS_OF_CLASSES)]


def rows_of(draws: int, wants: tuple[str, ...] = tuple(WANTS)) -> list[BenchmarkRow]:
    """A row for each want, shape and kind of score; each core counts some of them."""
    cases = [(want, shape, kind) for want in wants for shape in CHANCES for kind in SCORES]
    counted = Parallel(n_jobs=-1)(
        delayed(broken_share)(want, CHANCES[shape], SCORES[kind](HEIGHT), draws)
        for want, shape, kind in cases
    )
    return [broken_row(", ".join(case), *found) for case, found in zip(cases, counted)]


def rows_of_classes(draws: int) -> list[BenchmarkRow]:
    """A row for each want on groups and costs by row of three classes, and each shape."""
    cases = [(want, shape) for want in class_shapes.WANTS for shape in class_shapes.SHAPES]
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


def broken_share(text: str, chances: Floats, scores: Floats, draws: int) -> tuple[float, float]:
    """The shares of draws with a guarantee, and with one that the population breaks."""
    rng = np.random.default_rng(0)
    labels = (rng.random(POPULATION) < chances).astype(np.int64)
    sites = rng.integers(0, SITES, POPULATION)
    amounts = np.where(rng.random(POPULATION) < 0.05, 5.0, 0.5)
    want, model = Want(text), RowLookup(scores)
    given = broken = 0
    for number in range(draws):
        rows = np.random.default_rng(number).integers(0, POPULATION, WANTS[text])
        if len(np.unique(labels[rows])) < 2:
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            steering = steered_draw(model, rows, (labels, sites, amounts), want, CONFIDENCE)
        if not steering.met:
            continue
        given += 1
        answers = np.asarray(steering.model.predict(np.arange(POPULATION)[:, np.newaxis]))
        decided = answers if answers.dtype.kind in "iu" else referred_codes(answers)
        broken += not holds(want, labels, decided, sites, amounts)
    return given / draws, broken / draws


def referred_codes(answers: NDArray[np.generic]) -> Ints:
    """(rows,): the class of each row, 2 where it goes to a person."""
    return np.array([each if each in (0, 1) else 2 for each in answers.tolist()])


def holds(want: Want, labels: Ints, decided: Ints, sites: Ints, amounts: Floats) -> bool:
    """Whether a want holds for the whole population."""
    if want.cost_column:
        wrong = (decided != labels).astype(np.float64)
        return bool(np.mean(amounts * wrong) <= want.bounds[0].value)
    plain = want.for_all_rows() if want.groupings else want
    resolved = plain.resolve([0, 1])
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
