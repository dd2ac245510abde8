"""Wants about known classes: their errors, what excludes what, and what cannot be asked."""

from __future__ import annotations

import numpy as np
import pytest
from tests.errors import raises

from steersman.learn.wants import Want, violations_on_other_sample
from steersman.learn.wants.amounts import Amount, amount
from steersman.learn.wants.prior import Prior, parsed_share
from steersman.learn.wants.reader import LONGEST_WANT, Reader

MAIL = ("ham", "spam")
LETTERS = ("a", "b", "c")
MATRIX = np.array([[90, 9], [4, 7]])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("5", Amount(5.0, False, 5.0, 0, "5")),
        ("  0.05 ", Amount(0.05, False, 0.05, 2, "0.05")),
        ("2 %", Amount(0.02, True, 2.0, 0, "2 %")),
        ("-3e1", Amount(-30.0, False, -30.0, 0, "-3e1")),
        (".5", Amount(0.5, False, 0.5, 0, ".5")),
        ("1_000", Amount(1000.0, False, 1000.0, 0, "1_000")),
        ("0,5 %", Amount(0.005, True, 0.5, 0, "0,5 %")),
        ("3,5", Amount(3.5, False, 3.5, 0, "3,5")),
        ("1,205", Amount(1.205, False, 1205.0, 0, "1,205")),
        ("0,205", Amount(0.205, False, 0.205, 0, "0,205")),
        ("1,234,567", Amount(1234567.0, False, 1234567.0, 0, "1,234,567")),
        ("1,2,3", Amount(1.0, False, 1.0, 0, "1")),
        ("1/200", Amount(0.005, True, 1.0, 0, "1/200")),
        ("3 in 1,200", Amount(0.0025, True, 3.0, 0, "3 in 1,200")),
        ("one in 200", Amount(0.005, True, 1.0, 0, "one in 200")),
        ("2 out of 3", Amount(0.666667, True, 2.0, 0, "2 out of 3")),
    ],
)
def test_an_amount_is_a_number_a_share_or_a_count(text: str, found: Amount) -> None:
    assert amount(Reader(text)) == pytest.approx(found)


@pytest.mark.parametrize(
    ("value", "share", "looks"),
    [(0.5, False, True), (0.0, False, False), (1.0, False, False), (5.0, False, False),
     (0.0, True, True), (1.0, True, True), (-0.5, False, False)],
)  # fmt: skip
def test_a_number_between_nothing_and_one_looks_like_a_share(
    value: float, share: bool, looks: bool
) -> None:
    assert Amount(value, share, value, 0, "").looks_like_share is looks


@pytest.mark.parametrize(
    ("text", "share"), [("10%", 0.1), ("1 in 200", 0.005), (" 0.1 ", 0.1), ("1", 1.0)]
)
def test_a_share_is_read_alone(text: str, share: float) -> None:
    assert parsed_share(text) == share
    with raises("share-expected"):
        parsed_share(f"{text} of spam")
    with raises("number-expected"):
        parsed_share("some")


@pytest.mark.parametrize("share", [0.0, 1.0, -0.1, 2.0, float("nan")])
def test_a_prior_lies_between_nothing_and_all(share: float) -> None:
    with raises("bad-prior"):
        Prior.of(share, 1, 2)


def test_a_prior_is_of_two_classes_and_weighs_their_rows() -> None:
    for classes in (1, 3):
        with raises("prior-of-several-classes", classes=classes):
            Prior.of(0.1, 1, classes)
    prior = Prior.of(0.1, 0, 2)
    assert prior.shares().tolist() == [0.1, 0.9]
    assert prior.weights(np.array([50.0, 50.0])).tolist() == pytest.approx([0.2, 1.8])
    assert prior.weights(np.array([0.0, 50.0])).tolist() == pytest.approx([0.0, 0.9])
    sums = np.array([30.0, 10.0])
    assert prior.weights(sums) @ sums == pytest.approx(40.0)
    # Without a class to catch it is the share of the second.
    assert Want("fp <= 3").resolve(MAIL, prior=0.1).prior == Prior(0.1, 1)
    assert Want("fp <= 3").resolve(MAIL, "ham", prior=0.1).prior == Prior(0.1, 0)


def test_a_want_is_read_up_to_a_length() -> None:
    text = "fp <= 3".ljust(LONGEST_WANT)
    assert Want(text) == Want("fp <= 3")
    with raises("want-too-long", position=0):
        Want(text + " ")


