"""Models fitted to a question, and what is known of them."""

from __future__ import annotations

from dataclasses import replace
from threading import Thread

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.learn.catalog import BY_NAME
from steersman.learn.classic import BoostedLogisticClassifier, boosting_rounds
from steersman.learn.martingale import (
    FlowValues,
    Program,
    adaptive_nodes,
    adaptive_of,
    program_in,
)
from steersman.learn.steering import Attainable, Steering, scorer_of
from steersman.session.datasets.corpus import Corpus
from steersman.session.ledger import Ledger, Registry, Series
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.matrix.guarantee import default_confidence
from steersman.session.matrix.model_jobs import fit_model, fitted_part, is_fitted_here
from steersman.session.matrix.model_registry import ModelRegistry, RegisteredModel
from steersman.session.matrix.outcome import (
    Outcome,
)
from steersman.session.matrix.problem import MatrixProblem, matrix_problem
from steersman.session.matrix.requests import (
    choice_for_new_question,
    fitted_recipe,
    recipe_of,
    settings_of,
)
from steersman.session.matrix.shapes import RoundValues
from steersman.session.matrix.stored_models import RestoredSteerings, with_training_rows
from steersman.session.matrix.visited_scores import VisitedScores
from steersman.session.state import State
from steersman.tasks import Task
from steersman.workers import WorkerJob

ACCURACY_GIVEN_UP = 0.05
Key = tuple[object, ...]


def choice_of(state: State) -> MatrixChoice:
    """The choice of the matrix room; an error while it is closed."""
    return state.open_choice(MatrixChoice, "Steer")


def asks_all(corpus: Corpus, choice: MatrixChoice) -> bool:
    """Whether all classes are asked about; of two, one is always looked for."""
    return choice.all_classes and len(corpus.categories) != 2


def differs_in_labels(now: State, state: State) -> bool:
    """Whether two states ask the same of the same rows, some of them with other labels."""
    same = replace(now, corrections=state.corrections, rooms=state.rooms) == state
    return same and now.corrections != state.corrections


