"""What can be reached does not depend on the way there: random sequences of wants."""

from __future__ import annotations

import numpy as np
import pytest

from steersman.data import Dataset
from steersman.learn.steering import Goal
from steersman.learn.wants import Want
from steersman.session import Session
from steersman.session.matrix.actions import AskWant, ChooseModel, OpenMatrix, SetConfidence
from steersman.session.matrix.begins import fitted_ancestor, fitted_ancestors
from steersman.session.matrix.model_registry import RegisteredModel
from steersman.session.matrix.room import MatrixRoom

Rank = tuple[float, float, int]


def random_want(rng: np.random.Generator) -> str:
    """A want of some kind, easy or hard."""
    low, high = rng.integers(1, 12), rng.integers(80, 99)
    kinds = (
        f"fp(ill) <= {low}",
        f"fn(ill) <= {low}",
        f"fp(ill) <= {3 * low} and fn(ill) <= {low}",
        f"recall(ill) >= {high}% and fpr(ill) <= {low}%",
        f"maximize recall(ill) subject to fpr(ill) <= {low}%",
        f"maximize precision(ill) subject to recall(ill) >= {high}%",
        f"error rate <= {low}% and refer <= {100 - high}%",
    )
    return str(rng.choice(kinds))


def rank_of(session: Session, text: str, model: RegisteredModel) -> Rank:
    """How good a model is under a want; smaller is better."""
    state, models = session.history.step.state, session.rooms[MatrixRoom].models
    problem, want = models.problem(session.corpus_of(state), state), Want(text)
    rows = model.counts_for(want)
    resolved = want.resolve(problem.classes, problem.positive, row_sums=rows.sum(axis=1))
    return Goal(resolved).rank(rows)


def family_of(session: Session, want: str) -> list[RegisteredModel]:
    """All models visited on the way from the same fitted model that a want may end at."""
    state, models = session.history.step.state, session.rooms[MatrixRoom].models
    shelf, fitted = models.registry(state).models, fitted_ancestor(models, state)
    ancestors = fitted_ancestors(shelf)
    family = [each for each, first in zip(shelf, ancestors) if first is fitted]
    return [each for each in family if Want(want).refers or not each.referred]


def session_with(patients: Dataset, model: str) -> Session:
    session = Session(patients)
    for action in (OpenMatrix(), ChooseModel(model), SetConfidence(None)):
        session.perform(action)
    return session


def reached_rank(session: Session, want: str) -> Rank:
    """The rank of what steering to a want reaches."""
    session.perform(AskWant(want))
    state, models = session.history.step.state, session.rooms[MatrixRoom].models
    return rank_of(session, want, models.current_model(state))


@pytest.mark.parametrize(
    ("model", "seed"), [("logistic", 2), ("martingale", 3), ("plane", 5), ("neighbors", 8)]
)
def test_no_way_leads_to_less_than_a_fresh_start_or_a_model_visited(
    patients: Dataset, model: str, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    session = session_with(patients, model)
    for step in range(4):
        if rng.random() < 0.3:
            # A guaranteed steer on the way must leave nothing out of reach after it.
            session.perform(SetConfidence(0.9))
            session.perform(AskWant("fpr(ill) <= 20%"))
            session.perform(SetConfidence(None))
        want = random_want(rng)
        visited = [rank_of(session, want, each) for each in family_of(session, want)]
        found = reached_rank(session, want)
        assert found <= min(visited)
        if step == 3:
            assert found <= reached_rank(session_with(patients, model), want)
