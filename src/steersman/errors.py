"""The one shape of every error that a user can cause.

A message says which thing is meant, what was expected of it, what came instead and what to do.
The command line prints it as one sentence, the wire sends its parts, the library raises it.
Code and tests read its `code` and `fields`, never its sentence.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeVar

__all__ = ["Cancelled", "SteersmanError", "check_choice", "check_range", "first_line"]

Number = TypeVar("Number", int, float)
Choice = TypeVar("Choice")


class SteersmanError(ValueError):
    """A user's mistake or an unmet condition, explained in one sentence.

    `code` and `fields` say the same for programs: a fixed word for the kind of mistake and the
    values it is about. `needs` names what the user can supply so that the same work can continue.

    >>> error = SteersmanError(
    ...     "column 'spam' is not in mail.csv",
    ...     todo="choose one of: text, label",
    ...     code="column-missing",
    ...     column="spam",
    ... )
    >>> str(error)
    "column 'spam' is not in mail.csv; choose one of: text, label"
    >>> error.code, error.fields
    ('column-missing', {'column': 'spam'})
    """

    def __init__(
        self,
        what: str,
        *,
        todo: str = "",
        needs: Mapping[str, str] | None = None,
        code: str = "invalid",
        **fields: object,
    ) -> None:
        self.what = what
        self.todo = todo
        self.needs = dict(needs or {})
        self.code = code
        self.fields = fields
        super().__init__(f"{what}; {todo}" if todo else what)

    def with_words(self, *, what: str | None = None, todo: str | None = None) -> SteersmanError:
        """The same error for programs, in other words for people."""
        return SteersmanError(
            self.what if what is None else what,
            todo=self.todo if todo is None else todo,
            needs=self.needs,
            code=self.code,
            **self.fields,
        )


class Cancelled(Exception):  # noqa: N818  (not an error: somebody asked for it)
    """Raised inside a long task when the person who started it no longer wants its result."""


def check_range(name: str, value: Number, low: float, high: float) -> Number:
    """The value, if it is from `low` to `high`; otherwise an error that says the range.

    >>> check_range("folds", 5, 2, 10)
    5
    >>> check_range("folds", 1, 2, 10)
    Traceback (most recent call last):
    steersman.errors.SteersmanError: folds cannot be 1; choose a number from 2 to 10
    """
    # A comparison with NaN is false, so that NaN is refused too.
    if not low <= value <= high:
        raise SteersmanError(
            f"{name} cannot be {value:,.6g}",
            todo=f"choose a number from {low:,.10g} to {high:,.10g}",
            code="out-of-range",
            name=name,
            value=value,
            low=low,
            high=high,
        )
    return value


def check_choice(name: str, value: Choice, allowed: Collection[object]) -> Choice:
    """The value, if it is one of those allowed; otherwise an error that lists them.

    >>> check_choice("method", "em", ("k-means", "em"))
    'em'
    >>> check_choice("method", "k", ("k-means", "em"))
    Traceback (most recent call last):
    steersman.errors.SteersmanError: method cannot be 'k'; choose one of: 'k-means', 'em'
    """
    if value not in allowed:
        raise SteersmanError(
            f"{name} cannot be {value!r}",
            todo=f"choose one of: {', '.join(repr(each) for each in allowed)}",
            code="bad-setting",
            name=name,
            value=value,
        )
    return value


def first_line(error: Exception, otherwise: str = "no reason given") -> str:
    """The first line of the message of another library's error, which may have none.

    >>> first_line(ValueError("too short\\nat row 3")), first_line(KeyError())
    ('too short', 'no reason given')
    """
    return next(iter(str(error).splitlines()), "") or otherwise
