"""The Python lines that read a data set again, with everything that was chosen for it."""

from __future__ import annotations

from collections.abc import Sequence
from pprint import pformat

from steersman.data import Dataset
from steersman.data.collections.by_name import COLLECTIONS
from steersman.scale.sampled_dataset import SampledDataset

NARROW = 70


def source_lines(dataset: Dataset, *, train: bool = False) -> tuple[list[str], str]:
    """Imports, and the line `data = ...` that makes the data set, or its training part, again.

    A frame must be at hand under that name.
    """
    provenance = dataset.provenance
    arguments = [
        f"{name}={argument_code(name, value)}" for name, value in provenance.load_arguments.items()
    ]
    if dataset.name in COLLECTIONS and provenance.read_options is None:
        source = f"load({dataset.name!r})"
    elif isinstance(dataset, SampledDataset):
        opened = f"open_partitions({provenance.source!r})"
        return source_imports(dataset), f"data = ...  # a sample of the rows of {opened}"
    elif provenance.path is not None:
        source = f"load({', '.join([repr(str(provenance.path)), *arguments])})"
    elif provenance.source.endswith("frame"):
        source = f"load({', '.join(['frame', *arguments])})"
    else:
        return source_imports(dataset), f"data = ...  # {provenance.source}"
    if provenance.options.get("distinct"):
        source = f"distinct_rows({source})"
    return source_imports(dataset), f"data = {source}{'.train()' if train else ''}"


def source_imports(dataset: Dataset, beside: Sequence[str] = ()) -> list[str]:
    """The imports that reading the data set again takes, with other names of `steersman`."""
    options = dataset.provenance.options
    distinct = ["distinct_rows"] if options.get("distinct") else []
    imports = [f"from steersman import {', '.join(sorted(['load', *distinct, *beside]))}"]
    if str(dataset.provenance.load_arguments.get("counter", "")).startswith("TextCounter"):
        imports.append("from steersman.text import TextCounter")
    return imports


def argument_code(name: str, value: object) -> str:
    """A value as Python writes it, over several lines where it is long.

    >>> argument_code("header", False), argument_code("counter", "TextCounter(ngrams=2)")
    ('False', 'TextCounter(ngrams=2)')
    """
    if name == "counter":
        return str(value)
    return pformat(value, width=NARROW, sort_dicts=False)
