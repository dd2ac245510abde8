"""Models fitted to a question and steered by their confusion matrices."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.learn.attainable import Attainable
from steersman.learn.catalogue import model_named
from steersman.learn.martingale_program import Program
from steersman.learn.steering import Steering, steer
from steersman.learn.trajectory import Watch
from steersman.learn.want import Contradiction, Want
from steersman.maths.confusion import COUNT_MEASURES
from steersman.session.actions.matrix import (
    AskWant,
    EditCell,
    EditNode,
    SteerToCost,
)
from steersman.session.corpus import Corpus
from steersman.session.matrix_locks import keeping
from steersman.session.matrix_offers import looser_want
from steersman.session.matrix_outcome import (
    Outcome,
    cheapest,
    contradicted,
    node_outcome,
    steered_outcome,
)
from steersman.session.matrix_problem import MatrixProblem, matrix_problem
from steersman.session.matrix_wants import (
    asked_afresh,
    bound_on_cell,
    fitted_recipe,
    locked_places,
    lowest_cost,
    recipe_of,
    settings_of,
    want_of,
)
from steersman.session.model_shelf import ModelShelf, Origin, Shelved
from steersman.session.program_model import (
    fit_telling,
    program_in,
    turned_at,
    weak_under,
    with_program,
)
from steersman.session.rules import LEAVES_ALONE, PROMISES_AFRESH, RULES
from steersman.session.state import MatrixChoice, State
from steersman.session.steering_news import SteeringNews

__all__ = ["ACCURACY_GIVEN_UP", "LONGEST_STEERING_S", "MatrixModels", "asks_all", "choice_of"]

LONGEST_STEERING_S = 30.0  # a person waits; what was found by then is shown
LONGEST_CHECK_S = 5.0  # whether what would be offered can be had
ACCURACY_GIVEN_UP = 0.05


def choice_of(state: State) -> MatrixChoice:
    """What is chosen in the room, which must have been opened."""
    if state.matrix is None:
        raise SteersmanError("the matrix room has not been opened", todo="open it first")
    return state.matrix


def asks_all(corpus: Corpus, choice: MatrixChoice) -> bool:
    """Whether all classes are asked about; of two, one is always looked for."""
    return choice.all_classes and len(corpus.categories) != 2


class MatrixModels:
    """Everything fitted so far; questions, models and outcomes are kept, so undo costs nothing."""

    def __init__(self) -> None:
        self.problems: dict[tuple[object, ...], MatrixProblem] = {}
        self.shelves: dict[tuple[object, ...], ModelShelf] = {}
        self.first: dict[tuple[object, ...], int] = {}
        self.attained: dict[tuple[object, ...], Attainable] = {}
        self.cell_ranges: dict[tuple[object, ...], NDArray[np.int64]] = {}
        self.programs: dict[tuple[object, ...], Program] = {}
        self.frontiers: dict[tuple[object, ...], list[list[float]]] = {}
        self.outcomes: list[Outcome] = []
        self.left: dict[tuple[object, ...], MatrixChoice] = {}  # by question, as last on show
        self.rules = RULES
        self.looks: dict[str, list[tuple[tuple[object, ...], int]]] = {}  # by data set

    def question(self, state: State) -> tuple[object, ...]:
        """What is asked; about all classes it is the same whichever category is chosen."""
        everything = choice_of(state).all_classes
        return (state.dataset, "" if everything else state.category, state.seed, everything)

    def problem(self, corpus: Corpus, state: State) -> MatrixProblem:
        key = self.question(state)
        if key not in self.problems:
            self.problems[key] = matrix_problem(corpus, state)
        return self.problems[key]

    def shelf(self, state: State) -> ModelShelf:
        return self.shelves.setdefault(self.question(state), ModelShelf())

    def shown(self, state: State) -> Shelved:
        """The model on show."""
        number = choice_of(state).shown
        assert number is not None, "a model is fitted when the room opens"  # noqa: S101
        return self.shelf(state).models[number]

    def opened(self, corpus: Corpus, state: State, watch: Watch) -> State:
        """The state with its model fitted and on show."""
        choice = choice_of(state)
        grown_alike = self.rules >= LEAVES_ALONE  # whichever nodes are offered to be turned
        recipe = (*self.question(state), *recipe_of(choice, grown_alike=grown_alike))
        if recipe not in self.first:
            problem = self.problem(corpus, state)
            watch.tell(f"fitting {choice.model}")

            def fitted() -> object:
                model = model_named(
                    choice.model, sparse=problem.sparse, settings=settings_of(choice)
                )
                fit_telling(model, problem, watch)
                return model

            model = watch.remembered(fitted, given=problem)
            watch.tell("reading its errors", 0.9)
            shelved = self.shelf(state).added(
                model, "as fitted", problem, recipe=fitted_recipe(choice)
            )
            self.first[recipe] = shelved.number
        return replace(state, matrix=replace(choice, shown=self.first[recipe], outcome=None))

    def only_offers_others(self, now: MatrixChoice, choice: MatrixChoice) -> bool:
        """Whether other nodes of the program on show are offered, which is not grown again."""
        alike = recipe_of(now) == recipe_of(choice) and now.granularity != choice.granularity
        return alike and choice.model == "martingale" and self.rules >= LEAVES_ALONE

    def another_question(self, corpus: Corpus, now: State, state: State, watch: Watch) -> State:
        """The state as its question was left, pins and all; at first afresh with the same model."""
        if now.matrix is not None:
            self.left[self.question(now)] = now.matrix
        back = self.left.get(self.question(state))
        if back is None or self.rules < LEAVES_ALONE:
            return self.opened(corpus, state, watch)
        return replace(state, matrix=back)

    def continued(self, corpus: Corpus, now: State, state: State, watch: Watch) -> State:
        """The state with a model on show, another question's as `another_question` has it."""
        choice = replace(choice_of(state), all_classes=asks_all(corpus, choice_of(state)))
        state = replace(state, matrix=choice)
        asked_before = now.matrix is not None and self.question(now) == self.question(state)
        if asked_before and self.intact(corpus, state):
            return state
        all_classes = choice.all_classes and now.dataset == state.dataset
        afresh = replace(asked_afresh(choice), all_classes=all_classes)
        try:
            if choice == now.matrix:
                return self.another_question(corpus, now, replace(state, matrix=afresh), watch)
            return self.opened(corpus, replace(state, matrix=afresh), watch)
        except SteersmanError:  # such as a category with too few rows: the other rooms go on
            return replace(state, matrix=None)

    def intact(self, corpus: Corpus, state: State) -> bool:
        """Whether everything that a state names in this room is still known."""
        choice, count = choice_of(state), len(self.shelf(state).models)
        size = len(self.problem(corpus, state).classes)
        named = [str(choice.shown), *choice.pins]
        return (
            all(each.isdigit() and int(each) < count for each in named)
            and (choice.outcome is None or choice.outcome < len(self.outcomes))
            and all(len(row) == size for row in choice.costs)
            and len(choice.costs) in (0, size)
        )

    def steered(
        self, corpus: Corpus, state: State, asked: EditCell | AskWant | SteerToCost, watch: Watch
    ) -> State:
        """The state after steering the model on show towards what was asked."""
        choice, problem, shown = choice_of(state), self.problem(corpus, state), self.shown(state)
        costs = np.array(choice.costs) if choice.costs else None
        cheap = isinstance(asked, SteerToCost)
        if isinstance(asked, SteerToCost):
            asked = AskWant(lowest_cost(self.attainable(corpus, state), costs))
        want = want_of(asked, choice, problem, shown.holdout)
        begin = self.fitted_before(state) if self.promises_afresh(choice, want) else shown
        model = weak_under(turned_at(begin.model, choice.granularity), choice.threshold)
        locked = locked_places(asked, choice, problem)
        by_hand = partial(steer, costs=costs, positive=problem.positive, cancelled=watch.cancelled)
        try:
            steering = watch.remembered(
                lambda: by_hand(
                    model,
                    problem.holdout.X,
                    problem.holdout.y,
                    want,
                    choice.confidence,
                    progress=watch.tell,
                    visited=SteeringNews(problem, want, watch).add,
                    max_seconds=LONGEST_STEERING_S,
                    hurried=watch.hurried,
                ),
                given=(model, problem),
            )
        except Contradiction as found:
            return self.concluded(state, contradicted(want, shown, found, len(locked)))
        shelf = self.shelf(state)
        if begin is not shown:
            steering = replace(steering, before=shown.holdout)
        steering = keeping(
            steering, locked, lambda each: shelf.matrix(each, problem.holdout, problem.classes)
        )
        same = np.array_equal(steering.after, shown.holdout)
        as_it_was = same and (not steering.met or steering.model is model)
        as_it_was = as_it_was and self.rules >= LEAVES_ALONE
        if begin is not shown and not steering.met:  # what is on show is worth more than near it
            as_it_was = True
        numbers, after = self.shelved_trajectory(state, begin, problem, want, steering, as_it_was)
        after = shown.number if as_it_was else after
        outcome = steered_outcome(want, steering, numbers, after, len(locked))
        outcome = replace(outcome, before=shown.number, afresh=begin is not shown)
        if not (outcome.met or cheap) and isinstance(asked, AskWant):
            rows = problem.holdout.X, problem.holdout.y
            looser = looser_want(
                steering,
                len(locked),
                lambda less: by_hand(
                    steering.model, *rows, less, choice.confidence, max_seconds=LONGEST_CHECK_S
                ),
            )
            outcome = replace(outcome, looser=looser)
        if cheap and costs is not None:
            outcome = cheapest(outcome, float((costs * steering.after).sum()))
        return self.concluded(state, outcome)

    def promises_afresh(self, choice: MatrixChoice, want: str) -> bool:
        """Whether something is promised of new rows: then no model will do that was tuned on the
        held out rows, because its scores have learnt from them."""
        if choice.confidence is None or self.rules < PROMISES_AFRESH:
            return False
        return any(bound.measure not in COUNT_MEASURES for bound in Want(want).bounds)

    def fitted_before(self, state: State) -> Shelved:
        """The model that the one on show came from, as it was fitted."""
        models, found = self.shelf(state).models, self.shown(state)
        while found.origin.parent is not None:
            found = models[found.origin.parent]
        return found

    def shelved_trajectory(
        self,
        state: State,
        shown: Shelved,
        problem: MatrixProblem,
        want: str,
        steering: Steering,
        as_it_was: bool,
    ) -> tuple[list[int], int]:
        """The numbers of the models on the way from the one `shown`, now on the shelf, and of the
        one that was taken; a search that changed nothing took none."""
        shelf, choice = self.shelf(state), choice_of(state)
        offered = turned_at(shown.model, choice.granularity)
        weak = weak_under(offered, choice.threshold) is not offered
        recipe = shown.recipe.steered_to(
            want, len(problem.holdout.y), choice.confidence, choice.costs
        )
        recipe = replace(recipe, threshold=choice.threshold) if weak else recipe
        origin = Origin(shown.number, want, choice.confidence, choice.costs)
        origin = replace(origin, threshold=choice.threshold) if weak else origin
        if offered is not shown.model:
            recipe = replace(recipe, granularity=choice.granularity)
            origin = replace(origin, granularity=choice.granularity)
        own = steering.met or not choice.locked  # otherwise it may be taken for the locks' sake
        numbers = [shown.number]
        after = shown.number
        for place, seen in enumerate(steering.trajectory[1:], start=1):
            taken = seen.model is steering.model
            shelved = shelf.added(
                seen.model,
                want,
                problem,
                steering.after if taken else seen.matrix,
                gap=seen.gap,
                objective=seen.objective,
                knobs=seen.knobs,
                tuned=shown.tuned,
                recipe=recipe,
                origin=replace(origin, place=None if taken and own else place),
            )
            numbers.append(shelved.number)
            after = shelved.number if taken else after
        if not as_it_was and after == shown.number and steering.model is not shown.model:
            after = shelf.added(
                steering.model, want, problem, gap=steering.gap, recipe=recipe, origin=origin
            ).number
            numbers.append(after)
        return numbers, after

    def outcomes_of(self, state: State) -> list[Outcome]:
        """What steerings of this question came to, in order."""
        here = self.question(state)
        return [each for each in self.outcomes if each.question == here]

    def concluded(self, state: State, outcome: Outcome) -> State:
        """The state after a steering, with the model on show that it led to."""
        self.outcomes.append(replace(outcome, question=self.question(state)))
        chosen = replace(choice_of(state), shown=outcome.after, outcome=len(self.outcomes) - 1)
        return replace(state, matrix=chosen)

    def tuned(self, corpus: Corpus, state: State, asked: EditNode) -> State:
        """The state after one node of the program was turned by hand."""
        problem, shown = self.problem(corpus, state), self.shown(state)
        want = bound_on_cell(asked.true, asked.predicted, asked.count, problem)
        label, cell = f"node {asked.node}: {want}", (asked.true, asked.predicted)
        place = problem.classes.index(asked.true), problem.classes.index(asked.predicted)
        turned = program_in(shown.model).tuned_node(
            asked.node, problem.holdout_design(shown.model), problem.holdout.y, want
        )
        now = int(self.judged_program(corpus, state).nodes[asked.node].matrix[place])
        outcome = node_outcome(asked.node, label, cell, asked.count, now, shown, shown)
        if outcome.met and self.rules >= LEAVES_ALONE:
            return self.concluded(state, outcome)
        added = self.shelf(state).added(
            with_program(shown.model, turned),
            label,
            problem,
            tuned=(*shown.tuned, asked.node),
            recipe=replace(shown.recipe, granularity=choice_of(state).granularity),
            origin=Origin(shown.number, want, node=asked.node),
        )
        reached = int(turned.graph_.nodes[asked.node].matrix[place])
        outcome = node_outcome(asked.node, label, cell, asked.count, reached, shown, added)
        return self.concluded(state, outcome)

    def attainable(self, corpus: Corpus, state: State) -> Attainable:
        """What the shown model's cut-offs can give."""
        key = (*self.question(state), choice_of(state).shown)
        if key not in self.attained:
            holdout = self.problem(corpus, state).holdout
            self.attained[key] = Attainable.of(self.shown(state).model, holdout.X, holdout.y)
        return self.attained[key]

    def ranges(self, corpus: Corpus, state: State) -> NDArray[np.int64]:
        """(classes, classes, 2) what each cell can be for five points of accuracy at most."""
        key = (*self.question(state), choice_of(state).shown)
        if key not in self.cell_ranges:
            shown = self.shown(state).holdout
            accuracy = float(np.trace(shown) / shown.sum())
            attainable = self.attainable(corpus, state)
            self.cell_ranges[key] = attainable.ranges(accuracy - ACCURACY_GIVEN_UP)
        return self.cell_ranges[key]

    def judged_program(self, corpus: Corpus, state: State) -> Program:
        """The program on show with the local matrices of the held out rows."""
        shown, problem = self.shown(state), self.problem(corpus, state)
        key = (*self.question(state), shown.number)
        if key not in self.programs:
            design = problem.holdout_design(shown.model)
            self.programs[key] = program_in(shown.model).program_on(design, problem.holdout.y)
        return self.programs[key]

    def known(self, state: State, number: int) -> None:
        count = len(self.shelf(state).models)
        if not 0 <= number < count:
            raise SteersmanError(
                f"there is no model {number}", todo=f"choose one from 0 to {count - 1}"
            )

    def look_at_test(self, state: State) -> None:
        """Count a look at the sealed rows with the model on show.

        Who has seen them once has seen them, whatever is asked next and however rows are drawn.
        """
        look = self.question(state), self.shown(state).number
        self.looks.setdefault(state.dataset, []).append(look)

    def times_looked(self, state: State) -> int:
        """How often sealed rows of the data set were looked at, for any question."""
        return len(self.looks.get(state.dataset, ()))

    def models_looked_at(self, state: State) -> list[int]:
        """The models of this question that the sealed rows were opened for."""
        here = self.question(state)
        looks = self.looks.get(state.dataset, ())
        return list(dict.fromkeys(number for question, number in looks if question == here))
