"""Queries of the why room; labels are corrected by `RelabelRows` of the session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from steersman.session.actions import LongQuery, Query

Which = Literal["wrong", "all", "corrected"]
"""Rows to choose from."""


@dataclass(frozen=True)
class AskImportance(LongQuery):
    """What the current model uses; `search` measures the features whose names contain it.

    With all classes asked about, `focus` is the class that directions are for.
    """

    search: str = ""
    focus: str = ""


@dataclass(frozen=True)
class AskDependence(Query):
    """The mean score at each value of one feature, by the number of its group."""

    group: int
    focus: str = ""


@dataclass(frozen=True)
class PickRows(Query):
    """Tuning rows to look at, those that the model is surest of first; or corrected rows."""

    which: Which = "wrong"
    search: str = ""


@dataclass(frozen=True)
class WhyRow(Query):
    """Why one training or tuning row is decided as it is, and the rows most like it."""

    row: int


@dataclass(frozen=True)
class TryRow(Query):
    """The score of a row with other values, by column; `explained` also asks for contributions.

    Columns that are not named are as in `row`, or as usual for a new row.
    """

    values: Mapping[str, str]
    row: int | None = None
    explained: bool = False


@dataclass(frozen=True)
class FindFlips(Query):
    """The smallest changes of a row with these values that change its decision."""

    values: Mapping[str, str]
    row: int | None = None


@dataclass(frozen=True)
class ExportLabels(Query):
    """All rows with their labels, corrected ones marked, as CSV."""
