"""Bounds and what a matrix makes of them, in words that name the class and its number."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.learn.wants.class_bound import ClassBound
from steersman.learn.wants.measure import Scope
from steersman.learn.wants.resolved_want import ResolvedWant, Violation

Floats = NDArray[np.float64]

LIMITS = {
    "<=": "at most",
    ">=": "at least",
    "<": "less than",
    ">": "more than",
    "=": "exactly",
}


def share_text(share: float) -> str:
    """A share in per cent, with as many digits as matter.

    >>> share_text(0.855), share_text(1 / 1205), share_text(0.9), share_text(0.0002)
    ('85.5 %', '0.1 %', '90 %', '0.02 %')
    """
    percent = 100.0 * share
    digits = f"{percent:.1f}" if percent >= 0.05 or not percent else f"{percent:.1g}"
    return f"{digits.removesuffix('.0')} %"


def count_text(value: float) -> str:
    """A number with its thousands apart."""
    return f"{value:,.0f}" if value == round(value) else f"{value:,.4g}"


def value_text(bound: ClassBound, value: float) -> str:
    """A value of the bound's measure."""
    if not bound.definition.is_share:
        return count_text(value)
    # Limits are written as asked: 0.05 % is not 0.1 %.
    return f"{100 * value:.6g} %"


def rounded_text(bound: ClassBound, value: float) -> str:
    """A value that was reached, shares to a tenth of a percent."""
    return share_text(value) if bound.definition.is_share else count_text(value)


def subject_name(name: str, rows: str = "") -> str:
    """A class where a sentence speaks of its rows; one without letters is called a class.

    >>> subject_name("spam"), subject_name("1"), subject_name("1", "rows of ")
    ('spam', 'class 1', 'rows of class 1')
    """
    return name if any(map(str.isalpha, name)) else f"{rows}class {name}"


def limit_text(bound: ClassBound) -> str:
    """The limit of a bound: at most 0.5 %."""
    return f"{LIMITS[bound.written.relation]} {value_text(bound, bound.written.value)}"


def subject_and_verb(bound: ClassBound, want: ResolvedWant) -> tuple[str, str]:
    """Which rows a rate among rows of known truth is of, and what happens to them.

    Of two classes, an error on one is a call of the other.
    """
    names = [str(label) for label in want.classes]
    measure, places = bound.written.measure, bound.places
    two = len(names) == 2
    if bound.definition.scope is Scope.CELL:
        true, predicted = places
        right = "caught" if not two or true == want.positive else "kept"
        return subject_name(
            names[true]
        ), right if true == predicted else f"called {names[predicted]}"
    (place,) = places
    name, other = names[place], names[1 - place] if two else "other rows"
    rows, other_rows = subject_name(name), subject_name(other)
    match measure:
        case "recall" | "tp":
            return rows, "kept" if two and place != want.positive else "caught"
        case "fnr" | "fn":
            # The class to catch is missed; a row of the other class is called by its name.
            return rows, f"called {other}" if two and place != want.positive else "missed"
        case "fpr" | "fp":
            return other_rows, f"called {name}"
        case _:
            return other_rows, f"not called {name}"


def reached_text(bound: ClassBound, want: ResolvedWant, matrix: ArrayLike) -> str:
    """What a matrix makes of a bound: "1 of 1,205 ham called spam (0.1 %)".

    >>> from steersman.learn.wants.want import Want
    >>> want = Want("fpr <= 2%, precision >= 90%").resolve(["ham", "spam"])
    >>> for bound in want.bounds:
    ...     print(reached_text(bound, want, [[1204, 1], [32, 142]]))
    1 of 1,205 ham called spam (0.1 %)
    142 of 143 rows called spam are spam (99.3 %)
    """
    cells = np.asarray(matrix, dtype=np.float64)
    measure, value = bound.written.measure, bound.value(cells, want.costs)
    definition = bound.definition
    known_truth = bound.is_row_rate or definition.rate or measure == "cell"
    if known_truth and not definition.of_referred:
        return counted_text(bound, want, cells)
    name = str(want.classes[bound.places[0]]) if bound.places else ""
    of_class = f" of {subject_name(name)}" if name else ""
    if bound.prior is not None:
        return f"{measure}{of_class} {share_text(value)} {in_use_text(want)}"
    parts = bound.parts(cells.sum(axis=1), want.costs)
    part = float(np.sum(parts.part * cells))
    whole = float(np.sum(parts.whole * cells)) if parts.whole is not None else cells.sum()
    if bound.definition.of_referred:
        part, whole = float(cells[:, -1].sum()), float(cells.sum())
        share = share_text(part / whole if whole else 0.0)
        go = "goes" if part == 1 else "go"
        return f"{count_text(part)} of {count_text(whole)} rows {go} to a person ({share})"
    counts = f"{count_text(part)} of {count_text(whole)} {decided_word(bound)}rows"
    match measure:
        case "precision":
            return f"{counts} called {name} are {name} ({share_text(value)})"
        case "fdr":
            return f"{counts} called {name} are not {name} ({share_text(value)})"
        case "npv":
            return f"{counts} not called {name} are not {name} ({share_text(value)})"
        case "predicted":
            return f"{count_text(value)} {decided_word(bound)}rows called {name}"
        case "accuracy":
            return f"{counts} right ({share_text(value)})"
        case "average cost":
            return f"average cost {count_text(value)} per row"
        case "errors" | "error rate":
            return f"{counts} wrong ({share_text(part / whole if whole else 0.0)})"
        case _:
            return f"{measure}{of_class} {rounded_text(bound, value)}"


