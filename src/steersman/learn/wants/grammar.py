"""Grammar of wants, with errors that point at the character that cannot be read.

want    = bound, (("and" | "," | ";"), bound)*
bound   = measure relation number | number relation measure [relation number]
measure = name, ["(", class, ("," class)*, ")"]
class   = a name without ,()'"<>= | a name in quotes, those within it written twice
"""

from __future__ import annotations

import re
from difflib import get_close_matches

from steersman.errors import SteersmanError
from steersman.learn.wants.bound import UNQUOTED, Bound
from steersman.learn.wants.measures import MEASURE_NAMES, measure_named

RELATIONS = {
    "<=": "<=",
    "=<": "<=",
    "≤": "<=",
    "at most": "<=",
    ">=": ">=",
    "=>": ">=",
    "≥": ">=",
    "at least": ">=",
    "<": "<",
    "below": "<",
    ">": ">",
    "above": ">",
    "=": "=",
    "==": "=",
}
MIRRORED = {"<=": ">=", ">=": "<=", "<": ">", ">": "<", "=": "="}

NUMBER = re.compile(r"[-+]?(\d[\d_]*\.?\d*|\.\d+)(e[-+]?\d+)?", re.IGNORECASE)
NAME = re.compile(r"[a-z]\w*([ \t-]+[a-z]\w*)*", re.IGNORECASE)
RELATION = re.compile(r"<=|=<|>=|=>|==|<|>|=|≤|≥|at\s+most\b|at\s+least\b|below\b|above\b", re.I)
SEPARATOR = re.compile(r"(\s*(,|;|&&?|\band\b)\s*)+", re.IGNORECASE)
QUOTED = re.compile(r"'((?:[^']|'')*)'|\"((?:[^\"]|\"\")*)\"")
RELATION_WORDS = re.compile(r"[ \t]+(at\s+(most|least)|below|above|and)\b.*", re.IGNORECASE)


class WantSyntaxError(SteersmanError):
    """A want that cannot be read; `position` is the character (from 0) that stopped it."""

    def __init__(
        self, message: str, text: str, position: int, *, todo: str = "", code: str = "want-syntax"
    ) -> None:
        self.text = text
        self.position = position
        start = text.rfind("\n", 0, position) + 1
        line = text[start:].split("\n", 1)[0]
        caret = " " * (position - start) + "^"
        super().__init__(message, todo=todo, code=code, position=position)
        told = f"{message}, at character {position + 1}"
        self.args = (f"{told}{f'; {todo}' if todo else ''}\n  {line}\n  {caret}",)


class Reader:
    """A place in the text of a want, moved forward by what is read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def skip_spaces(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The pattern's match at this place, which is skipped; None without a match."""
        self.skip_spaces()
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def stop(
        self, code: str, message: str, at: int | None = None, *, todo: str = ""
    ) -> WantSyntaxError:
        """The error that points at a character, by default the one that would be read next."""
        position = self.at if at is None else at
        return WantSyntaxError(message, self.text, position, todo=todo, code=code)


def parsed_bounds(text: str) -> tuple[Bound, ...]:
    """The bounds written in `text`.

    >>> [str(bound) for bound in parsed_bounds("fpr <= 2%, recall(spam) at least 0.95")]
    ['fpr <= 2%', 'recall(spam) >= 95%']
    """
    reader = Reader(text)
    reader.skip_spaces()
    if reader.at == len(text):
        raise reader.stop("want-empty", "the want is empty", todo='write a bound such as "fp <= 5"')
    bounds: list[Bound] = []
    while True:
        bounds += one_bound(reader)
        reader.skip_spaces()
        if reader.at == len(text):
            return tuple(bounds)
        if not reader.take(SEPARATOR):
            raise reader.stop("separator-expected", "expected 'and' or a comma between two bounds")


def parsed_measure(text: str) -> tuple[str, tuple[str, ...]]:
    """A measure and its classes, written as in a want but without a bound.

    >>> parsed_measure("sensitivity(spam)")
    ('recall', ('spam',))
    """
    reader = Reader(text)
    found = measure_and_classes(reader)
    reader.skip_spaces()
    if reader.at < len(text):
        raise reader.stop("measure-expected", "expected a measure and nothing else")
    return found


