"""A file to a data set: `load` beside pandas and scikit-learn, each in a process of its own.

Both read a table of numbers, categories and dates with gaps, and a table of documents. Time runs
from the file to features and labels; memory is the highest point above that of the process with
everything imported and warmed up on a small file. Figures are medians of several runs, in turns.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse

from steersman.data import Dataset
from steersman.data import load as load_dataset
from steersman.data.arrow.delimited_text import write_columns
from steersman.data.arrow.documents import ArrowDocuments
from steersman.errors import SteersmanError
from steersman_benchmarks.registry import BenchmarkRow
from steersman_benchmarks.side_by_side import documents

ROWS = 100_000
WARM_ROWS = 500
REPEATS = 5
# Documents are longer than rows of a table.
DOCUMENTS_A_ROW = 0.1
PEERS = {
    "table": "pandas.read_csv + ColumnTransformer(SimpleImputer, OneHotEncoder)",
    "text": "pandas.read_csv + CountVectorizer + stoplist + PyStemmer",
}
NUMBERS = tuple(f"n{place}" for place in range(8))
WORDS = ("port", "flag", "crew")


def load(rows: int = ROWS) -> list[BenchmarkRow]:
    """Seconds and megabytes of both, on a table of `rows` rows and a tenth as many documents."""
    found = []
    with TemporaryDirectory() as folder:
        for what, size in (("table", rows), ("text", max(round(rows * DOCUMENTS_A_ROW), 1))):
            path = Path(folder) / f"{what}.csv"
            write_file(what, path, size)
            write_file(what, path.with_name(f"{what}-small.csv"), WARM_ROWS)
            found += comparison_rows(what, path, *measured_in_turns(what, path))
            path.unlink()
    return found


def measured_in_turns(what: str, path: Path) -> tuple[dict[str, float], dict[str, float]]:
    """The medians of the figures of our side and of the peer's."""
    sides = ("ours", "peer")
    # In turns: a machine that slows down halfway must not favor one side.
    runs = [[measure_in_process(side, what, path) for side in sides] for _ in range(REPEATS)]
    ours, peer = zip(*runs)
    return median_figures(ours), median_figures(peer)


def median_figures(runs: Sequence[dict[str, float]]) -> dict[str, float]:
    """The median of each figure.

    >>> median_figures([{"rows": 5, "seconds": 3}, {"rows": 5, "seconds": 1}])
    {'rows': 5.0, 'seconds': 2.0}
    """
    return {name: median([run[name] for run in runs]) for name in runs[0]}


def comparison_rows(
    what: str, path: Path, ours: dict[str, float], peer: dict[str, float]
) -> list[BenchmarkRow]:
    """The figures of both sides as rows."""
    # A faster result counts only if it is the same: the sum of all features has to agree.
    same = all(ours[key] == peer[key] for key in ("rows", "features", "sum"))
    note = (
        f"{what}: {ours['rows']:,.0f} rows, {path.stat().st_size / 1e6:,.0f} MB, "
        f"{ours['features']:,.0f} features, {'equal' if same else 'DIFFERENT'} features; "
        f"our peak is {ours['peak_mb'] / ours['result_mb']:.2f} times the data set's own "
        f"{ours['result_mb']:,.0f} MB"
    )
    return [
        BenchmarkRow(f"{what}, {name}", ours[key], peer[key], unit, PEERS[what], note=note)
        for name, key, unit in (
            ("time", "seconds", "s"),
            ("CPU time", "cpu_seconds", "s"),
            ("peak memory", "peak_mb", "MB"),
        )
    ]


def write_file(what: str, path: Path, rows: int) -> None:
    """A seeded file of so many rows."""
    rng = np.random.default_rng(rows)
    columns: dict[str, object]
    if what == "text":
        texts = documents().texts
        chosen = rng.integers(0, len(texts), rows)
        columns = {"text": [texts[place] for place in chosen]}
    else:
        columns = {name: with_gaps(rng.normal(size=rows).round(4), rng) for name in NUMBERS}
        columns |= {name: rng.choice([f"{name}{i}" for i in range(12)], rows) for name in WORDS}
        days = np.datetime64("2020-01-01") + rng.integers(0, 1_500, rows)
        columns["sailed"] = np.datetime_as_string(days)
    columns["label"] = rng.choice(["calm", "storm"], rows)
    write_columns(columns, path)


def with_gaps(values: NDArray[np.float64], rng: np.random.Generator) -> list[float | None]:
    """The numbers, one of fifty missing."""
    holes = rng.random(len(values)) < 0.02
    return [None if hole else value for value, hole in zip(values.tolist(), holes.tolist())]


