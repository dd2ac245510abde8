from __future__ import annotations

import contextlib
import io
import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.svm import SVC
from tests.errors import raises

from steersman.data import Dataset, load
from steersman.learn.catalog import MODELS
from steersman.learn.classic import CLASSIC_MODELS
from steersman.session import Session
from steersman.session.action_json import action_of, plain_action
from steersman.session.datasets.corpus import corpus_of
from steersman.session.history_actions import Redo, Undo
from steersman.session.lab.actions import (
    AddLabModel,
    AskLabPython,
    AskNeighborCurve,
    ChooseLabColumns,
    ChooseLabModel,
    ChooseLabOption,
    ChooseLabSource,
    DrawLab,
    MoveLabModel,
    MoveLabSource,
    OpenLab,
    PaintLab,
    PlayLab,
    RemoveLabModel,
)
from steersman.session.lab.choice import LabChoice
from steersman.session.lab.room import LabRoom
from steersman.session.matrix.actions import ChooseModel, EditCell, OpenMatrix
from steersman.session.question import ChooseCategory, ChooseData, SetState
from steersman.session.views import View
from steersman.tasks import Task

MENU = [{"name": "iris", "title": "iris", "summary": "Flowers"}]


@pytest.fixture(scope="module")
def wine() -> Dataset:
    return load("wine")


@pytest.fixture
def session(wine: Dataset) -> Session:
    session = Session(wine, MENU)
    session.perform(OpenLab())
    return session


def done(session: Session, *actions) -> View:
    view = session.perform(actions[0])
    for action in actions[1:]:
        view = session.perform(action)
    return view


def model(view: View, place: int = 0) -> dict:
    return view.values["lab"]["models"][place]


def column(view: View, name: str) -> np.ndarray:
    return next(each.values for each in view.columns if each.name == name)


def lab_of(session: Session) -> LabRoom:
    return next(room for room in session.rooms if isinstance(room, LabRoom))


def printed(text: str) -> dict[str, float]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(text, "lab", "exec"), {})  # noqa: S102
    lines = [line.rsplit(" ", 1) for line in out.getvalue().splitlines()]
    return {name: float(value) for name, value in lines}


@pytest.mark.parametrize("source", ["gaussians", "square", "moons", "xor", "table", "painted"])
def test_the_lines_of_python_give_the_same_figures(session: Session, source: str) -> None:
    session.perform(ChooseLabSource(source))
    if source == "painted":
        session.perform(PaintLab(((0.5, 1.0, 1.0), (0.25, -1.0, 0.0), (-0.4, 0.3, 1.0))))
    for entry in CLASSIC_MODELS:
        view = session.perform(ChooseLabModel(0, entry.name))
        if entry.name == "neighbors":
            view = session.perform(MoveLabModel(0, "n_neighbors", 3.0))
        shown = model(view)
        said = printed(session.perform(AskLabPython(0)).values["text"])
        assert said["training error"] == shown["training"]["rate"], entry.name
        assert said.get("test error") == (shown["test"] and shown["test"]["rate"]), entry.name
        assert said.get("Bayes error") == view.values["lab"]["points"]["bayes_error"]


@pytest.mark.parametrize("name", ["perceptron", "ascent"])
def test_a_training_stopped_on_the_way_is_reproduced_there(session: Session, name: str) -> None:
    view = done(
        session,
        ChooseLabModel(0, name),
        MoveLabModel(0, "learning_rate", 0.05),
        PlayLab(0, 3),
    )
    shown = model(view)
    assert shown["training_way"]["step"] == 3
    assert shown["weights"] == pytest.approx(column(view, "lab.0.way")[3].tolist())
    said = printed(session.perform(AskLabPython(0)).values["text"])
    assert said["training error"] == shown["training"]["rate"]
    end = session.perform(PlayLab(0, None))
    assert model(end)["training_way"]["step"] == model(end)["training_way"]["steps"]


def test_and_is_learned_and_xor_is_refused_with_the_reason(session: Session) -> None:
    learned = model(done(session, ChooseLabSource("and"), ChooseLabModel(0, "perceptron")))
    assert learned["training_way"]["converged"]
    assert learned["training_way"]["steps"] == 20
    assert learned["training"]["wrong"] == 0
    assert learned["proof"] is None
    refused = model(session.perform(ChooseLabSource("xor")))
    assert not refused["training_way"]["converged"]
    assert refused["proof"]["point"] == (0.5, 0.5)
    assert "½ · (1, 0) + ½ · (0, 1)" in refused["proof"]["sentence"]