@pytest.mark.parametrize(
    ("want", "bounded"),
    [
        ("fp(b) <= 3", [[0, 1, 0], [0, 0, 0], [0, 1, 0]]),
        ("recall(b) >= 50%", [[0, 0, 0], [1, 0, 1], [0, 0, 0]]),
        ("cell(a, c) <= 3", [[0, 0, 1], [0, 0, 0], [0, 0, 0]]),
        ("cell(a, a) >= 3", [[0, 1, 1], [0, 0, 0], [0, 0, 0]]),
        ("errors <= 3", [[0, 1, 1], [1, 0, 1], [1, 1, 0]]),
        ("refer <= 5%", [[0, 0, 0], [0, 0, 0], [0, 0, 0]]),
        ("fp(b) <= 3 and cell(a, c) <= 3", [[0, 1, 1], [0, 0, 0], [0, 1, 0]]),
        ("fpr(b) gap over clinic <= 3%", [[0, 1, 1], [1, 0, 1], [1, 1, 0]]),
    ],
)
def test_errors_are_those_that_a_limit_is_about_or_the_others(
    want: str, bounded: list[list[int]]
) -> None:
    resolved = Want(want).resolve(LETTERS, grouped=True)
    assert resolved.bounded_errors().astype(int).tolist() == bounded
    errors = 1 - np.eye(3, dtype=int)
    others = errors - np.array(bounded)
    assert resolved.other_errors().tolist() == (others if others.any() else errors).tolist()


def test_a_gap_between_groups_and_costs_by_row_are_not_decided_by_the_matrix_of_all_rows() -> None:
    for text in ("fpr gap over clinic <= 3%", "cost <= 5", "average cost <= 1"):
        want = Want(text).resolve(MAIL, grouped=True, row_costs=True)
        assert want.bounds[0].by_row
        assert want.gap(MATRIX) == 0.0
        (line,) = want.linear(MATRIX.sum(axis=1))
        assert not line.weights.any()
        assert line.least == 0.0
        assert want.target(MATRIX).tolist() == MATRIX.tolist()
    assert not Want("fp <= 5").resolve(MAIL, row_costs=True).bounds[0].by_row
    with raises("groups-missing"):
        Want("fpr gap over clinic <= 3%").resolve(MAIL)
    with raises("groups-missing"):
        Want("fpr <= 3% for each clinic").resolve(MAIL)


@pytest.mark.parametrize(
    ("want", "matrix"),
    [
        ("fpr <= 1%", [[0, 0], [3, 4]]),
        ("fpr < 1%", [[0, 0], [3, 4]]),
        ("recall >= 90%", [[3, 4], [0, 0]]),
        ("recall > 90%", [[3, 4], [0, 0]]),
        ("fnr = 50%", [[3, 4], [0, 0]]),
    ],
)
def test_a_rate_of_no_rows_cannot_be_broken(want: str, matrix: list[list[int]]) -> None:
    assert Want(want).resolve(MAIL).gap(matrix) == 0.0


def test_without_limits_every_matrix_is_its_own_target() -> None:
    want = Want("minimize errors").resolve(MAIL, row_sums=[99, 11])
    assert want.is_met(MATRIX)
    assert want.target(MATRIX).tolist() == MATRIX.tolist()
    assert want.linear(MATRIX.sum(axis=1)) == []
    assert want.violations(MATRIX) == ()


def test_a_target_that_cannot_be_names_the_bounds_in_the_way() -> None:
    with raises("contradiction", rows={"ham": 99, "spam": 11}) as caught:
        Want("fp >= 100 and fn <= 3").resolve(MAIL).target(MATRIX)
    assert [str(bound) for bound in caught.value.bounds] == ["fp >= 100"]


def test_a_want_is_written_as_it_was_asked() -> None:
    want = Want("maximize recall(spam) subject to fpr <= 2% and cell(ham, spam) <= 3").resolve(MAIL)
    assert str(want) == str(want.want)
    assert [str(bound) for bound in want.bounds] == ["fpr <= 2%", "cell(ham, spam) <= 3"]
    assert str(want.objective) == "maximize recall(spam)"


