"""A comparison: several recipes on the same folds, as one value that pages and reports show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from steersman.compare.cross_fitting import CrossFitted, Cuts, cross_fit
from steersman.compare.curves import CurvePoint, LearningCurve, fit_curve
from steersman.compare.measured_pairs import MeasuredPair, measured_pairs
from steersman.compare.model_figures import Interval, ModelFigures, model_figures
from steersman.compare.pairing import PairTests, all_pairs, cautions, pair_tests
from steersman.compare.recipes import Recipe, choice_cautions
from steersman.compare.refitting import Question, tested_question
from steersman.data import Dataset, Label
from steersman.data.positive_class import class_to_catch
from steersman.errors import SteersmanError
from steersman.evaluate.mcnemar_test import Method
from steersman.evaluate.pairs import ComparedPair
from steersman.learn.steering import row_costs_of
from steersman.pictures import html_card, new_axes, series_color
from steersman.tasks import Task

PROCEDURE = (
    "Every model is refitted in each fold and scored on rows it never saw. A model with a want is "
    "steered again in each fold, on a third of the training rows that it was not fitted on."
)
INDEPENDENCE = (
    "The tests assume independent rows. Models of different folds share most of their training "
    "rows, so read p-values close to .05 as approximate."
)


@dataclass(frozen=True, eq=False, repr=False)
class Comparison:
    """Models on the same folds. `pairs` are all of them; `tests` those of which more is known, by
    the measure.
    """

    title: str
    question: Question
    cuts: Cuts
    standings: tuple[ModelFigures, ...]
    pairs: tuple[ComparedPair, ...]
    cautions: tuple[str, ...]
    measure: str = "accuracy"
    interval: Interval = "rows"
    tests: dict[tuple[str, str], PairTests] = field(default_factory=dict)
    curves: dict[str, list[CurvePoint]] = field(default_factory=dict)

    def __repr__(self) -> str:
        names = ", ".join(each.recipe.name for each in self.standings)
        return f"<Comparison {self.title!r} by {self.measure}: {names}>"

    def _repr_html_(self) -> str:
        from steersman.compare.pictures import figure_picture

        cautions = " ".join(self.cautions)
        return html_card(self.title, figure_picture(self, [self.measure]), note=cautions)

    def plot(self, measure: str | None = None, ax: Any = None) -> Any:
        """Draw a measure of every model with its interval.

        Needs matplotlib: ``pip install 'steersman[plot]'``.

        Parameters
        ----------
        measure : str, optional
            Measure to draw; the comparison's own by default.
        ax : matplotlib.axes.Axes, optional
            Axes to draw in; without them a new figure.

        Returns
        -------
        matplotlib.axes.Axes
            The axes.
        """
        chosen = measure or self.measure
        axes = new_axes(ax, size=(6.0, 1.2 + 0.4 * len(self.standings)))
        for place, each in enumerate(self.standings):
            if chosen not in each.overall:
                raise SteersmanError(
                    f"there is no measure {chosen!r}",
                    todo=f"choose from: {', '.join(each.overall)}",
                    code="unknown-measure",
                    measure=chosen,
                )
            figure = each.overall[chosen].by(self.interval)
            reach = [[figure.value - figure.low], [figure.high - figure.value]]
            axes.errorbar(
                [figure.value], [place], xerr=reach, fmt="o", color=series_color(place), capsize=3
            )
        axes.set_yticks(range(len(self.standings)), [each.recipe.name for each in self.standings])
        axes.invert_yaxis()
        axes.set(xlabel=chosen.replace("_", " "), title=self.title)
        return axes

    def by_measure(self) -> list[MeasuredPair]:
        """All pairs by the measure, which needs their tests."""

        def pair_test(first: str, second: str) -> tuple[float, float]:
            test = self.tests[first, second].permutation
            return test.difference, test.p_value

        return measured_pairs(self.pairs, self.measure, pair_test)


def question_of(
    dataset: Dataset,
    category: Label | None = None,
    *,
    costs: ArrayLike | None = None,
    cost_column: str | None = None,
) -> Question:
    """All rows of a data set but its published test rows: all classes, or one against the rest.

    Parameters
    ----------
    dataset : Dataset
        Data to compare models on.
    category : label, optional
        Class to compare with all others; needed where rows may have several labels. Of two
        classes, wants are about the data set's `positive`.
    costs : array-like of shape (classes, classes), optional
        Cost of each decision, rows true and columns predicted, for the measure "cost".
    cost_column : str, optional
        Column of the data set that says what an error on each row costs, in place of `costs`.

    Returns
    -------
    Question
        The rows and classes to compare models on.
    """
    # Published test rows stay unused, so that they can still judge the model that is chosen.
    seen = dataset if dataset.split is None else dataset.train()
    row_prices = None
    if cost_column is not None:
        row_prices = row_costs_of(seen.column(cost_column), seen.X, seen.n_rows)
    if category is not None:
        member = seen.positives(category)
        y = np.where(member, str(category), f"not {category}")
        classes = tuple(np.unique(y).tolist())
        prices = checked_costs(costs, len(classes))
        return Question(seen.X, y, classes, str(category), seen.is_sparse, prices, row_prices)
    if seen.is_multilabel:
        raise SteersmanError(
            f"{seen.name} has several labels per row",
            todo="choose one category",
            code="several-labels",
            name=seen.name,
        )
    y = np.asarray(seen.y).astype(str)
    classes = tuple(np.unique(y).tolist())
    positive = str(class_to_catch(seen)) if len(classes) == 2 else None
    prices = checked_costs(costs, len(classes))
    return Question(seen.X, y, classes, positive, seen.is_sparse, prices, row_prices)


def checked_costs(costs: ArrayLike | None, classes: int) -> tuple[tuple[float, ...], ...]:
    """The costs as rows of numbers; none where none are given."""
    if costs is None:
        return ()
    prices = np.asarray(costs, dtype=np.float64)
    if prices.shape != (classes, classes) or not np.isfinite(prices).all():
        raise SteersmanError(
            f"costs have shape {prices.shape}",
            todo=f"pass {classes} rows of {classes} numbers",
            code="bad-costs",
        )
    return tuple(tuple(row) for row in prices.tolist())


def compare(
    question: Question,
    recipes: Sequence[Recipe],
    cuts: Cuts | None = None,
    *,
    title: str = "",
    measure: str = "accuracy",
    interval: Interval = "rows",
    method: Method = "auto",
    curves: bool = False,
    task: Task | None = None,
) -> Comparison:
    """Fit every recipe on every fold and compare them all.

    Parameters
    ----------
    question : Question
        Rows and classes to compare on, as from `question_of`.
    recipes : sequence of Recipe
        Models to refit in every fold; their names must differ.
    cuts : Cuts, optional
        Number of folds and repeats, and the seed; 5 folds without it.
    title : str
        Title of the report.
    measure : str
        Measure by which pairs are compared.
    interval : {"rows", "folds"}
        Which of the two intervals pictures and tables show.
    method : {"exact", "mid-p", "chi2", "auto"}
        How McNemar's p-values are computed.
    curves : bool
        Whether to fit learning curves as well.
    task : Task, optional
        Receives progress, and can cancel the work.

    Returns
    -------
    Comparison
        Figures of every model, and tests of every pair.

    Examples
    --------
    >>> from steersman.data import load
    >>> recipes = [Recipe("one", "logistic"), Recipe("two", "neighbors")]
    >>> found = compare(question_of(load("iris")), recipes, Cuts(3))
    >>> [standing.matrix.sum().item() for standing in found.standings], len(found.pairs)
    ([150, 150], 1)
    """
    cuts, task = cuts or Cuts(), task or Task()
    names = [recipe.name for recipe in recipes]
    if len(set(names)) < len(names):
        raise SteersmanError(
            "two models have the same name",
            todo="give each model a different name",
            code="names-repeated",
            names=names,
        )
    standings, drawn = [], {}
    tested, rows = tested_question(question)
    for place, recipe in enumerate(recipes):
        crossed = CrossFitted.none_yet(len(question.y), cuts.repeats, len(question.classes))
        task.report(f"fitting {recipe.name}", place / len(recipes))
        cross_fit(recipe, question, cuts, crossed, task)
        standings.append(model_figures(recipe, tested, cuts, crossed.of_rows(rows)))
        if curves:
            curve = LearningCurve()
            fit_curve(recipe, question, cuts, crossed, curve, task)
            drawn[recipe.name] = curve.points()
    pairs = tuple(all_pairs(tested, standings, method))
    warned = (*cautions(tested, pairs), *choice_cautions(recipes))
    found = Comparison(
        title, tested, cuts, tuple(standings), pairs, warned, measure, interval, {}, drawn
    )
    return replace(found, tests=tests_of(found, method, task))


def tests_of(
    comparison: Comparison, method: Method, task: Task
) -> dict[tuple[str, str], PairTests]:
    """All tests of all pairs."""
    said = {each.recipe.name: each.predicted for each in comparison.standings}
    tests = {}
    for pair in comparison.pairs:
        task.report(f"testing {pair.first} against {pair.second}", 0.95)
        both = said[pair.first], said[pair.second]
        tests[pair.first, pair.second] = pair_tests(
            comparison.question, *both, comparison.measure, method
        )
    return tests
