"""The lessons: pages of the lab that answer questions and change nothing."""

from __future__ import annotations

from dataclasses import replace

from steersman.session.actions import Query, actions_in
from steersman.session.datasets.corpus import Corpus
from steersman.session.lessons import actions
from steersman.session.lessons.actions import (
    LessonAverage,
    LessonLosses,
    LessonMails,
    LessonModels,
    LessonNeighbors,
    LessonPeople,
    LessonTables,
    LessonZones,
)
from steersman.session.lessons.losses import losses_view
from steersman.session.lessons.mails import mails_view
from steersman.session.lessons.models import average_view, models_view
from steersman.session.lessons.neighbors import neighbors_view, zones_view
from steersman.session.lessons.people import people_view
from steersman.session.lessons.python_lines import (
    average_lines,
    losses_lines,
    mails_lines,
    models_lines,
    neighbors_lines,
    people_lines,
    tables_lines,
    zones_lines,
)
from steersman.session.lessons.tables import tables_view
from steersman.session.room import Room
from steersman.session.state import State
from steersman.session.views import View
from steersman.tasks import Task


class LessonRoom(Room):
    """Every lesson is a function of what is asked; nothing is kept and nothing is chosen."""

    name = "lessons"
    actions = actions_in(actions)

    def answer(self, corpus: Corpus, state: State, query: Query, task: Task) -> View:  # noqa: ARG002
        """The lesson asked for, with the lines of Python that come to the same."""
        view, lines = lesson(query, task)
        return replace(view, values={**view.values, "python": lines})


def lesson(query: Query, task: Task) -> tuple[View, str]:
    """The figures of a lesson, and lines that print them."""
    match query:
        case LessonPeople():
            return people_view(query), people_lines(query)
        case LessonMails():
            return mails_view(query), mails_lines(query)
        case LessonTables():
            return tables_view(query), tables_lines(query)
        case LessonNeighbors():
            return neighbors_view(query, task), neighbors_lines(query)
        case LessonZones():
            return zones_view(query), zones_lines(query)
        case LessonLosses():
            return losses_view(query), losses_lines(query)
        case LessonModels():
            return models_view(query), models_lines(query)
        case LessonAverage():
            return average_view(query, task), average_lines(query)
        case _:
            raise TypeError(f"{type(query).__name__} is no lesson")
