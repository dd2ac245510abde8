"""Nothing is lost: by leaving a room, playing, switching the data, or going back and on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from steersman.data import Dataset
from steersman.session import Session
from steersman.session.challenge.actions import (
    Buy,
    LeaveChallenge,
    ResumeChallenge,
    Reveal,
    StartChallenge,
)
from steersman.session.clusters.actions import FindClusters, NameCluster, OpenClusters
from steersman.session.clusters.choice import ClusterSettings
from steersman.session.compare.actions import AddModel, OpenCompare
from steersman.session.data.actions import LoadFile, OpenFile
from steersman.session.data.choice import DataChoice
from steersman.session.history_actions import GoTo, Redo, Undo
from steersman.session.lab.actions import ChooseLabSource, OpenLab, PaintLab
from steersman.session.lab.choice import LabChoice
from steersman.session.matrix.actions import AskWant, OpenMatrix, PinModel, SetConfidence
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.plane.actions import Autotune, MoveKnob
from steersman.session.plane.choice import plane_choice
from steersman.session.plane.game import Challenge
from steersman.session.question import ChooseCategory, ChooseData, SetState
from steersman.session.state import State
from steersman.session.storage.headless import replayed_project
from steersman.session.storage.project import Origin, project_session
from steersman.tasks import Task

MENU = [{"name": "wine", "title": "Wine", "summary": ""}]
POINTS = tuple((float(x), float(x % 3), float(x % 2)) for x in range(12))


@pytest.fixture
def worked(patients: Dataset) -> Session:
    """A session with something chosen in every room of the project."""
    session = Session(patients, MENU)
    for action in work():
        session.perform(action)
    return session


def work() -> Iterator[object]:
    yield MoveKnob("alpha", 0.5)
    yield Autotune()
    yield OpenMatrix()
    yield SetConfidence(None)
    yield AskWant("fp <= 2")
    yield PinModel(0, "first")
    yield OpenCompare()
    yield AddModel("neighbors")
    yield OpenClusters()
    yield FindClusters(ClusterSettings(3, starts=1))
    yield NameCluster(0, "quiet")


def play(session: Session) -> None:
    for action in (
        StartChallenge(),
        Buy("training", 5),
        MoveKnob("alpha", 3.0),
        MoveKnob("slope", 1.3),
        Reveal(),
    ):
        session.perform(action)


def paint(session: Session) -> None:
    session.perform(OpenLab())
    for count in range(1, 13):
        session.perform(PaintLab(POINTS[:count]))


def test_every_room_and_game_and_other_data_leave_the_work_as_it_was(worked: Session) -> None:
    before, steps, seen = worked.state, len(worked.history.steps), worked.view().values
    play(worked)
    worked.perform(LeaveChallenge())
    paint(worked)
    worked.perform(OpenMatrix())
    worked.perform(OpenCompare())
    worked.perform(OpenClusters())
    assert len(worked.history.steps) == steps
    worked.perform(ChooseData("wine"))
    worked.perform(OpenMatrix())
    worked.perform(AskWant("fp <= 1"))
    worked.perform(ChooseData("clinic"))
    assert worked.state.without(LabChoice) == before
    after = worked.view().values
    for part in ("matrix", "compare", "clusters", "training", "validation", "knobs"):
        assert after[part] == seen[part]
    assert worked.state.choice(LabChoice).painted == POINTS


def test_a_game_has_states_of_its_own_and_can_be_resumed(worked: Session) -> None:
    before = worked.state
    play(worked)
    game = worked.state
    assert set(game.rooms) == {"plane", "challenge"}
    assert plane_choice(game).knobs["alpha"] == 3.0
    assert worked.history.step.state == before
    worked.perform(LeaveChallenge())
    assert worked.state == before
    worked.perform(ResumeChallenge())
    assert worked.state == game
    undone = worked.perform(Undo("challenge"))
    assert plane_choice(worked.state).knobs["slope"] != 1.3
    assert undone.values["own_histories"]["challenge"]["now"] == 2
    assert worked.history.step.state == before


@pytest.mark.parametrize(
    "action", [OpenMatrix(), Undo(), ChooseData("wine"), FindClusters(ClusterSettings(2, starts=1))]
)
def test_what_concerns_the_project_leaves_the_game(worked: Session, action: object) -> None:
    play(worked)
    worked.perform(action)
    assert worked.state.choice(Challenge) is None
    assert worked.state == worked.history.step.state


def test_another_category_of_a_game_is_not_the_projects(mail: Dataset) -> None:
    session = Session(mail)
    before = session.state
    session.perform(StartChallenge())
    session.perform(ChooseCategory("maths"))
    assert session.state.category == "maths"
    assert session.perform(LeaveChallenge()).values["state"]["category"] == before.category


def test_the_lab_is_undone_by_itself(worked: Session) -> None:
    steps = worked.history
    paint(worked)
    assert len(worked.histories.own["lab"].steps) == 13
    worked.perform(Undo("lab"))
    assert worked.state.choice(LabChoice).painted == POINTS[:11]
    worked.perform(Undo())
    assert worked.state.choice(LabChoice).painted == POINTS[:11]
    worked.perform(Redo("lab"))
    assert worked.state.choice(LabChoice).painted == POINTS
    worked.perform(Redo())
    assert worked.history == steps


def test_a_source_that_other_data_lacks_comes_back_with_the_data(
    patients: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    narrow = tmp_path / "narrow.csv"
    narrow.write_text("size,kind\n" + "".join(f"{i},{'ab'[i % 3 == 0]}\n" for i in range(60)))
    session = Session(patients)
    session.perform(OpenLab())
    session.perform(ChooseLabSource("table"))
    session.perform(OpenFile(str(narrow)))
    session.perform(LoadFile())
    session.perform(OpenLab())
    assert session.state.choice(LabChoice).source == "gaussians"
    session.perform(Undo())
    assert session.state.choice(LabChoice).source == "table"


def test_other_data_begins_afresh_and_keeps_the_open_file(
    worked: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    file = tmp_path / "t.csv"
    file.write_text("size,kind\n" + "".join(f"{i},{'ab'[i % 3 == 0]}\n" for i in range(60)))
    matrix = worked.state.choice(MatrixChoice)
    worked.perform(OpenFile(str(file)))
    worked.perform(LoadFile())
    assert worked.state.choice(MatrixChoice).pins == {}
    assert worked.state.choice(DataChoice).loaded == "t"
    worked.perform(ChooseData("clinic"))
    assert worked.state.choice(MatrixChoice) == matrix
    assert worked.state.choice(DataChoice).loaded == "t"
    steps = len(worked.history.steps)
    worked.perform(LoadFile())
    assert (worked.state.dataset, len(worked.history.steps)) == ("t", steps + 1)


def test_a_branch_that_was_left_is_still_there(worked: Session) -> None:
    first = worked.state
    place = worked.history.now
    for _ in range(3):
        worked.perform(Undo())
    worked.perform(MoveKnob("alpha", 7.0))
    branch = worked.state
    worked.perform(GoTo(place))
    assert worked.state == first
    worked.perform(GoTo(len(worked.history.steps) - 1))
    assert worked.state == branch


def test_a_link_into_a_game_or_the_lab_leaves_the_projects_history_alone(
    worked: Session, patients: Dataset
) -> None:
    play(worked)
    paint(worked)
    other = Session(patients)
    other.perform(SetState(worked.state))
    assert other.state == worked.state
    assert len(other.history.steps) == 1
    assert isinstance(other.perform(LeaveChallenge()).values["state"], dict)
    assert isinstance(other.state, State)
    assert other.state.choice(LabChoice).painted == POINTS


def test_a_project_opened_again_has_every_branch_game_and_painting(
    patients: Dataset, tmp_path: Path
) -> None:
    path = tmp_path / "work.steer"
    session = project_session(path, Origin(patients, patients), MENU)
    for action in work():
        session.perform(action)
    session.perform(Undo())
    session.perform(MoveKnob("beta", 2.0))
    paint(session)
    session.perform(ChooseData("wine"))
    session.perform(ChooseData("clinic"))
    play(session)
    session.log.store.close()
    again = project_session(path, Origin(patients, patients), MENU)
    assert again.histories == session.histories
    assert again.state == session.state
    assert again.view().values["project"]["notice"] == ""
    again.log.store.close()
    headless = replayed_project(path, Task(), dataset=patients)
    assert headless.session.histories.project == session.histories.project
    assert headless.session.state == session.history.step.state.with_choice(
        session.state.choice(LabChoice)
    )
