"""Shapes of what the page shows of the matrix room, and of its answers."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from steersman.compare.recipes import Learner
from steersman.learn.martingale import FrozenWhy, Granularity, NodeValues
from steersman.session.matrix.want_shapes import (
    AllowanceValues,
    AverageCostValues,
    BoundPromiseValues,
    BoundValues,
    FinalBoundValues,
    ReachedBoundValues,
    Relation,
    ShortageValues,
    ViolationValues,
    WantExampleValues,
    WantValues,
)
from steersman.session.shapes import CatalogEntryValues, PictureValues

Counts = list[list[int]]
"""A confusion matrix: rows are actual, columns predicted."""

CellRanges = list[list[tuple[int, int]]]
"""The lowest and highest count of each cell."""


class ErrorCounts(TypedDict):
    """The errors on the held out rows; `fp` and `fn` where one class is looked for."""

    fp: int | None
    fn: int | None
    errors: int
    accuracy: float


class PassingModel(ErrorCounts):
    """A model on the way while steering goes on: it has no number yet."""

    gap: float
    objective: float
    missed: NotRequired[list[int]]
    """With all classes asked about: rows of each class predicted as another one."""
    wrongly: NotRequired[list[int]]
    """With all classes asked about: rows of other classes predicted as this one."""


class ModelFiguresValues(ErrorCounts):
    """One model visited, in figures of the held out rows."""

    number: int
    label: str
    want: WantValues | None
    """What it was steered to; null where it was fitted."""
    node: int | None
    """The node that was steered, where it was one."""
    family: str
    """What the catalog calls it."""
    matrix: Counts
    referred: list[int]
    """Rows of each class that go to a person; empty where the model decides every row."""
    gap: float
    objective: float
    tuned: list[int]
    """The nodes turned by hand on the way to it."""


class GroupCutoffValues(TypedDict):
    """The cut-off of one group, and a rate of its tuning rows."""

    group: str
    rows: int
    cutoff: float | None
    """The score above which a row is of the second class; null where none or all are."""
    value: float | None
    """Null where the group has no such rows."""
    low: float | None
    high: float | None


class GroupCutoffsValues(TypedDict):
    """A model with a cut-off for each group."""

    column: str
    rate: BoundValues
    """What the rate of a group is of: of the limit on groups, where there is one."""
    groups: list[GroupCutoffValues]


class ShownModel(ModelFiguresValues):
    """The current model."""

    group_cutoffs: GroupCutoffsValues | None
    """Null where one cut-off is for all rows."""
    knobs: dict[str, object]


class GroupOutcomeValues(TypedDict):
    """What one limit came to in one group."""

    limit: str
    column: str
    group: str
    rows: int
    value: float | None
    """Null where the group has no such rows."""
    low: float | None
    high: float | None
    met: bool


class OutcomeValues(TypedDict):
    """The outcome of one steering."""

    code: str
    asked: str
    """The want as it was written; empty where it was not."""
    best: ReachedBoundValues | None
    """What was made as good as possible within the bounds; null where nothing was named."""
    confidence: float | None
    """The confidence of the guarantee that was asked for."""
    among: int
    """Models that share its risk, so that one of them may be chosen."""
    guaranteed_models: int
    """Fitted models that a guarantee was asked of on the tuning rows so far, this one included."""
    never: list[str]
    """Classes predicted for no row, though the want is met."""
    prior: float | None
    """The share of the class to catch in use; null where it is that of the tuning rows."""
    bounds: list[ReachedBoundValues]
    """What was asked and what the locks add."""
    before: Counts
    referred_before: list[int]
    referred: list[int]
    """Rows of each class that go to a person before and after; empty where none do."""
    wanted: list[list[float]]
    """The nearest matrix that meets the want."""
    after: Counts
    met: bool
    gap: float
    reason: str
    in_the_way: list[ViolationValues]
    visited: list[int]
    node: int | None
    """The node turned by hand."""
    clash: list[BoundValues]
    """Bounds that exclude each other."""
    without: list[WantValues | None]
    """What is left of the want without each bound that clashes."""
    promises: list[BoundPromiseValues]
    allowances: list[AllowanceValues]
    """Of bounds on errors among rows of known truth; with a guarantee, what can be guaranteed."""
    too_few_rows: list[ShortageValues]
    """What no model could promise from these rows."""
    exact: bool
    """Whether every setting of the model was searched; otherwise a better one may exist."""
    counted: list[BoundValues]
    """Bounds on counts, which hold here and cannot be promised."""
    instead: WantValues | None
    """A want of rates that can be promised in their place."""
    looser: WantValues | None
    """What can be had in place of a want that was not met; null where nothing is known."""
    groups: list[GroupOutcomeValues]
    """Every limit on groups in every group, the worst first."""
    row_guarantees: list[str]
    """What is guaranteed of groups and of costs by row, a sentence each."""
    lowest_cost: float | None
    """The cost that was reached, where the lowest was asked for."""
    afresh: bool
    """Whether it started from the model as fitted, for the sake of a promise."""
    seen: int | None
    """A model visited before that does it too, with less damage."""
    saved: float
    """How much less."""


class ProgramNode(NodeValues):
    """A node of a martingale program."""

    short: float | None
    """Votes that it lacks until no advantage is under the threshold; null while it grows."""
    flows: Counts
    """Rows of each class that go on to each child; empty where a child is one vote further."""


class ErrorBoundValues(TypedDict):
    """What martingale boosting proves of the error, from the least advantage of a node."""

    advantage: float
    """The least of all nodes and classes, on the tuning rows."""
    node: int
    majority: float
    """The most that the error of a class can be at this advantage, paths that stop early apart."""
    lead: float
    """The same by Hoeffding's inequality, which grows with the number of classes."""


