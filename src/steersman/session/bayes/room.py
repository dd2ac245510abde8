"""The Bayes room: Bayes' rule as pictures that answer questions and change nothing."""

from __future__ import annotations

from steersman.session.actions import Query, actions_in
from steersman.session.bayes import actions
from steersman.session.bayes.actions import BayesCurve, BayesDemo, BayesPlane, BayesProduct
from steersman.session.bayes.views import (
    bayes_curve_view,
    bayes_demo_view,
    bayes_plane_view,
    bayes_product_view,
)
from steersman.session.datasets.corpus import Corpus
from steersman.session.room import Room
from steersman.session.state import State
from steersman.session.views import View
from steersman.tasks import Task


class BayesRoom(Room):
    """Every picture is a function of what is asked; nothing is kept and nothing is chosen."""

    name = "bayes"
    actions = actions_in(actions)

    def answer(self, corpus: Corpus, state: State, query: Query, task: Task) -> View:  # noqa: ARG002
        match query:
            case BayesPlane():
                return bayes_plane_view(query)
            case BayesDemo():
                return bayes_demo_view(query)
            case BayesCurve():
                return bayes_curve_view(query)
            case BayesProduct():
                return bayes_product_view(query)
            case _:
                raise TypeError(f"{type(query).__name__} is not asked in the Bayes room")
