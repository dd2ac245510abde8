"""Evaluate a saved model on a file with labels."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import typer
from numpy.typing import NDArray
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from steersman.cli.outputs import check_outputs, write_json
from steersman.cli.predict import model_from
from steersman.cli.tables import TerminalConsole, matrix_table, plain_console
from steersman.data import Label, suggested_positive
from steersman.data.columns.label_words import left_out, visible
from steersman.data.positive_class import named_class
from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError
from steersman.evaluate import Figure, class_figures, wilson
from steersman.evaluate.intervals import figure_text
from steersman.learn.files import RowNotes, SavedModel, confusion_on
from steersman.learn.monitor import (
    BoundVerdict,
    Verdict,
    bound_verdicts,
    tuning_rows,
    want_in_use,
)

BROKEN = 5


def evaluate_file(
    model: Path,
    source: str,
    labels: tuple[str | None, bool],
    json_file: Path | None,
    options: ReadOptions | None = None,
    positive: str | None = None,
) -> None:
    """Print the confusion matrix, each class's measures, and whether the model keeps its limits.

    The status is 5 when the rows show that it does not.

    `labels` are the column that holds them and whether spaces and capitals do not matter;
    `positive` is the class to catch, None as the model says.
    """
    check_outputs([json_file], [model, source])
    saved, (label, merge) = model_from(model), labels
    with TerminalConsole(stderr=True).status(f"Reading {source}"):
        notes = RowNotes()
        matrix, missing = confusion_on(saved, source, label, options, merge=merge, notes=notes)
    classes = np.asarray(saved.model.classes_).tolist()
    # Rates are of the rows that the model decides; the others go to a person.
    decided = matrix[:, : len(classes)]
    accuracy = wilson(int(np.trace(decided)), int(decided.sum()), name="accuracy")
    of_classes = [class_figures(name, *cells) for name, cells in zip(classes, one_vs_rest(decided))]
    console = plain_console()
    if missing:
        column = str(label or saved.label)
        console.print(f"Note: {left_out(missing, missing + int(matrix.sum()), column)}")
    for sentence in notes.sentences():
        console.print(f"Note: {sentence}")
    rows = int(matrix.sum())
    console.print(matrix_table(f"{rows:,} {'row' if rows == 1 else 'rows'}", matrix, classes))
    console.print(measures_table(classes, of_classes))
    console.print(f"Accuracy {figure_text(accuracy)} ({accuracy.confidence:.0%} intervals)")
    caught = caught_class(saved, classes, matrix, positive)
    if matrix.shape[1] > len(classes):
        referred = wilson(int(matrix[:, -1].sum()), rows, name="refer")
        console.print(f"To a person {figure_text(referred)}; other figures are of decided rows")
    if caught is not None:
        console.print(caught_sentence(visible(caught), decided, classes.index(caught)))
    verdicts = stored_verdicts(saved, matrix, caught)
    for each in verdicts:
        console.print(each.sentence())
    if json_file:
        found = [accuracy, *(figure for three in of_classes for figure in three)]
        facts = {
            "classes": classes,
            "positive": caught,
            "matrix": matrix.tolist(),
            "rows_without_label": missing,
            "figures": [vars(figure) for figure in found],
            "want": [each.values() for each in verdicts],
        }
        write_json(json_file, facts)
    if any(each.verdict is Verdict.BROKEN for each in verdicts):
        raise typer.Exit(BROKEN)


def stored_verdicts(
    saved: SavedModel, matrix: NDArray[np.int64], positive: Label | None
) -> tuple[BoundVerdict, ...]:
    """What the rows say about each limit that the model was steered to; none without a want."""
    try:
        prior = saved.story.get("prior")
        share = float(prior) if isinstance(prior, int | float) else None
        want = want_in_use(saved, None, positive, None, share)
    except SteersmanError as error:
        if error.code != "no-want":
            raise
        return ()
    return bound_verdicts(want, matrix, tuning_rows(saved))


def caught_class(
    saved: SavedModel, classes: Sequence[Label], matrix: NDArray[np.int64], asked: str | None
) -> Label | None:
    """The class to catch: as asked, as the model was steered, or as its rows suggest."""
    named = saved.story.get("positive") if asked is None else asked
    if named is not None:
        return named_class(classes, named, "the model")
    if len(classes) != 2:
        return None
    return suggested_positive(classes, matrix.sum(axis=1).tolist())


def caught_sentence(name: str, matrix: NDArray[np.int64], place: int) -> str:
    """How much of a class is caught, at which price.

    >>> caught_sentence("cancer", np.array([[67, 3], [12, 3418]]), 0)
    'Catching cancer: 67 of 70 caught, 3 missed; 12 false alarms among 3,430 others'
    """
    tp, fp, fn = one_vs_rest(matrix)[place]
    others = int(matrix.sum()) - tp - fn
    alarms = "false alarm" if fp == 1 else "false alarms"
    return (
        f"Catching {name}: {tp:,} of {tp + fn:,} caught, {fn:,} missed; "
        f"{fp:,} {alarms} among {others:,} others"
    )


def one_vs_rest(matrix: NDArray[np.int64]) -> list[tuple[int, int, int]]:
    """For each class: true positives, false positives, false negatives."""
    right = np.diag(matrix)
    cells = zip(right, matrix.sum(axis=0) - right, matrix.sum(axis=1) - right)
    return [(int(tp), int(fp), int(fn)) for tp, fp, fn in cells]


def measures_table(classes: Sequence[object], of_classes: Sequence[Sequence[Figure]]) -> Table:
    """A line for each class."""
    table = Table(box=SIMPLE_HEAD)
    table.add_column("class", no_wrap=True)
    for heading in ("precision", "recall", "F1"):
        table.add_column(heading, justify="right", no_wrap=True)
    for name, three in zip(classes, of_classes):
        table.add_row(Text(visible(name)), *(figure_text(figure) for figure in three))
    return table