def test_a_hard_margin_is_refused_where_no_line_parts_the_classes(session: Session) -> None:
    hard = (ChooseLabModel(0, "svm"), ChooseLabOption(0, "margin", "hard"))
    refused = model(done(session, ChooseLabSource("xor"), *hard))
    assert refused["refusal"]
    assert refused["training"] is None
    assert refused["proof"] is not None
    found = done(session, ChooseLabSource("and"), *hard)
    assert model(found)["refusal"] == ""
    assert model(found)["support"]["width"] == pytest.approx(np.sqrt(0.5), rel=1e-4)
    duals = column(found, "lab.0.duals")
    assert (duals != 0).tolist() == [True, False, True, True]
    assert duals.sum() == pytest.approx(0, abs=1e-4)


def test_the_regions_and_duals_are_those_of_the_machine(session: Session) -> None:
    view = done(
        session,
        ChooseLabSource("moons"),
        ChooseLabModel(0, "svm"),
        ChooseLabOption(0, "kernel", "rbf"),
        MoveLabModel(0, "C", 10.0),
    )
    points = lab_of(session).bench.points(
        session.corpus_of(session.state),
        session.state,
        session.state.choice(LabChoice),
    )
    peer = SVC(C=10.0, gamma=1.0).fit(points.X, points.positive)
    field = column(view, "lab.0.field")
    assert field.shape == (200, 200)
    np.testing.assert_allclose(
        field.ravel(), peer.decision_function(points.window.cells(200)), atol=1e-4
    )
    duals = column(view, "lab.0.duals")
    np.testing.assert_allclose(duals[peer.support_], peer.dual_coef_[0], rtol=1e-5)
    assert model(view)["support"]["at_bound"] == int((np.abs(peer.dual_coef_) == 10).sum())


def test_every_change_can_be_undone_and_the_picture_is_the_same_again(session: Session) -> None:
    first = session.perform(ChooseLabSource("moons"))
    for action in (
        MoveLabSource("noise", 0.4),
        DrawLab(),
        ChooseLabModel(0, "neighbors"),
        MoveLabModel(0, "n_neighbors", 9.0),
        AddLabModel("svm"),
        ChooseLabOption(1, "kernel", "poly"),
        RemoveLabModel(0),
        PaintLab(((0.0, 0.0, 1.0), (1.0, 1.0, 0.0))),
    ):
        before = session.view().values["lab"]
        after = session.perform(action).values["lab"]
        assert after != before
        assert session.perform(Undo("lab")).values["lab"] == before
        assert session.perform(Redo("lab")).values["lab"] == after
    for _ in range(8):
        last = session.perform(Undo("lab"))
    assert last.values["lab"] == first.values["lab"]
    np.testing.assert_array_equal(column(last, "lab.xy"), column(first, "lab.xy"))


def test_no_choice_is_lost_when_the_next_one_follows_at_once(wine: Dataset) -> None:
    session = Session(wine)
    hurried = Task(cancelled=lambda: True)
    for action in (
        OpenLab(),
        ChooseLabSource("moons"),
        ChooseLabModel(0, "svm"),
        AddLabModel("basic"),
    ):
        session.perform(action, hurried)
    assert session.state.choice(LabChoice).source == "moons"
    assert [each.model for each in session.state.choice(LabChoice).models] == [
        "svm",
        "basic",
    ]


def test_moves_of_one_gesture_are_one_step(session: Session) -> None:
    steps = len(session.histories.own["lab"].steps)
    for value in (0.3, 0.5, 0.9):
        session.perform(MoveLabSource("spread", value, gesture=77))
    for count in (1, 2, 3):
        session.perform(PaintLab(((0.0, 0.0, 1.0),) * count, gesture=78))
    assert len(session.histories.own["lab"].steps) == steps + 2
    assert len(session.history.steps) == 1
    session.perform(Undo("lab"))
    assert session.state.choice(LabChoice).knobs == {"spread": 0.9}


def test_a_link_carries_the_lab_whole(session: Session, wine: Dataset) -> None:
    view = done(
        session,
        ChooseLabSource("square"),
        MoveLabSource("p", 0.1),
        ChooseLabModel(0, "perceptron"),
        ChooseLabOption(0, "start", "centers"),
        AddLabModel("binned"),
        PlayLab(0, 5),
    )
    link = json.dumps(plain_action(SetState(session.state)))
    other = Session(wine).perform(action_of(json.loads(link)))
    assert other.values["lab"] == view.values["lab"]
    np.testing.assert_array_equal(column(other, "lab.0.field"), column(view, "lab.0.field"))


