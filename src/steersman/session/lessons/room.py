"""The lessons: pages of the lab that answer questions and change nothing."""

from __future__ import annotations

from dataclasses import replace

from steersman.session.actions import Query
from steersman.session.datasets.corpus import Corpus
from steersman.session.lessons.shapes import QUESTIONS
from steersman.session.room import Room
from steersman.session.state import State
from steersman.session.views import View
from steersman.tasks import Task


class LessonRoom(Room):
    """Every lesson is a function of what is asked; nothing is kept and nothing is chosen."""

    name = "lessons"
    actions = tuple(QUESTIONS)

    def answer(self, corpus: Corpus, state: State, query: Query, task: Task) -> View:  # noqa: ARG002
        """The lesson asked for, with the lines of Python that come to the same."""
        question = QUESTIONS[type(query)]
        view = question.view(query, task) if question.study else question.view(query)
        return replace(view, values={**view.values, "python": question.python(query)})
