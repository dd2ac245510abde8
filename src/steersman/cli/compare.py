"""Compare models on a file, without a browser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from steersman.cli.outputs import check_outputs, write_json
from steersman.cli.progress import progress_bar
from steersman.cli.tables import plain_console
from steersman.compare import Comparison, Cuts, Recipe, compare, question_of, write_report
from steersman.compare.measured_pairs import measure_test
from steersman.compare.refitting import Question
from steersman.compare.report_files import checked_ending
from steersman.data import load
from steersman.data.raw_tables import raw_table
from steersman.data.read_options import ReadOptions
from steersman.data.row_splits import group_folds, row_groups, time_folds, time_order
from steersman.errors import SteersmanError
from steersman.evaluate.intervals import figure_text
from steersman.evaluate.outcomes import check_measure
from steersman.learn.catalog import BY_NAME, model_named
from steersman.learn.wants import Want
from steersman.tasks import Task

SHOWN = ("accuracy", "balanced_accuracy", "f1_macro")


@dataclass(frozen=True)
class ComparisonRequest:
    """The models to compare, and how."""

    models: str
    steered: Sequence[str] = ()
    cuts: Cuts = Cuts()  # noqa: RUF009  (frozen)
    curves: bool = False
    measure: str = "accuracy"
    cost_column: str | None = None
    time: str | None = None
    group_folds: str | None = None


def compare_file(
    source: str,
    reading: ReadOptions,
    asked: ComparisonRequest,
    out: Path | None,
    json_file: Path | None,
) -> None:
    """Read, fit on all folds with progress, print, write the report."""
    if out is not None:
        checked_ending(out)
    there = out if out is not None and out.parent.is_dir() else None  # else it is made
    check_outputs([there, json_file], [source])
    recipes = recipes_of(asked)
    check_measure(asked.measure)
    with progress_bar("Reading") as report:
        dataset = load(source, **reading.given_options())
        two = len(dataset.classes) == 2 and not dataset.is_multilabel
        asked_class = None if two or reading.positive is None else dataset.positive
        question = question_of(dataset, asked_class, cost_column=asked.cost_column)
        question = with_folds(question, source, reading, asked)
        for recipe in recipes:
            # Checked before anything is fitted: a mistake in the last model should not cost
            # minutes.
            model_named(recipe.model, sparse=question.sparse)
            if recipe.want:
                by_row = question.row_prices is not None
                Want(recipe.want).resolve(question.classes, question.positive, row_costs=by_row)

        title = f"{dataset.name}: {len(recipes)} models compared"
        found = compare(
            question,
            recipes,
            asked.cuts,
            title=title,
            measure=asked.measure,
            curves=asked.curves,
            task=Task(progress=report),
        )
    for note in dataset.provenance.notes:
        plain_console(stderr=True).print(note)
    show(found)
    if out is not None:
        files = write_report(found, out)
        pictures = f" and {len(files) - 1} pictures" if files[1:] else ""
        plain_console().print(f"Saved the report to {out}{pictures}")
    if json_file is not None:
        write_json(json_file, facts(found))


def with_folds(
    question: Question, source: str, reading: ReadOptions, asked: ComparisonRequest
) -> Question:
    """The question with folds by time or by groups, if asked for; chance cuts others."""
    column = asked.time or asked.group_folds
    if column is None:
        return question
    if asked.time and asked.group_folds:
        raise SteersmanError(
            "rows cannot be split by time and by groups at once",
            todo="use --time or --group-folds",
            code="two-splits",
        )
    if asked.cuts.repeats > 1 or asked.curves:
        raise SteersmanError(
            "folds by time or groups can be cut in one way only",
            todo="leave out --repeats and --curves",
            code="one-cut-only",
        )
    table = raw_table(source, **reading.given_options())
    if len(table.y) != len(question.y):
        raise SteersmanError(
            f"{table.where} has a published split",
            todo="leave out --time and --group-folds",
            code="split-published",
        )
    if asked.time:
        order = time_order(table.frame, asked.time, table.where)
        return replace(question, folds=tuple(time_folds(order, asked.cuts.folds)))
    groups = row_groups(table.frame, column, table.where)
    cut = group_folds(groups, question.y, asked.cuts.folds, asked.cuts.seed)
    return replace(question, folds=tuple(cut))


def recipes_of(asked: ComparisonRequest) -> list[Recipe]:
    """Models by name, then those with a want: "logistic: fp <= 5"."""
    names = [name.strip() for name in asked.models.split(",") if name.strip()]
    recipes = [Recipe(name, name) for name in dict.fromkeys(names)]
    for each in asked.steered:
        model, colon, want = (part.strip() for part in each.partition(":"))
        if not colon or not want:
            raise SteersmanError(
                f"{each!r} has no want",
                todo='write it like "logistic: fpr <= 2%"',
                code="want-missing",
                option=each,
            )
        recipes.append(Recipe(f"{model}: {want}", model, want=want))
    unknown = [recipe.model for recipe in recipes if recipe.model not in BY_NAME]
    if unknown or not recipes:
        raise SteersmanError(
            f"there is no model {unknown[0]!r}" if unknown else "no model was given",
            todo=f"choose from: {', '.join(BY_NAME)}",
            code="unknown-model" if unknown else "no-models",
            models=tuple(unknown),
        )
    return recipes


def show(found: Comparison) -> None:
    """Figures of all models, then all pairs."""
    console = plain_console()
    cuts = found.cuts
    again = f", repeated {cuts.repeats} times" if cuts.repeats > 1 else ""
    console.print(
        f"{len(found.question.y):,} rows, {len(found.question.classes)} classes, {cuts.folds} "
        f"folds{again}, seed {cuts.seed}; 95 % intervals for new rows of the same kind"
    )
    table = Table(box=SIMPLE_HEAD)
    table.add_column("model", no_wrap=True)
    shown = dict.fromkeys([*SHOWN, found.measure])
    for measure in shown:
        table.add_column(measure.replace("_", " "), justify="right", no_wrap=True)
    for standing in found.standings:
        figures = (figure_text(standing.overall[measure].rows) for measure in shown)
        table.add_row(Text(standing.recipe.name), *figures)
    console.print(table)
    if found.pairs:
        console.print(pairs_table(found))
    for words in found.cautions:
        console.print(f"Note: {words}")


def pairs_table(found: Comparison) -> Table:
    table = Table(box=SIMPLE_HEAD)
    measure, test = found.measure.replace("_", " "), measure_test(found.measure)
    heads = ("pair", "only first right", "only second right", measure, f"{test} p", "after Holm")
    for place, head in enumerate(heads):
        table.add_column(head, justify="right" if place else "left", no_wrap=True)
    for pair, measured in zip(found.pairs, found.by_measure(), strict=True):
        cells = pair.test.table
        table.add_row(
            Text(f"{pair.first} / {pair.second}"),
            f"{int(cells[0, 1]):,}",
            f"{int(cells[1, 0]):,}",
            f"{measured.difference:+.3f}",
            f"{measured.p_value:.3g}",
            f"{measured.adjusted:.3g}",
        )
    return table


def facts(found: Comparison) -> dict[str, object]:
    """Everything that was measured, as JSON."""
    return {
        "rows": len(found.question.y),
        "classes": list(found.question.classes),
        "cuts": vars(found.cuts),
        "models": [
            {
                "name": each.recipe.name,
                "recipe": each.recipe.summary(),
                "matrix": each.matrix.tolist(),
                "overall": {name: vars(twofold.rows) for name, twofold in each.overall.items()},
                "over_folds": {name: vars(twofold.folds) for name, twofold in each.overall.items()},
                "want_reached": list(each.met),
                "want_held": list(each.held),
            }
            for each in found.standings
        ],
        "pairs": [
            {
                "first": pair.first,
                "second": pair.second,
                "table": pair.test.table.tolist(),
                "method": pair.test.method,
                "p_value": pair.test.p_value,
                "adjusted": pair.adjusted,
                "by_measure": {"measure": found.measure, "test": measure_test(found.measure)}
                | {name: getattr(measured, name) for name in ("difference", "p_value", "adjusted")},
            }
            for pair, measured in zip(found.pairs, found.by_measure(), strict=True)
        ],
        "cautions": list(found.cautions),
    }
