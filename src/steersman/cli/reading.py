"""The reading options of the commands, made from the fields of `ReadOptions`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, fields
from functools import wraps
from typing import Annotated, Any, Literal

import typer

from steersman.data.read_options import ReadOptions, Role
from steersman.errors import SteersmanError

NOT_OPTIONS = ("id", "drop")
"""Fields without an option of their own: `--role` names these columns."""

About = Literal["table", "file"]
PANELS = {
    "roles": "Columns and classes",
    "features": "Columns and classes",
    "labels": "Columns and classes",
    "classes": "Columns and classes",
    "file": "File format",
}
"""The panel of help for options about each topic."""


def roles_of(written: Sequence[str] | None) -> dict[str, Role]:
    """The roles that `column=role` gives.

    >>> roles_of(["zip=category"])
    {'zip': 'category'}
    """
    found: dict[str, Any] = {}
    for pair in written or ():
        column, equals, role = pair.rpartition("=")
        if not equals:
            raise SteersmanError(
                f"--role {pair!r} has no role",
                todo="write it as --role COLUMN=ROLE, such as price=number",
                code="role-malformed",
                came=pair,
            )
        found[column] = role
    return found


def delimiter_of(written: str | None) -> str | None:
    r"""The delimiter, which a shell can hardly hand over if it is a tab.

    >>> delimiter_of("tab"), delimiter_of(";")
    ('\t', ';')
    """
    return {"tab": "\t", "\\t": "\t"}.get(written or "", written)


def names_of(written: Sequence[str] | None) -> dict[str, str]:
    """The new names that `label=name` gives.

    >>> names_of(["2=bad credit"])
    {'2': 'bad credit'}
    """
    found: dict[str, str] = {}
    for pair in written or ():
        label, equals, name = pair.partition("=")
        if not equals or not name.strip():
            raise SteersmanError(
                f"--rename-class {pair!r} gives no new name",
                todo='write it as --rename-class "2=bad credit"',
                code="class-name-malformed",
                came=pair,
            )
        found[label] = name.strip()
    return found


def text_columns(written: Sequence[str] | None) -> str | tuple[str, ...] | None:
    """The columns of text: none, one, or several that are used together.

    >>> text_columns([]), text_columns(["body"]), text_columns(["title", "body"])
    (None, 'body', ('title', 'body'))
    """
    several = tuple(written or ())
    return several if len(several) > 1 else next(iter(several), None)


PARSERS: Mapping[str, Callable[[Any], object]] = {
    "text": text_columns,
    "roles": roles_of,
    "delimiter": delimiter_of,
    "rename_classes": names_of,
    "zeros_missing": lambda written: tuple(written or ()),
    "vectors": lambda written: tuple(written or ()),
}
REPEATED = {
    "roles": ("role", "COLUMN=ROLE"),
    "rename_classes": ("rename_class", "LABEL=NAME"),
    "text": ("text", "COLUMN"),
    "zeros_missing": ("zeros_missing", "COLUMN"),
    "vectors": ("vector", "NAME"),
}
"""Options that may be given several times: their name, and what they take."""


def reads(about: About) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options of reading; it gets them as the argument `reading`.

    Options about a table include those about the bytes of its file.
    """
    chosen = [
        each
        for each in fields(ReadOptions)
        if each.name not in NOT_OPTIONS and (about == "table" or each.metadata["about"] == "file")
    ]
    shared = [option_of(each) for each in chosen]

    def with_options(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def with_reading(**given: Any) -> None:
            said = {each.name: given.pop(option.name) for each, option in zip(chosen, shared)}
            parsed = {name: PARSERS[name](said[name]) for name in said if name in PARSERS}
            command(reading=ReadOptions(**said | parsed), **given)

        own = [
            parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)
            for parameter in inspect.signature(command, eval_str=True).parameters.values()
            if parameter.name != "reading"
        ]
        first = [each for each in own if each.default is inspect.Parameter.empty]
        rest = [each for each in own if each.default is not inspect.Parameter.empty]
        signature = inspect.Signature([*first, *shared, *rest])
        # typer reads options off the signature and the annotations of a function.
        with_reading.__signature__ = signature  # type: ignore[attr-defined]
        with_reading.__annotations__ = {each.name: each.annotation for each in (*own, *shared)}
        return with_reading

    return with_options


def option_of(field: Field[Any]) -> inspect.Parameter:
    """The option of a command for a field of `ReadOptions`."""
    name, help, default = field.name, field.metadata["help"], field.default
    kind: Any = str | None
    shown: dict[str, Any] = {"help": help, "rich_help_panel": PANELS[field.metadata["about"]]}
    option = typer.Option(**shown)
    if name in REPEATED:
        (name, metavar), kind, default = REPEATED[name], list[str] | None, None
        option = typer.Option(metavar=metavar, **shown)
    elif default is False:
        kind, option = bool, typer.Option(flag(name), **shown)
    elif name == "header":
        pair = f"{flag(name)}/--no-{name}"
        kind, option = bool | None, typer.Option(pair, **shown, show_default=False)
    elif default is not None:
        kind = str
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, option]
    )


def flag(name: str) -> str:
    """The name of an option of a command.

    >>> flag("merge_labels")
    '--merge-labels'
    """
    return f"--{name.replace('_', '-')}"
