"""Measures of a want, as people write them: by name, or with the class as a word.

term = name, ["(", class, ("," class)*, ")"] | name ("of" | "for") class | class name
     | ("missed" | "lost") class | class ("missed" | "lost" | "caught") | class "called" class
     | "errors among rows called" class
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import NamedTuple

from steersman.learn.wants.amounts import LIMIT, RELATION, WORDS, Amount
from steersman.learn.wants.bound import UNQUOTED
from steersman.learn.wants.measures import MEASURE_NAMES, SHARE_OF, measure_named
from steersman.learn.wants.reader import Reader, WantSyntaxError

EXAMPLES = ("recall >= 95 %", "missed spam <= 5 %")

SEPARATING_WORDS = (
    r"and|but|then|with|while|subject\s+to|such\s+that|so\s+that|given|provided|keeping"
    r"|s\.t\.|at(?!\s+(?:most|least)\b)"
)
SEPARATOR = re.compile(rf"(?:\s*(?:[,;]|&&?|\b(?:{SEPARATING_WORDS})(?!\w)))+\s*", re.IGNORECASE)
COLUMN = r"\w+|'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\""
EACH_GROUP = re.compile(rf"(?:for|in)\s+(?:each|every)\s+(?P<group>{COLUMN})", re.IGNORECASE)
BETWEEN = r"(?:over|across|between|among|by)\s+(?:the\s+)?"
A_GAP = r"(?:gap|difference)"
GAP = re.compile(
    rf"(?:(?:the\s+)?{A_GAP}\s+(?:in|of)\s+(?P<of>[^<>=,;]+?)|(?P<measure>[^<>=,;]+?)\s+{A_GAP})"
    rf"\s+{BETWEEN}(?P<group>{COLUMN})",
    re.IGNORECASE,
)
COST_COLUMN = re.compile(rf"cost\s+column\s*(?:=|:|\bis\b)\s*(?P<column>{COLUMN})", re.IGNORECASE)
PER_ROW = re.compile(r"(?:per|a|each|on\s+each|for\s+each)\s+row\b", re.IGNORECASE)
AS_POSSIBLE = re.compile(r"as\s+possible\b", re.IGNORECASE)
NAME = re.compile(r"[a-z]\w*([ \t-]+[a-z]\w*)*", re.IGNORECASE)
QUOTED = re.compile(r"'((?:[^']|'')*)'|\"((?:[^\"]|\"\")*)\"")
AFTER_NAME = re.compile(
    rf"[ \t]+(?:(?:is|are|be|of)\s+)?(?:{WORDS}|{SEPARATING_WORDS}|max(?:imum)?(?=\s*\d)"
    r"|min(?:imum)?(?=\s*\d)|as\s+possible)(?!\w).*",
    re.IGNORECASE | re.DOTALL,
)

MISSED = r"missed|lost|misclassified|overlooked"
CAUGHT = r"caught|found|detected|kept"
CALLED = (
    r"(?:called|predicted|classified|label(?:l)?ed|flagged|marked|treated)(?:\s+as)?"
    r"|taken\s+for|mistaken\s+for"
)
ANY_NAME = "|".join(
    r"[\s_-]+".join(map(re.escape, name.split()))
    for name in sorted(MEASURE_NAMES, key=len, reverse=True)
)
FILLER = re.compile(
    r"(?:(?:the|an?)\s+)?(?:(?:share|rate|number|count|proportion|percentage|fraction)\s+of\s+)?"
    r"(?:(?:of|the|all|any)\s+)*",
    re.IGNORECASE,
)
A_CLASS = r"(?P<a>\S.*?)"
FORMS = (
    (
        re.compile(
            rf"(?:errors|mistakes)\s+among\s+(?:the\s+)?(?:rows\s+)?(?:{CALLED})\s+{A_CLASS}",
            re.I | re.S,
        ),
        "fdr",
    ),
    (re.compile(rf"(?:{MISSED})\s+(?:of\s+)?{A_CLASS}", re.I | re.S), "fn"),
    (re.compile(rf"{A_CLASS}\s+(?:{CALLED})\s+(?P<b>\S.*)", re.I | re.S), "cell"),
    (re.compile(rf"(?:{CAUGHT})\s+(?:of\s+)?{A_CLASS}", re.I | re.S), "tp"),
    (re.compile(rf"{A_CLASS}(?:\s+(?:is|are|rows?))?\s+(?:{MISSED})", re.I | re.S), "fn"),
    (re.compile(rf"{A_CLASS}(?:\s+(?:is|are|rows?))?\s+(?:{CAUGHT})", re.I | re.S), "tp"),
)
NAME_OF_CLASS = re.compile(rf"(?P<name>{ANY_NAME})\s+(?:of|for|on|in)\s+{A_CLASS}", re.I | re.S)
CLASS_NAME = re.compile(rf"{A_CLASS}\s+(?P<name>{ANY_NAME})", re.I | re.S)


class Term(NamedTuple):
    """A measure as written: the one meant with a number of rows, and the one with a share."""

    counted: str
    share: str
    classes: tuple[str, ...]
    start: int
    gap_over: str = ""

    def measure(self, given: Amount) -> str:
        """The measure that this number is a value of."""
        return self.share if given.looks_like_share else self.counted


def term(reader: Reader) -> Term:
    """The next measure, with its classes."""
    reader.skip_spaces()
    start = reader.at
    found = NAME.match(reader.text, start)
    # A name may have several words, so in "recall at least" it takes the relation too: give it
    # back.
    name = AFTER_NAME.sub("", found.group()) if found else ""
    quoted = reader.text[start + len(name) :].lstrip()[:1] in ("'", '"')
    if plain_name(name) not in MEASURE_NAMES or quoted:
        return phrase(reader, name)
    reader.at = start + len(name)
    reader.skip_spaces()
    opened = reader.text[reader.at : reader.at + 1] == "("
    return checked_term(reader, name, class_names(reader) if opened else (), start)


def checked_term(reader: Reader, name: str, classes: tuple[str, ...], start: int) -> Term:
    """The term, when its measure takes so many classes."""
    plain = plain_name(name)
    measure = MEASURE_NAMES[plain]
    wanted = measure_named(measure).n_classes
    # Where there are two classes or one is looked for, that class need not be written.
    if len(classes) != wanted and (classes or wanted > 1):
        expected = ("no class", "one class", "two classes: cell(true, predicted)")[wanted]
        raise reader.stop("class-count", f"{name} takes {expected}, not {len(classes)}", start)
    # "fp" is a count, however it is used; "false alarms" are rows or a share of them.
    share = measure if plain == measure else SHARE_OF.get(measure, measure)
    return Term(measure, share, classes, start)


def plain_name(written: str) -> str:
    """A measure's name without regard to case, spaces and hyphens."""
    return re.sub(r"[\s_-]+", " ", written.lower()).strip()


