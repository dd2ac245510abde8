"""Build hooks: the built front end and the documents in the wheel, the README for an index."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface


class IndexReadmeHook(MetadataHookInterface):
    """The README with absolute links: an index page has no files beside it."""

    def update(self, metadata: dict[str, Any]) -> None:
        site, source = (metadata["urls"][name] for name in ("Documentation", "Source"))
        files = source.replace("github.com", "raw.githubusercontent.com")

        def absolute(link: re.Match[str]) -> str:
            path = link[1]
            if path.endswith(".png"):
                return f"]({files}/main/{path})"
            if path.startswith("docs/"):
                return f"]({site}/{path.removeprefix('docs/').replace('.md', '.html')})"
            return f"]({source}/blob/main/{path})"

        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        written = re.sub(r"\]\(([^):#]+)\)", absolute, text)
        metadata["readme"] = {"content-type": "text/markdown", "text": written}


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
