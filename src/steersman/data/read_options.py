"""How data is read: one record of options for the library, the command line and the data room.

A new option is a field of `ReadOptions`, a line of `ReadKeywords`, and the code that uses it; the
signatures of `load`, `sniff` and `raw_table`, the options of the commands, the provenance and the
JSON form follow from the fields.
"""

from __future__ import annotations

import codecs
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from types import NoneType
from typing import Any, Literal, TypedDict, TypeVar, Unpack, get_args

from steersman.errors import SteersmanError

Role = Literal["label", "text", "number", "category", "date", "vector", "id", "split", "leave"]
"""What a column is for; `split` says of each row whether it trains or tests."""
MissingLabels = Literal["drop", "refuse"]
MissingNumbers = Literal["median", "mean", "zero"]
MissingCategories = Literal["own", "frequent"]
MissingDates = Literal["median", "earliest", "latest"]
TextColumns = Literal["together", "apart"]
About = Literal["roles", "features", "labels", "classes", "file"]
"""What an option is about: the roles of columns, how features are made of them, the labels of rows,
the classes, or the bytes of a file."""
PLAIN_TYPES: Mapping[str, tuple[type, ...]] = {
    "bool": (bool,),
    "bool | None": (bool, NoneType),
    "str | None": (str, NoneType),
    "str | int | None": (str, int, NoneType),
    "Mapping[str, str]": (Mapping,),
}
DECIMAL_MARKS = (".", ",")
CHOICES: Mapping[str, object] = {
    "missing_labels": MissingLabels,
    "missing_numbers": MissingNumbers,
    "missing_categories": MissingCategories,
    "missing_dates": MissingDates,
    "text_columns": TextColumns,
}
"""The options that have a few values, by name."""
Function = TypeVar("Function", bound=Callable[..., object])


class ReadKeywords(TypedDict, total=False):
    """The fields of `ReadOptions` as keyword arguments of a function."""

    label: str | Sequence[str] | None
    text: str | Sequence[str] | None
    text_columns: TextColumns
    id: str | None
    drop: Sequence[str]
    roles: Mapping[str, Role] | None
    separator: str | None
    missing_labels: MissingLabels
    merge_labels: bool
    positive: str | int | None
    rename_classes: Mapping[str, str] | None
    missing_numbers: MissingNumbers
    missing_categories: MissingCategories
    missing_dates: MissingDates
    zeros_missing: Sequence[str]
    vectors: Sequence[str]
    format: str | None
    encoding: str | None
    delimiter: str | None
    decimal: str | None
    header: bool | None
    sheet: str | None


