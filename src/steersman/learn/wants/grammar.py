"""What a person may write as a want, and where exactly it stops being readable.

want    = bound, (("and" | "," | ";"), bound)*
bound   = measure relation number | number relation measure [relation number]
measure = name, ["(", class, ("," class)*, ")"]
class   = a name without ,()'"<>= | a name in quotes, those within it written twice
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches

from steersman.errors import SteersmanError
from steersman.maths.confusion import COUNT_MEASURES

__all__ = [
    "MEASURE_NAMES",
    "WHOLE_MATRIX",
    "Bound",
    "WantSyntaxError",
    "in_quotes",
    "parsed_bounds",
]

MEASURE_NAMES = {
    "accuracy": "accuracy",
    "balanced accuracy": "balanced accuracy",
    "cell": "cell",
    "cost": "cost",
    "error rate": "error rate",
    "errors": "errors",
    "f1": "f1",
    "f1 score": "f1",
    "fallout": "fpr",
    "false discovery rate": "fdr",
    "false negative rate": "fnr",
    "false negatives": "fn",
    "false positive rate": "fpr",
    "false positives": "fp",
    "fdr": "fdr",
    "flagged": "predicted",
    "fn": "fn",
    "fnr": "fnr",
    "fp": "fp",
    "fpr": "fpr",
    "miss rate": "fnr",
    "npv": "npv",
    "ppv": "precision",
    "precision": "precision",
    "predicted": "predicted",
    "recall": "recall",
    "sensitivity": "recall",
    "specificity": "specificity",
    "tn": "tn",
    "tnr": "specificity",
    "tp": "tp",
    "tpr": "recall",
    "true negative rate": "specificity",
    "true negatives": "tn",
    "true positive rate": "recall",
    "true positives": "tp",
}
"""What may be written -> the measure that is meant."""

WHOLE_MATRIX = ("accuracy", "balanced accuracy", "cost", "error rate", "errors")
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
UNQUOTED = re.compile(r"[^,()'\"<>=]+")
RELATION_WORDS = re.compile(r"[ \t]+(at\s+(most|least)|below|above|and)\b.*", re.IGNORECASE)


class WantSyntaxError(SteersmanError):
    """A want that cannot be read; `position` is the character (from 0) that stopped it."""

    def __init__(self, message: str, text: str, position: int, *, todo: str = "") -> None:
        self.text = text
        self.position = position
        start = text.rfind("\n", 0, position) + 1
        line = text[start:].split("\n", 1)[0]
        caret = " " * (position - start) + "^"
        super().__init__(f"{message}, at character {position + 1}", todo=todo)
        self.args = (f"{self.args[0]}\n  {line}\n  {caret}",)


@dataclass(frozen=True)
class Bound:
    """One bound: a measure (of the classes named, or numbered by position) against a value."""

    measure: str
    classes: tuple[str | int, ...]
    relation: str
    value: float

    def __str__(self) -> str:
        named = ", ".join(quoted(name) for name in self.classes)
        measure = f"{self.measure}({named})" if named else self.measure
        if self.measure in COUNT_MEASURES:
            return f"{measure} {self.relation} {self.value:g}"
        return f"{measure} {self.relation} {100 * self.value:.6g}%"


def quoted(name: str | int) -> str:
    """A class name as it can be written in a want; a position as its number from 0.

    >>> print(quoted("spam"), quoted('the "other" kind'))
    spam "the ""other"" kind"
    """
    plain = isinstance(name, int) or (UNQUOTED.fullmatch(name) and name == name.strip())
    return str(name) if plain else in_quotes(str(name))


def in_quotes(name: str) -> str:
    """A class name in quotes; one within it is written twice."""
    doubled = name.replace('"', '""')
    return f'"{doubled}"'


class Reader:
    """A place in the text of a want, moved forward by what is read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def skip_spaces(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def taken(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The pattern's match here, passed over; None when it does not stand here."""
        self.skip_spaces()
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def stop(self, message: str, at: int | None = None, *, todo: str = "") -> WantSyntaxError:
        """The error that points at a character, by default the one that would be read next."""
        position = self.at if at is None else at
        return WantSyntaxError(message, self.text, position, todo=todo)


def parsed_bounds(text: str) -> tuple[Bound, ...]:
    """The bounds written in `text`.

    >>> [str(bound) for bound in parsed_bounds("fpr <= 2%, recall(spam) at least 0.95")]
    ['fpr <= 2%', 'recall(spam) >= 95%']
    """
    reader = Reader(text)
    reader.skip_spaces()
    if reader.at == len(text):
        raise reader.stop("the want is empty", todo='write a bound such as "fp <= 5"')
    bounds: list[Bound] = []
    while True:
        bounds += one_bound(reader)
        reader.skip_spaces()
        if reader.at == len(text):
            return tuple(bounds)
        if not reader.taken(SEPARATOR):
            raise reader.stop("expected 'and' or a comma between two bounds")


def one_bound(reader: Reader) -> list[Bound]:
    """The next bound; two when the measure stands between two numbers."""
    reader.skip_spaces()
    starts_with_number = NUMBER.match(reader.text, reader.at) is not None
    low = number(reader) if starts_with_number else None
    low_relation = MIRRORED[relation(reader)] if low else ""
    measure_at = reader.at
    measure, classes = measure_and_classes(reader)
    bounds = []
    if low:
        bounds.append(checked(reader, measure, classes, low_relation, low))
        reader.skip_spaces()
        if not RELATION.match(reader.text, reader.at):
            return bounds
    bounds.append(checked(reader, measure, classes, relation(reader), number(reader)))
    if len(bounds) == 2 and bounds[0].relation[0] == bounds[1].relation[0]:
        raise reader.stop("both bounds of this measure look the same way", measure_at)
    return bounds


def relation(reader: Reader) -> str:
    """The next <=, >=, <, > or =, however it is written."""
    found = reader.taken(RELATION)
    if not found:
        raise reader.stop("expected one of <=, >=, <, >, =")
    return RELATIONS[re.sub(r"\s+", " ", found.group().lower())]


Written = tuple[float, bool, int]  # the value, whether in per cent, and where it stands


def number(reader: Reader) -> Written:
    """The next number, with or without a per-cent sign."""
    reader.skip_spaces()
    start = reader.at
    found = reader.taken(NUMBER)
    if not found:
        raise reader.stop("expected a number such as 5, 0.95 or 2%")
    value = float(found.group().replace("_", ""))
    reader.skip_spaces()
    percent = reader.text[reader.at : reader.at + 1] == "%"
    reader.at += percent
    return value / 100.0 if percent else value, percent, start


def measure_and_classes(reader: Reader) -> tuple[str, tuple[str, ...]]:
    """The next measure and the classes in the brackets behind it."""
    reader.skip_spaces()
    start = reader.at
    found = reader.taken(NAME)
    if not found:
        raise reader.stop("expected a measure such as fp, recall or cell")
    written = found.group()
    shorter = RELATION_WORDS.sub("", written)
    if shorter != written:
        reader.at = start + len(shorter)
    name = re.sub(r"[\s_-]+", " ", shorter.lower()).strip()
    if name not in MEASURE_NAMES:
        close = get_close_matches(name, MEASURE_NAMES, n=1)
        hint = f"did you mean {close[0]}?" if close else f"use {', '.join(sorted(MEASURE_NAMES))}"
        raise reader.stop(f"there is no measure {shorter!r}", start, todo=hint)
    measure = MEASURE_NAMES[name]
    reader.skip_spaces()
    classes = class_names(reader) if reader.text[reader.at : reader.at + 1] == "(" else ()
    wanted = 2 if measure == "cell" else 0 if measure in WHOLE_MATRIX else 1
    if len(classes) != wanted and (classes or measure == "cell"):
        expected = ("no class", "one class", "two classes: cell(true, predicted)")[wanted]
        raise reader.stop(f"{shorter} takes {expected}, not {len(classes)}", start)
    return measure, classes


def class_names(reader: Reader) -> tuple[str, ...]:
    """The names between a pair of brackets, quoted or not."""
    opened_at = reader.at
    reader.at += 1
    names: list[str] = []
    while True:
        found = reader.taken(QUOTED) or reader.taken(UNQUOTED)
        if not found:
            raise reader.stop("expected the name of a class")
        names.append(named(found))
        reader.skip_spaces()
        following = reader.text[reader.at : reader.at + 1]
        if following not in (",", ")"):
            raise reader.stop("this bracket is not closed", opened_at)
        reader.at += 1
        if following == ")":
            return tuple(names)


def named(found: re.Match[str]) -> str:
    """The name that was read, without its quotes."""
    for quote, inside in zip("'\"", found.groups()):
        if inside is not None:
            return str(inside).replace(2 * quote, quote)
    return found.group().strip()


def checked(
    reader: Reader, measure: str, classes: tuple[str, ...], relation: str, written: Written
) -> Bound:
    """The bound, when its value can be a value of its measure."""
    value, percent, start = written
    if measure in COUNT_MEASURES:
        if percent:
            raise reader.stop(f"{measure} is a count, not a share", start, todo="leave out the %")
        if value < 0:
            raise reader.stop(f"{measure} cannot be negative", start)
    elif not 0.0 <= value <= 1.0:
        todo = f"write {value:g}%" if 1 < value <= 100 else ""
        raise reader.stop(f"{measure} lies between 0 and 1", start, todo=todo)
    return Bound(measure, classes, relation, value)
