"""Documents written directly as partitions, at some hundred thousand a second."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix

from steersman.scale import LocalEngine, PartitionedDataset
from steersman.scale.partition import Partition, PartitionRows, write_partition
from steersman.scale.second_pass import PARTITION_ROWS
from steersman_benchmarks.scale_documents import WORDS, drawn_words, rank_table, word_of

DRAWS = 54
"""Words drawn for a document: 50 different ones on average."""


def generated_partitions(folder: Path, rows: int, seed: int = 0) -> PartitionedDataset:
    """Documents of two classes as partitions in a folder, which hold about 50 words each."""
    writer = GeneratedDocuments(str(folder), rows, seed)
    parts = range(-(-rows // PARTITION_ROWS))
    partitions = tuple(LocalEngine().map(writer, parts))
    return PartitionedDataset(
        name=f"{rows:,} documents",
        partitions=partitions,
        classes=("ham", "spam"),
        feature_names=tuple(map(word_of, range(WORDS))),
        positive="spam",
        label="kind",
        has_text=True,
    )


@dataclass(frozen=True)
class GeneratedDocuments:
    """Writes one partition; the same seed writes the same."""

    folder: str
    rows: int
    seed: int

    def __call__(self, number: int) -> Partition:
        start = number * PARTITION_ROWS
        size = min(PARTITION_ROWS, self.rows - start)
        rng = np.random.default_rng([self.seed, number])
        words, spam = drawn_words(rng, rank_table(), size, DRAWS)
        words.sort(axis=1)
        first = np.ones(words.shape, bool)
        first[:, 1:] = words[:, 1:] != words[:, :-1]
        at = np.flatnonzero(first)
        counts = np.diff(at, append=words.size).astype(np.uint8)
        bounds = np.concatenate([[0], np.cumsum(first.sum(axis=1))])
        X = csr_matrix((counts, words.ravel()[at], bounds), shape=(size, WORDS))
        rows = PartitionRows(X, spam.astype(np.int64), np.arange(start, start + size), None)
        return write_partition(Path(self.folder) / f"part-{number:06}", rows, "generated")
