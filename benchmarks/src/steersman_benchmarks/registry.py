"""The registry of benchmarks: each compares with a named peer in the same run.

A benchmark is a function of no arguments that returns its rows. It is named here with the module
it lives in, which is imported only when it runs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib import import_module
from inspect import signature
from time import perf_counter, process_time
from typing import Literal

from steersman.errors import SteersmanError

BENCHMARKS: dict[str, str] = {
    "steering": "steersman_benchmarks.speed.steering:steering",
    "promises": "steersman_benchmarks.guarantees.promises:promises",
    "shapes": "steersman_benchmarks.guarantees.shapes:shapes",
    "martingale": "steersman_benchmarks.speed.martingale:martingale",
    "programs": "steersman_benchmarks.martingale.earned_accuracy:programs",
    "label-noise": "steersman_benchmarks.martingale.label_noise:label_noise",
    "logistic": "steersman_benchmarks.speed.logistic:logistic",
    "interaction": "steersman_benchmarks.speed.interaction:interaction",
    "matrix": "steersman_benchmarks.speed.matrix:matrix",
    "autotune": "steersman_benchmarks.speed.autotune:automatic_steering",
    "best-line": "steersman_benchmarks.speed.best_line:best_lines",
    "families": "steersman_benchmarks.speed.families:families",
    "classes": "steersman_benchmarks.likelihood_spaces.many_classes:many_classes",
    "plane": "steersman_benchmarks.speed.plane:plane",
    "text": "steersman_benchmarks.speed.text:text",
    "load": "steersman_benchmarks.speed.load:load",
    "start": "steersman_benchmarks.speed.start:start",
    "clusters": "steersman_benchmarks.speed.clusters:clusters",
    "lab": "steersman_benchmarks.speed.lab:lab",
    "watch": "steersman_benchmarks.speed.watch:watch",
    "explain": "steersman_benchmarks.speed.explain:explain",
    "growth": "steersman_benchmarks.speed.growth:growth",
    "scale": "steersman_benchmarks.speed.scale:scale",
    "api": "steersman_benchmarks.speed.api:api",
}
"""name -> "module:function"."""


@dataclass(frozen=True)
class BenchmarkRow:
    """One figure beside its peer's. `ratio` says how many times better ours is."""

    what: str
    ours: float
    peer: float
    unit: str
    peer_name: str
    better: Literal["lower", "higher"] = "lower"
    note: str = ""

    @property
    def ratio(self) -> float:
        good, bad = (self.peer, self.ours) if self.better == "lower" else (self.ours, self.peer)
        if good == bad:
            return 1.0
        # A count of 0 on our side is infinitely better, not an error.
        return good / bad if bad else float("inf")


def best_cpu_seconds(work: Callable[[], object], repeats: int = 5) -> float:
    """The shortest of several timings of `work` in CPU time, which other programs do not lengthen,
    in seconds, after one run to warm up."""
    return best_seconds(work, repeats, process_time)


def best_seconds(
    work: Callable[[], object], repeats: int = 5, clock: Callable[[], float] = perf_counter
) -> float:
    """The shortest of several timings of `work`, in seconds, after one run to warm up."""
    # Once to warm up: caches and compiled code belong to no timing.
    work()
    timings_s = []
    for _ in range(repeats):
        start = clock()
        work()
        timings_s.append(clock() - start)
    return min(timings_s)


def run_benchmark(name: str, rows: int | None = None) -> list[BenchmarkRow]:
    """The rows of the benchmark called `name`, on a problem of `rows` rows where that is asked."""
    if name not in BENCHMARKS:
        raise SteersmanError(
            f"there is no benchmark {name!r}",
            todo=f"choose from: {', '.join(sorted(BENCHMARKS))}",
            code="unknown-benchmark",
            benchmark=name,
        )
    module, function = BENCHMARKS[name].split(":")
    benchmark = getattr(import_module(module), function)
    if rows is not None and "rows" not in signature(benchmark).parameters:
        raise SteersmanError(
            f"the benchmark {name!r} has one size only",
            todo="leave out --rows, or measure load, growth or scale",
            code="benchmark-of-one-size",
            benchmark=name,
        )
    found: list[BenchmarkRow] = benchmark() if rows is None else benchmark(rows=rows)
    return found


def rows_as_json(rows: list[BenchmarkRow]) -> list[dict[str, object]]:
    """The rows as plain values, with their ratios."""
    return [asdict(row) | {"ratio": row.ratio} for row in rows]
