"""How a command reads its file: the options that several commands share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from steersman.errors import SteersmanError

if TYPE_CHECKING:
    from steersman.data.loading import FileOptions
    from steersman.data.sketch import Role

__all__ = [
    "Delimiter",
    "Encoding",
    "NoHeader",
    "Positive",
    "Reading",
    "Roles",
    "Separator",
    "Sheet",
    "file_options",
    "readable",
    "roles_of",
]

Encoding = Annotated[
    str | None,
    typer.Option(help="Encoding of the file, such as latin-1; else what its bytes tell."),
]
Delimiter = Annotated[
    str | None, typer.Option(help="What stands between columns: a character, or tab.")
]
NoHeader = Annotated[
    bool, typer.Option("--no-header", help="The first line is a row: columns are numbered.")
]
Sheet = Annotated[str | None, typer.Option(help="A sheet of an Excel file; the first if none.")]
Positive = Annotated[
    str | None, typer.Option(help="The class to look for, against all others if there are more.")
]
Separator = Annotated[
    str | None, typer.Option(help="What stands between the labels of a row that has several.")
]
Roles = Annotated[
    list[str] | None,
    typer.Option("--role", help="COLUMN=ROLE: label, text, number, category, date, id, leave."),
]


@dataclass(frozen=True)
class Reading:
    """What a person said about a file and its columns."""

    label: str | None
    text: str | None
    positive: str | None
    separator: str | None
    roles: dict[str, Role]
    options: FileOptions


def file_options(
    encoding: str | None, delimiter: str | None, no_header: bool, sheet: str | None
) -> FileOptions:
    """The options of a file; a tab may be written as a word.

    >>> file_options(None, "tab", False, None).delimiter
    '\\t'
    """
    from steersman.data.loading import FileOptions

    written = {"tab": "\t", "\\t": "\t"}.get(delimiter or "", delimiter)
    return FileOptions(None, encoding, written, False if no_header else None, sheet)


def readable(source: str, options: FileOptions) -> FileOptions:
    """The options with the encoding that the bytes tell, which is said when it is not UTF-8."""
    from steersman.data.encodings import foreign_encoding
    from steersman.data.loading import format_of, is_binary

    path = Path(source).expanduser()
    if options.encoding or not path.is_file() or is_binary(options.format or format_of(path)):
        return options
    seen = foreign_encoding(path)
    if seen is None:
        return options
    said = f"Note: {path.name} is not UTF-8 and is read as {seen}; see --encoding if it is another"
    typer.echo(said, err=True)
    return replace(options, encoding=seen)


def roles_of(written: Sequence[str] | None) -> dict[str, Role]:
    """The roles that `column=role` gives.

    >>> roles_of(["zip=category"])
    {'zip': 'category'}
    """
    found: dict[str, Role] = {}
    for pair in written or ():
        column, equals, role = pair.rpartition("=")
        if not equals:
            raise SteersmanError(
                f"--role {pair!r} does not say which role", todo="write it as --role price=number"
            )
        found[column] = cast("Role", role)
    return found
