"""Small sessions, one for each room, and the frames that they lead to."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pandas as pd
from tests import lesson_examples
from tests.conftest import small_mail
from tests.weeks import write_mail

from steersman.data import load
from steersman.data.collections.by_name import Listed
from steersman.learn.catalog import MODELS
from steersman.session import Session
from steersman.session.actions import Action, kind_name
from steersman.session.bayes.actions import BayesCurve, BayesDemo, BayesPlane, BayesProduct
from steersman.session.challenge.actions import Buy, Reveal, StartChallenge
from steersman.session.clusters.actions import (
    AskCluster,
    AskPlaced,
    FindClusters,
    NameCluster,
    OpenClusters,
)
from steersman.session.clusters.choice import ClusterSettings
from steersman.session.clusters.shapes import RoundNews
from steersman.session.compare.actions import (
    AddModel,
    AskComparison,
    AskPair,
    AskPairs,
    AskScoreCurves,
    OpenCompare,
    PairExamples,
    ReadRow,
    RunComparison,
    RunCurves,
    SetCuts,
)
from steersman.session.data.actions import ListData, ListStopWords, LookAtDocument, OpenFile
from steersman.session.data.remembered_choices import RecentFile
from steersman.session.history_actions import Open
from steersman.session.lab.actions import (
    AskLabPython,
    AskNeighborCurve,
    ChooseLabModel,
    ChooseLabSource,
    OpenLab,
)
from steersman.session.matrix.actions import (
    AskFrontier,
    AskLevels,
    AskNode,
    AskPython,
    AskRanges,
    AskTraining,
    AskWant,
    CellExamples,
    ChooseModel,
    CompleteWant,
    ExplainRow,
    FollowRow,
    OpenMatrix,
)
from steersman.session.plane.actions import (
    AskPlanePython,
    AskWord,
    ChooseFold,
    Inspect,
    ListDocuments,
    ListWords,
    MoveKnob,
    MoveLine,
    Search,
    SetWord,
)
from steersman.session.project.actions import ExportProject, ListProjects, NameProject, WriteNote
from steersman.session.project.room import ProjectRoom
from steersman.session.project.shapes import ListedProject
from steersman.session.scores.actions import AskScores
from steersman.session.slices.actions import AskSlices, SliceExamples
from steersman.session.use.actions import AskReasons, DrawRows, FeedFile, OpenUse
from steersman.session.why.actions import (
    AskDependence,
    AskImportance,
    FindFlips,
    PickRows,
    TryRow,
    WhyRow,
)
from steersman.tasks import Task
from steersman.wire.channel import Channel, Request
from steersman.wire.frames import decode_frame, encode_frame
from steersman.wire.messages import news_frame, plain_frame, progress_frame

__all__ = ["SCENES"]

FOLDER = "/data"
"""Stands for the folder of the files that are opened, wherever that is."""
Script = Sequence[tuple[str, Action]]
"""Actions in order; the answers to those with a name are golden."""

PLANE: Script = (
    ("open", Open()),
    ("move-knob", MoveKnob("alpha", 0.25, gesture=2)),
    ("move-line", MoveLine(1.25, -3.5, gesture=4)),
    ("document", Inspect(3)),
    ("documents", ListDocuments((1, 2))),
    ("plane-python", AskPlanePython()),
    ("hits", Search("matrix")),
    ("set-word", SetWord("matrix", 2.0, 9.0)),
    ("words", ListWords("ma")),
    ("word", AskWord("matrix")),
    ("bayes-plane", BayesPlane(0.3, 0.1, 0.7)),
    ("bayes-demo", BayesDemo((0.2, 0.3, 0.9, 0.4, 0.5, 0.6), 0.3, logarithmic=True)),
    ("bayes-curve", BayesCurve(0.26, 0.4, 1.5, 0.85)),
    ("bayes-product", BayesProduct(0.01, 200)),
    ("error", ChooseFold(9)),
)
CHALLENGE: Script = (
    ("", Open()),
    ("challenge", StartChallenge()),
    ("challenge-bought", Buy("training", 2)),
    ("challenge-revealed", Reveal()),
)
MATRIX: Script = (
    ("", Open()),
    ("matrix", OpenMatrix()),
    ("matrix-steered", AskWant("fp <= 2")),
    ("examples", CellExamples("maths", "maths")),
    ("reasons", ExplainRow(18)),
    ("frontier", AskFrontier()),
    ("training", AskTraining()),
    ("ranges", AskRanges()),
    ("model-scores", AskScores()),
    ("slice-table", AskSlices()),
    ("slice-examples", SliceExamples("error rate", "", "contains matrix")),
    ("model-python", AskPython(0)),
    ("completions", CompleteWant("catch at")),
    ("matrix-program", ChooseModel("martingale", levels=2, freeze=0.0)),
    ("path", FollowRow(18)),
    ("node", AskNode(0)),
    ("levels", AskLevels()),
)
WHY: Script = (
    ("", Open()),
    ("", OpenMatrix()),
    ("importance", AskImportance()),
    ("dependence", AskDependence(1)),
    ("picked-rows", PickRows()),
    ("row-why", WhyRow(3)),
    ("tried-row", TryRow({"amount": "40", "note": "late again"}, 3)),
    ("flips", FindFlips({}, 3)),
)
COMPARE: Script = (
    ("", Open()),
    ("", OpenCompare()),
    ("", AddModel("logistic")),
    ("", SetCuts(2)),
    ("compare", AddModel("multinomial", "fp <= 5")),
    ("", RunComparison()),
    ("", RunCurves()),
    ("comparison", AskComparison()),
    ("score-curves", AskScoreCurves()),
    ("pair", AskPair()),
    ("pairs", AskPairs()),
    ("pair-examples", PairExamples("both-right")),
    ("compared-row", ReadRow(1)),
)
LAB: Script = (
    ("", Open()),
    ("", OpenLab()),
    ("", ChooseLabSource("and")),
    ("", ChooseLabModel(0, "perceptron")),
    ("lab", Open()),
    ("neighbor-curve", AskNeighborCurve()),
    ("lab-python", AskLabPython(0)),
)
LESSONS: Script = tuple((kind_name(type(asked)), asked) for asked in lesson_examples.LESSONS)
CLUSTERS: Script = (
    ("", Open()),
    ("clusters-map", OpenClusters()),
    ("", FindClusters(ClusterSettings(3, starts=1))),
    ("", NameCluster(0, "first")),
    ("clusters", Open()),
    ("cluster", AskCluster(0)),
    ("placed", AskPlaced(3)),
)
PROJECT: Script = (
    ("", Open()),
    ("", WriteNote("why", 0)),
    ("project", NameProject("mine")),
    ("projects", ListProjects()),
    ("file", ExportProject()),
)


class FixedHome:
    """Where the project of a scene is kept: nowhere."""

    place = "mine.steer"

    def project_list(self) -> list[ListedProject]:
        return [
            {
                "path": "mine.steer",
                "name": "mine",
                "data": "small-mail",
                "entries": 2,
                "kept_at": 0.0,
                "here": True,
                "fault": "",
            }
        ]

    def export_bytes(self, data: bool, task: Task) -> bytes:
        return b"a project"


def frames_of(
    script: Script, session: Session, folder: str = FOLDER
) -> Iterator[tuple[str, bytes]]:
    """The golden answers of a script by name, with `folder` written as one that is everywhere."""
    frames: list[bytes] = []
    channel = Channel(session, frames.append)
    channel.close()
    channel.worker.join()
    channel.send = frames.append  # a closed channel speaks to nobody, and stops every task
    channel.stop_task = channel.stop_asked = False
    for number, (name, action) in enumerate(script, 1):
        channel.answer(Request(number, action))
        if name:
            header, columns = decode_frame(frames[-1])
            header.pop("columns")
            yield name, encode_frame(moved(header, folder), list(columns.items()))


def moved(value: object, folder: str) -> object:
    """A value with another folder in all its texts."""
    if isinstance(value, str):
        return value.replace(folder, FOLDER)
    if isinstance(value, list):
        return [moved(each, folder) for each in value]
    if isinstance(value, dict):
        return {key: moved(each, folder) for key, each in value.items()}
    return value


def mail_session(rows: int) -> Session:
    menu = {"name": "small-mail", "title": "Small mail", "summary": "Made for tests."}
    return Session(small_mail(rows=rows), [menu])


def on_mail(script: Script, rows: int) -> Callable[[], dict[str, bytes]]:
    return lambda: dict(frames_of(script, mail_session(rows)))


def matrix_frames() -> dict[str, bytes]:
    """Two models of the catalog are enough to say what any model can do."""
    with patch("steersman.session.matrix.ranges.MODELS", MODELS[:2]):
        return dict(frames_of(MATRIX, mail_session(60)))


def loans_session() -> Session:
    """A small table with numbers, categories and text."""
    rows = range(60)
    frame = pd.DataFrame(
        {
            "amount": [10 + 7 * (row % 9) + 20 * (row % 3) for row in rows],
            "purpose": [("car", "home", "trip")[(row * row) % 3] for row in rows],
            "note": [("paid in time", "late payment", "late again")[row % 3] for row in rows],
            "class": [("good", "good", "bad")[(row + row // 20) % 3] for row in rows],
        }
    )
    roles = {"amount": "number", "purpose": "category", "note": "text", "class": "label"}
    return Session(load(frame, roles=roles))


def why_frames() -> dict[str, bytes]:
    return dict(frames_of(WHY, loans_session()))


def project_frames() -> dict[str, bytes]:
    session = mail_session(12)
    session.rooms[ProjectRoom].home = FixedHome()
    return dict(frames_of(PROJECT, session))


def data_frames() -> dict[str, bytes]:
    """A small file, and what two machines with other data would both say is at hand."""
    with TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name).resolve()
        with (folder / "mail.csv").open("w", newline="") as file:
            table = csv.writer(file)
            table.writerow(["kind", "words", "length"])
            table.writerows(
                [[("ham", "spam")[row % 2], f"fit the plot {row}", row] for row in range(8)]
            )
        here = "steersman.session.data.views"
        listed = Listed("iris", "scikit-learn", 150, 4, 3, True, 2734)
        stack.enter_context(patch(f"{here}.available", lambda: [listed]))
        recent = RecentFile(f"{FOLDER}/mail.csv", "mail.csv", 130)
        stack.enter_context(patch(f"{here}.recent_files", lambda: [recent]))
        stack.enter_context(patch.dict("os.environ", {"XDG_DATA_HOME": str(folder / "home")}))
        script: Script = (
            ("", Open()),
            ("data", OpenFile(str(folder / "mail.csv"))),
            ("look", LookAtDocument(0, "Fitting the plots")),
            ("stop-words", ListStopWords("esperanto")),
            ("at-hand", ListData()),
        )
        return dict(frames_of(script, mail_session(12), str(folder)))


def use_frames() -> dict[str, bytes]:
    """A model in use that has seen a few rows, some of them drawn to be labeled."""
    with TemporaryDirectory() as name:
        folder = Path(name).resolve()
        write_mail(folder / "mail.csv", 120, seed=0)
        write_mail(folder / "new.csv", 24, seed=1, start=1, labeled=0.5)
        script: Script = (
            ("", OpenMatrix()),
            ("", AskWant("fpr <= 50%")),
            ("", OpenUse()),
            ("use", FeedFile(str(folder / "new.csv"))),
            ("use-drawn", DrawRows(4, even=True)),
            ("row-reasons", AskReasons("w1-1")),
        )
        session = Session(load(str(folder / "mail.csv"), label="kind", text="text"))
        return dict(frames_of(script, session, str(folder)))


def channel_frames() -> dict[str, bytes]:
    """What the channel says by itself while a task is under way."""
    return {
        "progress": progress_frame(7, "round 2", 0.25),
        "news": news_frame(7, "clusters", RoundNews(start=1, round=2, objective=3.5)),
        "cancelled": plain_frame("cancelled", 7, {"task": "round 2"}),
    }


def news_frames() -> dict[str, bytes]:
    """The first that each kind of work shows while it is under way."""
    shown: dict[str, bytes] = {}

    def keep(about: str, values: Mapping[str, object]) -> None:
        shown.setdefault(f"news-{about}", news_frame(7, about, values))

    session = mail_session(60)
    rooms = (
        *(action for _, action in MATRIX[1:3]),
        ChooseModel("martingale", levels=2, freeze=0.0),
    )
    compare = (OpenCompare(), AddModel("logistic"), SetCuts(2), RunComparison(), RunCurves())
    # Nobody has to see these: no news is left out because the one before was shown just now.
    with patch("steersman.session.matrix.live_progress.PAUSE_S", 0.0):
        for action in (*rooms, *compare, *lesson_examples.LESSONS):
            session.perform(action, Task(news=keep))
    return shown


SCENES: dict[str, Callable[[], dict[str, bytes]]] = {
    "plane": on_mail(PLANE, 12),
    "challenge": on_mail(CHALLENGE, 120),
    "matrix": matrix_frames,
    "why": why_frames,
    "compare": on_mail(COMPARE, 48),
    "lab": on_mail(LAB, 12),
    "lessons": on_mail(LESSONS, 12),
    "clusters": on_mail(CLUSTERS, 36),
    "data": data_frames,
    "project": project_frames,
    "use": use_frames,
    "channel": channel_frames,
    "news": news_frames,
}
"""The frames of each scene by name."""