def option(about: About, default: Any, help: str) -> Any:
    """A field with its topic and a sentence for people."""
    metadata = {"about": about, "help": help}
    if default is dict:
        return field(default_factory=dict, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class ReadOptions:
    """Options for reading a file and its columns; what is left out is detected.

    >>> ReadOptions(label="kind", header=False).given_options()
    {'label': 'kind', 'header': False}
    """

    label: str | Sequence[str] | None = option("roles", None, "Column with the label.")
    text: str | Sequence[str] | None = option(
        "roles", None, "Column with the text; several are used together."
    )
    text_columns: TextColumns = option(  # noqa: RUF009  (a field)
        "features",
        "together",
        "Words of several text columns: counted together, or apart for each column.",
    )
    id: str | None = option("roles", None, "Column that identifies a row.")
    drop: tuple[str, ...] = option("roles", (), "Columns to ignore.")
    roles: Mapping[str, Role] = option(
        "roles",
        dict,
        "Roles of columns: label, text, number, category, date, vector, id, split or leave.",
    )
    separator: str | None = option("labels", None, "Separator between several labels of a row.")
    missing_labels: MissingLabels = option(  # noqa: RUF009  (a field)
        "labels",
        "drop",
        "Rows without a label: drop them, or refuse the file.",
    )
    merge_labels: bool = option(
        "labels", False, "Merge labels that differ only in spaces and capital letters."
    )
    positive: str | int | None = option(
        "classes", None, "Class to catch (default: by its name, such as spam, or the rarer one)."
    )
    rename_classes: Mapping[str, str] = option(
        "classes", dict, "New names of classes, by the labels in the file."
    )
    missing_numbers: MissingNumbers = option(  # noqa: RUF009  (a field)
        "features", "median", "Missing numbers: the median or the mean of their column, or zero."
    )
    missing_categories: MissingCategories = option(  # noqa: RUF009  (a field)
        "features", "own", "Missing categories: a category of their own, or the most frequent one."
    )
    missing_dates: MissingDates = option(  # noqa: RUF009  (a field)
        "features", "median", "Missing dates: the median, earliest or latest date of their column."
    )
    zeros_missing: tuple[str, ...] = option(
        "roles", (), "Columns in which 0 means that the value is missing."
    )
    vectors: tuple[str, ...] = option(
        "roles",
        (),
        "Names under which numbered columns are one vector: emb for emb_0, emb_1 and so on.",
    )
    format: str | None = option(
        "file", None, "Format, such as csv or jsonl (default: from the file name)."
    )
    encoding: str | None = option(
        "file", None, "Text encoding, such as latin-1 (default: detected)."
    )
    delimiter: str | None = option(
        "file", None, "Separator between columns: one character, or tab (default: detected)."
    )
    decimal: str | None = option(
        "file", None, "Decimal mark where 1,234 is ambiguous: a point or a comma."
    )
    header: bool | None = option(
        "file", None, "Whether the first row names the columns (default: detected)."
    )
    sheet: str | None = option("file", None, "Sheet of an Excel file (default: the first).")

    def __post_init__(self) -> None:
        """Refuse what no file could make possible."""
        self.check_types()
        for column, role in self.roles.items():
            if role not in get_args(Role):
                raise SteersmanError(
                    f"column {column!r} cannot have the role {role!r}",
                    todo=f"choose from: {', '.join(get_args(Role))}",
                    code="role-unknown",
                    column=column,
                    role=role,
                )
        for name, allowed in CHOICES.items():
            came = getattr(self, name)
            if came not in get_args(allowed):
                raise SteersmanError(
                    f"{name} cannot be {came!r}",
                    todo=f"choose from: {', '.join(get_args(allowed))}",
                    code="option-unknown",
                    option=name,
                    came=came,
                )
        if self.decimal is not None and self.decimal not in DECIMAL_MARKS:
            raise SteersmanError(
                f"{self.decimal!r} is not a decimal separator",
                todo='use "." or ","',
                code="decimal-unknown",
                came=self.decimal,
            )
        check_delimiter(self.delimiter)
        check_encoding(self.encoding)

    def check_types(self) -> None:
        """Refuse values of another type, as they may come from a page or a file."""
        for each in fields(self):
            types = PLAIN_TYPES.get(str(each.type))
            value = getattr(self, each.name)
            if each.metadata["about"] != "roles" and types and not isinstance(value, types):
                raise SteersmanError(
                    f"{each.name} cannot be {value!r}",
                    todo=f"use a value of type {each.type}",
                    code="option-invalid",
                    option=each.name,
                    came=value,
                )

    @classmethod
    def of(cls, **options: Unpack[ReadKeywords]) -> ReadOptions:
        """The options in keyword arguments, where a list or None may stand for a tuple or dict."""
        given: dict[str, Any] = dict(options)
        given["drop"] = column_names(options.get("drop"))
        given["zeros_missing"] = column_names(options.get("zeros_missing"))
        given["vectors"] = column_names(options.get("vectors"))
        given["roles"] = dict(options.get("roles") or {})
        given["rename_classes"] = {
            str(label): name for label, name in (options.get("rename_classes") or {}).items()
        }
        return cls(**given)

    @classmethod
    def names(cls, *about: About) -> tuple[str, ...]:
        """The names of the options about these topics."""
        return tuple(each.name for each in fields(cls) if each.metadata["about"] in about)

    def given_options(self) -> dict[str, Any]:
        """The options that differ from their defaults, as keyword arguments and as JSON."""
        unset = ReadOptions()
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: value for name, value in values.items() if value != getattr(unset, name)}

    @property
    def key(self) -> tuple[object, ...]:
        """A hashable value that equal options share."""
        return self.key_without()

    def key_without(self, *names: str) -> tuple[object, ...]:
        """A hashable value that options share which are equal but for these."""
        values = (getattr(self, each.name) for each in fields(self) if each.name not in names)
        return tuple(
            tuple(sorted(value.items())) if isinstance(value, Mapping) else repr(value)
            for value in values
        )

    @property
    def text_encoding(self) -> str:
        """The encoding to decode with; UTF-8 unless another was named or detected."""
        return self.encoding or "utf-8"

    def named_roles(self) -> dict[str, Role]:
        """The role of each column that was named."""
        found: dict[str, Role] = dict(self.roles)
        named: list[tuple[Role, tuple[str, ...]]] = [
            ("leave", self.drop),
            ("id", column_names(self.id)),
            ("text", column_names(self.text)),
            ("label", column_names(self.label)),
        ]
        for role, columns in named:
            found |= dict.fromkeys(columns, role)
        return found

    def word_columns(self) -> tuple[str, ...]:
        """The columns whose values stay as they are written, even if they look like numbers."""
        return tuple(
            column for column, role in self.named_roles().items() if role in ("id", "category")
        )


