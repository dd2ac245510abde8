"""The lessons: pages of the lab that answer questions and change nothing."""

from __future__ import annotations

from dataclasses import replace

from steersman.errors import check_range
from steersman.session.actions import Query
from steersman.session.datasets.corpus import Corpus
from steersman.session.lessons.shapes import QUESTIONS
from steersman.session.room import Room
from steersman.session.state import State
from steersman.session.views import View
from steersman.tasks import Task
from steersman.workers import WorkerJob

LARGEST_SEED = 2**32 - 1


def study_view(query: Query, task: Task) -> View:
    """The answer of a study, which shows the figures that it has so far."""
    found: View = QUESTIONS[type(query)].view(query, task)
    return found


class LessonRoom(Room):
    """Every lesson is a function of what is asked; nothing is kept and nothing is chosen."""

    name = "lessons"
    actions = tuple(QUESTIONS)

    def answer(self, corpus: Corpus, state: State, query: Query, task: Task) -> View:  # noqa: ARG002
        """The lesson asked for, with the lines of Python that come to the same."""
        question = QUESTIONS[type(query)]
        # NumPy draws from any whole number that is not negative, scikit-learn up to here.
        check_range("the seed", getattr(query, "seed", 0), 0, LARGEST_SEED)
        view = (
            question.view(query)
            if not question.study
            else task.result(
                "lesson",
                lambda: (question.kind, query),
                lambda: study_view(query, task),
                job=WorkerJob("lesson-study", (query,), "the study"),
                stored=False,
            )
        )
        return replace(view, values={**view.values, "python": question.python(query)})
