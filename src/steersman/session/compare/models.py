"""Everything fitted for comparisons so far, kept so that no fold is fitted twice."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import vstack

from steersman.compare.comparison import Comparison
from steersman.compare.cost_measure import COST, measure_for
from steersman.compare.cross_fitting import CrossFitted, Cuts, folds_of
from steersman.compare.curves import LearningCurve
from steersman.compare.measured_pairs import MeasuredPair, measured_pairs
from steersman.compare.model_figures import ModelFigures, model_figures
from steersman.compare.pairing import PairTests, all_pairs, cautions
from steersman.compare.recipes import Recipe, choice_cautions
from steersman.compare.refitting import Question
from steersman.compare.score_bands import ScoreStanding, score_standing
from steersman.errors import SteersmanError
from steersman.evaluate.mcnemar_test import mcnemar
from steersman.evaluate.resampling import PermutationTest, paired_bootstrap, permutation_test
from steersman.session.compare.choice import CompareChoice
from steersman.session.compare.fold_jobs import add_folds, fit_inputs, some_shares
from steersman.session.datasets.corpus import Corpus
from steersman.session.ledger import Ledger, Registry
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.matrix.models import MatrixModels
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
        self.crossings: Registry[Key, CrossFitted] = ledger.registry()
        self.standings: Registry[Key, ModelFigures] = ledger.registry()
        self.scores: Registry[Key, ScoreStanding] = ledger.registry()
        self.curves: Registry[Key, LearningCurve] = ledger.registry()
        self.tests: Registry[Key, PairTests] = ledger.registry()
        self.permutations: Registry[Key, PermutationTest] = ledger.registry()

    def question_and_rows(self, corpus: Corpus, state: State) -> tuple[Question, NDArray[np.int64]]:
        """The question and the corpus's numbers of its rows: all that are not sealed."""
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
            parts = training.X, holdout.X
            X = vstack(parts, format="csr") if problem.sparse else np.concatenate(parts)
            y = np.concatenate([training.y, holdout.y])[order]
            question = Question(X[order], y, problem.classes, problem.positive, problem.sparse)
            self.questions[key] = question, rows[order]
        return self.questions[key]

    def question(self, corpus: Corpus, state: State) -> Question:
        """The question with the costs that are set in Steer."""
        return replace(self.question_and_rows(corpus, state)[0], costs=costs_in(state))

    def question_key(self, state: State) -> Key:
        everything = current_choice(state).all_classes
        return (state.data_key, "" if everything else state.category, state.seed, everything)

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
                partial(fit_inputs, question, cuts, recipe),
                partial(self.all_folds, corpus, state, recipe, part),
                pack=vars,
                unpack=lambda stored: CrossFitted(**stored),
            )

    def all_folds(self, corpus: Corpus, state: State, recipe: Recipe, task: Task) -> CrossFitted:
        """The predictions of one recipe with every fold; those done are kept when it is stopped."""
        question, cuts = self.question(corpus, state), self.cuts(state)
        crossed = self.cross_fitted(corpus, state, recipe)
        while not crossed.complete(cuts):
            add_folds(recipe, question, cuts, crossed, task)
        return crossed

    def standing(self, corpus: Corpus, state: State, recipe: Recipe) -> ModelFigures | None:
        """The figures of one recipe; None until all its folds are done."""
        crossed, cuts = self.cross_fitted(corpus, state, recipe), self.cuts(state)
        if not crossed.complete(cuts):
            return None
        key = (*self.key(state, recipe), cuts.repeats, costs_in(state))
        if key not in self.standings:
            question = self.question(corpus, state)
            self.standings[key] = model_figures(recipe, question, cuts, crossed)
        # Figures are shared by equal recipes; the name is the one given here.
        return replace(self.standings[key], recipe=recipe)

    def score_standing(
        self, corpus: Corpus, state: State, recipe: Recipe, label: str
    ) -> ScoreStanding | None:
        """The scores of one recipe for a class; None until all its folds are done."""
        crossed, cuts = self.cross_fitted(corpus, state, recipe), self.cuts(state)
        if not crossed.complete(cuts) or not np.isfinite(crossed.leads).all():
            return None
        key = (*self.key(state, recipe), label)
        if key not in self.scores:
            question = self.question(corpus, state)
            self.scores[key] = score_standing(question, cuts, crossed, label)
        return self.scores[key]

    def comparison(self, corpus: Corpus, state: State) -> Comparison:
        """The models that are fitted, side by side."""
        choice, question = current_choice(state), self.question(corpus, state)
        found = [self.standing(corpus, state, recipe) for recipe in choice.models]
        standings = tuple(each for each in found if each is not None)
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

    def pair(self, corpus: Corpus, state: State) -> tuple[ModelFigures, ModelFigures]:
        """The two models of the chosen pair, which must have been fitted."""
        names = pair_names(current_choice(state))
        recipes = [
            each for name in names for each in current_choice(state).models if each.name == name
        ]
        found = [self.standing(corpus, state, recipe) for recipe in recipes]
        standings = [each for each in found if each is not None]
        if len(standings) != 2:
            raise SteersmanError(
                "these two models have not been fitted",
                todo="fit them first",
                code="models-not-fitted",
                models=tuple(names),
            )
        return standings[0], standings[1]

    def permutation(
        self,
        corpus: Corpus,
        state: State,
        both: Sequence[ModelFigures],
        task: Task,
        done: float = 0,
    ) -> PermutationTest:
        """The test of two models by the chosen measure, made once."""
        measure, question = shown_measure(state), self.question(corpus, state)
        key = (*(self.key(state, each.recipe) for each in both), measure, question.costs)
        if key not in self.permutations:
            task.report(f"testing {both[0].recipe.name} against {both[1].recipe.name}", done)
            self.permutations[key] = permutation_test(
                question.codes,
                both[0].predicted,
                both[1].predicted,
                measure_for(question, measure),
            )
        return self.permutations[key]

    def measured_pairs(self, corpus: Corpus, state: State, task: Task) -> list[MeasuredPair]:
        """All pairs of fitted models by the chosen measure."""
        comparison = self.comparison(corpus, state)
        by_name = {each.recipe.name: each for each in comparison.standings}
        asked = 0

        def pair_test(first: str, second: str) -> tuple[float, float]:
            nonlocal asked
            both, share = (by_name[first], by_name[second]), asked / len(comparison.pairs)
            asked += 1
            test = self.permutation(corpus, state, both, task, share)
            return test.difference, test.p_value

        return measured_pairs(comparison.pairs, comparison.measure, pair_test)

    def pair_tests(
        self, corpus: Corpus, state: State, both: Sequence[ModelFigures], task: Task
    ) -> PairTests:
        """All tests of two models; resampling is done once."""
        choice = current_choice(state)
        keys = tuple(self.key(state, each.recipe) for each in both)
        measure, question = shown_measure(state), self.question(corpus, state)
        key = (keys, measure, choice.method, question.costs)
        if key not in self.tests:
            permuted = self.permutation(corpus, state, both, task)
            codes = question.codes
            first, second = both[0].predicted, both[1].predicted
            self.tests[key] = PairTests(
                mcnemar(codes, first, second, choice.method),
                permuted,
                paired_bootstrap(codes, first, second, measure_for(question, measure)),
            )
        return self.tests[key]

    def curve(self, state: State, recipe: Recipe) -> LearningCurve:
        return self.curves.setdefault(self.key(state, recipe), LearningCurve())

    def run_curves(self, corpus: Corpus, state: State, task: Task) -> None:
        """Fit all models on fewer rows; points are shown as they come."""
        question, cuts = self.question(corpus, state), self.cuts(state)
        recipes = current_choice(state).models
        for place, recipe in enumerate(recipes):
            part = task.part(place / len(recipes), (place + 1) / len(recipes))
            self.curves[self.key(state, recipe)] = part.result(
                "curve",
                partial(fit_inputs, question, cuts, recipe),
                partial(self.all_shares, corpus, state, recipe, part),
                pack=lambda curve: (list(curve.seen.items()), list(curve.refused)),
                unpack=lambda stored: LearningCurve(dict(stored[0]), set(stored[1])),
            )

    def all_shares(self, corpus: Corpus, state: State, recipe: Recipe, task: Task) -> LearningCurve:
        """The whole learning curve of one recipe; what is done is kept when it is stopped."""
        question, cuts, key = (
            self.question(corpus, state),
            self.cuts(state),
            self.key(state, recipe),
        )
        curve, crossed = self.curve(state, recipe), self.cross_fitted(corpus, state, recipe)
        while not curve.complete(question, cuts, recipe):
            self.curves[key] = curve = some_shares(recipe, question, cuts, crossed, curve, task)
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