def column_names(asked: str | Sequence[str] | None) -> tuple[str, ...]:
    """One or several names as a tuple; a frame may name its columns by numbers.

    >>> column_names("kind"), column_names(["a", "b"]), column_names(None)
    (('kind',), ('a', 'b'), ())
    """
    if asked is None:
        return ()
    several = isinstance(asked, Sequence) and not isinstance(asked, str)
    return tuple(map(str, asked)) if several else (str(asked),)


def check_delimiter(delimiter: str | None) -> None:
    """Refuse a separator that cannot stand between columns."""
    if delimiter is not None and (len(delimiter) != 1 or delimiter in '\r\n"'):
        raise SteersmanError(
            f"{delimiter!r} cannot separate columns",
            todo="use one character, such as ; or a tab",
            code="delimiter-invalid",
            came=delimiter,
        )


def check_encoding(encoding: str | None) -> None:
    """Refuse an encoding that Python does not know."""
    try:
        codecs.lookup(encoding or "utf-8")
    except LookupError:
        raise SteersmanError(
            f"unknown encoding {encoding!r}",
            todo="use a name such as utf-8 or latin-1",
            code="encoding-unknown",
            came=encoding,
        ) from None


def takes_read_options(function: Function) -> Function:
    """Show the reading options in the signature and documentation of a function.

    The function takes them as `**options: Unpack[ReadKeywords]`, and its docstring ends its
    parameters before a section "Returns".
    """
    help_of = {each.name: each.metadata["help"] for each in fields(ReadOptions)}
    signature = inspect.signature(function)
    own = [each for each in signature.parameters.values() if each.kind is not each.VAR_KEYWORD]
    named = [
        inspect.Parameter(
            each.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=None if each.default is MISSING else each.default,
            annotation=ReadKeywords.__annotations__[each.name].__forward_arg__,
        )
        for each in fields(ReadOptions)
    ]
    function.__signature__ = signature.replace(parameters=[*own, *named])  # type: ignore[attr-defined]
    options = [
        f"{each.name} : {each.annotation}, optional\n    {help_of[each.name]}" for each in named
    ]
    before, returns, after = inspect.cleandoc(function.__doc__ or "").partition("\n\nReturns\n")
    function.__doc__ = "\n".join([before, *options]) + returns + after
    return function
