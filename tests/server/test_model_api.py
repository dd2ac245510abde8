"""A model behind HTTP gives the answers that the library, its file and ONNX give."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from starlette.testclient import TestClient
from tests.weeks import write_mail

from steersman import Job, Monitor, raw_table, steer_table
from steersman.learn.files import SavedModel, read_model, save_model
from steersman.server.api_rows import ARROW, CSV, RequestLimits
from steersman.server.model_api import model_application

TOKEN = {"authorization": "Bearer secret"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("api")
    write_mail(made / "mail.csv", 800, seed=0)
    write_mail(made / "new.csv", 120, seed=5, start=1, labeled=0.5)
    table = raw_table(str(made / "mail.csv"), label="kind", text="text")
    done = steer_table(table, Job("fpr <= 20%", model="logistic", confidence=0.95))
    story = {
        "want": str(done.steering.want),
        "positive": "spam",
        "fingerprint": done.fingerprint.values(),
    }
    save_model(done.pipeline, made / "mail.skops", label="kind", id="id", story=story)
    return made


@pytest.fixture(scope="module")
def saved(folder: Path) -> SavedModel:
    return read_model(folder / "mail.skops")


@pytest.fixture(scope="module")
def frame(folder: Path) -> pd.DataFrame:
    return pd.read_csv(folder / "new.csv", keep_default_na=False)


def rows_of(frame: pd.DataFrame) -> list[dict[str, Any]]:
    return [{str(name): value for name, value in row.items()} for row in frame.to_dict("records")]


def test_json_csv_and_arrow_give_the_answers_of_the_file(
    saved: SavedModel, frame: pd.DataFrame
) -> None:
    client = TestClient(model_application(saved))
    expected = saved.model.predict_proba(frame)  # type: ignore[attr-defined]
    told = saved.model.predict(frame).tolist()  # type: ignore[attr-defined]
    in_json = client.post("/predict", json={"rows": rows_of(frame)}).json()["rows"]
    csv = client.post(
        "/predict",
        content=frame.to_csv(index=False).encode(),
        headers={"content-type": CSV, "accept": CSV},
    )
    sink = io.BytesIO()
    table = pa.Table.from_pandas(frame, preserve_index=False)
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    arrow = client.post(
        "/predict", content=sink.getvalue(), headers={"content-type": ARROW, "accept": ARROW}
    )
    answers = [
        pd.DataFrame(in_json),
        pd.read_csv(io.BytesIO(csv.content)),
        pa.ipc.open_stream(arrow.content).read_all().to_pandas(),
    ]
    for answer in answers:
        assert answer["predicted"].tolist() == told
        assert answer["id"].tolist() == frame["id"].tolist()
        assert np.allclose(answer["p(spam)"], expected[:, 1], atol=1e-12)
    # One row may come alone.
    one = client.post("/predict", json=rows_of(frame)[3]).json()["rows"]
    assert one == [in_json[3]]


def test_onnx_gives_the_same_answers(saved: SavedModel, frame: pd.DataFrame, folder: Path) -> None:
    runtime = pytest.importorskip("onnxruntime")
    from steersman.learn.export import save_onnx

    save_onnx(saved.model, folder / "mail.onnx")
    features = saved.model[:-1].transform(frame)  # type: ignore[index]
    run = runtime.InferenceSession(str(folder / "mail.onnx"))
    name = run.get_inputs()[0].name
    outputs = run.run(None, {name: np.asarray(features.todense(), dtype=np.float64)})
    client = TestClient(model_application(saved))
    told = client.post("/predict", json={"rows": rows_of(frame)}).json()["rows"]
    assert [str(each) for each in outputs[0].tolist()] == [row["predicted"] for row in told]


def test_what_it_sees_is_watched_and_kept(
    saved: SavedModel, frame: pd.DataFrame, tmp_path: Path
) -> None:
    log = tmp_path / "api.db"
    monitor = Monitor(saved)
    expected = monitor.update(frame, frame["kind"], ids=frame["id"])
    with TestClient(model_application(saved, log=log)) as client:
        for start in range(0, 120, 40):
            client.post("/predict", json={"rows": rows_of(frame[start : start + 40])})
        report = client.get("/watch").json()
    assert report == expected.values()
    unknown = frame[frame["kind"] == ""]["id"].tolist()[:5]
    with TestClient(model_application(saved, log=log)) as client:
        # What came before the restart is still known.
        assert client.get("/watch").json() == expected.values()
        later = client.post("/labels", json=dict.fromkeys(unknown, "ham")).json()
        assert later == monitor.label(unknown, ["ham"] * 5).values()
        assert client.post("/labels", json={"nobody": "ham"}).json()["code"] == "unknown-row"
        assert client.post("/labels", json={"w1-1": "eggs"}).json()["code"] == "unknown-labels"
        assert client.get("/health").json()["rows"] == 120


def test_explanations_add_up_to_the_score(saved: SavedModel, frame: pd.DataFrame) -> None:
    client = TestClient(model_application(saved))
    answer = client.post("/explain", json={"rows": rows_of(frame)[:3]}).json()
    assert len(answer["rows"]) == 3
    for row, told in zip(answer["rows"], saved.model.predict(frame[:3])):  # type: ignore[attr-defined]
        assert row["predicted"] == told
        assert row["contributions"]


def test_mistakes_and_limits_are_answered_in_a_sentence(
    saved: SavedModel, frame: pd.DataFrame
) -> None:
    client = TestClient(model_application(saved, token="secret", limits=RequestLimits(10, 20_000)))
    rows = rows_of(frame)
    refused = [
        (401, "token-needed", {"json": rows[0]}),
        (413, "too-many-rows", {"json": rows[:11], "headers": TOKEN}),
        (413, "body-too-large", {"content": b"x" * 30_000, "headers": TOKEN}),
        (400, "body-unreadable", {"content": b"{", "headers": TOKEN}),
        (400, "body-unreadable", {"json": [], "headers": TOKEN}),
        (400, "body-unreadable", {"content": b"[" * 15_000, "headers": TOKEN}),
        (400, "column-missing", {"json": {"id": "7"}, "headers": TOKEN}),
    ]
    for status, code, sent in refused:
        answer = client.post("/predict", **sent)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
    for content in (b"{", b"[1]", b"[" * 15_000):
        answer = client.post("/labels", content=content, headers=TOKEN)
        assert (answer.status_code, answer.json()["code"]) == (400, "labels-unreadable")
    assert client.get("/health").status_code == 200
    assert client.get("/openapi.json").status_code == 401
    document = client.get("/openapi.json", headers=TOKEN).json()
    schema = document["paths"]["/predict"]["post"]["requestBody"]["content"]["application/json"]
    assert schema["schema"]["properties"]["rows"]["items"]["required"] == ["text"]
