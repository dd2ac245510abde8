"""Sentences about bounds: their numbers, and that what an error suggests can be read."""

from __future__ import annotations

import re

import numpy as np
import pytest
from tests.errors import raises

from steersman.learn.wants import Want, reached_text, violation_text
from steersman.learn.wants.measures import measure_named
from steersman.learn.wants.resolved_want import Violation
from steersman.learn.wants.wording import (
    assumption_text,
    class_share_text,
    count_text,
    counts_text,
    future_text,
    gap_text,
    in_use_text,
    limit_text,
    share_text,
)

MAIL = ["ham", "spam"]
MATRIX = [[1204, 1], [32, 142]]
COSTS = [[0, 1], [10, 0]]


@pytest.mark.parametrize(
    ("want", "reached", "counts"),
    [
        ("recall >= 90%", "142 of 174 spam caught (81.6 %)", "142 of 174"),
        ("fn <= 2", "32 of 174 spam missed (18.4 %)", "32"),
        ("fpr <= 1%", "1 of 1,205 ham called spam (0.1 %)", "1 of 1,205"),
        ("cell(ham, spam) <= 3", "1 of 1,205 ham called spam (0.1 %)", "1"),
        ("precision >= 90%", "142 of 143 rows called spam are spam (99.3 %)", "142 of 143"),
        ("fdr <= 1%", "1 of 143 rows called spam are not spam (0.7 %)", "1 of 143"),
        ("npv >= 90%", "1,204 of 1,236 rows not called spam are not spam (97.4 %)", None),
        ("predicted(spam) <= 5", "143 rows called spam", "143"),
        ("accuracy >= 50%", "1,346 of 1,379 rows right (97.6 %)", "1,346 of 1,379"),
        ("errors <= 4", "33 of 1,379 rows wrong (2.4 %)", "33"),
        ("error rate <= 5%", "33 of 1,379 rows wrong (2.4 %)", "33 of 1,379"),
        ("f1 >= 50%", "f1 of spam 89.6 %", "89.6 %"),
        ("balanced accuracy >= 50%", "balanced accuracy 90.8 %", "90.8 %"),
        ("cost <= 5", "cost 321", "321"),
    ],
)
def test_a_bound_is_told_by_its_rows(want: str, reached: str, counts: str | None) -> None:
    resolved = Want(want).resolve(MAIL, costs=COSTS)
    (bound,) = resolved.bounds
    assert reached_text(bound, resolved, MATRIX) == reached
    if counts is not None:
        assert counts_text(bound, resolved, MATRIX) == counts


@pytest.mark.parametrize(
    ("want", "future"),
    [
        ("recall >= 90%", "at least 90 % of new spam is caught"),
        ("precision >= 90%", "at least 90 % of new rows called spam are spam"),
        ("fdr <= 1%", "at most 1 % of new rows called spam are not spam"),
        ("npv >= 90%", "at least 90 % of new rows not called spam are not spam"),
        ("accuracy >= 50%", "at least 50 % of new rows are right"),
        ("error rate <= 5%", "at most 5 % of new rows are wrong"),
        ("f1 >= 50%", "f1 of spam is at least 50 % on new rows"),
        ("balanced accuracy >= 50%", "balanced accuracy is at least 50 % on new rows"),
        ("average cost <= 0.5", "a new row costs at most 0.5 on average"),
        ("refer <= 5%", "at most 5 % of new rows go to a person"),
        ("fpr <= 1% and refer <= 5%", "at most 1 % of new decided ham are called spam"),
    ],
)
def test_a_guarantee_is_about_new_rows(want: str, future: str) -> None:
    resolved = Want(want).resolve(MAIL, costs=COSTS)
    assert future_text(resolved.bounds[0], resolved) == future


def test_what_does_not_hold_says_how_many_rows_are_between() -> None:
    want = Want("recall >= 90%, fp <= 0, f1 >= 95%").resolve(MAIL)
    told = {
        each.bound.measure: violation_text(each, want, MATRIX) for each in want.violations(MATRIX)
    }
    assert told == {
        "recall": "142 of 174 spam caught (81.6 %; at least 90 % wanted, 15 more)",
        "fp": "1 of 1,205 ham called spam (0.1 %; at most 0 wanted, 1 too many)",
        "f1": "f1 of spam 89.6 % (at least 95 % wanted, 17 more)",
    }


@pytest.mark.parametrize(
    ("want", "plain"),
    [("fn <= 5%", "miss rate"), ("fp <= 5%", "false alarm rate"), ("tp >= 5%", "sensitivity")],
)
def test_a_share_of_a_count_suggests_the_plain_name_of_its_rate(want: str, plain: str) -> None:
    with raises("not-a-share") as caught:
        Want(want)
    (suggested,) = re.findall(rf"{plain} [<>]= 5 %", caught.value.todo)
    (bound,) = Want(suggested).bounds
    assert (measure_named(bound.measure).is_share, bound.value) == (True, 0.05)


