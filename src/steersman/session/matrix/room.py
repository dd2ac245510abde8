"""The matrix room: the confusion matrix that can be edited, and the program behind it."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from steersman.session.actions import Change, Query, actions_in
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix import actions
from steersman.session.matrix.answer_jobs import long_answer
from steersman.session.matrix.card import lines_view
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.matrix.cutoff import apply_cutoff
from steersman.session.matrix.examples import examples_view
from steersman.session.matrix.final_test import know_test_rows
from steersman.session.matrix.group_cutoffs import checked_cutoff_column
from steersman.session.matrix.judged_programs import know_program
from steersman.session.matrix.model_jobs import COUNTED_MODEL
from steersman.session.matrix.model_views import (
    frontier_view,
    node_view,
    training_view,
)
from steersman.session.matrix.models import MatrixModels, asks_all, choice_of, differs_in_labels
from steersman.session.matrix.node_edits import apply_node_edit
from steersman.session.matrix.ranges import ranges_view
from steersman.session.matrix.requests import as_recipe, choice_for_new_question
from steersman.session.matrix.steering import apply_shared_risk, apply_want
from steersman.session.matrix.transitions import check_for_problem, next_choice
from steersman.session.matrix.views import matrix_values, path_view
from steersman.session.matrix.want_values import completions_view
from steersman.session.room import Room, RoomSet
from steersman.session.state import State
from steersman.session.views import View
from steersman.tasks import Task


def first_choice(corpus: Corpus) -> MatrixChoice:
    """The choice of a room that opens: of text in partitions, a model that learns from all rows."""
    counts_words = corpus.whole is not None and corpus.whole.has_text
    return MatrixChoice(model=COUNTED_MODEL) if counts_words else MatrixChoice()


class MatrixRoom(Room):
    """The actions and queries of the matrix room; `models` keeps what was fitted for it."""

    name = MatrixChoice.room
    actions = actions_in(actions)
    choice = MatrixChoice

    def __init__(self, rooms: RoomSet) -> None:
        self.models = MatrixModels(rooms.ledger)

    def apply(self, corpus: Corpus, state: State, action: Change, task: Task) -> State:
        """The state after an action of this room, with what its view needs at hand."""
        moved = self.next_state(corpus, state, action, task)
        know_program(self.models, corpus, moved, task)
        return moved

    def next_state(self, corpus: Corpus, state: State, action: Change, task: Task) -> State:
        """The state after an action of this room."""
        # Stops fitting ahead, so that this action has the machine to itself.
        self.models.asked_beside_s = -inf
        models = self.models
        match action:
            case actions.OpenMatrix(all_classes):
                return self.open_matrix(corpus, state, task, all_classes=all_classes)
            case actions.ChooseModel():
                asked = state.with_choice(next_choice(choice_of(state), action))
                if models.only_offers_others(choice_of(state), choice_of(asked)):
                    return asked
                return models.open_model(corpus, asked, task)
            case actions.EditCell() | actions.AskWant() | actions.SteerToCost():
                return apply_want(models, corpus, state, action, task)
            case actions.EditNode():
                return apply_node_edit(models, corpus, state, action, task)
            case actions.MoveCutoff():
                return apply_cutoff(models, corpus, state, action)
            case actions.ShareRisk():
                return apply_shared_risk(models, corpus, state, task)
            case actions.ShowModel(number):
                models.check_number(state, number)
                choice = as_recipe(choice_of(state), models.registry(state).models[number].recipe)
                return state.with_choice(replace(choice, shown=number, outcome=None))
            case actions.OpenTest():
                know_test_rows(models, corpus, state, task)
                models.look_at_test(state)
                return state
            case actions.LockCell() | actions.SetCosts() | actions.SetPrior():
                check_for_problem(action, models.problem(corpus, state))
            case actions.SetGroupCutoffs(column):
                checked_cutoff_column(models, corpus, state, column)
            case actions.PinModel(number):
                models.check_number(state, number)
        return state.with_choice(next_choice(choice_of(state), action))

    def open_matrix(self, corpus: Corpus, state: State, task: Task, *, all_classes: bool) -> State:
        """The state with the room open, asking about one class or about all."""
        choice = state.choice(MatrixChoice) or first_choice(corpus)
        all_classes = asks_all(corpus, replace(choice, all_classes=all_classes))
        if choice.all_classes != all_classes:
            choice = replace(choice_for_new_question(choice), all_classes=all_classes)
            return self.models.another_question(corpus, state, state.with_choice(choice), task)
        if choice.shown is not None:
            return state
        return self.models.open_question(corpus, state.with_choice(choice), task)

    def follow(self, corpus: Corpus, now: State, state: State, task: Task) -> State:
        """The state after a change elsewhere, with a model to show if the room is open."""
        if state.choice(MatrixChoice) is None:
            return state
        followed = self.models.follow(corpus, now, state, task)
        choice = followed.choice(MatrixChoice)
        if choice is None or not differs_in_labels(now, state) or choice.outcome is not None:
            return followed
        # The model is fitted to corrected labels: what was wanted of it is still wanted.
        want = self.models.current_model(now).recipe.want
        return (
            apply_want(self.models, corpus, followed, actions.AskWant(want), task)
            if want
            else followed
        )

    def answer(self, corpus: Corpus, state: State, query: Query, task: Task) -> View:
        """Answer a query on the current model."""
        models = self.models
        match query:
            case actions.CellExamples():
                return examples_view(models, corpus, state, query)
            case actions.FollowRow(row):
                return path_view(models, corpus, state, row)
            case actions.AskFrontier(focus):
                return frontier_view(models, corpus, state, focus)
            case actions.AskTraining():
                return training_view(models, corpus, state, task)
            case actions.AskRanges(beside):
                return ranges_view(models, corpus, state, task, beside=beside)
            case actions.AskNode(node):
                return node_view(models, corpus, state, node)
            case actions.CompleteWant(text):
                return completions_view(text, models.problem(corpus, state))
            case actions.AskPython(number):
                return lines_view(models, corpus, state, number)
            case (
                actions.ExportCard()
                | actions.ExportModel()
                | actions.ExportExamples()
                | actions.AskLevels()
                | actions.ExplainRow()
            ):
                return long_answer(models, corpus, state, query, task)
            case _:
                raise TypeError(f"{type(query).__name__} is not asked in the matrix room")

    def view(self, corpus: Corpus, state: State) -> View | None:
        """The view of the current model; None while the room has not been opened."""
        if state.choice(MatrixChoice) is None:
            return None
        return View(self.name, matrix_values(self.models, corpus, state))

    def only_enters(self, action: Change, now: State, state: State) -> bool:
        """Whether an action enters the room: to ask another question there is a step."""
        before, after = now.choice(MatrixChoice), state.choice(MatrixChoice)
        same = before is None or after is None or before.all_classes == after.all_classes
        return same and super().only_enters(action, now, state)

    def describe(self, action: Change) -> str:
        """A few words for the history on what an action did."""
        match action:
            case actions.OpenMatrix():
                return "matrix"
            case actions.ChooseModel(model):
                return model
            case actions.MarkWeak(threshold):
                return f"weak under {threshold:.2f}"
            case actions.EditCell(true, predicted, count):
                return f"{true} called {predicted}: {count}"
            case actions.EditNode(node, true, predicted, count):
                return f"node {node}: {true} called {predicted}: {count}"
            case actions.AskWant(want):
                return want
            case actions.SteerToCost():
                return "lowest cost"
            case actions.MoveCutoff():
                return "moved the cut-off"
            case actions.LockCell(true, predicted, locked):
                return f"{'locked' if locked else 'unlocked'} {true} called {predicted}"
            case actions.SetConfidence(None):
                return "on these rows"
            case actions.SetConfidence(float() as confidence):
                return f"hold with {confidence:.0%}"
            case actions.ShareRisk():
                return "guarantee the choice"
            case actions.SetPrior(None):
                return "as many in use as here"
            case actions.SetPrior(float() as prior):
                return f"{prior:.3g} in use" if prior < 0.001 else f"{prior:.1%} in use"
            case actions.SetGroupCutoffs(column):
                return f"one cut-off per {column}" if column else "one cut-off for all"
            case actions.SetCosts():
                return "costs"
            case actions.ShowModel(number):
                return f"back to model {number}"
            case actions.PinModel(number, name):
                return f"pinned {name}" if name else f"unpinned model {number}"
            case _:
                return type(action).__name__
