"""Sentences about bounds: their numbers, and that what an error suggests can be read."""

from __future__ import annotations

import re

import pytest
from tests.errors import raises

from steersman.learn.wants import Want, reached_text, violation_text
from steersman.learn.wants.measures import measure_named
from steersman.learn.wants.wording import counts_text, future_text

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
    ],
)
def test_a_guarantee_is_about_new_rows(want: str, future: str) -> None:
    resolved = Want(want).resolve(MAIL)
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
