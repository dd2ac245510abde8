"""Reading wants, binding them to classes, and holding them against confusion matrices."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.errors import raises

from steersman import SteeredClassifier, Want
from steersman.learn.wants import MEASURES, Bound, Contradiction, WantSyntaxError

MATRIX = [[90, 9], [4, 7]]
MAIL = ["ham", "spam"]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("fp <= 5", "fp <= 5"),
        ("FPR<=2%", "fpr <= 2%"),
        ("fpr <= 0.02", "fpr <= 2%"),
        ("recall(a) >= 0.95 and precision(a) >= .8", "recall(a) >= 95% and precision(a) >= 80%"),
        ("cell(ham, spam) <= 3, fn < 4; tp > 2", "cell(ham, spam) <= 3 and fn < 4 and tp > 2"),
        ("false-positive rate at most 2 %", "fpr <= 2%"),
        ("balanced accuracy at least 90%", "balanced accuracy >= 90%"),
        ("5 >= fp", "fp <= 5"),
        ("1% <= fpr < 3%", "fpr >= 1% and fpr < 3%"),
        ("fp = 5 AND errors == 1_000", "fp = 5 and errors = 1000"),
        ("recall('not, spam') ≥ 1e-1", "recall(\"not, spam\") >= 10%"),
        ("recall(-1) >= 50%", "recall(-1) >= 50%"),
        ("recall( two words ) >= 50%", "recall(two words) >= 50%"),
        ("tnr ≤ 1", "specificity <= 100%"),
    ],
)  # fmt: skip
def test_what_a_person_writes_is_read(written: str, read: str) -> None:
    assert str(Want(written)) == read
    assert Want(read) == Want(written)
    assert Want(Want(written)) == Want(written)
    assert hash(Want(read)) == hash(Want(written))


@pytest.mark.parametrize(
    ("written", "position", "code"),
    [
        ("", 0, "want-empty"),
        ("   ", 3, "want-empty"),
        ("fp 5", 3, "relation-expected"),
        ("fp <=", 5, "number-expected"),
        ("fp <= five", 6, "number-expected"),
        ("fn <= 3 and fq <= 5", 12, "not-understood"),
        ("fp <= 5 fn <= 3", 8, "separator-expected"),
        ("fp <= 5 and", 11, "measure-expected"),
        ("recall(spam >= 3", 6, "bracket-open"),
        ("recall() >= 3", 7, "class-expected"),
        ("cell(ham) <= 3", 0, "class-count"),
        ("accuracy(ham) >= 1", 0, "class-count"),
        ("fpr <= 2", 7, "not-between-0-and-1"),
        ("fp <= 2%", 6, "not-a-share"),
        ("fp >= -1", 6, "negative"),
        ("3 <= fp >= 2", 5, "same-way-twice"),
        ("fp and fn <= 3", 3, "relation-expected"),
        ("fn <= 1,\nfpp <= 5", 9, "unknown-measure"),
    ],
)
def test_the_error_points_at_the_character(written: str, position: int, code: str) -> None:
    with raises(code, position=position) as raised:
        Want(written)
    assert isinstance(raised.value, WantSyntaxError)
    assert raised.value.position == position
    line, caret = str(raised.value).split("\n")[-2:]
    start = written.rfind("\n", 0, position) + 1
    assert line[2:] == written[start:].split("\n")[0]
    assert caret.index("^") - 2 == position - start


@settings(max_examples=200)
@given(st.text(alphabet=sorted("fpnreca l(),<>=%0.5'\"spamhatiost&;"), max_size=24))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    try:
        want = Want(text)
    except WantSyntaxError as error:
        position = error.position
    else:
        position = 0
        assert Want(str(want)) == want
    assert 0 <= position <= len(text)


@pytest.mark.parametrize(
    "measure", sorted(set(MEASURES) - {"cell", "cell rate", "cost", "average cost"})
)
def test_every_measure_can_be_bound_and_held_against_a_matrix(measure: str) -> None:
    top = 1 if MEASURES[measure].is_share else 1000
    assert Want(f"{measure} <= {top}").resolve(MAIL).gap(MATRIX) == 0.0
    assert Want(f"{measure} >= 0").resolve(MAIL).gap(MATRIX) == 0.0


@pytest.mark.parametrize(
    ("text", "has"), [("fp <= 3", False), ("fpr <= 3%", True), ("fp <= 3 and f1 >= 50%", True)]
)
def test_rates_can_be_promised_of_new_rows_and_counts_cannot(text: str, has: bool) -> None:
    assert Want(text).has_rates is has


@pytest.mark.parametrize(
    ("spaced", "close"),
    [
        ("recall (1)>=90%", "recall(1) >= 90%"),
        ("  recall  ( 1 )  >=  90 %  ", "recall(1) >= 90%"),
        ("cell ( 0 , 1 )<=3", "cell(0, 1) <= 3"),
        ("cost<=9 ,fp<=2", "cost <= 9 and fp <= 2"),
    ],
)
def test_spaces_say_nothing(spaced: str, close: str) -> None:
    assert Want(spaced) == Want(close)


def test_no_matrices_have_no_gaps() -> None:
    want = Want("fp <= 3 and recall >= 80%").resolve([0, 1])
    assert want.gaps_by_bound(np.zeros((0, 2, 2))).shape == (0, 2)


def test_gaps_are_rows_that_must_change() -> None:
    gaps = {
        "fp <= 5": 4,
        "fp < 5": 5,
        "fpr <= 2%": 8,
        "recall >= 0.95": 4,
        "fn = 2": 2,
        "fn = 6": 2,
        "tp >= 7": 0,
        "fp <= 5 and fn <= 2": 6,
        "cell(spam, ham) <= 1": 3,
        "errors <= 10": 3,
        "recall(ham) >= 95%": 5,
        "precision >= 50%": 2,
        "fp < 5.5": 4,
        "fp <= 5.5": 4,
        "fp > 9.5": 1,
        "fp >= 9.5": 1,
    }
    assert {text: Want(text).resolve(MAIL).gap(MATRIX) for text in gaps} == gaps


def test_precision_of_nothing_called_is_not_met() -> None:
    nothing_called = [[50, 0], [5, 0]]
    want = Want("precision >= 0.5").resolve(MAIL)
    assert want.gap(nothing_called) == 1.0
    assert not want.is_met(nothing_called)
    assert want.target(nothing_called).tolist() == [[50, 0], [4, 1]]


def test_a_precision_of_at_least_nothing_holds_where_nothing_is_called() -> None:
    assert Want("precision >= 0").resolve(MAIL).gap([[50, 0], [5, 0]]) == 0.0


def test_an_equal_rate_means_as_near_as_whole_rows_allow() -> None:
    want = Want("fpr = 5%").resolve(MAIL)
    met = [fp for fp in range(51) if want.is_met([[50 - fp, fp], [0, 10]])]
    assert met == [2, 3]


def test_rounding_of_a_large_cost_does_not_meet_a_strict_bound() -> None:
    """The cost is 372841110.3 in tenths; the sum of floats is a little less."""
    costs = [[0, 1273923.7], [539574.2, 0]]
    matrix = [[723, 277], [37, 463]]
    assert Want("cost < 372841110.3").resolve(MAIL, costs=costs).gap(matrix) > 0
    assert Want("cost < 372841130").resolve(MAIL, costs=costs).gap(matrix) == 0
    assert Want("cost <= 372841110.3").resolve(MAIL, costs=costs).gap(matrix) == 0


@pytest.mark.parametrize(
    "text", ["cost <= 0.5 per row", "cost <= 0.5 a row", "at most 0.5 per row cost"]
)
def test_a_cost_per_row_is_the_average_cost(text: str) -> None:
    assert Want(text) == Want("average cost <= 0.5")


def test_costs_are_bounded_where_they_are_given() -> None:
    costs = [[0, 1], [10, 0]]
    assert Want("cost <= 49").resolve(MAIL, costs=costs).gap(MATRIX) == 0.0
    assert Want("cost <= 48").resolve(MAIL, costs=costs).gap(MATRIX) == 1.0
    with raises("costs-missing"):
        Want("cost <= 48").resolve(MAIL)
    with raises("bad-costs"):
        Want("cost <= 48").resolve(MAIL, costs=[1, 2, 3])


def test_a_matrix_with_blanks_bounds_errors_above_and_hits_below() -> None:
    want = Want([[None, 5], [np.nan, 9]]).resolve(MAIL)
    assert want.gap(MATRIX) == 4 + 2
    assert want.is_met([[96, 3], [1, 10]])
    assert want.target(MATRIX).tolist() == [[94, 5], [2, 9]]


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        (5, "not-a-want"),
        (None, "not-a-want"),
        ([[1, 2], [3]], "not-a-want"),
        ([[1, 2, 3], [4, 5, 6]], "matrix-size"),
        ([["a", 1], [2, 3]], "not-a-want"),
        ([[None] * 2] * 2, "want-empty"),
        ([[-1, 2], [3, 4]], "bad-count"),
    ],
)
def test_other_things_are_refused(spec: object, code: str) -> None:
    with raises(code):
        Want(spec)


def test_a_matrix_of_another_size_is_refused() -> None:
    with raises("matrix-size", rows=2, classes=3):
        Want([[None, 5], [None, None]]).resolve(["a", "b", "c"])
    with raises("matrix-size", shape=(3, 3)):
        Want("fp <= 5").resolve(MAIL).gap(np.zeros((3, 3)))


def test_an_unknown_class_is_told_with_the_closest() -> None:
    with raises("unknown-class", name="spm", suggestion="spam"):
        Want("recall(spm) >= 0.9").resolve(MAIL)
    # Another word for the other class is no slip of the pen.
    with raises("unknown-class", name="ham", suggestion=None):
        Want("recall(ham) >= 0.9").resolve(["legitimate", "spam"])
    with raises("unknown-class", name="xyzzy", suggestion=None):
        Want("recall(xyzzy) >= 0.9").resolve(MAIL)


def test_classes_are_found_as_numbers_and_without_case() -> None:
    assert Want("recall(1) >= 0").resolve([0, 1]).bounds[0].places == (1,)
    assert Want("recall(1.0) >= 0").resolve([0, 1]).bounds[0].places == (1,)
    assert Want("recall(1) >= 0").resolve(np.array([0.0, 1.0])).bounds[0].places == (1,)
    assert Want("recall(SPAM) >= 0").resolve(MAIL).bounds[0].places == (1,)
    assert Want("recall(true) >= 0").resolve([False, True]).bounds[0].places == (1,)
    assert Want("recall(a) >= 0").resolve(["A", "a"]).bounds[0].places == (1,)


def test_the_positive_class_is_the_second_unless_told() -> None:
    assert Want("fn <= 0").resolve(MAIL).gap(MATRIX) == 4
    assert Want("fn <= 0").resolve(MAIL, positive="ham").gap(MATRIX) == 9
    with raises("class-needed", measure="fn"):
        Want("fn <= 0").resolve(["a", "b", "c"])
    assert Want("fn <= 0").resolve(["a", "b", "c"], positive="b").bounds[0].places == (1,)


@pytest.mark.parametrize(
    ("want", "row_sums", "named"),
    [
        ("fp <= 3 and fp >= 5 and recall >= .9", None, "fp <= 3 and fp >= 5"),
        ("recall >= .9 and fnr >= .2", None, "recall >= 90% and fnr >= 20%"),
        ("fp >= 500", [99, 11], "fp >= 500"),
        ("1.5% <= fpr <= 1.6%", [100, 50], "fpr >= 1.5% and fpr <= 1.6%"),
        ("tp >= 8 and fn >= 4", [99, 11], "tp >= 8 and fn >= 4"),
        ("balanced accuracy >= 90% and errors >= 100", [99, 11], None),
        ("recall > 1", [10, 10], "recall > 100%"),
    ],
)
def test_contradictions_name_the_bounds_that_clash(
    want: str, row_sums: list | None, named: str | None
) -> None:
    rows = {} if row_sums is None else dict(zip(MAIL, row_sums))
    with raises("contradiction", rows=rows) as raised:
        Want(want).resolve(MAIL, row_sums=row_sums)
    assert isinstance(raised.value, Contradiction)
    assert Want.of_bounds(raised.value.bounds) == Want(named or want)


def nearest_by_force(want: object, matrix: np.ndarray) -> float:
    (a, b), (c, d) = matrix
    distances = [
        abs(first - b) + abs(second - d)
        for first, second in product(range(a + b + 1), range(c + d + 1))
        if want.is_met([[a + b - first, first], [c + d - second, second]])
    ]
    return min(distances, default=np.inf)


WANTS = ["fp <= 2", "recall >= 60% and precision >= 70%", "f1 >= 0.8", "fp = 3", "accuracy > 70%",
         "balanced accuracy >= 75%", "fnr < 20%, fp >= 1"]  # fmt: skip


@settings(max_examples=60)
@given(st.lists(st.integers(0, 7), min_size=4, max_size=4), st.sampled_from(WANTS))
def test_the_target_keeps_row_sums_meets_the_want_and_is_nearest(cells: list, text: str) -> None:
    matrix = np.array(cells).reshape(2, 2) + np.eye(2, dtype=int)
    want = Want(text).resolve(MAIL)
    nearest = nearest_by_force(want, matrix)
    if np.isinf(nearest):
        with raises("contradiction"):
            want.target(matrix)
        return
    target = want.target(matrix)
    np.testing.assert_array_equal(target.sum(axis=1), matrix.sum(axis=1))
    assert want.is_met(target)
    assert np.abs(target - matrix).sum() / 2 == nearest


@pytest.mark.parametrize("text", ["fp <= 3", "fp < 2.5", "cost <= 0.125", "fpr <= 2.5%"])
def test_a_limit_is_written_as_it_was_given(text: str) -> None:
    (bound,) = Want(text).bounds
    assert str(bound) == text
    assert Want(str(bound)).bounds == (bound,)


@pytest.mark.parametrize(
    ("spec", "example"), [(5, "fp <= 5"), (0.5, "fp <= 0.5"), (None, "fp <= 5")]
)
def test_a_number_alone_is_answered_with_how_a_want_is_written(spec: object, example: str) -> None:
    with raises("not-a-want", example=example):
        Want(spec)


def test_a_want_in_the_place_of_candidates_is_recognized() -> None:
    with raises("want-as-candidates", want="recall >= 0.95"):
        SteeredClassifier("recall >= 0.95").fit(np.eye(4), [0, 1, 0, 1])


NAMES = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)))


@given(st.lists(NAMES, min_size=2, max_size=3, unique=True), st.integers(0, 9))
def test_any_class_name_can_be_written_and_read_again(names: list[str], count: int) -> None:
    want = Want.of_bounds([Bound("cell", (names[0], names[1]), "<=", count)])
    assert Want(str(want)) == want
    assert want.resolve(names).bounds[0].places == (0, 1)


def test_violations_name_the_bound_in_the_way() -> None:
    first, second = Want("fp <= 5 and recall >= 0.9 and tn >= 3").resolve(MAIL).violations(MATRIX)
    assert (first.bound, first.value, first.rows) == (Bound("fp", (), "<=", 5.0), 9.0, 4.0)
    assert (second.bound.measure, second.rows) == ("recall", 3.0)
    assert second.value == pytest.approx(7 / 11)


def test_many_matrices_are_held_against_the_want_at_once() -> None:
    rng = np.random.default_rng(0)
    falses, misses = rng.integers(0, 30, 50), rng.integers(0, 20, 50)
    stack = np.array([[[30 - f, f], [m, 20 - m]] for f, m in zip(falses, misses)])
    want = Want("fpr <= 10%, recall >= 0.8, precision > 50%").resolve(MAIL)
    np.testing.assert_array_equal(want.gaps(stack), [want.gap(matrix) for matrix in stack])


def test_a_want_on_a_class_that_differs_by_a_space_is_about_that_class() -> None:
    classes = np.array(["ham", "ham ", "spam"])
    bound = Want('cell("ham ", spam) <= 3').resolve(classes)
    matrix = np.zeros((3, 3), dtype=np.int64)
    matrix[1, 2] = 9
    assert len(list(bound.violations(matrix))) == 1
    assert not list(bound.violations(matrix[[1, 0, 2]]))


def test_wants_of_bounds_are_joined_and_compared_by_value() -> None:
    few, many = Bound("fp", (), "<=", 5), Bound("recall", ("spam",), ">=", 0.9, locked=True)
    joined = Want.of_bounds([few]) & Want.of_bounds([many])
    assert joined == Want.of_bounds([few, many])
    assert hash(joined) == hash(Want.of_bounds([few, many]))
    assert joined.asked_bounds == (few,)
    assert joined != Want(str(joined))  # what was written is never locked
    with raises("want-empty"):
        Want.of_bounds([])


@pytest.mark.parametrize("count", [7, 1_234_567, 2**53 - 1])
def test_large_counts_are_written_to_the_last_row(count: int) -> None:
    want = Want.of_bounds([Bound("errors", (), "<=", float(count))])
    assert Want(str(want)) == want
