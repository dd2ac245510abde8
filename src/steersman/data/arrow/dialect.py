"""How delimited text is written, and the options of Arrow's readers for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pyarrow import csv


@dataclass(frozen=True)
class Dialect:
    """How delimited text is to be read; `names` are the columns where the file has no names.

    Values of the columns `words` stay as they are written, also where they look like numbers.
    There are `width` columns, if that is known.
    """

    delimiter: str
    encoding: str = "utf-8"
    names: tuple[str, ...] | None = None
    words: tuple[str, ...] = ()
    width: int = 0

    def read_options(
        self, block_bytes: int, *, threads: bool = True, after: int = 0
    ) -> csv.ReadOptions:
        """How to read blocks, by threads that read ahead, after so many rows."""
        return csv.ReadOptions(
            skip_rows_after_names=after,
            block_size=block_bytes,
            encoding=self.encoding,
            column_names=None if self.names is None else list(self.names),
            use_threads=threads,
        )

    def parse_options(
        self,
        row_handler: Callable[[csv.InvalidRow], str] | None = None,
        *,
        newlines: bool = True,
    ) -> csv.ParseOptions:
        """How to cut rows and cells; with `newlines`, cells may have line ends in them."""
        return csv.ParseOptions(
            delimiter=self.delimiter, newlines_in_values=newlines, invalid_row_handler=row_handler
        )
