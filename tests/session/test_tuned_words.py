"""Words with priors of their own: each fold's own, found from that fold's training rows alone."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.errors import raises

from steersman.data import Dataset
from steersman.errors import Cancelled, SteersmanError
from steersman.learn.likelihood import Setting, autotune
from steersman.session import Session
from steersman.session.action_json import action_of, plain_action
from steersman.session.challenge.actions import Buy, StartChallenge
from steersman.session.history_actions import Undo
from steersman.session.plane.actions import (
    Autotune,
    BestLine,
    ChooseFold,
    MoveKnob,
    MoveLine,
    SetFeatures,
    SetFolds,
    TuneFolds,
)
from steersman.session.plane.choice import plane_choice
from steersman.session.plane.model import plane_classifier
from steersman.session.plane.plane import Plane
from steersman.session.plane.room import PlaneRoom
from steersman.session.project.room import ProjectRoom
from steersman.session.question import ChooseCategory, Resample, SetState
from steersman.session.storage.project import Origin, project_session
from steersman.tasks import Task


@pytest.fixture
def tuned(news: Dataset) -> Session:
    """A session whose words were tuned in the first of three folds."""
    session = Session(news)
    session.perform(SetFolds(3))
    session.perform(MoveKnob("alpha", 0.5))
    session.perform(Autotune(per_feature=True))
    assert plane_choice(session.history.step.state).tuned is not None
    return session


def plane_of(session: Session) -> Plane:
    return session.rooms[PlaneRoom].plane(session.history.step.state)


def f1_of(session: Session, split: str = "validation") -> float:
    return session.view().values[split]["line"]["f1"]


def test_another_fold_has_words_tuned_on_its_own_training_rows(tuned: Session) -> None:
    state = tuned.history.step.state
    began = plane_choice(state).tuned.knobs
    tuned.perform(ChooseFold(2))
    plane, there = plane_of(tuned), tuned.history.step.state
    rows = plane.counts.training_rows(2)
    intercept = plane.model.bayes_intercept
    alone = autotune(
        plane.counts.corpus.present.rows(rows).matrix(),
        plane.counts.positive[rows],
        start=Setting(began["alpha"], began["beta"], None, began["slope"], intercept),
        per_feature=True,
    )
    assert np.array_equal(plane.places.smoothing.alpha, alone.alpha)
    assert (plane.slope, plane.intercept) == (alone.slope, alone.intercept)
    assert plane_choice(there).tuned == replace(plane_choice(state).tuned, fold=2)
    assert f1_of(tuned) > 0.6


def test_all_folds_are_told_once_each_has_words_of_its_own(tuned: Session) -> None:
    assert tuned.view().values["tuning"] == {"folds": [0], "together": None}
    assert tuned.view().values["folds"] == {}
    steps = len(tuned.history.steps)
    every = tuned.perform(TuneFolds()).values
    assert every["tuning"]["folds"] == [0, 1, 2]
    assert len(tuned.history.steps) == steps
    told = every["folds"]["f1"]["each"]
    for fold in range(3):
        tuned.perform(ChooseFold(fold))
        assert f1_of(tuned) == told[fold]
        assert tuned.view().values["folds"]["f1"]["each"] == told


def test_a_line_moved_by_hand_is_moved_alike_in_every_fold(tuned: Session) -> None:
    tuned.perform(TuneFolds())
    line = plane_of(tuned)
    tuned.perform(MoveLine(line.slope * 1.1, line.intercept + 3.0))
    told = tuned.view().values["folds"]["f1"]["each"]
    moved = plane_choice(tuned.history.step.state).knobs
    for fold in (2, 1, 0):
        tuned.perform(ChooseFold(fold))
        assert f1_of(tuned) == pytest.approx(told[fold])
        own = plane_of(tuned).places.own[fold]
        assert plane_of(tuned).slope - own.slope == pytest.approx(0.1 * line.slope)
    back = plane_choice(tuned.history.step.state).knobs
    assert back["slope"] == pytest.approx(moved["slope"])
    assert back["intercept"] == pytest.approx(moved["intercept"])


@pytest.mark.parametrize("action", [Resample(), SetFolds(4), ChooseCategory("other")])
def test_on_other_rows_one_is_back_where_tuning_began(tuned: Session, action) -> None:
    began = plane_choice(tuned.history.step.state).tuned
    tuned.perform(action)
    state = tuned.history.step.state
    assert (plane_choice(state).tuned, plane_choice(state).knobs, plane_choice(state).features) == (
        None,
        began.knobs,
        began.features,
    )
    tuned.perform(Undo())
    assert plane_choice(tuned.history.step.state).tuned == began


def test_moving_what_words_share_ends_their_own_and_their_line(tuned: Session) -> None:
    began = plane_choice(tuned.history.step.state).tuned
    tuned.perform(MoveKnob("beta", 30.0))
    assert plane_choice(tuned.history.step.state).knobs == {**began.knobs, "beta": 30.0}
    tuned.perform(Undo())
    tuned.perform(SetFeatures(20))
    assert plane_choice(tuned.history.step.state).knobs == began.knobs
    assert plane_choice(tuned.history.step.state).features == 20


def test_tuning_again_finds_the_same_words_and_tuning_together_begins_before_them(
    tuned: Session, news: Dataset
) -> None:
    first = tuned.history.step.state
    tuned.perform(BestLine("training"))
    tuned.perform(Autotune(per_feature=True))
    assert tuned.history.step.state == first
    tuned.perform(Autotune())
    plain = Session(news)
    plain.perform(SetFolds(3))
    plain.perform(MoveKnob("alpha", 0.5))
    plain.perform(Autotune())
    assert tuned.history.step.state == plain.history.step.state


def test_where_own_priors_score_no_better_the_shared_one_is_shown_in_the_knobs(
    mail: Dataset,
) -> None:
    session, plain = Session(mail), Session(mail)
    session.perform(Autotune(per_feature=True))
    plain.perform(Autotune())
    assert session.history.step.state == plain.history.step.state
    assert session.history.step.label != plain.history.step.label


def test_a_link_reopens_words_with_their_line_to_the_bit(tuned: Session, news: Dataset) -> None:
    tuned.perform(ChooseFold(1))
    shared = tuned.history.step.state
    elsewhere = Session(news)
    view = elsewhere.perform(action_of(json.loads(json.dumps(plain_action(SetState(shared))))))
    assert elsewhere.history.step.state == shared
    assert view.values["validation"] == tuned.view().values["validation"]
    assert np.array_equal(
        plane_of(elsewhere).coordinates,
        plane_of(tuned).coordinates,
    )
    for wrong in (
        replace(plane_choice(shared).tuned, fold=9),
        replace(plane_choice(shared).tuned, category="none"),
    ):
        with pytest.raises(SteersmanError):
            elsewhere.perform(
                SetState(shared.with_choice(replace(plane_choice(shared), tuned=wrong)))
            )


def test_tuning_of_folds_that_is_stopped_leaves_all_as_it_was(tuned: Session) -> None:
    told = []
    task = Task(progress=lambda *news: told.append(news), cancelled=lambda: len(told) > 9)
    before = tuned.view().values
    with pytest.raises(Cancelled):
        tuned.perform(TuneFolds(), task)
    assert tuned.view().values == before
    assert told[0][0].startswith("fold 2: ")
    assert [done for _, done in told] == sorted(done for _, done in told)


def test_folds_without_tuned_words_are_not_tuned(news: Dataset) -> None:
    with raises("no-tuned-words"):
        Session(news).perform(TuneFolds())


def test_a_project_opened_again_has_the_words_of_every_fold(tmp_path: Path, news: Dataset) -> None:
    def opened() -> Session:
        return project_session(tmp_path / "work.steer", Origin(news))

    first = opened()
    moves = (
        SetFolds(3),
        Autotune(per_feature=True),
        MoveKnob("intercept", 2.0),
        ChooseFold(2),
        TuneFolds(),
    )
    for action in (*moves, ChooseFold(0), Undo(), StartChallenge(), Buy("training", 20)):
        first.perform(action)
    view = first.view().values
    first.log.store.close()
    again = opened()
    assert again.rooms[ProjectRoom].notice == ""
    shown = again.view().values
    assert {key: shown[key] for key in shown if key not in ("project", "revision")} == {
        key: view[key] for key in view if key not in ("project", "revision")
    }
    again.log.store.close()


def test_the_classifier_of_a_plane_with_tuned_words_decides_as_on_the_page(tuned: Session) -> None:
    tuned.perform(ChooseFold(2))
    plane = plane_of(tuned)
    points = plane.split("validation")
    rows = plane.counts.corpus.present.matrix()[points.rows]
    decided = plane.boundary.margins(points.coordinates) > 0
    assert np.array_equal(plane_classifier(plane).predict(rows), decided)