@pytest.mark.parametrize(
    ("want", "other"),
    [("maximize recall", "fpr"), ("minimize fn", "fpr"), ("minimize fp", "recall")],
)
def test_an_objective_about_one_kind_of_error_suggests_a_limit_on_the_other(
    want: str, other: str
) -> None:
    with raises("objective-needs-limit") as caught:
        Want(want)
    suggested = Want(caught.value.todo.partition(": ")[2])
    assert [bound.measure for bound in suggested.bounds] == [other]
    assert suggested.objective is not None
    assert str(suggested.resolve(MAIL).objective) == str(suggested.objective) == want


def test_rates_are_of_the_rows_that_no_person_decides() -> None:
    want = Want("fpr <= 2% and precision >= 80% and refer <= 10%").resolve(MAIL)
    matrix = [[100, 2, 5], [3, 40, 6]]
    assert [reached_text(bound, want, matrix) for bound in want.bounds] == [
        "2 of 102 decided ham called spam (2 %)",
        "40 of 42 decided rows called spam are spam (95.2 %)",
        "11 of 156 rows go to a person (7.1 %)",
    ]


@pytest.mark.parametrize(
    ("want", "positive", "subject"),
    [
        ("recall >= 0%", "spam", "spam caught"),
        ("recall(ham) >= 0%", "spam", "ham kept"),
        ("tp(ham) >= 0", "ham", "ham caught"),
        ("fn <= 9", "spam", "spam missed"),
        ("fnr(ham) <= 9%", "spam", "ham called spam"),
        ("fp <= 9", "spam", "ham called spam"),
        ("fpr(ham) <= 9%", "spam", "spam called ham"),
        ("specificity >= 0%", "spam", "ham not called spam"),
        ("tn >= 0", "spam", "ham not called spam"),
        ("cell(ham, ham) >= 0", "spam", "ham kept"),
        ("cell(spam, spam) >= 0", "spam", "spam caught"),
        ("cell(spam, ham) <= 9", "spam", "spam called ham"),
    ],
)
def test_rows_of_two_classes_are_caught_kept_missed_or_called_the_other(
    want: str, positive: str, subject: str
) -> None:
    resolved = Want(want).resolve(MAIL, positive)
    (bound,) = resolved.bounds
    assert subject in reached_text(bound, resolved, MATRIX)
    if bound.is_row_rate:
        assert gap_text(bound, resolved) == subject


@pytest.mark.parametrize(
    ("want", "reached"),
    [
        ("recall(a) >= 0%", "6 of 9 a caught (66.7 %)"),
        ("fn(a) <= 9", "3 of 9 a missed (33.3 %)"),
        ("fpr(a) <= 9%", "5 of 20 other rows called a (25 %)"),
        ("specificity(a) >= 0%", "15 of 20 other rows not called a (75 %)"),
        ("cell(a, a) >= 0", "6 of 9 a caught (66.7 %)"),
        ("cell rate(b, a) <= 9%", "1 of 10 b called a (10 %)"),
        ("predicted(a) <= 9", "11 rows called a"),
        ("average cost <= 9", "average cost 0.4138 per row"),
    ],
)
def test_rows_of_several_classes_are_caught_missed_or_called(want: str, reached: str) -> None:
    resolved = Want(want).resolve(["a", "b", "c"], costs=[[0, 1, 1], [1, 0, 1], [1, 1, 0]])
    matrix = [[6, 2, 1], [1, 8, 1], [4, 3, 3]]
    assert reached_text(resolved.bounds[0], resolved, matrix) == reached


def test_a_bound_of_no_rows_has_no_share() -> None:
    for text, columns, nothing in (
        ("recall >= 0%", 2, "0 of 0 spam caught (0 %)"),
        ("refer <= 5%", 3, "0 of 0 rows go to a person (0 %)"),
        ("errors <= 3", 2, "0 of 0 rows wrong (0 %)"),
    ):
        want = Want(text).resolve(MAIL)
        assert reached_text(want.bounds[0], want, np.zeros((2, columns))) == nothing
    want = Want("refer <= 50%").resolve(MAIL)
    assert reached_text(want.bounds[0], want, [[1, 0, 1], [0, 2, 0]]) == (
        "1 of 4 rows goes to a person (25 %)"
    )


def test_a_share_in_use_is_said_where_it_decides() -> None:
    want = Want("precision >= 50%, recall >= 50%, f1 >= 1%").resolve(MAIL, prior=0.1)
    plain = Want("precision >= 50%").resolve(MAIL)
    precision, recall, f1 = want.bounds
    assert in_use_text(want) == "with 10 % spam in use"
    assert in_use_text(plain) == ""
    assert reached_text(precision, want, [[90, 10], [5, 15]]) == (
        "precision of spam 45.5 % with 10 % spam in use"
    )
    # A rate among rows of known truth is the same in use.
    assert reached_text(recall, want, [[90, 10], [5, 15]]) == "15 of 20 spam caught (75 %)"
    assert counts_text(precision, want, [[90, 10], [5, 15]]) == "45.5 %"
    assert counts_text(recall, want, [[90, 10], [5, 15]]) == "15 of 20"
    assert assumption_text(recall, want) == assumption_text(plain.bounds[0], plain)
    assumed = assumption_text(precision, want)
    assert assumed.startswith(assumption_text(recall, want))
    assert "10 % of them are spam" in assumed
    assert gap_text(f1, want) == "f1 of spam"
    assert class_share_text(f1, want, MATRIX) == ""


