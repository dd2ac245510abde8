"""Everything that goes over the wire, by room: the one list that the page's types are made from.

`make wire-types` writes frontend/src/wire from it; the golden frames are checked against it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Literal, NotRequired, TypedDict

from steersman.compare.model_figures import Interval, Score
from steersman.compare.recipes import Learner
from steersman.data.read_options import Role
from steersman.data.sketch import Remedy
from steersman.evaluate.mcnemar_test import Method
from steersman.learn.martingale.program import FrozenWhy
from steersman.learn.martingale.steering import Granularity
from steersman.maths.lessons.line_losses import Loss
from steersman.session import history_actions, question
from steersman.session import shapes as shared
from steersman.session.actions import Action, actions_in
from steersman.session.bayes import shapes as bayes
from steersman.session.challenge import shapes as challenge
from steersman.session.clusters import choice as clusters_choice
from steersman.session.clusters import shapes as clusters
from steersman.session.compare import actions as compare_actions
from steersman.session.compare import shapes as compare
from steersman.session.data import shapes as data
from steersman.session.history import Split
from steersman.session.lab import actions as lab_actions
from steersman.session.lab import shapes as lab
from steersman.session.lessons import lesson, models
from steersman.session.lessons import room as lessons
from steersman.session.matrix import shapes as matrix
from steersman.session.plane import shapes as plane
from steersman.session.project import shapes as project
from steersman.session.room import Room
from steersman.session.rooms import ROOMS as SESSION_ROOMS
from steersman.session.state import RoomChoice

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
    """An error: what went wrong, and what to do."""

    code: str
    """A fixed word for the kind of mistake, such as `unknown-row`; the sentences may change."""
    what: str
    todo: str
    position: NotRequired[int]
    """The character of a want, from 0, at which it could not be read."""
    needs: NotRequired[ErrorNeeds]


class ErrorFrame(TypedDict):
    error: ErrorDetail


@dataclass(frozen=True)
class RoomShapes:
    """The messages that one room sends and receives.

    `title` begins the names of its unions (`MatrixAction`, `MatrixFrame`); `view` is its part of
    the view. `named` are aliases that have a name in TypeScript, too.
    """

    title: str
    shapes: ModuleType
    view: Any = None
    named: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The room's name, which is that of its package."""
        return self.shapes.__name__.split(".")[-2]

    @property
    def room(self) -> type[Room]:
        """The room as the session knows it."""
        return next(room for room in SESSION_ROOMS if room.name == self.name)

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """The shapes of the room's actions."""
        return self.room.actions

    @property
    def choice(self) -> type[RoomChoice] | None:
        """The shape of the room's part of the state."""
        return self.room.choice

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


ROOMS: Mapping[str, RoomShapes] = {
    each.name: each
    for each in (
        RoomShapes(
            "Plane",
            plane,
            named={
                "SplitName": Split,
                "MetricName": plane.Metric,
                "Scale": plane.Scale,
                "Bounds": plane.Bounds,
            },
        ),
        RoomShapes("Bayes", bayes),
        RoomShapes("Challenge", challenge, view=challenge.ChallengeValues | None),
        RoomShapes(
            "Matrix",
            matrix,
            view=matrix.MatrixView,
            named={
                "Counts": matrix.Counts,
                "CellRanges": matrix.CellRanges,
                "Relation": matrix.Relation,
                "Granularity": Granularity,
                "Learner": Learner,
                "FrozenWhy": FrozenWhy,
            },
        ),
        RoomShapes(
            "Compare",
            compare,
            view=compare.CompareView,
            named={
                "Interval": Interval,
                "Method": Method,
                "PairTable": compare.PairTable,
                "Score": Score,
                "Side": compare_actions.Side,
            },
        ),
        RoomShapes("Lab", lab, view=lab.LabView, named={"Point": lab_actions.Point}),
        RoomShapes(
            "Lesson",
            lessons,
            named={
                "Interval": lesson.Interval,
                "Loss": Loss,
                "Side": models.Side,
                "World": models.World,
            },
        ),
        RoomShapes(
            "Clusters",
            clusters,
            view=clusters.ClustersView,
            named={"Priors": clusters_choice.Priors},
        ),
        RoomShapes(
            "Data",
            data,
            view=data.FileView,
            named={"Remedy": Remedy, "Role": Role},
        ),
        RoomShapes("Project", project, view=project.ProjectView),
    )
}

SHARED_ACTIONS = (*actions_in(history_actions), *actions_in(question))
"""Actions that are of no room."""

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
