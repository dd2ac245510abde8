"""Documents made for benchmarks of partitions: Parquet files of any number of rows."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import compute, parquet

from steersman.scale import LocalEngine

WORDS = 30_000
LENGTH = 40
ROWS_A_FILE = 100_000
SPAM_SHARE = 0.3
TABLE_BITS = 20
TURN = 3
"""How far the ranks of words are turned between the two classes, so that they overlap."""


def write_documents(folder: Path, rows: int, seed: int = 0) -> None:
    """Write `rows` documents of two classes to Parquet files of 100,000 rows."""
    folder.mkdir(parents=True, exist_ok=True)
    names = pa.array([word_of(place) for place in range(WORDS)])
    table = rank_table()

    def write_file(number: int) -> None:
        rng = np.random.default_rng([seed, number])
        size = min(ROWS_A_FILE, rows - number * ROWS_A_FILE)
        ranks, spam = drawn_words(rng, table, size, LENGTH)
        bounds = pa.array(np.arange(size + 1, dtype=np.int32) * LENGTH)
        lists = pa.ListArray.from_arrays(bounds, names.take(pa.array(ranks.ravel())))
        texts = compute.binary_join(lists, " ")
        rows_of_file = pa.table({"text": texts, "kind": np.where(spam, "spam", "ham")})
        parquet.write_table(rows_of_file, folder / f"part-{number:05}.parquet")

    for _ in LocalEngine().map(write_file, range(-(-rows // ROWS_A_FILE))):
        pass


def drawn_words(
    rng: np.random.Generator, table: NDArray[np.int32], rows: int, words: int
) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """(rows, words) ranks of words, and which of the rows are spam."""
    spam = rng.random(rows) < SPAM_SHARE
    drawn = rng.integers(len(table), size=(rows, words), dtype=np.uint32)
    ranks = (table[drawn] + np.int32(TURN) * spam[:, None]) % np.int32(WORDS)
    return ranks.astype(np.int32, copy=False), spam


@cache
def rank_table() -> NDArray[np.int32]:
    """The word for each of about a million equally likely numbers."""
    chance = 1.0 / np.arange(5.0, WORDS + 5.0)
    places = (np.arange(2**TABLE_BITS) + 0.5) / 2**TABLE_BITS
    ranks = np.searchsorted(np.cumsum(chance / chance.sum()), places)
    return np.asarray(np.minimum(ranks, WORDS - 1), dtype=np.int32)


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
