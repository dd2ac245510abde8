"""How soon commands begin: CPU time of new processes, which other programs do not lengthen."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from steersman.data.arrow.delimited_text import write_columns
from steersman.data.raw_columns import raw_features
from steersman.learn.files import save_model
from steersman_benchmarks.registry import BenchmarkRow

ROWS, COLUMNS, REPEATS, GOAL_S = 500, 20, 4, 1.5
PEER = """
import sys
import pandas as pd
from skops.io import load, get_untrusted_types

model = load(sys.argv[1], trusted=get_untrusted_types(file=sys.argv[1]))
pd.DataFrame({"predicted": model.predict(pd.read_csv(sys.argv[2]))}).to_csv(sys.stdout)
"""


def start() -> list[BenchmarkRow]:
    """CPU seconds of `import steersman`, and from `steersman predict` to its first row."""
    with TemporaryDirectory() as folder:
        model, rows = saved_files(Path(folder))
        predicted = [sys.executable, "-m", "steersman", "predict", model, rows]
        peer = [sys.executable, "-c", PEER, model, rows]
        ours_s, peer_s = cpu_to_first_line(predicted, folder), cpu_to_first_line(peer, folder)
        ours_import = cpu_to_first_line([sys.executable, "-c", "import steersman; print()"], folder)
        peer_import = cpu_to_first_line([sys.executable, "-c", "import sklearn; print()"], folder)
    note = f"logistic regression, {COLUMNS} columns, {ROWS} rows; best of {REPEATS}"
    return [
        BenchmarkRow(
            "predict, CPU to the first row", ours_s, peer_s, "s", "pandas + skops", note=note
        ),
        BenchmarkRow("the same", ours_s, GOAL_S, "s", "goal"),
        BenchmarkRow("import", ours_import, peer_import, "s", "import sklearn"),
    ]


def saved_files(folder: Path) -> tuple[str, str]:
    """A saved model and rows for it."""
    import pandas as pd

    rng = np.random.default_rng(0)
    columns = {f"n{place}": rng.normal(size=ROWS) for place in range(COLUMNS)}
    labels = np.where(columns["n0"] + rng.normal(size=ROWS) > 0, "storm", "calm")
    pipeline = raw_features(numbers=tuple(columns))
    pipeline.steps += [("scale", StandardScaler()), ("model", LogisticRegression())]
    model, rows = folder / "model.skops", folder / "rows.csv"
    write_columns(columns, rows)
    save_model(pipeline.fit(pd.DataFrame(columns), labels), model)
    return str(model), str(rows)


def cpu_to_first_line(command: list[str], folder: str) -> float:
    """The least CPU seconds, of a few runs, until a command has written a line.

    The first run compiles modules into the folder, as the installation of a package does.
    """
    compiled = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
    compiled.pop("PYTHONDONTWRITEBYTECODE", None)
    return min(cpu_of_run(command, compiled) for _ in range(REPEATS))


def cpu_of_run(command: list[str], environment: dict[str, str]) -> float:
    """CPU seconds until a command has written a line; the reader closes then, and it ends."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment,
    ) as process:
        assert process.stdout is not None  # noqa: S101  (a pipe was asked for)
        if not process.stdout.readline():
            raise RuntimeError(f"{command[1:4]} wrote nothing")
        process.kill()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
