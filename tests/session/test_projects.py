"""Work that is kept: what was done survives whatever ends the process, to the bit."""

from __future__ import annotations

import json
import os
import random
import runpy
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.errors import raises

from steersman.errors import Cancelled, SteersmanError
from steersman.session import Session, View
from steersman.session import results as project_results
from steersman.session.action_json import action_of
from steersman.session.challenge.actions import (
    Buy,
    LeaveChallenge,
    ResumeChallenge,
    Reveal,
    StartChallenge,
)
from steersman.session.challenge.room import ChallengeRoom
from steersman.session.clusters.actions import (
    FindClusters,
    LabelByClusters,
    NameCluster,
    OpenClusters,
)
from steersman.session.clusters.choice import ClusterSettings
from steersman.session.compare import fold_jobs
from steersman.session.compare.actions import (
    AskComparison,
    OpenCompare,
    RunComparison,
    RunCurves,
    SetCuts,
    SuggestModels,
)
from steersman.session.history_actions import GoBest, GoTo, Open, Redo, Undo
from steersman.session.lab.actions import (
    ChooseLabModel,
    DrawLab,
    MoveLabSource,
    OpenLab,
    PlayLab,
)
from steersman.session.matrix.actions import (
    AskWant,
    ChooseModel,
    LockCell,
    OpenMatrix,
    OpenTest,
    PinModel,
    SetConfidence,
    ShowModel,
)
from steersman.session.plane.actions import (
    Autotune,
    BestLine,
    ChooseFold,
    MoveKnob,
    MoveLine,
    ResetKnobs,
    SetCurve,
    SetFeatures,
    SetFolds,
)
from steersman.session.project.actions import NameProject, TakeBack, WriteNote
from steersman.session.project.room import ProjectRoom
from steersman.session.question import ChooseCategory, ChooseData, Resample
from steersman.session.storage.project import Origin, project_session
from steersman.tasks import Task

MAIL = runpy.run_path(str(Path(__file__).parents[1] / "conftest.py"))["small_mail"](400)

numbers = st.floats(0.01, 5.0)
gestures = st.integers(0, 2)
ACTIONS = st.one_of(
    st.builds(MoveKnob, st.sampled_from(["alpha", "beta", "slope"]), numbers, gestures),
    st.builds(MoveLine, numbers, st.floats(-5, 5), gestures),
    st.builds(SetFeatures, st.sampled_from([None, 5, 6]), gestures),
    st.builds(ChooseCategory, st.sampled_from(["maths", "web", "pictures", "none"])),
    st.builds(SetFolds, st.integers(2, 4)),
    st.builds(ChooseFold, st.integers(0, 4)),
    st.builds(BestLine, st.sampled_from(["training", "validation"])),
    st.builds(SetCurve, st.integers(1, 2)),
    st.builds(Autotune, st.booleans()),
    st.builds(OpenMatrix, st.booleans()),
    st.builds(ChooseModel, st.sampled_from(["logistic", "plane", "neighbors"])),
    st.builds(AskWant, st.sampled_from(["errors <= 20", "fp <= 2", "fp <<"])),
    st.builds(LockCell, st.just("maths"), st.just("maths")),
    st.builds(ShowModel, st.integers(0, 4)),
    st.builds(PinModel, st.integers(0, 4), st.sampled_from(["mine", ""])),
    st.builds(WriteNote, st.text(max_size=9), st.one_of(st.none(), st.integers(0, 5))),
    st.builds(NameProject, st.text(max_size=9)),
    st.builds(GoBest, st.sampled_from(["training", "validation"])),
    st.builds(GoTo, st.integers(0, 6)),
    st.builds(SetConfidence, st.sampled_from([None, 0.9])),
    st.sampled_from(
        [Resample(), ResetKnobs(), StartChallenge(), Reveal(), LeaveChallenge(), OpenTest()]
    ),
    st.builds(Buy, st.just("training"), st.integers(1, 900)),
    st.sampled_from([OpenClusters(), OpenCompare(), SuggestModels(), OpenLab(), DrawLab()]),
    st.builds(FindClusters, st.builds(ClusterSettings, st.integers(2, 3), starts=st.just(1))),
    st.builds(NameCluster, st.integers(0, 2), st.sampled_from(["a", "b"])),
    st.builds(LabelByClusters, st.sampled_from(["by cluster", "again"])),
    st.builds(MoveLabSource, st.just("noise"), st.floats(0.1, 0.5), gestures),
    st.builds(ChooseLabModel, st.integers(0, 1), st.sampled_from(["perceptron", "logistic"])),
    st.builds(PlayLab, st.integers(0, 1), st.integers(0, 9), gestures),
    st.sampled_from([Undo(), Undo(), Redo(), TakeBack()]),
    st.builds(ChooseData, st.sampled_from([MAIL.name, "by cluster"])),
    st.sampled_from([Undo("lab"), Redo("lab"), Undo("challenge"), ResumeChallenge()]),
)


def done(session: Session, actions: list) -> None:
    """Do what can be done; the rest is refused and changes nothing."""
    for action in actions:
        with suppress(SteersmanError):
            session.perform(action)


def everything(session: Session) -> tuple[object, ...]:
    """All there is to see and to go back to; only where and when it was kept is left out."""
    view: View = session.perform(Open())
    values = dict(view.values)
    project = values.pop("project")
    about = {key: project[key] for key in ("name", "note", "notes", "can_take_back")}
    columns = [(each.name, each.values.tobytes()) for each in view.columns]
    return (
        values,
        about,
        columns,
        session.histories,
        list(session.rooms[ChallengeRoom].seeds),
        dict(session.rooms[ChallengeRoom].opened_tests),
    )


def closed(session: Session) -> None:
    session.log.store.close()


