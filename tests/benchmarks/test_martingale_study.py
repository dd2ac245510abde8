"""The protocol of the martingale study and the report it writes."""

from __future__ import annotations

import os

import numpy as np
import pytest
from sklearn.model_selection import StratifiedShuffleSplit
from sklearn.naive_bayes import GaussianNB
from threadpoolctl import threadpool_limits

from steersman.learn.martingale.learners import balanced_weights
from steersman_benchmarks.martingale.claims import (
    CONFIRMED,
    REFUTED,
    UNCLEAR,
    claims_of,
    higher,
    together,
)
from steersman_benchmarks.martingale.earned_accuracy import NODE_KINDS, SEED, Gain, gain_on
from steersman_benchmarks.martingale.label_noise import with_flips
from steersman_benchmarks.martingale.protocol import (
    DATA,
    Accuracies,
    Figures,
    StudyPart,
    Subject,
    accuracies,
    half_error_want,
    parts_of,
    subject_of,
    summary,
)
from steersman_benchmarks.martingale.published import MEASURED, TABLE_1, TABLE_2, TABLE_4
from steersman_benchmarks.martingale.report import MartingaleStudy, report
from steersman_benchmarks.martingale.tables import (
    ErrorCurve,
    Grid,
    SplitMeans,
    TunedNodes,
    programs,
    tuned_nodes,
)

needs_data = pytest.mark.skipif(
    "STEERSMAN_DATA" not in os.environ, reason="STEERSMAN_DATA does not name the data folder"
)


def small_subject() -> Subject:
    rng = np.random.default_rng(0)
    codes = np.repeat([0, 1], [40, 50])
    X = rng.normal(size=(90, 3)) + codes[:, None]
    return Subject("sonar", X, codes, ("M", "R"), 0)


def test_test_rows_are_in_no_other_part_and_the_parts_make_the_whole() -> None:
    subject = small_subject()
    for parts in parts_of(subject):
        rows = [set(map(tuple, part.X)) for part in (parts.train, parts.holdout, parts.test)]
        assert [len(one) for one in rows] == [36, 18, 36]
        assert not rows[0] & rows[1]
        assert not (rows[0] | rows[1]) & rows[2]
        assert rows[0] | rows[1] == set(map(tuple, parts.build.X))
        assert len(parts.inner) == 3


@needs_data
@pytest.mark.parametrize(("name", "negatives", "positives"), [("sonar", 45, 39), ("bupa", 58, 80)])
def test_the_test_rows_number_as_many_as_those_of_the_authors_program(
    name: str, negatives: int, positives: int
) -> None:
    for parts in parts_of(subject_of(name)):
        assert np.bincount(parts.test.codes).tolist() == [negatives, positives]


def test_accuracies_are_of_the_rest_the_tuned_class_and_all() -> None:
    three = Subject("iris", np.zeros((0, 1)), np.zeros(0, dtype=np.intp), ("a", "b", "c"), 2)
    test = StudyPart(np.zeros((5, 1)), np.array([0, 1, 2, 2, 2]))
    found = accuracies(three, test, np.array([0, 0, 2, 2, 1]))
    assert found == pytest.approx(Accuracies(50.0, 100 * 2 / 3, 60.0))


def test_the_want_is_half_of_the_errors_on_the_favored_class() -> None:
    subject = small_subject()
    holdout = StudyPart(subject.X, subject.codes)
    predicted = subject.codes.copy()
    predicted[:8] = 1
    want = half_error_want(subject, holdout, predicted).resolve([0, 1])
    assert want.gap([[36, 4], [0, 50]]) == 0.0
    assert want.gap([[35, 5], [0, 50]]) == 1.0


def test_spread_is_the_standard_deviation_over_the_splits() -> None:
    figures = summary([Accuracies(1.0, 2.0, 3.0), Accuracies(3.0, 2.0, 5.0)])
    assert figures.mean == Accuracies(2.0, 2.0, 4.0)
    assert figures.spread == pytest.approx(Accuracies(2**0.5, 0.0, 2**0.5))


def test_tables_of_a_small_subject_are_the_same_each_time() -> None:
    subject = small_subject()
    with threadpool_limits(1):
        first, again = programs(subject, splits=1), programs(subject, splits=1)
    assert set(first) == {"MB", "MB-Tune", "MB-Freeze", "MB-Tune-Freeze", "AMB", "AMB-Tune"}
    for name, kinds in first.items():
        for kind, measured in kinds.items():
            assert measured.figures == again[name][kind].figures


def made_up(value: float) -> Figures:
    return Figures(Accuracies(value, value + 1, value + 2), Accuracies(0.5, 0.6, 0.7))


