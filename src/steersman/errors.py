"""The one shape of every error that a user can cause.

A message says which thing is meant, what was expected of it, what came instead and what to do.
The command line prints it as one sentence, the wire sends its parts, the library raises it.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["Cancelled", "SteersmanError"]


class SteersmanError(ValueError):
    """A user's mistake or an unmet condition, told in one sentence.

    `needs` names what the user can give so that the same goes on.

    >>> str(SteersmanError("column 'spam' is not in mail.csv", todo="choose one of: text, label"))
    "column 'spam' is not in mail.csv; choose one of: text, label"
    """

    def __init__(
        self, what: str, *, todo: str = "", needs: Mapping[str, str] | None = None
    ) -> None:
        self.what = what
        self.todo = todo
        self.needs = dict(needs or {})
        super().__init__(f"{what}; {todo}" if todo else what)


class Cancelled(Exception):  # noqa: N818  (not an error: somebody asked for it)
    """Raised inside a long task when the person who started it no longer wants its result."""
