"""Queries of the scores room; the cut-off is moved by `MoveCutoff` of the matrix room."""

from __future__ import annotations

from dataclasses import dataclass

from steersman.session.actions import Query


@dataclass(frozen=True)
class AskScores(Query):
    """Ask for the curves and figures of the current model's scores.

    With all classes asked about, `focus` is the class that the curves are about.
    """

    focus: str = ""
