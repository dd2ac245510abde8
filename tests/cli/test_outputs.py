"""No command writes over what it reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.errors import raises

from steersman.cli.outputs import check_outputs


@pytest.fixture(scope="module")
def model(cli: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return cli.steered_mail(tmp_path_factory.mktemp("model"))


WANTED = ("--label", "kind", "--want", "fpr <= 10%", "--model", "logistic")


@pytest.mark.parametrize(
    "arguments",
    [
        ("predict", "mail.skops", "mail.csv", "--out", "mail.csv"),
        ("predict", "mail.skops", "mail.csv", "--out", "./mail.skops"),
        ("evaluate", "mail.skops", "mail.csv", "--json", "link.csv"),
        ("steer", "mail.csv", *WANTED, "--out", "mail.csv"),
        ("steer", "mail.csv", *WANTED, "--json", "mail.csv"),
        ("compare", "mail.csv", "--label", "kind", "--json", "mail.csv"),
        ("replay", "mail.csv", "--out", "mail.csv"),
    ],
)
def test_a_file_that_is_read_is_never_written_over(
    cli: Any, model: Path, monkeypatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(model.parent)
    link = Path("link.csv")
    link.unlink(missing_ok=True)
    link.symlink_to("mail.csv")
    before = {path: path.read_bytes() for path in map(Path, ("mail.csv", "mail.skops"))}
    assert cli.refusal(*arguments).code == "output-is-input"
    assert {path: path.read_bytes() for path in before} == before


def test_two_outputs_have_two_files(tmp_path: Path) -> None:
    with raises("output-repeated"):
        check_outputs([tmp_path / "a", tmp_path / ".." / tmp_path.name / "a"])
    check_outputs([Path("/dev/null"), Path("/dev/null"), tmp_path / "a"], ["/dev/stdin"])