@pytest.mark.parametrize(
    ("change", "code", "fields"),
    [
        ({"source": "stars"}, "unknown-source", {"source": "stars"}),
        ({"knobs": {"speed": 1.0}}, "unknown-knob", {"knob": "speed"}),
        ({"painted": ((1.0, 2.0, 3.0),)}, "bad-point", {"point": (1.0, 2.0, 3.0)}),
        ({"painted": ((1e300, 2.0, 1.0),)}, "bad-point", {"point": (1e300, 2.0, 1.0)}),
        ({"models": ()}, "bad-lab-link", {"models": 0}),
        ({"seed": -1}, "bad-lab-link", {"seed": -1}),
    ],
)
def test_a_link_that_makes_no_sense_is_refused(session: Session, change, code, fields) -> None:
    state = session.state
    with raises(code, **fields):
        session.perform(SetState(state.with_choice(replace(state.choice(LabChoice), **change))))
    assert session.state == state


@pytest.mark.parametrize(
    ("action", "code", "fields"),
    [
        (ChooseLabModel(0, "oracle"), "unknown-model", {"model": "oracle"}),
        (ChooseLabModel(3, "svm"), "unknown-place", {"place": 3, "models": 1}),
        (MoveLabModel(0, "C", 1.0), "unknown-knob", {"knob": "C"}),
        (MoveLabSource("spread", -1.0), "out-of-range", {"name": "spread", "value": -1.0}),
        (MoveLabSource("spread", float("nan")), "out-of-range", {"name": "spread"}),
        (ChooseLabOption(0, "kernel", "rbf"), "unknown-option", {"option": "kernel"}),
        (ChooseLabColumns("alcohol", "alcohol"), "columns-equal", {"column": "alcohol"}),
        (ChooseLabColumns("alcohol", "shoe"), "column-missing", {"column": "shoe"}),
        (RemoveLabModel(0), "last-model", {}),
        (PlayLab(0, -1), "unknown-step", {"step": -1}),
        (PaintLab(((0.0, 0.0, 1.0),) * 1001), "too-many-points", {"points": 1001, "most": 1000}),
    ],
)
def test_a_mistake_is_named_and_changes_nothing(session: Session, action, code, fields) -> None:
    state = session.state
    with raises(code, **fields):
        session.perform(action)
    assert session.state == state


def test_painting_starts_from_nothing_and_says_what_is_missing(session: Session) -> None:
    empty = session.perform(ChooseLabSource("painted"))
    assert model(empty)["refusal"]
    one = session.perform(PaintLab(((0.0, 0.0, 1.0),)))
    assert model(one)["refusal"] not in ("", model(empty)["refusal"])
    for entry in CLASSIC_MODELS:
        both = done(
            session,
            PaintLab(((0.0, 0.0, 1.0), (1.0, 1.0, 0.0))),
            ChooseLabModel(0, entry.name),
        )
        assert model(both)["refusal"] == ""
        assert model(both)["test"] is None
    with raises("too-few-points", points=2):
        session.perform(AskNeighborCurve())


points_of_a_hand = st.lists(
    st.tuples(
        st.sampled_from([-1.0, 0.0, 0.25, 1.0]),
        st.sampled_from([-1.0, 0.0, 0.25, 1.0]),
        st.sampled_from([0.0, 1.0]),
    ),
    max_size=9,
)


@settings(max_examples=40)
@given(points_of_a_hand, st.sampled_from([entry.name for entry in CLASSIC_MODELS]), st.data())
def test_whatever_is_painted_every_model_answers_with_numbers(session, painted, name, data) -> None:
    entry = next(entry for entry in CLASSIC_MODELS if entry.name == name)
    actions = [PaintLab(tuple(painted)), ChooseLabModel(0, name)]
    for option in entry.options:
        word = data.draw(st.sampled_from([value for value, _ in option.values]))
        actions.append(ChooseLabOption(0, option.name, word))
    view = done(session, *actions)
    json.dumps(view.values["lab"], allow_nan=False)
    for each in view.columns:
        if each.name.startswith("lab."):
            assert np.isfinite(each.values).all(), each.name


