"""A first look: what is in a file, what it is for, and what may hurt later."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.tree import DecisionTreeClassifier

from steersman.data import load, sniff
from steersman.data.first_look.findings import reveals_label
from steersman.data.sketch import Sketch

RNG = np.random.default_rng(4)
ROWS = 60
TICKETS = pd.DataFrame(
    {
        "ticket": [f"T-{row:04d}" for row in range(ROWS)],
        "price": RNG.normal(50, 9, ROWS).round(2),
        "port": RNG.choice(["Oslo", "Rome", "Cork"], ROWS),
        "sent": pd.date_range("2023-05-01", periods=ROWS, freq="36h").strftime("%Y-%m-%d"),
        "urgent": RNG.choice([True, False], ROWS),
        "note": [
            f"the crew of boat number {row} asks for new sails, please" for row in range(ROWS)
        ],
        "category": RNG.choice(["ask", "complain"], ROWS),
    }
)


def written(frame: pd.DataFrame, path: Path) -> Path:
    if path.suffix == ".parquet":
        frame.to_parquet(path)
    elif path.suffix == ".jsonl":
        lines = [json.dumps(row) + "\n" for row in frame.to_dict(orient="records")]
        path.write_text("".join(lines))
    else:
        frame.to_csv(path, index=False, sep="\t" if path.suffix == ".tsv" else ",")
    return path


def finding_rows(sketch: Sketch) -> dict[tuple[str, str | None], int]:
    """How many rows each finding is about, by its code and column."""
    return {(each.code, each.column): each.rows for each in sketch.findings}


def finding_codes(sketch: Sketch) -> list[str]:
    return [finding.code for finding in sketch.findings]


@pytest.mark.parametrize("ending", ["csv", "tsv", "parquet", "jsonl"])
def test_every_column_gets_its_kind_and_role(tmp_path: Path, ending: str) -> None:
    path = written(TICKETS, tmp_path / f"tickets.{ending}")
    sketch = sniff(path)
    assert [(c.name, c.kind, c.role) for c in sketch.columns] == [
        ("ticket", "category", "id"),
        ("price", "number", "number"),
        ("port", "category", "category"),
        ("sent", "date", "date"),
        ("urgent", "boolean", "number"),
        ("note", "text", "text"),
        ("category", "category", "label"),
    ]
    assert (sketch.kind, sketch.rows, sketch.rows_exact) == (ending, ROWS, True)
    assert sketch.column("category").balance == TICKETS["category"].value_counts().to_dict()
    assert len(sketch.preview) == 50
    assert sketch.preview[3][0] == "T-0003"
    assert sketch.findings == ()


@pytest.mark.parametrize("ending", ["csv", "parquet", "jsonl"])
def test_loading_with_the_roles_of_the_sketch_gives_what_loading_guesses(
    tmp_path: Path, ending: str
) -> None:
    path = written(TICKETS, tmp_path / f"tickets.{ending}")
    ours, guessed = load(path, roles=sniff(path).roles), load(path)
    assert ours.feature_names == guessed.feature_names
    assert np.array_equal(ours.X.toarray(), guessed.X.toarray())


def test_roles_can_be_changed(tmp_path: Path) -> None:
    path = written(TICKETS, tmp_path / "tickets.csv")
    sketch = sniff(path, roles={"port": "label", "category": "leave"})
    assert sketch.column("port").role == "label"
    assert sum(sketch.column("port").balance.values()) == ROWS


def test_the_rows_of_a_long_file_are_estimated(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    lines = [f"{row % 97},{'wide ' * 20},{row % 2}\n" for row in range(100_000)]
    path.write_text("a,pad,label\n" + "".join(lines))
    sketch = sniff(path)
    assert not sketch.rows_exact
    assert sketch.rows == pytest.approx(100_000, rel=0.05)
    assert sketch.rows_seen < sketch.rows


@pytest.mark.parametrize(
    ("encoding", "seen"),
    [("utf-8", "utf-8"), ("utf-8-sig", "utf-8"), ("latin-1", "latin-1"), ("utf-16", "utf-16")],
)
def test_the_encoding_is_seen(tmp_path: Path, encoding: str, seen: str) -> None:
    path = tmp_path / "words.csv"
    path.write_bytes("größe;label\n1;é\n2;e\n3;é\n4;e\n".encode(encoding))
    sketch = sniff(path)
    assert (sketch.encoding, sketch.delimiter) == (seen, ";")
    assert sketch.columns[0].name == "größe"
    assert sketch.preview[0] == ("1", "é")
    dataset = load(path, label="label", encoding=sketch.encoding, delimiter=sketch.delimiter)
    assert dataset.classes == ("e", "é")
    assert ("encoding-detected" in finding_codes(sketch)) == (seen != "utf-8")


def test_a_missing_header_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "bare.csv"
    path.write_text("1.5,2,x\n2.5,3,y\n0.5,1,x\n3.5,7,y\n")
    sketch = sniff(path)
    assert not sketch.header
    assert [column.name for column in sketch.columns] == ["column 1", "column 2", "column 3"]
    assert "header-missing" in finding_codes(sketch)
    dataset = load(path, header=False, roles=sketch.roles)
    assert dataset.y.tolist() == ["x", "y", "x", "y"]
    assert sniff(path, header=True).columns[0].name == "1.5"


def test_what_may_hurt_is_pointed_out(tmp_path: Path) -> None:
    frame = TICKETS.assign(
        same="x",
        size=[None, *range(1, ROWS)],
        weight=["heavy", *map(str, range(1, ROWS))],
        category=["ask ", "Complain", "odd", *TICKETS["category"][3:]],
    )
    frame = pd.concat([frame, frame.iloc[[5, 5]].assign(ticket=["T-9998", "T-9999"])])
    sketch = sniff(written(frame, tmp_path / "tickets.csv"), roles={"category": "label"})
    found = finding_rows(sketch)
    assert ("column-constant", "same") in found
    assert found["values-missing", "size"] == 1
    assert found["values-not-numbers", "weight"] == 1
    asking = frame["category"].str.strip().str.lower() == "ask"
    assert ("labels-alike", int(asking.sum())) in [(e.code, e.rows) for e in sketch.findings]
    assert found["classes-of-one-row", "category"] == 3
    (equal,) = (each for each in sketch.findings if each.code == "rows-equal-other-ids")
    assert (equal.rows, equal.severity, equal.remedy) == (2, "note", "one-of-equal")
    assert "label-revealed" not in finding_codes(sketch)


def test_a_column_that_gives_the_label_away_is_named() -> None:
    frame = TICKETS.assign(code=TICKETS["category"].map({"ask": 7.5, "complain": 9.25}))
    sketch = sniff(frame)
    assert finding_codes(sketch) == ["label-revealed"]
    assert (sketch.findings[0].severity, sketch.findings[0].column) == ("warning", "code")


def test_equal_rows_in_training_and_test_are_counted() -> None:
    frame = pd.DataFrame({"a": [1, 2, 3, 1, 2, 9], "b": [5, 5, 5, 5, 5, 5.5]})
    frame["split"] = ["train"] * 3 + ["test"] * 3
    frame["label"] = ["x", "y", "x", "x", "x", "y"]
    found = {each.code: each.rows for each in sniff(frame).findings}
    assert (found["test-rows-in-training"], found["labels-contradict"]) == (2, 2)


def test_conflicting_labels_are_counted_on_both_sides() -> None:
    """7 of 70 cancers have the values of 3,322 healthy rows."""
    sick = np.arange(70) < 63
    frame = pd.DataFrame({"marker": [*np.where(sick, 9, 1), *([1] * 3322), *([2] * 108)]})
    frame["patient"] = [f"p{n}" for n in range(3500)]
    frame["result"] = ["cancer"] * 70 + ["healthy"] * 3430
    sketch = sniff(frame, label="result", id="patient", rename_classes={"healthy": "well"})
    (torn,) = (each for each in sketch.findings if each.code == "labels-contradict")
    assert torn.rows == 7 + 3322
    # Rows of different patients are no copies: their number is said with the identifier.
    (equal,) = (each for each in sketch.findings if each.remedy == "one-of-equal")
    assert (equal.code, equal.rows) == ("rows-equal-other-ids", 62 + 6 + 3321 + 107)
    assert equal.column is None
    copies = pd.concat([frame, frame.iloc[[0, 1]]])
    same = sniff(copies.drop(columns="patient"), label="result")
    assert [each.rows for each in same.findings if each.code == "rows-repeated"] == [
        62 + 6 + 3321 + 107 + 2
    ]


def test_a_column_leaks_when_a_small_tree_on_it_alone_is_right() -> None:
    """The rule agrees with scikit-learn's tree wherever the answer is plain."""
    rng = np.random.default_rng(0)
    for errors in (0.0, 0.01, 0.2, 0.5):
        classes = rng.integers(0, 3, 3_000)
        wrong = rng.random(3_000) < errors
        values = np.where(wrong, rng.integers(0, 3, 3_000), classes) * 5 + rng.integers(0, 5, 3_000)
        tree = DecisionTreeClassifier(random_state=0).fit(values[::2, None], classes[::2])
        right = tree.score(values[1::2, None], classes[1::2])
        assert reveals_label(values, classes) == (right > 0.97)


