"""Columns of vectors: read once by name, used as features, in files of several kinds."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.errors import raises

from steersman import Job, raw_table, steer_table
from steersman.data import load, sniff
from steersman.data.raw_chunks import raw_chunks
from steersman.session import Session
from steersman.session.clusters.actions import OpenClusters
from steersman.session.data.actions import JoinColumns, OpenFile
from steersman.session.history_actions import Undo
from steersman.session.matrix.actions import AskWant, OpenMatrix
from steersman.session.why.actions import AskImportance, FindFlips, PickRows, TryRow

RNG = np.random.default_rng(6)
ILL = np.arange(240) % 3 == 0
VECTORS = RNG.normal(size=(240, 8)) + ILL[:, None] * np.linspace(0.0, 1.5, 8)
KINDS = np.where(ILL, "ill", "well")


def table_of(vectors: pa.Array) -> pa.Table:
    return pa.table({"meaning": vectors, "age": np.arange(240) % 50, "kind": KINDS})


@pytest.fixture(params=["fixed", "list", "jsonl"])
def path(request, tmp_path):
    if request.param == "jsonl":
        rows = [
            {"meaning": vector.tolist(), "age": row % 50, "kind": str(KINDS[row])}
            for row, vector in enumerate(VECTORS)
        ]
        path = tmp_path / "rows.jsonl"
        path.write_text("\n".join(map(json.dumps, rows)))
        return path
    fixed = pa.FixedSizeListArray.from_arrays(pa.array(VECTORS.ravel()), 8)
    column = fixed if request.param == "fixed" else pa.array(VECTORS.tolist())
    pq.write_table(table_of(column), tmp_path / "rows.parquet")
    return tmp_path / "rows.parquet"


def test_a_vector_is_one_column_and_all_its_numbers_are_features(path) -> None:
    sketch = {column.name: column for column in sniff(path, label="kind").columns}
    assert (sketch["meaning"].kind, sketch["meaning"].role) == ("vector", "vector")
    data = load(path, label="kind")
    names = [f"meaning[{place}]" for place in range(8)]
    assert set(data.feature_names) == {"age", *names}
    places = [data.feature_names.index(name) for name in names]
    assert np.allclose(data.X[:, places], VECTORS)
    assert data.X.shape == (240, 9)
    left_out = load(path, label="kind", drop=["meaning"])
    assert left_out.feature_names == ("age",)


def test_a_missing_vector_is_the_mean_and_another_length_is_refused(tmp_path) -> None:
    vectors = VECTORS.tolist()
    pq.write_table(table_of(pa.array([None, *vectors[1:]])), tmp_path / "rows.parquet")
    data = load(tmp_path / "rows.parquet", label="kind")
    first = data.feature_names.index("meaning[0]")
    assert data.X[0, first] == pytest.approx(VECTORS[1:, 0].mean())
    shorter = pa.table({"meaning": pa.array([[1.0, 2.0]]), "age": [3], "kind": ["ill"]})
    with raises("vectors-differ", expected=8, came=2):
        data.from_raw.transform(shorter)
    pq.write_table(table_of(pa.array([[1.0, 2.0, 3.0], *vectors[1:]])), tmp_path / "odd.parquet")
    with raises("vectors-differ"):
        load(tmp_path / "odd.parquet", label="kind", roles={"meaning": "vector"})


def test_vectors_are_steered_mapped_and_predicted_like_any_other(tmp_path) -> None:
    fixed = pa.FixedSizeListArray.from_arrays(pa.array(VECTORS.ravel()), 8)
    pq.write_table(table_of(fixed), tmp_path / "rows.parquet")
    session = Session(load(tmp_path / "rows.parquet", label="kind"))
    session.perform(OpenMatrix())
    assert session.perform(AskWant("fp <= 12")).values["matrix"]["outcome"]["met"]
    assert session.perform(OpenClusters()).values["clusters"]
    # An embedding is one feature among the others, and stays as it is while they are edited.
    importance = session.perform(AskImportance()).values
    assert {each["name"] for each in importance["features"]} == {"meaning", "age"}
    row = session.perform(PickRows()).values["rows"][0]["row"]
    before = session.perform(TryRow({}, row)).values["explanation"]["score"]
    older = session.perform(TryRow({"age": "49"}, row)).values["explanation"]["score"]
    assert abs(older - before) < 1.0
    assert session.perform(FindFlips({}, row)).values["flips"] is not None
    done = steer_table(raw_table(str(tmp_path / "rows.parquet"), label="kind"), Job("fp <= 12"))
    rows = pd.DataFrame({"meaning": list(VECTORS[:5]), "age": range(5)})
    assert len(done.pipeline.predict(pa.Table.from_pandas(rows))) == 5


def numbered_table(vectors: np.ndarray) -> pd.DataFrame:
    columns = {f"emb_{place}": vectors[:, place] for place in range(vectors.shape[1])}
    return pd.DataFrame({"age": np.arange(len(vectors)) % 50, **columns, "kind": KINDS})


def test_numbered_columns_are_pointed_out_and_read_as_one_vector(tmp_path) -> None:
    wide = np.hstack([VECTORS, VECTORS[:, ::-1]])
    path = tmp_path / "rows.csv"
    numbered_table(wide).to_csv(path, index=False)
    sketch = sniff(path, label="kind")
    assert [(f.column, f.remedy) for f in sketch.findings if f.code == "columns-numbered"] == [
        ("emb", "vector")
    ]
    joined = sniff(path, label="kind", vectors=["emb"])
    assert {column.name: column.role for column in joined.columns}["emb"] == "vector"
    assert "columns-joined" in {finding.code for finding in joined.findings}
    data = load(path, label="kind", vectors=["emb"])
    places = [data.feature_names.index(f"emb[{place}]") for place in range(16)]
    assert np.allclose(data.X[:, places], wide)
    # The first look hands on how to read the file.
    again = load(path, **joined.read_options.given_options())
    assert again.feature_names == data.feature_names


def test_a_model_of_numbered_columns_predicts_files_and_frames_that_have_them(tmp_path) -> None:
    path = tmp_path / "rows.csv"
    frame = numbered_table(VECTORS)
    frame.to_csv(path, index=False)
    done = steer_table(
        raw_table(str(path), label="kind", vectors=["emb"]), Job("fp <= 12", model="logistic")
    )
    model = done.pipeline
    together = pa.table({"emb": list(VECTORS), "age": frame["age"].to_numpy()})
    assert (model.predict(frame) == model.predict(together)).all()
    needed = model[0].columns
    chunks = list(raw_chunks(str(path), needed))
    read = np.concatenate([model.predict(chunk.frame) for chunk in chunks])
    assert (read == model.predict(frame)).all()
    with raises("column-missing", column="emb"):
        model.predict(frame.drop(columns="emb_3"))


def test_joining_numbered_columns_in_the_data_room_can_be_undone(tmp_path) -> None:
    path = tmp_path / "rows.csv"
    numbered_table(np.hstack([VECTORS, VECTORS])).to_csv(path, index=False)
    session = Session(load("wine"))
    session.perform(OpenFile(str(path)))
    joined = session.perform(JoinColumns("emb")).values["data"]
    assert [each["name"] for each in joined["columns"]] == ["age", "emb", "kind"]
    apart = session.perform(Undo()).values["data"]
    assert len(apart["columns"]) == 18
    assert len(session.perform(JoinColumns("emb", joined=False)).values["data"]["columns"]) == 18


def test_numbered_columns_of_words_are_no_vector() -> None:
    frame = pd.DataFrame({"emb_0": ["1.5", ""], "emb_1": ["2", "low"], "kind": ["a", "b"]})
    with raises("vector-not-numbers", column="emb_1", vector="emb"):
        load(frame, label="kind", vectors=["emb"])
