"""Documents made for benchmarks of partitions: Parquet files of any number of rows."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import compute, parquet

WORDS = 30_000
LENGTH = 40
ROWS_A_FILE = 100_000
SPAM_SHARE = 0.3
TURN = 3
"""How far the ranks of words are turned between the two classes, so that they overlap."""


def write_documents(folder: Path, rows: int, seed: int = 0) -> None:
    """Write `rows` documents of two classes to Parquet files of 100,000 rows."""
    folder.mkdir(parents=True, exist_ok=True)
    names = pa.array([word_of(place) for place in range(WORDS)])
    below = word_chances()
    for number, start in enumerate(range(0, rows, ROWS_A_FILE)):
        rng = np.random.default_rng([seed, number])
        size = min(ROWS_A_FILE, rows - start)
        spam = rng.random(size) < SPAM_SHARE
        ranks = np.searchsorted(below, rng.random((size, LENGTH))).astype(np.int32)
        ranks = (np.minimum(ranks, WORDS - 1) + TURN * spam[:, None]) % WORDS
        bounds = pa.array(np.arange(size + 1, dtype=np.int32) * LENGTH)
        lists = pa.ListArray.from_arrays(bounds, names.take(pa.array(ranks.ravel())))
        texts = compute.binary_join(lists, " ")
        table = pa.table({"text": texts, "kind": np.where(spam, "spam", "ham")})
        parquet.write_table(table, folder / f"part-{number:05}.parquet")


def word_chances() -> NDArray[np.float64]:
    """(words,): the chance that a word is this one or a more frequent one."""
    chance = 1.0 / np.arange(5.0, WORDS + 5.0)
    return np.cumsum(chance / chance.sum())


def word_of(place: int) -> str:
    """A word of letters for a number; no stemmer changes it.

    >>> word_of(0), word_of(33)
    ('qaaax', 'qabbx')
    """
    letters = []
    for _ in range(3):
        place, rest = divmod(place, 32)
        letters.append("abcdfghjklmnopqrtuvwxz0123456789"[rest])
    return "q" + "".join(reversed(letters)) + "x"


def peak_mb(pid: int) -> float:
    """The most memory that a process has had."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    kilobytes = next(line.split()[1] for line in lines if line.startswith("VmHWM"))
    return float(kilobytes) / 1024.0
