"""What a file shows of itself: whether it names its columns, which mark starts a fraction."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from steersman.data.columns.numerals import DECIMALS
from steersman.data.formats.delimited import seen_delimiter
from steersman.data.formats.file_options import FileOptions
from steersman.data.formats.headers import has_names, no_header, seen_header
from steersman.errors import SteersmanError

__all__ = ["checked_decimal", "noted", "seen_options", "with_names"]


def seen_options(
    path: Path, options: FileOptions, named: Collection[str] = ()
) -> tuple[FileOptions, tuple[str, ...]]:
    """The options of a file with what it shows of itself, and sentences about what may surprise.

    `named` are columns that must be there; the format has been told.
    """
    if options.format not in ("csv", "tsv"):
        return options, ()
    mark = options.delimiter or ("\t" if options.format == "tsv" else None)
    mark = mark or seen_delimiter(path, options.text_encoding)
    header, note = options.header, ""
    if header is None:
        header, note = seen_header(path, mark, options.text_encoding, named)
    decimal = options.decimal or ("," if mark == ";" else None)
    return replace(options, header=header, decimal=decimal), (note,) if note else ()


def with_names(
    options: FileOptions, where: str, columns: Sequence[str]
) -> tuple[FileOptions, tuple[str, ...]]:
    """The options with whether a sheet named its columns, and a sentence where it did not.

    A sheet is read only once, so that this is seen when it has been.
    """
    if options.format != "excel" or options.header is not None:
        return options, ()
    named = has_names(columns)
    return replace(options, header=named), () if named else (no_header(where),)


def checked_decimal(mark: str | None) -> str | None:
    """The mark before a fraction, if it can be one."""
    if mark is not None and mark not in DECIMALS:
        raise SteersmanError(f"{mark!r} cannot start a fraction", todo='give "." or ","')
    return mark


@contextmanager
def noted(notes: Sequence[str]) -> Iterator[None]:
    """What was noticed when a file was opened is said with its faults too."""
    try:
        yield
    except SteersmanError as error:
        if not notes:
            raise
        raise SteersmanError(error.what, todo="; ".join([error.todo, *notes])) from error
