"""Numbers and comparisons of a want, as people write them.

amount   = number ["%" | "percent"] | number ("/" | "in" | "of" | "out of") number
relation = "<=" | "at most" | "no more than" | "up to" | ... | ">=" | "at least" | ...
"""

from __future__ import annotations

import re
from typing import NamedTuple

from steersman.learn.wants.reader import Reader

RELATION_WORDS = {
    "<=": (
        "at most",
        "no more than",
        "not more than",
        "no greater than",
        "not above",
        "not over",
        "up to",
    ),
    ">=": (
        "at least",
        "no less than",
        "not less than",
        "no fewer than",
        "not fewer than",
        "not below",
        "not under",
    ),
    "<": ("less than", "fewer than", "lower than", "smaller than", "below", "under"),
    ">": ("more than", "greater than", "higher than", "above", "over"),
    "=": ("equal to", "equals", "exactly"),
}
RELATION_SIGNS = {
    "<=": ("<=", "=<", "≤"),
    ">=": (">=", "=>", "≥"),
    "=": ("==", "="),
    "<": ("<",),
    ">": (">",),
}
RELATIONS = {
    written: relation
    for known in (RELATION_WORDS, RELATION_SIGNS)
    for relation, spellings in known.items()
    for written in spellings
}
MIRRORED = {"<=": ">=", ">=": "<=", "<": ">", ">": "<", "=": "="}


def words_pattern(words: str) -> str:
    """A pattern for words that may have any spaces between them."""
    return r"\s+".join(map(re.escape, words.split()))


SIGNS = r"<=|=<|>=|=>|==|<|>|=|≤|≥"
# "not above" before "above": the longer reading comes first.
WORDS = "|".join(
    words_pattern(each)
    for each in sorted(
        (word for words in RELATION_WORDS.values() for word in words), key=len, reverse=True
    )
)
RELATION = re.compile(rf"(?:(?:is|are|be|of)\s+)?(?P<word>{WORDS})\b|(?P<sign>{SIGNS})", re.I)
# "maximum 2 %" is a limit, "maximize recall" an objective.
LIMIT = re.compile(r"(?P<most>max(?:imum|\.)?)(?=\s*[\d.])|(?P<least>min(?:imum|\.)?)(?=\s*[\d.])",
                   re.I)  # fmt: skip

DIGITS = r"\d[\d_]*"
NUMBER = re.compile(rf"[-+]?({DIGITS}\.?\d*|\.\d+)(e[-+]?\d+)?", re.IGNORECASE)
# "0,5 %" is a decimal comma. In "fp <= 3,5 <= fn" the comma stands between two bounds.
COMMA_NUMBER = re.compile(rf"[-+]?\d+(,\d+)+(?![\d.])(?!\s*(?:{SIGNS}|/))")
THOUSANDS = re.compile(r"[-+]?[1-9]\d{0,2}(,\d{3})+")
PERCENT = re.compile(r"%|per\s?cent\b|percent\b|pct\b", re.IGNORECASE)
OUT_OF = re.compile(r"/|(?:in|of|out\s+of|per)\s+(?=\d)", re.IGNORECASE)
ONE_IN = re.compile(r"(one|two|three|four|five)(?=\s+(?:in|of|out\s+of)\s+\d)", re.IGNORECASE)
NUMBER_WORDS = {"one": 1.0, "two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0}


class Amount(NamedTuple):
    """A number as written: its value, whether it says that it is a share, and its place.

    `in_rows` is its value as a number of rows, where "1,205" is more than a thousand.
    """

    value: float
    share: bool
    in_rows: float
    start: int
    text: str

    @property
    def looks_like_share(self) -> bool:
        """Whether a measure of rows or of a share would be meant by this: "0.05" is a share."""
        return self.share or 0.0 < self.value < 1.0


def sees_amount(reader: Reader) -> bool:
    """Whether a number comes next."""
    return reader.sees(NUMBER) or reader.sees(ONE_IN)


def amount(reader: Reader) -> Amount:
    """The next number, with or without a per-cent sign, or one number out of another."""
    reader.skip_spaces()
    start = reader.at
    value, count = plain_number(reader)
    share = False
    if reader.take(PERCENT):
        value, share = value / 100.0, True
    elif reader.sees(OUT_OF):
        reader.take(OUT_OF)
        whole = plain_number(reader)[1]
        if not whole:
            raise reader.stop("number-expected", "expected a number above 0", start)
        # As exact as it is written again, in per cent.
        value, share = float(f"{100.0 * count / whole:.6g}") / 100.0, True
    return Amount(value, share, count, start, reader.text[start : reader.at].strip())


def plain_number(reader: Reader) -> tuple[float, float]:
    """The next number: its value, and its value as a number of rows."""
    word = reader.take(ONE_IN)
    if word:
        return (NUMBER_WORDS[word.group().lower()],) * 2
    found = reader.take(COMMA_NUMBER)
    if found and found.group().count(",") == 1:
        value = float(found.group().replace(",", "."))
        grouped = THOUSANDS.fullmatch(found.group())
        return value, float(found.group().replace(",", "")) if grouped else value
    if found and THOUSANDS.fullmatch(found.group()):
        return (float(found.group().replace(",", "")),) * 2
    if found:
        reader.at = found.start()
    found = reader.take(NUMBER)
    if not found:
        raise reader.stop("number-expected", "expected a number such as 5, 0.95, 2 % or 1 in 200")
    return (float(found.group().replace("_", "")),) * 2


def sees_relation(reader: Reader) -> bool:
    """Whether a comparison comes next."""
    return reader.sees(RELATION) or reader.sees(LIMIT)


def relation(reader: Reader) -> str:
    """The next <=, >=, <, > or =, however it is written."""
    limit = reader.take(LIMIT)
    if limit:
        return "<=" if limit["most"] else ">="
    found = reader.take(RELATION)
    if not found:
        raise reader.stop("relation-expected", "expected one of <=, >=, <, >, =")
    return RELATIONS[re.sub(r"\s+", " ", (found["word"] or found["sign"]).lower())]
