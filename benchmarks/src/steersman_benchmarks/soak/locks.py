"""How long each action keeps the other windows of its session waiting."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

import numpy as np

from steersman.data import Dataset, load
from steersman.data.arrow.frames import frame_from_columns
from steersman.data.files.csv_cells import csv_bytes
from steersman.session.datasets.corpus import Corpus
from steersman.session.precompile import rehearse, small_table, small_texts
from steersman.session.storage.project import Origin, project_session
from steersman.session.storage.store import Store
from steersman.workers import keep_loaded_objects, workers_for
from steersman_benchmarks.soak.hostile_input import own_home
from steersman_benchmarks.soak.registry import SoakRow
from steersman_benchmarks.soak.room_actions import scenes
from steersman_benchmarks.soak.timed_lock import NOTICED_S, Held, TimedSession

ROWS, FEW_ROWS, NEW_ROWS, COLUMNS = 100_000, 600, 500, 20
MODELS = ("logistic", "martingale", "forest", "neighbors", "gaussian")
FEW_MODELS = ("logistic", "martingale")
REAL = ("docstrings", "spambase")


def locks(long: bool) -> list[SoakRow]:
    """Every action of every room; in the long form on real data and 100,000 generated rows."""
    with TemporaryDirectory() as place, own_home(Path(place)), workers_for():
        folder = Path(place)
        # As a workbench does before it reads data.
        keep_loaded_objects()
        # What is compiled or imported at its first use is not what is measured.
        rehearse()
        timed_rooms(small_table(), folder, FEW_MODELS)
        timed_rooms(small_texts(), folder, FEW_MODELS[:1])
        if not long:
            return timed_rooms(generated_table(FEW_ROWS), folder, FEW_MODELS)
        sets = [*(load(name) for name in REAL), generated_table(ROWS)]
        return [row for each in sets for row in timed_rooms(each, folder, MODELS)]


def timed_rooms(dataset: Dataset, folder: Path, models: tuple[str, ...]) -> list[SoakRow]:
    """A row for each room on one data set."""
    session = project_session(folder / f"{dataset.name}.steer", Origin(dataset))
    rows: list[SoakRow] = []
    with closing(cast("Store", session.log.store)):  # type: ignore[union-attr]
        is_text = dataset.text is not None
        files: tuple[Path | None, Path | None] = (None, None)
        if not is_text:
            corpus = session.corpus_of(session.state)
            files = new_rows(corpus, folder), new_rows(corpus, folder, labeled=False)
        for room, actions in scenes(models, is_text, files):
            timed = TimedSession(session)
            for made in actions:
                timed.perform(made)
            rows.append(room_row(f"{dataset.name}: {room}", timed.seen))
    return rows


def room_row(what: str, seen: list[Held]) -> SoakRow:
    """What was done in a room; each action that held the lock for too long is a fault."""
    slow = [each for each in seen if each.cpu_s > NOTICED_S]
    faults = tuple(f"{each.what} held the lock for {each.cpu_s:.2f} s of CPU" for each in slow)
    longest = max(seen, key=lambda each: each.cpu_s)
    refused = sorted({f"{each.what} ({each.code})" for each in seen if each.code})
    note = (
        f"longest {longest.what}: {longest.cpu_s:.3f} s of CPU, {longest.wall_s:.3f} s by the "
        f"clock; all {sum(each.cpu_s for each in seen):.2f} s"
    )
    if refused:
        note += f"; refused: {', '.join(refused)}"
    return SoakRow(what, len(seen), faults, note)


def generated_table(rows: int) -> Dataset:
    """A table of numbers with a label, which no model separates."""
    rng = np.random.default_rng(0)
    numbers = rng.normal(size=(rows, COLUMNS))
    label = numbers[:, 0] + numbers[:, 1] * numbers[:, 2] + rng.normal(size=rows) > 0.5
    columns: dict[str, object] = {f"n{at}": numbers[:, at] for at in range(COLUMNS)}
    columns["label"] = np.where(label, "yes", "no")
    return load(frame_from_columns(columns), label="label", name=f"{rows:,} rows")


def new_rows(corpus: Corpus, folder: Path, *, labeled: bool = True) -> Path:
    """A file with some rows of a table, as new rows for a model in use."""
    dataset = corpus.dataset
    path = folder / f"new {dataset.name} {'with' if labeled else 'without'} labels.csv"
    # Other rows than those with labels: equal files are taken once.
    start = 0 if labeled else min(NEW_ROWS, max(0, corpus.rows - NEW_ROWS))
    values = dataset.X[start : start + NEW_ROWS]
    dense = values if isinstance(values, np.ndarray) else values.toarray()
    lines: list[list[object]] = [
        [*each, *(corpus.labels(start + row) if labeled else [])]
        for row, each in enumerate(dense.tolist())
    ]
    names = [*dataset.feature_names, *(["label"] if labeled else [])]
    path.write_bytes(csv_bytes([names, *lines]))
    return path
