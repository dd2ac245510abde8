"""Check the links of the built site: `python -m tools.check_site docs/_build/html`.

Every link within the site leads to a page and to a part of it that exist, every picture is there,
no page has an inline script, and the site is small enough to be carried in the wheel.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

MOST_BYTES = 5_000_000


class Links(HTMLParser):
    """The links, pictures and parts of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.parts: set[str] = set()
        self.inline_scripts = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.parts |= {part for name in ("id", "name") if (part := values.get(name))}
        target = values.get("href") if tag in ("a", "link") else values.get("src")
        if target:
            self.targets.append(target)
        if tag == "script" and "src" not in values:
            self.inline_scripts += 1


@cache
def links_of(path: Path) -> Links:
    """What a page links to and has."""
    return Links(path.read_text(encoding="utf-8"))


def broken_links(site: Path) -> Iterator[str]:
    """Every link within the site that leads nowhere, with the page it is on."""
    for page in pages_of(site):
        if links_of(page).inline_scripts:
            yield f"{page.relative_to(site)}: has an inline script"
        for target in links_of(page).targets:
            address = urlsplit(target)
            if address.scheme or address.netloc:
                continue
            goal = (page.parent / unquote(address.path)).resolve() if address.path else page
            goal = goal / "index.html" if goal.is_dir() else goal
            if not goal.is_file():
                yield f"{page.relative_to(site)}: {target} does not exist"
            elif lacks_part(goal, unquote(address.fragment)):
                yield f"{page.relative_to(site)}: {target} has no such part"


def lacks_part(page: Path, part: str) -> bool:
    """Whether a link to a part of a page leads nowhere; the theme's script makes one part."""
    is_page = page.suffix == ".html" and part not in ("", "pst-page-top")
    return is_page and part not in links_of(page).parts


def pages_of(site: Path) -> list[Path]:
    """The pages of the site, without the templates of its theme."""
    return sorted(path for path in site.rglob("*.html") if "_static" not in path.parts)


def main() -> None:
    """Print what is broken, and the size of the site."""
    site = Path(sys.argv[1]).resolve()
    faults = list(broken_links(site))
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    if size > MOST_BYTES:
        faults.append(f"the site has {size:,} bytes; the wheel carries at most {MOST_BYTES:,}")
    pages = pages_of(site)
    links = sum(len(links_of(page).targets) for page in pages)
    print(*faults, sep="\n", end="\n" if faults else "")
    print(f"{len(pages)} pages, {links:,} links, {len(faults)} faults, {size / 1e6:.1f} MB")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
