"""The lessons answer with the figures worked out by hand, and refuse what makes no sense."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVR
from tests.errors import raises
from tests.lesson_examples import (
    EIGHT_POINTS,
    FOUR_MAILS,
    LESSONS,
    LINE,
    PEOPLE,
    SHORT_EXAMPLES,
    TEN_POINTS,
    THREE_MODELS,
    THREE_RATES,
    TUBE,
)

from steersman.data import load
from steersman.errors import Cancelled
from steersman.session import Session
from steersman.session.lessons.dimension import LessonDimension
from steersman.session.lessons.folds import LessonFolds
from steersman.session.lessons.losses import LessonLosses, losses_view
from steersman.session.lessons.mails import LessonMails, mails_view
from steersman.session.lessons.models import (
    LessonAverage,
    LessonModels,
    average_view,
    models_view,
)
from steersman.session.lessons.neighbors import (
    LessonNeighbors,
    LessonZones,
    neighbors_view,
    zones_view,
)
from steersman.session.lessons.people import people_view
from steersman.session.lessons.risk import LessonRisk
from steersman.session.lessons.room import LessonRoom
from steersman.session.lessons.tables import tables_view
from steersman.session.lessons.wide import LessonWide
from steersman.tasks import Task
from steersman.wire.frames import decode_frame, encode_frame


def test_the_height_table_has_the_products_worked_out_by_hand() -> None:
    values = people_view(PEOPLE).values
    male, female = values["classes"]
    assert male["means"] == pytest.approx([1.78, 80, 28.25])
    assert female["means"] == pytest.approx([1.65, 60, 19])
    assert male["deviations"] == pytest.approx([0.04690416, 4.301163, 2.0463382])
    assert female["deviations"] == pytest.approx([0.08336666, 9.407444, 2.915476])
    assert values["decided"] == "female"
    assert male["joint"] == pytest.approx(7.854e-10, rel=1e-4)
    assert female["joint"] == pytest.approx(1.730e-3, rel=1e-4)
    assert male["posterior"] == pytest.approx(4.54e-7, rel=1e-3)


def test_the_posteriors_of_an_edited_sample_are_scikit_learns() -> None:
    asked = replace(PEOPLE, rows=((1.9, 90, 31), *PEOPLE.rows[1:]), person=(1.7, 70, 24))
    values = people_view(asked).values
    peer = GaussianNB(var_smoothing=0).fit(asked.rows, asked.male)
    female, male = peer.predict_proba([asked.person])[0]
    assert [each["posterior"] for each in values["classes"]] == pytest.approx([male, female])
    push = sum(values["pushes"]) + np.log(0.5 / 0.5)
    assert push == pytest.approx(np.log(male / female))


@pytest.mark.parametrize(
    ("asked", "code", "fields"),
    [
        (
            replace(PEOPLE, male=(True,) * 7 + (False,)),
            "class-too-small",
            {"label": "female", "rows": 1},
        ),
        (
            replace(PEOPLE, rows=tuple((1.8, w, f) for _, w, f in PEOPLE.rows)),
            "column-constant",
            {"label": "male", "value": 1.8},
        ),
        (replace(PEOPLE, person=(1.8, 70)), "wrong-length", {"expected": 3}),
        (replace(PEOPLE, person=(1.8, 70, float("nan"))), "value-not-finite", {}),
    ],
)
def test_people_without_a_spread_are_refused_with_the_reason(asked, code, fields) -> None:
    with raises(code, **fields):
        people_view(asked)


def test_the_four_mails_by_hand() -> None:
    """Ham (0,0), (1,0), (0,1), spam (1,1); add one, and ask about (1,1)."""
    values = mails_view(FOUR_MAILS).values
    assert values["line"]["flagged"] == [True, False, False, False]
    assert values["centers"]["t"] == pytest.approx(8 / 9)
    assert values["centers"]["w"] == pytest.approx([2 / 3, 2 / 3])
    assert values["centers"]["right"] == 4
    by_name = {each["name"]: each for each in values["models"]}
    spam = Fraction(1, 4) * Fraction(2, 3) ** 2
    ham = Fraction(3, 4) * Fraction(2, 5) ** 2
    assert by_name["Bernoulli"]["posterior"] == pytest.approx(float(spam / (spam + ham)))
    # words: ham 2, spam 2, both spread evenly: the counts say nothing, the prior decides
    assert by_name["multinomial"]["posterior"] == pytest.approx(0.25)
    rate = by_name["Bernoulli"]["classes"][0]["rates"][0]
    assert (rate["top"], rate["bottom"], rate["value"]) == (2.0, 5.0, 0.4)


def test_without_smoothing_one_zero_silences_everything_else() -> None:
    """Never say never: ham never holds both words when spam always does."""
    rows = ((1, 0, 1), (1, 0, 1), (0, 1, 1), (0, 1, 1))
    asked = LessonMails(rows, (True, True, False, False), (1, 1, 1), 0.0, (1.0, 1.0, 1.0))
    bernoulli = mails_view(asked).values["models"][0]
    assert bernoulli["posterior"] is None
    assert [each["product"] for each in bernoulli["classes"]] == [0.0, 0.0]
    smoothed = mails_view(replace(asked, smoothing=1.0)).values["models"][0]
    assert smoothed["posterior"] == pytest.approx(0.5)


def test_the_short_examples_by_hand() -> None:
    values = tables_view(SHORT_EXAMPLES).values
    assert (values["total"], values["flagged"]) == (5.3, True)
    assert values["cells"] == {"joint": 1000, "naive": 30, "gaussian": 13}
    assert values["kernel"]["lifted_product"] == pytest.approx(values["kernel"]["kernel"])
    assert values["kernel"]["kernel"] == 25.0


def test_the_simulated_example_has_the_errors_of_its_world() -> None:
    told: list[int] = []
    task = Task(news=lambda _about, values: told.append(values["draws"]))
    values = neighbors_view(LessonNeighbors(draws=60), task).values
    assert told[-1] == 60
    assert told == sorted(set(told))
    assert values["bayes_error"] == pytest.approx(0.2)
    one, low, high = values["one"]
    assert low < one < high
    # One neighbor errs 2 p (1 - p) = 0.32 of the time in the limit, a little more on few points.
    assert 0.32 < one < 0.37
    assert values["ones"]["low"] < 0.32 < values["ones"]["high"]
    assert values["recommended"] == 10.0
    assert 8 <= values["best"] <= 25
    assert sum(values["chosen"]) == 60
    assert min(values["means"]) > values["bayes_error"]
    again = neighbors_view(LessonNeighbors(draws=60), Task()).values
    assert values == again


def test_a_cancelled_study_stops() -> None:
    task = Task(cancelled=lambda: True)
    with pytest.raises(Cancelled):
        neighbors_view(LessonNeighbors(), task)
    with pytest.raises(Cancelled):
        average_view(LessonAverage(), task)


def test_the_zones_of_one_draw_have_the_risk_of_the_study() -> None:
    study = neighbors_view(LessonNeighbors(draws=2), Task()).values
    risks = []
    for draw in range(2):
        view = zones_view(LessonZones(1, draw=draw))
        assert view.columns[0].values.shape == (80 * 80,)
        assert view.values["training"] == 0.0
        risks.append(view.values["risk"])
    assert np.mean(risks) == pytest.approx(study["means"][0], abs=0.01)


def test_each_line_is_best_by_its_own_loss_and_as_scikit_learn_fits_it() -> None:
    x = (0.5, 1.5, 2.5, 4.0, 5.5, 7.0, 8.0, 9.5)
    y = (1.2, 1.1, 2.9, 3.1, 4.6, 5.2, 6.9, 0.5)
    lines = losses_view(LessonLosses(x, y, 0.4, 2.0, 0.8)).values["lines"]
    found = {each["loss"]: each for each in lines}
    for mine in lines:
        for other in lines:
            loss = mine["loss"]
            theirs = 0.5 * other["slope"] ** 2 + 2.0 * other["losses"][loss]
            assert mine["objective"] <= theirs + 1e-6
    X = np.array(x)[:, None]
    for name, epsilon in (("epsilon", 0.4), ("laplacian", 0.0)):
        peer = SVR(kernel="linear", C=2.0, epsilon=epsilon, tol=1e-8).fit(X, y)
        assert found[name]["slope"] == pytest.approx(peer.coef_[0, 0], abs=1e-4)
        assert set(peer.support_) <= set(np.flatnonzero(found[name]["pulling"]))
    peer = Ridge(alpha=0.5).fit(X, y)
    assert found["gaussian"]["slope"] == pytest.approx(peer.coef_[0])
    assert found["gaussian"]["slope"] < found["huber"]["slope"]  # the last point is an outlier


def test_the_most_probable_model_says_plus_and_the_optimal_classifier_minus() -> None:
    values = models_view(THREE_MODELS).values
    assert values["posterior"] == pytest.approx([0.4, 0.3, 0.3])
    assert (values["map"], values["map_says"], values["optimal_says"]) == (0, "+", "−")
    assert values["chance"] == pytest.approx(0.4)
    assert values["ml"] is None
    raised = models_view(replace(THREE_MODELS, moved=1, to=0.5, share="prior")).values
    assert raised["priors"] == pytest.approx([2 / 7, 0.5, 1.5 / 7])
    turned = models_view(replace(THREE_MODELS, moved=0, to=0.55)).values
    assert turned["posterior"] == pytest.approx([0.55, 0.225, 0.225])
    assert turned["optimal_says"] == "+"
    again = models_view(LessonModels(tuple(turned["priors"]), (0.5,) * 3, (1, 0, 0))).values
    assert again["posterior"] == pytest.approx(turned["posterior"])


def test_the_likeliest_model_need_not_be_the_most_probable_one() -> None:
    values = models_view(LessonModels((0.9, 0.1), (0.2, 0.6), (1.0, 0.0))).values
    assert (values["map"], values["ml"]) == (0, 1)
    assert values["posterior"] == pytest.approx([0.75, 0.25])


def test_where_one_model_is_true_no_choice_beats_the_average() -> None:
    values = average_view(LessonAverage("true", 10, 600), Task()).values
    for rival in ("against_map", "against_ml", "against_best"):
        mean, low, _ = values[rival]
        assert low <= 0.0
        assert mean < 0.002
    assert values["against_best"][2] < 0
    assert sum(values["weights"]) == pytest.approx(1)


def test_fitted_models_are_weighed_by_rows_they_have_not_seen_and_the_seed_decides() -> None:
    asked = LessonAverage("fitted", 30, 6, seed=4)
    values = average_view(asked, Task()).values
    assert values == average_view(asked, Task()).values
    assert values != average_view(replace(asked, seed=5), Task()).values
    assert len(values["members"]) == len(values["names"]) == 5
    assert values["judged_on"] == 3


@pytest.mark.parametrize(
    "asked",
    [
        PEOPLE,
        FOUR_MAILS,
        SHORT_EXAMPLES,
        LessonNeighbors(draws=2),
        LessonZones(3),
        LessonLosses((0.0, 1.0, 2.0), (0.0, 1.0, 1.0)),
        THREE_MODELS,
        LessonAverage("true", 8, 4),
        LessonAverage("fitted", 24, 4),
        *LESSONS[8:17],
    ],
    ids=lambda asked: type(asked).__name__,
)
def test_every_lesson_goes_over_the_wire(asked) -> None:
    told: list[dict[str, object]] = []
    task = Task(news=lambda about, values: told.append({"about": about, **values}))
    view = LessonRoom(None).answer(None, None, asked, task)  # type: ignore[arg-type]
    columns = [(column.name, column.values) for column in view.columns]
    header, _ = decode_frame(encode_frame({"kind": view.kind, **view.values}, columns))
    assert set(view.values) <= set(header)
    for each in told:
        encode_frame(each)


def printed(asked, capsys) -> str:
    """What the lines of Python of a lesson print when they are run."""
    room = LessonRoom(None)
    lines = room.answer(None, None, asked, Task()).values["python"]  # type: ignore[arg-type]
    exec(compile(str(lines), type(asked).__name__, "exec"), {})  # noqa: S102
    return capsys.readouterr().out


def test_the_lines_of_python_print_the_figures_of_their_lesson(capsys) -> None:
    said = printed(PEOPLE, capsys)
    assert "7.85394551e-10 1.72995344e-03" in said
    said = printed(replace(FOUR_MAILS, smoothing=0.5), capsys)
    for model in mails_view(replace(FOUR_MAILS, smoothing=0.5)).values["models"]:
        assert f"{model['name']} P(spam) {model['posterior']}"[:-2] in said
    said = printed(SHORT_EXAMPLES, capsys)
    assert "score 5.3 junk" in said
    assert "Gaussian parameters 13" in said
    zones = zones_view(LessonZones(7, draw=2))
    said = printed(LessonZones(7, draw=2), capsys)
    assert str(zones.values["risk"])[:-2] in said
    asked = LessonLosses((0.0, 1.0, 2.0, 4.0), (0.0, 1.0, 1.0, 5.0))
    said = printed(asked, capsys)
    for line in losses_view(asked).values["lines"]:
        assert f"{line['loss']} {line['slope']}" in said
    said = printed(replace(THREE_MODELS, moved=0, to=0.55), capsys)
    assert "0.55 " in said
    assert "MAP says +" in said
    said = printed(LessonNeighbors(draws=3), capsys)
    assert str(neighbors_view(LessonNeighbors(draws=3), Task()).values["one"]) in said
    asked = LessonAverage("true", 8, 6)
    assert str(average_view(asked, Task()).values["average"]) in printed(asked, capsys)


@pytest.mark.parametrize(
    ("asked", "figures"),
    [
        (LINE, ["[1.2 0.6]", "-1.99"]),
        (THREE_RATES, ["0.2 8 updates", "0.5 3 updates", "1.0 10 updates"]),
        (LessonRisk(), ["risk 0.29", "Bayes risk 0.25", "alpha 1.0"]),
        (LessonFolds(), ["cross-validated error 0.2", "test error 0.2"]),
        (LessonDimension(points=20, neighbors=3, draws=2), ["selected"]),
        (TEN_POINTS, ["0 dual 0.0 primal 10.0", "beta_0 -4.489"]),
        (replace(EIGHT_POINTS, kernel="sigmoid"), ["least c K c -3.92"]),
        (LessonWide(points=10, draws=2), ["separable [0.0"]),
        (TUBE, ["primal and dual"]),
    ],
    ids=lambda each: type(each).__name__,
)
def test_the_lines_of_python_run_and_print_the_same(asked, figures, capsys) -> None:
    said = printed(asked, capsys)
    for figure in figures:
        assert figure in said


def test_lessons_leave_the_session_as_it_was() -> None:
    session = Session(load("wine"))
    before = session.revision, session.history
    assert session.perform(PEOPLE).kind == "lesson-people"
    assert session.perform(SHORT_EXAMPLES).kind == "lesson-tables"
    assert (session.revision, session.history) == before


@pytest.mark.parametrize("asked", [LessonWide(seed=-1), LessonFolds(seed=2**32)])
def test_a_seed_that_nothing_can_be_drawn_from_is_refused(asked) -> None:
    with raises("out-of-range"):
        Session(load("wine")).perform(asked)
