"""The lessons on clusters and evaluation answer with the figures of Song's lecture (2019)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import comb, log2, sqrt

import numpy as np
import pytest
from scipy.stats import binomtest
from sklearn.cluster import KMeans
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA
from sklearn.metrics import f1_score
from sklearn.mixture import GaussianMixture
from sklearn.naive_bayes import MultinomialNB
from tests.errors import raises
from tests.lesson_examples import POINTS_ON_A_LINE, SEVENTEEN_MARKS, TEN_CLASSES

from steersman.session.lessons.classes import LessonClasses, classes_view
from steersman.session.lessons.em import LessonEm, em_view
from steersman.session.lessons.kmeans import LessonKmeans, kmeans_view
from steersman.session.lessons.marks import LessonMarks, marks_view
from steersman.session.lessons.p_value import LessonPValue, p_value_view
from steersman.session.lessons.room import LessonRoom
from steersman.session.lessons.story import LessonStory, drawn_documents, story_view
from steersman.tasks import Task

END = 9999


def column(view, name: str) -> np.ndarray:
    return next(each.values for each in view.columns if each.name == name)


def test_a_step_of_kmeans_has_its_cells_labels_and_sum() -> None:
    own = ((0.0, 0.0), (1.0, 0.0), (8.0, 0.0), (9.0, 0.0))
    asked = LessonKmeans(points=own, centers=((0.0, 0.0), (1.0, 0.0)))
    start = kmeans_view(asked)
    assert (start.values["half"], start.values["history"]) == ("start", [])
    assert column(start, "labels").tolist() == [255] * 4
    first = kmeans_view(replace(asked, step=1))
    assert column(first, "labels").tolist() == [0, 1, 1, 1]
    assert first.values["history"] == [49 + 64]
    moved = kmeans_view(replace(asked, step=2)).values
    assert moved["centers"] == [(0, 0), (6, 0)]
    assert moved["trails"] == [[(0, 0), (0, 0)], [(1, 0), (6, 0)]]
    # The border is the line half-way between the centers.
    assert max(x for x, _ in moved["cells"][0]) == pytest.approx(3)
    end = kmeans_view(replace(asked, step=END)).values
    assert (end["centers"], end["history"][-1]) == ([(0.5, 0), (8.5, 0)], 1.0)
    assert end["starts"][0] == 1.0
    assert end["elbow"] == pytest.approx([65.0, 1.0, 0.5, 0.0])


def test_kmeans_on_the_digits_is_scikit_learns_on_their_principal_components() -> None:
    asked = LessonKmeans(data="digits", clusters=10, seed=1)
    start, end = kmeans_view(asked), kmeans_view(replace(asked, step=END))
    images, digits = load_digits(return_X_y=True)
    components = PCA(2, svd_solver="full").fit(images)
    peer = KMeans(10, init=10 * np.array(start.values["centers"]), n_init=1, tol=0)
    peer.fit(components.transform(images))
    assert end.values["history"][-1] == pytest.approx(peer.inertia_ / 100)
    assert column(end, "labels").tolist() == peer.labels_.tolist()
    for place, center in enumerate(end.values["digits"]):
        picture = components.inverse_transform(peer.cluster_centers_)[place]
        assert center["pixels"] == pytest.approx(np.clip(picture / 16, 0, 1), abs=1e-3)
        mine = digits[peer.labels_ == place]
        assert center["share"] == pytest.approx(np.bincount(mine).max() / len(mine))
    assert 0.55 < end.values["purity"] < 0.65


def test_small_deviations_make_the_mixture_kmeans_and_learned_ones_follow_long_clouds() -> None:
    wide, narrow = (
        kmeans_view(LessonKmeans(method="mixture", sigma=sigma, step=END)).values["limit"]
        for sigma in (1.5, 0.05)
    )
    assert wide["distance"] > 0.3
    assert (narrow["distance"], narrow["sure"]) == pytest.approx((0, 1), abs=1e-6)
    assert narrow["same"] == 1
    best = max(
        (
            kmeans_view(
                LessonKmeans("long", method="mixture", learn_spread=True, step=END, seed=seed)
            )
            for seed in range(6)
        ),
        key=lambda view: view.values["history"][-1],
    )
    X = column(best, "points").reshape(-1, 2)
    peer = GaussianMixture(3, n_init=10, tol=1e-8, max_iter=500, random_state=0).fit(X)
    assert best.values["history"][-1] == pytest.approx(peer.score(X) * len(X), rel=1e-4)
    assert all(each["long"] > 3 * each["short"] for each in best.values["ellipses"])


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (LessonKmeans(clusters=13), "out-of-range"),
        (LessonKmeans(points=((0.0, 0.0), (0.0, 0.0)), clusters=2), "out-of-range"),
        (LessonKmeans(points=((0.0, 0.0), (1e9, 0.0))), "out-of-range"),
        (LessonKmeans(data="spirals"), "bad-setting"),  # type: ignore[arg-type]
        (LessonKmeans(centers=((0.0,),)), "wrong-length"),
    ],
)
def test_points_that_cannot_be_grouped_are_refused(asked: LessonKmeans, code: str) -> None:
    with raises(code):
        kmeans_view(asked)


def test_the_log_likelihood_is_the_bound_and_the_divergence_at_every_step() -> None:
    before = -np.inf
    for step in range(23):
        values = em_view(replace(POINTS_ON_A_LINE, step=step, point=3)).values
        assert values["bound"] + values["divergence"] == pytest.approx(values["likelihood"])
        assert max(np.subtract(values["bounds"], values["likelihoods"])) < 1e-9
        assert values["likelihood"] >= before - 1e-12
        before = values["likelihood"]
        jensen = values["jensen"]
        assert jensen["mean_of_logs"] <= jensen["log_of_mean"] + 1e-12
        if values["half"] == "assign":
            assert values["divergence"] == pytest.approx(0, abs=1e-12)
            assert jensen["ratios"][0] == pytest.approx(jensen["ratios"][1])
    assert (values["step"], values["steps"]) == (22, 22)
    assert values["theta"] == pytest.approx(-1.386, abs=5e-4)


def test_the_first_examples_have_the_figures_of_the_documents() -> None:
    """Those of docs/lessons.md and docs/papers-003.md."""
    clouds = kmeans_view(LessonKmeans(step=END)).values
    assert clouds["history"][-1] == pytest.approx(205.09, abs=0.005)
    assert clouds["starts"][0] == pytest.approx(71.555, abs=5e-4)
    assert sum(each < 71.56 for each in clouds["starts"]) == 9
    assert clouds["starts"][-1] == pytest.approx(205.09, abs=0.005)
    digits = kmeans_view(LessonKmeans(data="digits", clusters=10, step=END)).values
    assert digits["history"][-1] == pytest.approx(562.56, abs=0.005)
    assert (digits["purity"], digits["nmi"]) == pytest.approx((0.594, 0.527), abs=5e-4)
    start, end = (em_view(replace(POINTS_ON_A_LINE, step=step)).values for step in (0, END))
    assert start["likelihood"] == pytest.approx(-38.432, abs=5e-4)
    assert end["likelihood"] == pytest.approx(-16.045, abs=5e-4)
    assert story_view(LessonStory()).values["agree"] == pytest.approx(0.967, abs=5e-4)
    ten = classes_view(TEN_CLASSES).values
    assert (ten["accuracy"], ten["macro_f1"]) == pytest.approx((0.7172, 0.7127), abs=5e-5)
    assert p_value_view(LessonPValue(15, 6)).values["exact"] == pytest.approx(0.07835, abs=5e-6)
    rejected = [p_value_view(LessonPValue(b, 21 - b)).values["rejected"] for b in (15, 16)]
    assert rejected == [False, True]
    equal = p_value_view(LessonPValue(nulls=0.9, edge=0.6)).values["transposed"]
    assert equal["equal_if_significant"] == pytest.approx(0.713, abs=5e-4)


def test_points_outside_the_line_are_refused() -> None:
    with raises("out-of-range"):
        em_view(LessonEm((0.0, 99.0)))


def test_drawn_documents_follow_their_story_and_labels_give_naive_bayes() -> None:
    asked = LessonStory(kinds=3, share=0.6, length=9.0, documents=500)
    drawn, shares, words = drawn_documents(asked)
    assert shares.tolist() == pytest.approx([0.6, 0.2, 0.2])
    assert np.bincount(drawn.kinds) / 500 == pytest.approx(shares, abs=0.06)
    lengths = drawn.counts.sum(axis=1)
    # A Poisson length: mean and variance are the same.
    assert (lengths.mean(), lengths.var()) == pytest.approx((9, 9), rel=0.15)
    values = story_view(asked).values
    peer = MultinomialNB(alpha=1e-9).fit(drawn.counts, drawn.kinds)
    assert values["counted"]["words"] == pytest.approx(np.exp(peer.feature_log_prob_), abs=1e-8)
    assert values["counted"]["shares"] == pytest.approx(np.exp(peer.class_log_prior_))
    # Without labels EM finds nearly the same, and the kinds of most documents.
    assert np.abs(np.subtract(values["mixed"]["words"], words)).max() < 0.08
    assert values["agree"] > 0.9
    assert values["marginal_likelihood"] > values["joint_likelihood"]


def test_kinds_that_use_the_same_words_cannot_be_found() -> None:
    asked = LessonStory(contrast=0.0, documents=300)
    assert story_view(asked).values["agree"] < 0.65
    assert story_view(replace(asked, contrast=1.0)).values["agree"] > 0.98


PRECISION = [97.21, 85.33, 97.14, 95.04, 34.10, 62.25, 49.59, 90.99, 48.48, 56.83]
RECALL = [90.60, 82.00, 95.20, 90.10, 26.70, 77.50, 36.60, 97.00, 68.40, 53.70]
COLUMNS = [9.32, 9.61, 9.80, 9.48, 7.83, 12.45, 7.38, 10.66, 14.11, 9.45]


def test_the_table_of_ten_classes_has_the_published_precision_and_recall() -> None:
    """Printed cells and totals are rounded to .01: rows add up to 9.99 to 10.02."""
    values = classes_view(TEN_CLASSES).values
    assert 100 * np.array(values["precision"]) == pytest.approx(PRECISION, abs=0.1)
    assert 100 * np.array(values["recall"]) == pytest.approx(RECALL, abs=0.2)
    assert values["column_sums"] == pytest.approx(COLUMNS, abs=0.011)
    assert values["total"] == pytest.approx(100, abs=0.11)


def test_averages_of_a_typed_table_are_scikit_learns() -> None:
    table = ((5, 2, 0), (1, 7, 3), (0, 0, 4))
    y = [
        (row, column) for row in range(3) for column in range(3) for _ in range(table[row][column])
    ]
    true, found = zip(*y, strict=True)
    values = classes_view(LessonClasses(table)).values
    assert values["micro_f1"] == pytest.approx(f1_score(true, found, average="micro"))
    assert values["macro_f1"] == pytest.approx(f1_score(true, found, average="macro"))
    assert values["f1"] == pytest.approx(f1_score(true, found, average=None))
    assert values["accuracy"] == pytest.approx(16 / 22)


def test_always_saying_no_is_99_percent_accurate_and_finds_nothing() -> None:
    values = classes_view(LessonClasses(((990, 0), (10, 0)))).values
    assert (values["accuracy"], values["largest"]) == (0.99, 0.99)
    assert (values["recall"][1], values["f1"][1]) == (0, 0)
    with raises("table-empty"):
        classes_view(LessonClasses(((0, 0), (0, 0))))


def test_the_seventeen_marks_have_a_purity_of_12_in_17() -> None:
    values = marks_view(SEVENTEEN_MARKS).values
    assert values["table"] == [[5, 1, 2], [1, 4, 0], [0, 1, 3]]
    assert values["purity"] == pytest.approx(12 / 17)
    assert values["matched"] == pytest.approx(12 / 17)
    assert (values["largest"], values["partners"]) == ([0, 1, 2], [0, 1, 2])
    assert values["nmi"] == pytest.approx(0.364625, abs=1e-6)


def test_mutual_information_is_in_bits_and_nmi_as_strehl_and_ghosh_write_it() -> None:
    values = marks_view(SEVENTEEN_MARKS).values
    n = np.array(values["table"], dtype=float)
    rows, columns, total = n.sum(axis=1), n.sum(axis=0), n.sum()
    cells = [
        n[i, j] / total * log2(total * n[i, j] / (rows[i] * columns[j]))
        for i in range(3)
        for j in range(3)
        if n[i, j]
    ]
    entropies = [
        -sum(each / total * log2(each / total) for each in sums) for sums in (rows, columns)
    ]
    assert values["information"] == pytest.approx(sum(cells))
    assert values["information"] == pytest.approx(0.565445, abs=1e-6)
    assert [values["category_entropy"], values["cluster_entropy"]] == pytest.approx(entropies)
    assert values["nmi"] == pytest.approx(sum(cells) / sqrt(entropies[0] * entropies[1]))


def test_one_cluster_for_each_mark_is_pure_and_tells_everything() -> None:
    marks = SEVENTEEN_MARKS.categories
    apart = marks_view(LessonMarks(marks, tuple(range(17)))).values
    assert apart["purity"] == 1
    assert apart["information"] == pytest.approx(apart["category_entropy"])
    assert apart["nmi"] < 0.7
    assert marks_view(LessonMarks(marks, (0,) * 17)).values["information"] == pytest.approx(0)
    with raises("lengths-differ"):
        marks_view(LessonMarks(marks, (0, 1)))


@pytest.mark.parametrize(("first", "second"), [(15, 6), (9, 2), (30, 30), (0, 1)])
def test_the_shaded_tails_are_the_p_value_of_the_formula(first: int, second: int) -> None:
    values = p_value_view(LessonPValue(first, second)).values
    rows, fewer = first + second, min(first, second)
    by_hand = min(1.0, sum(comb(rows, j) for j in range(fewer + 1)) / 2 ** (rows - 1))
    assert values["exact"] == pytest.approx(by_hand)
    assert values["exact"] == pytest.approx(binomtest(first, rows).pvalue)
    shaded = sum(p for p, is_in in zip(values["chances"], values["extreme"], strict=True) if is_in)
    assert shaded == pytest.approx(by_hand)
    assert values["permutation"] == pytest.approx(by_hand, abs=0.04)


def test_a_significant_result_may_well_be_a_false_alarm() -> None:
    values = p_value_view(LessonPValue(15, 6, level=0.05, nulls=0.9, edge=0.6)).values["transposed"]
    rng = np.random.default_rng(0)
    equal = rng.random(40_000) < 0.9
    wins = rng.binomial(21, np.where(equal, 0.5, 0.6))
    p_values = np.array([binomtest(k, 21).pvalue for k in range(22)])
    significant = p_values[wins] < 0.05
    assert values["false_alarm"] <= 0.05
    assert values["equal_if_significant"] == pytest.approx(equal[significant].mean(), abs=0.03)
    assert values["equal_if_significant"] > 10 * 0.05


def test_lines_of_python_print_the_figures_of_their_lesson(capsys) -> None:
    def printed(asked) -> str:
        lines = LessonRoom(None).answer(None, None, asked, Task()).values["python"]  # type: ignore[arg-type]
        exec(compile(str(lines), type(asked).__name__, "exec"), {})  # noqa: S102
        return capsys.readouterr().out

    for asked in (
        LessonKmeans(step=END),
        LessonKmeans(points=((0.0, 0.0), (1.0, 2.0), (4.0, 4.0)), centers=((0.0, 1.0), (2.0, 2.0))),
        LessonKmeans(method="mixture", learn_spread=True, step=END),
    ):
        assert str(kmeans_view(replace(asked, step=END)).values["history"][-1]) in printed(asked)
    end = em_view(replace(POINTS_ON_A_LINE, step=END)).values
    assert f"mean {end['theta']} J {end['likelihood']}" in printed(POINTS_ON_A_LINE)
    counted = story_view(LessonStory(documents=20)).values["counted"]["shares"]
    assert f"share {counted[0]}" in printed(LessonStory(documents=20))
    story = LessonStory(documents=20, hidden=True)
    assert f"log P(x) {story_view(story).values['marginal_likelihood']}" in printed(story)
    assert str(classes_view(TEN_CLASSES).values["macro_f1"]) in printed(TEN_CLASSES)
    marks = marks_view(SEVENTEEN_MARKS).values
    assert f"bits {marks['information']}" in printed(SEVENTEEN_MARKS)
    assert f"exact {p_value_view(LessonPValue()).values['exact']}" in printed(LessonPValue())


@pytest.mark.parametrize("start", [-6.0, 0.0, 6.0])
@pytest.mark.parametrize("points", [(4.0, 5.0, 6.0), (6.0, -5.0, -5.5)])
def test_points_far_from_both_means_have_finite_figures(
    points: tuple[float, ...], start: float
) -> None:
    for step, point in product(range(4), range(3)):
        asked = LessonEm(points, other=-4.0, sigma=0.2, start=start, step=step, point=point)
        values = em_view(asked).values
        jensen = values["jensen"]
        for name in ("theta", "next", "likelihood", "bound", "divergence"):
            assert np.isfinite(values[name])
        for name in ("shares", "likelihoods", "bounds", "densities"):
            assert np.isfinite(values[name]).all()
        assert np.isfinite([*jensen["q"], *jensen["ratios"]]).all()
        assert np.isfinite([jensen["log_of_mean"], jensen["mean_of_logs"]]).all()
        assert jensen["mean_of_logs"] <= jensen["log_of_mean"] + 1e-9
        if values["half"] == "assign":
            assert values["bound"] == pytest.approx(values["likelihood"])
            assert jensen["mean_of_logs"] == pytest.approx(jensen["log_of_mean"])