@pytest.mark.parametrize(
    ("want", "matrix", "rows_meant", "broken"),
    [
        # Of 110 rows, as asked.
        ("fp <= 9 and fn <= 4", MATRIX, 110, []),
        ("fp <= 8 and fn <= 3", MATRIX, 110, ["fp <= 8", "fn <= 3"]),
        # Asked of twice as many rows, half as many are allowed here, and the other way round.
        ("fp <= 18 and fn <= 6", MATRIX, 220, ["fn <= 6"]),
        ("fp <= 5 and fn <= 2", MATRIX, 55, []),
        ("fpr <= 5% and recall >= 60%", MATRIX, 220, ["fpr <= 5%"]),
        ("cost <= 50 and fp <= 16", MATRIX, 220, ["cost <= 50", "fp <= 16"]),
        ("fp <= 16 and cost <= 60 and fpr <= 1%", MATRIX, 220, ["fp <= 16", "fpr <= 1%"]),
    ],
)
def test_counts_are_held_against_other_rows_in_proportion(
    want: str, matrix: np.ndarray, rows_meant: int, broken: list[str]
) -> None:
    resolved = Want(want).resolve(MAIL, costs=[[0, 1], [5, 0]])
    found = violations_on_other_sample(resolved, matrix, rows_meant)
    assert len(found) == len(broken)
    # What was asked of other rows is said as it was asked.
    asked = [bound for bound in broken if rows_meant != 110 and not bound.startswith("fpr")]
    assert sum(any(text.startswith(bound) for bound in broken) for text in found) == len(asked)
    assert all(any(text.startswith(bound) for text in found) for bound in asked)


@pytest.mark.parametrize(
    ("want", "options", "reason"),
    [
        ("refer <= 5% and balanced accuracy >= 50%", {}, "balanced accuracy"),
        ("maximize balanced accuracy subject to refer <= 5%", {}, "balanced accuracy"),
        (
            "refer <= 5% and fpr <= 2% for each clinic",
            {"grouped": True},
            "fpr <= 2% for each clinic",
        ),
        ("refer <= 5%", {"row_costs": True}, "a cost column"),
        ("refer <= 5%", {"prior": 0.1}, "a prior"),
    ],
)
def test_what_cannot_be_asked_together_with_a_referral(
    want: str, options: dict[str, object], reason: str
) -> None:
    with raises("not-with-referral", reason=reason):
        Want(want).resolve(MAIL, **options)
    Want("refer <= 5% and fpr <= 2%").resolve(MAIL)


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        ([[1]], "matrix-size"),
        ([1, 2], "matrix-size"),
        (np.zeros((2, 2, 2)), "matrix-size"),
        ([[np.inf, 1], [1, 1]], "bad-count"),
        ([[1, 1], [1, -1]], "bad-count"),
        ([["", ""], ["", ""]], "want-empty"),
        ([[0, 0], [0, 0]], ""),
        ([["", 3], ["", ""]], ""),
    ],
)
def test_a_wanted_matrix_is_square_and_of_counts(spec: object, code: str) -> None:
    if code:
        with raises(code):
            Want(spec)
        return
    assert Want(spec).n_classes == 2


@pytest.mark.parametrize(
    "costs", [[1, 2, 3], [[0, 1, 2], [1, 0, 2]], [[0, np.inf], [1, 0]], [[0, np.nan], [1, 0]]]
)
def test_costs_are_finite_and_one_for_each_decision(costs: object) -> None:
    with raises("bad-costs"):
        Want("cost <= 5").resolve(MAIL, costs=costs)


def test_a_matrix_may_have_a_column_of_referred_rows_only_where_a_person_is_asked() -> None:
    plain, asking = (Want(text).resolve(MAIL) for text in ("fp <= 5", "fp <= 5 and refer <= 5%"))
    referred = [[80, 9, 10], [4, 7, 0]]
    assert plain.checked_matrix(MATRIX).shape == (2, 2)
    assert asking.checked_matrix(MATRIX).tolist() == [[90, 9, 0], [4, 7, 0]]
    assert asking.checked_matrix(referred).tolist() == referred
    for want, matrix in ((plain, referred), (asking, np.zeros((3, 3))), (asking, np.zeros(4))):
        with raises("matrix-size"):
            want.checked_matrix(matrix)
    assert Want("fp <= 5").resolve(MAIL, refers=True).checked_matrix(MATRIX).shape == (2, 3)


def test_a_share_at_a_prior_is_not_met_by_less_than_a_row() -> None:
    """Rows weigh no whole numbers there, so that half a row is more than nothing."""
    want = Want("precision of spam >= 90%").resolve(MAIL, "spam", prior=0.1)
    for caught, met in ((8, False), (9, True)):
        matrix = np.array([[999, 1], [100 - caught, caught]])
        assert want.is_met(matrix) is met
        assert (want.bounds[0].value(matrix, None) >= 0.9) is met
