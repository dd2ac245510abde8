"""The log: which actions are one entry, what is kept with them, and how they are repeated."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.errors import raises

from steersman.data import Dataset, load
from steersman.session import Session
from steersman.session.actions import Action
from steersman.session.data.actions import OpenFile
from steersman.session.histories import Histories
from steersman.session.history import History, Step
from steersman.session.history_actions import Undo
from steersman.session.matrix.actions import AskWant, OpenMatrix
from steersman.session.plane.actions import MoveKnob
from steersman.session.project.actions import NameProject, WriteNote
from steersman.session.project.room import ProjectRoom
from steersman.session.results import ActionResults
from steersman.session.state import State
from steersman.session.storage import result_pieces
from steersman.session.storage.checkpoint import (
    alone,
    current_steps,
    histories_of,
    plain_histories,
    plain_history,
    plain_step,
    step_of,
)
from steersman.session.storage.headless import replayed_project
from steersman.session.storage.log import NO_GESTURE, ProjectLog, last_entry, outcome_of
from steersman.session.storage.notes import noted_steps
from steersman.session.storage.project import Origin, opened_project, project_session
from steersman.session.storage.replay import Difference, ReplayResult, with_paths
from steersman.session.storage.store import Store
from steersman.tasks import Task

WINE = Origin(load("wine"), "wine")
FACTS = {"name": "Mail", "called": "Mail", "made": 5.0}


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    opened = project_session(tmp_path / "work.steer", WINE)
    yield opened
    opened.log.store.close()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.create(tmp_path / "work.steer", FACTS)) as opened:
        yield opened


def values(session: Session) -> list[tuple[int, object]]:
    entries = session.log.store.entries()
    return [(entry.number, entry.action.get("value")) for entry in entries]


def test_movements_of_one_gesture_of_one_knob_are_one_entry(session: Session) -> None:
    for knob, value, gesture in (
        ("alpha", 0.1, 4), ("alpha", 0.2, 4), ("alpha", 0.3, 5), ("beta", 0.4, 5),
        ("beta", 0.5, 0), ("beta", 0.6, 0), ("alpha", 0.7, 7), ("beta", 0.8, 7), ("alpha", 0.9, 7),
    ):  # fmt: skip
        session.perform(MoveKnob(knob, value, gesture))
    assert values(session) == [
        (1, 0.2), (2, 0.3), (3, 0.4), (4, 0.5), (5, 0.6), (6, 0.7), (7, 0.8), (8, 0.9)
    ]  # fmt: skip


def test_a_gesture_goes_on_when_the_project_was_opened_in_between(session: Session) -> None:
    session.perform(MoveKnob("alpha", 0.1, 4))
    session.log.store.close()
    again = opened_project(session.log.store.path)
    again.perform(MoveKnob("alpha", 0.2, 4))
    again.perform(MoveKnob("alpha", 0.3, 5))
    assert values(again) == [(1, 0.2), (2, 0.3)]
    again.log.store.close()


def test_only_a_hand_in_movement_does_not_wait_for_the_disk(session: Session) -> None:
    said: list[str] = []
    session.log.store.connection.set_trace_callback(said.append)
    for gesture in (0, 1, 1, 0):
        session.perform(MoveKnob("alpha", 0.1, gesture))
    levels = [each.rsplit(" ", 1)[1] for each in said if "synchronous" in each]
    assert levels == ["FULL", "NORMAL", "NORMAL", "FULL"]


def test_an_action_that_cannot_be_written_leaves_no_number(session: Session) -> None:
    session.perform(MoveKnob("alpha", 0.1, 3))
    connection = session.log.store.connection
    connection.execute(
        "CREATE TRIGGER t BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'x'); END"
    )
    with raises("project-damaged"):
        session.perform(MoveKnob("alpha", 0.2, 4))
    assert (session.log.number, session.log.gesture) == (1, ("alpha", 3))
    connection.execute("DROP TRIGGER t")
    session.perform(MoveKnob("alpha", 0.3, 4))
    assert values(session) == [(1, 0.1), (2, 0.3)]


def test_an_entry_has_what_came_of_it_and_when(session: Session) -> None:
    session.perform(MoveKnob("alpha", 0.3))
    outcome = outcome_of(session)
    step = session.history.step
    assert outcome == {
        "revision": session.revision, "step": step.number, "label": step.label,
        "state": session.state.digest, "scored": step.state.digest,
        "f1": [step.f1_training, step.f1_validation], "matrix": None,
    }  # fmt: skip
    (entry,) = session.log.store.entries()
    assert entry.outcome == json.loads(json.dumps(outcome))
    assert entry.action == {"action": "move-knob", "knob": "alpha", "value": 0.3, "gesture": 0}
    assert session.rooms[ProjectRoom].kept_at == int(entry.at)
    session.perform(OpenMatrix())
    shown = session.perform(AskWant("errors <= 5")).values["matrix"]["shown"]
    assert outcome_of(session)["matrix"] == shown["matrix"]
    assert session.log.store.entries()[-1].outcome["matrix"] == shown["matrix"]


def test_a_project_keeps_the_name_that_a_person_gave_it(session: Session) -> None:
    session.perform(NameProject("Grapes"))
    session.perform(WriteNote("good", 0))
    session.log.store.close()
    with closing(Store.read_only(session.log.store.path)) as store:
        assert (store.facts["name"], store.facts["called"]) == ("Grapes", "wine")


def test_only_what_leaves_more_than_a_state_has_an_origin(session: Session) -> None:
    for action in (MoveKnob("alpha", 0.3), OpenMatrix(), MoveKnob("alpha", 0.5), Undo()):
        before = plain_histories(current_steps(session.histories))
        session.perform(action)
    origins = session.log.store.origins()
    assert list(origins) == [2]
    assert origins[2] != before
    assert origins[2]["histories"][""]["steps"][0]["number"] == 1


def entry(store: Store, number: int, action: str) -> None:
    with store.writing() as connection:
        row = (number, action)
        connection.execute("INSERT INTO entries VALUES (?, 0, ?, '{}')", row)


def test_the_newest_entry_and_its_gesture_are_found_again(store: Store) -> None:
    assert last_entry(store) == (0, NO_GESTURE)
    moved = {"action": "move-knob", "knob": "alpha", "value": 0.3, "gesture": 6}
    entry(store, 3, json.dumps(moved))
    assert last_entry(store) == (3, ("alpha", 6))
    entry(store, 4, '{"action": "undo"}')
    assert last_entry(store) == (4, ("Undo", 0))
    # It is reported when the project is replayed.
    entry(store, 5, '{"action": "fly"}')
    assert last_entry(store) == (5, NO_GESTURE)
    entry(store, 6, json.dumps(moved))
    for saved, gesture in ((5, ("alpha", 6)), (6, NO_GESTURE), (9, NO_GESTURE)):
        with store.writing() as connection:
            connection.execute("INSERT INTO checkpoints VALUES (?, 0, '{}')", (saved,))
        assert last_entry(store) == (max(saved, 6), gesture)
    with store.writing() as connection:
        connection.execute("DELETE FROM entries")
    assert last_entry(store) == (9, NO_GESTURE)


def test_results_are_stored_and_those_that_nobody_needs_are_dropped(store: Store) -> None:
    log = ProjectLog(store)
    results = ActionResults()
    log.add_results(results)
    for number in range(3):
        results.new[f"key {number}"] = ("model", bytes([number]))
    log.add_results(results)
    keys = set(results.new)
    assert store.result_keys() == keys
    assert {store.result(key) for key in keys} == {value for _, value in results.new.values()}
    log.drop_results(keys)
    assert store.result_keys() == keys
    one = min(keys)
    log.drop_results([one, "of another project"])
    assert store.result_keys() == {one}
    assert log.new_results() is log.results is not results


def test_entries_are_written_anew_where_files_moved(store: Store) -> None:
    entry(store, 1, '{"path":"/old.csv"}')
    entry(store, 2, '{"path":"/other.csv"}')
    with store.writing() as connection:
        connection.execute('INSERT INTO origins VALUES (1, \'{"a":"/old.csv"}\')')
        connection.execute('INSERT INTO checkpoints VALUES (2, 0, \'{"b":"/old.csv"}\')')
    first = replace(store.entries()[0], action={"path": "/new.csv"}, outcome={"x": 1})
    ProjectLog(store).rewrite([first], {"/old.csv": "/new.csv"})
    assert [each.action["path"] for each in store.entries()] == ["/new.csv", "/other.csv"]
    assert [each.outcome for each in store.entries()] == [{"x": 1}, {}]
    assert (store.origins(), store.checkpoint()) == (
        {1: {"a": "/new.csv"}},
        (2, 0, {"b": "/new.csv"}),
    )


def test_paths_of_a_history_are_those_that_files_have_now() -> None:
    plain = {"a": "/ö.csv", "b": ["/ö.csv", "/ö.csv.gz"]}
    assert with_paths(plain, None) is with_paths(plain, {}) is plain
    moved = {"a": "/ä.csv", "b": ["/ä.csv", "/ö.csv.gz"]}
    assert with_paths(plain, {"/ö.csv": "/ä.csv"}) == moved


steps = st.builds(
    Step,
    st.builds(State, st.just("mail"), st.sampled_from(["web", "maths"]), st.integers(0, 3)),
    st.text(max_size=5),
    st.floats(0, 1),
    st.floats(0, 1),
    st.tuples(st.sampled_from(["", "alpha"]), st.integers(0, 9)),
    st.integers(0, 99),
    st.one_of(st.none(), st.integers(0, 99)),
)


@given(steps)
def test_a_step_is_the_same_after_it_was_written_and_read(step: Step) -> None:
    """The first step of all has no parent."""
    assert step_of(json.loads(json.dumps(plain_step(step), default=dict))) == step


@given(st.lists(steps, min_size=1, max_size=5), st.integers(0, 4), st.booleans())
def test_histories_are_the_same_after_they_were_written_and_read(
    made: list[Step], now: int, inside: bool
) -> None:
    last = len(made) - 1
    history = History(tuple(made), min(now, last), 7, {0: last})
    histories = Histories(history, {"lab": alone(history)}, "lab" if inside else "", "lab")
    plain = json.loads(json.dumps(plain_histories(histories), default=dict))
    assert histories_of(plain) == histories
    only = current_steps(histories)
    step = replace(history.step, gesture=("", 0), parent=None)
    assert only == Histories(
        History((step,), made=7), {"lab": History((step,), made=7)}, histories.inside, "lab"
    )


@pytest.mark.parametrize(
    "damage",
    [
        {"now": 2}, {"now": -1}, {"onward": [[0, 2]]}, {"onward": [[-1, 0]]}, {"steps": []},
        {"steps": [{}]}, {"made": "many"}, {"onward": [[0]]}, {"now": None},
    ],
)  # fmt: skip
def test_a_history_with_a_place_outside_is_damaged(damage: dict[str, object]) -> None:
    state = State("mail", "web")
    history = History((Step(state, "a"), Step(state, "b", number=1, parent=0)), 1, 2, {0: 1})
    plain = {"histories": {"": plain_history(history)}, "inside": "", "latest": ""}
    good = json.loads(json.dumps(plain, default=dict))
    assert histories_of(good) == Histories(history)
    with raises("checkpoint-damaged"):
        histories_of({**good, "histories": {"": {**good["histories"][""], **damage}}})
    for left_out in good:
        with raises("checkpoint-damaged"):
            histories_of({name: each for name, each in good.items() if name != left_out})


def test_a_checkpoint_may_hold_the_first_step(session: Session) -> None:
    """Its step has no parent, which is not the same as that of the first place."""
    session.perform(MoveKnob("alpha", 0.3))
    plain = {**plain_histories(session.histories), "revision": 5}
    written = json.dumps(plain, default=dict)
    with session.log.store.writing() as connection:
        connection.execute("INSERT INTO checkpoints VALUES (1, 50.0, ?)", (written,))
        connection.execute("DELETE FROM entries")
    session.log.store.close()
    again = opened_project(session.log.store.path)
    assert again.histories == session.histories
    assert [step.parent for step in again.history.steps] == [None, 0]
    assert (again.revision, again.rooms[ProjectRoom].kept_at) == (5, 50.0)
    again.perform(MoveKnob("alpha", 0.4))
    assert values(again) == [(2, 0.4)]
    again.log.store.close()
    third = opened_project(session.log.store.path)
    assert (third.histories, third.revision) == (again.histories, again.revision)
    third.log.store.close()


def changed_outcome(path: Path, number: int, **parts: object) -> None:
    with closing(sqlite3.connect(path)) as connection:
        question = "SELECT outcome FROM entries WHERE number = ?"
        (written,) = connection.execute(question, (number,)).fetchone()
        outcome = json.dumps({**json.loads(written), **parts})
        connection.execute("UPDATE entries SET outcome = ? WHERE number = ?", (outcome, number))
        connection.commit()


def done(path: Path, *actions: Action) -> Path:
    session = project_session(path, WINE)
    for action in actions:
        session.perform(action)
    session.log.store.close()
    return path


def test_a_replay_that_finds_another_matrix_under_the_same_f1_says_so(tmp_path: Path) -> None:
    path = done(tmp_path / "work.steer", OpenMatrix(), AskWant("errors <= 5"))
    heard: list[float | None] = []
    task = Task(progress=lambda _what, share: heard.append(share))
    replayed = replayed_project(path, task).replayed
    assert replayed == ReplayResult(2, ())
    assert [share for share in heard if share in (0.0, 0.5)][:1] == [0.0]
    with closing(Store.read_only(path)) as store:
        matrix = store.entries()[1].outcome["matrix"]
    assert matrix is not None
    other = [row[::-1] for row in matrix[::-1]]
    for wrong in (None, other):
        changed_outcome(path, 2, matrix=wrong)
        replayed = replayed_project(path, Task()).replayed
        assert replayed.differences == (Difference(2, "errors <= 5", ("matrix",)),)
    changed_outcome(path, 1, state="x", f1=[0.0, 0.0])
    with closing(Store.read_only(path)) as store:
        label = store.entries()[0].outcome["label"]
    replayed = replayed_project(path, Task()).replayed
    assert replayed.differences[0] == Difference(1, label, ("state", "f1"))
    assert len(replayed.differences) == 2
    # Labels and revisions are no decisions of a person.
    changed_outcome(path, 2, matrix=matrix, revision=77)
    assert len(replayed_project(path, Task()).replayed.differences) == 1


def test_other_data_is_expected_to_give_other_figures(tmp_path: Path) -> None:
    path = done(tmp_path / "work.steer", MoveKnob("alpha", 0.3))
    changed_outcome(path, 1, state="x")
    assert len(replayed_project(path, Task()).replayed.differences) == 1
    other = replayed_project(path, Task(), dataset=load("wine")).replayed
    assert other.differences == ()


def test_a_replay_reports_how_far_it_is(tmp_path: Path) -> None:
    path = done(tmp_path / "work.steer", *(MoveKnob("alpha", 0.1 * n) for n in range(1, 5)))
    heard: list[tuple[str, float | None]] = []
    replayed_project(path, Task(progress=lambda *given: heard.append(given)))
    steps = [(what, share) for what, share in heard if " of 4" in what]
    assert [share for _, share in steps] == [0.0, 0.25, 0.5, 0.75]
    assert [f"step {n} of 4" in what for n, (what, _) in enumerate(steps, 1)] == [True] * 4


def test_a_step_that_cannot_be_repeated_ends_a_replay_and_not_a_project(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_text("a,b,kind\n" + "".join(f"{n},{n % 3},{'xy'[n % 2]}\n" for n in range(60)))
    path = done(tmp_path / "work.steer", MoveKnob("alpha", 0.3), OpenFile(str(file)))
    file.unlink()
    with raises("step-failed", step=2, cause="file-missing") as caught:
        replayed_project(path, Task())
    assert caught.value.todo
    session = opened_project(path)
    assert session.rooms[ProjectRoom].notice
    assert (session.revision, len(session.log.store.entries())) == (2, 2)
    session.log.store.close()


def difference(number: int) -> Difference:
    return Difference(number, "alpha 0.3", ("state", "f1"))


@pytest.mark.parametrize(
    ("differences", "notice"),
    [
        ((), ""),
        ((difference(3),), "Some results differ from before: step 3 (alpha 0.3): state, f1."),
        (
            (difference(3), difference(4), difference(5)),
            "Some results differ from before: step 3 (alpha 0.3): state, f1 and 2 more.",
        ),
    ],
)
def test_a_notice_names_the_first_difference_and_counts_the_others(
    differences: tuple[Difference, ...], notice: str
) -> None:
    assert ReplayResult(9, differences).notice == notice


def test_steps_that_were_forgotten_are_read_from_the_checkpoint(
    session: Session, mail: Dataset
) -> None:
    session.perform(MoveKnob("alpha", 0.3))
    session.perform(WriteNote("better", 1))
    session.perform(MoveKnob("alpha", 0.4))
    plain = {**plain_histories(session.histories), "revision": 5}
    with session.log.store.writing() as connection:
        connection.execute(
            "INSERT INTO checkpoints VALUES (1, 50.0, ?)", (json.dumps(plain, default=dict),)
        )
        connection.execute("DELETE FROM entries WHERE number = 1")
    entries = session.log.store.entries()
    name, note, found = noted_steps(session.log.store)
    assert (name, note) == ("wine", "")
    made = session.log.store.facts["made"]
    assert [(step.at, step.label, step.note) for step in found] == [
        (made, "opened", ""), (50.0, "alpha 0.3", "better"), (entries[-1].at, "alpha 0.4", "")
    ]  # fmt: skip


def test_a_large_result_is_written_in_pieces_and_read_whole(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(result_pieces, "PIECE_BYTES", 10)
    log, content, held = ProjectLog(store), bytes(range(35)), list[int]()

    class Lock:
        """Notes how many pieces were there whenever it was taken."""

        def __enter__(self) -> None:
            held.append(len(store.result_row_keys()))

        def __exit__(self, *_error: object) -> None:
            pass

    assert log.store_ahead("small", b"0123456789", Lock()) == b"0123456789"
    written = [log.store_ahead(key, content, Lock()) for key in ("one", "other")]
    # For each piece anew, and nothing is found until the action is written down.
    assert held == list(range(8))
    assert store.result_keys() == set()
    assert store.result("one") is None
    results = ActionResults()
    results.new = {key: ("model", found) for key, found in zip(("one", "other"), written)}
    log.add_results(results)
    assert store.result_keys() == {"one", "other"}
    assert store.result("one") == store.result("other") == content
    log.drop_results(["one"])
    assert (store.result("one"), store.result("other")) == (content, None)
    assert len(store.result_row_keys()) == 5
    with store.writing() as connection:
        connection.execute("DELETE FROM results WHERE key = 'one/2'")
        connection.execute("INSERT INTO results VALUES ('two', 'model', ?)", (b"pieces many",))
    assert (store.result("one"), store.result("two")) == (None, None)
