"""The room that compares models: recipes on the same folds, with unbiased figures and tests."""

from __future__ import annotations

from dataclasses import replace

from steersman.compare.recipes import Recipe
from steersman.errors import SteersmanError
from steersman.session.actions import Change, Query, actions_in
from steersman.session.compare import actions
from steersman.session.compare.choice import (
    CompareChoice,
    checked_choice,
    checked_cuts,
    checked_view,
    choice_for_question,
    new_recipe,
    with_model,
    with_pair,
    with_pins,
    without_model,
)
from steersman.session.compare.models import CompareModels, current_choice
from steersman.session.compare.pair_views import pair_examples_view, pair_view, pairs_view
from steersman.session.compare.views import (
    compared_row_view,
    comparison_view,
    report_view,
    room_values,
    score_curves_view,
)
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.matrix.model_registry import RegisteredModel
from steersman.session.matrix.room import MatrixRoom
from steersman.session.room import Room, RoomSet
from steersman.session.state import State
from steersman.session.views import View
from steersman.tasks import Task

SUGGESTED = {True: ("logistic", "plane", "neighbors"), False: ("logistic", "forest", "neighbors")}
"""What suits sparse and dense rows."""
STEERED_TO_THE_END = "pinned before it reached its want; here it is steered to the end"
MOVED_BY_HAND = "the cut-off that was moved by hand is not repeated"
FOR_ALL_ROWS = "limits on groups and costs of rows are not repeated here"
TURNED_BY_HAND = "changes to single nodes by hand are not repeated"


