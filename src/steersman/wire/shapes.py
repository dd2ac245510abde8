"""Everything that goes over the wire, by room: the one list that the page's types are made from.

`make wire-types` writes frontend/src/wire from it; the golden frames are checked against it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Literal, NotRequired, TypedDict, get_args

from steersman.compare.model_figures import Interval, Score
from steersman.compare.recipes import Granularity, Learner
from steersman.data.sketch import Remedy, Role
from steersman.evaluate.mcnemar_test import Method
from steersman.learn.martingale.program import FrozenWhy
from steersman.maths.lessons.line_losses import Loss
from steersman.session import history_actions, state
from steersman.session import shapes as shared
from steersman.session.bayes import actions as bayes_actions
from steersman.session.bayes import shapes as bayes
from steersman.session.challenge import actions as challenge_actions
from steersman.session.challenge import shapes as challenge
from steersman.session.clusters import actions as clusters_actions
from steersman.session.clusters import choice as clusters_choice
from steersman.session.clusters import shapes as clusters
from steersman.session.compare import actions as compare_actions
from steersman.session.compare import shapes as compare
from steersman.session.data import actions as data_actions
from steersman.session.data import choice as data_choice
from steersman.session.data import shapes as data
from steersman.session.lab import actions as lab_actions
from steersman.session.lab import shapes as lab
from steersman.session.lessons import actions as lesson_actions
from steersman.session.lessons import shapes as lessons
from steersman.session.matrix import actions as matrix_actions
from steersman.session.matrix import shapes as matrix
from steersman.session.plane import actions as plane_actions
from steersman.session.plane import shapes as plane
from steersman.session.projects import actions as project_actions
from steersman.session.projects import shapes as project

__all__ = [
    "CHANNEL_FRAMES",
    "KINDS",
    "NEWS",
    "ROOMS",
    "SHARED_FRAMES",
    "CancelledFrame",
    "ErrorDetail",
    "ErrorFrame",
    "ErrorNeeds",
    "ProgressFrame",
    "RoomShapes",
    "Signal",
]

Signal = Literal["cancel", "enough"]
"""Messages to the task under way; they are not part of the work."""


class ProgressFrame(TypedDict):
    """How far a task is: 0 to 1, or null where nobody knows."""

    task: str
    done: float | None


class CancelledFrame(TypedDict):
    """The task was stopped; the state is as it was."""

    task: str


class ErrorNeeds(TypedDict):
    """The data file that a project looks for."""

    file: str
    project: str


class ErrorDetail(TypedDict):
    """What went wrong, and what to do."""

    what: str
    todo: str
    needs: NotRequired[ErrorNeeds]


class ErrorFrame(TypedDict):
    error: ErrorDetail


@dataclass(frozen=True)
class RoomShapes:
    """What one room sends and understands.

    `title` begins the names of its unions (`MatrixAction`, `MatrixFrame`); `frames` are its answers
    by their kind, `news` by what they are about; `view` is its part of the view, `choice` of the
    state. `named` are aliases that have a name in TypeScript, too.
    """

    title: str
    shapes: ModuleType
    actions: tuple[type, ...] = ()
    view: Any = None
    choice: Any = None
    named: Mapping[str, Any] = field(default_factory=dict)

    @property
    def frames(self) -> Mapping[str, Any]:
        """Shapes of answers by their kind."""
        found: Mapping[str, Any] = getattr(self.shapes, "FRAMES", {})
        return found

    @property
    def news(self) -> Mapping[str, Any]:
        """Shapes of news by what they are about."""
        found: Mapping[str, Any] = getattr(self.shapes, "NEWS", {})
        return found


def actions_in(*unions: object) -> tuple[type, ...]:
    """The actions of some unions, in order; an action may stand alone."""
    return tuple(each for union in unions for each in get_args(union) or (union,))


ROOMS: Mapping[str, RoomShapes] = {
    "plane": RoomShapes(
        "Plane",
        plane,
        actions_in(
            history_actions.Open,
            history_actions.Travel,
            plane_actions.PlaneChange,
            plane_actions.PlaneQuery,
        ),
        named={
            "SplitName": plane_actions.Split,
            "MetricName": plane.Metric,
            "Scale": plane.Scale,
            "Bounds": plane.Bounds,
        },
    ),
    "bayes": RoomShapes("Bayes", bayes, actions_in(bayes_actions.BayesQuery)),
    "challenge": RoomShapes(
        "Challenge",
        challenge,
        actions_in(challenge_actions.ChallengeChange),
        view=challenge.ChallengeValues | None,
        choice=state.Challenge,
    ),
    "matrix": RoomShapes(
        "Matrix",
        matrix,
        actions_in(matrix_actions.MatrixChange, matrix_actions.MatrixQuery),
        view=matrix.MatrixView,
        choice=state.MatrixChoice,
        named={
            "Counts": matrix.Counts,
            "CellRanges": matrix.CellRanges,
            "Granularity": Granularity,
            "Learner": Learner,
            "FrozenWhy": FrozenWhy,
        },
    ),
    "compare": RoomShapes(
        "Compare",
        compare,
        actions_in(compare_actions.CompareChange, compare_actions.CompareQuery),
        view=compare.CompareView,
        choice=state.CompareChoice,
        named={
            "Interval": Interval,
            "Method": Method,
            "PairTable": compare.PairTable,
            "Score": Score,
            "Side": compare_actions.Side,
        },
    ),
    "lab": RoomShapes(
        "Lab",
        lab,
        actions_in(lab_actions.LabChange, lab_actions.LabQuery),
        view=lab.LabView,
        choice=state.LabChoice,
        named={"Point": lab_actions.Point},
    ),
    "lessons": RoomShapes(
        "Lesson",
        lessons,
        actions_in(lesson_actions.LessonQuery),
        named={
            "Interval": lessons.Interval,
            "Loss": Loss,
            "Side": lessons.Side,
            "World": lessons.World,
        },
    ),
    "clusters": RoomShapes(
        "Clusters",
        clusters,
        actions_in(clusters_actions.ClustersChange, clusters_actions.ClustersQuery),
        view=clusters.ClustersView,
        choice=clusters_choice.ClusterChoice,
        named={"Priors": clusters_choice.Priors},
    ),
    "data": RoomShapes(
        "Data",
        data,
        actions_in(data_actions.DataChange, data_actions.DataQuery),
        view=data.FileView,
        choice=data_choice.DataChoice,
        named={"Remedy": Remedy, "Role": Role},
    ),
    "project": RoomShapes(
        "Project",
        project,
        actions_in(
            project_actions.ProjectChange, project_actions.ProjectQuery, project_actions.Switch
        ),
        view=project.ProjectView,
    ),
}

SHARED_FRAMES: Mapping[str, Any] = {"file": shared.FileFrame}
"""Answers that several rooms give."""

CHANNEL_FRAMES: Mapping[str, Any] = {
    "progress": ProgressFrame,
    "cancelled": CancelledFrame,
    "error": ErrorFrame,
}
"""What the channel says itself."""

KINDS: Mapping[str, Any] = {
    kind: shape
    for frames in (*(room.frames for room in ROOMS.values()), SHARED_FRAMES, CHANNEL_FRAMES)
    for kind, shape in frames.items()
}
"""The shape of every kind of frame but `view`, put together of all rooms, and `news`."""

NEWS: Mapping[str, Any] = {
    about: shape for room in ROOMS.values() for about, shape in room.news.items()
}
"""What a task under way has so far, by what it is about."""
