"""The registry of benchmarks: each compares with a named peer in the same run.

A benchmark is a function of no arguments that returns its rows. It is named here with the module
it lives in, which is imported only when it runs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib import import_module
from inspect import signature
from time import perf_counter
from typing import Literal

from steersman.errors import SteersmanError

__all__ = ["BENCHMARKS", "BenchmarkRow", "best_seconds", "rows_as_json", "run_benchmark"]

BENCHMARKS: dict[str, str] = {
    "steering": "steersman.studies.bench_steering:steering",
    "martingale": "steersman.studies.bench_martingale:martingale",
    "logistic": "steersman.studies.bench_logistic:logistic",
    "interaction": "steersman.studies.bench_interaction:interaction",
    "matrix": "steersman.studies.bench_matrix:matrix",
    "autotune": "steersman.studies.bench_autotune:automatic_steering",
    "best-line": "steersman.studies.bench_best_line:best_lines",
    "plane": "steersman.studies.bench_plane:plane",
    "text": "steersman.studies.bench_text:text",
    "load": "steersman.studies.bench_load:load",
    "clusters": "steersman.studies.bench_clusters:clusters",
    "lab": "steersman.studies.bench_lab:lab",
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
        return good / bad if bad else float("inf")


def best_seconds(work: Callable[[], object], repeats: int = 5) -> float:
    """The shortest of several timings of `work`, in seconds, after one run to warm up."""
    work()
    timings_s = []
    for _ in range(repeats):
        start = perf_counter()
        work()
        timings_s.append(perf_counter() - start)
    return min(timings_s)


def run_benchmark(name: str, rows: int | None = None) -> list[BenchmarkRow]:
    """The rows of the benchmark called `name`, on a problem of `rows` rows where that is asked."""
    if name not in BENCHMARKS:
        raise SteersmanError(
            f"there is no benchmark {name!r}", todo=f"choose from: {', '.join(sorted(BENCHMARKS))}"
        )
    module, function = BENCHMARKS[name].split(":")
    benchmark = getattr(import_module(module), function)
    if rows is not None and "rows" not in signature(benchmark).parameters:
        raise SteersmanError(
            f"the benchmark {name!r} has one size only", todo="leave out --rows, or measure load"
        )
    found: list[BenchmarkRow] = benchmark() if rows is None else benchmark(rows=rows)
    return found


def rows_as_json(rows: list[BenchmarkRow]) -> list[dict[str, object]]:
    """The rows as plain values, with their ratios."""
    return [asdict(row) | {"ratio": row.ratio} for row in rows]