class ProgramValues(TypedDict):
    """The current program."""

    kind: Literal["votes", "positions"]
    """What leads from node to node: votes, or positions of an adaptive program."""
    bound: ErrorBoundValues | None
    levels: int
    nodes: list[ProgramNode]
    frozen: dict[str, int]
    offered: list[int]
    """The nodes to turn by hand, those that lack the most votes first."""
    threshold: float


class RoundValues(TypedDict):
    """One round of AdaBoost, on the tuning rows."""

    weight: float
    own_error: float
    error: float
    """Of all rounds up to this one."""


class RowCounts(TypedDict):
    training: int
    holdout: int
    test: int


class SealedValues(TypedDict):
    """The sealed rows: how often they were opened, and the matrix if this model's was."""

    looks: int
    """For any question."""
    seen: list[int]
    """Models of this question that they were opened for."""
    matrix: Counts | None
    referred: list[int]
    bounds: list[FinalBoundValues]
    """Every bound that the model was steered to."""
    cost: AverageCostValues | None


class MatrixView(TypedDict):
    """The view of the current model."""

    classes: list[str]
    positive: str | None
    referral: str
    """The answer for a row that goes to a person, which is no class."""
    all_classes: bool
    why_one_at_a_time: str
    """Why all classes cannot be asked about together; empty where they can."""
    catalog: list[CatalogEntryValues]
    rows: RowCounts
    tightest: list[float]
    """For each class, the lowest error rate that its tuning rows can guarantee."""
    examples: list[WantExampleValues]
    """Wants about these classes to start from."""
    shown: ShownModel
    ranges: CellRanges
    group_columns: list[str]
    """Columns whose groups may each have a cut-off of their own; none for several classes."""
    cost_columns: list[str]
    """Columns of numbers, any of which may say what an error on each row costs."""
    outcome: OutcomeValues | None
    trajectory: list[ModelFiguresValues]
    test: SealedValues
    program: ProgramValues | None
    rounds: list[RoundValues]
    """The rounds of AdaBoost; none of other models."""


class ReasonValues(TypedDict):
    """A feature, and how much it pushes."""

    name: str
    push: float