def measure_in_process(side: str, what: str, path: Path) -> dict[str, float]:
    """Measure one side in a process of its own."""
    # A process of its own, because peak memory is counted per process and never falls.
    command = [sys.executable, "-m", "steersman_benchmarks.speed.load", side, what, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        told = done.stderr.strip().splitlines()[-1:] or ["nothing was said"]
        raise SteersmanError(
            f"{side} could not load the {what}: {told[0]}",
            todo="ask for fewer rows",
            code="benchmark-failed",
            side=side,
            data=what,
        )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def measure(side: str, what: str, path: Path) -> dict[str, float]:
    """Seconds, CPU seconds, peak memory and what came out, in this process."""
    work: Callable[[Path], Dataset | tuple[object, object, object]]
    work = our_load if side == "ours" else {"table": peer_table, "text": peer_text}[what]
    work(path.with_name(f"{what}-small.csv"))
    before_mb = fresh_resident_mb()
    start, start_cpu = perf_counter(), process_time()
    made = work(path)
    seconds, cpu_seconds = perf_counter() - start, process_time() - start_cpu
    peak_mb = memory_mb("VmHWM") - before_mb
    X, y, others = (made.X, made.y, (made.ids, made.text)) if isinstance(made, Dataset) else made
    return {
        "seconds": seconds,
        "cpu_seconds": cpu_seconds,
        "peak_mb": peak_mb,
        "result_mb": (bytes_of(X) + bytes_of(y) + bytes_of(others)) / 2**20,
        "rows": float(X.shape[0]),  # type: ignore[attr-defined]
        "features": float(X.shape[1]),  # type: ignore[attr-defined]
        "sum": round(float(X.sum()), 3),  # type: ignore[attr-defined]
    }


def fresh_resident_mb() -> float:
    """The memory of this process now, from which on its highest point is kept anew."""
    # Linux only. Where it cannot be reset, the highest point so far counts as well.
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")
    return memory_mb("VmRSS")


def memory_mb(what: str) -> float:
    """A memory figure of this process; getrusage would include its parent's."""
    status = Path("/proc/self/status").read_text()
    told = next(line for line in status.splitlines() if line.startswith(f"{what}:"))
    return int(told.split()[1]) / 1_024


def bytes_of(value: object) -> int:
    """The memory of arrays, sparse matrices, documents, and tuples of words."""
    if value is None:
        return 0
    if isinstance(value, ArrowDocuments):
        return value.nbytes
    if issparse(value):
        return sum(part.nbytes for part in (value.data, value.indices, value.indptr))  # type: ignore[attr-defined]
    if isinstance(value, np.ndarray):
        return value.nbytes
    if isinstance(value, tuple | list):
        return sys.getsizeof(value) + sum(map(bytes_of, value))
    return sys.getsizeof(value)


def our_load(path: Path) -> Dataset:
    """The data set as `load` reads it."""
    return load_dataset(path, label="label")


def peer_table(path: Path) -> tuple[object, object, object]:
    """The features of the table with pandas and scikit-learn."""
    import pandas as pd
    from sklearn.compose import ColumnTransformer
    from sklearn.impute import SimpleImputer
    from sklearn.preprocessing import OneHotEncoder

    frame = pd.read_csv(path, parse_dates=["sailed"])
    sailed = frame["sailed"].dt
    days = (frame.pop("sailed") - pd.Timestamp("1970-01-01")) / pd.Timedelta(days=1)
    parts = {"day": days, "month": sailed.month, "weekday": sailed.day_of_week, "hour": sailed.hour}
    for name, part in parts.items():
        frame[name] = part
    encoder = ColumnTransformer(
        [
            ("numbers", SimpleImputer(strategy="median"), [*NUMBERS, *parts]),
            ("words", OneHotEncoder(), list(WORDS)),
        ],
        sparse_threshold=1.0,
    )
    return encoder.fit_transform(frame), frame["label"].to_numpy(), ()


def peer_text(path: Path) -> tuple[object, object, object]:
    """The counts of the documents with pandas and scikit-learn."""
    import pandas as pd
    from sklearn.feature_extraction.text import CountVectorizer

    from steersman.text import TextCounter
    from steersman_benchmarks.speed.text import usual_analyzer

    frame = pd.read_csv(path)
    vectorizer = CountVectorizer(analyzer=usual_analyzer(TextCounter()))
    return vectorizer.fit_transform(frame["text"].fillna("")), frame["label"].to_numpy(), ()


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure(sys.argv[1], sys.argv[2], Path(sys.argv[3]))))
