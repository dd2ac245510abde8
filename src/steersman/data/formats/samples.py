"""The first rows of a file, and how they were read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from steersman.data.columns.kinds import Frame
from steersman.data.sketch import Finding

SAMPLE_BYTES = 4 * 2**20
SAMPLE_ROWS = 20_000


@dataclass(frozen=True, eq=False)
class Sample:
    """The first rows of a source, how they were read, and findings on the way.

    `rows` is the number of all rows, an estimate unless `exact`.
    """

    frame: Frame
    rows: int
    exact: bool = True
    encoding: str | None = None
    delimiter: str | None = None
    header: bool = True
    findings: tuple[Finding, ...] = ()
    sheets: tuple[str, ...] = ()


def estimated_rows(path: Path, frame: Frame, read: int = SAMPLE_BYTES) -> int:
    """The number of rows of a file if all were as long as the first ones, of `read` bytes."""
    # Compressed text is about a quarter of its size.
    size = path.stat().st_size * (4 if path.suffix.lower() == ".gz" else 1)
    return max(len(frame), round(len(frame) * size / max(read, 1)))
