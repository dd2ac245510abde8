"""The rooms of the workbench: a new one is one more line. A room may use those above it."""

from __future__ import annotations

from steersman.session.bayes.room import BayesRoom
from steersman.session.challenge.room import ChallengeRoom
from steersman.session.clusters.room import ClusterRoom
from steersman.session.compare.room import CompareRoom
from steersman.session.data.room import DataRoom
from steersman.session.lab.room import LabRoom
from steersman.session.lessons.room import LessonRoom
from steersman.session.matrix.room import MatrixRoom
from steersman.session.plane.room import PlaneRoom
from steersman.session.project.room import ProjectRoom
from steersman.session.room import Room
from steersman.session.scores.room import ScoresRoom
from steersman.session.slices.room import SlicesRoom
from steersman.session.use.room import UseRoom
from steersman.session.why.room import WhyRoom

ROOMS: tuple[type[Room], ...] = (
    PlaneRoom,
    ChallengeRoom,
    BayesRoom,
    MatrixRoom,
    ScoresRoom,
    WhyRoom,
    SlicesRoom,
    UseRoom,
    CompareRoom,
    ClusterRoom,
    DataRoom,
    LessonRoom,
    LabRoom,
    ProjectRoom,
)
