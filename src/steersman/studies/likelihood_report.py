"""The report on the likelihood spaces: our figures beside the paper's, in Markdown."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from steersman.studies.likelihood_states import FOLDS, MOST_FEATURES, Measures, Setting, Shown

__all__ = ["MatrixStudy", "Study", "Vocabulary", "picture_name", "report"]

SAID = {
    6: "about 180 positives among about 6,400 documents; no measures in the text",
    7: "training recall almost perfect, precision low; no numbers in the text",
    8: "significantly better than Figure 7; slope and measures not in the text",
    9: "validation F1 0.7; alpha and beta not in the text",
    10: "training F1 0.956, validation F1 0.4; line not in the text",
}
MATRICES = {
    "author": "The author's own matrix",
    "ours": "Our own preparation of the raw texts",
}


@dataclass(frozen=True)
class Vocabulary:
    """Our terms beside the author's, over training and test documents; pairs are his, ours.

    `same_columns` of his columns are held by the very same documents as one of ours, which is
    `share_of_nonzeros` of his matrix. `differing` are his most frequent named terms among the
    others, each with its documents in his matrix and in ours.
    """

    terms: tuple[int, int]
    training_nonzeros: tuple[int, int]
    same_columns: int
    share_of_nonzeros: float
    differing: list[tuple[str, int, int]]


@dataclass(frozen=True)
class MatrixStudy:
    """Figures 6 to 10 on one matrix, and Figure 7 with fewer features."""

    name: str
    figures: list[Shown]
    intercept_200_by_features: dict[int, Measures]


@dataclass(frozen=True)
class Study:
    """Everything that is reproduced; pairs are the paper's number and ours."""

    documents: tuple[int, int]
    table_1: dict[str, tuple[int, int]]
    vocabulary: Vocabulary
    matrices: list[MatrixStudy]


def picture_name(setting: Setting, matrix: str) -> str:
    """The file of a figure's picture."""
    return f"figure-{setting.figure:02d}-{matrix}.png"


def report(study: Study) -> str:
    """The whole report."""
    parts = [
        "# The geometry of likelihood spaces, reproduced",
        "Every figure below was computed from the data by this run.",
        *table_1_part(study),
        *vocabulary_part(study.vocabulary),
        *(line for matrix in study.matrices for line in matrix_part(matrix)),
    ]
    return "\n\n".join(parts) + "\n"


def table(headings: list[str], rows: list[list[object]]) -> str:
    """A Markdown table."""
    lines: list[list[object]] = [[*headings], ["---"] * len(headings), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def table_1_part(study: Study) -> list[str]:
    rows: list[list[object]] = [
        [name, f"{paper:,}", f"{ours:,}"] for name, (paper, ours) in study.table_1.items()
    ]
    rows.append(["documents", f"{study.documents[0]:,}", f"{study.documents[1]:,}"])
    return [
        "## Table 1: training documents of each category",
        "Ours are the documents with LEWISSPLIT TRAIN and at least one of the ten topics, "
        "whatever their TOPICS attribute says.",
        table(["category", "paper", "ours"], rows),
    ]


def vocabulary_part(vocabulary: Vocabulary) -> list[str]:
    his, ours = vocabulary.terms
    his_nonzeros, our_nonzeros = vocabulary.training_nonzeros
    rows: list[list[object]] = [
        [term, f"{documents:,}", f"{number:,}"] for term, documents, number in vocabulary.differing
    ]
    return [
        "## How near the raw texts come to the author's matrix",
        f"The author's matrix has {his:,} terms, our preparation of the same documents {ours:,} "
        f"({ours / his - 1:+.1%}); in training {his_nonzeros:,} and {our_nonzeros:,} non-zeros "
        f"({our_nonzeros / his_nonzeros - 1:+.1%}). {vocabulary.same_columns:,} of his columns "
        f"({vocabulary.same_columns / his:.1%}, with {vocabulary.share_of_nonzeros:.1%} of his "
        "non-zeros) are held by exactly the same documents as one of ours.",
        "Why not all: his text still had remains of the mark-up (`lt` from the entity of <, and "
        "an end-of-text mark that stands in every document); he kept points inside words "
        "(u.s., which without them is a stop word) and some other marks that part words here; "
        "and single documents differ in how a line's end or an apostrophe parts two words. His "
        "most frequent named terms that differ, with the documents that hold them:",
        table(["term", "author", "ours"], rows),
    ]


def matrix_part(matrix: MatrixStudy) -> list[str]:
    rows = [figure_row(figure) for figure in matrix.figures]
    headings = [
        "figure", "alpha", "beta", "slope", "intercept", "training R / P / F1",
        "validation R / P / F1", f"validation F1, {FOLDS} folds", "the paper says",
    ]  # fmt: skip
    chosen = "; ".join(f"Figure {f.setting.figure}: {f.setting.chosen}" for f in matrix.figures)
    fewer: list[list[object]] = [
        [f"{number:,}", cells(measures)]
        for number, measures in matrix.intercept_200_by_features.items()
    ]
    pictures = [
        f"![Figure {figure.setting.figure}, {figure.setting.name}]"
        f"({picture_name(figure.setting, matrix.name)})"
        for figure in matrix.figures
    ]
    return [
        f"## Figures 6 to 10, category corn: {MATRICES[matrix.name]}",
        f"The {MOST_FEATURES:,} features that most training documents hold, the end of the paper's "
        f"slider; {FOLDS} folds, the first held out for validation. Coordinates hold the "
        "prior, as in the author's program, and a document is positive below the line. How the "
        f"knobs were set (never by looking at validation): {chosen}.",
        table(headings, rows),
        "Figure 7's training measures with other numbers of features, the most frequent first, the "
        "last row with all (the paper does not say how many its figures use; all of them add the "
        "features that no training document holds, whose smoothed part weighs on the positives):",
        table(["features", "training R / P / F1"], fewer),
        *pictures,
    ]


def figure_row(figure: Shown) -> list[object]:
    setting, folds = figure.setting, figure.validation_f1_of_folds
    return [
        f"{setting.figure}, {setting.name}",
        f"{setting.alpha:g}",
        f"{setting.beta:g}",
        f"{setting.slope:.3f}",
        f"{setting.intercept:.1f}",
        cells(figure.training),
        cells(figure.validation),
        f"{np.mean(folds):.3f} ± {np.std(folds, ddof=1):.3f}",
        SAID[setting.figure],
    ]


def cells(measures: Measures) -> str:
    return f"{measures.recall:.3f} / {measures.precision:.3f} / {measures.f1:.3f}"
