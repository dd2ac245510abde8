"""Defaults of options from environment variables and the settings file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.main import get_command

from steersman.cli import app
from steersman.cli.settings import command_paths, option_defaults
from steersman.errors import SteersmanError


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A settings file of its own for a test."""
    path = tmp_path / "config.toml"
    monkeypatch.setenv("STEERSMAN_CONFIG", str(path))
    return path


def test_a_setting_counts_a_variable_counts_more_an_option_most(
    cli, tmp_path, settings, monkeypatch, capsys
):
    table = cli.mail_table(tmp_path / "mail.csv", rows=120)
    asked = ("steer", table, "--label", "kind", "--want", "fpr <= 30%", "--json", "-")

    def seed(*more: str) -> int:
        capsys.readouterr()
        assert cli.status_of(*asked, *more) == 0
        return json.loads(capsys.readouterr().out)["seed"]

    settings.write_text('[steer]\nseed = 3\nmodel = "logistic"\n')
    assert seed() == 3
    monkeypatch.setenv("STEERSMAN_STEER_SEED", "4")
    assert seed() == 4
    assert seed("--seed", "5") == 5


def test_settings_are_named_as_options_are(settings):
    settings.write_text(
        "port = 8080\n[steer]\nkeep-closest = true\n[project.export]\nwith_data=true"
    )
    found = option_defaults(get_command(app), settings)
    assert found == {
        "port": 8080,
        "steer": {"keep_closest": True},
        "project": {"export": {"with_data": True}},
    }


@pytest.mark.parametrize(
    ("text", "code"),
    [("[steer]\nsail = 1", "setting-unknown"), ("steer = [", "settings-malformed")],
)
def test_a_mistake_in_the_settings_is_an_error(text, code, settings):
    settings.write_text(text)
    with pytest.raises(SteersmanError) as caught:
        option_defaults(get_command(app), settings)
    assert caught.value.code == code


def test_without_a_file_there_are_no_settings(tmp_path, monkeypatch):
    monkeypatch.delenv("STEERSMAN_CONFIG", raising=False)
    assert option_defaults(get_command(app), tmp_path / "config.toml") == {}


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_has_two_names_everywhere(flag, cli, capsys):
    for path, _ in command_paths(get_command(app)):
        assert cli.status_of(*path, flag) == 0
        assert "Usage: " in capsys.readouterr().out


def test_quiet_leaves_errors_and_figures(cli, tmp_path, capsys):
    table = cli.mail_table(tmp_path / "mail.csv", rows=120)
    asked = ("steer", table, "--label", "kind", "--model", "logistic", "-q", "--want")
    assert cli.status_of(*asked, "fpr <= 30%") == 0
    assert capsys.readouterr() == ("", "")
    assert cli.status_of(*asked, "fpr <= 30%", "--json", "-") == 0
    out, errors = capsys.readouterr()
    assert (json.loads(out)["met"], errors) == (True, "")
    assert cli.status_of(*asked, "fpr <= thirty") == 2
    assert capsys.readouterr().err.startswith("steersman: ")


def test_quiet_predictions_are_still_printed(cli, tmp_path, capsys):
    model = cli.steered_mail(tmp_path)
    capsys.readouterr()
    assert cli.status_of("predict", model, tmp_path / "mail.csv", "-q") == 0
    assert len(capsys.readouterr().out.splitlines()) == 301


def test_the_shells_are_offered_completion(cli, capsys, monkeypatch):
    monkeypatch.setenv("_STEERSMAN_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "steersman ste")
    monkeypatch.setenv("COMP_CWORD", "1")
    cli.status_of()
    assert capsys.readouterr().out.split() == ["steer"]
