"""Grammar of wants, with errors that point at the character that cannot be read.

want      = statement ["for each" group], (separator, statement)*
            where a statement may also be "cost column" ("=" | "is") column
separator = "and" | "," | ";" | "then" | "with" | "subject to" | "while" | ...
statement = bound | objective
bound     = term ["gap over" group] relation amount ["of" class] ["per row"]
          | amount relation term [relation amount]
          | relation amount ["of"] term | verb [relation] amount ["of"] class | referral
objective = ("maximize" | "minimize" | "lowest" | "fewest" | ...) term
          | "as" ("few" | "much" | ...) term "as possible"
          | verb "as" ("few" | "much" | ...) class "as possible"
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from steersman.errors import SteersmanError
from steersman.learn.wants.amounts import (
    MIRRORED,
    RELATION,
    Amount,
    amount,
    relation,
    sees_amount,
    sees_relation,
)
from steersman.learn.wants.bound import Bound
from steersman.learn.wants.measures import MEASURES, SHARE_OF, measure_named
from steersman.learn.wants.objective import Direction, Objective
from steersman.learn.wants.phrases import (
    AS_POSSIBLE,
    COST_COLUMN,
    EACH_GROUP,
    GAP,
    PER_ROW,
    SEPARATOR,
    Term,
    column_name,
    one_class,
    term,
)
from steersman.learn.wants.reader import Reader, WantSyntaxError
from steersman.learn.wants.referral_phrases import referral_limit, takes_fewest_referrals

OPENING = re.compile(r"(?:(?:i|we)\s+want|please|with|then|allow|make)\s+", re.IGNORECASE)
MAXIMIZE = re.compile(r"(?:maximi[sz]e|max|highest|largest|best|most)\b(?!\s*[\d.])", re.I)
MINIMIZE = re.compile(r"(?:minimi[sz]e|min|lowest|least|smallest|fewest)\b(?!\s*[\d.])", re.I)
AS_MUCH = re.compile(r"as\s+(?:many|much|high|large)\s+", re.IGNORECASE)
AS_LITTLE = re.compile(r"as\s+(?:few|little|low|small)\s+(?:other\s+(?=errors\b))?", re.IGNORECASE)
CATCH = re.compile(r"(?:catch|find|detect|keep)(?=\s+[\d.]|\s+as\b|\s+all\b)", re.IGNORECASE)
VERB_BEFORE_RELATION = re.compile(
    r"(?P<catch>(?:catch|find|detect|keep)(?:ing)?)|(?P<lose>lose|losing|miss(?:ing)?)\b", re.I
)
LOSE = re.compile(r"(?P<verb>lose|miss)(?=\s+[\d.]|\s+as\b)", re.IGNORECASE)
OF = re.compile(r"(?:of|for)\s+", re.IGNORECASE)
NO = re.compile(r"(?:no|zero)\s+(?!(?:more|less|fewer|greater)\b)", re.IGNORECASE)
KEEP = re.compile(r"keep\s+", re.IGNORECASE)


class WantParts(NamedTuple):
    """What is written in a want; the column of costs is empty where none is named."""

    bounds: tuple[Bound, ...]
    objective: Objective | None
    cost_column: str = ""


def parsed_want(text: str) -> WantParts:
    """The bounds, the objective and the cost column written in `text`.

    >>> bounds, objective, _ = parsed_want("fpr <= 2%, then catch as much spam as possible")
    >>> str(bounds[0]), str(objective)
    ('fpr <= 2%', 'maximize recall(spam)')
    """
    reader = Reader(text)
    if reader.at_end():
        raise reader.stop("want-empty", "the want is empty", todo='write a bound such as "fp <= 5"')
    bounds: list[Bound] = []
    objective: Objective | None = None
    cost_column = ""
    while True:
        reader.take(OPENING)
        reader.skip_spaces()
        start = reader.at
        column = reader.take(COST_COLUMN)
        found = None if column else next_objective(reader)
        if column:
            cost_column = column_name(column["column"])
        elif found is None:
            bounds += for_each_group(reader, next_bounds(reader))
        elif objective is None:
            objective = found
        else:
            raise reader.stop(
                "two-objectives",
                "a want has one objective",
                start,
                todo="write the other as a limit, such as recall >= 95 %",
            )
        if reader.at_end():
            if cost_column and not bounds and objective is None:
                objective = Objective("minimize", "cost")
            checked = checked_objective(reader, objective, bounds)
            return WantParts(tuple(bounds), checked, cost_column)
        if not reader.take(SEPARATOR):
            raise reader.stop("separator-expected", "expected 'and' or a comma between two bounds")


def parsed_objective(text: str) -> Objective:
    """The objective written in `text`, without any bound.

    >>> parsed_objective("as few false alarms as possible")
    Objective(direction='minimize', measure='fp', classes=())
    """
    reader = Reader(text)
    reader.take(OPENING)
    found = next_objective(reader)
    if found is None or not reader.at_end():
        raise reader.stop(
            "objective-expected",
            f'I did not understand "{text.strip()}"',
            todo="try: maximize recall, or minimize cost",
            piece=text.strip(),
        )
    return found


def parsed_measure(text: str) -> tuple[str, tuple[str, ...]]:
    """A measure and its classes, written as in a want but without a bound.

    >>> parsed_measure("sensitivity(spam)")
    ('recall', ('spam',))
    """
    reader = Reader(text)
    try:
        found = term(reader)
    except WantSyntaxError as problem:
        if problem.code != "not-understood":
            raise
        raise reader.stop(
            "unknown-measure",
            f"there is no measure {text.strip()!r}",
            problem.position,
            todo=f"use {', '.join(sorted(MEASURES))}",
        ) from problem
    if not reader.at_end():
        raise reader.stop("measure-expected", "expected a measure and nothing else")
    return found.counted, found.classes


def checked_objective(
    reader: Reader, objective: Objective | None, bounds: list[Bound]
) -> Objective | None:
    """The objective, when it can be had without every row in one class."""
    limited = any(not bound.definition.of_referred for bound in bounds)
    if objective is None or limited or not objective.needs_limit:
        return objective
    if objective.definition.of_referred:
        raise reader.stop(
            "objective-needs-limit",
            f"{objective} alone asks nobody",
            0,
            todo=f"add a limit, such as: {objective} subject to error rate <= 1 %",
        )
    other = "fpr <= 1 %" if objective.definition.errors == "fn" else "recall >= 95 %"
    raise reader.stop(
        "objective-needs-limit",
        f"{objective} alone would put every row in one class",
        0,
        todo=f"add a limit, such as: {objective} subject to {other}",
    )


def next_objective(reader: Reader) -> Objective | None:
    """The objective at this place; None (and nothing is skipped) where there is none."""
    start = reader.at
    if takes_fewest_referrals(reader):
        return Objective("minimize", "referrals")
    verb = reader.take(CATCH) or reader.take(LOSE)
    if reader.take(AS_MUCH):
        direction: Direction = "maximize"
    elif reader.take(AS_LITTLE):
        direction = "minimize"
    elif verb is None and reader.take(MAXIMIZE):
        return objective_of(reader, "maximize", term(reader), start)
    elif verb is None and reader.take(MINIMIZE):
        return objective_of(reader, "minimize", term(reader), start)
    else:
        reader.at = start
        return None
    if verb is not None:
        caught = CATCH.match(verb.group() + " as") is not None
        # "Catch as much as possible" is about the class to catch.
        classes = () if caught and reader.sees(AS_POSSIBLE) else (one_class(reader),)
        found = Term("tp" if caught else "fn", "recall" if caught else "fnr", classes, start)
    else:
        found = term(reader)
    if not reader.take(AS_POSSIBLE):
        raise reader.stop("as-possible-expected", 'expected "as possible"')
    return objective_of(reader, direction, found, start)


def objective_of(reader: Reader, direction: Direction, found: Term, start: int) -> Objective:
    """The objective about a term: shares are maximized, errors are counted."""
    measure = found.share if direction == "maximize" else found.counted
    try:
        return Objective(direction, measure, found.classes)
    except SteersmanError as problem:
        raise reader.stop(
            "objective-direction", problem.what, start, todo=problem.todo, measure=measure
        ) from problem


def next_bounds(reader: Reader) -> list[Bound]:
    """The bound at this place; two when the measure is between two numbers."""
    reader.skip_spaces()
    referral = referral_limit(reader)
    if referral is not None:
        return [checked_bound(reader, Term("referrals", "refer", (), reader.at), *referral)]
    by_verb = verb_bound(reader)
    if by_verb is not None:
        return [by_verb]
    reader.take(KEEP)
    if reader.take(NO):
        zero = Amount(0.0, False, 0.0, reader.at, "0")
        return [checked_bound(reader, gap_term(reader), "<=", zero)]
    if sees_relation(reader):
        way, given = relation(reader), amount(reader)
        per_row = reader.take(PER_ROW) is not None
        reader.take(OF)
        return [checked_bound(reader, gap_term(reader), way, given, per_row=per_row)]
    if sees_amount(reader):
        return bounds_after_number(reader)
    found = gap_term(reader)
    way, given = relation(reader), amount(reader)
    if found.gap_over or reader.take(PER_ROW):
        return [checked_bound(reader, found, way, given, per_row=not found.gap_over)]
    if not found.classes and measure_named(found.counted).n_classes == 1 and takes_of(reader):
        found = found._replace(classes=(one_class(reader),))
    return [checked_bound(reader, found, way, given)]


def takes_of(reader: Reader) -> bool:
    """Whether "of" or "for" comes next, and a class after it; it is skipped."""
    return not reader.sees(EACH_GROUP) and reader.take(OF) is not None


def for_each_group(reader: Reader, bounds: list[Bound]) -> list[Bound]:
    """The bounds, for each group where that is written behind them."""
    found = reader.take(EACH_GROUP)
    if not found:
        return bounds
    if any(each.gap_over for each in bounds):
        raise reader.stop("gap-for-each", "a gap is over groups, not for each of them")
    group = column_name(found["group"])
    return [replace(each, each_group=group) for each in bounds]


def gap_term(reader: Reader) -> Term:
    """The next measure, of which the gap over groups may be meant."""
    reader.skip_spaces()
    found = GAP.match(reader.text, reader.at)
    if not found or SEPARATOR.search(found["measure"] or found["of"]):
        return term(reader)
    start = found.start("measure") if found["measure"] else found.start("of")
    # The measure ends where "gap" begins, however its words could go on.
    within = Reader(reader.text[: start + len(found["measure"] or found["of"])])
    within.at = start
    measured = term(within)
    if not within.at_end():
        raise reader.stop("measure-expected", "expected a measure before the gap", within.at)
    reader.at = found.end()
    return measured._replace(gap_over=column_name(found["group"]))


def bounds_after_number(reader: Reader) -> list[Bound]:
    """The bounds of a measure that follows a number, and may have another number behind."""
    low = amount(reader)
    way = MIRRORED[relation(reader)]
    reader.skip_spaces()
    measure_at = reader.at
    found = gap_term(reader)
    bounds = [checked_bound(reader, found, way, low)]
    if not reader.sees(RELATION):
        return bounds
    bounds.append(checked_bound(reader, found, relation(reader), amount(reader)))
    if bounds[0].relation[0] == bounds[1].relation[0]:
        raise reader.stop(
            "same-way-twice", "both bounds of this measure look the same way", measure_at
        )
    return bounds


def verb_bound(reader: Reader) -> Bound | None:
    """The bound of "catch at least 95 % of spam" or "lose at most 1 in 200 ham", if it is one."""
    start = reader.at
    verb = reader.take(VERB_BEFORE_RELATION)
    if verb is None or not (sees_relation(reader) or sees_amount(reader)):
        reader.at = start
        return None
    caught = verb["catch"] is not None
    # "catch 95 % of spam" means at least, "miss 5 %" at most.
    way = relation(reader) if sees_relation(reader) else ">=" if caught else "<="
    given = amount(reader)
    takes_of(reader)
    named = not (reader.at_end() or reader.sees(SEPARATOR) or reader.sees(EACH_GROUP))
    # "miss" is about the class to catch; what else is lost must be said.
    if not named and verb.group().lower()[:3] in ("los", "kee"):
        raise reader.stop("class-expected", f"{verb.group()} rows of which class?")
    classes = (one_class(reader),) if named else ()
    found = Term("tp" if caught else "fn", "recall" if caught else "fnr", classes, start)
    return checked_bound(reader, found, way, given)


def checked_bound(
    reader: Reader, found: Term, way: str, given: Amount, *, per_row: bool = False
) -> Bound:
    """The bound, when its value can be a value of its measure."""
    if per_row and found.counted != "cost":
        raise reader.stop("per-row", f"{found.counted} is not counted per row", given.start)
    measure = "average cost" if per_row else found.measure(given)
    definition = measure_named(measure)
    if found.gap_over:
        return gap_bound(reader, found, way, given)
    if not definition.is_share:
        if given.share:
            share = SHARE_OF.get(measure)
            name = (measure_named(share).aliases or (share,))[0] if share else ""
            percent = f"{100 * given.value:g} %"
            todo = f"for a share write {name} {way} {percent}" if share else "leave out the %"
            raise reader.stop("not-a-share", f'"{measure}" counts rows', given.start, todo=todo)
        if given.in_rows < 0:
            raise reader.stop("negative", f"{measure} cannot be negative", given.start)
        return Bound(measure, found.classes, way, given.in_rows)
    if not 0.0 <= given.value <= 1.0:
        raise outside_share(reader, given)
    return Bound(measure, found.classes, way, given.value)


def gap_bound(reader: Reader, found: Term, way: str, given: Amount) -> Bound:
    """The bound on the largest difference of a share between groups."""
    if not measure_named(found.share).is_share:
        raise reader.stop(
            "gap-of-counts",
            f"a gap is one of rates, and {found.counted} counts",
            found.start,
            todo="write for example fpr gap over gender <= 2 %",
        )
    if way not in ("<", "<="):
        raise reader.stop(
            "gap-direction", "a gap is limited from above", given.start, todo="write <="
        )
    if not 0.0 <= given.value <= 1.0:
        raise outside_share(reader, given)
    return Bound(found.share, found.classes, way, given.value, gap_over=found.gap_over)


def outside_share(reader: Reader, given: Amount) -> WantSyntaxError:
    """The error for a share below 0 or above 1, with what may have been meant."""
    if given.value < 0:
        message, todo = f"{given.text} is less than nothing", "write a share from 0 to 100 %"
        return reader.stop("not-between-0-and-1", message, given.start, todo=todo)
    percent = 100.0 * given.value if given.share else given.value
    while percent > 100.0:
        percent /= 10.0
    todo = f"did you mean {percent:g} % or {percent / 100:g}?"
    return reader.stop(
        "not-between-0-and-1",
        f"{given.text} is more than all",
        given.start,
        todo=todo,
        meant=percent / 100,
    )
