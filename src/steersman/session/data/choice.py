"""What is chosen in the data room: how a file is read and what its text becomes."""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from steersman.data.columns.label_words import checked_missing
from steersman.data.formats.seen_options import checked_decimal
from steersman.errors import SteersmanError
from steersman.session.state import RoomChoice
from steersman.text import TextCounter
from steersman.text.languages import LANGUAGES, language_name
from steersman.text.ngrams import checked_ngrams

__all__ = [
    "ROLES",
    "DataChoice",
    "TextChoice",
    "checked_choice",
    "checked_reading",
    "checked_role",
    "checked_text",
    "with_role",
]

ROLES = ("label", "text", "number", "category", "date", "id", "split", "leave")
ONE_OF_A_KIND = ("label", "id", "split")


@dataclass(frozen=True)
class TextChoice:
    """How documents become counts."""

    language: str = "english"
    stop_words: bool = True
    stems: bool = True
    ngrams: int = 1
    min_documents: int = 1
    binary: bool = False

    @property
    def told(self) -> str:
        """The options in a few words.

        >>> TextChoice("german", ngrams=2, min_documents=3).told
        'German, runs of 2, in 3 documents'
        """
        parts = [
            language_name(self.language),
            "" if self.stop_words else "function words too",
            "" if self.stems else "whole words",
            f"runs of {self.ngrams}" if self.ngrams > 1 else "",
            f"in {self.min_documents:,} documents" if self.min_documents > 1 else "",
            "whether at all" if self.binary else "",
        ]
        return ", ".join(part for part in parts if part)

    def counter(self) -> TextCounter:
        """The counter that does it.

        >>> TextChoice("german", min_documents=2).counter()
        TextCounter(min_df=2, stem='german', stoplist='german')
        """
        stem: bool | str = self.language
        if self.language == "english" or not self.stems:
            stem = self.stems  # Porter's stemmer for English, as everywhere else
        return TextCounter(
            stoplist=self.language if self.stop_words else None,
            stem=stem,
            ngrams=self.ngrams,
            min_df=self.min_documents,
            binary=self.binary,
        )


@dataclass(frozen=True)
class DataChoice(RoomChoice):
    """A file and what was chosen for it; None and roles that are not named are as it was sniffed.

    `fingerprint` tells the contents that were looked at, `separator` stands between several labels
    of a row, `decimal` before a fraction; `missing_labels` says what becomes of rows without a
    label, `merge_labels` makes one class of labels that are alike; `distinct` keeps one of equal
    rows, and `loaded` is the name of the data set made with exactly these choices, empty before.
    """

    room = "data"
    goes_along = True

    path: str
    fingerprint: str = ""
    encoding: str | None = None
    delimiter: str | None = None
    header: bool | None = None
    sheet: str | None = None
    separator: str | None = None
    roles: Mapping[str, str] = field(default_factory=dict)
    text: TextChoice = TextChoice()
    distinct: bool = False
    loaded: str = ""
    format: str | None = None
    decimal: str | None = None
    missing_labels: str = "drop"
    merge_labels: bool = False

    @property
    def recipe(self) -> tuple[object, ...]:
        """What must be equal for two choices to give the same data set."""
        roles = tuple(sorted(self.roles.items()))
        return (*self.reading, roles, self.text, self.distinct)

    @property
    def reading(self) -> tuple[object, ...]:
        """What must be equal for two choices to read the same rows."""
        parts = (self.encoding, self.delimiter, self.header, self.sheet, self.separator)
        labels = (self.missing_labels, self.merge_labels)
        return (self.path, self.fingerprint, *parts, self.format, self.decimal, *labels)


def with_role(
    choice: DataChoice,
    column: str,
    role: str,
    sniffed: Mapping[str, str],
    beside: bool = False,
) -> DataChoice:
    """The choice with another role for a column; `sniffed` are the roles without any choice.

    One column is the label, the identifier or the split: the former one is then left out, unless
    the new one is to stand beside it, as one of several 0/1 labels.
    """
    roles = {**choice.roles, column: role}
    if role in ONE_OF_A_KIND and not beside:
        now = {**sniffed, **choice.roles}
        roles |= {name: "leave" for name, its in now.items() if its == role and name != column}
    roles = {name: its for name, its in roles.items() if sniffed.get(name) != its}
    return replace(choice, roles=roles, loaded="")


def checked_choice(choice: DataChoice) -> DataChoice:
    """A choice that somebody else wrote down, every part of it checked."""
    checked_reading(choice.encoding, choice.delimiter)
    checked_decimal(choice.decimal)
    checked_missing(choice.missing_labels)
    checked_text(choice.text)
    for role in choice.roles.values():
        checked_role(role)
    return choice


def checked_role(role: str) -> str:
    if role not in ROLES:
        raise SteersmanError(f"there is no role {role!r}", todo=f"choose from: {', '.join(ROLES)}")
    return role


def checked_reading(encoding: str | None, delimiter: str | None) -> None:
    """An error unless there are such letters, and values are parted by one sign."""
    try:
        codecs.lookup(encoding or "utf-8")
    except LookupError:
        raise SteersmanError(
            f"there is no encoding {encoding!r}", todo="use a name such as utf-8 or latin-1"
        ) from None
    if delimiter is not None and (len(delimiter) != 1 or delimiter in '\r\n"'):
        raise SteersmanError(
            f"values cannot be parted by {delimiter!r}", todo="give one sign such as a comma"
        )


def checked_text(text: TextChoice) -> TextChoice:
    """The options of the text, if they can be met."""
    if text.language not in LANGUAGES:
        raise SteersmanError(
            f"there is no stemmer for {text.language!r}",
            todo=f"choose from: {', '.join(LANGUAGES)}",
        )
    checked_ngrams(text.ngrams)
    if text.min_documents < 1:
        raise SteersmanError(
            f"a word cannot have to stand in {text.min_documents} documents",
            todo="take a whole number from 1 on",
        )
    return text