def counted_text(bound: ClassBound, want: ResolvedWant, cells: Floats) -> str:
    """So many of the rows of known truth that a bound is about, and what happens to them."""
    subject, verb = subject_and_verb(bound, want)
    parts = bound.parts(cells.sum(axis=1), want.costs)
    # Every row of known truth counts, whatever it is called.
    of_rows = (parts.part if parts.whole is None else parts.whole).max(axis=1)
    known = cells[:, : len(want.classes)].sum(axis=1)
    rows, part = float(of_rows @ known), float(np.sum(parts.part * cells))
    share = part / rows if rows else 0.0
    among = f"{count_text(part)} of {count_text(rows)} {decided_word(bound)}{subject}"
    return f"{among} {verb} ({share_text(share)})"


def decided_word(bound: ClassBound) -> str:
    """The word for rows that a person need not decide, where some go to one."""
    return "decided " if bound.refers else ""


def in_use_text(want: ResolvedWant) -> str:
    """The share of a class where the model will be used: "with 10 % spam in use"."""
    if want.prior is None:
        return ""
    subject = subject_name(str(want.classes[want.prior.place]))
    return f"with {share_text(want.prior.share)} {subject} in use"


def assumption_text(bound: ClassBound, want: ResolvedWant) -> str:
    """What a guarantee needs of new rows: "if new rows are like these"."""
    like_these = "if new rows are like these"
    if bound.prior is None:
        return like_these
    subject = subject_name(str(want.classes[bound.prior.place]))
    return f"{like_these} and {share_text(bound.prior.share)} of them are {subject}"


def gap_text(bound: ClassBound, want: ResolvedWant) -> str:
    """Which rate a gap is of, in words: "ham called spam"."""
    if bound.is_row_rate:
        return " ".join(subject_and_verb(bound, want))
    name = str(want.classes[bound.places[0]]) if bound.places else ""
    return f"{bound.written.measure}{f' of {subject_name(name)}' if name else ''}"


def class_share_text(bound: ClassBound, want: ResolvedWant, matrix: ArrayLike) -> str:
    """A sentence on a guarantee that other shares of the classes would break; else nothing."""
    if bound.prior is not None or not bound.definition.depends_on_class_shares:
        return ""
    rows = np.asarray(matrix, dtype=np.float64).sum(axis=1)
    if bound.written.each_group:
        return "This holds only while the classes are as frequent in each group as here."
    if len(rows) != 2 or want.positive is None:
        return "This holds only while every class is as frequent as here."
    share = share_text(float(rows[want.positive] / max(rows.sum(), 1.0)))
    subject = subject_name(str(want.classes[want.positive]))
    return f"This holds only while {share} of the rows are {subject}, as here."


def future_text(bound: ClassBound, want: ResolvedWant) -> str:
    """What a bound says about new rows: "at most 0.5 % of new ham is called spam"."""
    limit = limit_text(bound)
    measure = bound.written.measure
    if bound.is_row_rate:
        subject, verb = subject_and_verb(bound, want)
        is_plural = subject == "other rows" or bound.refers
        among = f"{limit} of new {decided_word(bound)}{subject}"
        return f"{among} {'are' if is_plural else 'is'} {verb}"
    rows = f"new {decided_word(bound)}rows"
    name = str(want.classes[bound.places[0]]) if bound.places else ""
    match measure:
        case "precision":
            return f"{limit} of {rows} called {name} are {name}"
        case "fdr":
            return f"{limit} of {rows} called {name} are not {name}"
        case "npv":
            return f"{limit} of {rows} not called {name} are not {name}"
        case "accuracy":
            return f"{limit} of {rows} are right"
        case "error rate":
            return f"{limit} of {rows} are wrong"
        case "refer":
            return f"{limit} of new rows go to a person"
        case "average cost":
            return f"a new row costs {limit} on average"
        case _:
            return f"{measure}{f' of {subject_name(name)}' if name else ''} is {limit} on new rows"


def counts_text(bound: ClassBound, want: ResolvedWant, matrix: ArrayLike) -> str:
    """What a bound counts in a matrix: "1 of 1,205", or its value where it is no count."""
    cells = np.asarray(matrix, dtype=np.float64)
    part, whole = bound.parts(cells.sum(axis=1), want.costs)
    if whole is None or bound.prior is not None or bound.written.measure == "f1":
        return rounded_text(bound, bound.value(cells, want.costs))
    return (
        f"{count_text(float(np.sum(part * cells)))} of {count_text(float(np.sum(whole * cells)))}"
    )


def violation_text(violation: Violation, want: ResolvedWant, matrix: ArrayLike) -> str:
    """A bound that does not hold: what was reached, what was wanted, and the rows between."""
    bound = next(each for each in want.bounds if each.written == violation.bound)
    limit, reached = limit_text(bound), reached_text(bound, want, matrix)
    distance = ""
    if 0 < violation.rows < np.inf:
        many = "too many" if bound.written.is_upper else "more"
        distance = f", {count_text(violation.rows)} {many}"
    if not violation.promising:
        wanted = f"{limit} wanted{distance}"
    elif distance:
        wanted = f"to guarantee {limit}{distance}"
    else:
        wanted = f"{limit} cannot be guaranteed"
    # The share that was reached is in brackets already, where there is one.
    return f"{reached[:-1]}; {wanted})" if reached.endswith(")") else f"{reached} ({wanted})"
