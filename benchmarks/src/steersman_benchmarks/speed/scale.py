"""Partitions on a Dask cluster of two worker processes beside the threads of this machine.

Both open the same generated files, fit, turn a knob and steer; results are compared to the bit.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, TypeVar

import numpy as np

from steersman import Job, LikelihoodSpaceClassifier, open_partitions
from steersman.errors import SteersmanError
from steersman.scale import LocalEngine, PartitionedDataset
from steersman.scale.held_out_plane import HeldOutPlane
from steersman_benchmarks.registry import BenchmarkRow
from steersman_benchmarks.scale_documents import peak_mb, write_documents

ROWS = 200_000
WORKERS = 2
MOST_MB, MOST_SECONDS = 6_000.0, 2.0
LOCAL = "the threads of this machine"
Result = TypeVar("Result")


def scale(rows: int = ROWS) -> list[BenchmarkRow]:
    """Seconds on the cluster and on this machine, and what the cluster needs at most."""
    with TemporaryDirectory() as folder, cache_in(Path(folder) / "cache"):
        write_documents(Path(folder) / "small", max(rows // 10, 1_000), seed=1)
        write_documents(Path(folder) / "data", rows)
        with two_workers() as cluster:
            return compared_engines(Path(folder), rows, cluster)


def compared_engines(folder: Path, rows: int, cluster: Any) -> list[BenchmarkRow]:
    """The figures of both engines."""
    address = cluster.scheduler_address
    small = opened(folder / "small", address)
    small_plane = small.plane()
    # Once to warm up: workers import and compile what they need.
    small_plane.at(alpha=0.5)
    small.steer(Job("fpr <= 5%", 0.95))
    small_s, _ = seconds_of(lambda: small_plane.at(alpha=0.3))
    open_s, far = seconds_of(lambda: opened(folder / "data", address))
    near = replace(far, engine=LocalEngine())
    found = [
        BenchmarkRow(f"open {rows:,} documents", open_s, open_s, "s", "no peer: goal is linear")
    ]
    far_s, far_model = seconds_of(lambda: far.fit(LikelihoodSpaceClassifier()))
    near_s, near_model = seconds_of(lambda: near.fit(LikelihoodSpaceClassifier()))
    check_equal(np.array_equal(far_model.feature_count_, near_model.feature_count_), "fit")
    found.append(BenchmarkRow("fit", far_s, near_s, "s", LOCAL))
    planes = far.plane(), near.plane()
    far_s, far_view = seconds_of(lambda: planes[0].at(alpha=0.3))
    near_s, near_view = seconds_of(lambda: planes[1].at(alpha=0.3))
    check_equal(same_view(far_view, near_view), "knob")
    note = f"knob: {small_s:.3g} s at a tenth of the documents, {far_s:.3g} s at all"
    found += [
        BenchmarkRow("knob to measures", far_s, near_s, "s", LOCAL, note=note),
        BenchmarkRow("knob to measures", far_s, MOST_SECONDS, "s", "goal"),
    ]
    job = Job("fpr <= 5%", 0.95)
    far_s, far_done = seconds_of(lambda: far.steer(job))
    near_s, near_done = seconds_of(lambda: near.steer(job))
    check_equal(bool(np.all(far_done.steering.after == near_done.steering.after)), "steer")
    found.append(BenchmarkRow("steer with a guarantee", far_s, near_s, "s", LOCAL))
    peak = cluster_peak_mb(cluster)
    found.append(BenchmarkRow("peak memory of the cluster", peak, MOST_MB, "MB", "goal"))
    return found


def opened(folder: Path, engine: str) -> PartitionedDataset:
    """The documents of a folder as partitions."""
    return open_partitions(str(folder), label="kind", text="text", engine=engine)


def seconds_of(work: Callable[[], Result]) -> tuple[float, Result]:
    """How long work takes, and what it returns."""
    start = perf_counter()
    result = work()
    return perf_counter() - start, result


def same_view(one: HeldOutPlane, other: HeldOutPlane) -> bool:
    """Whether counts, densities and points of two planes are equal."""
    points = np.array_equal(one.sample.points, other.sample.points)
    return one.counts == other.counts and points and np.array_equal(one.density, other.density)


def check_equal(equal: bool, what: str) -> None:
    """Stop the benchmark when the cluster gives another result."""
    if not equal:
        raise AssertionError(f"{what}: the cluster's result is not that of this machine")


def cluster_peak_mb(cluster: Any) -> float:
    """The sum of the most memory that each worker has had, and this process."""
    pids = [nanny.process.pid for nanny in cluster.workers.values()]
    return sum(peak_mb(pid) for pid in (*pids, os.getpid()))


@contextmanager
def two_workers() -> Any:
    """A cluster of two worker processes on this machine."""
    try:
        from distributed import LocalCluster
    except ImportError:
        raise SteersmanError(
            "Dask is not installed",
            todo="install it with: pip install 'steersman[dask]'",
            code="extra-missing",
            extra="dask",
        ) from None
    settings = {"n_workers": WORKERS, "threads_per_worker": 1, "dashboard_address": None}
    with LocalCluster(**settings, processes=True, silence_logs=50) as cluster:
        yield cluster


@contextmanager
def cache_in(folder: Path) -> Any:
    """Partitions in a folder of their own, also those that workers write."""
    before = os.environ.get("STEERSMAN_CACHE")
    os.environ["STEERSMAN_CACHE"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["STEERSMAN_CACHE"]
        else:
            os.environ["STEERSMAN_CACHE"] = before
