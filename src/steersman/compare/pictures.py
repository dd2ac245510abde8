"""The pictures of a comparison: figures with intervals, matrices, pairs, learning curves."""

from __future__ import annotations

import numpy as np

from steersman.compare.comparison import Comparison
from steersman.compare.model_figures import Score
from steersman.compare.pairing import ALPHA
from steersman.evaluate.intervals import Figure, figure_text
from steersman.pictures.svg import PAPER, Scale, Svg, series_color

WIDTH = 760
NAME_WIDTH, VALUE_WIDTH = 200, 150
LINE = 26
CELL = 56
LONGEST_NAME = 26


def short(name: str, longest: int = LONGEST_NAME) -> str:
    return name if len(name) <= longest else f"{name[: longest - 1]}…"


def figure_picture(comparison: Comparison, measures: list[str]) -> str:
    """Dots with intervals: a group of lines for each measure, a line for each model."""
    groups = [
        (
            measure.replace("_", " "),
            [each.overall[measure].by(comparison.interval) for each in comparison.standings],
        )
        for measure in measures
    ]
    return grouped_intervals(comparison, groups, "Measures of every model with their intervals")


def class_picture(comparison: Comparison, score: Score) -> str:
    """A picture of one score of every class, with the intervals of all models."""
    groups = [
        (name, [each.classes[name][score].by(comparison.interval) for each in comparison.standings])
        for name in comparison.question.classes
    ]
    return grouped_intervals(comparison, groups, f"{score} of every class with its interval")


def grouped_intervals(
    comparison: Comparison, groups: list[tuple[str, list[Figure]]], title: str
) -> str:
    figures = [figure for _, each in groups for figure in each]
    low, high = min(each.low for each in figures), max(each.high for each in figures)
    # Intervals must not touch the frame.
    space = max(0.01, 0.04 * (high - low))
    left, right = NAME_WIDTH, WIDTH - VALUE_WIDTH
    scale = Scale(max(0.0, low - space), min(1.0, high + space), left, right)
    height = sum(LINE * (len(each) + 1) for _, each in groups) + 40
    picture = Svg(WIDTH, height, title)
    picture.axis_across(scale, scale.ticks, 8, height - 28)
    y = 0.0
    for name, each in groups:
        y += LINE
        picture.text(8, y - 6, short(name, 30), bold=True)
        for place, (figure, standing) in enumerate(zip(each, comparison.standings)):
            middle = y + LINE / 2
            picture.text(20, middle + 4, short(standing.recipe.name))
            ends = scale(figure.low), middle, scale(figure.high), middle
            picture.line(*ends, series_color(place), 2.5)
            picture.marker(place, scale(figure.value), middle)
            picture.note(WIDTH - 8, middle + 4, figure_text(figure), "end", 12)
            y += LINE
    return str(picture)


def matrix_picture(comparison: Comparison) -> str:
    """Confusion matrices side by side, rows true; errors hatched by being framed."""
    classes = comparison.question.classes
    cell = CELL if len(classes) <= 4 else 40
    left = 130
    one = left + cell * len(classes) + 24
    columns = max(1, WIDTH // one)
    down = 64 + cell * len(classes)
    lines = -(-len(comparison.standings) // columns)
    picture = Svg(max(WIDTH, one), down * lines + 12, "Confusion matrices, rows true")
    for number, standing in enumerate(comparison.standings):
        x0, y0 = (number % columns) * one, (number // columns) * down
        picture.marker(number, x0 + 12, y0 + 16)
        picture.text(x0 + 24, y0 + 20, short(standing.recipe.name, 34), bold=True)
        for place, name in enumerate(classes):
            middle = (place + 0.5) * cell
            picture.note(x0 + left + middle, y0 + 46, short(name, 9), "middle")
            picture.note(x0 + left - 8, y0 + 56 + middle, short(name, 18), "end")
        sums = standing.matrix.sum(axis=1)
        for row, counts in enumerate(standing.matrix.tolist()):
            for column, count in enumerate(counts):
                x, y = x0 + left + column * cell, y0 + 52 + row * cell
                share = count / max(1, int(sums[row]))
                color = series_color(0 if row == column else 1)
                picture.rectangle(x + 1, y + 1, cell - 2, cell - 2, color, 0.06 + 0.5 * share)
                picture.text(x + cell / 2, y + cell / 2 + 4, f"{count:,}", anchor="middle")
    return str(picture)


def pair_picture(comparison: Comparison) -> str:
    """All pairs: the row's figure minus the column's, filled where Holm's p is small."""
    names = [each.recipe.name for each in comparison.standings]
    found = {(pair.first, pair.second): pair for pair in comparison.by_measure()}
    cell, left, top = 76, 180, 56
    size = len(names)
    picture = Svg(left + cell * size + 16, top + cell * size + 12, "All pairs, corrected by Holm")
    for place, name in enumerate(names):
        middle = (place + 0.5) * cell
        picture.marker(place, 12, top + middle)
        picture.text(24, top + middle + 4, short(name, 24))
        picture.marker(place, left + middle, 20)
        picture.note(left + middle, 44, short(name, 11), "middle")
    for row, first in enumerate(names):
        for column, second in enumerate(names):
            if row == column:
                continue
            pair = found.get((first, second)) or found[second, first]
            sign = 1 if pair.first == first else -1
            points = sign * 100 * pair.difference
            sure = pair.adjusted <= ALPHA
            # A cell has the color of the better model of the two.
            winner = row if points > 0 else column
            x, y = left + column * cell, top + row * cell
            fill = series_color(winner) if sure else PAPER
            picture.rectangle(x + 2, y + 2, cell - 4, cell - 4, fill, 0.22 if sure else 1)
            picture.text(
                x + cell / 2, y + cell / 2, f"{points:+.1f}", anchor="middle", bold=sure, size=13
            )
            picture.note(x + cell / 2, y + cell / 2 + 18, f"p {pair.adjusted:.2g}", "middle")
    return str(picture)


def curve_picture(comparison: Comparison) -> str:
    """Error against training rows: means, and bands from the lowest to the highest fold."""
    curves = {name: points for name, points in comparison.curves.items() if points}
    every = [point for points in curves.values() for point in points]
    height, left, bottom = 360, 56, 44
    picture = Svg(WIDTH, height, "Learning curves: error against training rows")
    sizes = sorted({point.rows for point in every})
    across = Scale(sizes[0] * 0.9, sizes[-1] * 1.1, left, WIDTH - 200, np.log)
    up = Scale(0.0, max(point.spread[1] for point in every) * 1.05, height - bottom, 12)
    picture.axis_up(up, up.ticks, left, WIDTH - 200)
    for rows in sizes:
        picture.note(across(rows), height - 26, f"{rows:,}", "middle")
    picture.note((left + WIDTH - 200) / 2, height - 6, "training rows")
    names = [each.recipe.name for each in comparison.standings]
    for name, points in curves.items():
        place = names.index(name)
        color = series_color(place)
        over = [(across(point.rows), up(point.spread[1])) for point in points]
        under = [(across(point.rows), up(point.spread[0])) for point in reversed(points)]
        picture.area([*over, *under], color, 0.12)
        picture.path([(across(point.rows), up(point.mean)) for point in points], color)
        for point in points:
            picture.marker(place, across(point.rows), up(point.mean), 4)
        y = 24 + 22 * place
        picture.marker(place, WIDTH - 184, y)
        picture.text(WIDTH - 172, y + 4, short(name, 22))
    return str(picture)
