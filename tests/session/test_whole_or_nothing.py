"""An action that fails, wherever it fails, leaves no trace in a session."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from weakref import ref

import pytest

from steersman.data import Dataset
from steersman.errors import Cancelled
from steersman.session import Session
from steersman.session.actions import Action, HistoryMove, Query
from steersman.session.challenge.actions import Buy, LeaveChallenge, Reveal, StartChallenge
from steersman.session.clusters.actions import FindClusters, LabelByClusters, OpenClusters
from steersman.session.clusters.choice import ClusterSettings
from steersman.session.compare.actions import AddModel, OpenCompare, RunComparison
from steersman.session.data.actions import LoadFile, OpenFile, SetRole
from steersman.session.history_actions import GoTo, Undo
from steersman.session.lab.actions import AddLabModel, OpenLab
from steersman.session.ledger import Ledger, Registry, Series
from steersman.session.matrix.actions import (
    AskWant,
    LockCell,
    OpenMatrix,
    OpenTest,
    PinModel,
    SetCosts,
)
from steersman.session.plane.actions import (
    Autotune,
    BestLine,
    ChooseFold,
    MoveKnob,
    SetFolds,
)
from steersman.session.project.actions import NameProject, TakeBack, WriteNote
from steersman.session.question import ChooseCategory, Resample
from steersman.session.room import Room

JOURNEY: tuple[Action, ...] = (
    MoveKnob("alpha", 0.5, gesture=1),
    MoveKnob("alpha", 0.25, gesture=1),
    SetFolds(3),
    Autotune(per_feature=True),
    ChooseFold(1),
    Undo(),
    BestLine("training"),
    StartChallenge(),
    Buy("training", 20),
    Reveal(),
    LeaveChallenge(),
    OpenMatrix(),
    AskWant("fn <= 20"),
    LockCell("web", "web"),
    SetCosts(((0.0, 1.0), (5.0, 0.0))),
    PinModel(0, "first"),
    OpenTest(),
    OpenCompare(),
    AddModel("neighbors"),
    RunComparison(),
    ChooseCategory("maths"),
    Resample(),
    OpenLab(),
    AddLabModel("neighbors"),
    WriteNote("slow"),
    NameProject("Mail"),
    TakeBack(),
    OpenClusters(),
    FindClusters(ClusterSettings(3)),
    LabelByClusters("my mail"),
    GoTo(1),
)


MADE: list[ref[Registry[Any, Any] | Series[Any]]] = []


@pytest.fixture(autouse=True)
def noted_registries(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Note every registry and series that a test makes."""
    for kind in (Registry, Series):
        construct = kind.__init__

        def construct_and_note(made: Any, ledger: Ledger, construct: Any = construct) -> None:
            construct(made, ledger)
            MADE.append(ref(made))

        monkeypatch.setattr(kind, "__init__", construct_and_note)
    yield
    MADE.clear()


def trace(session: Session) -> dict[str, Any]:
    """Everything that a session holds, as values that can be compared."""
    made = [each() for each in MADE]
    kept = [each for each in made if each is not None and each.ledger is session.ledger]
    view = session.view()
    assert kept
    return {
        "histories": session.histories,
        "state": session.state,
        "revision": session.revision,
        "view": view.values,
        "columns": {column.name: column.values.tobytes() for column in view.columns},
        "kept": {id(each): list(each) for each in kept if len(each)},
    }


class FaultError(Exception):
    """The fault that these tests put in the way."""


@contextmanager
def fault_after(owner: object, method: str) -> Iterator[None]:
    """Let a method do its work and then fail, as a cancellation right after it would."""
    real: Callable[..., object] = getattr(owner, method)

    def failing(*given: object, **named: object) -> None:
        real(*given, **named)
        raise FaultError(method)

    setattr(owner, method, failing)
    try:
        yield
    finally:
        delattr(owner, method)


def faults(session: Session, action: Action) -> Iterator[tuple[object, str]]:
    """Where an action can fail: in the last room that follows, or in the view of it all."""
    here = session.rooms.room_of(action)
    if isinstance(action, Query):
        return
    followers = [room for room in session.rooms if room is not here]
    yield followers[-1], "follow"
    yield session, "view"


def fails_without_trace(session: Session, action: Action, owner: object, method: str) -> None:
    before = trace(session)
    happened = False
    with fault_after(owner, method):
        try:
            session.perform(action)
        except FaultError:
            happened = True
    assert happened or method == "follow", (action, method)
    if happened:
        after = trace(session)
        for part in before:
            assert after[part] == before[part], (action, method, part)


def test_an_action_that_fails_anywhere_leaves_no_trace(mail: Dataset) -> None:
    session, twin = Session(mail), Session(mail)
    for action in JOURNEY:
        for owner, method in faults(session, action):
            moved_on = method == "follow" and not follows(session, action)
            if not moved_on:
                fails_without_trace(session, action, owner, method)
        shown, undisturbed = session.perform(action), twin.perform(action)
        assert session.histories == twin.histories, action
        assert shown.values == undisturbed.values, action


def follows(session: Session, action: Action) -> bool:
    """Whether rooms follow an action at all: not a move along a history, nor one beside them."""
    room = session.rooms.room_of(action)
    return not isinstance(action, HistoryMove) and (room is None or room.name not in session.beside)


def test_a_file_that_fails_to_load_leaves_no_trace(
    mail: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    path = tmp_path / "clinic.csv"
    path.write_text("size,kind\n" + "".join(f"{i},{'ab'[i % 3 == 0]}\n" for i in range(60)))
    session = Session(mail)
    for action in (OpenFile(str(path)), SetRole("kind", "label"), LoadFile()):
        for owner, method in faults(session, action):
            fails_without_trace(session, action, owner, method)
        session.perform(action)
    assert session.history.step.state.dataset == "clinic"


def test_a_cancelled_action_leaves_no_trace(mail: Dataset) -> None:
    session = Session(mail)
    room: Room = next(iter(session.rooms))
    before = trace(session)

    def cancelled(*given: object) -> None:
        raise Cancelled("following")

    room.follow = cancelled  # type: ignore[method-assign, assignment]
    with pytest.raises(Cancelled):
        session.perform(OpenMatrix())
    assert trace(session) == before
