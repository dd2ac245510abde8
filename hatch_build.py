"""Build hook: the wheel carries the built front end, whoever's Node built it."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class FrontendBuildHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        frontend = self.frontend()
        return [] if frontend["has_npm"]() else [frontend["NODE_PACKAGE"]]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        if self.target_name == "wheel" and version != "editable":
            self.frontend()["build"]()

    def frontend(self) -> dict[str, Any]:
        return runpy.run_path(str(Path(self.root) / "frontend" / "build.py"))