def test_a_guarantee_that_other_class_shares_would_break_says_so() -> None:
    matrix = [[90, 10], [5, 45]]
    want = Want("precision >= 5%, recall >= 5%, precision >= 2% for each clinic").resolve(
        MAIL, grouped=True
    )
    precision, recall, grouped = (class_share_text(each, want, matrix) for each in want.bounds)
    assert "33.3 % of the rows are spam" in precision
    assert recall == ""
    assert "in each group" in grouped
    several = Want("precision(a) >= 5%").resolve(["a", "b", "c"])
    (text,) = {class_share_text(several.bounds[0], several, rows) for rows in (np.eye(3),)}
    assert text
    assert "%" not in text
    nobody = Want("accuracy >= 5%").resolve(MAIL)
    assert "spam" in class_share_text(nobody.bounds[0], nobody, matrix)
    assert "0 % of the rows" in class_share_text(nobody.bounds[0], nobody, np.zeros((2, 2)))
    overall = Want("balanced accuracy >= 5%").resolve(["a", "b", "c"])
    assert class_share_text(overall.bounds[0], overall, np.eye(3)) == ""
    assert gap_text(overall.bounds[0], overall) == "balanced accuracy"


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.0, "0 %"), (0.0005, "0.1 %"), (0.00049, "0.05 %"), (0.00012, "0.01 %"), (0.5, "50 %"),
     (0.12345, "12.3 %"), (1.0, "100 %")],
)  # fmt: skip
def test_shares_have_as_many_digits_as_matter(share: float, text: str) -> None:
    assert share_text(share) == text


@pytest.mark.parametrize(
    ("value", "text"), [(3.0, "3"), (1205.0, "1,205"), (0.25, "0.25"), (1234.56, "1,235")]
)
def test_counts_have_their_thousands_apart(value: float, text: str) -> None:
    assert count_text(value) == text


@pytest.mark.parametrize(
    ("want", "limit"),
    [("fpr <= 0.05%", "at most 0.05 %"), ("fp < 1205", "less than 1,205"),
     ("recall > 1/3", "more than 33.3333 %"), ("fn = 2", "exactly 2"), ("tp >= 2", "at least 2")],
)  # fmt: skip
def test_a_limit_is_written_as_it_was_asked(want: str, limit: str) -> None:
    assert limit_text(Want(want).resolve(MAIL).bounds[0]) == limit


@pytest.mark.parametrize(
    ("rows", "promising", "said"),
    [
        (5.0, False, "; at most 1 % wanted, 5 too many)"),
        (np.inf, False, "; at most 1 % wanted)"),
        (0.0, False, "; at most 1 % wanted)"),
        (5.0, True, "; to guarantee at most 1 %, 5 too many)"),
        (0.0, True, "; at most 1 % cannot be guaranteed)"),
        (np.inf, True, "; at most 1 % cannot be guaranteed)"),
    ],
)
def test_rows_that_are_missing_are_counted_where_rows_can_help(
    rows: float, promising: bool, said: str
) -> None:
    want = Want("fpr <= 1%").resolve(MAIL)
    violation = Violation(want.bounds[0].written, 0.1, rows, promising)
    assert violation_text(violation, want, MATRIX).endswith(said)


def test_rows_that_go_to_a_person_are_a_part_of_all_rows() -> None:
    for text in ("referrals <= 20", "refer <= 20%"):
        want = Want(text).resolve(MAIL)
        said = reached_text(want.bounds[0], want, [[50, 3, 4], [2, 40, 1]])
        assert re.findall(r"\d+", said) == ["5", "100", "5"]


def test_a_class_without_letters_is_called_a_class_where_a_share_of_it_is_named() -> None:
    want = Want("precision(1) >= 40%, f1(1) >= 10%").resolve([0, 1], prior=0.1)
    assert in_use_text(want) == "with 10 % class 1 in use"
    matrix = [[90, 10], [5, 15]]
    assert reached_text(want.bounds[0], want, matrix).startswith("precision of class 1 ")
    assert assumption_text(want.bounds[0], want).endswith("10 % of them are class 1")
    plain = Want("precision(1) >= 40%, f1(1) >= 10%").resolve([0, 1])
    assert class_share_text(plain.bounds[0], plain, matrix).endswith("are class 1, as here.")
    assert reached_text(plain.bounds[1], plain, matrix).startswith("f1 of class 1 ")
    assert future_text(plain.bounds[1], plain).startswith("f1 of class 1 is ")