class CompareRoom(Room):
    """The actions and queries of the compare room; `models` keeps what was fitted for it."""

    name = CompareChoice.room
    actions = actions_in(actions)
    choice = CompareChoice

    def __init__(self, rooms: RoomSet) -> None:
        self.models = CompareModels(rooms[MatrixRoom].models, rooms.ledger)

    def apply(self, corpus: Corpus, state: State, action: Change, task: Task) -> State:  # noqa: ARG002
        """The state after an action of this room. None of them fits anything."""
        if isinstance(action, actions.OpenCompare):
            return state if state.choice(CompareChoice) else self.open_room(corpus, state)
        return state.with_choice(self.next_choice(corpus, state, action))

    def next_choice(self, corpus: Corpus, state: State, action: Change) -> CompareChoice:
        """The choice after an action other than opening the room."""
        choice = current_choice(state)
        match action:
            case actions.SuggestModels():
                return self.with_suggestions(corpus, state)
            case actions.AddModel(model, want):
                question = self.models.question(corpus, state)
                matrix = self.matrix_choice(state)
                costs = matrix.costs if matrix else ()
                return with_model(choice, new_recipe(choice, model, want.strip(), question, costs))
            case actions.LeaveModelOut(name):
                return without_model(choice, name)
            case actions.SetCuts(folds, repeats, seed):
                return checked_cuts(choice, folds, repeats, seed)
            case actions.SetComparedQuestion(all_classes):
                asked = choice_for_question(choice, all_classes)
                moved = state.with_choice(asked)
                self.models.question(corpus, moved)
                return with_pins(asked, {}, self.pins(moved))
            case actions.SetComparedView(measure, interval, method):
                return checked_view(choice, measure, interval, method)
            case actions.ChoosePair(first, second):
                return with_pair(choice, first, second)
            case _:
                raise TypeError(f"{type(action).__name__} is not done in this room")

    def open_room(self, corpus: Corpus, state: State) -> State:
        """The state with the room open and the pinned models in it."""
        matrix = state.choice(MatrixChoice)
        all_classes = matrix is not None and matrix.all_classes
        opened = state.with_choice(CompareChoice(all_classes=all_classes))
        self.models.question(corpus, opened)
        return state.with_choice(with_pins(current_choice(opened), {}, self.pins(opened)))

    def with_suggestions(self, corpus: Corpus, state: State) -> CompareChoice:
        """The choice with two more models of different kinds."""
        choice, question = current_choice(state), self.models.question(corpus, state)
        there = {recipe.model for recipe in choice.models if not recipe.want}
        fresh = [name for name in SUGGESTED[question.sparse] if name not in there]
        for name in fresh[:2]:
            choice = with_model(choice, new_recipe(choice, name, "", question))
        return choice

    def pins(self, state: State) -> dict[str, Recipe]:
        """The models pinned in the matrix room when it asked the same question."""
        matrix = self.matrix_choice(state)
        if matrix is None:
            return {}
        state = state.with_choice(matrix)
        shelf = self.models.matrix.registry(state).models
        found = {}
        for number, name in matrix.pins.items():
            shelved = shelf[int(number)] if int(number) < len(shelf) else None
            if shelved is not None and shelved.recipe.model:
                found[name] = replace(
                    shelved.recipe, name=name, lost=self.loss_note(state, shelved)
                )
        return found

    def matrix_choice(self, state: State) -> MatrixChoice | None:
        """The choice of the matrix room as it is, or was last, for the question asked here."""
        matrix, compared = state.choice(MatrixChoice), state.choice(CompareChoice)
        if matrix is None or compared is None or matrix.all_classes == compared.all_classes:
            return matrix if compared else None
        asked = state.with_choice(replace(matrix, all_classes=compared.all_classes))
        return self.models.matrix.left.get(self.models.matrix.question(asked))

    def loss_note(self, state: State, shelved: RegisteredModel) -> str:
        """A sentence on the parts of a pinned model that cannot be made again."""
        if shelved.tuned:
            return TURNED_BY_HAND
        want = shelved.origin.want
        if want is not None and (want.groupings or want.cost_column):
            return FOR_ALL_ROWS
        if shelved.origin.cutoff is not None:
            return MOVED_BY_HAND
        ends = {(each.after, each.want) for each in self.models.matrix.outcomes_of(state)}
        on_the_way = shelved.recipe.want and (shelved.number, shelved.origin.want) not in ends
        return STEERED_TO_THE_END if on_the_way else ""

    def follow(self, corpus: Corpus, now: State, state: State, task: Task) -> State:  # noqa: ARG002
        """The state after a change elsewhere: new and removed pins, or another question."""
        choice = state.choice(CompareChoice)
        if choice is None:
            return state
        try:
            if choice != now.choice(CompareChoice):
                question = self.models.question(corpus, state)
                return state.with_choice(checked_choice(choice, question))
            moved = now.dataset != state.dataset
            if moved or (now.category != state.category and not choice.all_classes):
                choice = choice_for_question(choice, choice.all_classes and not moved)
            afresh = state.with_choice(choice)
            self.models.question(corpus, afresh)
            # Corrected labels take all pins away; what is compared is fitted again anyway.
            same = now.data_key == state.data_key
            before = self.pins(now.with_choice(choice)) if same else {}
            return state.with_choice(with_pins(choice, before, self.pins(afresh)))
        except SteersmanError:  # such as a category with too few rows: the other rooms go on
            return state.without(CompareChoice)

    def answer(self, corpus: Corpus, state: State, query: Query, task: Task) -> View:
        """Figures, tests, rows, curves and reports; some fit models on the way."""
        models = self.models
        match query:
            case actions.AskComparison():
                return comparison_view(models, corpus, state, task)
            case actions.AskScoreCurves(focus):
                return score_curves_view(models, corpus, state, focus, task)
            case actions.RunComparison():
                models.run(corpus, state, task)
                return comparison_view(models, corpus, state, task)
            case actions.RunCurves():
                models.run_curves(corpus, state, task)
                return comparison_view(models, corpus, state, task)
            case actions.AskPair():
                return pair_view(models, corpus, state, task)
            case actions.AskPairs():
                return pairs_view(models, corpus, state, task)
            case actions.PairExamples():
                return pair_examples_view(models, corpus, state, query, task)
            case actions.ReadRow(row):
                return compared_row_view(models, corpus, state, row, task)
            case actions.ExportComparison(kind):
                return report_view(models, corpus, state, kind, task)
            case _:
                raise TypeError(f"{type(query).__name__} is not asked in this room")

    def view(self, corpus: Corpus, state: State) -> View | None:
        """The settings of the room; None while it has not been opened."""
        if state.choice(CompareChoice) is None:
            return None
        return View(self.name, room_values(self.models, corpus, state))

    def describe(self, action: Change) -> str:
        """A few words for the history on what an action did."""
        match action:
            case actions.OpenCompare():
                return "opened Compare"
            case actions.SuggestModels():
                return "added two models"
            case actions.AddModel(model, want):
                return f"added {model}{f', {want}' if want else ''}"
            case actions.LeaveModelOut(name):
                return f"removed {name}"
            case actions.SetCuts(folds, repeats, seed):
                again = f" × {repeats}" if repeats > 1 else ""
                return f"{folds} folds{again}, seed {seed}"
            case actions.SetComparedQuestion(all_classes):
                return "all classes" if all_classes else "one category"
            case actions.SetComparedView(measure, interval):
                return f"{measure.replace('_', ' ')}, interval over {interval}"
            case actions.ChoosePair(first, second):
                return f"{first} against {second}"
            case _:
                return type(action).__name__
