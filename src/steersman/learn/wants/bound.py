"""One inequality of a want, as it is written."""

from __future__ import annotations

import re
from dataclasses import dataclass

from steersman.learn.wants.measure import Measure, Unit
from steersman.learn.wants.measures import measure_named

PLAIN_WORD = re.compile(r"\w+")
UNQUOTED = re.compile(r"[^,()'\"<>=]+")


@dataclass(frozen=True)
class Bound:
    """A measure (of the classes named, or numbered by position) against a value.

    `locked` marks what was not asked for, but must not get worse on the way to what was.
    `each_group` is what groups are called, where the bound is for each of them; `gap_over` is what
    they are called where it is on the largest difference between any two of them.

    Parameters
    ----------
    measure : str
        Name of a measure, such as ``'recall'`` or ``'fpr'``.
    classes : tuple of str or int
        Classes that the measure is about, by name or position; empty for the class to catch.
    relation : {'<=', '>=', '<', '>', '='}
        How the measure compares with the value.
    value : float
        Limit: a count, or a rate between 0 and 1.
    locked : bool
        Marks what was not asked for but must not get worse.
    each_group : str
        What groups are called, if the limit is for each of them.
    gap_over : str
        What groups are called, if the limit is on the gap between them.

    Examples
    --------
    >>> print(Bound("cell", ("ham", "spam"), "<=", 3), Bound("recall", (), ">=", 0.95))
    cell(ham, spam) <= 3 recall >= 95%
    """

    measure: str
    classes: tuple[str | int, ...]
    relation: str
    value: float
    locked: bool = False
    each_group: str = ""
    gap_over: str = ""

    def __post_init__(self) -> None:
        measure_named(self.measure)

    @property
    def definition(self) -> Measure:
        """The measure's entry in the registry."""
        return measure_named(self.measure)

    @property
    def grouping(self) -> str:
        """What the groups are called that the bound is about; empty where it is about all rows."""
        return self.each_group or self.gap_over

    @property
    def is_upper(self) -> bool:
        """Whether the measure must be at most (or less than) the value."""
        return self.relation in ("<", "<=")

    @property
    def is_lower(self) -> bool:
        """Whether the measure must be at least (or more than) the value."""
        return self.relation in (">", ">=")

    def value_text(self, value: float) -> str:
        """A value of the measure as it is written in a want.

        Parameters
        ----------
        value : float
            A value of the measure.

        Returns
        -------
        str
            The value, with % for a rate.
        """
        if self.definition.is_share:
            return f"{100 * value:.6g}%"
        if self.definition.unit in (Unit.COST, Unit.COST_PER_ROW):
            return f"{value:.12g}"
        return f"{value:.0f}" if value == round(value) else f"{value:g}"

    def __str__(self) -> str:
        named = ", ".join(quoted_name(name) for name in self.classes)
        measure = f"{self.measure}({named})" if named else self.measure
        measure = f"{measure} gap over {column_word(self.gap_over)}" if self.gap_over else measure
        limit = f"{measure} {self.relation} {self.value_text(self.value)}"
        return f"{limit} for each {column_word(self.each_group)}" if self.each_group else limit


def column_word(name: str) -> str:
    """A column as it can be written in a want.

    >>> print(column_word("clinic"), column_word("marital status"))
    clinic "marital status"
    """
    if PLAIN_WORD.fullmatch(name):
        return name
    doubled = name.replace('"', '""')
    return f'"{doubled}"'


def quoted_name(name: str | int) -> str:
    """A class name as it can be written in a want; a position as its number from 0.

    >>> print(quoted_name("spam"), quoted_name('the "other" kind'))
    spam "the ""other"" kind"
    """
    if isinstance(name, int) or (UNQUOTED.fullmatch(name) and name == name.strip()):
        return str(name)
    doubled = name.replace('"', '""')
    return f'"{doubled}"'
