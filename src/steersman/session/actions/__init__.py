"""Everything a person can do, one frozen value each; each room's actions in a module of its own."""

from __future__ import annotations

from steersman.session.bayes.actions import BayesQuery
from steersman.session.challenge.actions import ChallengeChange, Reveal
from steersman.session.clusters.actions import ClustersChange, ClustersQuery, OpenClusters
from steersman.session.compare.actions import (
    CompareChange,
    CompareQuery,
    OpenCompare,
    RunComparison,
    RunCurves,
)
from steersman.session.data.actions import DataChange, DataQuery
from steersman.session.history_actions import Open, Travel
from steersman.session.lab.actions import LabChange, LabQuery, OpenLab
from steersman.session.lessons.actions import LessonQuery
from steersman.session.matrix.actions import MatrixChange, MatrixQuery, OpenMatrix, OpenTest
from steersman.session.plane.actions import PlaneChange, PlaneQuery, TuneFolds
from steersman.session.projects.actions import ProjectChange, ProjectQuery, Switch

__all__ = [
    "Action",
    "Beside",
    "Change",
    "Look",
    "Opening",
    "Query",
    "Study",
    "Switch",
    "gesture_of",
]

Change = (
    PlaneChange
    | ChallengeChange
    | MatrixChange
    | CompareChange
    | LabChange
    | ClustersChange
    | DataChange
    | ProjectChange
)
"""Leads to a new state."""

Look = Reveal | OpenTest | TuneFolds | ProjectChange
"""Changes that are no step: what was seen or found cannot be undone, words about it are apart."""

Opening = OpenMatrix | OpenCompare | OpenLab | OpenClusters
"""Changes that belong to the step on show: a room is entered, nothing is decided."""

Query = (
    Open
    | PlaneQuery
    | BayesQuery
    | MatrixQuery
    | LessonQuery
    | CompareQuery
    | LabQuery
    | ClustersQuery
    | DataQuery
    | ProjectQuery
)
"""Changes nothing."""

Beside = Query | ProjectChange | Opening
"""Waits for its turn and stops nothing: questions, words about the work, a room that is entered."""

Study = RunComparison | RunCurves
"""Questions whose long work is kept with the project."""

Action = Change | Travel | Query | Switch


def gesture_of(action: Action) -> tuple[str, int]:
    """What makes two actions one movement of the hand; a gesture of 0 is never continued."""
    moved = getattr(action, "knob", type(action).__name__)
    return str(moved), int(getattr(action, "gesture", 0))
