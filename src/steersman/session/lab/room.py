"""The lab: classic classifiers in the plane, on points drawn, read or painted."""

from __future__ import annotations

from dataclasses import replace

from steersman.errors import SteersmanError
from steersman.learn.classic import BY_NAME, CLASSIC_MODELS
from steersman.session.actions import Change, Query, actions_in
from steersman.session.datasets.corpus import Corpus
from steersman.session.lab import actions
from steersman.session.lab.choice import (
    LabChoice,
    changed_choice,
    checked_choice,
    fully_trained_models,
    known_place,
)
from steersman.session.lab.fits import LabBench, RecentCache, recipe
from steersman.session.lab.points import points_key
from steersman.session.lab.python_lines import python_lines
from steersman.session.lab.shapes import LabPythonFrame
from steersman.session.lab.sources import SOURCES, known_source
from steersman.session.lab.views import lab_view, neighbor_curve_view
from steersman.session.room import Room, RoomSet
from steersman.session.state import State
from steersman.session.views import View
from steersman.tasks import Task

LABELS = {knob.name: knob.label for source in SOURCES for knob in source.knobs} | {
    knob.name: knob.label for model in CLASSIC_MODELS for knob in model.knobs
}


class LabRoom(Room):
    """The actions and queries of the lab; `bench` keeps what was drawn and fitted."""

    name = LabChoice.room
    actions = actions_in(actions)
    choice = LabChoice
    own_history = True

    def __init__(self, rooms: RoomSet) -> None:  # noqa: ARG002
        self.bench = LabBench()
        self.views: RecentCache[View] = RecentCache()

    def apply(self, corpus: Corpus, state: State, action: Change, task: Task) -> State:
        """The state after an action of this room; its models are fitted for the view.

        Progress is reported. A person may stop it, but a newer action does not cancel it: no choice
        may be lost on the way.
        """
        choice = changed_choice(corpus, state.choice(LabChoice) or LabChoice(), action)
        chosen = state.with_choice(choice)
        points = self.bench.points(corpus, chosen, choice)
        for place, model in enumerate(choice.models):
            if task.progress is not None:
                share = place / len(choice.models)
                task.progress(f"fitting {BY_NAME[model.model].title}", share)
            self.bench.fit(points, model, task)
        return chosen

    def follow(self, corpus: Corpus, now: State, state: State, _watch: Task) -> State:
        """The state after a change elsewhere; a choice from a link is checked."""
        choice = state.choice(LabChoice)
        if choice is None:
            return state
        if choice != now.choice(LabChoice):
            # It came from a link or a log.
            checked_choice(choice)
        elif points_key(now, choice) != points_key(state, choice):
            state = state.with_choice(replace(choice, models=fully_trained_models(choice)))
        try:
            self.bench.points(corpus, state, choice)
        except (
            SteersmanError
        ):  # such as data with one column: the lab goes on with points of its own
            return state.with_choice(replace(choice, source=LabChoice().source, knobs={}))
        return state

    def answer(self, corpus: Corpus, state: State, query: Query, task: Task) -> View:
        """Answer a query of the lab."""
        choice = choice_of(state)
        points = self.bench.points(corpus, state, choice)
        match query:
            case actions.AskNeighborCurve():
                if not points.both_classes or len(points.X) < 4:
                    raise SteersmanError(
                        f"{len(points.X)} points are too few for validation",
                        todo="use at least four points of both classes",
                        code="too-few-points",
                        points=len(points.X),
                    )
                return neighbor_curve_view(points, task)
            case actions.AskLabPython(place):
                fitted = self.bench.fit(points, known_place(choice, place))
                text = python_lines(corpus, state, choice, points, fitted)
                return View("lab-python", LabPythonFrame(place=place, text=text))
            case _:
                raise TypeError(f"{type(query).__name__} is not asked in the lab")

    def view(self, corpus: Corpus, state: State) -> View | None:
        """Everything on the bench; None while the room has not been opened."""
        choice = state.choice(LabChoice)
        if choice is None:
            return None
        shown = (points_key(state, choice), *((recipe(each), each.step) for each in choice.models))
        return self.views.get_or_make(shown, lambda: lab_view(self.bench, corpus, state, choice))

    def describe(self, action: Change) -> str:
        """A few words for the history on what an action did."""
        match action:
            case actions.OpenLab():
                return "lab"
            case actions.ChooseLabSource(source):
                return known_source(source).title
            case actions.MoveLabSource(knob, value) | actions.MoveLabModel(_, knob, value):
                return f"{LABELS[knob]} {'back' if value is None else f'{value:.4g}'}"
            case actions.ChooseLabColumns(first, second):
                return f"{first} and {second}"
            case actions.DrawLab():
                return "points drawn again"
            case actions.PaintLab(points):
                return f"{len(points)} point{'s' if len(points) != 1 else ''} painted"
            case actions.ChooseLabModel(_, model):
                return BY_NAME[model].title
            case actions.AddLabModel(model):
                return f"beside it {BY_NAME[model].title}"
            case actions.RemoveLabModel():
                return "one model"
            case actions.ChooseLabOption(_, option, value):
                return f"{option} {value}"
            case actions.PlayLab(_, step):
                return "played to the end" if step is None else f"played to step {step}"
            case _:
                return type(action).__name__


def choice_of(state: State) -> LabChoice:
    """The choice of the lab; an error while it is closed."""
    return state.open_choice(LabChoice, "the lab")