def one_bound(reader: Reader) -> list[Bound]:
    """The next bound; two when the measure is between two numbers."""
    reader.skip_spaces()
    starts_with_number = NUMBER.match(reader.text, reader.at) is not None
    low = number(reader) if starts_with_number else None
    low_relation = MIRRORED[relation(reader)] if low else ""
    measure_at = reader.at
    measure, classes = measure_and_classes(reader)
    bounds = []
    if low:
        bounds.append(checked_bound(reader, measure, classes, low_relation, low))
        reader.skip_spaces()
        if not RELATION.match(reader.text, reader.at):
            return bounds
    bounds.append(checked_bound(reader, measure, classes, relation(reader), number(reader)))
    if len(bounds) == 2 and bounds[0].relation[0] == bounds[1].relation[0]:
        raise reader.stop(
            "same-way-twice", "both bounds of this measure look the same way", measure_at
        )
    return bounds


def relation(reader: Reader) -> str:
    """The next <=, >=, <, > or =, however it is written."""
    found = reader.take(RELATION)
    if not found:
        raise reader.stop("relation-expected", "expected one of <=, >=, <, >, =")
    return RELATIONS[re.sub(r"\s+", " ", found.group().lower())]


Written = tuple[float, bool, int]  # the value, whether in per cent, and where it stands


def number(reader: Reader) -> Written:
    """The next number, with or without a per-cent sign."""
    reader.skip_spaces()
    start = reader.at
    found = reader.take(NUMBER)
    if not found:
        raise reader.stop("number-expected", "expected a number such as 5, 0.95 or 2%")
    value = float(found.group().replace("_", ""))
    reader.skip_spaces()
    percent = reader.text[reader.at : reader.at + 1] == "%"
    reader.at += percent
    return value / 100.0 if percent else value, percent, start


def measure_and_classes(reader: Reader) -> tuple[str, tuple[str, ...]]:
    """The next measure and the classes in the brackets behind it."""
    reader.skip_spaces()
    start = reader.at
    found = reader.take(NAME)
    if not found:
        raise reader.stop("measure-expected", "expected a measure such as fp, recall or cell")
    written = found.group()
    # A name may have several words, so in "recall at least" it takes the relation too: give it
    # back.
    shorter = RELATION_WORDS.sub("", written)
    if shorter != written:
        reader.at = start + len(shorter)
    name = re.sub(r"[\s_-]+", " ", shorter.lower()).strip()
    if name not in MEASURE_NAMES:
        close = get_close_matches(name, MEASURE_NAMES, n=1)
        hint = f"did you mean {close[0]}?" if close else f"use {', '.join(sorted(MEASURE_NAMES))}"
        raise reader.stop("unknown-measure", f"there is no measure {shorter!r}", start, todo=hint)
    measure = MEASURE_NAMES[name]
    reader.skip_spaces()
    classes = class_names(reader) if reader.text[reader.at : reader.at + 1] == "(" else ()
    wanted = measure_named(measure).n_classes
    # Where there are two classes or one is looked for, that class need not be written.
    if len(classes) != wanted and (classes or wanted > 1):
        expected = ("no class", "one class", "two classes: cell(true, predicted)")[wanted]
        raise reader.stop("class-count", f"{shorter} takes {expected}, not {len(classes)}", start)
    return measure, classes


def class_names(reader: Reader) -> tuple[str, ...]:
    """The names between a pair of brackets, quoted or not."""
    opened_at = reader.at
    reader.at += 1
    names: list[str] = []
    while True:
        found = reader.take(QUOTED) or reader.take(UNQUOTED)
        if not found:
            raise reader.stop("class-expected", "expected the name of a class")
        names.append(unquoted_name(found))
        reader.skip_spaces()
        following = reader.text[reader.at : reader.at + 1]
        if following not in (",", ")"):
            raise reader.stop("bracket-open", "this bracket is not closed", opened_at)
        reader.at += 1
        if following == ")":
            return tuple(names)


def unquoted_name(found: re.Match[str]) -> str:
    """The name that was read, without its quotes."""
    for quote, inside in zip("'\"", found.groups()):
        if inside is not None:
            return str(inside).replace(2 * quote, quote)
    return found.group().strip()


def checked_bound(
    reader: Reader, measure: str, classes: tuple[str, ...], relation: str, written: Written
) -> Bound:
    """The bound, when its value can be a value of its measure."""
    value, percent, start = written
    if not measure_named(measure).is_share:
        if percent:
            raise reader.stop(
                "not-a-share", f"{measure} is a count, not a share", start, todo="leave out the %"
            )
        if value < 0:
            raise reader.stop("negative", f"{measure} cannot be negative", start)
    elif not 0.0 <= value <= 1.0:
        todo = f"write {value:g}%" if 1 < value <= 100 else ""
        raise reader.stop(
            "not-between-0-and-1", f"{measure} lies between 0 and 1", start, todo=todo
        )
    return Bound(measure, classes, relation, value)
