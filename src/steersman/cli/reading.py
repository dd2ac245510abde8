"""How a command reads its file: the options that several commands share, each written once."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast, get_type_hints

import typer

from steersman.errors import SteersmanError

if TYPE_CHECKING:
    from steersman.data.loading import FileOptions
    from steersman.data.sketch import Role

__all__ = ["FileReading", "TableReading", "readable", "reads", "roles_of"]


@dataclass(frozen=True)
class FileReading:
    """What a person said about the bytes of a file."""

    encoding: Annotated[
        str | None,
        typer.Option(help="Encoding of the file, such as latin-1; else what its bytes tell."),
    ] = None
    delimiter: Annotated[
        str | None, typer.Option(help="What stands between columns: a character, or tab.")
    ] = None
    decimal: Annotated[
        str | None, typer.Option(help="The mark before a fraction: . or a comma; else as seen.")
    ] = None
    header: Annotated[
        bool | None,
        typer.Option(
            "--header/--no-header",
            help="The first line names the columns, or is a row: columns are numbered.",
            show_default="as seen",
        ),
    ] = None
    sheet: Annotated[
        str | None, typer.Option(help="A sheet of an Excel file; the first if none.")
    ] = None
    format: Annotated[
        str | None, typer.Option(help="Where its name does not tell: csv, tsv, jsonl and so on.")
    ] = None

    @property
    def options(self) -> FileOptions:
        """The same for the readers; a tab may be written as a word.

        >>> FileReading(delimiter="tab").options.delimiter
        '\\t'
        """
        from steersman.data.formats.seen_options import checked_decimal
        from steersman.data.loading import FileOptions

        mark = {"tab": "\t", "\\t": "\t"}.get(self.delimiter or "", self.delimiter)
        return FileOptions(
            format=self.format,
            encoding=self.encoding,
            delimiter=mark,
            header=self.header,
            sheet=self.sheet,
            decimal=checked_decimal(self.decimal),
        )

    def arguments(self) -> dict[str, Any]:
        """What was said, as `load` takes it."""
        told = asdict(self.options)
        del told["words"]
        return {name: value for name, value in told.items() if value is not None}


@dataclass(frozen=True)
class TableReading(FileReading):
    """What a person said about a file and its columns."""

    label: Annotated[str | None, typer.Option(help="The column that holds the label.")] = None
    text: Annotated[str | None, typer.Option(help="The column that holds the text.")] = None
    role: Annotated[
        list[str] | None,
        typer.Option(help="COLUMN=ROLE: label, text, number, category, date, id, split, leave."),
    ] = None
    separator: Annotated[
        str | None, typer.Option(help="What stands between the labels of a row that has several.")
    ] = None
    missing_labels: Annotated[
        str, typer.Option(help="Rows without a label: drop them, or refuse the file.")
    ] = "drop"
    merge_labels: Annotated[
        bool,
        typer.Option(
            "--merge-labels", help="Labels that differ only by spaces and capitals are one class."
        ),
    ] = False

    @property
    def roles(self) -> dict[str, Role]:
        """The roles that were given to columns."""
        return roles_of(self.role)

    def columns(self) -> dict[str, Any]:
        """What was said about the columns, as `load` and `raw_table` take it."""
        told: dict[str, Any] = {
            "label": self.label,
            "text": self.text,
            "roles": self.roles or None,
            "separator": self.separator,
            "missing_labels": None if self.missing_labels == "drop" else self.missing_labels,
            "merge_labels": self.merge_labels or None,
        }
        return {name: value for name, value in told.items() if value is not None}

    def arguments(self) -> dict[str, Any]:
        """What was said, as `load` takes it."""
        return super().arguments() | self.columns()


Asked = TypeVar("Asked", bound=FileReading)


def reads(kind: type[FileReading]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A command whose argument `reading` is made of the options that `kind` has as fields."""
    hints = get_type_hints(kind, include_extras=True)
    names = [field.name for field in fields(kind)]

    def with_options(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def asked(**given: Any) -> None:
            command(reading=kind(**{name: given.pop(name) for name in names}), **given)

        own = [
            parameter
            for parameter in inspect.signature(command, eval_str=True).parameters.values()
            if parameter.name != "reading"
        ]
        shared = [
            inspect.Parameter(
                field.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=field.default,
                annotation=hints[field.name],
            )
            for field in fields(kind)
        ]
        named = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in own]
        first = [each for each in named if each.default is inspect.Parameter.empty]
        rest = [each for each in named if each.default is not inspect.Parameter.empty]
        asked.__signature__ = inspect.Signature([*first, *shared, *rest])  # type: ignore[attr-defined]
        asked.__annotations__ = {each.name: each.annotation for each in (*named, *shared)}
        return asked

    return with_options


def readable(source: str, reading: Asked) -> Asked:
    """The reading with the encoding that the bytes tell, which is said when it is not UTF-8."""
    from steersman.data.files.encodings import foreign_encoding
    from steersman.data.loading import format_of, is_binary

    path = Path(source).expanduser()
    if reading.encoding or not path.is_file() or is_binary(reading.format or format_of(path)):
        return reading
    seen = foreign_encoding(path)
    if seen is None:
        return reading
    said = f"Note: {path.name} is not UTF-8 and is read as {seen}; see --encoding if it is another"
    typer.echo(said, err=True)
    return replace(reading, encoding=seen)


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
