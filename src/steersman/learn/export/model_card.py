"""The steering story of a model as a card: its data, what was wanted and what came of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.data.files.atomic_files import atomic_file
from steersman.errors import SteersmanError
from steersman.learn.explain import Importance
from steersman.learn.export.frontier_picture import frontier_svg
from steersman.learn.export.markdown_page import html_page, markdown_table, plain
from steersman.learn.export.reason_report import ExplainedRow, explained_table, uses_table
from steersman.learn.export.score_report import ScoreReport, score_picture, score_table
from steersman.learn.files import versions_here
from steersman.learn.steering import frontier

Ints = NDArray[np.int64]
POINTS_TOLD = 12
LONGEST_KNOB = 8
NOT_TURNED = "None was changed: this is the model as fitted."


@dataclass(frozen=True, eq=False)
class Card:
    """Content of a model's card. Matrices are rows true, columns predicted, by what they show.

    `frontier` are false positives and false negatives that the model can have instead, `marks`
    those that it has and had by what they are called, `history` one line for each step that led
    to it, `python` the lines that make it again, `final_test` one line for each limit, `scores` how
    good the scores of the class to catch are, on each kind of rows, `slices` a line for each slice
    of the tuning rows that is worse than the others, `uses` the features by importance,
    `explained` some rows with the parts of their score, `caveats` what does not hold on rows kept
    apart, `warnings` what makes the result worth less than it says.
    """

    title: str
    data: Mapping[str, object]
    want: str
    met: bool
    reason: str
    classes: Sequence[object]
    matrices: Mapping[str, Ints]
    confidence: float | None = None
    promises: Sequence[str] = ()
    caveats: Sequence[str] = ()
    warnings: Sequence[str] = ()
    final_test: Sequence[str] = ()
    frontier: Sequence[tuple[int, int]] = ()
    marks: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    knobs: Mapping[str, object] = field(default_factory=dict)
    history: Sequence[str] = ()
    python: str = ""
    scores: Sequence[ScoreReport] = ()
    slices: Sequence[str] = ()
    costs: Sequence[str] = ()
    uses: Importance | None = None
    explained: Sequence[ExplainedRow] = ()


def save_card(card: Card, path: Path) -> None:
    """Write a card as Markdown or HTML, as the name of the file says, whole or not at all."""
    check_card_name(path)
    text = card_html(card) if path.suffix.lower() == ".html" else card_markdown(card)
    with atomic_file(path) as file:
        file.write(text.encode())


def check_card_name(path: Path) -> None:
    """Raise an error unless the name of a card has a known ending."""
    if path.suffix.lower() not in (".md", ".html"):
        raise SteersmanError(
            f"unknown report format: {path.name}",
            todo="use a name that ends in .md or .html",
            code="bad-suffix",
            name=path.name,
        )


def card_html(card: Card) -> str:
    """The card as a page that needs nothing else; its frontier and its curves are drawn too."""
    pictures = {}
    if card.frontier:
        pictures["frontier.svg"] = frontier_svg(card.frontier, card.marks)
    if card.scores:
        pictures["scores.svg"] = score_picture(card.scores)
    return html_page(card_markdown(card, pictures), pictures=pictures)


def card_markdown(card: Card, pictures: Collection[str] = ()) -> str:
    """The card as Markdown, with the pictures that there are."""
    sure = (
        f" A guarantee on new data was asked for ({card.confidence:.0%} confidence)."
        if card.confidence
        else ""
    )
    parts = [
        f"# {plain(card.title)}",
        "## Data\n" + markdown_table(("what", "value"), list(card.data.items())),
        f"## Want\n`{card.want}`.{sure}\n\n{plain(card.reason).removesuffix('.')}.",
        "## Guarantee\n" + listing(card.promises)
        if card.promises
        else "## Guarantee\nNone: the figures hold on these rows; on new data they may not.",
    ]
    if card.final_test:
        parts.append("## Final test\n" + listing(card.final_test))
    if card.warnings:
        parts.append("## Before you rely on it\n" + listing(card.warnings))
    if card.caveats:
        parts.append("## On rows kept apart\n" + listing(card.caveats))
    parts += [
        f"## {plain(title)}\n{matrix_table(matrix, card.classes)}"
        for title, matrix in card.matrices.items()
    ]
    if card.frontier:
        parts.append(
            f"## Frontier\n{image('frontier.svg', pictures)}"
            "What the same model could do at other thresholds, on the tuning rows.\n\n"
            + markdown_table(("false positives", "false negatives"), some_of(card.frontier))
        )
    if card.costs:
        parts.append("## Costs of errors, on the tuning rows\n" + listing(card.costs))
    if card.slices:
        parts.append("## Where it fails\n" + listing(card.slices))
    if card.scores:
        parts.append(
            f"## Scores\n{image('scores.svg', pictures)}"
            f"How well the scores tell {plain(card.scores[0].focus)} from the rest, with 95 % "
            "intervals. The dot is the current threshold.\n\n" + score_table(card.scores)
        )
    if card.uses is not None:
        parts.append("## What the model uses\n" + uses_table(card.uses))
    if card.explained:
        parts.append("## Why these rows\n" + "\n\n".join(map(explained_table, card.explained)))
    turned = markdown_table(("knob", "value"), knob_rows(card.knobs)) if card.knobs else NOT_TURNED
    parts.append(f"## Knobs\n{turned}")
    if card.history:
        parts.append("## History\n" + listing(card.history, numbered=True))
    if card.python:
        parts.append(f"## The same in Python\n```python\n{card.python.rstrip()}\n```")
    made = ", ".join(f"{name} {version}" for name, version in versions_here().items())
    return "\n\n".join([*parts, f"Made with {made}."]) + "\n"


def image(name: str, pictures: Collection[str]) -> str:
    """The line of an image, where there is one."""
    return f"![]({name})\n\n" if name in pictures else ""


def frontier_points(
    model: object, X: ArrayLike, y: ArrayLike, positive: object = None
) -> list[tuple[int, int]]:
    """False positives and false negatives at every cut-off that no other beats; none of many
    classes without one that is looked for."""
    if positive is None and len(np.unique(np.asarray(y))) > 2:
        return []
    (curve,) = frontier(model, X, y, positive=positive)
    return [(int(fp), int(fn)) for fp, fn in zip(curve.x, curve.y)]


def error_counts(matrix: Ints, chosen: int) -> tuple[int, int]:
    """False positives and false negatives of one class of a confusion matrix.

    >>> error_counts(np.array([[5, 2], [3, 9]]), 1)
    (2, 3)
    """
    # Rows that go to a person are no errors.
    matrix = matrix[:, : len(matrix)]
    right = matrix[chosen, chosen]
    return int(matrix[:, chosen].sum() - right), int(matrix[chosen].sum() - right)


def some_of(points: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """A few of the points, from the first to the last."""
    places = np.unique(np.linspace(0, len(points) - 1, POINTS_TOLD).astype(int))
    return [points[place] for place in places]


def matrix_table(matrix: Ints, classes: Sequence[object]) -> str:
    """A confusion matrix as a table of Markdown."""
    rows = [(name, *counts) for name, counts in zip(classes, np.asarray(matrix).tolist())]
    referred = ["to a person"] if len(rows[0]) > len(classes) + 1 else []
    return markdown_table(("is \\ called", *classes, *referred), rows)


def listing(items: Sequence[str], *, numbered: bool = False) -> str:
    return "\n".join(
        f"{f'{place}.' if numbered else '-'} {plain(item)}" for place, item in enumerate(items, 1)
    )


def knob_rows(knobs: Mapping[str, object]) -> list[tuple[str, object]]:
    """Knobs with their values; long ones are summed up."""
    return [(name, knob_text(value)) for name, value in knobs.items()]


def knob_text(value: object) -> str:
    """A value in a few words.

    >>> knob_text([1.0, 2.5]), knob_text(range(20))
    ('1, 2.5', '20 numbers from 0 to 19')
    """
    if value is None or isinstance(value, str | Mapping):
        return str(value)
    numbers = np.ravel(np.asarray(value))
    if numbers.dtype.kind not in "fiub":
        return str(value)
    if numbers.size > LONGEST_KNOB:
        return f"{numbers.size} numbers from {numbers.min():.4g} to {numbers.max():.4g}"
    return ", ".join(f"{number:.6g}" for number in numbers.tolist())