def test_rows_without_a_value_are_left_out_and_data_with_one_column_leave_the_lab_its_own(wine):
    X = np.array(wine.X)
    X[::5, 0] = np.nan
    gaps = replace(wine, X=X)
    session = Session(gaps)
    view = done(session, OpenLab(), ChooseLabSource("table"))
    points = view.values["lab"]["points"]
    assert points["count"] + points["test"] == np.isfinite(X[:, 0]).sum()
    text = session.perform(AskLabPython(0)).values["text"]
    assert "isfinite" in text
    narrow = replace(wine, name="narrow", X=wine.X[:, :1], feature_names=wine.feature_names[:1])
    session.library.add(corpus_of(narrow), "narrow", "one column")
    after = session.perform(ChooseData("narrow"))
    assert after.values["lab"]["source"]["name"] == "gaussians"


@pytest.mark.parametrize("name", [entry.name for entry in MODELS if "classic" in entry.home])
def test_the_matrix_room_steers_each_classic_model(wine: Dataset, name: str) -> None:
    session = Session(wine)
    shown = done(session, OpenMatrix(), ChooseModel(name)).values["matrix"]
    true, said = shown["classes"]
    (_, wrong), _ = shown["shown"]["matrix"]
    after = session.perform(EditCell(true, said, max(wrong - 1, 0))).values["matrix"]
    assert after["outcome"]["met"]
    assert after["shown"]["matrix"][0][1] <= max(wrong - 1, 0)


def test_columns_of_the_table_are_the_data_sets_own(session: Session, wine: Dataset) -> None:
    view = done(session, ChooseLabSource("table"), ChooseLabColumns("flavanoids", "hue"))
    shown = view.values["lab"]
    assert shown["source"]["chosen"] == ["flavanoids", "hue"]
    assert shown["points"]["count"] + shown["points"]["test"] == len(wine.y)
    assert shown["points"]["bayes_error"] is None
    positives = shown["points"]["positives"]
    session.perform(ChooseCategory("class_2"))
    assert session.view().values["lab"]["points"]["positives"] != positives
    done(session, ChooseLabModel(0, "perceptron"), PlayLab(0, 3), ChooseData("iris"))
    shown = session.view().values["lab"]
    assert shown["source"]["chosen"][0] in load("iris").feature_names
    way = shown["models"][0]["training_way"]
    assert way["step"] == way["steps"]  # other points, another training: nothing to go on from


def test_the_curve_of_k_marks_the_best_and_the_recommended(session: Session) -> None:
    done(session, ChooseLabSource("square"), ChooseLabModel(0, "neighbors"))
    curve = session.perform(AskNeighborCurve())
    errors = column(curve, "errors")
    assert curve.values["recommended"] == 10.0
    assert errors[curve.values["best"] - 1] == errors.min()
    assert len(errors) == 90


def test_the_model_never_sees_the_rows_that_test_it(session: Session) -> None:
    done(session, ChooseLabSource("table"), ChooseLabModel(0, "neighbors"))
    state = session.state
    points = lab_of(session).bench.points(session.corpus_of(state), state, state.choice(LabChoice))
    assert points.X.mean(axis=0) == pytest.approx([0, 0], abs=1e-12)
    assert points.X.std(axis=0) == pytest.approx([1, 1])
    assert abs(points.test[0].mean()) > 1e-6


def test_a_hard_margin_with_a_kernel_is_solved_or_there_is_proof_that_it_is_missing() -> None:
    session = Session(load("iris"))
    session.perform(OpenLab())
    session.perform(ChooseLabSource("moons"))
    session.perform(ChooseLabModel(0, "svm"))
    session.perform(ChooseLabOption(0, "margin", "hard"))
    view = session.perform(ChooseLabOption(0, "kernel", "rbf"))
    found = model(view)["support"]
    assert (found["count"], found["at_bound"], found["C"]) == (13, None, None)
    margins = column(view, "lab.0.said") * np.where(column(view, "lab.class") == 1, 1, -1)
    assert margins.min() == pytest.approx(1, abs=1e-5)
    assert np.abs(column(view, "lab.0.duals")).max() == pytest.approx(1.0823e6, rel=1e-3)
    session.perform(MoveLabModel(0, "degree", 2))
    missing = model(session.perform(ChooseLabOption(0, "kernel", "poly")))
    assert missing["refusal"]
    assert missing["proof"]["point"] is None
    assert sum(missing["proof"]["shares"]) == pytest.approx(2)
    no_kernel = model(session.perform(ChooseLabOption(0, "kernel", "sigmoid")))
    assert no_kernel["refusal"]
    assert no_kernel["proof"] is None