def phrase(reader: Reader, name: str) -> Term:
    """The next measure that is no plain name: it ends at a comparison, a separator or the end."""
    start = reader.at
    end = phrase_end(reader.text, start)
    written = reader.text[start:end].strip()
    body = written[FILLER.match(written).end() :]  # type: ignore[union-attr]
    for form, measure in FORMS:
        found = form.fullmatch(body)
        if found:
            classes = tuple(class_word(each) for each in found.groups())
            if all(classes):
                reader.at = start + len(reader.text[start:end].rstrip())
                return Term(measure, SHARE_OF.get(measure, measure), classes, start)
    for form in (NAME_OF_CLASS, CLASS_NAME):
        found = form.fullmatch(body)
        if found:
            reader.at = start + len(reader.text[start:end].rstrip())
            word = class_word(found["a"])
            return checked_term(reader, found["name"], (word,) if word else (), start)
    if plain_name(body) in MEASURE_NAMES:
        reader.at = start + len(reader.text[start:end].rstrip())
        return checked_term(reader, body, (), start)
    raise not_understood(reader, written, name, start)


def not_understood(reader: Reader, written: str, name: str, start: int) -> WantSyntaxError:
    """The error for words that say no measure."""
    piece = clause_around(reader.text, start)
    if not (written or piece):
        return reader.stop(
            "measure-expected", "expected a measure such as fp, recall or cell", start
        )
    close = get_close_matches(plain_name(name), MEASURE_NAMES, n=1, cutoff=0.7) if name else []
    if close:
        todo = f"did you mean {close[0]}?"
        return reader.stop("unknown-measure", f"there is no measure {name!r}", start, todo=todo)
    return reader.stop(
        "not-understood",
        f'I did not understand "{piece}"',
        start,
        todo=f"try: {', or '.join(EXAMPLES)}",
        piece=piece,
        examples=EXAMPLES,
    )


def clause_around(text: str, at: int) -> str:
    """The part of a want between two separators that holds a character."""
    begin = 0
    for found in SEPARATOR.finditer(text):
        if found.start() >= at and found.start() > begin:
            return text[begin : found.start()].strip()
        if found.end() <= at:
            begin = found.end()
    return text[begin:].strip()


def phrase_end(text: str, start: int) -> int:
    """Where the words from `start` on end: at a comparison, a separator or the end."""
    at = start
    while at < len(text):
        quoted = QUOTED.match(text, at)
        if quoted:
            at = quoted.end()
            continue
        fresh = at == start or not (text[at - 1].isalnum() and text[at].isalnum())
        stops = (RELATION, LIMIT, SEPARATOR, AS_POSSIBLE, EACH_GROUP)
        if fresh and any(each.match(text, at) for each in stops):
            return at
        at += 1
    return at


def class_word(written: str) -> str:
    """A class that is written as a word, without filling words and quotes."""
    bare = written.strip()
    found = QUOTED.fullmatch(bare)
    if found:
        return unquoted_name(found)
    bare = bare[FILLER.match(bare + " ").end() :].strip()  # type: ignore[union-attr]
    found = QUOTED.fullmatch(bare)
    return unquoted_name(found) if found else bare


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


def column_name(written: str) -> str:
    """A column as it is called, without quotes."""
    found = QUOTED.fullmatch(written)
    return unquoted_name(found) if found else written


def unquoted_name(found: re.Match[str]) -> str:
    """The name that was read, without its quotes."""
    for quote, inside in zip("'\"", found.groups()):
        if inside is not None:
            return str(inside).replace(2 * quote, quote)
    return found.group().strip()


def one_class(reader: Reader) -> str:
    """The next words, as the name of a class."""
    reader.skip_spaces()
    start = reader.at
    end = phrase_end(reader.text, start)
    word = class_word(reader.text[start:end])
    if not word:
        raise reader.stop("class-expected", "expected the name of a class", start)
    reader.at = start + len(reader.text[start:end].rstrip())
    return word
