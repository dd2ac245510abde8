"""The report of a comparison: Markdown with pictures."""

from __future__ import annotations

from urllib.parse import quote

from steersman.compare.comparison import INDEPENDENCE, PROCEDURE, Comparison
from steersman.compare.cost_measure import measures_of
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
from steersman.evaluate.intervals import figure_text
from steersman.evaluate.pairs import ComparedPair
from steersman.learn.export import markdown_table, plain

DRAWN = ("accuracy", "balanced_accuracy", "f1_macro")


def markdown_report(comparison: Comparison, folder: str) -> tuple[str, dict[str, str]]:
    """The text, and the pictures by the name of their file inside `folder`."""
    parts = [
        *opening(comparison),
        *measures_part(comparison, folder),
        *classes_part(comparison, folder),
        "## Confusion matrices",
        image(folder, "matrices", "Rows: actual class. Columns: predicted class."),
    ]
    measures = list(dict.fromkeys([comparison.measure, *DRAWN]))
    pictures = {
        "measures.svg": figure_picture(comparison, measures),
        "classes.svg": class_picture(comparison, "f1"),
        "matrices.svg": matrix_picture(comparison),
    }
    if comparison.pairs:
        parts += pairs_part(comparison, folder)
        pictures["pairs.svg"] = pair_picture(comparison)
    if any(comparison.curves.values()):
        words = "Error against training rows; bands reach from the best to the worst fold."
        parts += ["## Learning curves", image(folder, "curves", words)]
        pictures["curves.svg"] = curve_picture(comparison)
    return "\n\n".join(parts) + "\n", pictures


def image(folder: str, name: str, words: str) -> str:
    """A picture with its caption."""
    return f"![{plain(words)}]({quote(folder)}/{name}.svg)\n\n*{plain(words)}*"


def opening(comparison: Comparison) -> list[str]:
    cuts, question = comparison.cuts, comparison.question
    again = f", repeated {cuts.repeats} times," if cuts.repeats > 1 else ""
    lines = [
        (each.recipe.name, each.recipe.summary() + loss_note(each), want_sentence(each))
        for each in comparison.standings
    ]
    return [
        f"# {plain(comparison.title or 'Comparison of models')}",
        plain(
            f"{len(comparison.standings)} models on {len(question.y):,} rows of "
            f"{len(question.classes)} classes ({', '.join(question.classes)}), split into "
            f"{cuts.folds} folds{again} with seed {cuts.seed}."
        ),
        plain(PROCEDURE),
        markdown_table(("model", "settings", "want"), lines),
        *(f"> {plain(words)}" for words in comparison.cautions),
    ]


def loss_note(standing: ModelFigures) -> str:
    return f" ({standing.recipe.lost})" if standing.recipe.lost else ""


def want_sentence(standing: ModelFigures) -> str:
    """Whether the want held on new rows, and whether steering reached it."""
    if not standing.recipe.want:
        return "none"
    together = "; ".join(standing.broken) or "holds on all new rows together"
    return (
        f"held on new rows in {sum(standing.held)} of {len(standing.held)} folds, reached on the "
        f"tuning rows in {sum(standing.met)}; {together}"
    )


def measures_part(comparison: Comparison, folder: str) -> list[str]:
    interval, standings = comparison.interval, comparison.standings
    lines = [
        (
            measure.replace("_", " "),
            *(figure_text(each.overall[measure].by(interval)) for each in standings),
        )
        for measure in measures_of(comparison.question)
    ]
    methods = {each.by(interval).method for model in standings for each in model.overall.values()}
    return [
        "## Measures",
        image(folder, "measures", "Dots and 95 % intervals."),
        markdown_table(("measure", *names_of(comparison)), lines),
        plain(
            f"95 % intervals ({', '.join(sorted(methods))}). {INTERVALS[interval]} With "
            "one label per row, micro averages and weighted recall equal accuracy."
        ),
    ]


def classes_part(comparison: Comparison, folder: str) -> list[str]:
    interval = comparison.interval
    lines = [
        (
            name,
            score,
            *(figure_text(each.classes[name][score].by(interval)) for each in comparison.standings),
        )
        for name in comparison.question.classes
        for score in CLASS_SCORES
    ]
    return [
        "## Classes",
        image(folder, "classes", "F1 of every class, 95 % intervals."),
        markdown_table(("class", "score", *names_of(comparison)), lines),
    ]


def names_of(comparison: Comparison) -> list[str]:
    return [each.recipe.name for each in comparison.standings]


def pairs_part(comparison: Comparison, folder: str) -> list[str]:
    lines = [
        pair_line(pair, each, comparison.tests[pair.first, pair.second])
        for pair, each in zip(comparison.pairs, comparison.by_measure(), strict=True)
    ]
    example = comparison.pairs[0].test
    measure, test = comparison.measure.replace("_", " "), measure_test(comparison.measure)
    heads = (
        "pair", "only first right", "only second right", "McNemar p",
        f"difference of {measure}", "permutation p", "bootstrap p", f"{test} p after Holm",
    )  # fmt: skip
    words = (
        f"{measure.capitalize()} of row minus column, in percentage points; filled where the "
        f"p-value of the {test} test is at most 0.05 after Holm's correction."
    )
    return [
        "## Head-to-head",
        image(folder, "pairs", words),
        markdown_table(heads, lines),
        plain(f"McNemar, {example.method}: {METHODS[example.method]}"),
        plain(f"For {lines[0][0]}: {example.meaning}"),
        plain(INDEPENDENCE),
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
