"""What was said when a data set was loaded, kept with it, so that it can be loaded again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace

from steersman.data.columns.wanted import Wanted
from steersman.data.counting import Counter
from steersman.data.dataset import Dataset
from steersman.data.formats.file_options import FileOptions

__all__ = ["said_to_load", "with_said"]


def said_to_load(
    wanted: Wanted, reading: FileOptions, counter: Counter | None
) -> dict[str, object]:
    """The arguments of `load` that make the same data set again, a counter as it is written.

    >>> said_to_load(Wanted(label="kind"), FileOptions(header=False), None)
    {'label': 'kind', 'header': False}
    """
    unsaid = asdict(Wanted()) | asdict(type(reading)()) | {"counter": None}
    spelled = None if counter is None else " ".join(repr(counter).split())
    given = asdict(wanted) | asdict(reading) | {"counter": spelled, "words": ()}
    return {name: value for name, value in given.items() if value != unsaid[name]}


def with_said(dataset: Dataset, said: Mapping[str, object]) -> Dataset:
    """The data set, its provenance telling what was said when it was loaded."""
    provenance = dataset.provenance
    options = {**provenance.options, "said": said}
    return replace(dataset, provenance=replace(provenance, options=options))