@settings(max_examples=8)
@given(before=st.lists(ACTIONS, max_size=8), after=st.lists(ACTIONS, max_size=5))
def test_kept_and_opened_again_equals_never_closed(
    tmp_path_factory: pytest.TempPathFactory, before: list, after: list
) -> None:
    path = tmp_path_factory.mktemp("kept") / "work.steer"
    never_closed = Session(MAIL)
    kept = project_session(path, Origin(MAIL))
    done(never_closed, before)
    done(kept, before)
    assert everything(kept) == everything(never_closed)
    closed(kept)
    again = project_session(path, Origin(MAIL))
    assert again.rooms[ProjectRoom].notice == ""
    assert everything(again) == everything(never_closed)
    done(never_closed, after)
    done(again, after)
    closed(again)
    third = project_session(path, Origin(MAIL))
    assert everything(third) == everything(never_closed)
    closed(third)


def test_a_cancelled_action_leaves_no_trace_in_what_follows(tmp_path: Path) -> None:
    """Models are called by number: one that nobody wanted any more must not take a number."""
    kept = project_session(tmp_path / "work.steer", Origin(MAIL))
    never_cancelled = Session(MAIL)
    for session in (kept, never_cancelled):
        session.perform(OpenMatrix())
    before = everything(kept)

    def stop_at_the_end(what: str, done: float | None) -> None:
        if (done or 0.0) >= 0.9:
            raise Cancelled(what)

    with pytest.raises(Cancelled):
        kept.perform(ChooseModel("plane"), Task(progress=stop_at_the_end))
    few = Session(MAIL.rows(range(60)))
    with raises("too-few-rows"):
        few.perform(StartChallenge())
    assert list(few.rooms[ChallengeRoom].seeds) == []
    assert everything(kept) == before
    for session in (kept, never_cancelled):
        session.perform(ChooseModel("neighbors"))
    assert everything(kept) == everything(never_cancelled)
    closed(kept)
    again = project_session(tmp_path / "work.steer", Origin(MAIL))
    assert everything(again) == everything(never_cancelled)
    closed(again)


def test_what_a_comparison_found_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(project_results, "MIN_STORED_S", 0.0)
    kept = project_session(tmp_path / "work.steer", Origin(MAIL))
    for action in (OpenCompare(), SuggestModels(), SetCuts(3), RunComparison()):
        found = kept.perform(action)
    curves = kept.perform(RunCurves()).values["curves"]
    closed(kept)
    monkeypatch.setattr(fold_jobs, "cross_fit", None)
    monkeypatch.setattr(fold_jobs, "fit_curve", None)
    again = project_session(tmp_path / "work.steer", Origin(MAIL))
    assert again.rooms[ProjectRoom].notice == ""
    answer = again.perform(AskComparison()).values
    assert answer["models"] == found.values["models"]
    assert answer["curves"] == curves
    assert any(each["standing"] for each in answer["models"])
    closed(again)


HANDS = """
import json, os, runpy, sys
from pathlib import Path
from steersman.session.action_json import action_of
from steersman.session.clusters.choice import ClusterSettings
from steersman.session.storage.project import Origin, project_session
mail = runpy.run_path(sys.argv[2])["small_mail"](400)
for line in sys.stdin:  # one hand after the other, each in a process of its own
    hand = os.fork()
    if hand == 0:
        session = project_session(Path(sys.argv[1]), Origin(mail))
        print(os.getpid(), flush=True)
        for action in json.loads(line):
            session.perform(action_of(action))
            os.write(1, b"done\\n")
        os._exit(0)
    os.waitpid(hand, 0)
    print("ended", flush=True)
"""


def stream(rng: random.Random) -> list[dict[str, object]]:
    """Things done in the plane and the matrix room, with gestures, undo and redo."""
    actions: list[dict[str, object]] = [{"action": "open-matrix"}]
    for gesture in range(1, 80):
        actions += [
            {"action": "move-knob", "knob": "alpha", "value": rng.random(), "gesture": gesture}
            for _ in range(rng.randint(1, 3))
        ]
        actions.append({"action": "choose-fold", "fold": rng.randint(0, 4)})
        actions += rng.choice([[], [{"action": "undo"}], [{"action": "undo"}, {"action": "redo"}]])
        if not gesture % 9:
            actions.append({"action": "ask-want", "want": f"errors <= {rng.randint(9, 30)}"})
            actions.append({"action": "write-note", "text": f"gesture {gesture}"})
    return actions


def test_killed_at_any_instant_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    rng = random.Random(5)  # noqa: S311
    actions, sure = stream(rng), 0
    path = tmp_path / "work.steer"
    never_closed = Session(MAIL)
    conftest = str(Path(__file__).parents[1] / "conftest.py")
    with subprocess.Popen(
        [sys.executable, "-c", HANDS, path, conftest],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as hands:
        for _round in range(5):
            hands.stdin.write(json.dumps(actions[sure:]) + "\n")
            hands.stdin.flush()
            hand = int(hands.stdout.readline())
            acknowledged = sure + rng.randint(2, 15)
            for _ in range(sure, acknowledged):
                assert hands.stdout.readline() == "done\n"
            time.sleep(rng.random() * 0.03)
            os.kill(hand, signal.SIGKILL)
            while hands.stdout.readline() == "done\n":
                acknowledged += 1
            done(never_closed, [action_of(each) for each in actions[sure:acknowledged]])
            again = project_session(path, Origin(MAIL))
            if everything(again) != everything(never_closed):  # written down, but not yet told
                done(never_closed, [action_of(actions[acknowledged])])
                acknowledged += 1
            assert everything(again) == everything(never_closed)
            assert again.rooms[ProjectRoom].notice == ""
            closed(again)
            sure = acknowledged
        hands.stdin.close()
    assert 20 < sure < len(actions)
