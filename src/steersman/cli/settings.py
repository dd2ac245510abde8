"""Defaults of options: environment variables, and a file of settings.

An option of a command is taken from the command line, else from its environment variable
(`STEERSMAN_STEER_CONFIDENCE`), else from the settings file, else from its own default.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from platformdirs import user_config_path
from typer.core import TyperGroup

from steersman.errors import SteersmanError

PREFIX = "STEERSMAN"
CONFIG = f"{PREFIX}_CONFIG"
"""The environment variable that names another settings file."""

HOW_TO_CALL = {"help_option_names": ["-h", "--help"], "auto_envvar_prefix": PREFIX}


class Commands(TyperGroup):
    """The commands, whose options take their defaults from the settings."""

    def make_context(self, *arguments: Any, **extra: Any) -> Any:
        """The context of a call, with the defaults of the settings file."""
        for _, command in command_paths(self):
            for option in command.params:
                # Named in the documentation once; in each line of help they would be noise.
                option.show_envvar = False
        defaults = option_defaults(self, settings_file())
        return super().make_context(*arguments, **extra, default_map=defaults)


def settings_file() -> Path:
    """The file that `STEERSMAN_CONFIG` names, else `config.toml` in the user's folder."""
    named = os.environ.get(CONFIG)
    if named:
        return Path(named).expanduser()
    return user_config_path("steersman", appauthor=False) / "config.toml"


def command_paths(
    command: Any, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command below this one, and itself, with the words that call it."""
    yield path, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from command_paths(inner, (*path, name))


def option_defaults(commands: Any, path: Path) -> dict[str, Any]:
    """The settings in a file, as defaults of the options of each command."""
    if CONFIG not in os.environ and not path.is_file():
        return {}
    try:
        settings = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SteersmanError(
            f"{path} is not a valid settings file: {error}",
            todo="write it as TOML, such as [steer] and confidence = 0.95 on two lines",
            code="settings-malformed",
            file=str(path),
        ) from error
    return defaults_of(commands, settings, path)


def defaults_of(command: Any, settings: Mapping[str, Any], path: Path) -> dict[str, Any]:
    """The settings of one command and of those below it, by the names of parameters."""
    inner = getattr(command, "commands", {})
    names = {
        flag.removeprefix("--"): option.name
        for option in command.params
        for flag in option.opts
        if flag.startswith("--")
    }
    found: dict[str, Any] = {}
    for name, value in settings.items():
        if name in inner and isinstance(value, Mapping):
            found[name] = defaults_of(inner[name], value, path)
        elif name.replace("_", "-") in names:
            found[names[name.replace("_", "-")]] = value
        else:
            raise SteersmanError(
                f"{path} has the unknown setting {name!r}",
                todo=f"choose from: {', '.join(sorted({*names, *inner}))}",
                code="setting-unknown",
                file=str(path),
                setting=name,
            )
    return found


def environment_variable(path: tuple[str, ...], option: str) -> str:
    """The variable that gives an option of a command its default.

    >>> environment_variable(("steer",), "keep_closest")
    'STEERSMAN_STEER_KEEP_CLOSEST'
    """
    words = (PREFIX, *path, option)
    return "_".join(word.replace("-", "_").upper() for word in words)
