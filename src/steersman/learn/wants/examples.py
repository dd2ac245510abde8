"""Examples of wants about the classes at hand, and ways to go on with one that is being written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from steersman.learn.wants.bound import UNQUOTED, quoted_name
from steersman.learn.wants.class_names import class_index
from steersman.learn.wants.grammar import parsed_want
from steersman.learn.wants.measures import RECORDS
from steersman.learn.wants.phrases import CALLED, CAUGHT, MISSED, SEPARATOR, one_class
from steersman.learn.wants.reader import LONGEST_WANT, Reader, WantSyntaxError

MOST_COMPLETIONS = 8
# Limits that people think in. At the tightest rate itself not one row may err.
USUAL_PERCENTS = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0)
ROOM_FOR_ERRORS = 1.5
OUTCOME = re.compile(rf"{MISSED}|{CAUGHT}|{CALLED}", re.IGNORECASE)


class WantExample(NamedTuple):
    """A want as it can be written, and what it means."""

    text: str
    meaning: str


def want_examples(
    classes: Sequence[object], positive: object = None, tightest: Sequence[float] = ()
) -> list[WantExample]:
    """Examples of wants about these classes; `positive` is the one to catch.

    With `tightest`, the lowest error rate of each class that can be guaranteed, the examples stay
    within it.

    >>> want_examples(["ham", "spam"])[0]
    WantExample(text='lose at most 0.5 % of ham', meaning='of 200 ham, at most 1 is missed')
    """
    catch_at, lose_at = caught_and_other_places(classes, positive)
    catch, lose = word_for(str(classes[catch_at])), word_for(str(classes[lose_at]))
    lost = usual_percent(tightest[lose_at]) if tightest else 0.5
    missed = max(5.0, usual_percent(tightest[catch_at])) if tightest else 5.0
    caught = f"{100.0 - missed:g}"
    fewest = "as few false alarms" if len(classes) == 2 else f"as few false alarms for {catch}"
    return [
        WantExample(
            f"lose at most {lost:g} % of {lose}", f"of {100 / lost:g} {lose}, at most 1 is missed"
        ),
        WantExample(
            f"catch at least {caught} % of {catch}",
            f"of 100 {catch}, at least {caught} are caught",
        ),
        WantExample(
            f"lose at most 1 in {100 / lost:g} {lose}, then catch as much {catch} as possible",
            f"within the limit on {lose}, the most {catch} caught",
        ),
        WantExample(f"{lose} called {catch} <= 6", f"at most 6 {lose} are called {catch} here"),
        WantExample(
            f"{catch} missed <= {missed:g} %", f"of 100 {catch}, at most {missed:g} are missed"
        ),
        WantExample(
            f"{fewest} as possible with recall({catch}) >= {caught} %",
            f"{caught} % of {catch} caught, with the fewest other rows called {catch}",
        ),
        WantExample(
            f"precision({catch}) >= 90 %", f"of 100 rows called {catch}, at least 90 are {catch}"
        ),
        WantExample("minimize cost", "the lowest total of your costs"),
        WantExample("maximize f1", "the best balance of precision and recall"),
        WantExample("accuracy >= 90 %", "of 100 rows, at least 90 are right"),
    ]


def want_completions(
    text: str, classes: Sequence[object], positive: object = None
) -> list[WantExample]:
    """Whole wants that begin with `text`, or say what its last words begin to say.

    >>> [each.text for each in want_completions("fpr <= 1%, catch at", ["ham", "spam"])]
    ['fpr <= 1%, catch at least 95 % of spam']
    """
    if len(text) > LONGEST_WANT:
        # Nothing makes a want of it, and the search for its statements takes time by the square.
        return []
    clauses = completion_clauses(classes, positive)
    start = last_clause_start(text)
    begun = " ".join(text[start:].split()).casefold()
    if begun and is_whole(text):
        ways = [
            each for each in clauses if each.text.startswith(("catch as", "minimize", "as few"))
        ]
        return [WantExample(f"{text.rstrip()}, then {each.text}", each.meaning) for each in ways][
            :MOST_COMPLETIONS
        ]
    exact = [each for each in clauses if each.text.casefold().startswith(begun)]
    words = set(begun.split())
    loose = [
        each
        for each in clauses
        if each not in exact and words and words <= set(each.text.casefold().split())
    ]
    kept = text[:start]
    found = [WantExample(kept + each.text, each.meaning) for each in exact + loose]
    return found[:MOST_COMPLETIONS]


def completion_clauses(classes: Sequence[object], positive: object) -> list[WantExample]:
    """Single statements that a want can be made of, those of everyday words first."""
    catch, lose = caught_and_other(classes, positive)
    single = [each for each in want_examples(classes, positive) if is_single(each.text)]
    single.append(
        WantExample(f"catch as much {catch} as possible", f"the most {catch} within the limits")
    )
    single.append(
        WantExample("as few false alarms as possible", f"the fewest {lose} called {catch}")
    )
    for measure in RECORDS:
        value = "5" if not measure.is_share else "5 %" if measure.rises_with_errors else "95 %"
        relation = "<=" if measure.rises_with_errors else ">="
        about = {0: "", 1: f"({catch})", 2: f"({lose}, {catch})"}[measure.n_classes]
        single.append(WantExample(f"{measure.name}{about} {relation} {value}", measure.words))
        if not measure.n_classes:
            way = "minimize" if measure.rises_with_errors else "maximize"
            single.append(WantExample(f"{way} {measure.name}", measure.words))
    return list({each.text: each for each in single}.values())


def usual_percent(tightest: float) -> float:
    """The lowest usual limit that leaves room for some errors."""
    wide = [each for each in USUAL_PERCENTS if each >= 100.0 * ROOM_FOR_ERRORS * tightest]
    return wide[0] if wide else USUAL_PERCENTS[-1]


def caught_and_other_places(classes: Sequence[object], positive: object) -> tuple[int, int]:
    """The class to catch (the last unless it is given) and the first of the others."""
    place = len(classes) - 1 if positive is None else class_index(positive, classes)
    others = [at for at in range(len(classes)) if at != place]
    return place, others[0] if others else place


def caught_and_other(classes: Sequence[object], positive: object) -> tuple[str, str]:
    """The class to catch and the first of the others, as words."""
    catch, other = caught_and_other_places(classes, positive)
    return word_for(str(classes[catch])), word_for(str(classes[other]))


def word_for(label: str) -> str:
    """A class as a word of a want: in quotes unless it is one plain word that says nothing else."""
    plain = UNQUOTED.fullmatch(label) and label.isalpha() and reads_alone(label)
    return label if plain else quoted_name(label) if '"' in quoted_name(label) else f'"{label}"'


def reads_alone(label: str) -> bool:
    """Whether a word is read as a class: "a", "and", "over" and "missed" are not.

    >>> reads_alone("spam"), reads_alone("the")
    (True, False)
    """
    try:
        return one_class(Reader(label)) == label and not OUTCOME.fullmatch(label)
    except WantSyntaxError:
        return False


def is_single(text: str) -> bool:
    """Whether a want is one statement."""
    return SEPARATOR.search(text) is None


def last_clause_start(text: str) -> int:
    """Where the last statement of a want begins."""
    # A text that ends with "at" is more likely to go on with "most" or "least".
    ends = (each.end() for each in SEPARATOR.finditer(text) if each.group().strip() != "at")
    return max(ends, default=0)


def is_whole(text: str) -> bool:
    """Whether a text can be read as a want."""
    try:
        parsed_want(text)
    except WantSyntaxError:
        return False
    return True
