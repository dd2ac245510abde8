"""Shapes of limits: wants, what they reached, and what is guaranteed of them."""

from __future__ import annotations

from typing import Literal, TypedDict

Relation = Literal["<=", ">=", "<", ">", "="]


class BoundValues(TypedDict):
    """One inequality of a want; the classes are named as in the data, none where one is meant."""

    measure: str
    classes: list[str]
    relation: Relation
    value: float
    share: bool
    """Whether values are shares, from 0 to 1, rather than counts."""
    locked: bool
    """Whether it was added for a locked cell, not asked for."""
    each_group: str
    """What the groups are called that it must hold in, each of them; empty for all rows."""
    gap_over: str
    """What the groups are called whose largest difference it limits; empty where it does not."""


class ReachedBoundValues(BoundValues):
    """A bound with the value that its measure reached; `part` of `rows` rows where it counts."""

    reached: float
    part: int | None
    rows: int | None
    low: float
    high: float
    """Where it is likely on new rows, as a share of rows or as the average cost of a row."""
    tight: bool
    """Whether the limit is between them, so that new rows may well break it."""


class FinalBoundValues(TypedDict):
    """A bound on the final test rows; counts are shares of the rows they count among, costs are
    averages of a row."""

    bound: BoundValues
    value: float
    limit: float
    low: float
    high: float
    part: int | None
    rows: int | None
    tuning: float
    """The value on the tuning rows."""
    holds: bool
    within_noise: bool
    """It fails, and the interval includes the limit."""
    group: str
    """Of a limit for each group, the one in which it is furthest away."""


class AverageCostValues(TypedDict):
    """The average cost of a row, on the tuning rows and on the final test rows."""

    tuning: float
    test: float


class WantValues(TypedDict):
    """A want that can be asked for: by its text, in the words of its bounds."""

    text: str
    bounds: list[BoundValues]


class WantExampleValues(TypedDict):
    """A want as it can be written, and what it means."""

    text: str
    meaning: str


class ViolationValues(TypedDict):
    """A bound that does not hold."""

    bound: BoundValues
    value: float
    rows: float | None
    """How many must change; null where none would do."""
    promising: bool
    """Whether it holds here and only cannot be promised."""


class BoundPromiseValues(TypedDict):
    """A bound that holds on new data but for a risk; so many of the rows here may err."""

    bound: BoundValues
    risk: float
    allowed: int | None
    rows: int | None
    of_shares: bool
    """Whether it holds only while the classes have the shares that were assumed."""


class AllowanceValues(TypedDict):
    """How many errors a bound allows among so many rows here, and how many there are."""

    bound: BoundValues
    used: int
    allowed: int
    rows: int


class ShortageValues(TypedDict):
    """A bound that so few rows cannot promise, and how many could, where that is known."""

    bound: BoundValues
    rows: int
    needed: float | None
