"""A place in the text of a want, and the error that points at it."""

from __future__ import annotations

import re

from steersman.errors import SteersmanError

LONGEST_WANT = 2_000
SPACES = re.compile(r"\s*")


class WantSyntaxError(SteersmanError):
    """A want that cannot be read; `position` is the character (from 0) that stopped it."""

    def __init__(
        self,
        message: str,
        text: str,
        position: int,
        *,
        todo: str = "",
        code: str = "want-syntax",
        **fields: object,
    ) -> None:
        self.text = text
        self.position = position
        start = text.rfind("\n", 0, position) + 1
        line = text[start:].split("\n", 1)[0]
        caret = " " * (position - start) + "^"
        super().__init__(message, todo=todo, code=code, position=position)
        self.fields |= fields
        self.args = (f"{message}{f'; {todo}' if todo else ''}\n  {line}\n  {caret}",)


class Reader:
    """A place in the text of a want, moved forward by what is read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        if len(text) > LONGEST_WANT:
            raise self.stop(
                "want-too-long",
                f"this has {len(text):,} characters, expected at most {LONGEST_WANT:,}",
                todo="write fewer limits",
            )

    def at_end(self) -> bool:
        """Whether nothing but spaces is left."""
        self.skip_spaces()
        return self.at == len(self.text)

    def skip_spaces(self) -> None:
        found = SPACES.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def sees(self, pattern: re.Pattern[str]) -> bool:
        """Whether the pattern comes next; nothing is skipped but spaces."""
        self.skip_spaces()
        return pattern.match(self.text, self.at) is not None

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The pattern's match at this place, which is skipped; None without a match."""
        self.skip_spaces()
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def stop(
        self,
        code: str,
        message: str,
        at: int | None = None,
        *,
        todo: str = "",
        **fields: object,
    ) -> WantSyntaxError:
        """The error that points at a character, by default the one that would be read next."""
        position = self.at if at is None else at
        return WantSyntaxError(message, self.text, position, todo=todo, code=code, **fields)
