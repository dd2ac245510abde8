"""A partitioned data set in the cache: what it is as JSON, its features as a skops archive."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from sklearn.pipeline import Pipeline
from skops.io import dumps, loads
from skops.io.exceptions import UntrustedTypesFoundException

from steersman.data.files.atomic_files import atomic_file
from steersman.data.read_options import ReadOptions
from steersman.learn.files import TRUSTED_TYPES
from steersman.scale.bad_rows import BadRow
from steersman.scale.cache import finish_entry, finished_story
from steersman.scale.partition import Partition
from steersman.scale.partitioned_dataset import PartitionedDataset
from steersman.text import TextCounter

FEATURES, TERMS = "features.skops", "terms.json"


def text_counter(features: Pipeline) -> TextCounter | None:
    """The counter of a pipeline's text, if it has text."""
    for name, part, _ in features["features"].transformers_:
        if name == "text":
            counter: TextCounter = part[-1]
            return counter
    return None


def store_dataset(folder: Path, dataset: PartitionedDataset) -> None:
    """Write what is known of a data set to its folder, which is complete then."""
    features = dataset.from_raw
    assert features is not None  # noqa: S101
    counter = text_counter(features)
    terms = {} if counter is None else counter.vocabulary_
    with atomic_file(folder / TERMS) as file:
        file.write(json.dumps(list(terms)).encode())
    if counter is not None:
        # A million terms take skops minutes; as JSON, a second.
        counter.vocabulary_ = {}
    try:
        archive = dumps(features)
    finally:
        if counter is not None:
            counter.vocabulary_ = terms
    with atomic_file(folder / FEATURES) as file:
        file.write(archive)
    finish_entry(
        folder,
        {
            "source": dataset.name,
            "rows": dataset.rows,
            "partitions": [asdict(each) for each in dataset.partitions],
            "classes": list(dataset.classes),
            "feature_names": None
            if counter and len(terms) == len(dataset.feature_names)
            else list(dataset.feature_names),
            "positive": dataset.positive,
            "label": dataset.label,
            "id": dataset.id,
            "files": list(dataset.files),
            "notes": list(dataset.notes),
            "bad_rows": [list(each) for each in dataset.bad_rows],
            "read_options": dataset.read_options.given_options(),
            "has_text": dataset.has_text,
        },
    )


def stored_dataset(folder: Path) -> PartitionedDataset | None:
    """The data set in a folder of the cache, if it is complete and can be read."""
    story: Any = finished_story(folder)
    if story is None:
        return None
    with suppress(
        OSError, ValueError, KeyError, TypeError, BadZipFile, UntrustedTypesFoundException
    ):
        terms: list[str] = json.loads((folder / TERMS).read_text())
        features = loads((folder / FEATURES).read_bytes(), trusted=list(TRUSTED_TYPES))
        counter = text_counter(features)
        if counter is not None:
            counter.vocabulary_ = {term: place for place, term in enumerate(terms)}
        partitions = tuple(partition_of(each) for each in story["partitions"])
        if not all(Path(each.path).is_dir() for each in partitions):
            return None
        return PartitionedDataset(
            name=str(story["source"]),
            partitions=partitions,
            classes=tuple(story["classes"]),
            feature_names=tuple(story["feature_names"] or terms),
            positive=story["positive"],
            from_raw=features,
            label=str(story["label"]),
            id=story["id"],
            files=tuple(story["files"]),
            notes=tuple(story["notes"]),
            bad_rows=tuple(BadRow(*each) for each in story["bad_rows"]),
            read_options=ReadOptions.of(**story["read_options"]),
            has_text=bool(story["has_text"]),
        )
    return None


def partition_of(said: dict[str, Any]) -> Partition:
    """A partition as JSON has it."""
    return Partition(**said)