class ExampleValues(TypedDict):
    """One held out row of a cell."""

    row: int
    id: str
    text: str
    sureness: float
    reasons: list[ReasonValues]
    sides: list[str]
    """The classes that negative and positive pushes speak for."""
    picture: PictureValues | None


class ExamplesFrame(TypedDict):
    """Rows of one cell."""

    true: str
    predicted: str
    search: str
    doubtful_first: bool
    count: int
    """In the cell."""
    found: int
    """Of those, how many the search finds."""
    examples: list[ExampleValues]


class ReasonsFrame(TypedDict):
    """Why a row was decided so, and how that was found out."""

    row: int
    how: Literal["weights", "median", "absence"]
    reasons: list[ReasonValues]
    sides: list[str]
    text: str
    """All of the row in words."""


class PathStepValues(TypedDict):
    """A node on the way of a row: `scores` and `voted` where it decides, `label` at the end."""

    node: int
    level: int
    votes: list[int]
    scores: NotRequired[list[float | None]]
    voted: NotRequired[str]
    label: NotRequired[str]
    frozen: NotRequired[FrozenWhy]


class PathFrame(TypedDict):
    """The way of one row through the program."""

    row: int
    true: str
    steps: list[PathStepValues]


class FrontierCurve(TypedDict):
    name: str
    points: list[tuple[float, float]]


class FrontierFrame(TypedDict):
    """False positives against false negatives."""

    focus: str
    """The class whose errors they are."""
    curves: list[FrontierCurve]


class TrainingFrame(TypedDict):
    """The accuracy of every model on the rows it learned from, by number."""

    accuracies: list[float]


class RangesToCome(TypedDict):
    """Models are still to be fitted before the ranges of all models are known."""

    left: int | None
    """How many; null where that would take long."""


class RangesFrame(TypedDict):
    """The counts each cell can take with any model, and which model gives them."""

    left: Literal[0]
    ranges: CellRanges
    lowest_by: list[list[str]]
    highest_by: list[list[str]]
    shown: int


NodeFeature = TypedDict("NodeFeature", {"name": str, "class": str, "push": float})
"""A feature that a node weighs, and the class that it speaks for."""


class NodeFrame(TypedDict):
    """The strongest weights of a node's learner."""

    node: int
    learner: str
    features: list[NodeFeature]


class LevelsPoint(TypedDict):
    levels: int
    holdout: float
    training: float


class LevelsFrame(TypedDict):
    """Accuracy of programs with fewer levels."""

    points: list[LevelsPoint]


class CompletionsFrame(TypedDict):
    """Ways to go on with a want that is being written."""

    text: str
    completions: list[WantExampleValues]


class ModelPythonFrame(TypedDict):
    """Python lines that make a model again."""

    number: int
    text: str


SteeringNewsValues = TypedDict(
    "SteeringNewsValues",
    {"bounds": list[BoundValues], "from": int, "models": list[PassingModel]},
)
"""What the steering under way has so far; `from` counts the models sent before these."""


class GrowthNewsValues(TypedDict):
    """The levels of a program that have been grown; rows are those it learns from."""

    levels: int
    threshold: float
    nodes: list[ProgramNode]


FRAMES = {
    "examples": ExamplesFrame,
    "reasons": ReasonsFrame,
    "path": PathFrame,
    "frontier": FrontierFrame,
    "training": TrainingFrame,
    "ranges": RangesFrame | RangesToCome,
    "node": NodeFrame,
    "levels": LevelsFrame,
    "completions": CompletionsFrame,
    "model-python": ModelPythonFrame,
}
NEWS = {"steering": SteeringNewsValues, "growing": GrowthNewsValues}
VIEW = MatrixView
NAMED = {
    "Counts": Counts,
    "CellRanges": CellRanges,
    "Relation": Relation,
    "Granularity": Granularity,
    "Learner": Learner,
    "FrozenWhy": FrozenWhy,
}
