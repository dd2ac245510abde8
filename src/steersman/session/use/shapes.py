"""Shapes of what the page shows of a model in use."""

from __future__ import annotations

from typing import Literal, TypedDict

from steersman.session.matrix.shapes import ReasonValues

LimitState = Literal["holds", "undecided", "broken"]
ShiftKind = Literal["score", "class", "column"]


class LimitValues(TypedDict):
    """One limit of the model in use, now and over the rows so far."""

    bound: str
    words: str
    """The limit in words, such as: at most 2 % of ham called spam."""
    state: LimitState
    limit: float
    is_upper: bool
    is_share: bool
    rows: int
    """Labeled rows that say something about it."""
    estimate: float | None
    low: float | None
    high: float | None
    e_value: float | None
    alarm_at: float | None
    broken_since: int | None
    broken_time: str
    reason: str
    row_numbers: list[int]
    estimates: list[float | None]
    lows: list[float | None]
    highs: list[float | None]
    e_values: list[float | None]


class FeatureShiftValues(TypedDict):
    """One thing that may shift without labels: the score, a class share, or a column."""

    about: str
    kind: ShiftKind
    e_value: float
    alarm_at: float
    before: float | None
    now: float | None
    since: int | None
    part: str
    """The values of a column whose share changed most."""


class NewFileValues(TypedDict):
    """A file of new rows, and the columns that it has."""

    name: str
    rows: int
    labeled: int
    first_row: int
    label: str
    id: str
    time: str
    columns: list[str]
    notes: list[str]


class RowToLabelValues(TypedDict):
    """The next row to label; `prose` says that the text is its own."""

    row: str
    text: str
    prose: bool
    predicted: str


class CheckedLimitValues(TypedDict):
    """What the labels of a plan say about a limit."""

    bound: str
    words: str
    state: LimitState
    is_share: bool
    rows: int
    estimate: float | None
    low: float | None
    high: float | None
    needed_if_kept: int
    needed_if_broken: int


class LabelQueueValues(TypedDict):
    """Rows drawn to be labeled, and how far that is."""

    even: bool
    pool: int
    rows: int
    labeled: int
    next: RowToLabelValues | None
    last: str
    """The label given last; empty before the first."""
    limits: list[CheckedLimitValues]


class VersionValues(TypedDict):
    """The model as it was put in use, or a repair of it."""

    version: int
    from_row: int
    replaced: int | None
    rows: int
    """Newly labeled rows that it was steered on; 0 for the first."""
    met: bool
    want: str
    guarantees: list[str]
    sentences: list[str]
    old: list[list[int]]
    new: list[list[int]]


class ShortLimitValues(TypedDict):
    """A limit that so few labeled rows cannot guarantee."""

    words: str
    rows: int
    needed: int | None
    """Labeled rows that say something about it, without an error; null where not known."""


class RepairRoomValues(TypedDict):
    """Whether there are rows to repair the model on."""

    first_row: int
    rows: int
    by_class: dict[str, int]
    short: list[ShortLimitValues]


class UseView(TypedDict):
    """The room: the model in use, the limits, shifts, files, rows to label, versions."""

    title: str
    confidence: float
    classes: list[str]
    version: int
    rows: int
    labeled: int
    open_rows: int
    """Rows of the newest file without a label."""
    state: LimitState
    limits: list[LimitValues]
    times: list[str]
    """The time at each point that is drawn; empty where there is none."""
    shifts: list[FeatureShiftValues]
    effects: list[str]
    notes: list[str]
    files: list[NewFileValues]
    drawn: LabelQueueValues | None
    versions: list[VersionValues]
    repair: RepairRoomValues


class RowReasonsFrame(TypedDict):
    """Why the model decides a row as it does; what pushes down speaks against its decision."""

    row: str
    reasons: list[ReasonValues]


FRAMES = {"row-reasons": RowReasonsFrame}
VIEW = UseView
NAMED = {"LimitState": LimitState, "ShiftKind": ShiftKind}
