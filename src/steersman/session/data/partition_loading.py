"""From the choices of the data room to partitions on disk, and a sample of their rows."""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import lru_cache
from pathlib import Path

from steersman.data.files.person_folders import check_owner
from steersman.data.sketch import Sketch
from steersman.errors import SteersmanError
from steersman.scale.engine import Engine
from steersman.scale.engine_names import LOCAL, engine_named
from steersman.scale.sample_opening import SAMPLED_ROWS, open_sample
from steersman.scale.sampled_dataset import SampledDataset
from steersman.session.data.choice import DataChoice
from steersman.session.data.loading import check_ready, check_same_contents, reading
from steersman.tasks import Task


@lru_cache(maxsize=8)
def shared_engine(name: str) -> Engine:
    """The engine of a name: all data of a process has one connection to a cluster."""
    return engine_named(name)


def checked_engine(engine: str) -> str:
    """The name of an engine that this person may use; empty for none."""
    if engine not in ("", LOCAL):
        # The address of another machine: visitors must not make this one connect to it.
        check_owner()
        shared_engine(engine)
    return engine


def write_partitions(choice: DataChoice, sketch: Sketch, task: Task) -> int:
    """Write the partitions of a source and its sample to the cache; the number of rows."""
    dataset = sampled_dataset(choice, sketch, "", task)
    return 0 if dataset.whole is None else dataset.whole.rows


def sampled_dataset(choice: DataChoice, sketch: Sketch, name: str, task: Task) -> SampledDataset:
    """The sample of a source in partitions, read as chosen; what is in the cache opens at once."""
    check_same_contents(choice)
    check_ready(sketch)
    if choice.distinct:
        raise SteersmanError(
            "duplicates cannot be removed from rows in partitions",
            todo="keep them, or read the rows into memory",
            code="option-needs-memory",
            option="distinct",
        )
    options = replace(sketch.read_options, positive=choice.reading.positive)
    dataset = open_sample(
        choice.path,
        options,
        name=name or Path(choice.path).name,
        engine=shared_engine(checked_engine(choice.engine)),
        counter=choice.text.counter(),
        rows=SAMPLED_ROWS,
        task=replace(task, progress=reading(task)),
    )
    told = dict(dataset.provenance.options)
    if dataset.text is not None:
        told["counter"] = asdict(choice.text)
    return replace(dataset, provenance=replace(dataset.provenance, options=told))
