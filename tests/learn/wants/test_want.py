"""Reading wants, binding them to classes, and holding them against confusion matrices."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steersman import SteeredClassifier, Want
from steersman.errors import SteersmanError
from steersman.learn.wants import in_quotes
from steersman.learn.wants.grammar import MEASURE_NAMES, WantSyntaxError, quoted

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
    ("written", "position", "says"),
    [
        ("", 0, "empty"),
        ("   ", 3, "empty"),
        ("fp 5", 3, "expected one of <="),
        ("fp <=", 5, "expected a number"),
        ("fp <= five", 6, "expected a number"),
        ("fn <= 3 and fq <= 5", 12, "no measure 'fq'"),
        ("fp <= 5 fn <= 3", 8, "expected 'and'"),
        ("fp <= 5 and", 11, "expected a measure"),
        ("recall(spam >= 3", 6, "bracket is not closed"),
        ("recall() >= 3", 7, "name of a class"),
        ("cell(ham) <= 3", 0, "two classes"),
        ("accuracy(ham) >= 1", 0, "no class"),
        ("fpr <= 2", 7, "write 2%"),
        ("fp <= 2%", 6, "is a count"),
        ("fp >= -1", 6, "negative"),
        ("3 <= fp >= 2", 4, "same way"),
        ("fp and fn <= 3", 3, "expected one of <="),
        ("fn <= 1,\nfpp <= 5", 9, "did you mean fp?"),
    ],
)
def test_the_error_points_at_the_character(written: str, position: int, says: str) -> None:
    with pytest.raises(WantSyntaxError, match=r"at character") as raised:
        Want(written)
    assert raised.value.position == position
    assert says in str(raised.value)
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


@pytest.mark.parametrize("measure", sorted(set(MEASURE_NAMES.values()) - {"cell", "cost"}))
def test_every_measure_can_be_bound_and_held_against_a_matrix(measure: str) -> None:
    top = 1 if measure not in ("errors", "fn", "fp", "predicted", "tn", "tp") else 1000
    assert Want(f"{measure} <= {top}").bind(MAIL).gap(MATRIX) == 0.0
    assert Want(f"{measure} >= 0").bind(MAIL).gap(MATRIX) == 0.0


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
    assert {text: Want(text).bind(MAIL).gap(MATRIX) for text in gaps} == gaps


def test_precision_of_nothing_called_is_not_met() -> None:
    nothing_called = [[50, 0], [5, 0]]
    want = Want("precision >= 0.5").bind(MAIL)
    assert want.gap(nothing_called) == 1.0
    assert not want.met(nothing_called)
    assert want.target(nothing_called).tolist() == [[50, 0], [4, 1]]


def test_a_precision_of_at_least_nothing_holds_where_nothing_is_called() -> None:
    assert Want("precision >= 0").bind(MAIL).gap([[50, 0], [5, 0]]) == 0.0


def test_an_equal_rate_means_as_near_as_whole_rows_allow() -> None:
    want = Want("fpr = 5%").bind(MAIL)
    met = [fp for fp in range(51) if want.met([[50 - fp, fp], [0, 10]])]
    assert met == [2, 3]


def test_costs_are_bounded_where_they_are_given() -> None:
    costs = [[0, 1], [10, 0]]
    assert Want("cost <= 49").bind(MAIL, costs=costs).gap(MATRIX) == 0.0
    assert Want("cost <= 48").bind(MAIL, costs=costs).gap(MATRIX) == 1.0
    with pytest.raises(SteersmanError, match="cost"):
        Want("cost <= 48").bind(MAIL)
    with pytest.raises(SteersmanError, match="costs of shape"):
        Want("cost <= 48").bind(MAIL, costs=[1, 2, 3])


def test_a_matrix_with_blanks_bounds_errors_above_and_hits_below() -> None:
    want = Want([[None, 5], [np.nan, 9]]).bind(MAIL)
    assert want.gap(MATRIX) == 4 + 2
    assert want.met([[96, 3], [1, 10]])
    assert want.target(MATRIX).tolist() == [[94, 5], [2, 9]]


@pytest.mark.parametrize(
    "spec",
    [
        5,
        None,
        [[1, 2], [3]],
        [[1, 2, 3], [4, 5, 6]],
        [["a", 1], [2, 3]],
        [[None] * 2] * 2,
        [[-1, 2], [3, 4]],
    ],
)
def test_other_things_are_refused_with_a_sentence(spec: object) -> None:
    with pytest.raises(SteersmanError, match="want"):
        Want(spec)


def test_a_matrix_of_another_size_is_refused() -> None:
    with pytest.raises(SteersmanError, match="2 rows and there are 3 classes"):
        Want([[None, 5], [None, None]]).bind(["a", "b", "c"])
    with pytest.raises(SteersmanError, match="shape"):
        Want("fp <= 5").bind(MAIL).gap(np.zeros((3, 3)))


def test_an_unknown_class_is_told_with_the_closest() -> None:
    with pytest.raises(SteersmanError, match=r"no class 'spm'.*did you mean 'spam'.*'ham', 'spam'"):
        Want("recall(spm) >= 0.9").bind(MAIL)


def test_classes_are_found_as_numbers_and_without_case() -> None:
    assert Want("recall(1) >= 0").bind([0, 1]).bounds[0].indices == (1,)
    assert Want("recall(1.0) >= 0").bind([0, 1]).bounds[0].indices == (1,)
    assert Want("recall(1) >= 0").bind(np.array([0.0, 1.0])).bounds[0].indices == (1,)
    assert Want("recall(SPAM) >= 0").bind(MAIL).bounds[0].indices == (1,)
    assert Want("recall(true) >= 0").bind([False, True]).bounds[0].indices == (1,)
    assert Want("recall(a) >= 0").bind(["A", "a"]).bounds[0].indices == (1,)


def test_the_positive_class_is_the_second_unless_told() -> None:
    assert Want("fn <= 0").bind(MAIL).gap(MATRIX) == 4
    assert Want("fn <= 0").bind(MAIL, positive="ham").gap(MATRIX) == 9
    with pytest.raises(SteersmanError, match="of which class"):
        Want("fn <= 0").bind(["a", "b", "c"])
    assert Want("fn <= 0").bind(["a", "b", "c"], positive="b").bounds[0].indices == (1,)


@pytest.mark.parametrize(
    ("want", "row_sums", "named"),
    [
        ("fp <= 3 and fp >= 5 and recall >= .9", None, "fp <= 3 and fp >= 5 cannot hold together"),
        ("recall >= .9 and fnr >= .2", None, "recall >= 90% and fnr >= 20%"),
        ("fp >= 500", [99, 11], "fp >= 500 cannot hold on these rows"),
        ("1.5% <= fpr <= 1.6%", [100, 50], "cannot hold together"),
        ("tp >= 8 and fn >= 4", [99, 11], "cannot hold together"),
        ("balanced accuracy >= 90% and errors >= 100", [99, 11], "cannot hold together"),
        ("recall > 1", [10, 10], "cannot hold"),
    ],
)
def test_contradictions_are_told(want: str, row_sums: list | None, named: str) -> None:
    with pytest.raises(SteersmanError, match="cannot hold") as raised:
        Want(want).bind(MAIL, row_sums=row_sums)
    assert named in str(raised.value)


def nearest_by_force(want: object, matrix: np.ndarray) -> float:
    (a, b), (c, d) = matrix
    distances = [
        abs(first - b) + abs(second - d)
        for first, second in product(range(a + b + 1), range(c + d + 1))
        if want.met([[a + b - first, first], [c + d - second, second]])
    ]
    return min(distances, default=np.inf)


WANTS = ["fp <= 2", "recall >= 60% and precision >= 70%", "f1 >= 0.8", "fp = 3", "accuracy > 70%",
         "balanced accuracy >= 75%", "fnr < 20%, fp >= 1"]  # fmt: skip


@settings(max_examples=60)
@given(st.lists(st.integers(0, 7), min_size=4, max_size=4), st.sampled_from(WANTS))
def test_the_target_keeps_row_sums_meets_the_want_and_is_nearest(cells: list, text: str) -> None:
    matrix = np.array(cells).reshape(2, 2) + np.eye(2, dtype=int)
    want = Want(text).bind(MAIL)
    nearest = nearest_by_force(want, matrix)
    if np.isinf(nearest):
        with pytest.raises(SteersmanError):
            want.target(matrix)
        return
    target = want.target(matrix)
    np.testing.assert_array_equal(target.sum(axis=1), matrix.sum(axis=1))
    assert want.met(target)
    assert np.abs(target - matrix).sum() / 2 == nearest


@pytest.mark.parametrize(("spec", "todo"), [(5, "fp <= 5"), (0.5, "fp <= 0.5"), (None, "fp <= 5")])
def test_a_number_alone_is_answered_with_how_a_want_is_written(spec: object, todo: str) -> None:
    with pytest.raises(SteersmanError, match=f"alone is no want.*such as '{todo}'"):
        Want(spec)


def test_a_want_in_the_place_of_candidates_is_recognized() -> None:
    with pytest.raises(SteersmanError, match=r"looks like a want.*write want='recall >= 0.95'"):
        SteeredClassifier("recall >= 0.95").fit(np.eye(4), [0, 1, 0, 1])


NAMES = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)))


@given(st.lists(NAMES, min_size=2, max_size=3, unique=True), st.integers(0, 9))
def test_any_class_name_can_be_written_and_read_again(names: list[str], count: int) -> None:
    for written in (quoted, in_quotes):
        text = f"cell({written(names[0])}, {written(names[1])}) <= {count}"
        (bound,) = Want(text).bounds
        assert bound.classes == (names[0], names[1])
    assert Want(str(Want(text))) == Want(text)
    assert Want(text).bind(names).bounds[0].indices == (0, 1)


def test_violations_name_the_bound_in_the_way() -> None:
    first, second = Want("fp <= 5 and recall >= 0.9 and tn >= 3").bind(MAIL).violations(MATRIX)
    assert (first.bound, first.value, first.rows) == ("fp <= 5", 9.0, 4.0)
    assert "recall >= 90% does not hold: it is 63.6%, 3 rows" in str(second)


def test_many_matrices_are_held_against_the_want_at_once() -> None:
    rng = np.random.default_rng(0)
    falses, misses = rng.integers(0, 30, 50), rng.integers(0, 20, 50)
    stack = np.array([[[30 - f, f], [m, 20 - m]] for f, m in zip(falses, misses)])
    want = Want("fpr <= 10%, recall >= 0.8, precision > 50%").bind(MAIL)
    np.testing.assert_array_equal(want.gaps(stack), [want.gap(matrix) for matrix in stack])


def test_a_want_on_a_class_that_differs_by_a_space_is_about_that_class() -> None:
    classes = np.array(["ham", "ham ", "spam"])
    bound = Want('cell("ham ", spam) <= 3').bind(classes)
    matrix = np.zeros((3, 3), dtype=np.int64)
    matrix[1, 2] = 9
    assert len(list(bound.violations(matrix))) == 1
    assert not list(bound.violations(matrix[[1, 0, 2]]))
