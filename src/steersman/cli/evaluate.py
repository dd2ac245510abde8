"""Evaluate a saved model on a file with labels."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from steersman.cli.outputs import check_outputs, write_json
from steersman.cli.predict import model_from
from steersman.cli.tables import matrix_table, plain_console
from steersman.data.columns.label_words import left_out, visible
from steersman.data.read_options import ReadOptions
from steersman.evaluate import Figure, class_figures, wilson
from steersman.learn.files import confusion_on


def evaluate_file(
    model: Path,
    source: str,
    labels: tuple[str | None, bool],
    json_file: Path | None,
    options: ReadOptions | None = None,
) -> None:
    """Print the confusion matrix and each class's measures, with intervals.

    `labels` are the column that holds them and whether spaces and capitals do not matter.
    """
    check_outputs([json_file], [model, source])
    saved, (label, merge) = model_from(model), labels
    with Console(stderr=True).status(f"Reading {source}"):
        matrix, missing = confusion_on(saved, source, label, options, merge=merge)
    classes = np.asarray(saved.model.classes_).tolist()  # type: ignore[attr-defined]
    accuracy = wilson(int(np.trace(matrix)), int(matrix.sum()), name="accuracy")
    of_classes = [class_figures(name, *cells) for name, cells in zip(classes, one_vs_rest(matrix))]
    console = plain_console()
    if missing:
        column = str(label or saved.label)
        console.print(f"Note: {left_out(missing, missing + int(matrix.sum()), column)}")
    rows = int(matrix.sum())
    console.print(matrix_table(f"{rows:,} {'row' if rows == 1 else 'rows'}", matrix, classes))
    console.print(measures_table(classes, of_classes))
    console.print(f"Accuracy {figure_text(accuracy)} ({accuracy.confidence:.0%} intervals)")
    if json_file:
        found = [accuracy, *(figure for three in of_classes for figure in three)]
        facts = {
            "classes": classes,
            "matrix": matrix.tolist(),
            "rows_without_label": missing,
            "figures": [vars(figure) for figure in found],
        }
        write_json(json_file, facts)


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


def figure_text(figure: Figure) -> str:
    """The figure with its interval.

    >>> figure_text(wilson(9, 10))
    '0.900 (0.596 to 0.982)'
    """
    return f"{figure.value:.3f} ({figure.low:.3f} to {figure.high:.3f})"
