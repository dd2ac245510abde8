"""Draw the figures of the concept pages with the product's own code: `python -m tools.figures`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from scipy.stats import binom
from sklearn.datasets import make_moons

from steersman import (
    LikelihoodSpaceClassifier,
    MartingaleBoostClassifier,
    best_line,
    load,
    model_named,
)
from steersman.palette import LIGHT

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
CONFIDENCE = 0.95


def new_figure(columns: int = 1) -> tuple[Figure, list[Any]]:
    """An empty figure and its axes, side by side."""
    figure = Figure(figsize=(6.4 if columns == 1 else 9.6, 3.8), layout="constrained", dpi=100)
    FigureCanvasAgg(figure)
    axes = [figure.add_subplot(1, columns, place + 1) for place in range(columns)]
    for each in axes:
        each.spines[["top", "right"]].set_visible(False)
    return figure, axes


def save_figure(figure: Figure, name: str) -> None:
    """Write a figure for the documentation."""
    figure.savefig(FOLDER / f"{name}.png", pil_kwargs={"optimize": True})
    print(f"{name}.png: {(FOLDER / f'{name}.png').stat().st_size:,} bytes")


def draw_likelihood_plane() -> None:
    """Documents as points, Bayes' rule as the bisector, and the best of all lines."""
    texts = load("docstrings")
    positive = texts.positives("linear models")
    points = LikelihoodSpaceClassifier().fit(texts.X, positive).coordinates(texts.X)
    found = best_line(points[:, 0], points[:, 1], positive)
    figure, (axes,) = new_figure()
    for chosen, color, label in (
        (~positive, LIGHT["negative"], "other documents"),
        (positive, LIGHT["positive"], "linear models"),
    ):
        axes.scatter(*points[chosen].T, s=4, color=color, alpha=0.6, label=label, rasterized=True)
    low, high = np.percentile(points[:, 0], 2), points.max()
    ends = np.array([low, high])
    axes.plot(ends, ends, color=LIGHT["bisector"], label="Bayes' rule, equal priors")
    axes.plot(
        ends, found.slope * ends + found.intercept, color=LIGHT["line"], label="best line (F1)"
    )
    axes.set(xlim=(low, high), ylim=(low, high))
    axes.set(xlabel="log P(o | linear models)", ylabel="log P(o | other)")
    axes.legend(frameon=False, fontsize="small", loc="upper left")
    save_figure(figure, "likelihood-plane")


def draw_limit() -> None:
    """All cut-offs of one model, those within a limit, and the one with the best objective."""
    tumors = load("breast-cancer")
    malignant = tumors.positives("malignant")
    model = model_named("neighbors", sparse=False).fit(tumors.X[::2], malignant[::2])
    scores, truth = model.predict_proba(tumors.X[1::2])[:, 1], malignant[1::2]
    cuts = np.unique(scores)
    missed = np.array([(truth & (scores < cut)).sum() for cut in cuts])
    alarms = np.array([(~truth & (scores >= cut)).sum() for cut in cuts])
    limit = 4
    within = missed <= limit
    best = np.flatnonzero(within)[np.argmin(alarms[within])]
    figure, (axes,) = new_figure()
    axes.axhspan(0, limit, color=LIGHT["line-wash"], label=f"limit: at most {limit} missed")
    axes.plot(alarms, missed, "o-", color=LIGHT["negative"], markersize=5, label="every cut-off")
    axes.plot(
        alarms[best], missed[best], "o", color=LIGHT["positive"], markersize=11, label="chosen"
    )
    axes.set(xlabel="false alarms", ylabel="malignant missed", xlim=(0, 60), ylim=(0, 20))
    axes.legend(frameon=False, fontsize="small")
    save_figure(figure, "limit")


