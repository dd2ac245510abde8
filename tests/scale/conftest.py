"""Mail in several files, small enough to be checked against what is done in memory."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pytest
from numpy.typing import NDArray
from pyarrow import parquet
from scipy.sparse import csr_matrix, vstack

from steersman import open_partitions
from steersman.scale import LocalEngine, PartitionedDataset

WORDS = [f"w{chr(97 + place // 26)}{chr(97 + place % 26)}" for place in range(200)]
ROWS, FILES = 1_500, 6


class Mail(NamedTuple):
    """Texts and labels, and the folder with the files that hold them."""

    texts: list[str]
    labels: list[str]
    folder: Path

    @property
    def table(self) -> pa.Table:
        return pa.table({"text": self.texts, "kind": self.labels})


def mail_rows(rows: int = ROWS, seed: int = 0) -> tuple[list[str], list[str]]:
    """Short texts of two kinds that overlap."""
    rng = np.random.default_rng(seed)
    chance = 1.0 / np.arange(1.0, len(WORDS) + 1)
    chance /= chance.sum()
    spam = rng.random(rows) < 0.3
    texts = [" ".join(rng.choice(WORDS, 9, p=np.roll(chance, 2 * kind))) for kind in spam]
    return texts, np.where(spam, "spam", "ham").tolist()


@pytest.fixture(scope="session")
def mail(tmp_path_factory: pytest.TempPathFactory) -> Mail:
    folder = tmp_path_factory.mktemp("mail")
    texts, labels = mail_rows()
    size = ROWS // FILES
    for place in range(FILES):
        some = slice(place * size, (place + 1) * size)
        table = pa.table({"text": texts[some], "kind": labels[some]})
        parquet.write_table(table, folder / f"mail-{place}.parquet")
    return Mail(texts, labels, folder)


@pytest.fixture(scope="session")
def opened(mail: Mail) -> PartitionedDataset:
    return open_partitions(str(mail.folder / "*.parquet"), label="kind", engine=LocalEngine(2))


class Whole(NamedTuple):
    """The rows of all partitions in memory."""

    X: csr_matrix
    y: NDArray[np.str_]
    numbers: NDArray[np.int64]


@pytest.fixture(scope="session")
def whole(opened: PartitionedDataset) -> Whole:
    rows = [partition.open() for partition in opened.partitions]
    codes = np.concatenate([each.codes for each in rows])
    return Whole(
        csr_matrix(vstack([each.X for each in rows])),
        np.asarray(opened.classes)[codes],
        np.concatenate([each.numbers for each in rows]),
    )
