"""Actions of the slices room; a slice becomes a limit by `AskWant` of the matrix room."""

from __future__ import annotations

from dataclasses import dataclass

from steersman.session.actions import Query


@dataclass(frozen=True)
class AskSlices(Query):
    """Ask for the tuning rows on which the current model does worst.

    `measure` is a rate as a want writes it; with `column` its groups are compared, all of them.
    """

    measure: str = "error rate"
    column: str = ""


@dataclass(frozen=True)
class SliceExamples(Query):
    """Ask for the rows of one slice of a table, the wrong ones first."""

    measure: str
    column: str
    name: str
