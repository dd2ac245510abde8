"""The classes of an open file as the page shows them, and the one to catch."""

from __future__ import annotations

from steersman.data.columns.label_words import visible
from steersman.data.positive_class import positive_suggestion
from steersman.data.read_options import ReadOptions
from steersman.data.sketch import ColumnSketch, Sketch
from steersman.session.data.choice import DataChoice
from steersman.session.data.shapes import ClassValues, LabelColumnValues, PositiveValues
from steersman.session.state import State

MOST_CLASSES = 40


def label_values(column: ColumnSketch, sketch: Sketch, reading: ReadOptions) -> LabelColumnValues:
    """The rows of each class, the largest first."""
    sizes, names = list(column.balance.items()), reading.rename_classes
    # Of rows with several labels each counts in several classes.
    rows = sketch.rows_seen if reading.separator else sum(column.balance.values())
    shown: list[ClassValues] = [
        {"label": label, "name": visible(names.get(label, label)), "rows": rows}
        for label, rows in sizes[:MOST_CLASSES]
    ]
    return {"column": column.name, "classes": len(sizes), "rows": rows, "balance": shown}


def positive_values(choice: DataChoice, sketch: Sketch, state: State) -> PositiveValues | None:
    """The class to catch: as chosen, as suggested, or the largest; None without one label column.

    Once the file is loaded it is the class that the session looks for.
    """
    columns = [column for column in sketch.columns if column.role == "label"]
    if len(columns) != 1 or len(columns[0].balance) < 2:
        return None
    sizes, names = columns[0].balance, choice.reading.rename_classes
    label_of = {names.get(label, label): label for label in sizes}
    called = sorted(label_of)
    suggestion = positive_suggestion(called, [sizes[label_of[name]] for name in called])
    chosen = str(choice.reading.positive or "")
    chosen = label_of.get(chosen, chosen)
    if choice.loaded and choice.loaded == state.dataset:
        chosen = label_of.get(state.category, "")
    suggested = None if suggestion is None else label_of[str(suggestion.label)]
    if chosen in sizes and chosen != suggested:
        return {"label": chosen, "reason": "chosen"}
    if suggestion is None or suggested is None:
        return {"label": next(iter(sizes)), "reason": "largest"}
    return {"label": suggested, "reason": suggestion.reason}


def rows_kept(choice: DataChoice, sketch: Sketch) -> int:
    """How many rows will be loaded: without those that have no label, and without duplicates."""
    gone = 0
    for finding in sketch.findings:
        if finding.remedy == "unlabeled" and choice.reading.missing_labels == "drop":
            gone += finding.rows
        if finding.remedy in ("distinct", "one-of-equal") and choice.distinct:
            gone += finding.rows
    return max(sketch.rows - gone, 0)
