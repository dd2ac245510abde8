"""The directive `commands`: every command and its options, from the parser itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from typer.main import get_command

from steersman.cli import app as command_line
from steersman.cli.settings import command_paths, environment_variable


def command_lines(path: tuple[str, ...], command: Any) -> Iterator[str]:
    """The section of a command, in Markdown."""
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    options = [each for each in command.params if each.param_type_name == "option"]
    call = " ".join(["steersman", *path])
    yield f"## {call}"
    yield ""
    yield from (line.strip() for line in (command.help or "").splitlines())
    yield ""
    words = [
        f"[{each.metavar or each.name.upper()}]"
        if not each.required
        else each.metavar or each.name.upper()
        for each in arguments
    ]
    yield "```text"
    yield " ".join(
        [
            call,
            *words,
            *(["[OPTIONS]"] if options else []),
            *(["COMMAND"] if hasattr(command, "commands") else []),
        ]
    )
    yield "```"
    yield ""
    rows = [(each.metavar or each.name.upper(), each.help or "", "") for each in arguments]
    rows += [option_row(path, each) for each in options if not each.hidden]
    if rows:
        yield "| option | meaning | environment variable |"
        yield "| --- | --- | --- |"
        yield from (f"| `{name}` | {help} | {variable} |" for name, help, variable in rows)
        yield ""


def option_row(path: tuple[str, ...], option: Any) -> tuple[str, str, str]:
    """An option's names, its help with its default, and its environment variable."""
    names = ", ".join([*option.opts, *option.secondary_opts])
    default = option.default
    help = (option.help or "").replace("|", "\\|").replace("<", "\\<")
    if option.required:
        help += " Required."
    elif isinstance(default, str | int | float) and not isinstance(default, bool):
        help += f" Default: `{default}`."
    if "completion" in option.name:
        return names, help, ""
    return names, help, f"`{environment_variable(path, option.name)}`"


class Commands(SphinxDirective):
    """A section for each command."""

    def run(self) -> list[Any]:
        found = [
            line
            for path, command in command_paths(get_command(command_line))
            for line in command_lines(path, command)
        ]
        return self.parse_text_to_nodes("\n".join(found), allow_section_headings=True)


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("commands", Commands)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
