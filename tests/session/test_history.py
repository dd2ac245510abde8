from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.errors import raises

from steersman.session.datasets.placeholder import PLACEHOLDER
from steersman.session.history import History, Run, Step
from steersman.session.plane.choice import PlaneChoice
from steersman.session.plane.game import Challenge
from steersman.session.state import State

START = State("mail", "spam").with_choice(PlaneChoice())


def step(number: int, gesture: tuple[str, int] = ("", 0), f1: float = 0.0) -> Step:
    state = State("mail", "spam").with_choice(PlaneChoice(knobs={"alpha": float(number)}))
    return Step(state, f"step {number}", f1_training=f1, f1_validation=1 - f1, gesture=gesture)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=20))
def test_undo_restores_every_state_in_turn(gestures: list[int]) -> None:
    history = History((Step(START, "opened"),))
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


def test_moves_of_one_gesture_are_one_step() -> None:
    history = History((Step(START, "opened"),))
    for number in range(5):
        history = history.with_step(step(number, ("alpha", 7)))
    assert len(history.steps) == 2
    assert history.with_step(step(9, ("alpha", 8))).now == 2


def test_a_new_step_after_undo_drops_what_was_undone() -> None:
    history = History((Step(START, "opened"),)).with_step(step(1)).with_step(step(2))
    history = history.after_undo().with_step(step(3))
    assert [each.label for each in history.steps] == ["opened", "step 1", "step 3"]
    with raises("nothing-to-redo"):
        history.after_redo()


def test_best_compares_only_steps_of_the_same_problem() -> None:
    elsewhere = Step(replace(START, category="ham"), "other", f1_training=0.99)
    history = History((elsewhere,)).with_step(step(1, f1=0.6)).with_step(step(2, f1=0.4))
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
    history = History((Step(START, "opened"),)).with_step(elsewhere).with_step(step(2, f1=0.5))
    assert history.best("training") == 2
    assert history.best("validation") == 2


def test_a_step_that_does_not_exist_is_refused() -> None:
    with raises("unknown-step", step=4, steps=1):
        History((Step(START, "opened"),)).at(4)


def test_the_first_thing_done_without_data_is_where_the_history_begins() -> None:
    opened = Step(State(PLACEHOLDER, "malignant"), "opened mail.csv")
    history = History((Step(opened.state, "opened"),)).with_step(opened)
    assert [each.label for each in history.steps] == ["opened mail.csv"]
    assert history.step.number == 1
    with raises("nothing-to-undo"):
        history.after_undo()
    loaded = history.with_step(step(1)).with_step(step(2))
    assert [each.number for each in loaded.steps] == [1, 2, 3]
    assert loaded.runs() == (Run(0, has_data=False), Run(1, has_data=True))


def test_a_history_is_parted_where_the_data_changes() -> None:
    history = History((Step(START, "opened"),)).with_step(step(1))
    history = history.with_step(Step(State("wine", "red"), "wine")).with_step(step(3))
    assert [run.start for run in history.runs()] == [0, 2, 3]
