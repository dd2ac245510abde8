"""The class to catch: suggested, named, renamed, remembered."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from tests.errors import raises

from steersman import steer_table
from steersman.data import load, suggested_positive
from steersman.data.positive_class import positive_suggestion
from steersman.data.raw_tables import raw_table
from steersman.learn.jobs import Job


@pytest.fixture
def screening(tmp_path: Path) -> Path:
    """A screening table: 2 % of the rows are cancer, and the marker is only a hint."""
    rng = np.random.default_rng(4)
    sick = np.arange(3_500) % 50 == 0
    marker = rng.normal(np.where(sick, 1.5, 0.0), 1.0)
    frame = pd.DataFrame({"age": rng.integers(40, 80, 3_500), "marker": marker})
    frame["result"] = np.where(sick, "cancer", "healthy")
    path = tmp_path / "screening.csv"
    frame.to_csv(path, index=False)
    return path


@pytest.mark.parametrize(
    ("classes", "counts", "expected"),
    [
        (["cancer", "healthy"], [70, 3430], ("cancer", "name")),
        (["healthy", "unwell"], [3430, 70], ("unwell", "rarer")),
        (["healthy", "unwell"], [70, 3430], ("healthy", "rarer")),
        # A telling name counts more than the number of rows.
        (["ham", "spam"], [10, 90], ("spam", "name")),
        (["Default", "paid"], [90, 10], ("Default", "name")),
        (["cancer", "no cancer"], [90, 10], ("cancer", "name")),
        (["non-spam", "spam"], [10, 90], ("spam", "name")),
        (["high risk", "low risk"], [90, 10], ("high risk", "name")),
        ([False, True], [10, 90], (True, "name")),
        (["no", "yes"], [10, 90], ("yes", "name")),
        # 1 beside 0 or -1 is a yes; beside 2 it is a code.
        ([0, 1], [10, 90], (1, "name")),
        ([-1, 1], [10, 90], (1, "name")),
        ([1, 2], [700, 300], (2, "rarer")),
        # Two telling names cancel out.
        (["fraud", "spam"], [90, 10], ("spam", "rarer")),
        (["a", "b"], [5, 5], ("b", "second")),
        (["corn", "ship", "wheat"], [9, 5, 2], None),
        (["ham", "news", "spam"], [9, 5, 2], ("spam", "name")),
        (["unlabeled"], [4], None),
    ],
)
def test_the_suggested_class_is_the_one_people_look_for(
    classes: list[str], counts: list[int], expected: tuple[object, str] | None
) -> None:
    assert positive_suggestion(classes, counts) == expected
    assert suggested_positive(classes, counts) == (expected and expected[0])


def test_recall_of_a_screening_table_is_about_cancer(screening: Path) -> None:
    dataset = load(screening)
    assert dataset.positive == "cancer"
    table = raw_table(str(screening))
    assert table.positive == "cancer"
    assert table.notes[-1] == dataset.provenance.notes[-1]
    done = steer_table(table, Job("recall >= 95%", model="logistic"))
    after, place = done.steering.after, done.steering.classes.index("cancer")
    before = done.steering.before[place]
    assert before[place] / before.sum() < 0.95 <= after[place, place] / after[place].sum()


def test_a_named_class_is_taken_without_a_note(screening: Path) -> None:
    suggested, named = load(screening), load(screening, positive="healthy")
    assert named.positive == "healthy"
    assert len(named.provenance.notes) == len(suggested.provenance.notes) - 1
    assert named.provenance.load_arguments["positive"] == "healthy"
    with raises("class-missing", came="sick", classes=("cancer", "healthy")):
        load(screening, positive="sick")


def test_rows_of_a_dataset_keep_the_class_to_catch() -> None:
    cancer = load("breast-cancer")
    assert (cancer.positive, cancer.rows([0, 1]).positive) == ("malignant",) * 2
    assert load("breast-cancer", positive="benign").positive == "benign"
    assert load("wine").positive is None
    assert load("wine", positive="class_2").positive == "class_2"


def test_renamed_classes_are_the_classes(tmp_path: Path) -> None:
    path = tmp_path / "credit.csv"
    rows = pd.DataFrame({"amount": range(60), "risk": np.where(np.arange(60) % 3 == 0, 2, 1)})
    rows.to_csv(path, index=False)
    names = {"2": "bad credit", "1": "good credit"}
    dataset = load(path, label="risk", rename_classes={2: "bad credit", 1: "good credit"})
    assert dataset.classes == ("bad credit", "good credit")
    assert dataset.category_sizes() == {"bad credit": 20, "good credit": 40}
    assert dataset.positive == "bad credit"
    # The class to catch may be named as the file has it.
    for asked in ("2", 2, "bad credit"):
        assert load(path, label="risk", rename_classes=names, positive=asked).positive == (
            "bad credit"
        )
    table = raw_table(str(path), label="risk", rename_classes=names, positive="1")
    assert (table.positive, sorted(set(table.y.tolist()))) == (
        "good credit",
        ["bad credit", "good credit"],
    )
    some = load(path, label="risk", rename_classes={"2": "bad credit"})
    assert some.classes == ("1", "bad credit")
    with raises("class-missing", came="3"):
        load(path, label="risk", rename_classes={"3": "no credit"})
    with raises("class-names-equal", came="credit"):
        load(path, label="risk", rename_classes={"1": "credit", "2": "credit"})


def test_several_labels_of_a_row_are_renamed_too(tmp_path: Path) -> None:
    path = tmp_path / "news.csv"
    path.write_text("text,topics\n" + "a ship,1;2\nsome corn,2\nmore corn,1\n" * 4)
    given = {"label": "topics", "text": "text", "separator": ";", "rename_classes": {"2": "corn"}}
    dataset = load(path, **given)
    assert (dataset.classes, dataset.positive) == (("1", "corn"), None)
    assert dataset.positives("corn").tolist()[:3] == [True, True, False]
    table = raw_table(str(path), **given, positive="corn")
    assert table.y.tolist()[:3] == ["corn", "corn", "not corn"]
