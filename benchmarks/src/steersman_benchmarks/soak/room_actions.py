"""Every action of the rooms, as one person after another might do it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from steersman.session import Session
from steersman.session.bayes.actions import BayesPlane
from steersman.session.challenge.actions import Buy, LeaveChallenge, Reveal, StartChallenge
from steersman.session.clusters.actions import (
    AskCluster,
    AskPlaced,
    FindClusters,
    LabelByClusters,
    MakeCluster,
    MergeClusters,
    NameCluster,
    OpenClusters,
    SaveClusters,
    SplitCluster,
)
from steersman.session.clusters.choice import ClusterSettings
from steersman.session.compare.actions import (
    AskComparison,
    AskPair,
    AskPairs,
    AskScoreCurves,
    ChoosePair,
    ExportComparison,
    OpenCompare,
    PairExamples,
    ReadRow,
    RunComparison,
    RunCurves,
    SetCuts,
    SuggestModels,
)
from steersman.session.compare.choice import CompareChoice
from steersman.session.data.actions import (
    ListData,
)
from steersman.session.history_actions import GoBest, GoTo, Open, Undo
from steersman.session.lab.actions import (
    AddLabModel,
    AskNeighborCurve,
    ChooseLabModel,
    ChooseLabSource,
    DrawLab,
    MoveLabModel,
    MoveLabSource,
    OpenLab,
    PlayLab,
)
from steersman.session.matrix.actions import (
    AskWant,
    ChooseModel,
    OpenMatrix,
)
from steersman.session.plane.actions import (
    AskPlanePython,
    AskWord,
    Autotune,
    BestLine,
    ChooseFold,
    Inspect,
    ListDocuments,
    ListWords,
    MoveKnob,
    MoveLine,
    ResetKnobs,
    Search,
    SetCurve,
    SetFeatures,
    SetFolds,
    SetWord,
    TuneFolds,
    WeighWord,
)
from steersman.session.project.actions import ExportProject, ListProjects, WriteNote
from steersman.session.question import ChooseCategory, RelabelRows, Resample
from steersman.session.use.actions import (
    DrawRows,
    ExportDrawnRows,
    ExportVersion,
    FeedFile,
    OpenUse,
    PutInUse,
    RepairModel,
)
from steersman_benchmarks.soak.model_actions import WITH_A_MODEL, shown_number
from steersman_benchmarks.soak.timed_lock import Made


def compared_names(session: Session) -> list[str]:
    choice = session.state.choice(CompareChoice)
    return [] if choice is None else [each.name for each in choice.models]


PLANE: tuple[Made, ...] = (
    Open(),
    MoveKnob("alpha", 0.4, 1),
    MoveKnob("alpha", 0.5, 1),
    MoveKnob("beta", 5.0, 2),
    MoveLine(0.9, 1.0, 3),
    SetFeatures(200),
    SetFeatures(None),
    SetFolds(3),
    SetFolds(5),
    ChooseFold(1),
    ChooseFold(0),
    BestLine("training"),
    BestLine("validation", "accuracy"),
    Autotune(),
    Autotune(per_feature=True),
    TuneFolds(),
    SetCurve(2),
    SetCurve(1),
    lambda s: SetWord(s.corpus_of(s.state).dataset.feature_names[3], 0.3, 2.0),
    lambda s: WeighWord(s.corpus_of(s.state).dataset.feature_names[5], 0.3),
    Inspect(5),
    Search("a"),
    ListWords(),
    ListWords("a"),
    lambda s: AskWord(s.corpus_of(s.state).dataset.feature_names[3]),
    AskPlanePython(),
    ListDocuments(tuple(range(300))),
    ResetKnobs(),
    lambda s: ChooseCategory(s.corpus_of(s.state).categories[-1]),
    lambda s: ChooseCategory(s.corpus_of(s.state).categories[0]),
    Resample(),
    Undo(),
    GoBest("validation"),
    GoTo(0),
    WriteNote("a note"),
    ListProjects(),
    BayesPlane(0.3, 0.2, 0.5),
    StartChallenge(),
    Buy("training", 50),
    Buy("validation", 50),
    MoveKnob("alpha", 0.7, 9),
    Reveal(),
    LeaveChallenge(),
    lambda s: RelabelRows((1, 2, 3), s.corpus_of(s.state).categories[-1]),
    RelabelRows((1, 2, 3)),
)

CLUSTERS: tuple[Made, ...] = (
    OpenClusters(),
    FindClusters(ClusterSettings(8)),
    FindClusters(ClusterSettings(8, "em", starts=1)),
    AskCluster(0),
    AskPlaced(5),
    NameCluster(0, "first"),
    MergeClusters(1, 2),
    MakeCluster(tuple(range(60))),
    SplitCluster(3),
    SaveClusters(),
    LabelByClusters("by clusters"),
    Undo(),
)

COMPARE: tuple[Made, ...] = (
    OpenCompare(),
    SuggestModels(),
    SetCuts(3),
    RunComparison(),
    AskComparison(),
    AskScoreCurves(),
    lambda s: ChoosePair(*compared_names(s)[:2]),
    AskPair(),
    AskPairs(),
    PairExamples("only-first"),
    ReadRow(7),
    RunCurves(),
    ExportComparison(),
    ExportComparison("markdown"),
)

LAB: tuple[Made, ...] = (
    OpenLab(),
    ChooseLabSource("moons"),
    MoveLabSource("n", 2000.0),
    ChooseLabModel(0, "neighbors"),
    AskNeighborCurve(),
    MoveLabModel(0, "n_neighbors", 3.0),
    AddLabModel("svm"),
    ChooseLabModel(0, "perceptron"),
    PlayLab(0, 3),
    DrawLab(),
    ChooseLabSource("table"),
)


def use(file: Path | None) -> tuple[Made, ...]:
    """Actions on a model in use, with new rows where there is a file of them."""
    new: tuple[Made, ...] = ()
    if file is not None:
        new = (
            FeedFile(str(file)),
            DrawRows(20),
            ExportDrawnRows(),
            DrawRows(50, even=True),
            RepairModel(),
        )
    return (
        AskWant("accuracy >= 60%"),
        OpenUse(),
        lambda s: PutInUse(shown_number(s)),
        *new,
        ExportVersion(0),
        ExportVersion(0, "html"),
    )


def scenes(
    models: tuple[str, ...], text: bool, file: Path | None
) -> Iterator[tuple[str, tuple[Made, ...]]]:
    """The rooms one after another, with what is done in each."""
    if text:
        yield "Plane", PLANE
    yield "Steer", (Open(), OpenMatrix())
    for model in models:
        yield f"Steer and Why, {model}", (ChooseModel(model), *WITH_A_MODEL)
        yield f"Use, {model}", use(file)
    yield "Steer, all classes", (OpenMatrix(all_classes=True), *WITH_A_MODEL, OpenMatrix())
    yield "Clusters", CLUSTERS
    yield "Compare", COMPARE
    yield "Lab", LAB
    yield "Project", (Open(), ListData(), ExportProject(), ExportProject(data=True))
