"""The spam study: no mail is judged by a choice that looked at it."""

from __future__ import annotations

import os
from dataclasses import replace

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.naive_bayes import BernoulliNB, MultinomialNB

from steersman.data import load
from steersman.text import TextCounter
from steersman_benchmarks.spam_filter.judgments import best_cutoff, filter_quality, tuned_filter
from steersman_benchmarks.spam_filter.models import FILTERS, Mail, held_out_scores, mail_of
from steersman_benchmarks.spam_filter.report import report
from steersman_benchmarks.spam_filter.reproduction import study_of


def small_mail(seed: int = 0) -> Mail:
    rng = np.random.default_rng(seed)
    spam = rng.random(120) < 0.3
    rates = np.where(spam[:, None], rng.random(30), rng.random(30))
    return Mail(csr_matrix(rng.poisson(rates).astype(float)), spam, np.arange(120) % 4)


@pytest.mark.parametrize("name", ["Bernoulli", "multinomial"])
def test_our_filters_score_as_scikit_learn_fitted_on_the_other_parts(name) -> None:
    mail = small_mail()
    scores = held_out_scores(mail, mail.parts, name, 12)
    peer = {"Bernoulli": BernoulliNB(), "multinomial": MultinomialNB()}[name]
    for part in mail.parts:
        learned = mail.part != part
        often = np.argsort(-np.asarray(mail.X[learned].sum(axis=0)).ravel(), kind="stable")[:12]
        joint = peer.fit(mail.X[learned][:, often], mail.spam[learned]).predict_joint_log_proba(
            mail.X[~learned][:, often]
        )
        np.testing.assert_allclose(scores[~learned], joint[:, 1] - joint[:, 0])


@pytest.mark.parametrize("name", FILTERS)
def test_the_mails_of_a_part_change_neither_its_scores_nor_its_cut_off(name) -> None:
    mail = small_mail()
    other = mail.part == 2
    flipped = replace(mail, spam=np.where(other, ~mail.spam, mail.spam))
    held = [held_out_scores(each, each.parts, name, None) for each in (mail, flipped)]
    np.testing.assert_array_equal(held[0][other], held[1][other])
    cuts = [
        tuned_filter(each, scores, name, None, lambda: None).chosen[2]
        for each, scores in zip((mail, flipped), held)
    ]
    assert cuts[0] == cuts[1]


def test_the_cut_off_is_the_most_precise_of_those_that_find_enough() -> None:
    rng = np.random.default_rng(3)
    scores, spam = rng.normal(size=60), rng.random(60) < 0.4
    found = best_cutoff(scores, spam, 0.8)
    tried = []
    for cut in np.append(scores, -9.0):
        flagged = scores > cut
        if flagged[spam].mean() >= 0.8:
            tried.append(spam[flagged].mean())
    assert found.recall == (scores > found.cutoff)[spam].mean() >= 0.8
    assert found.precision == pytest.approx(max(tried))


def test_recall_and_precision_are_of_spam() -> None:
    mail = small_mail()
    decided = np.zeros(120, dtype=bool)
    decided[np.flatnonzero(mail.spam)[:10]] = True
    decided[np.flatnonzero(~mail.spam)[:2]] = True
    found = filter_quality(mail, decided)
    assert found.recall.value == pytest.approx(10 / mail.spam.sum())
    assert (found.precision.value, found.false_positives) == (pytest.approx(10 / 12), 2)
    assert found.precision.low < 10 / 12 < found.precision.high


def test_the_study_is_the_same_each_time_and_its_report_says_what_was_reached() -> None:
    mails = {"all words": small_mail(1), "stems": small_mail()}
    told: list[float] = []
    study, _, _ = study_of(mails, (5, None), 5, lambda _what, done: told.append(done))
    again, _, _ = study_of(mails, (5, None), 5, lambda _what, _done: None)
    assert study == again
    assert told == sorted(told)
    text = report(study)
    chosen = study.chosen.reached.precision
    assert f"{chosen.value:.3f} [{chosen.low:.3f}, {chosen.high:.3f}]" in text
    assert ("is reached" in text) == (chosen.value >= 0.98)


@pytest.mark.skipif(
    "STEERSMAN_DATA" not in os.environ, reason="STEERSMAN_DATA does not name the data folder"
)
def test_a_slice_of_ling_spam_is_filtered_better_than_it_is_guessed() -> None:
    mail = mail_of(load("lingspam", counter=TextCounter(numbers=False)))
    assert mail.parts == list(range(1, 11))
    assert (len(mail.spam), int(mail.spam.sum())) == (2893, 481)
    found = filter_quality(mail, held_out_scores(mail, [1, 2, 3], "multinomial", 1000) > 0)
    assert found.precision.value > 0.9