@pytest.mark.parametrize("columns", [["note", "category"], ["price", "port", "sent", "category"]])
def test_loading_tells_progress_that_never_goes_back(tmp_path: Path, columns: list[str]) -> None:
    parts: list[float] = []
    path = written(TICKETS[columns], tmp_path / "tickets.csv")
    load(path, label="category", progress=lambda _what, part: parts.append(part))
    assert parts == sorted(parts)
    assert len(set(parts)) > 3


def test_the_look_tells_its_progress_and_can_be_cancelled(tmp_path: Path) -> None:
    from steersman.errors import Cancelled

    path = written(TICKETS, tmp_path / "tickets.csv")
    parts: list[float] = []
    sniff(path, progress=lambda _what, part: parts.append(part))
    assert parts == sorted(parts)
    assert parts[-1] == 1.0
    for reading in (sniff, load):
        with pytest.raises(Cancelled):
            reading(path, cancelled=lambda: len(parts) > 0)


def test_what_is_missing_is_no_value_of_its_own() -> None:
    frame = pd.DataFrame(
        {"kind": ["ham", "spam", None, "", "NA"], "size": [1.0, 2.0, np.nan, 2.0, 1.0]}
    )
    kind, size = sniff(frame).columns
    assert (kind.distinct, kind.missing) == (2, 3)
    assert (size.distinct, size.missing) == (2, 1)


