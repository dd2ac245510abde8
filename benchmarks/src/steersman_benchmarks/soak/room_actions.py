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
    AddModel,
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
    SetComparedView,
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
    AskLabPython,
    AskNeighborCurve,
    ChooseLabColumns,
    ChooseLabModel,
    ChooseLabSource,
    DrawLab,
    MoveLabModel,
    MoveLabSource,
    OpenLab,
    PaintLab,
    PlayLab,
)
from steersman.session.lessons.dimension import LessonDimension
from steersman.session.lessons.folds import LessonFolds
from steersman.session.lessons.kmeans import LessonKmeans
from steersman.session.lessons.models import LessonAverage
from steersman.session.lessons.neighbors import LessonNeighbors
from steersman.session.lessons.p_value import LessonPValue
from steersman.session.lessons.risk import LessonRisk
from steersman.session.lessons.story import LessonStory
from steersman.session.lessons.wide import LessonWide
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
from steersman_benchmarks.soak.model_actions import WITH_A_MODEL, held_row, shown_number
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
    # Learning curves and pairs of several models that are fitted quickly.
    *(AddModel(name) for name in ("basic", "bernoulli", "regressions")),
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
    SetComparedView("f1_macro", "folds"),
    AskPairs(),
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
    MoveLabModel(1, "C", 30.0),
    *(ChooseLabModel(0, name) for name in ("ascent", "basic", "binned", "perceptron")),
    PlayLab(0, 3),
    DrawLab(),
    AskLabPython(0),
    PaintLab(tuple((at / 500, (at * 7 % 1000) / 500, at % 2) for at in range(1000))),
    ChooseLabSource("table"),
    lambda s: ChooseLabColumns(*s.corpus_of(s.state).dataset.feature_names[-2:]),
)

LESSONS: tuple[Made, ...] = (
    LessonDimension(),
    LessonFolds(),
    LessonKmeans(),
    LessonAverage(),
    LessonNeighbors(),
    LessonPValue(),
    LessonRisk(),
    LessonStory(),
    LessonWide(),
)


def other_class(session: Session) -> str:
    """A class of the data other than the one asked about."""
    corpus, asked = session.corpus_of(session.state), session.state.category
    return next(name for name in corpus.categories if name != asked)


RELABEL: tuple[Made, ...] = (
    Open(),
    OpenMatrix(),
    lambda s: RelabelRows((held_row(s),), s.state.category),
    lambda s: RelabelRows((held_row(s),), other_class(s)),
    AskWant("accuracy >= 60%"),
    lambda s: RelabelRows((held_row(s),)),
    Undo(),
    Undo(),
    lambda s: ChooseCategory(other_class(s)),
    Resample(),
    Undo(),
)


def use(labeled: Path | None, unlabeled: Path | None) -> tuple[Made, ...]:
    """Actions on a model in use, with new rows where there are files of them."""
    new: tuple[Made, ...] = ()
    if labeled is not None:
        new = (
            FeedFile(str(labeled)),
            FeedFile(str(unlabeled)),
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
    models: tuple[str, ...], text: bool, files: tuple[Path | None, Path | None]
) -> Iterator[tuple[str, tuple[Made, ...]]]:
    """The rooms one after another, with what is done in each."""
    if text:
        yield "Plane", PLANE
    yield "Steer", (Open(), OpenMatrix())
    for model in models:
        yield f"Steer and Why, {model}", (ChooseModel(model), *WITH_A_MODEL)
        yield f"Use, {model}", use(*files)
    yield "Steer, all classes", (OpenMatrix(all_classes=True), *WITH_A_MODEL, OpenMatrix())
    yield "Clusters", CLUSTERS
    yield "Compare", COMPARE
    yield "Lab", LAB
    yield "Lessons", LESSONS
    yield "Labels", RELABEL
    yield "Project", (Open(), ListData(), ExportProject(), ExportProject(data=True))
