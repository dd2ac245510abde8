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
            build_data["force_include"] |= self.documents()

    def documents(self) -> dict[str, str]:
        """The documentation for Help: the site if `make docs` built it, else its Markdown."""
        docs = Path(self.root) / "docs"
        site = docs / "_build" / "html"
        if (site / "index.html").is_file():
            return {str(site): "steersman/server/site"}
        files = [*docs.glob("*.md"), *docs.glob("pictures/*.png")]
        return {str(file): f"steersman/server/docs/{file.relative_to(docs)}" for file in files}

    def frontend(self) -> dict[str, Any]:
        return runpy.run_path(str(Path(self.root) / "frontend" / "build.py"))