@pytest.mark.parametrize("values", [(1, 0), (0.5, 2.5), ("spam", "ham"), (True, False)])
def test_a_column_that_a_file_is_sorted_by_shows_its_other_values_too(tmp_path, values) -> None:
    first, second = values
    rows = [f"{row},{first if row < 1500 else second}" for row in range(3000)]
    path = tmp_path / "sorted.csv"
    path.write_text("\n".join(["at,kind", *rows]))
    column = sniff(path).column("kind")
    assert column.examples == (str(first), str(second))
    assert column.distinct == len(column.examples)


def test_what_is_true_of_very_many_columns_is_told_once() -> None:
    rows = 30
    frame = pd.DataFrame(0, index=range(rows), columns=[f"c{i}" for i in range(300)])
    gaps = pd.DataFrame({f"g{i}": [None, *range(rows - 1)] for i in range(3)}).add(0.5)
    sketch = sniff(pd.concat([frame, gaps], axis=1).assign(label=["x", "y", "y"] * 10))
    constant = [each for each in sketch.findings if each.code == "column-constant"]
    assert [each.column for each in constant] == ["c0"]
    assert constant[0].remedy is None
    missing = [each.column for each in sketch.findings if each.code == "values-missing"]
    assert missing == ["g0", "g1", "g2"]


def test_none_is_a_value_among_categories_and_missing_among_numbers(tmp_path) -> None:
    rows = [("none", "1"), ("cat", "none"), ("none", "3"), ("dog", "4"), ("?", "5")] * 4
    path = tmp_path / "pets.csv"
    lines = [f"{pet},{count},{'ab'[place % 2]}" for place, (pet, count) in enumerate(rows)]
    path.write_text("\n".join(["pet,count,kind", *lines]))
    sketch = {column.name: column for column in sniff(path, label="kind").columns}
    assert (sketch["pet"].missing, sketch["pet"].bars["none"]) == (4, 8)
    assert (sketch["count"].kind, sketch["count"].missing) == ("number", 4)
    assert "pet=none" in load(path, label="kind").feature_names
