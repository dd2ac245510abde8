"""The choice of the data room: how a file is read, and how its text is counted."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from steersman.data.read_options import ReadOptions, Role
from steersman.errors import SteersmanError
from steersman.session.state import RoomChoice
from steersman.text import TextCounter
from steersman.text.languages import LANGUAGES, language_name
from steersman.text.ngrams import checked_ngrams

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
    extra_stop_words: tuple[str, ...] = ()
    keep_words: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse options that cannot be met."""
        if self.language not in LANGUAGES:
            raise SteersmanError(
                f"there is no stemmer for {self.language!r}",
                todo=f"choose from: {', '.join(LANGUAGES)}",
                code="language-unknown",
                came=self.language,
            )
        checked_ngrams(self.ngrams)
        if self.min_documents < 1:
            raise SteersmanError(
                f"the minimum number of documents cannot be {self.min_documents}",
                todo="enter 1 or more",
                code="min-documents-invalid",
                came=self.min_documents,
            )

    @property
    def summary(self) -> str:
        """The options in a few words.

        >>> TextChoice("german", ngrams=2, min_documents=3).summary
        'German, sequences of 2, in 3 documents'
        """
        parts = [
            language_name(self.language),
            "" if self.stop_words else "with stop words",
            f"{len(self.extra_stop_words)} more stop words" if self.extra_stop_words else "",
            f"{len(self.keep_words)} stop words kept" if self.keep_words else "",
            "" if self.stems else "whole words",
            f"sequences of {self.ngrams}" if self.ngrams > 1 else "",
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
            extra_stop_words=self.extra_stop_words if self.stop_words else (),
            keep_words=self.keep_words if self.stop_words else (),
        )


@dataclass(frozen=True)
class DataChoice(RoomChoice):
    """A file and what was chosen for it; options and roles that are not named are as sniffed.

    `fingerprint` tells the contents that were looked at; `distinct` removes duplicate rows, and
    `loaded` is the name of the data set made with exactly these choices, empty before. `engine` is
    where all rows are counted in partitions: "local" or the address of a Dask scheduler; without
    one, all rows are read into memory.
    """

    room = "data"
    goes_along = True
    bound_to_data = False

    path: str
    fingerprint: str = ""
    reading: ReadOptions = ReadOptions()  # noqa: RUF009  (frozen)
    text: TextChoice = TextChoice()
    distinct: bool = False
    loaded: str = ""
    engine: str = ""

    @property
    def recipe(self) -> tuple[object, ...]:
        """The key of a data set: two choices with equal keys give the same one."""
        return (*self.look, self.text, self.distinct, self.engine)

    @property
    def look(self) -> tuple[object, ...]:
        """The key of a first look: two choices with equal keys see the same."""
        # The class to catch changes nothing that is read: it can be chosen at any time.
        return (self.path, self.fingerprint, *self.reading.key_without("positive"))

    @property
    def as_sniffed(self) -> DataChoice:
        """The choice for the same file when nothing is chosen but its format."""
        reading = ReadOptions(format=self.reading.format)
        return DataChoice(self.path, self.fingerprint, reading, engine=self.engine)

    @property
    def is_by_hand(self) -> bool:
        """Whether anything differs from what was detected."""
        return self.recipe != self.as_sniffed.recipe or self.reading.positive is not None

    def with_reading(self, **changes: Any) -> DataChoice:
        """The choice with other options of reading, by their names."""
        return replace(self, reading=replace(self.reading, **changes), loaded="")


def with_class_name(choice: DataChoice, label: str, name: str) -> DataChoice:
    """The choice with another name for a class; the class to catch stays the same."""
    names, called = choice.reading.rename_classes, name.strip()
    changed = {each: its for each, its in names.items() if each != label}
    if called and called != label:
        changed[label] = called
    positive = choice.reading.positive
    # Kept by its label in the file, which no renaming changes.
    by_name = {its: each for each, its in names.items()}
    positive = by_name.get(str(positive), positive)
    return choice.with_reading(rename_classes=changed, positive=positive)


def with_known_classes(choice: DataChoice, labels: Collection[str]) -> DataChoice:
    """The choice without names of classes that the label column does not have."""
    names, positive = choice.reading.rename_classes, choice.reading.positive
    known = {label: name for label, name in names.items() if label in labels}
    if positive is not None and str(positive) not in {*labels, *known.values()}:
        positive = None
    return choice.with_reading(rename_classes=known, positive=positive)


def with_role(
    choice: DataChoice,
    column: str,
    role: Role,
    sniffed: Mapping[str, Role],
    beside: bool = False,
) -> DataChoice:
    """The choice with another role for a column; `sniffed` are the roles without any choice.

    One column is the label, the identifier or the split: the former one is then left out, unless
    the new one is to stand beside it, as one of several 0/1 labels.
    """
    chosen = choice.reading.roles
    roles: dict[str, Role] = {**chosen, column: role}
    if role in ONE_OF_A_KIND and not beside:
        now = {**sniffed, **chosen}
        others = [name for name, its in now.items() if its == role and name != column]
        roles |= dict.fromkeys(others, "leave")
    text = {name for name, its in {**sniffed, **roles}.items() if its == "text"}
    roles = {name: its for name, its in roles.items() if sniffed.get(name) != its}
    if any(its == "text" for its in roles.values()):
        # A text that is named replaces the guessed one: those used together are all named.
        roles |= dict.fromkeys(sorted(text), "text")
    return choice.with_reading(roles=roles)
