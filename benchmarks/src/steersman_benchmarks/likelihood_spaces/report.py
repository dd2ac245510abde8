"""The report on the likelihood spaces: our figures beside the paper's, in Markdown."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from steersman_benchmarks.likelihood_spaces.states import (
    FOLDS,
    MOST_FEATURES,
    FigureSetting,
    Measures,
    ShownSetting,
)

SAID = {
    6: "about 180 positives among about 6,400 documents; no measures in the text",
    7: "training recall almost perfect, precision low; no numbers in the text",
    8: "significantly better than Figure 7; slope and measures not in the text",
    9: "validation F1 0.7; alpha and beta not in the text",
    10: "training F1 0.956, validation F1 0.4; line not in the text",
}
SAID_OF_10 = 0.956, 0.4
MATRICES = {
    "author": "The author's own matrix",
    "ours": "Our own preparation of the raw texts",
}


@dataclass(frozen=True)
class PaperPair:
    """The paper's or its author's number and ours."""

    theirs: int
    ours: int

    def __str__(self) -> str:
        return f"{self.theirs:,} | {self.ours:,}"


@dataclass(frozen=True)
class Vocabulary:
    """Our terms beside the author's, over training and test documents.

    `same_columns` of his columns are held by the very same documents as one of ours, which is
    `share_of_nonzeros` of his matrix. `differing` are his most frequent named terms among the
    others, each with its documents in his matrix and in ours.
    """

    terms: PaperPair
    training_nonzeros: PaperPair
    same_columns: int
    share_of_nonzeros: float
    differing: dict[str, PaperPair]


@dataclass(frozen=True)
class MatrixStudy:
    """Figures 6 to 10 on one matrix; Figure 9 by its beta, Figures 7 and 10 with other features."""

    name: str
    figures: list[ShownSetting]
    intercept_200_by_features: dict[int, Measures]
    smoothed_by_beta: dict[float, ShownSetting]
    overfitted_by_features: dict[int, ShownSetting]


@dataclass(frozen=True)
class LikelihoodStudy:
    """Everything that is reproduced, and what the paper's text says of each figure."""

    documents: PaperPair
    table_1: dict[str, PaperPair]
    vocabulary: Vocabulary
    matrices: list[MatrixStudy]
    said: dict[int, str] = field(default_factory=lambda: dict(SAID))


def picture_name(setting: FigureSetting, matrix: str) -> str:
    """The file of a figure's picture."""
    return f"figure-{setting.figure:02d}-{matrix}.png"


def report(study: LikelihoodStudy) -> str:
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


def table_1_part(study: LikelihoodStudy) -> list[str]:
    rows: list[list[object]] = [[name, pair] for name, pair in study.table_1.items()]
    rows.append(["documents", study.documents])
    return [
        "## Table 1: training documents of each category",
        "Ours are the documents with LEWISSPLIT TRAIN and at least one of the ten topics, "
        "whatever their TOPICS attribute says.",
        table(["category", "paper", "ours"], rows),
    ]


def vocabulary_part(vocabulary: Vocabulary) -> list[str]:
    his, ours = vocabulary.terms.theirs, vocabulary.terms.ours
    nonzeros, same = vocabulary.training_nonzeros, vocabulary.same_columns
    rows: list[list[object]] = [[term, pair] for term, pair in vocabulary.differing.items()]
    return [
        "## How near the raw texts come to the author's matrix",
        f"The author's matrix has {his:,} terms, our preparation of the same documents {ours:,} "
        f"({ours / his - 1:+.1%}); in training {nonzeros.theirs:,} and {nonzeros.ours:,} non-zeros "
        f"({nonzeros.ours / nonzeros.theirs - 1:+.1%}). {same:,} of his columns ({same / his:.1%}, "
        f"with {vocabulary.share_of_nonzeros:.1%} of his non-zeros) are held by exactly the same "
        "documents as one of ours, column for column.",
        "The paper says that all punctuation was removed; his columns show that points and commas "
        "within numbers and initials (1.5, u.s.) were kept, and so they are here. Why some columns "
        "differ: his text still had remains of the mark-up (`lt` from the entity of <, and a "
        "column in every document, most likely the end-of-text mark); he parts words at every "
        "apostrophe (don't, feb'87), we do not; and some of his stems (technolog) seem to "
        "follow a later version of Porter's rules. His most frequent named terms that "
        "differ, with the documents that hold them:",
        table(["term", "author", "ours"], rows),
    ]


def matrix_part(matrix: MatrixStudy) -> list[str]:
    rows = [figure_row(figure) for figure in matrix.figures]
    headings = [
        "figure", "alpha", "beta", "slope", "intercept", "training R / P / F1",
        "validation R / P / F1", f"validation F1, {FOLDS} folds", "the paper says",
    ]  # fmt: skip
    chosen = "; ".join(f"Figure {f.setting.figure}: {f.setting.chosen}" for f in matrix.figures)
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
        *knobs_left_open(matrix),
        *pictures,
    ]


def knobs_left_open(matrix: MatrixStudy) -> list[str]:
    """The figures for settings that the paper does not state."""
    smoothed: list[list[object]] = [
        [f"{beta:g}", f"{figure.setting.alpha:g}", *measures_of(figure)]
        for beta, figure in matrix.smoothed_by_beta.items()
    ]
    fewer: list[list[object]] = [
        [f"{number:,}", cells(measures), *measures_of(matrix.overfitted_by_features[number])]
        for number, measures in matrix.intercept_200_by_features.items()
    ]
    nearest = min(matrix.overfitted_by_features.items(), key=lambda item: distance(item[1]))[0]
    folds = f"validation F1, {FOLDS} folds"
    return [
        "The folds of the paper were drawn by chance, its knobs can be seen in its pictures alone, "
        "and it does not say how many features its figures use; so its measures can be met no "
        "nearer than the spread over folds. What the knobs that it leaves open change:",
        "Figure 9 by beta, each with the alpha that is best in folds within the training part. The "
        "paper speaks of a small alpha and a high beta:",
        table(["beta", "alpha", "training R / P / F1", "validation R / P / F1", folds], smoothed),
        "Figures 7 and 10 by the number of features, the most frequent first, the last row with "
        "all (those add the features that no training document holds, whose smoothed part "
        f"weighs on the positives). Figure 10 comes nearest to the paper with {nearest:,}; its "
        "line is the best of all lines in training, where the paper's was set by hand:",
        table(
            ["features", "Figure 7, training R / P / F1", "Figure 10, training R / P / F1",
             "validation R / P / F1", folds],
            fewer,
        ),
    ]  # fmt: skip


def distance(figure: ShownSetting) -> float:
    """How far Figure 10 is from the two F1 that the paper gives for it."""
    training, validation = SAID_OF_10
    return abs(figure.training.f1 - training) + abs(figure.validation.f1 - validation)


def measures_of(figure: ShownSetting) -> list[str]:
    """Training, validation and the spread over folds, as cells of a table."""
    folds = figure.validation_f1_of_folds
    spread = f"{np.mean(folds):.3f} ± {np.std(folds, ddof=1):.3f}"
    return [cells(figure.training), cells(figure.validation), spread]


def figure_row(figure: ShownSetting) -> list[object]:
    setting = figure.setting
    return [
        f"{setting.figure}, {setting.name}",
        f"{setting.alpha:g}",
        f"{setting.beta:g}",
        f"{setting.slope:.3f}",
        f"{setting.intercept:.1f}",
        *measures_of(figure),
        SAID[setting.figure],
    ]


def cells(measures: Measures) -> str:
    return f"{measures.recall:.3f} / {measures.precision:.3f} / {measures.f1:.3f}"
