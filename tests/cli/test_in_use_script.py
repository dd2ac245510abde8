"""The shell script of the documentation: steer, three weeks, label, repair, without a browser."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest
from tests.weeks import write_mail

from steersman.cli import main
from steersman.learn.files import ModelVersions

PAGE = Path(__file__).parents[2] / "docs" / "watching.md"


# The shell asks this process to run each command: starting Python eight times takes half a minute.
CALL = """
steersman() { printf '%q ' "$@" >&{asks}; echo >&{asks}; read -r status <&{hears}; return $status; }
"""


def run_script(script: str, folder: Path) -> tuple[int, str]:
    """The exit status and output of a shell script whose commands are run by this process."""
    (hears, answers), (listens, asks) = os.pipe(), os.pipe()
    call = CALL.replace("{asks}", str(asks)).replace("{hears}", str(hears))
    shell = subprocess.Popen(
        ["bash", "-c", call + script],
        cwd=folder,
        stdout=subprocess.PIPE,
        text=True,
        pass_fds=(asks, hears),
    )
    os.close(asks)
    os.close(hears)
    with os.fdopen(listens) as lines, os.fdopen(answers, "w") as replies:
        for line in lines:
            try:
                main(shlex.split(line))
                status = 0
            except SystemExit as stop:
                status = int(stop.code or 0)
            replies.write(f"{status}\n")
            replies.flush()
    output, _ = shell.communicate()
    return shell.returncode, output


@pytest.mark.skipif(os.name != "posix", reason="a script of a Unix shell")
def test_the_script_finds_the_break_and_repairs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (script,) = re.findall(r"<!-- script -->\n```sh\n(.*?)```", PAGE.read_text(), re.DOTALL)
    write_mail(tmp_path / "mail.csv", 1500, seed=0)
    for week in (1, 2, 3):
        drift = 0.25 if week == 3 else 0.0
        path = tmp_path / f"week-{week}.csv"
        write_mail(path, 450, seed=week, start=week, labeled=0.5, drift=drift)
    write_mail(tmp_path / "week-3-labeled.csv", 450, seed=3, start=3, drift=0.25)
    monkeypatch.chdir(tmp_path)
    status, output = run_script(script, tmp_path)
    assert status == 0
    assert "week 3" in output
    assert len((tmp_path / "to-label.csv").read_text().splitlines()) == 61
    first, second = ModelVersions(tmp_path / "mail-models").all()
    assert (first.in_use, second.in_use) == (False, True)
    assert second.story["assurance"] == "guaranteed"
