"""Hostile input of every kind: messages, data files, projects and models."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from steersman.workers import workers_for
from steersman_benchmarks.soak.forged_models import forged_models
from steersman_benchmarks.soak.hostile_files import hostile_files
from steersman_benchmarks.soak.hostile_messages import hostile_messages
from steersman_benchmarks.soak.hostile_projects import hostile_projects
from steersman_benchmarks.soak.registry import SoakRow

SHORT = {"messages": 60, "files": 9, "projects": 4, "models": 5}
LONG = {"messages": 100_000, "files": 200, "projects": 100, "models": 100}
# A job that needs more is refused: the memory of the session stays far below.
JOB_BYTES = 2**30


@contextmanager
def own_home(folder: Path) -> Iterator[None]:
    """Projects and choices of the soak are kept apart from those of the user."""
    (folder / "projects").mkdir()
    ours = {"STEERSMAN_PROJECTS": str(folder / "projects")}
    ours |= {f"XDG_{name}_HOME": str(folder / "home") for name in ("DATA", "CONFIG", "STATE")}
    before = {name: os.environ.get(name) for name in ours}
    os.environ.update(ours)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def hostile_input(long: bool) -> list[SoakRow]:
    """Every kind of hostile input; in the long form as often as the reliability page says."""
    counts, rng = LONG if long else SHORT, np.random.default_rng(0)
    with TemporaryDirectory() as folder, own_home(Path(folder)), workers_for() as workers:
        if workers is not None:
            workers.memory_bytes = min(workers.memory_bytes, JOB_BYTES)
        place = Path(folder)
        return [
            hostile_messages(place, counts["messages"], rng),
            hostile_files(place, counts["files"], rng),
            hostile_projects(place, counts["projects"], rng),
            forged_models(place, counts["models"], rng),
        ]
