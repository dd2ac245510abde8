"""Build hook: add the built front end and the documents to the wheel."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class FrontendBuildHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        frontend = self.frontend()
        return [] if frontend["has_npm"]() else [frontend["NODE_PACKAGE"]]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "wheel" and version != "editable":
            self.frontend()["build"]()
            build_data["force_include"][str(Path(self.root) / "docs")] = "steersman/server/docs"

    def frontend(self) -> dict[str, Any]:
        return runpy.run_path(str(Path(self.root) / "frontend" / "build.py"))
