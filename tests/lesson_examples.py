"""What each lesson asks first, as the page does."""

from __future__ import annotations

from steersman.session.lessons.classes import LessonClasses
from steersman.session.lessons.em import LessonEm
from steersman.session.lessons.kmeans import LessonKmeans
from steersman.session.lessons.losses import LessonLosses
from steersman.session.lessons.mails import LessonMails
from steersman.session.lessons.marks import LessonMarks
from steersman.session.lessons.models import LessonAverage, LessonModels
from steersman.session.lessons.neighbors import LessonNeighbors, LessonZones
from steersman.session.lessons.p_value import LessonPValue
from steersman.session.lessons.people import LessonPeople
from steersman.session.lessons.story import LessonStory
from steersman.session.lessons.tables import LessonTables

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
    LessonKmeans(points=((0.0, 0.0), (0.5, 1.0), (3.0, 3.0)), clusters=2, step=2),
    POINTS_ON_A_LINE,
    LessonStory(documents=10),
    TEN_CLASSES,
    SEVENTEEN_MARKS,
    LessonPValue(),
)
"""One question of each kind, with few draws."""
