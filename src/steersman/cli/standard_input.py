"""Rows that another program hands over: `-` in place of a file."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError

STANDARD_INPUT = "-"


@contextmanager
def source_of(source: str, options: ReadOptions) -> Iterator[tuple[str, ReadOptions]]:
    """A source that can be read twice, with its options; standard input is CSV by default.

    What comes in there is put into a file, since it is looked at before it is read, and is gone
    when the block ends.
    """
    if source != STANDARD_INPUT:
        yield source, options
        return
    if sys.stdin.isatty():
        raise SteersmanError(
            "standard input is empty",
            todo="give a file name, or pipe data in: cat new.csv | steersman ...",
            code="input-missing",
        )
    with TemporaryDirectory(prefix="steersman-") as folder:
        # Error messages name the file, so it has a name that a user understands.
        path = Path(folder) / "standard input"
        with path.open("wb") as file:
            shutil.copyfileobj(sys.stdin.buffer, file)
        yield str(path), options if options.format else replace(options, format="csv")
