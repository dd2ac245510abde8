"""The size of an installation and its largest parts: `python -m tools.installed_size`."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

LOCK = Path(__file__).parents[1] / "requirements.lock"


def installed_bytes(name: str) -> int:
    """The bytes of the files of a package, 0 if it is not installed."""
    try:
        files = distribution(name).files or []
    except PackageNotFoundError:
        return 0
    paths = [Path(str(file.locate())) for file in files]
    return sum(path.stat().st_size for path in paths if path.is_file())


def main() -> None:
    """Print the number of packages that an installation has, their size and the three largest."""
    names = set(re.findall(r"^([A-Za-z0-9_.-]+)==", LOCK.read_text(), flags=re.MULTILINE))
    sizes = {name: size for name in names if (size := installed_bytes(name))}
    largest = sorted(sizes, key=lambda name: -sizes[name])[:3]
    parts = ", ".join(f"{name} {sizes[name] / 1e6:.0f}" for name in largest)
    print(f"{len(sizes)} packages, {sum(sizes.values()) / 1e6:.0f} MB; the largest: {parts} MB")


if __name__ == "__main__":
    main()
