"""Examples of wants and ways to go on with one: about the classes, and within what can be had."""

from __future__ import annotations

import pytest
from tests.errors import raises

from steersman.learn.wants import MEASURES, Want, want_completions, want_examples
from steersman.learn.wants.class_names import as_number, class_index
from steersman.learn.wants.examples import (
    MOST_COMPLETIONS,
    USUAL_PERCENTS,
    caught_and_other,
    caught_and_other_places,
    completion_clauses,
    is_single,
    is_whole,
    last_clause_start,
    usual_percent,
    word_for,
)
from steersman.learn.wants.grammar import parsed_measure, parsed_objective

MAIL = ["ham", "spam"]


@pytest.mark.parametrize(
    ("tightest", "percent"),
    [(0.0, 0.5), (0.0033, 0.5), (0.0034, 1.0), (0.0066, 1.0), (0.0067, 2.0), (0.05, 10.0),
     (0.1333, 20.0), (0.2, 20.0), (0.9, 20.0)],
)  # fmt: skip
def test_a_usual_limit_leaves_room_for_half_as_many_errors_again(
    tightest: float, percent: float
) -> None:
    assert usual_percent(tightest) == percent
    assert sorted(USUAL_PERCENTS) == list(USUAL_PERCENTS)


@pytest.mark.parametrize(
    ("classes", "positive", "places"),
    [(MAIL, None, (1, 0)), (MAIL, "ham", (0, 1)), (["x", "y", "z"], None, (2, 0)),
     (["x", "y", "z"], "x", (0, 1)), (["only"], None, (0, 0))],
)  # fmt: skip
def test_the_class_to_catch_is_the_last_unless_it_is_said(
    classes: list[str], positive: str | None, places: tuple[int, int]
) -> None:
    assert caught_and_other_places(classes, positive) == places
    assert caught_and_other(classes, positive) == tuple(classes[place] for place in places)


@pytest.mark.parametrize(
    ("label", "word"),
    [("spam", "spam"), ("New York", '"New York"'), ("1", '"1"'), ("a1", '"a1"'), ("ä", "ä"),
     ('a "b"', '"a ""b"""'), ("it's", '"it\'s"'), ("not, so", '"not, so"'), ("a", '"a"'),
     ("At", '"At"'), ("under", '"under"'), ("Missed", '"Missed"'), ("called", '"called"')],
)  # fmt: skip
def test_a_class_is_in_quotes_unless_it_is_one_word(label: str, word: str) -> None:
    assert word_for(label) == word
    (bound,) = Want(f"{word} missed <= 3").bounds
    assert bound.classes == (label,)


def test_examples_say_what_they_mean_in_numbers_of_the_classes() -> None:
    texts = {each.text: Want(each.text) for each in want_examples(MAIL, "ham")}
    bounds = [(str(bound.measure), bound.classes, bound.value) for want in texts.values()
              for bound in want.bounds]  # fmt: skip
    assert bounds == [
        ("fnr", ("spam",), 0.005), ("recall", ("ham",), 0.95), ("fnr", ("spam",), 0.005),
        ("cell", ("spam", "ham"), 6.0), ("fnr", ("ham",), 0.05), ("recall", ("ham",), 0.95),
        ("precision", ("ham",), 0.9), ("accuracy", (), 0.9),
    ]  # fmt: skip
    assert [str(want.objective) for want in texts.values() if want.objective] == [
        "maximize recall(ham)", "minimize fp", "minimize cost", "maximize f1"
    ]  # fmt: skip
    # With three classes, false alarms are of one of them.
    several = [Want(each.text).objective for each in want_examples(["x", "y", "z"], "y")]
    assert "minimize fp(y)" in map(str, several)


@pytest.mark.parametrize(
    ("tightest", "lost", "caught"),
    [((), 0.005, 0.95), ((0.0, 0.0), 0.005, 0.95), ((0.01, 0.001), 0.02, 0.95),
     ((0.001, 0.04), 0.005, 0.90), ((0.5, 0.5), 0.20, 0.80)],
)  # fmt: skip
def test_examples_are_no_tighter_than_can_be_guaranteed(
    tightest: tuple[float, ...], lost: float, caught: float
) -> None:
    wants = [Want(each.text) for each in want_examples(MAIL, "spam", tightest)]
    assert [wants[place].bounds[0].value for place in (0, 1, 2, 4, 5)] == pytest.approx(
        [lost, caught, lost, 1 - caught, caught]
    )


