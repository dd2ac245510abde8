"""Wants as people write them: fractions, phrases with the class as a word, and objectives."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.errors import raises

from steersman import Want
from steersman.learn.wants import (
    MEASURES,
    Bound,
    Objective,
    Scope,
    want_completions,
    want_examples,
)
from steersman.learn.wants.amounts import RELATION_WORDS

MAIL = ["ham", "spam"]
COSTS = [[0.0, 1.0], [5.0, 0.0]]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("fpr <= 1/200", "fpr <= 0.5%"),
        ("no gap in fpr over region", "fpr gap over region <= 0%"),
        ("no  the gap in fpr over region", "fpr gap over region <= 0%"),
        ("fpr <= 1 in 200", "fpr <= 0.5%"),
        ("fpr <= 1 out of 200", "fpr <= 0.5%"),
        ("at most one in 200 ham lost", "fnr(ham) <= 0.5%"),
        ("at most 1 in 200 ham lost", "fnr(ham) <= 0.5%"),
        ("no more than 1% false alarms", "fpr <= 1%"),
        ("at most 1% false alarms", "fpr <= 1%"),
        ("false alarms <= 6", "fp <= 6"),
        ("false alarms <= 0.01", "fpr <= 1%"),
        ("false alarm rate < 1 percent", "fpr < 1%"),
        ("false positives at most 2 per cent", "fpr <= 2%"),
        ("less than 5 fp", "fp < 5"),
        ("max 2% false alarms", "fpr <= 2%"),
        ("fpr <= 0,5 %", "fpr <= 0.5%"),
        ("recall >= 0,95, fp <= 3", "recall >= 95% and fp <= 3"),
        ("fp <= 3,5 <= fn", "fp <= 3 and fn >= 5"),
        ("fp <= 1,205", "fp <= 1205"),
        ("missed spam <= 5%", "fnr(spam) <= 5%"),
        ("missed spam <= 5", "fn(spam) <= 5"),
        ("spam missed <= 5%", "fnr(spam) <= 5%"),
        ('missed "New York" <= 5%', "fnr(New York) <= 5%"),
        ("the share of missed spam is at most 5%", "fnr(spam) <= 5%"),
        ("ham called spam <= 6", "cell(ham, spam) <= 6"),
        ("at most 6 ham called spam", "cell(ham, spam) <= 6"),
        ("ham predicted as spam <= 0,5 %", "cell rate(ham, spam) <= 0.5%"),
        ("spam caught >= 95%", "recall(spam) >= 95%"),
        ("at least 95% of spam caught", "recall(spam) >= 95%"),
        ("lose at most 0.5 % of ham", "fnr(ham) <= 0.5%"),
        ("miss at most 5 % of spam", "fnr(spam) <= 5%"),
        ("miss at most 5 %", "fnr <= 5%"),
        ("catch at least 95% of spam", "recall(spam) >= 95%"),
        ("catch 95% of spam", "recall(spam) >= 95%"),
        ("miss 5% of spam", "fnr(spam) <= 5%"),
        ("lose 3 ham", "fn(ham) <= 3"),
        ("keep at least 99 % of ham", "recall(ham) >= 99%"),
        ("keep fpr below 2%", "fpr < 2%"),
        ("recall of spam at least 95 %", "recall(spam) >= 95%"),
        ("spam recall >= 95% and ham recall >= 99%", "recall(spam) >= 95% and recall(ham) >= 99%"),
        ("recall >= 95% for spam", "recall(spam) >= 95%"),
        ("no missed spam", "fn(spam) <= 0"),
        ("minimize cost", "minimize cost"),
        ("lowest cost", "minimize cost"),
        ("maximize f1", "maximize f1"),
        ("maximize recall(spam) subject to fpr <= 0.5%",
         "maximize recall(spam) subject to fpr <= 0.5%"),
        ("minimize fp with recall >= 95%", "minimize fp subject to recall >= 95%"),
        ("as few false alarms as possible with recall >= 95%",
         "minimize fp subject to recall >= 95%"),
        ("lose at most 1/200 ham, then catch as much spam as possible",
         "maximize recall(spam) subject to fnr(ham) <= 0.5%"),
        ("fpr <= 1 %, then catch as much as possible", "maximize recall subject to fpr <= 1%"),
        ("catch as much of spam as possible while losing at most 1% of ham",
         "maximize recall(spam) subject to fnr(ham) <= 1%"),
        ("lose at most 1 % of ham, then catch as much spam as possible",
         "maximize recall(spam) subject to fnr(ham) <= 1%"),
        ("miss at most 5 % of \"as possible\", then lose as little ham as possible",
         "minimize fn(ham) subject to fnr(as possible) <= 5%"),
        ("allow at most 5 % errors among rows called spam, then catch as much spam as possible",
         "maximize recall(spam) subject to fdr(spam) <= 5%"),
        ("miss at most 2 % of x, then make as few other errors as possible",
         "minimize errors subject to fnr(x) <= 2%"),
        ("max recall and precision >= 80%", "maximize recall subject to precision >= 80%"),
        ("maximize precision at recall >= 90%", "maximize precision subject to recall >= 90%"),
    ],
)  # fmt: skip
def test_phrases_of_people_are_read(written: str, read: str) -> None:
    assert str(Want(written)) == read
    assert Want(read) == Want(written)


@pytest.mark.parametrize(
    ("written", "position", "code"),
    [
        ("at most 1 in 200", 16, "not-understood"),
        ("fp <= 3 and get rid of spam", 12, "not-understood"),
        ("lowest dose", 7, "not-understood"),
        ("recall >= 150%", 10, "not-between-0-and-1"),
        ("recall >= 95", 10, "not-between-0-and-1"),
        ("recall >= -5%", 10, "not-between-0-and-1"),
        ("fn <= 5%", 6, "not-a-share"),
        ("fpr <= 1/0", 7, "number-expected"),
        ("lose at most 1%", 15, "class-expected"),
        ("maximize fp", 0, "objective-direction"),
        ("minimize recall with fpr <= 1%", 0, "objective-direction"),
        ("maximize recall", 0, "objective-needs-limit"),
        ("minimize fp", 0, "objective-needs-limit"),
        ("maximize recall and minimize fp", 20, "two-objectives"),
        ("as much spam caught, fpr <= 1%", 19, "as-possible-expected"),
    ],
)
def test_what_is_not_understood_is_pointed_at(written: str, position: int, code: str) -> None:
    with raises(code, position=position):
        Want(written)


def test_the_piece_that_is_not_understood_is_named_with_examples() -> None:
    with raises("not-understood", piece="get rid of spam") as raised:
        Want("fp <= 3 and get rid of spam")
    for example in raised.value.fields["examples"]:
        Want(example)


@pytest.mark.parametrize(
    ("share", "meant"), [("150%", 0.15), ("1000%", 1.0), ("125", 0.125), ("1.5", 0.015)]
)
def test_a_share_that_cannot_be_is_answered_with_one_that_may_be_meant(
    share: str, meant: float
) -> None:
    with raises("not-between-0-and-1", meant=pytest.approx(meant)):
        Want(f"recall >= {share}")


@given(
    st.sampled_from([(relation, word) for relation, ws in RELATION_WORDS.items() for word in ws]),
    st.sampled_from(["recall", "fp", "balanced accuracy", "miss rate"]),
    st.integers(0, 1),
)
def test_every_wording_of_a_comparison_is_its_sign(
    relation: tuple[str, str], measure: str, value: int
) -> None:
    sign, words = relation
    by_sign = Want(f"{measure} {sign} {value}")
    assert Want(f"{measure} {words} {value}") == by_sign
    assert Want(f"{measure} is {words.upper()}  {value}") == by_sign
    assert Want(f"{words} {value} {measure}") == by_sign


@given(st.integers(1, 500), st.integers(1, 4000))
def test_a_fraction_is_its_share_of_rows(part: int, whole: int) -> None:
    part = min(part, whole)
    (slash,) = Want(f"fpr <= {part}/{whole}").bounds
    (words,) = Want(f"fpr <= {part} in {whole}").bounds
    assert slash == words
    assert slash.value == pytest.approx(part / whole, rel=1e-5)
    assert Want(str(slash)).bounds == (slash,)


@pytest.mark.parametrize("measure", sorted(MEASURES))
def test_every_measure_can_be_an_objective_in_the_direction_that_is_better(measure: str) -> None:
    definition = MEASURES[measure]
    better, worse = ("minimize", "maximize") if definition.rises_with_errors else (
        "maximize", "minimize"
    )  # fmt: skip
    classes = MAIL[: definition.n_classes]
    limits = "fp <= 90 and fn <= 90"
    wanted = Want(limits).with_objective(Objective(better, measure, tuple(classes)))
    assert Want(str(wanted)) == wanted
    if definition.scope is not Scope.CELL:
        with raises("objective-direction", measure=measure):
            Objective(worse, measure)
    resolved = wanted.resolve(MAIL, costs=COSTS)
    assert resolved.objective is not None
    matrices, row_sums = np.array([[[90, 10], [5, 95]], [[80, 20], [20, 80]]]), np.full(2, 100.0)
    if definition.of_referred:
        matrices = np.array([[[90, 9, 1], [5, 95, 0]], [[90, 5, 5], [2, 93, 5]]])
    if measure != "predicted":
        losses = resolved.objective.losses(matrices, row_sums, resolved.costs)
        assert losses[0] < losses[1]


def test_wants_with_other_objectives_differ_and_bounds_alone_have_none() -> None:
    few = Want("fp <= 5")
    assert few.objective is None
    assert few != few.with_objective("maximize recall")
    assert few.with_objective("maximize recall").with_objective(None) == few
    both = few & Want("minimize errors with fn <= 3")
    assert both.objective == Objective("minimize", "errors")
    assert [each.measure for each in both.bounds] == ["fp", "fn"]
    assert Want.of_bounds([], Objective("minimize", "cost")) == Want("lowest cost")


def test_a_class_written_as_a_word_is_found_among_the_classes() -> None:
    want = Want("missed SPAM <= 5%").resolve(MAIL)
    assert want.bounds[0].places == (1,)
    with raises("unknown-class", name="eggs"):
        Want("missed eggs <= 5%").resolve(MAIL)


def test_a_share_of_one_cell_is_a_share_of_its_true_class() -> None:
    want = Want("ham called spam <= 5 %").resolve(["eggs", "ham", "spam"])
    assert want.gap([[9, 0, 1], [0, 88, 12], [0, 0, 50]]) == 7
    assert want.gap([[9, 0, 1], [40, 55, 5], [0, 0, 50]]) == 0
    assert want.bounds[0].written == Bound("cell rate", ("ham", "spam"), "<=", 0.05)


@pytest.mark.parametrize(
    ("classes", "positive"),
    [(MAIL, None), (MAIL, "ham"), (["0", "1", "2"], "2"), (['a "b"', "not, so"], None),
     (["a", "the"], None), (["and", "over"], None), (["all", "recall", "missed", "at"], "missed")],
)  # fmt: skip
def test_every_example_and_completion_is_a_want_about_the_classes(
    classes: list[str], positive: str | None
) -> None:
    chosen = classes[-1] if positive is None else positive
    costs = [[1.0] * len(classes)] * len(classes)
    examples = want_examples(classes, positive)
    assert len(examples) >= 8
    for example in examples:
        Want(example.text).resolve(classes, chosen, costs=costs)
        assert example.meaning
    for begun in ("", "ca", "rec", "fpr <= 1% and ", "fn <= 3, then c"):
        found = want_completions(begun, classes, positive)
        assert found
        for each in found:
            whole = each.text if "possible" not in each.text else f"fn <= 9 and {each.text}"
            Want(whole).resolve(classes, chosen, costs=costs)
            assert begun == "rec" or each.text.startswith(begun)


def test_examples_stay_within_what_can_be_guaranteed() -> None:
    limits = [Want(each.text).bounds for each in want_examples(MAIL, "spam", [0.032, 0.083])[:2]]
    assert [(bound.measure, bound.value) for (bound,) in limits] == [
        ("fnr", pytest.approx(0.05)),
        ("recall", pytest.approx(0.80)),
    ]


def test_a_whole_want_is_continued_with_an_objective() -> None:
    # Refused before anything is looked for in it: this would take minutes.
    assert want_completions(" " * 100_000, MAIL) == []
    found = want_completions("fpr <= 1%", MAIL)
    assert "fpr <= 1%, then catch as much spam as possible" in [each.text for each in found]
    assert all(Want(each.text).objective is not None for each in found)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("refer <= 10% and error rate <= 1%", "refer <= 10% and error rate <= 1%"),
        ("maximize accuracy subject to refer <= 5%", "maximize accuracy subject to refer <= 5%"),
        ("ask a person for at most 5 %", "refer <= 5%"),
        ("fpr <= 1% and ask a person about at most 5 % of the rows", "fpr <= 1% and refer <= 5%"),
        ("send at most 5% to a person", "refer <= 5%"),
        ("leave 3 % to a human", "refer <= 3%"),
        ("abstain <= 5%", "refer <= 5%"),
        ("at most 5 % go to a person", "refer <= 5%"),
        ("at most 1 in 20 referred", "refer <= 5%"),
        ("refer at most 20 rows to a person", "referrals <= 20"),
        ("refer <= 10", "referrals <= 10"),
        ("error rate <= 1%, refer as few as possible",
         "minimize referrals subject to error rate <= 1%"),
        ("error rate <= 1%, send as few rows as possible to a person",
         "minimize referrals subject to error rate <= 1%"),
        ("ask a person as rarely as possible with fpr <= 1%",
         "minimize referrals subject to fpr <= 1%"),
    ],
)  # fmt: skip
def test_a_person_can_be_asked_in_many_words(text: str, meaning: str) -> None:
    assert str(Want(text)) == meaning
    assert Want(meaning) == Want(text)


def test_to_send_rows_anywhere_else_is_not_understood() -> None:
    with raises("not-understood"):
        Want("send at most 5 % to the archive")
