"""How time and memory grow with the number of documents in partitions, up to millions.

Every size runs in a process of its own, which opens generated files, fits, turns a knob, steers,
finds the best line and clusters. Exponents are fitted to CPU seconds, as other programs may run.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import TypeVar

import numpy as np

from steersman import Job, LikelihoodSpaceClassifier, SphericalKMeans, open_partitions
from steersman_benchmarks.registry import BenchmarkRow
from steersman_benchmarks.scale_documents import peak_mb, write_documents

LARGEST, SMALLEST = 1_000_000, 10_000
Result = TypeVar("Result")
STAGES = ("load", "fit", "knob", "steer", "best line", "k-means")
MOST_EXPONENT, MOST_MB = 1.1, 2_000.0
WARM_ROWS = 2_000


def growth(rows: int = LARGEST) -> list[BenchmarkRow]:
    """Exponents of each stage and the peak memory of each size, beside the goals."""
    sizes = powers_of_ten(SMALLEST, rows)
    found = {size: measured_in_process(size) for size in sizes}
    table = []
    for stage in STAGES:
        seconds = [found[size][stage] for size in sizes]
        said = ", ".join(f"{each:.3g} s at {size:,}" for each, size in zip(seconds, sizes))
        # The smallest sizes are mostly the fixed cost of a start: growth shows at the largest two.
        exponent = exponent_of(sizes[-2:], seconds[-2:])
        note = f"{stage}: CPU {said}"
        row = BenchmarkRow(f"{stage}: exponent", exponent, MOST_EXPONENT, "", "goal", note=note)
        table.append(row)
    for size in sizes:
        gap = found[size]["gap"]
        note = f"best line of {size:,} documents: gap to its bound {gap:.2g}"
        what = f"{size:,} documents: peak memory"
        table.append(BenchmarkRow(what, found[size]["peak MB"], MOST_MB, "MB", "goal", note=note))
    return table


def powers_of_ten(first: int, last: int) -> list[int]:
    """10,000, 100,000 and so on up to `last`, which is among them.

    >>> powers_of_ten(10_000, 300_000)
    [10000, 100000, 300000]
    """
    sizes = []
    size = first
    while size < last:
        sizes.append(size)
        size *= 10
    return [*sizes, last]


def exponent_of(sizes: list[int], seconds: list[float]) -> float:
    """The power of n that seconds grow with; 1 where there is one size only.

    >>> round(exponent_of([10, 100, 1000], [1.0, 10.0, 100.0]), 3)
    1.0
    """
    if len(sizes) < 2:
        return 1.0
    return float(np.polyfit(np.log(sizes), np.log(np.maximum(seconds, 1e-9)), 1)[0])


def measured_in_process(size: int) -> dict[str, float]:
    """CPU seconds of each stage and the peak memory of a process."""
    with TemporaryDirectory() as folder:
        write_documents(Path(folder) / "data", size)
        write_documents(Path(folder) / "warm", WARM_ROWS, seed=1)
        environment = os.environ | {"STEERSMAN_CACHE": str(Path(folder) / "cache")}
        answer = subprocess.run(
            [sys.executable, "-m", "steersman_benchmarks.speed.growth", folder],
            check=True,
            capture_output=True,
            env=environment,
        )
        figures: dict[str, float] = json.loads(answer.stdout)
        return figures


def measured_stages(data: Path) -> dict[str, float]:
    """CPU seconds of each stage on the files of a folder."""
    figures: dict[str, float] = {}

    def timed_work(stage: str, work: Callable[[], Result]) -> Result:
        cpu, wall = process_time(), perf_counter()
        result = work()
        figures[stage] = process_time() - cpu
        figures[f"{stage} (wall)"] = perf_counter() - wall
        return result

    rows = timed_work("load", lambda: open_partitions(str(data), label="kind", text="text"))
    model = timed_work("fit", lambda: rows.fit(LikelihoodSpaceClassifier()))
    plane = rows.plane()
    timed_work("knob", lambda: plane.at(alpha=0.3))
    timed_work("steer", lambda: rows.steer(Job("fpr <= 5%", 0.95)))
    line = timed_work("best line", lambda: rows.best_line(model))
    timed_work(
        "k-means", lambda: rows.kmeans(SphericalKMeans(8, n_init=1, max_iter=5, random_state=0))
    )
    figures["gap"] = line.upper_bound - line.score
    return figures


def main(folder: str) -> None:
    """Measure in this process, after everything was compiled and imported on few rows."""
    measured_stages(Path(folder) / "warm")
    figures = measured_stages(Path(folder) / "data")
    sys.stdout.write(json.dumps(figures | {"peak MB": peak_mb(os.getpid())}))


if __name__ == "__main__":
    main(sys.argv[1])