def test_every_measure_has_a_clause_that_looks_the_right_way() -> None:
    clauses = [each.text for each in completion_clauses(MAIL, None)]
    assert len(set(clauses)) == len(clauses)
    assert all(is_single(text) for text in clauses if not text.startswith("cell"))
    found = {}
    for text in clauses:
        name = text.partition("(")[0].partition(" <=")[0].partition(" >=")[0]
        if name in MEASURES:
            (found[name],) = Want(text).bounds
    for name, measure in MEASURES.items():
        bound = found[name]
        assert bound.is_upper == measure.rises_with_errors
        assert bound.classes == {0: (), 1: ("spam",), 2: ("ham", "spam")}[measure.n_classes]
        share = 0.05 if measure.rises_with_errors else 0.95
        assert bound.value == pytest.approx(share if measure.is_share else 5.0)
        way = "minimize" if measure.rises_with_errors else "maximize"
        assert (f"{way} {name}" in clauses) == (not measure.n_classes or name == "f1")


@pytest.mark.parametrize(
    ("text", "start"),
    [("", 0), ("fp <= 3", 0), ("fp <= 3, ", 9), ("fp <= 3 and fn", 12), ("catch at", 0),
     ("fp <= 3, catch at", 9), ("fp <= 3; fn <= 2, re", 18)],
)  # fmt: skip
def test_the_last_statement_is_the_one_that_is_being_written(text: str, start: int) -> None:
    assert last_clause_start(text) == start


def test_what_can_be_read_is_whole() -> None:
    assert [is_whole(text) for text in ("fp <= 3", "fp <=", "")] == [True, False, False]
    assert [is_single(text) for text in ("fp <= 3", "fp <= 3, fn <= 2")] == [True, False]


def test_completions_begin_as_written_then_say_the_same_words() -> None:
    texts = [each.text for each in want_completions("", MAIL)]
    assert len(texts) == MOST_COMPLETIONS
    assert texts == [each.text for each in completion_clauses(MAIL, None)][:MOST_COMPLETIONS]
    exact = [each.text for each in want_completions("  CATCH  at ", MAIL)]
    assert exact
    assert exact[0] == "catch at least 95 % of spam"
    # Words in another order, after those that begin so.
    loose = [each.text for each in want_completions("fp <= 3, possible as", MAIL)]
    assert loose
    assert all(text.startswith("fp <= 3, ") and "possible" in text for text in loose)
    assert want_completions("fp <= 3, rudder", MAIL) == []
    whole = [each.text for each in want_completions("fp <= 3 ", MAIL)]
    assert all(text.startswith("fp <= 3, then ") for text in whole)
    assert 1 < len(whole) <= MOST_COMPLETIONS
    for text in whole:
        assert Want(text).objective is not None


@pytest.mark.parametrize(
    ("name", "classes", "place"),
    [
        ("spam", MAIL, 1), (" Spam ", MAIL, 1), ("HAM", MAIL, 0),
        ("a", ["A", "a"], 1), ("ham", ["ham", "ham "], 0), ("ham ", ["ham", "ham "], 1),
        ("1", [0, 1], 1), ("1.0", [0, 1], 1), (1, ["0", "1"], 1), ("true", [False, True], 1),
        ("-1", [-1, 1], 0),
    ],
)  # fmt: skip
def test_a_class_is_found_by_the_nearest_reading(
    name: object, classes: list[object], place: int
) -> None:
    assert class_index(name, classes) == place


@pytest.mark.parametrize(
    ("name", "classes"),
    [("eggs", MAIL), ("", MAIL), ("A", ["a ", " a"]), ("nan", ["x", "y"]), ("2", [0, 1])],
)
def test_a_class_that_nobody_or_several_could_be_is_unknown(
    name: str, classes: list[object]
) -> None:
    with raises("unknown-class", name=name):
        class_index(name, classes)


def test_labels_are_numbers_where_they_spell_one() -> None:
    assert [as_number(each) for each in ("1.0", 1, "x", None, True)] == [1.0, 1.0, None, None, 1.0]


def test_measures_and_objectives_are_read_alone() -> None:
    assert parsed_measure(" sensitivity(spam) ") == ("recall", ("spam",))
    assert parsed_measure("missed spam") == ("fn", ("spam",))
    for text, code, position in (
        ("rudder", "unknown-measure", 0), ("recall(", "class-expected", 7),
        ("recall >= 3", "measure-expected", 7), ("", "measure-expected", 0),
    ):  # fmt: skip
        with raises(code, position=position):
            parsed_measure(text)
    assert str(parsed_objective(" please maximize recall(spam)")) == "maximize recall(spam)"
    for text in ("fp <= 3", "maximize recall and fp <= 3", ""):
        with raises("objective-expected", piece=text):
            parsed_objective(text)