def test_the_report_shows_published_their_programs_and_our_figures() -> None:
    kinds = {"as published": SplitMeans(made_up(61.0)), "ours": SplitMeans(made_up(71.0), 12.0)}
    names = ("MB", "AMB", "AMB-Tune", "MB-Tune", "MB-Freeze", "MB-Tune-Freeze")
    study = MartingaleStudy(
        plain={"sonar": {"logistic regression": made_up(81.0)}},
        table_1={data: dict.fromkeys(models, made_up(51.0)) for data, models in TABLE_1.items()},
        programs={data: dict.fromkeys(names, kinds) for data in DATA},
        table_4={data: dict.fromkeys(rows, kinds) for data, rows in TABLE_4.items()},
        grid=Grid(made_up(41.0), made_up(42.0), made_up(43.0), 311),
        curves={
            "MB": ErrorCurve(
                [2, 3], [9.0, 8.0], [7.0, 6.0], [1.0, 2.0], [0.1] * 2, [3.0, 4.0], [0.1] * 2
            )
        },
        tuned_nodes={"sonar": TunedNodes(made_up(91.0), made_up(75.0), 4, 5)},
    )
    text = report(study)
    assert "91.0 ± 0.5 / 92.0 ± 0.6 / 93.0 ± 0.7 | 75.0 ± 0.5" in text
    for data in MEASURED:
        assert f"{TABLE_2[data]['MB'][2]:.2f}" in text
        assert f"{MEASURED[data]['MB'][0][2]:.1f} ± {MEASURED[data]['MB'][1][2]:.1f}" in text
    assert "71.0 ± 0.5 / 72.0 ± 0.6 / 73.0 ± 0.7" in text
    assert "| grid search | 68.84 | 43.00 ± 0.70 |" in text
    assert "figure-4.png" in text
    assert "figure-5.png" in text


def test_a_claim_is_confirmed_by_more_than_the_spread_and_refuted_by_one_data_set() -> None:
    low, near, far = made_up(70.0), made_up(70.5), made_up(71.0)
    assert [higher(each, low) for each in (low, near, far)] == [UNCLEAR, UNCLEAR, CONFIRMED]
    assert higher(low, near) == REFUTED
    assert together([CONFIRMED, UNCLEAR]) == UNCLEAR
    assert together([CONFIRMED, UNCLEAR, REFUTED]) == REFUTED


def test_the_claims_are_judged_by_the_figures_of_the_study() -> None:
    def program(value: float, nodes: float = 0.0) -> dict[str, SplitMeans]:
        return {"ours": SplitMeans(made_up(value), saved_nodes=80.0, nodes_tuned=nodes)}

    names = {"MB": 90.0, "AMB": 80.0, "MB-Tune": 95.0, "MB-Freeze": 89.5}
    curve = ErrorCurve([2, 3], [9, 8], [7, 6], [1.0, 2.0], [0, 0], [3.0, 4.0], [0, 0])
    study = MartingaleStudy(
        plain={},
        table_1={
            "sonar": {
                n: made_up(v)
                for n, v in (("LR", 80), ("LR-Tune", 79), ("Ada-LR", 82), ("MB-LR", 82.2))
            }
        },
        programs={"spambase": {name: program(value) for name, value in names.items()}},
        table_4={"sonar": {"root": program(70), "all": program(75, 6), "select": program(74, 3)}},
        grid=Grid(made_up(60), made_up(60.2), made_up(50), 3),
        curves={"MB-Tune": curve, "LR": curve, "LR-Tune": curve},
        tuned_nodes={},
    )
    verdicts = [claim.verdict for claim in claims_of(study)]
    assert verdicts == [
        *(REFUTED, CONFIRMED, UNCLEAR),
        *(CONFIRMED, CONFIRMED, CONFIRMED, CONFIRMED),
        *(REFUTED, REFUTED, CONFIRMED),
        *(CONFIRMED, CONFIRMED),
        UNCLEAR,
    ]


def test_tuned_penalties_of_nodes_are_judged_on_holdout_and_test_rows() -> None:
    found = tuned_nodes(small_subject(), splits=2)
    assert found.splits == 2
    assert found.wants_met <= 2
    assert found.holdout.mean != found.test.mean


def test_a_program_of_one_level_gains_nothing_over_itself() -> None:
    rng = np.random.default_rng(0)
    same = rng.normal(90.0, 1.0, 10)
    kind = NODE_KINDS[0]
    assert Gain("a", kind, same, same).verdict == "no difference shown"
    better = Gain("a", kind, same + 3.0 + 0.1 * rng.normal(size=10), same)
    assert (better.verdict, better.interval[0] > 2.0) == ("gains", True)
    assert Gain("a", kind, same, better.program).verdict == "loses"
    subject = small_subject()
    found = gain_on("small", NODE_KINDS[1], (subject.X, subject.codes), 2)
    drawn = StratifiedShuffleSplit(2, test_size=0.4, random_state=SEED)
    for (train, test), single in zip(drawn.split(subject.X, subject.codes), found.single):
        weights = balanced_weights(subject.codes[train])
        peer = GaussianNB().fit(subject.X[train], subject.codes[train], weights)
        assert single == pytest.approx(100 * peer.score(subject.X[test], subject.codes[test]))


def test_flipped_labels_are_the_share_asked_for_of_each_class() -> None:
    codes = np.repeat([0, 1], [40, 60])
    flipped = with_flips(codes, 0.1, seed=3)
    assert np.bincount(codes[flipped != codes]).tolist() == [4, 6]
    assert np.array_equal(with_flips(codes, 0.0, seed=3), codes)
