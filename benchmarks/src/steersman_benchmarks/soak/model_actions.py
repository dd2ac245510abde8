"""What is asked about a model in the rooms Steer and Why."""

from __future__ import annotations

from steersman.session import Session
from steersman.session.history_actions import Open, Redo, Undo
from steersman.session.matrix.actions import (
    AskFrontier,
    AskLevels,
    AskNode,
    AskPython,
    AskRanges,
    AskTraining,
    AskWant,
    CellExamples,
    CompleteWant,
    EditCell,
    EditNode,
    ExplainRow,
    ExportCard,
    ExportExamples,
    ExportModel,
    FollowRow,
    LockCell,
    MarkWeak,
    MoveCutoff,
    OpenTest,
    PinModel,
    SetConfidence,
    SetCosts,
    SetGroupCutoffs,
    SetPrior,
    ShareRisk,
    ShowModel,
    SteerToCost,
)
from steersman.session.matrix.room import MatrixRoom
from steersman.session.scores.actions import AskScores, CalibrateModel
from steersman.session.slices.actions import AskSlices, SliceExamples
from steersman.session.slices.room import SlicesRoom
from steersman.session.why.actions import (
    AskDependence,
    AskImportance,
    ExportLabels,
    FindFlips,
    PickRows,
    TryRow,
    WhyRow,
)
from steersman_benchmarks.soak.timed_lock import Made


def shown_number(session: Session) -> int:
    number = session.rooms[MatrixRoom].models.current_model(session.state).number
    return int(number)


def classes_of(session: Session) -> tuple[str, ...]:
    room = session.rooms[MatrixRoom].models
    classes: tuple[str, ...] = room.problem(session.corpus_of(session.state), session.state).classes
    return classes


def pairs_of(session: Session) -> tuple[str, str]:
    first, second = classes_of(session)[:2]
    return first, second


def held_row(session: Session) -> int:
    room = session.rooms[MatrixRoom].models
    return int(room.problem(session.corpus_of(session.state), session.state).holdout.rows[0])


def first_column(session: Session) -> str:
    """A column whose groups can be asked about; empty where there is none."""
    return next(iter(session.corpus_of(session.state).dataset.columns), "")


def first_slice(session: Session) -> str:
    """The name of a slice of the table that was asked for last."""
    tables = list(session.rooms[SlicesRoom].views.tables.values())
    return tables[-1].slices[0].name if tables and len(tables[-1]) else ""


WITH_A_MODEL: tuple[Made, ...] = (
    # Without `beside`, a support vector machine is fitted to 100,000 rows.
    AskRanges(beside=True),
    AskFrontier(),
    lambda s: AskFrontier(pairs_of(s)[0]),
    AskTraining(),
    AskLevels(),
    AskNode(0),
    CompleteWant("fp <"),
    lambda s: CellExamples(*pairs_of(s)),
    lambda s: CellExamples(pairs_of(s)[0], pairs_of(s)[0], "a", doubtful_first=True),
    lambda s: ExportExamples(pairs_of(s)[0], pairs_of(s)[0]),
    lambda s: ExplainRow(held_row(s)),
    lambda s: FollowRow(held_row(s)),
    AskWant("accuracy >= 80%"),
    lambda s: EditCell(*pairs_of(s), 3),
    lambda s: LockCell(*pairs_of(s)),
    lambda s: LockCell(*pairs_of(s), False),
    lambda s: MoveCutoff(0.4, pairs_of(s)[0]),
    SetConfidence(0.95),
    AskWant("accuracy >= 70%"),
    ShareRisk(),
    SetConfidence(None),
    SetPrior(0.2),
    AskWant("accuracy >= 70%"),
    SetPrior(None),
    lambda s: SetCosts(
        tuple(
            tuple(0.0 if a == b else 1.0 + a for b in range(len(classes_of(s))))
            for a in range(len(classes_of(s)))
        )
    ),
    SteerToCost(),
    SetCosts(()),
    AskWant("refer <= 10% and accuracy >= 70%"),
    lambda s: AskWant(f"fpr <= 60% for each {first_column(s)}"),
    lambda s: SetGroupCutoffs(first_column(s)),
    lambda s: AskWant(f"fpr <= 60% for each {first_column(s)}"),
    SetGroupCutoffs(),
    AskWant("accuracy >= 75%"),
    MarkWeak(0.2),
    lambda s: EditNode(0, *pairs_of(s), 3),
    ShowModel(0),
    lambda s: PinModel(shown_number(s), "pinned"),
    lambda s: AskPython(shown_number(s)),
    lambda s: ExportCard(shown_number(s), "html"),
    lambda s: ExportCard(shown_number(s), "md"),
    lambda s: ExportModel(shown_number(s)),
    AskScores(),
    AskSlices(),
    lambda s: SliceExamples("error rate", "", first_slice(s)),
    lambda s: AskSlices(column=first_column(s)),
    CalibrateModel("sigmoid"),
    CalibrateModel("isotonic"),
    CalibrateModel("none"),
    OpenTest(),
    AskImportance(),
    AskDependence(0),
    PickRows(),
    PickRows("all", "a"),
    lambda s: WhyRow(held_row(s)),
    lambda s: TryRow({}, held_row(s), explained=True),
    lambda s: FindFlips({}, held_row(s)),
    ExportLabels(),
    Open(),
    Undo(),
    Redo(),
)
