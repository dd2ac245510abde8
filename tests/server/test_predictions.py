"""Files predicted on the page: the same lines as the command line's, or nothing at all."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from starlette.testclient import TestClient

from steersman.cli.predict import predict_file
from steersman.data import load
from steersman.server import predictions, uploads
from steersman.server.app import application
from steersman.server.predictions import MOST_TABLES, PredictionFiles, progress_lines
from steersman.session import Session
from steersman.session.matrix.actions import AskWant, ExportModel, OpenMatrix

HOME = "http://127.0.0.1:7400"
ROWS = 400


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Rows with an identifier, a number and a word; half of the labels can be told from them."""
    rng = np.random.default_rng(3)
    bad = np.arange(ROWS) % 2 == 0
    frame = pd.DataFrame(
        {
            "id": [f"r{row}" for row in range(ROWS)],
            "amount": rng.normal(size=ROWS) + 1.5 * bad,
            "place": np.where(rng.random(ROWS) < 0.3 + 0.4 * bad, "north", "south"),
            "label": np.where(bad, "fraud", "fine"),
        }
    )
    path = tmp_path / "payments.csv"
    frame.to_csv(path, index=False)
    return path


@pytest.fixture
def session(table: Path) -> Session:
    made = Session(load(str(table), label="label"))
    made.perform(OpenMatrix())
    made.perform(AskWant("recall(fraud) >= 60%"))
    return made


@pytest.fixture
def client(session: Session, tmp_path: Path) -> Iterator[TestClient]:
    (tmp_path / "index.html").write_text("<title>the page</title>")
    with TestClient(application(session, "secret", static=tmp_path), base_url=HOME) as client:
        yield client


@pytest.fixture
def files() -> Iterator[PredictionFiles]:
    made = PredictionFiles()
    with made.clean_up:
        yield made


def number_shown(session: Session) -> int:
    return session.view().values["matrix"]["shown"]["number"]


def send(client: TestClient, name: str, content: bytes, number: int | str):
    headers = {"x-file-name": name, "x-model": str(number)}
    return client.post("/predict", content=content, headers=headers)


def progress_of(answer) -> list[dict]:
    return [json.loads(line) for line in answer.text.splitlines()]


def test_a_file_is_predicted_as_by_the_command_line(
    client: TestClient, session: Session, table: Path, tmp_path: Path
) -> None:
    number = number_shown(session)
    assert send(client, "new.csv", b"a", number).status_code == 403
    client.get("/?token=secret")
    frame = pd.read_csv(table).drop(columns="label")
    frame.loc[0, "place"] = "nowhere"
    new = tmp_path / "new rows.csv"
    frame.to_csv(new, index=False)
    told = progress_of(send(client, "new%20rows.csv", new.read_bytes(), number))
    assert [each["rows"] for each in told[:-1]][-1] == ROWS
    assert "nowhere" in told[-2]["notes"][0]
    download = client.get(f"/predictions/{told[-1]['key']}")
    assert "new%20rows-predictions.csv" in download.headers["content-disposition"]
    model, out = tmp_path / "model.skops", tmp_path / "out.csv"
    model.write_bytes(session.perform(ExportModel(number)).columns[0].values.tobytes())
    predict_file(model, str(new), out)
    assert download.text == out.read_text()
    lines = list(csv.DictReader(io.StringIO(download.text)))
    assert lines[0].keys() == {"id", "predicted", "p(fine)", "p(fraud)"}
    assert {line["predicted"] for line in lines} == {"fine", "fraud"}
    asked = {"x-file-name": "new.csv", "x-model": str(number), "x-reasons": "yes"}
    told = progress_of(client.post("/predict", content=new.read_bytes(), headers=asked))
    (first, *_) = csv.DictReader(io.StringIO(client.get(f"/predictions/{told[-1]['key']}").text))
    assert [each.rpartition(" ")[0] for each in first["reasons"].split(", ")] == [
        "amount",
        "without place",
    ]


@pytest.mark.parametrize(
    ("name", "content", "number", "code"),
    [
        ("empty.csv", b"", "0", "file-empty"),
        ("rows.csv", b"amount\n1\n", "first", "unknown-model"),
    ],
)
def test_what_cannot_be_taken_in_is_refused_at_once(
    client: TestClient, name: str, content: bytes, number: str, code: str
) -> None:
    client.get("/?token=secret")
    answer = send(client, name, content, number)
    assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_a_file_that_is_too_large_is_refused(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "LARGEST_UPLOAD_BYTES", 10)
    client.get("/?token=secret")
    assert send(client, "big.csv", b"x" * 11, "0").status_code == 413


@pytest.mark.parametrize(
    ("content", "number", "code"),
    [(b"wrong\n1\n", "0", "column-missing"), (b"amount,place\n1,north\n", "99", "unknown-model")],
)
def test_a_fault_on_the_way_is_the_last_line_and_nothing_is_left(
    session: Session, files: PredictionFiles, content: bytes, number: str, code: str
) -> None:
    source = files.new_file("new.csv")
    source.write_bytes(content)
    (told,) = map(json.loads, progress_lines(session, int(number), source, files))
    assert told["error"]["code"] == code
    assert str(source.parent) not in told["error"]["what"]
    assert list(files.folder.iterdir()) == []


def test_a_page_that_goes_away_ends_the_work_and_leaves_nothing(
    session: Session, table: Path, files: PredictionFiles
) -> None:
    source = files.new_file("new.csv")
    source.write_bytes(table.read_bytes())
    lines = progress_lines(session, 0, source, files)
    assert isinstance(lines, Iterator)
    next(lines)
    assert source.exists()
    lines.close()  # type: ignore[attr-defined]
    assert list(files.folder.iterdir()) == []


def test_only_the_newest_tables_are_kept(
    session: Session, table: Path, files: PredictionFiles
) -> None:
    keys = []
    for _ in range(MOST_TABLES + 1):
        source = files.new_file("new.csv")
        source.write_bytes(table.read_bytes())
        keys.append(json.loads([*progress_lines(session, 0, source, files)][-1])["key"])
    assert files.response(keys[0]).status_code == 404
    assert sorted(path.name for path in files.folder.iterdir()) == sorted(keys[1:])
    assert [path.name for path in (files.folder / keys[-1]).iterdir()] == [predictions.TABLE]


def test_a_server_without_predictions_has_no_folder_and_one_that_ends_removes_it(
    session: Session, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    (tmp_path / "index.html").write_text("<title>the page</title>")
    app = application(session, "secret", static=tmp_path)
    with TestClient(app, base_url=HOME, headers={"authorization": "Bearer secret"}) as client:
        assert list(place.iterdir()) == []
        send(client, "new.csv", table.read_bytes(), 0)
        assert len(list(place.iterdir())) == 1
    assert list(place.iterdir()) == []
