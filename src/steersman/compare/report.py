"""The report of a comparison, as blocks that can be written in any format."""

from __future__ import annotations

from dataclasses import dataclass

from steersman.compare.comparison import HONESTY, INDEPENDENCE, Comparison
from steersman.compare.measured_pairs import MeasuredPair, measure_test
from steersman.compare.model_figures import CLASS_SCORES, INTERVALS, ModelFigures
from steersman.compare.pairing import METHODS, PairTests
from steersman.compare.pictures import (
    class_picture,
    curve_picture,
    figure_picture,
    matrix_picture,
    pair_picture,
)
from steersman.evaluate.intervals import Figure
from steersman.evaluate.outcomes import MEASURES
from steersman.evaluate.pairs import ComparedPair

DRAWN = ("accuracy", "balanced_accuracy", "f1_macro")


@dataclass(frozen=True)
class Heading:
    words: str
    level: int = 2


@dataclass(frozen=True)
class Paragraph:
    words: str
    caution: bool = False


@dataclass(frozen=True)
class ReportTable:
    heads: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Picture:
    name: str  # of its file
    svg: str
    words: str  # what is to be seen


Block = Heading | Paragraph | ReportTable | Picture


def report_blocks(comparison: Comparison) -> list[Block]:
    """Everything that is known of a comparison, in the order in which one reads it."""
    return [
        *opening(comparison),
        *measures_part(comparison),
        *classes_part(comparison),
        Heading("Confusion matrices"),
        Picture(
            "matrices", matrix_picture(comparison), "Rows are true classes, columns those said."
        ),
        *pairs_part(comparison),
        *curves_part(comparison),
    ]


def opening(comparison: Comparison) -> list[Block]:
    cuts, question = comparison.cuts, comparison.question
    again = f", {cuts.repeats} times over" if cuts.repeats > 1 else ""
    lines = tuple(
        (each.recipe.name, each.recipe.summary() + loss_note(each), want_sentence(each))
        for each in comparison.standings
    )
    return [
        Heading(comparison.title or "Comparison of models", 1),
        Paragraph(
            f"{len(comparison.standings)} models on {len(question.y):,} rows of "
            f"{len(question.classes)} classes ({', '.join(question.classes)}), cut into "
            f"{cuts.folds} folds{again} with seed {cuts.seed}."
        ),
        Paragraph(HONESTY),
        ReportTable(("model", "recipe", "its want"), lines),
        *(Paragraph(words, caution=True) for words in comparison.cautions),
    ]


def loss_note(standing: ModelFigures) -> str:
    return f" ({standing.recipe.lost})" if standing.recipe.lost else ""


def want_sentence(standing: ModelFigures) -> str:
    """How the want fared: where it was steered, and on new rows."""
    if not standing.recipe.want:
        return "none"
    together = "; ".join(standing.broken) or "holds on all new rows together"
    return (
        f"reached in {sum(standing.met)} of {len(standing.met)} folds, held on the new rows of "
        f"{sum(standing.held)}; {together}"
    )


def figure_text(figure: Figure) -> str:
    return f"{figure.value:.3f} ({figure.low:.3f} to {figure.high:.3f})"


def measures_part(comparison: Comparison) -> list[Block]:
    interval = comparison.interval
    measures = list(dict.fromkeys([comparison.measure, *DRAWN]))
    lines = tuple(
        (
            measure.replace("_", " "),
            *(figure_text(each.overall[measure].by(interval)) for each in comparison.standings),
        )
        for measure in MEASURES
    )
    methods = {
        each.by(interval).method
        for standing in comparison.standings
        for each in standing.overall.values()
    }
    return [
        Heading("Measures"),
        Picture("measures", figure_picture(comparison, measures), "Dots and 95 % intervals."),
        ReportTable(("measure", *names_of(comparison)), lines),
        Paragraph(
            f"Intervals hold with 95 % ({', '.join(sorted(methods))}). {INTERVALS[interval]} With "
            "one label a row, micro averages and weighted recall are accuracy."
        ),
    ]


def classes_part(comparison: Comparison) -> list[Block]:
    interval = comparison.interval
    lines = tuple(
        (
            name,
            score,
            *(figure_text(each.classes[name][score].by(interval)) for each in comparison.standings),
        )
        for name in comparison.question.classes
        for score in CLASS_SCORES
    )
    return [
        Heading("Classes"),
        Picture("classes", class_picture(comparison, "f1"), "F1 of every class, 95 % intervals."),
        ReportTable(("class", "score", *names_of(comparison)), lines),
    ]


def names_of(comparison: Comparison) -> list[str]:
    return [each.recipe.name for each in comparison.standings]


def pairs_part(comparison: Comparison) -> list[Block]:
    if not comparison.pairs:
        return []
    measured = comparison.by_measure()
    lines = tuple(
        pair_line(pair, each, comparison.tests[pair.first, pair.second])
        for pair, each in zip(comparison.pairs, measured, strict=True)
    )
    method = comparison.pairs[0].test.method
    measure, test = comparison.measure.replace("_", " "), measure_test(comparison.measure)
    heads = (
        "pair", "only first right", "only second right", "McNemar p",
        f"difference of {measure}", "permutation p", "bootstrap p", f"{test} p after Holm",
    )  # fmt: skip
    example = comparison.pairs[0].test
    return [
        Heading("Pairs"),
        Picture(
            "pairs",
            pair_picture(comparison),
            f"{measure.capitalize()} of row minus column, in points; filled where the p-value of "
            f"the {test} test is at most 0.05 after Holm's correction.",
        ),
        ReportTable(heads, lines),
        Paragraph(f"McNemar, {method}: {METHODS[method]}"),
        Paragraph(f"For {lines[0][0]}, in words: {example.meaning}"),
        Paragraph(INDEPENDENCE),
    ]


def pair_line(pair: ComparedPair, measured: MeasuredPair, tests: PairTests) -> tuple[str, ...]:
    table, drawn = pair.test.table, tests.bootstrap
    return (
        f"{pair.first} / {pair.second}",
        f"{int(table[0, 1]):,}",
        f"{int(table[1, 0]):,}",
        f"{pair.test.p_value:.3g}",
        f"{drawn.difference:+.3f} ({drawn.low:+.3f} to {drawn.high:+.3f})",
        f"{tests.permutation.p_value:.3g}",
        f"{drawn.p_value:.3g}",
        f"{measured.adjusted:.3g}",
    )


def curves_part(comparison: Comparison) -> list[Block]:
    if not any(comparison.curves.values()):
        return []
    return [
        Heading("Learning curves"),
        Picture(
            "curves",
            curve_picture(comparison),
            "Error against training rows; bands go from the lowest to the highest fold.",
        ),
    ]
