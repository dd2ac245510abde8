"""Properties of one measure, in the terms that the registry of measures uses."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from steersman.maths.confusion import Formula


class Scope(StrEnum):
    """Scope of a measure, which decides how many classes are written after it."""

    CLASS = "class"  # one class against the rest; may be left out where one is meant
    CELL = "cell"  # two: true and predicted
    OVERALL = "overall"  # none


class Unit(StrEnum):
    """Unit of a measure's values."""

    SHARE = "share"  # from 0 to 1
    ROWS = "rows"
    COST = "cost"
    COST_PER_ROW = "cost per row"


class ErrorKind(StrEnum):
    """Which errors a bound on the measure speaks of; the others are damage."""

    FALSE_POSITIVES = "fp"
    FALSE_NEGATIVES = "fn"
    CELL = "cell"
    ALL = "all"
    NONE = "none"  # rows that a person decides


class PromisedBy(StrEnum):
    """Kind of evidence on a holdout that a bound on the measure holds for new data."""

    ROW_RATE = "row-rate"  # a binomial test on rows of known truth
    CALLED_SHARE = "called-share"  # a binomial test on the rows predicted as one class
    TESTS = "tests"  # tests at settings in an order planned without the labels
    PLAN = "plan"  # tests of settings that other rows planned
    NOTHING = "nothing"  # a count is one of these rows


class NeededRows(StrEnum):
    """Rows that the holdout must have for the measure to have a value."""

    ANY = "any"
    OF_CLASS = "of-class"
    OF_OTHERS = "of-others"


class Called(StrEnum):
    """The column whose rows a called share is a share of."""

    CLASS = "class"
    OTHER = "other"  # of two classes


@dataclass(frozen=True)
class Measure:
    """One measure of a confusion matrix.

    `rises_with_errors` is its direction: smaller is better. `rate` is the rate among rows of known
    truth whose numerator a count is. `averages_classes` says that its formula depends on how many
    rows each class has. Without `needs_calls` a lower bound holds where nothing is predicted.
    """

    name: str
    words: str
    formula: Formula
    scope: Scope
    unit: Unit
    errors: ErrorKind
    rises_with_errors: bool
    promised_by: PromisedBy
    aliases: tuple[str, ...] = ()
    rate: str = ""
    called: Called = Called.CLASS
    needs_rows: NeededRows = NeededRows.ANY
    needs_calls: bool = False
    averages_classes: bool = False
    of_referred: bool = False  # it counts rows that go to a person, not decisions

    @property
    def is_share(self) -> bool:
        """Whether values lie between 0 and 1 and are written in percent."""
        return self.unit is Unit.SHARE

    @property
    def is_cost(self) -> bool:
        """Whether costs are needed to compute it."""
        return self.unit in (Unit.COST, Unit.COST_PER_ROW)

    @property
    def grows_with_rows(self) -> bool:
        """Whether twice as many rows of the same kind have twice as much of it."""
        return self.unit in (Unit.ROWS, Unit.COST)

    @property
    def depends_on_class_shares(self) -> bool:
        """Whether it changes with the shares of the classes, though each is decided as before."""
        return (
            self.is_share
            and self.promised_by is not PromisedBy.ROW_RATE
            and not self.averages_classes
        )

    @property
    def n_classes(self) -> int:
        """Number of classes written after the measure, where any are."""
        return {Scope.CLASS: 1, Scope.CELL: 2, Scope.OVERALL: 0}[self.scope]
