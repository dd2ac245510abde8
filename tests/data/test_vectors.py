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
from steersman.session import Session
from steersman.session.clusters.actions import OpenClusters
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
