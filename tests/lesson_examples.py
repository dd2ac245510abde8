"""What each lesson asks first, as the page does."""

from __future__ import annotations

from steersman.session.lessons.classes import LessonClasses
from steersman.session.lessons.dimension import LessonDimension
from steersman.session.lessons.dual import LessonDual
from steersman.session.lessons.em import LessonEm
from steersman.session.lessons.folds import LessonFolds
from steersman.session.lessons.kernels import LessonKernels
from steersman.session.lessons.kmeans import LessonKmeans
from steersman.session.lessons.line import LessonLine
from steersman.session.lessons.losses import LessonLosses
from steersman.session.lessons.mails import LessonMails
from steersman.session.lessons.marks import LessonMarks
from steersman.session.lessons.models import LessonAverage, LessonModels
from steersman.session.lessons.neighbors import LessonNeighbors, LessonZones
from steersman.session.lessons.p_value import LessonPValue
from steersman.session.lessons.people import LessonPeople
from steersman.session.lessons.rates import LessonRates
from steersman.session.lessons.risk import LessonRisk
from steersman.session.lessons.story import LessonStory
from steersman.session.lessons.tables import LessonTables
from steersman.session.lessons.tube import LessonTube
from steersman.session.lessons.wide import LessonWide

PEOPLE = LessonPeople(
    rows=(
        (1.82, 82, 30), (1.80, 86, 28), (1.70, 77, 30), (1.80, 75, 25),
        (1.52, 45, 15), (1.65, 68, 20), (1.68, 59, 18), (1.75, 68, 23),
    ),
    male=(True,) * 4 + (False,) * 4,
    person=(1.81, 59, 21),
)  # fmt: skip
FOUR_MAILS = LessonMails(
    rows=((1, 1), (0, 0), (1, 0), (0, 1)), spam=(True, False, False, False), mail=(1, 1)
)
SHORT_EXAMPLES = LessonTables((-0.1, 0.6, 1.2, 0, 0.6, 1.4, 0.1, 0.1, 1.4))
THREE_MODELS = LessonModels((0.4, 0.3, 0.3), (0.5, 0.5, 0.5), (1.0, 0.0, 0.0))
LINE = LessonLine(
    rows=(
        (0.2, 0.4, 0), (-0.3, 1.2, 0), (0.6, -0.4, 0), (0.1, 2.1, 0), (1.1, 0.5, 0),
        (1.4, 1.6, 1), (2.3, 0.6, 1), (1.8, 2.7, 1), (3.1, 1.5, 1), (0.7, 2.4, 1),
    ),
    threshold=3.0,
    at=(2.6, 2.2),
)  # fmt: skip
THREE_RATES = LessonRates(
    rows=(
        (-0.4, 1.7, 1), (-0.6, 1.2, 1), (-0.6, -1.6, 0), (2, 0.4, 1), (-0.3, -0.4, 0),
        (-1.1, -0.1, 1), (-1.2, -2, 0), (-0.9, -1.6, 0), (2.1, 0.8, 1), (2.2, 1.2, 1),
        (-0.9, -0.6, 0), (-0.9, -1.3, 0),
    )
)  # fmt: skip
TEN_POINTS = LessonDual(
    rows=(
        (1.2, 2.2, 0), (2.1, 4.6, 0), (2.8, 1.2, 0), (3.6, 3.1, 0), (4.6, 4.9, 0),
        (4.3, 2.9, 1), (5.6, 6.4, 1), (6.4, 3.6, 1), (7.6, 5.6, 1), (8.4, 2.2, 1),
    )
)  # fmt: skip
EIGHT_POINTS = LessonKernels(
    rows=(
        (-1.5, -0.8), (-0.9, 0.4), (-0.6, 1.4), (0.1, -0.3),
        (0.4, 0.9), (0.9, -1.2), (1.3, 0.2), (1.6, 1.5),
    )
)  # fmt: skip
TUBE = LessonTube(
    (0.5, 1.3, 2.1, 2.9, 3.7, 4.5, 5.3, 6.1, 6.9, 7.7, 8.5, 9.3),
    (2.1, 3.4, 4.9, 5.2, 5.6, 4.3, 5.6, 2.6, 1.4, 2.2, 2.4, 4.4),
    kernel="rbf",
    gamma=0.3,
)
POINTS_ON_A_LINE = LessonEm((-2.1, -1.7, -1.2, -0.6, 1.4, 1.9, 2.2, 2.6, 3.1))
TEN_CLASSES = LessonClasses(
    (
        (9.06, 0, 0.07, 0.05, 0.01, 0.03, 0.06, 0.59, 0.01, 0.14),
        (0, 8.20, 0, 0, 0.52, 0.04, 0.30, 0, 0.53, 0.42),
        (0.03, 0, 9.52, 0.03, 0.01, 0.02, 0.01, 0.15, 0.02, 0.22),
        (0.01, 0.01, 0.01, 9.01, 0.13, 0.12, 0.52, 0.10, 0.05, 0.06),
        (0, 0.48, 0.01, 0.05, 2.67, 1.87, 1.40, 0, 2.63, 0.90),
        (0, 0.11, 0, 0, 0.86, 7.75, 0.56, 0, 0.10, 0.62),
        (0.02, 0.18, 0, 0.32, 1.47, 1.50, 3.66, 0.11, 2.08, 0.67),
        (0.20, 0, 0.05, 0.01, 0, 0, 0.02, 9.70, 0, 0.03),
        (0, 0.39, 0.01, 0, 1.21, 0.11, 0.42, 0, 6.84, 1.02),
        (0, 0.24, 0.13, 0.01, 0.95, 1.01, 0.43, 0.01, 1.85, 5.37),
    )
)  # fmt: skip
SEVENTEEN_MARKS = LessonMarks(
    (0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 2, 0, 0, 2, 2, 2),
    (0,) * 6 + (1,) * 6 + (2,) * 5,
)
LESSONS = (
    PEOPLE,
    FOUR_MAILS,
    SHORT_EXAMPLES,
    LessonNeighbors(points=20, draws=3),
    LessonZones(3, points=20),
    LessonLosses((0.0, 1.0, 2.0), (0.0, 1.0, 1.0)),
    THREE_MODELS,
    LessonAverage(draws=4),
    LINE,
    THREE_RATES,
    LessonRisk(),
    LessonFolds(rows=40),
    LessonDimension(points=20, neighbors=3, draws=2),
    TEN_POINTS,
    EIGHT_POINTS,
    LessonWide(points=10, draws=2),
    TUBE,
    LessonKmeans(points=((0.0, 0.0), (0.5, 1.0), (3.0, 3.0)), clusters=2, step=2),
    POINTS_ON_A_LINE,
    LessonStory(documents=10),
    TEN_CLASSES,
    SEVENTEEN_MARKS,
    LessonPValue(),
)
"""One question of each kind, with few draws."""
