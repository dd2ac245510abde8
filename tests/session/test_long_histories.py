"""Long histories: old steps are forgotten, the log is compacted, and the work stays the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import numpy as np
import pytest

from steersman.data import Dataset
from steersman.errors import SteersmanError
from steersman.session import Session, thinning
from steersman.session.histories import Histories
from steersman.session.history import History, Step
from steersman.session.history_actions import GoBest, GoTo, Redo, Undo
from steersman.session.matrix.actions import MoveCutoff, OpenMatrix
from steersman.session.plane import room as plane_room
from steersman.session.plane.actions import MoveKnob, ResetKnobs, SetFolds
from steersman.session.plane.room import MOST_COUNTS, PlaneRoom
from steersman.session.project.actions import ExportProject, WriteNote
from steersman.session.project.room import ProjectRoom
from steersman.session.question import ChooseCategory, Resample
from steersman.session.state import State
from steersman.session.storage.checkpoint import histories_of, plain_histories
from steersman.session.storage.files import imported_file
from steersman.session.storage.notes import noted_steps
from steersman.session.storage.project import Origin, opened_project, project_session
from steersman.session.storage.store import Store
from steersman.session.thinning import thin_history


@pytest.fixture(autouse=True)
def short_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("MOST_STEPS", 20), ("NEWEST", 5), ("UNDOABLE", 8)):
        monkeypatch.setattr(thinning, name, value)


def wander(session: Session, actions: int, seed: int) -> None:
    """Do this and that; what cannot be done at the moment is passed over."""
    rng = np.random.default_rng(seed)
    for number in range(actions):
        chance = rng.random()
        action = (
            MoveKnob("alpha", float(rng.uniform(0.05, 1)), number if chance < 0.2 else 0)
            if chance < 0.5
            else Undo()
            if chance < 0.65
            else Redo()
            if chance < 0.7
            else GoTo(int(rng.integers(0, 15)))
            if chance < 0.78
            else GoBest("validation")
            if chance < 0.8
            else ChooseCategory(str(rng.choice(["maths", "web", "pictures"])))
            if chance < 0.9
            else WriteNote(f"note {number}", session.history.step.number)
            if chance < 0.92
            else ResetKnobs()
            if chance < 0.94
            else Resample()
            if chance < 0.95
            else OpenMatrix()
            if chance < 0.97
            else MoveCutoff(float(rng.uniform(0.2, 0.8)))
        )
        with suppress(SteersmanError):
            session.perform(action)


@pytest.fixture
def wandered(mail: Dataset, tmp_path: Path) -> Iterator[Session]:
    session = project_session(tmp_path / "long.steer", Origin(mail))
    session.perform(OpenMatrix())
    wander(session, 150, seed=1)
    yield session
    session.log.store.close()


def test_reopening_a_compacted_project_finds_everything_as_it_was(
    wandered: Session, mail: Dataset
) -> None:
    path, before = wandered.log.store.path, plain_histories(wandered.histories)
    entries = len(wandered.log.store.entries())
    # Of several that were written, the last is kept.
    assert wandered.log.store.rows("SELECT count(*) FROM checkpoints") == [(1,)]
    assert entries < 60
    wandered.log.store.close()
    again = opened_project(path, origin=Origin(mail))
    try:
        assert again.rooms[ProjectRoom].notice == ""
        assert plain_histories(again.histories) == before
        assert again.state == wandered.state
        assert again.revision == wandered.revision
        assert again.rooms[ProjectRoom].words.notes == wandered.rooms[ProjectRoom].words.notes
        # The work goes on, is compacted again, and is still the same.
        wander(again, 60, seed=2)
        last = plain_histories(again.histories)
    finally:
        again.log.store.close()
    third = opened_project(path, origin=Origin(mail))
    assert plain_histories(third.histories) == last
    third.log.store.close()


def test_an_exported_copy_is_the_same_work(
    wandered: Session, tmp_path: Path, mail: Dataset
) -> None:
    file = tmp_path / "sent.steer"
    view = wandered.perform(ExportProject(data=True))
    file.write_bytes(view.columns[0].values.tobytes())
    copy = opened_project(imported_file(file), origin=Origin(mail))
    assert plain_histories(copy.histories) == plain_histories(wandered.histories)
    copy.log.store.close()


def test_steps_with_notes_are_never_forgotten(wandered: Session) -> None:
    noted = wandered.rooms[ProjectRoom].words.noted_steps()
    assert noted
    assert set(noted) <= {step.number for step in wandered.history.steps}
    with closing(Store.read_only(wandered.log.store.path)) as store:
        _title, _note, steps = noted_steps(store)
    assert {step.note for step in steps if step.note} == set(
        wandered.rooms[ProjectRoom].words.notes.values()
    )


def long_history(steps: int, seed: int) -> History:
    """A tree of steps with scores, some of them after an undo."""
    rng = np.random.default_rng(seed)
    history = History((Step(State("mail", "web"), "opened"),))
    for number in range(steps):
        scores = rng.random(2)
        state = State("mail", "web", number % 2)
        history = history.with_step(Step(state, f"step {number}", *scores))
        for _ in range(int(rng.integers(0, 3))):
            if history.step.parent is not None:
                history = history.after_undo()
    return history


@pytest.mark.parametrize("seed", range(5))
def test_a_thin_history_keeps_the_best_the_newest_and_the_way_back(seed: int) -> None:
    history = long_history(120, seed)
    thin = thin_history(history, noted=[7])
    assert len(thin.steps) < len(history.steps)
    assert thin.step.number == history.step.number
    numbers = [step.number for step in thin.steps]
    assert numbers == sorted(numbers)
    assert 7 in numbers
    for split in ("training", "validation"):
        assert thin.steps[thin.best(split)].number == history.steps[history.best(split)].number
    # Each step follows the nearest of its predecessors that is left.
    parents = {step.number: step.parent for step in history.steps}
    for step in thin.steps[1:]:
        parent = parents[step.number]
        while history.steps[parent].number not in numbers:
            parent = parents[history.steps[parent].number]
        assert thin.steps[step.parent].number == history.steps[parent].number
    near = [history.steps[place].number for place in history.way_to(history.now)[-8:]]
    assert [thin.steps[place].number for place in thin.way_to(thin.now)[-len(near) :]] == near
    # A redo leads to where it led.
    ahead = [history.steps[p].number for p in history.line if history.steps[p].number in numbers]
    assert [thin.steps[place].number for place in thin.line] == ahead


def test_short_histories_stay_the_same_object() -> None:
    history = long_history(10, 0)
    histories = Histories(history)
    assert thinning.thin_histories(histories, ()) is histories
    assert histories_of(plain_histories(histories)) == histories


def test_categories_that_are_chosen_again_and_again_are_forgotten_by_the_log(
    mail: Dataset, tmp_path: Path
) -> None:
    session = project_session(tmp_path / "many.steer", Origin(mail))
    with closing(session.log.store):
        for number in range(90):
            session.perform(ChooseCategory(("maths", "web", "pictures")[number % 3]))
        # What is counted for a category says nothing that its state does not say.
        assert not session.log.store.origins()
        entries = session.log.store.entries()
        assert len(entries) <= 2 * thinning.MOST_STEPS
        state = session.state
    again = opened_project(tmp_path / "many.steer", origin=Origin(mail))
    with closing(again.log.store):
        assert again.state == state


def test_a_damaged_checkpoint_is_one_sentence(wandered: Session, mail: Dataset) -> None:
    path = wandered.log.store.path
    nothing = "UPDATE checkpoints SET histories = '{}'"
    wandered.log.store.connection.execute(nothing)
    wandered.log.store.close()
    with pytest.raises(SteersmanError) as caught:
        opened_project(path, origin=Origin(mail))
    assert caught.value.code == "checkpoint-damaged"


def test_people_on_the_same_data_share_counts_and_keep_few(
    mail: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = Session(mail), Session(mail)
    counts = [each.rooms[PlaneRoom].plane(each.state).counts for each in (one, other)]
    assert counts[0] is counts[1]
    for _ in range(3 * MOST_COUNTS):
        one.perform(Resample())
    assert len(one.rooms[PlaneRoom].counts) == MOST_COUNTS
    # Undo returns to counts that were used last, however many others came in between.
    counted = list[object]()
    shared = plane_room.shared_counts
    monkeypatch.setattr(
        plane_room, "shared_counts", lambda *given: counted.append(given) or shared(*given)
    )
    for number in range(1, MOST_COUNTS + 2):
        one.perform(SetFolds(5 + number))
        one.perform(Undo())
        assert len(counted) == number
    # What was forgotten is counted again.
    one.perform(GoTo(0))
    again = one.rooms[PlaneRoom].plane(one.state).counts
    assert np.array_equal(again.fold_of_row, counts[0].fold_of_row)


def test_a_gesture_that_goes_on_after_the_log_was_compacted_is_kept(
    mail: Dataset, tmp_path: Path
) -> None:
    path = tmp_path / "long.steer"
    session = project_session(path, Origin(mail))
    for gesture in range(1, 60):
        for value in (0.1, 0.2, 0.3 + gesture / 1000):
            session.perform(MoveKnob("alpha", value, gesture))
        number, _at, _histories = session.log.store.checkpoint() or (0, 0, {})
        if number == gesture:
            break
    assert number == gesture
    session.log.store.close()
    again = opened_project(path, origin=Origin(mail))
    assert again.state == session.state
    assert plain_histories(again.histories) == plain_histories(session.histories)
    again.log.store.close()
