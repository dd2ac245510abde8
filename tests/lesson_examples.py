"""What each lesson asks first, as the page does."""

from __future__ import annotations

from steersman.session.lessons.losses import LessonLosses
from steersman.session.lessons.mails import LessonMails
from steersman.session.lessons.models import LessonAverage, LessonModels
from steersman.session.lessons.neighbors import LessonNeighbors, LessonZones
from steersman.session.lessons.people import LessonPeople
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
LESSONS = (
    PEOPLE,
    FOUR_MAILS,
    SHORT_EXAMPLES,
    LessonNeighbors(points=20, draws=3),
    LessonZones(3, points=20),
    LessonLosses((0.0, 1.0, 2.0), (0.0, 1.0, 1.0)),
    THREE_MODELS,
    LessonAverage(draws=4),
)
"""One question of each kind, with few draws."""