class MatrixModels:
    """Everything fitted so far; questions, models and outcomes are kept, so undo costs nothing."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.problems: Registry[Key, MatrixProblem] = ledger.registry()
        self.registries: Registry[Key, ModelRegistry] = ledger.registry()
        self.first: Registry[Key, int] = ledger.registry()
        self.attained: Registry[Key, Attainable] = ledger.registry()
        # Needs no rollback: what a model gives does not depend on the action that asks.
        self.visited_scores = VisitedScores()
        self.restored = RestoredSteerings()
        # Models that cannot learn from the rows. A plain set, filled from a background thread and
        # true for good, so it needs no rollback.
        self.unfit: set[Key] = set()
        # At most one thread, which fits models ahead of time.
        self.beside: list[Thread] = []
        # When fitting ahead was last asked for, on the monotonic clock.
        self.asked_beside_s = 0.0
        self.cell_ranges: Registry[Key, NDArray[np.int64]] = ledger.registry()
        self.programs: Registry[Key, Program] = ledger.registry()
        self.cells: Registry[Key, list[FlowValues]] = ledger.registry()
        self.boosted: Registry[Key, list[RoundValues]] = ledger.registry()
        self.groupable: Registry[Key, list[str]] = ledger.registry()
        self.natural_groups: Registry[Key, list[str]] = ledger.registry()
        self.frontiers: Registry[Key, list[tuple[float, float]]] = ledger.registry()
        self.outcomes: Series[Outcome] = ledger.series()
        # By the number of the outcome, for those who go on in Python.
        self.steerings: Registry[int, Steering] = ledger.registry()
        # By question, the choice with which it was left.
        self.left: Registry[Key, MatrixChoice] = ledger.registry()
        # By data set, across all questions: the final test rows are the same for all of them.
        self.looks: Registry[str, tuple[tuple[Key, int], ...]] = ledger.registry()

    def of_question(self, state: State) -> MatrixModels:
        """What is known of one question, to be read elsewhere: a copy that shares its models."""
        copied, key = MatrixModels(Ledger()), self.question(state)
        copied.problems[key] = self.problems[key]
        copied.registries[key] = self.registry(state).copy_in(copied.ledger)
        copied.looks.update(self.looks)
        for each in self.outcomes:
            copied.outcomes.append(each)
        copied.ledger.commit()
        return copied

    def question(self, state: State) -> tuple[object, ...]:
        """The key of a question; for all classes at once the category does not matter."""
        everything = choice_of(state).all_classes
        return (state.data_key, "" if everything else state.category, state.seed, everything)

    def problem(self, corpus: Corpus, state: State) -> MatrixProblem:
        key = self.question(state)
        if key not in self.problems:
            self.problems[key] = matrix_problem(corpus, state)
        return self.problems[key]

    def registry(self, state: State) -> ModelRegistry:
        return self.registries.setdefault(self.question(state), ModelRegistry(self.ledger))

    def current_model(self, state: State) -> RegisteredModel:
        """The model that the room shows."""
        number = choice_of(state).shown
        assert number is not None, "a model is fitted when the room opens"  # noqa: S101
        return self.registry(state).models[number]

    def open_model(self, corpus: Corpus, state: State, task: Task) -> State:
        """The state with its chosen model fitted and shown."""
        choice = choice_of(state)
        recipe = (*self.question(state), *recipe_of(choice))
        if recipe not in self.first:
            problem = self.problem(corpus, state)
            # An unknown name is refused where the model is made.
            entry = BY_NAME.get(choice.model)
            task.report(f"fitting {entry.title.lower() if entry else choice.model}")

            settings, job = settings_of(choice), None
            if not is_fitted_here(choice.model, problem):
                given = (choice.model, settings, fitted_part(problem))
                job = WorkerJob("fit-model", given, entry.title if entry else choice.model)
            fitted = task.result(
                "fitted model",
                lambda: (problem.training, problem.holdout, choice.model, problem.sparse, settings),
                lambda: {"model": fit_model(choice.model, settings, problem, task), "answers": []},
                unpack=lambda stored: {
                    **stored,
                    "model": with_training_rows(stored["model"], problem),
                },
                job=job,
            )
            task.report("computing the confusion matrix", 0.9)
            model, shelf = fitted["model"], self.registry(state)
            for part, answers in zip((problem.training, problem.holdout), fitted["answers"]):
                shelf.know(model, part, answers)
            shelved = shelf.add(model, "as fitted", problem, recipe=fitted_recipe(choice))
            self.first[recipe] = shelved.number
        return state.with_choice(replace(choice, shown=self.first[recipe], outcome=None))

    def open_question(self, corpus: Corpus, state: State, task: Task) -> State:
        """The state with a new question: a guarantee is asked for where the rows can give one."""
        confidence = default_confidence(self.problem(corpus, state))
        choice = replace(choice_of(state), confidence=confidence)
        return self.open_model(corpus, state.with_choice(choice), task)

    def only_offers_others(self, now: MatrixChoice, choice: MatrixChoice) -> bool:
        """Whether only the granularity of a program changes, so that it need not be grown again."""
        alike = recipe_of(now) == recipe_of(choice) and now.granularity != choice.granularity
        return alike and choice.model == "martingale"

    def another_question(self, corpus: Corpus, now: State, state: State, task: Task) -> State:
        """The state as its question was left, pins and all; at first afresh with the same model."""
        # Costs, locks and pins belong to the classes of one question: they wait there for a return.
        leaving = now.choice(MatrixChoice)
        if leaving is not None:
            self.left[self.question(now)] = leaving
        back = self.left.get(self.question(state))
        if back is None:
            return self.open_question(corpus, state, task)
        return state.with_choice(back)

    def follow(self, corpus: Corpus, now: State, state: State, task: Task) -> State:
        """The state with a model to show, also after the question has changed elsewhere."""
        choice = replace(choice_of(state), all_classes=asks_all(corpus, choice_of(state)))
        state = state.with_choice(choice)
        before = now.choice(MatrixChoice)
        asked_before = before is not None and self.question(now) == self.question(state)
        if asked_before and self.intact(corpus, state):
            return state
        if choice == before and differs_in_labels(now, state):
            return self.relabeled_question(corpus, now, state, task)
        all_classes = choice.all_classes and now.dataset == state.dataset
        afresh = replace(choice_for_new_question(choice), all_classes=all_classes)
        try:
            if choice == before:
                return self.another_question(corpus, now, state.with_choice(afresh), task)
            return self.open_model(corpus, state.with_choice(afresh), task)
        except SteersmanError:
            # For example, a category with too few rows: the other rooms still work.
            return state.without(MatrixChoice)

    def relabeled_question(self, corpus: Corpus, now: State, state: State, task: Task) -> State:
        """The state with the same model fitted to corrected labels; costs and locks stay."""
        self.left[self.question(now)] = choice_of(now)
        back = self.left.get(self.question(state))
        if back is not None:
            return state.with_choice(back)
        choice = replace(choice_of(state), shown=None, outcome=None, pins={})
        return self.open_model(corpus, state.with_choice(choice), task)

    def intact(self, corpus: Corpus, state: State) -> bool:
        """Whether everything that a state names in this room is still known."""
        choice, count = choice_of(state), len(self.registry(state).models)
        size = len(self.problem(corpus, state).classes)
        # A state from a link may name models of another session.
        named = [str(choice.shown), *choice.pins]
        return (
            all(each.isdigit() and int(each) < count for each in named)
            and (choice.outcome is None or choice.outcome < len(self.outcomes))
            and all(len(row) == size for row in choice.costs)
            and len(choice.costs) in (0, size)
        )

    def outcomes_of(self, state: State) -> list[Outcome]:
        """The outcomes of all steerings of a question, in order."""
        here = self.question(state)
        return [each for each in self.outcomes if each.question == here]

    def with_outcome(
        self, state: State, outcome: Outcome, steering: Steering | None = None
    ) -> State:
        """The state after a steering, showing the model that it led to."""
        if steering is not None:
            self.steerings[len(self.outcomes)] = steering
        self.outcomes.append(replace(outcome, question=self.question(state)))
        chosen = replace(choice_of(state), shown=outcome.after, outcome=len(self.outcomes) - 1)
        return state.with_choice(chosen)

    def attainable(self, corpus: Corpus, state: State) -> Attainable:
        """The matrices that the current model's thresholds can give."""
        # By model number, because a number never gets another model.
        key = (*self.question(state), choice_of(state).shown)
        if key not in self.attained:
            holdout, model = self.problem(corpus, state).holdout, self.current_model(state).model
            self.attained[key] = self.registry(state).attainable(model, holdout)
        return self.attained[key]

    def ranges(self, corpus: Corpus, state: State) -> NDArray[np.int64]:
        """(classes, classes, 2) what each cell can be without falling below the `floors`."""
        key = (*self.question(state), choice_of(state).shown)
        if key not in self.cell_ranges:
            attainable = self.attainable(corpus, state)
            self.cell_ranges[key] = attainable.ranges(*self.floors(state))
        return self.cell_ranges[key]

    def floors(self, state: State) -> tuple[float, float]:
        """The lowest accuracy and balanced accuracy allowed, five points below the current ones."""
        shown = self.current_model(state).holdout
        accuracy, right = np.trace(shown) / shown.sum(), np.diag(shown) / shown.sum(axis=1)
        return float(accuracy) - ACCURACY_GIVEN_UP, float(right.mean()) - ACCURACY_GIVEN_UP

    def judged_program(self, corpus: Corpus, state: State) -> Program:
        """The current program with the local matrices of the held out rows."""
        shown, problem = self.current_model(state), self.problem(corpus, state)
        key = (*self.question(state), shown.number)
        if key not in self.programs:
            design = problem.holdout_design(shown.model)
            self.programs[key] = program_in(shown.model).program_on(design, problem.holdout.y)
        return self.programs[key]

    def adaptive_nodes(self, corpus: Corpus, state: State) -> list[FlowValues]:
        """The cells of the current adaptive program that tuning rows pass; found once."""
        shown, problem = self.current_model(state), self.problem(corpus, state)
        key = (*self.question(state), shown.number)
        if key not in self.cells:
            program = adaptive_of(shown.model)
            assert program is not None, "only asked of adaptive programs"  # noqa: S101
            codes = np.searchsorted(program.classes_, problem.holdout.y)
            design = problem.holdout_design(shown.model)
            self.cells[key] = adaptive_nodes(program, design, codes)
        return self.cells[key]

    def rounds(self, corpus: Corpus, state: State) -> list[RoundValues]:
        """The rounds of the current model on the tuning rows, if it is AdaBoost; found once."""
        shown, problem = self.current_model(state), self.problem(corpus, state)
        boosted = scorer_of(shown.model)
        if not isinstance(boosted, BoostedLogisticClassifier):
            return []
        key = (*self.question(state), shown.number)
        if key not in self.boosted:
            design = problem.holdout_design(shown.model)
            found = boosting_rounds(boosted, design, problem.holdout.y)
            self.boosted[key] = [
                {"weight": each.weight, "own_error": each.own_error, "error": each.error}
                for each in found
            ]
        return self.boosted[key]

    def check_number(self, state: State, number: int) -> None:
        count = len(self.registry(state).models)
        if not 0 <= number < count:
            raise SteersmanError(
                f"there is no model {number}",
                todo=f"choose one from 0 to {count - 1}",
                code="unknown-model",
                number=number,
            )

    def look_at_test(self, state: State) -> None:
        """Count a look at the final test rows with the current model.

        A look stays a look, whatever is asked next and however rows are drawn.
        """
        look = self.question(state), self.current_model(state).number
        self.looks[state.dataset] = (*self.looks.get(state.dataset, ()), look)

    def look_count(self, state: State) -> int:
        """How often sealed rows of the data set were looked at, for any question."""
        return len(self.looks.get(state.dataset, ()))

    def models_looked_at(self, state: State) -> list[int]:
        """The models of this question that the sealed rows were opened for."""
        here = self.question(state)
        looks = self.looks.get(state.dataset, ())
        return list(dict.fromkeys(number for question, number in looks if question == here))
