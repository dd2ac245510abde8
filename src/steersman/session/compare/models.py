"""Everything fitted for comparisons so far, kept so that no fold is fitted twice."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from steersman.compare.comparison import Comparison
from steersman.compare.cost_measure import COST
from steersman.compare.cross_fitting import CrossFitted, Cuts, folds_of
from steersman.compare.curves import LearningCurve
from steersman.compare.model_figures import ModelFigures
from steersman.compare.pairing import PairTests, all_pairs, cautions
from steersman.compare.recipes import Recipe, choice_cautions
from steersman.compare.refitting import Question, Rows
from steersman.compare.score_bands import ScoreStanding
from steersman.evaluate.resampling import PermutationTest
from steersman.session.compare.choice import CompareChoice
from steersman.session.compare.figure_jobs import (
    figure_job,
    figures_of_models,
    scores_of_models,
)
from steersman.session.compare.fold_jobs import add_folds, some_shares
from steersman.session.datasets.corpus import Corpus
from steersman.session.ledger import Ledger, Registry
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.matrix.models import MatrixModels
from steersman.session.results import digest
from steersman.session.state import State
from steersman.tasks import Task

Key = tuple[Hashable, ...]


def current_choice(state: State) -> CompareChoice:
    """The choice of the compare room; an error while it is closed."""
    return state.open_choice(CompareChoice, "Compare")


class CompareModels:
    """Questions, predictions of folds, figures, tests and curves, by what they depend on."""

    def __init__(self, matrix: MatrixModels, ledger: Ledger) -> None:
        self.matrix = matrix
        self.questions: Registry[Key, tuple[Question, NDArray[np.int64]]] = ledger.registry()
        self.features: Registry[Key, Rows] = ledger.registry()
        self.contents: Registry[Key, str] = ledger.registry()
        self.crossings: Registry[Key, CrossFitted] = ledger.registry()
        self.standings: Registry[Key, ModelFigures] = ledger.registry()
        self.scores: Registry[Key, ScoreStanding] = ledger.registry()
        self.curves: Registry[Key, LearningCurve] = ledger.registry()
        self.tests: Registry[Key, PairTests] = ledger.registry()
        self.permutations: Registry[Key, PermutationTest] = ledger.registry()

    def question_and_rows(self, corpus: Corpus, state: State) -> tuple[Question, NDArray[np.int64]]:
        """The question without features, and the corpus's numbers of its rows: all not sealed.

        Most that is shown needs no features, and copying them would be felt with other labels.
        """
        key = self.question_key(state)
        if key not in self.questions:
            as_matrix = state.with_choice(
                MatrixChoice(all_classes=current_choice(state).all_classes)
            )
            problem = self.matrix.problem(corpus, as_matrix)
            training, holdout = problem.training, problem.holdout
            rows = np.concatenate([training.rows, holdout.rows])
            # In the order of the corpus, so that folds do not depend on how the matrix room divides
            # rows.
            order = np.argsort(rows)
            y = np.concatenate([training.y, holdout.y])[order]
            none = corpus.dataset.X[:0]
            question = Question(none, y, problem.classes, problem.positive, problem.sparse)
            self.questions[key] = question, rows[order]
        return self.questions[key]

    def question(self, corpus: Corpus, state: State) -> Question:
        """The question without features, with the costs that are set in Steer."""
        return replace(self.question_and_rows(corpus, state)[0], costs=costs_in(state))

    def fitted_question(self, corpus: Corpus, state: State) -> Question:
        """The question with the features that models are fitted to."""
        key = self.question_key(state)
        if key not in self.features:
            self.features[key] = corpus.dataset.X[self.question_and_rows(corpus, state)[1]]
        return replace(self.question(corpus, state), X=self.features[key])

    def question_key(self, state: State) -> Key:
        everything = current_choice(state).all_classes
        return (state.data_key, "" if everything else state.category, state.seed, everything)

    def inputs(self, corpus: Corpus, state: State, recipe: Recipe) -> object:
        """All that decides what a recipe says of the rows. These are read once."""
        key = self.question_key(state)
        if key not in self.contents:
            self.contents[key] = digest(replace(self.fitted_question(corpus, state), costs=()))
        return self.contents[key], self.cuts(state), recipe.nameless

    def cuts(self, state: State) -> Cuts:
        choice = current_choice(state)
        return Cuts(choice.folds, choice.repeats, choice.seed)

    def key(self, state: State, recipe: Recipe) -> Key:
        """The key of a fold's predictions: everything that decides them."""
        choice = current_choice(state)
        return (*self.question_key(state), choice.folds, choice.seed, recipe.nameless)

    def cross_fitted(self, corpus: Corpus, state: State, recipe: Recipe) -> CrossFitted:
        """The predictions of one recipe as far as they are known."""
        question, repeats = self.question(corpus, state), current_choice(state).repeats
        crossing = self.crossings.setdefault(
            self.key(state, recipe),
            CrossFitted.none_yet(len(question.y), repeats, len(question.classes)),
        )
        # More repeats add folds; those already fitted stay.
        crossing.grow(current_choice(state).repeats)
        return crossing

    def run(self, corpus: Corpus, state: State, task: Task) -> None:
        """Fit every fold that is missing; a cancelled run goes on from where it was."""
        question, cuts = self.question(corpus, state), self.cuts(state)
        # Checked here: an error about the folds is not one of the first model.
        folds_of(question, cuts)
        recipes = current_choice(state).models
        for place, recipe in enumerate(recipes):
            part = task.part(place / len(recipes), (place + 1) / len(recipes))
            self.crossings[self.key(state, recipe)] = part.result(
                "comparison",
                partial(self.inputs, corpus, state, recipe),
                partial(self.all_folds, corpus, state, recipe, part),
                pack=vars,
                unpack=lambda stored: CrossFitted(**stored),
            )

    def all_folds(self, corpus: Corpus, state: State, recipe: Recipe, task: Task) -> CrossFitted:
        """The predictions of one recipe with every fold; those done are kept when it is stopped."""
        question, cuts = self.fitted_question(corpus, state), self.cuts(state)
        crossed = self.cross_fitted(corpus, state, recipe)
        inputs = self.inputs(corpus, state, recipe)
        while not crossed.complete(cuts):
            add_folds(recipe, question, cuts, crossed, inputs, task)
        return crossed

    def complete_models(self, corpus: Corpus, state: State) -> list[tuple[Recipe, CrossFitted]]:
        """The models whose folds are all done."""
        cuts, recipes = self.cuts(state), current_choice(state).models
        found = [(recipe, self.cross_fitted(corpus, state, recipe)) for recipe in recipes]
        return [(recipe, crossed) for recipe, crossed in found if crossed.complete(cuts)]

    def standings_of(self, corpus: Corpus, state: State, task: Task) -> list[ModelFigures]:
        """The figures of the models whose folds are all done."""
        question, cuts = self.question(corpus, state), self.cuts(state)
        ready = self.complete_models(corpus, state)
        keys = [(*self.key(state, each), cuts.repeats, costs_in(state)) for each, _ in ready]
        missing = {key: model for key, model in zip(keys, ready) if key not in self.standings}
        if missing:
            given = (list(missing.values()), question, cuts)
            rows = len(missing) * len(question.y)
            found = task.result(
                "figures",
                lambda: list(missing),
                lambda: figures_of_models(*given, task),
                job=figure_job("model-figures", given, rows, "the figures"),
                stored=False,
            )
            self.standings.update(zip(missing, found))
        # Figures are shared by equal recipes; the name is the one given here.
        return [
            replace(self.standings[key], recipe=recipe) for key, (recipe, _) in zip(keys, ready)
        ]

    def scores_of(
        self, corpus: Corpus, state: State, label: str, task: Task
    ) -> dict[str, ScoreStanding]:
        """The scores for a class of the models whose folds are all done, by name."""
        question, cuts = self.question(corpus, state), self.cuts(state)
        ready = [
            (recipe, crossed)
            for recipe, crossed in self.complete_models(corpus, state)
            if np.isfinite(crossed.leads).all()
        ]
        keys = [(*self.key(state, recipe), label) for recipe, _ in ready]
        missing = {key: model for key, model in zip(keys, ready) if key not in self.scores}
        if missing:
            given = (list(missing.values()), question, cuts, label)
            rows = len(missing) * len(question.y)
            found = task.result(
                "score curves",
                lambda: list(missing),
                lambda: scores_of_models(*given, task),
                job=figure_job("compared-scores", given, rows, "the curves of the scores"),
                stored=False,
            )
            self.scores.update(zip(missing, found))
        return {recipe.name: self.scores[key] for key, (recipe, _) in zip(keys, ready)}

    def comparison(self, corpus: Corpus, state: State, task: Task) -> Comparison:
        """The models that are fitted, side by side."""
        choice, question = current_choice(state), self.question(corpus, state)
        standings = tuple(self.standings_of(corpus, state, task))
        pairs = all_pairs(question, standings, choice.method)
        return Comparison(
            f"{state.dataset}: {len(standings)} models compared",
            question,
            self.cuts(state),
            standings,
            tuple(pairs),
            (*cautions(question, pairs), *choice_cautions([each.recipe for each in standings])),
            shown_measure(state),
            choice.interval,
            {},
            {each.recipe.name: self.curve(state, each.recipe).points() for each in standings},
        )

    def curve(self, state: State, recipe: Recipe) -> LearningCurve:
        return self.curves.setdefault(self.key(state, recipe), LearningCurve())

    def run_curves(self, corpus: Corpus, state: State, task: Task) -> None:
        """Fit all models on fewer rows; points are shown as they come."""
        recipes = current_choice(state).models
        for place, recipe in enumerate(recipes):
            part = task.part(place / len(recipes), (place + 1) / len(recipes))
            self.curves[self.key(state, recipe)] = part.result(
                "curve",
                partial(self.inputs, corpus, state, recipe),
                partial(self.all_shares, corpus, state, recipe, part),
                pack=lambda curve: (list(curve.seen.items()), list(curve.refused)),
                unpack=lambda stored: LearningCurve(dict(stored[0]), set(stored[1])),
            )

    def all_shares(self, corpus: Corpus, state: State, recipe: Recipe, task: Task) -> LearningCurve:
        """The whole learning curve of one recipe; what is done is kept when it is stopped."""
        question, cuts, key = (
            self.fitted_question(corpus, state),
            self.cuts(state),
            self.key(state, recipe),
        )
        curve, crossed = self.curve(state, recipe), self.cross_fitted(corpus, state, recipe)
        inputs = self.inputs(corpus, state, recipe)
        while not curve.complete(question, cuts, recipe):
            given = (recipe, question, cuts, crossed, curve)
            self.curves[key] = curve = some_shares(*given, inputs, task)
        return curve


def costs_in(state: State) -> tuple[tuple[float, ...], ...]:
    """The costs that are set in Steer for the same question."""
    matrix = state.choice(MatrixChoice)
    same = matrix is not None and matrix.all_classes == current_choice(state).all_classes
    return matrix.costs if matrix is not None and same else ()


def shown_measure(state: State) -> str:
    """The chosen measure; accuracy in place of cost where the costs were reset."""
    measure = current_choice(state).measure
    return "accuracy" if measure == COST and not costs_in(state) else measure


def pair_names(choice: CompareChoice) -> tuple[str, ...]:
    """The chosen pair; the first two models until one is chosen."""
    return choice.pair or tuple(recipe.name for recipe in choice.models[:2])
