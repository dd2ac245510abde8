"""Take the screenshots of the documentation from the running product: `make pictures`.

Each is a PNG of at most 150 kB in docs/pictures, taken in a real browser on a workbench that was
started in an empty home folder.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Page
from tests.browser.people import Person, started_in
from tests.browser.people_files import mail_file, notes_file

from steersman_benchmarks.browser import open_room, running_chromium, wait_for_answer

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
MOST_BYTES = 150_000
WIDTH, HEIGHT = 1280, 800


def save_screenshot(page: Page, name: str) -> None:
    """Write a picture of the page, with as many colors as fit."""
    wait_for_answer(page)
    # Points move to their places, and short messages go, within this time.
    page.wait_for_timeout(5_000)
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    path = FOLDER / f"{name}.png"
    for colors in (256, 128, 64, 32):
        picture.quantize(colors, dither=Image.Dither.NONE).save(path, optimize=True)
        if path.stat().st_size <= MOST_BYTES:
            break
    print(f"{path.name}: {path.stat().st_size:,} bytes")


def photograph(page: Page, url: str, home: Path) -> None:
    """Walk through the product as the documents describe it."""
    page.goto(url)
    person = Person(page)
    person.see("start-page")
    save_screenshot(page, "start")
    person.drop(mail_file(home))
    person.see("load-file")
    save_screenshot(page, "data")
    person.click("load-file")
    person.see("cell-0-1")
    person.click("builder-steer")
    person.see("answer")
    save_screenshot(page, "steer")
    person.click("final-test-open")
    person.click("final-test-run")
    person.see("final-test")
    save_screenshot(page, "final-test")
    page.get_by_role("tab", name="Costs").click()
    person.see("costs")
    save_screenshot(page, "costs")
    for room in ("scores", "slices", "why", "plane", "bayes"):
        open_room(page, room)
        page.wait_for_timeout(4_000)
        save_screenshot(page, room)


def photograph_clusters(page: Page, url: str, home: Path) -> None:
    """Groups of notes that have no labels."""
    page.goto(url)
    person = Person(page)
    person.see("start-page")
    person.drop(notes_file(home))
    person.click("load-file")
    person.see("cluster-map")
    person.click("find-first")
    person.click("cluster-0")
    save_screenshot(page, "clusters")


def main() -> None:
    """Take all of them, each walk in a home folder of its own."""
    with running_chromium() as browser:
        for walk in (photograph, photograph_clusters):
            with TemporaryDirectory() as home, started_in(Path(home)) as url:
                context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT})
                page = context.new_page()
                page.set_default_timeout(40_000)
                walk(page, url, Path(home))
                context.close()


if __name__ == "__main__":
    main()
