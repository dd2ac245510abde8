"""Results as notebooks show them: short reprs, static HTML, plots, and what needs matplotlib."""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from xml.etree import ElementTree

import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import confusion_matrix
from tests.conftest import small_mail
from tests.errors import raises

from steersman import (
    LikelihoodPlane,
    LikelihoodPlaneDisplay,
    LikelihoodSpaceClassifier,
    MartingaleBoostClassifier,
    SteeringDisplay,
    best_line,
    frontier,
    steer,
)
from steersman.compare import Recipe, compare, question_of
from steersman.compare.comparison import Comparison

EVIL = "~<script>alert('spam')</script>"
X, CODES = make_classification(300, 4, n_redundant=0, flip_y=0.1, random_state=0)
Y = np.array(["ham & eggs", EVIL])[CODES]
MODEL = LogisticRegression().fit(X[::2], Y[::2])
STEERING = steer(MODEL, X[1::2], Y[1::2], "fp <= 5", positive=EVIL)
CURVE, OTHER = frontier({EVIL: MODEL, "same": MODEL}, X, Y, measures=("fpr", "recall"))


def plane() -> LikelihoodPlane:
    mail = small_mail(120)
    web = np.where(mail.y == "web", EVIL, "other")
    return LikelihoodPlane.of(LikelihoodSpaceClassifier().fit(mail.X, web), mail.X, web, EVIL)


PLANE = plane()
LINE = best_line(*PLANE.coordinates.T, PLANE.positive)
PROGRAM = MartingaleBoostClassifier(n_levels=4, random_state=0).fit(X, CODES).graph_


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    recipes = [Recipe(EVIL, "plane"), Recipe("Bernoulli", "bernoulli")]
    return compare(question_of(small_mail(90), "web"), recipes, title=EVIL)


class Reader(HTMLParser):
    """Checks that every tag is closed, and keeps the tags and the words."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def words_of(html: str) -> list[str]:
    """The words that HTML shows; no script is in it, and every tag is closed."""
    reader = Reader()
    reader.feed(html)
    assert not reader.open
    assert "script" not in reader.tags
    tree = ElementTree.fromstring(f"<a>{html}</a>")  # noqa: S314
    for svg in tree.iter("{http://www.w3.org/2000/svg}svg"):
        assert svg.get("width")
    return reader.words


@pytest.mark.parametrize("result", [STEERING, CURVE, PLANE, LINE, PROGRAM, small_mail(60)])
def test_results_show_as_static_html_with_names_escaped(result) -> None:
    assert len(repr(result)) < 200
    words_of(result._repr_html_())


def test_a_steering_shows_both_matrices() -> None:
    words = words_of(STEERING._repr_html_())
    for matrix in (STEERING.before, STEERING.after):
        shown = [f"{count:,}" for count in matrix.ravel()]
        start = next(at for at, word in enumerate(words) if words[at : at + 1] == shown[:1])
        assert [word for word in words[start:] if word.isdigit()][:4] == shown
        words = words[start + 1 :]


def test_a_comparison_shows_its_models(comparison: Comparison) -> None:
    words = words_of(comparison._repr_html_())
    assert "Bernoulli" in words
    assert len(repr(comparison)) < 200


def test_many_classes_are_told_by_their_errors() -> None:
    from steersman.pictures import matrix_table

    (words,) = words_of(matrix_table(np.full((20, 20), 2), range(20), "now"))
    assert "760 of 800" in words


@pytest.fixture
def plots():
    """matplotlib without a screen; figures are closed."""
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    yield matplotlib
    matplotlib.pyplot.close("all")


def cells(ax: object) -> list[int]:
    """The counts that are written in a matrix."""
    return [int(each.get_text().replace(",", "")) for each in ax.texts]  # type: ignore[attr-defined]


def test_a_steering_is_plotted_before_and_after(plots) -> None:
    display = STEERING.plot()
    assert [cells(ax) for ax in display.axes_[:2]] == [
        STEERING.before.ravel().tolist(),
        STEERING.after.ravel().tolist(),
    ]
    (way, *_) = display.axes_[2].lines
    errors = [(seen.matrix[0, 1], seen.matrix[1, 0]) for seen in STEERING.trajectory]
    np.testing.assert_array_equal(np.column_stack(way.get_data()), errors)


def test_a_steering_display_is_made_from_an_estimator_or_predictions(plots) -> None:
    display = SteeringDisplay.from_estimator(MODEL, X[1::2], Y[1::2], "fp <= 5", positive=EVIL)
    np.testing.assert_array_equal(display.after, STEERING.after)
    before, after = MODEL.predict(X), STEERING.model.predict(X)
    _, axes = plots.pyplot.subplots(1, 2)
    display = SteeringDisplay.from_predictions(Y, before, after, axes=axes)
    np.testing.assert_array_equal(display.after, confusion_matrix(Y, after))
    assert display.figure_ is axes[0].figure


def test_frontiers_lines_and_planes_share_axes(plots, comparison: Comparison) -> None:
    ax = OTHER.plot(CURVE.plot())
    assert (ax.get_xlabel(), ax.get_ylabel(), len(ax.lines)) == ("fpr", "recall", 2)
    np.testing.assert_array_equal(ax.lines[0].get_xdata(), CURVE.x)
    display = LikelihoodPlaneDisplay(PLANE).plot()
    assert sum(len(line.get_xdata()) for line in display.ax_.lines[:2]) == 120
    drawn = LINE.plot(*PLANE.coordinates.T, PLANE.positive, ax=display.ax_)
    assert drawn.lines[-1].get_slope() == LINE.slope
    assert len(comparison.plot("f1_macro").get_yticks()) == 2
    with raises("unknown-measure", measure="luck"):
        comparison.plot("luck")


def test_the_boundary_in_the_picture_decides_as_the_model_does() -> None:
    mail = small_mail(120)
    web = np.where(mail.y == "web", EVIL, "other")
    model = LikelihoodSpaceClassifier().fit(mail.X, web)
    drawn = LikelihoodPlane.of(model, mail.X, web, EVIL)
    np.testing.assert_array_equal(drawn.decisions, model.predict(mail.X) == EVIL)
    x, height = drawn.boundary_points().T
    on_line = drawn.boundary.margins(np.column_stack([x, height]))
    np.testing.assert_allclose(on_line, 0.0, atol=1e-9)


def test_without_matplotlib_a_plot_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    for draw in (STEERING.plot, CURVE.plot, LINE.plot, PLANE.plot):
        with raises("matplotlib-missing"):
            draw()
