from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.errors import raises

from steersman.errors import SteersmanError
from steersman.session.datasets.placeholder import PLACEHOLDER
from steersman.session.histories import Histories
from steersman.session.history import History, Step, history_values
from steersman.session.plane.choice import PlaneChoice
from steersman.session.plane.game import Challenge
from steersman.session.state import State

START = State("mail", "spam").with_choice(PlaneChoice())


def step(number: int, gesture: tuple[str, int] = ("", 0), f1: float = 0.0) -> Step:
    state = State("mail", "spam").with_choice(PlaneChoice(knobs={"alpha": float(number)}))
    return Step(state, f"step {number}", f1_training=f1, f1_validation=1 - f1, gesture=gesture)


def begun() -> History:
    return History((Step(START, "opened"),))


def labels(history: History, places: tuple[int, ...] | None = None) -> list[str]:
    places = tuple(range(len(history.steps))) if places is None else places
    return [history.steps[place].label for place in places]


@given(st.lists(st.integers(0, 3), min_size=1, max_size=20))
def test_undo_restores_every_state_in_turn(gestures: list[int]) -> None:
    history = begun()
    states = [history.step.state]
    for number, gesture in enumerate(gestures):
        before = history
        history = history.with_step(step(number, ("alpha", gesture)))
        if len(history.steps) == len(before.steps):
            states[-1] = history.step.state
        else:
            states.append(history.step.state)
    for state in reversed(states[:-1]):
        history = history.after_undo()
        assert history.step.state == state
    with raises("nothing-to-undo"):
        history.after_undo()
    for state in states[1:]:
        history = history.after_redo()
        assert history.step.state == state


MOVES = st.one_of(
    st.tuples(st.just("step"), st.integers(0, 2)),
    st.tuples(st.just("undo"), st.just(0)),
    st.tuples(st.just("redo"), st.just(0)),
    st.tuples(st.just("goto"), st.integers(0, 30)),
)


@given(st.lists(MOVES, max_size=40))
def test_no_move_ever_loses_a_step_or_changes_its_past(moves: list[tuple[str, int]]) -> None:
    history, made = begun(), 0
    for kind, value in moves:
        before = history
        with suppress(SteersmanError):
            match kind:
                case "step":
                    made += 1
                    history = history.with_step(step(made, ("alpha", value)))
                case "undo":
                    history = history.after_undo()
                    assert history.now == before.step.parent
                case "redo":
                    history = history.after_redo()
                    assert history.step.parent == before.now
                case _:
                    history = history.at(value)
                    assert history.now == value
        same = history.steps[: len(before.steps)]
        # A gesture that goes on may replace the newest look of its own step, and nothing else.
        changed = [place for place, each in enumerate(same) if each != before.steps[place]]
        assert changed in ([], [before.now])
        assert [each.parent for each in same] == [each.parent for each in before.steps]
        assert history.now in history.line
        assert history.line[0] == 0
        if kind == "undo" and history.now != before.now:
            assert history.after_redo().now == before.now
    for place in range(len(history.steps)):
        there = history.at(place)
        assert there.step is history.steps[place]
        assert place in there.line


def test_moves_of_one_gesture_are_one_step() -> None:
    history = begun()
    for number in range(5):
        history = history.with_step(step(number, ("alpha", 7)))
    assert len(history.steps) == 2
    assert history.with_step(step(9, ("alpha", 8))).now == 2


def test_a_gesture_never_rewrites_a_step_that_others_came_from() -> None:
    history = begun().with_step(step(1, ("alpha", 7))).with_step(step(2)).after_undo()
    history = history.with_step(step(3, ("alpha", 7)))
    assert labels(history) == ["opened", "step 1", "step 2", "step 3"]
    assert history.step.parent == 1


def test_a_new_step_after_undo_begins_a_branch_and_the_other_stays_in_reach() -> None:
    history = begun().with_step(step(1)).with_step(step(2))
    history = history.after_undo().with_step(step(3))
    assert labels(history) == ["opened", "step 1", "step 2", "step 3"]
    assert labels(history, history.line) == ["opened", "step 1", "step 3"]
    with raises("nothing-to-redo"):
        history.after_redo()
    other = history.at(2)
    assert labels(other, other.line) == ["opened", "step 1", "step 2"]


def test_redo_goes_along_the_branch_visited_last() -> None:
    history = begun().with_step(step(1)).after_undo().with_step(step(2))
    assert history.after_undo().after_redo().step.label == "step 2"
    assert history.at(1).after_undo().after_redo().step.label == "step 1"


def test_best_looks_at_all_branches_of_the_same_problem() -> None:
    elsewhere = Step(replace(START, category="ham"), "other", f1_training=0.99)
    history = History((elsewhere,)).with_step(step(1, f1=0.6)).after_undo()
    history = history.with_step(step(2, f1=0.4))
    assert history.best("training") == 1
    assert history.best("validation") == 2


@pytest.mark.parametrize(
    "other",
    [
        replace(START, dataset="letters"),
        replace(START, category="ham"),
        START.with_choice(PlaneChoice(folds=7)),
        START.with_choice(PlaneChoice(fold=1)),
        replace(START, seed=5),
        START.with_choice(Challenge(1, 100, 50, 500, 150)),
    ],
)
def test_scores_on_other_rows_are_no_rivals(other: State) -> None:
    elsewhere = Step(other, "other", f1_training=0.99, f1_validation=0.99)
    history = begun().with_step(elsewhere).with_step(step(2, f1=0.5))
    assert history.best("training") == 2
    assert history.best("validation") == 2


def test_a_step_that_does_not_exist_is_refused() -> None:
    with raises("unknown-step", step=4, steps=1):
        begun().at(4)


def test_the_last_step_on_a_data_set_is_that_of_this_branch_before_any_other() -> None:
    wine = Step(State("wine", "red"), "wine")
    history = begun().with_step(step(1)).with_step(step(2)).after_undo().with_step(wine)
    assert history.last_on("mail").label == "step 1"
    assert history.at(0).last_on("wine").label == "wine"
    assert history.last_on("letters") is None


def test_the_first_thing_done_without_data_is_where_the_history_begins() -> None:
    opened = Step(State(PLACEHOLDER, "malignant"), "opened mail.csv")
    histories = Histories(History((Step(opened.state, "opened"),))).with_step("", opened)
    history = histories.project
    assert labels(history) == ["opened mail.csv"]
    assert history.step.number == 1
    with raises("nothing-to-undo"):
        history.after_undo()
    loaded = history.with_step(step(1)).with_step(step(2))
    assert [each.number for each in loaded.steps] == [1, 2, 3]
    assert [each["dataset"] for each in history_values(loaded)["steps"]] == ["", "mail", "mail"]


def test_a_history_of_a_room_is_not_the_projects() -> None:
    histories = Histories(begun()).with_entry("lab", step(0)).with_step("lab", step(1))
    assert (len(histories.project.steps), len(histories.own["lab"].steps)) == (1, 2)
    assert histories.step.label == "step 1"
    assert histories.with_entry("lab", step(5)).own["lab"].step.label == "step 1"
    with raises("no-own-history", room="challenge"):
        histories.history_of("challenge")
