from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import click
import httpx2
import pytest
from rich.console import Console
from typer.main import get_command

from steersman.cli import app, main
from steersman_benchmarks.figures import benchmark_table
from steersman_benchmarks.registry import BenchmarkRow

ROOT = Path(__file__).parents[2]
HEAVY = ("numpy", "scipy", "sklearn", "numba", "pyarrow", "starlette", "uvicorn")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "steersman", *arguments], capture_output=True, text=True, timeout=120
    )


def test_help_needs_no_heavy_import() -> None:
    """What makes `steersman --help` quick is what it does not load."""
    program = (
        "import sys\n"
        "from steersman.cli import main\n"
        "try:\n    main(['--help'])\n"
        "except SystemExit:\n    pass\n"
        f"print('LOADED', [name for name in {HEAVY} if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "Usage: steersman" in result.stdout
    assert "LOADED []" in result.stdout


def test_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--version"])
    assert stop.value.code == 0
    assert capsys.readouterr().out.strip()


def commands(command: click.Command, path: str = "steersman") -> dict[str, set[str]]:
    """Every command with its long options."""
    options = {each for given in command.params for each in given.opts + given.secondary_opts}
    found = {path: {option for option in options if option.startswith("--")}}
    for name, inner in getattr(command, "commands", {}).items():
        found |= commands(inner, f"{path} {name}")
    return found


def test_every_command_and_option_is_documented_and_no_other() -> None:
    page = (ROOT / "docs" / "commands.md").read_text()
    known = commands(get_command(app))
    assert [name for name in known if name not in page] == []
    options = set().union(*known.values())
    assert options == set(re.findall(r"--[a-z][a-z-]*", page)) - {"--help"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["serve", "nowhere.csv", "--label", "y"], ["nowhere.csv"]),
        (["bench", "warp"], ["no benchmark 'warp'", "text"]),
        (["reproduce", "principia"], ["no paper 'principia'", "likelihood-spaces"]),
        (["data", "fetch", "moon"], ["moon"]),
    ],
)
def test_a_mistake_is_one_sentence_and_status_2(
    arguments: list[str], words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    said = capsys.readouterr().err
    assert all(word in said for word in words)
    assert "Traceback" not in said
    assert said.strip().count("\n") == 0


def test_an_unknown_option_is_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--sail"])
    assert stop.value.code == 2


def test_the_workbench_starts_says_where_and_stops_when_interrupted(tmp_path: Path) -> None:
    table = tmp_path / "mail.csv"
    rows = "".join(f"{n % 7},{n % 3},{'spam' if n % 2 else 'ham'}\n" for n in range(60))
    table.write_text("links,exclamations,kind\n" + rows)
    busy = socket.socket()
    busy.bind(("127.0.0.1", 0))
    busy.listen()
    port = busy.getsockname()[1]
    arguments = ["serve", str(table), "--label", "kind", "--port", str(port), "--no-open"]
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "steersman", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert str(port) in process.stdout.readline()
        url = process.stdout.readline().split()[-1]
        assert url.startswith("http://127.0.0.1:")
        with httpx2.Client(follow_redirects=True) as client:
            assert "revision" in client.get(url.replace("/?", "/health?")).json()
    finally:
        busy.close()
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=30)
    assert "Stopped." in rest
    assert "Traceback" not in errors


def test_a_table_of_several_peers_says_which_each_row_is_about() -> None:
    rows = [
        BenchmarkRow("errors", 0.0, 0.0, "rows", "a forest"),
        BenchmarkRow("errors", 1.0, 3.0, "rows", "a vector machine"),
    ]
    console = Console(width=100, record=True)
    console.print(benchmark_table("steering", rows))
    text = console.export_text()
    assert [row.ratio for row in rows] == [1.0, 3.0]
    assert re.search(r"errors +0 +0 +1 +rows +1\.00", text)
    assert re.search(r"errors +1 +3 +2 +rows +3\.00", text)
    assert "peer 2: a vector machine" in text