def guaranteed_rate(rows: int, errors: int) -> float:
    """The lowest rate that so many errors guarantee (Clopper and Pearson, one side)."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (
            (middle, high) if binom.cdf(errors, rows, middle) > 1 - CONFIDENCE else (low, middle)
        )
    return high


def draw_guarantee() -> None:
    """What a class of so many rows can guarantee, and how often a counted limit breaks."""
    figure, (rows_axes, new_axes) = new_figure(2)
    sizes = np.unique(np.geomspace(30, 3000, 40).astype(int))
    for errors, color in ((0, "line"), (1, "bisector"), (5, "warning"), (20, "positive")):
        enough = sizes[sizes > 2 * errors]
        rates = [100 * guaranteed_rate(int(rows), errors) for rows in enough]
        rows_axes.plot(enough, rates, color=LIGHT[color], label=f"{errors} errors here")
    rows_axes.set(xscale="log", yscale="log", xlabel="tuning rows of the class")
    rows_axes.set_ylabel("guaranteed error rate, %")
    rows_axes.set_yticks([0.1, 0.3, 1, 3, 10, 30], ["0.1", "0.3", "1", "3", "10", "30"])
    rows_axes.set_xticks([30, 100, 300, 1000, 3000], ["30", "100", "300", "1,000", "3,000"])
    rows_axes.minorticks_off()
    rows_axes.legend(frameon=False, fontsize="small")
    for name, color, allowed in (
        ("limit counted on the tuning rows", "positive", 20),
        ("limit guaranteed at 95 %", "line", allowed_errors(400, 0.05)),
    ):
        true_rates = 100 * true_error_rates(400, allowed)
        new_axes.hist(
            true_rates, bins=np.arange(0, 12, 0.4), color=LIGHT[color], alpha=0.6, label=name
        )
    new_axes.axvline(5, color=LIGHT["ink"], linestyle="--", label="the limit")
    new_axes.set(xlabel="true error rate, %", ylabel="of 2,000 draws")
    new_axes.legend(frameon=False, fontsize="small")
    save_figure(figure, "guarantee")


def allowed_errors(rows: int, rate: float) -> int:
    """The most errors on so many rows with which a rate is guaranteed."""
    return max(e for e in range(rows) if binom.cdf(e, rows, rate) <= 1 - CONFIDENCE)


def true_error_rates(rows: int, allowed: int, draws: int = 2_000) -> Any:
    """The true rates of thresholds that have exactly `allowed` errors on the rows drawn.

    A row's score is uniform, so the error rate at a threshold is the threshold itself.
    """
    scores = np.sort(np.random.default_rng(0).random((draws, rows)), axis=1)
    return scores[:, allowed]


def draw_program() -> None:
    """The nodes of a small martingale program by level, sized by the rows that reach them."""
    X, y = make_moons(400, noise=0.25, random_state=0)
    model = MartingaleBoostClassifier(n_levels=6, freeze=False, random_state=0).fit(X, y)
    figure, (axes,) = new_figure()
    for number, level in enumerate(model.program_):
        for node in level:
            rows, votes = np.asarray(node.rows, dtype=float), node.votes
            if rows.sum():
                share = rows[1] / rows.sum()
                color = LIGHT["positive"] if share > 0.5 else LIGHT["negative"]
                height = votes[1] - votes[0]
                axes.scatter(
                    number, height, s=8 + 2 * rows.sum(), color=color, alpha=0.4 + abs(share - 0.5)
                )
    axes.set(xlabel="level (votes so far)", ylabel="votes for one class minus the other")
    save_figure(figure, "program")


def draw_looks() -> None:
    """How much the best of several looks at the same test rows overstates the result."""
    rng, looks = np.random.default_rng(0), np.arange(1, 31)
    figure, (axes,) = new_figure()
    for rows, color in ((100, "positive"), (300, "warning"), (1000, "line")):
        seen = rng.binomial(rows, 0.9, size=(4_000, looks.size)) / rows
        best = np.maximum.accumulate(seen, axis=1).mean(axis=0)
        axes.plot(looks, 100 * (best - 0.9), color=LIGHT[color], label=f"{rows} test rows")
    axes.set(
        xlabel="models tried on the same test rows", ylabel="overstatement of the best, points"
    )
    axes.legend(frameon=False, fontsize="small")
    save_figure(figure, "looks")


def main() -> None:
    """Draw all of them."""
    FOLDER.mkdir(exist_ok=True)
    for draw in (draw_likelihood_plane, draw_limit, draw_guarantee, draw_program, draw_looks):
        draw()


if __name__ == "__main__":
    main()
