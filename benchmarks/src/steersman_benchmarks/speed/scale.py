"""Partitions on a Dask cluster of two worker processes beside the threads of this machine.

Both fit, turn a knob and steer on the same generated documents, and results are compared to the
bit. Then a worker is killed in a fit.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from time import perf_counter
from typing import Any, TypeVar

import numpy as np
from sklearn.base import clone

from steersman import (
    Job,
    LikelihoodSpaceClassifier,
    MartingaleBoostClassifier,
    SphericalKMeans,
    SteerableLogisticRegression,
)
from steersman.errors import SteersmanError
from steersman.learn.jobs import SteeredTable
from steersman.scale import PartitionedDataset, engine_named
from steersman.scale.held_out_plane import HeldOutPlane
from steersman_benchmarks.generated_partitions import generated_partitions
from steersman_benchmarks.registry import BenchmarkRow
from steersman_benchmarks.scale_documents import peak_mb

ROWS = 1_000_000
STEP = 20
"""How many times as many documents the second set has as the first."""
CHECKED_ROWS = 30_000
TURNS = 3
"""How many times a knob is turned."""
WORKERS = 2
MOST_MB, MOST_SECONDS, MOST_EXPONENT = 6_000.0, 2.0, 1.1
LOCAL = "the threads of this machine"
JOB = Job("fpr <= 5%", 0.95)
Result = TypeVar("Result")


def scale(rows: int = ROWS) -> list[BenchmarkRow]:
    """Seconds on the cluster and on this machine, and what the cluster needs at most."""
    with TemporaryDirectory() as folder, two_workers() as cluster:
        engine = engine_named(cluster.scheduler_address)
        few = generated_partitions(Path(folder) / "few", min(CHECKED_ROWS, rows), seed=1)
        check_fits(few, replace(few, engine=engine))
        small = generated_partitions(Path(folder) / "small", max(rows // STEP, 1_000), seed=2)
        generate_s, near = seconds_of(lambda: generated_partitions(Path(folder) / "all", rows))
        held = sum(len(each.open().presence.indices) for each in near.partitions)
        # Mapped pages of partitions that are not in use are the page cache's, no process's.
        files = sum(file.stat().st_size for file in Path(folder, "all").rglob("*.npy")) / 1e6
        found = [
            BenchmarkRow(
                f"generate {rows:,} documents",
                generate_s,
                generate_s,
                "s",
                "no peer",
                note=f"{held:,} words in {len(near.partitions)} partitions of {files:,.0f} MB",
            )
        ]
        far = replace(near, engine=engine)
        found += compared_engines(near, far, replace(small, engine=engine), cluster)
        peak = cluster_peak_mb(cluster)
        found.append(killed_in_a_fit(far, cluster))
        peak = max(peak, cluster_peak_mb(cluster))
        found.append(BenchmarkRow("peak memory of the cluster", peak, MOST_MB, "MB", "goal"))
        engine.close()  # type: ignore[attr-defined]
        return found


def check_fits(near: PartitionedDataset, far: PartitionedDataset) -> None:
    """Stop where a fit on few documents differs; workers then have compiled what they need."""
    models = [each.fit(SteerableLogisticRegression()) for each in (near, far)]
    check_equal(np.array_equal(models[0].coef_, models[1].coef_), "logistic regression")
    short = MartingaleBoostClassifier(n_levels=1, features="linear", penalty=10.0, random_state=0)
    programs = [each.fit(clone(short)) for each in (near, far)]
    roots: list[Any] = [each.graph_.decisions[0] for each in programs]
    check_equal(np.array_equal(roots[0].weights, roots[1].weights), "program")
    angles = SphericalKMeans(4, n_init=1, max_iter=3, random_state=0)
    centers = [each.kmeans(clone(angles)).cluster_centers_ for each in (near, far)]
    check_equal(np.array_equal(centers[0], centers[1]), "k-means")
    for each in (near, far):
        each.plane().at(alpha=0.5)
        each.steer(JOB)


def compared_engines(
    near: PartitionedDataset, far: PartitionedDataset, small: PartitionedDataset, cluster: Any
) -> list[BenchmarkRow]:
    """The figures of both engines, and how those of the cluster grow."""
    small_fit_s, _ = seconds_of(lambda: small.fit(LikelihoodSpaceClassifier()))
    far_s, far_model = seconds_of(lambda: far.fit(LikelihoodSpaceClassifier()))
    near_s, near_model = seconds_of(lambda: near.fit(LikelihoodSpaceClassifier()))
    check_equal(np.array_equal(far_model.feature_count_, near_model.feature_count_), "fit")
    found = [BenchmarkRow("fit", far_s, near_s, "s", LOCAL), grown("fit", far_s, small_fit_s)]
    small_plane, planes = small.plane(), (far.plane(), near.plane())
    small_s, _ = least_seconds(lambda: small_plane.at(alpha=0.3))
    before = cluster_cpu_s(cluster)
    far_s, far_view = least_seconds(lambda: planes[0].at(alpha=0.3))
    # Seconds of the clock mean little while other programs run; those of the processors do.
    used_s = (cluster_cpu_s(cluster) - before) / TURNS
    note = f"knob, the best of {TURNS}: {used_s:.3g} processor seconds of all processes for one"
    near_s, near_view = least_seconds(lambda: planes[1].at(alpha=0.3))
    check_equal(same_view(far_view, near_view), "knob")
    found += [
        BenchmarkRow("knob to measures", far_s, near_s, "s", LOCAL, note=note),
        BenchmarkRow("knob to measures", far_s, MOST_SECONDS, "s", "goal"),
        grown("knob", far_s, small_s),
    ]
    small_s, _ = seconds_of(lambda: small.steer(JOB))
    far_s, far_done = seconds_of(lambda: far.steer(JOB))
    near_s, near_done = seconds_of(lambda: near.steer(JOB))
    check_equal(steering_figures(far_done) == steering_figures(near_done), "steer")
    found += [
        BenchmarkRow("steer with a guarantee", far_s, near_s, "s", LOCAL),
        grown("steer", far_s, small_s),
    ]
    return found


def steering_figures(done: SteeredTable) -> tuple[object, ...]:
    """The guarantees, the cut-off and the matrices that were reached."""
    model: Any = done.steering.model
    tested = None if done.tested is None else done.tested.tolist()
    return done.steering.guarantees, model.threshold, done.steering.after.tolist(), tested


def grown(what: str, seconds: float, small_s: float) -> BenchmarkRow:
    """The power of the number of documents that seconds grow with."""
    exponent = float(np.log(seconds / small_s) / np.log(STEP))
    note = f"{what}: {small_s:.3g} s at a twentieth of the documents, {seconds:.3g} s at all"
    return BenchmarkRow(f"{what}: exponent", exponent, MOST_EXPONENT, "", "goal", note=note)


def killed_in_a_fit(far: PartitionedDataset, cluster: Any) -> BenchmarkRow:
    """A fit whose worker is killed midway, beside one that nothing happens to."""
    before_s, expected = seconds_of(lambda: far.fit(LikelihoodSpaceClassifier()))
    lost_before = far.engine.lost_workers
    pid = next(iter(cluster.workers.values())).process.pid
    killer = Timer(before_s / 2.0, os.kill, (pid, signal.SIGKILL))
    killer.start()
    after_s, model = seconds_of(lambda: far.fit(LikelihoodSpaceClassifier()))
    killer.join()
    check_equal(np.array_equal(model.feature_count_, expected.feature_count_), "killed worker")
    # Where the fit was over before the worker was, the next pass meets the loss.
    far.class_sizes()
    lost = far.engine.lost_workers - lost_before
    if not lost:
        raise AssertionError("the killed worker was not missed")
    note = f"workers lost: {lost}; the fit is equal to the bit"
    return BenchmarkRow("fit, a worker killed", after_s, before_s, "s", "none killed", note=note)


def seconds_of(work: Callable[[], Result]) -> tuple[float, Result]:
    """How long work takes, and what it returns."""
    start = perf_counter()
    result = work()
    return perf_counter() - start, result


def least_seconds(work: Callable[[], Result]) -> tuple[float, Result]:
    """How long work takes at least, done a few times, and what it returns."""
    done = [seconds_of(work) for _ in range(TURNS)]
    return min(seconds for seconds, _ in done), done[0][1]


def same_view(one: HeldOutPlane, other: HeldOutPlane) -> bool:
    """Whether counts, densities and points of two planes are equal."""
    points = np.array_equal(one.sample.points, other.sample.points)
    return one.counts == other.counts and points and np.array_equal(one.density, other.density)


def check_equal(equal: bool, what: str) -> None:
    """Stop the benchmark when the cluster gives another result."""
    if not equal:
        raise AssertionError(f"{what}: the cluster's result is not that of this machine")


def cluster_pids(cluster: Any) -> list[int]:
    """The processes of the workers, and this one, which has the scheduler."""
    return [*(nanny.process.pid for nanny in cluster.workers.values()), os.getpid()]


def cluster_peak_mb(cluster: Any) -> float:
    """The sum of the most memory that each process has had."""
    return sum(peak_mb(pid) for pid in cluster_pids(cluster))


def cluster_cpu_s(cluster: Any) -> float:
    """Processor seconds of all processes so far."""
    fields = [Path(f"/proc/{pid}/stat").read_text().rsplit(")")[1] for pid in cluster_pids(cluster)]
    # After the name in parentheses, the 12th and 13th are ticks as user and in the system.
    ticks = sum(int(tick) for each in fields for tick in each.split()[11:13])
    return ticks / os.sysconf("SC_CLK_TCK")


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
