"""`steersman data list` and `steersman data fetch`, as a person runs them."""

import pytest

from steersman.cli import main
from steersman.data.collections.by_name import COLLECTIONS


def exit_status(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    return int(ended.value.code or 0)


def test_the_list_names_every_collection(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    assert exit_status("data", "list") == 0
    shown = capsys.readouterr().out
    for name in COLLECTIONS:
        assert name in shown
    assert "built in" in shown


def test_what_is_not_here_is_shown_as_such(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("STEERSMAN_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    exit_status("data", "list")
    line = next(row for row in capsys.readouterr().out.splitlines() if "spambase" in row)
    assert " no " in line


@pytest.mark.parametrize("name", ["spanbase", "wine", "reuters10-dinunzio"])
def test_what_cannot_be_fetched_is_one_line_and_status_2(capsys, name):
    assert exit_status("data", "fetch", name) == 2
    told = capsys.readouterr().err.strip().splitlines()
    assert len([line for line in told if line.strip()]) == 1
    assert "steersman:" in told[-1]


def test_fetching_offline_is_one_line_and_status_2(cli, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for variable in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(variable, "http://127.0.0.1:9")
    for variable in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(variable, raising=False)
    assert cli.refusal("data", "fetch", "iris").code == "host-unreachable"
    assert len([line for line in capsys.readouterr().err.splitlines() if line.strip()]) == 1
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (None, "file-missing"),
        (b"", "file-empty"),
        (b"a,k\n1,x\n2\n3,y\n", "row-ragged"),
        (b"a,k\n1,x\n2,y\n", "folds-impossible"),
        (b"a,b\n1,x\n2,y\n", "column-missing"),
        (b"a,k\n1,x\n2,x\n", "class-single"),
        (b"a,k\n1,x\ninf,y\n", "value-not-finite"),
        (b"a,a,k\n1,2,x\n3,4,y\n", "column-repeated"),
    ],
)
def test_serving_a_bad_file_is_one_line_and_status_2(cli, capsys, tmp_path, content, code):
    path = tmp_path / "table.csv"
    if content is not None:
        path.write_bytes(content)
    assert cli.refusal("serve", path, "--label", "k", "--no-open").code == code
    lines = [line for line in capsys.readouterr().err.splitlines() if line.strip()]
    assert len(lines) == 1
    assert lines[0].startswith("steersman: ")
    assert [file.name for file in tmp_path.iterdir()] == ([] if content is None else ["table.csv"])
