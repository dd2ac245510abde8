"""Open the widget in JupyterLab, Notebook and marimo, in a real browser, and use it.

`make notebooks` installs the three hosts in an environment of their own and runs this there: each
opens a notebook, shows the workbench, steers on the page, and Python must know it. The notebook of
the documentation is executed, and its exported page is looked at without a kernel.

A host that is not installed or does not start is skipped. A page that does not answer in time is
tried again, as a busy machine says nothing about the widget.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from playwright.sync_api import Browser, Page
from playwright.sync_api import Error as PlaywrightError

from steersman_benchmarks.browser import free_port, running_chromium

CELLS = (
    'from steersman import Workbench\n\nbench = Workbench("breast-cancer", room="matrix")\nbench',
    'f"the want is {bench.want}"',
)
MARIMO = """import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo
    from steersman import Workbench

    bench = mo.ui.anywidget(Workbench("breast-cancer", room="matrix"))
    return (bench,)


@app.cell
def _(bench):
    bench
    return


@app.cell
def _(bench):
    f"the want is {bench.widget.want}"
    return


if __name__ == "__main__":
    app.run()
"""
STARTING_S, OPENING_MS, TRIES = 240.0, 240_000, 2
WANT = "fpr <= 10%"
EXAMPLE = Path("docs/examples/steering.ipynb")


@dataclass(frozen=True)
class Host:
    """A program that shows notebooks: its package, its command, and the address of a file."""

    package: str
    command: tuple[str, ...]
    address: str
    runs_cell: Callable[[Page], None]


class HostNotStartedError(Exception):
    """A host does not serve its page, which has nothing to do with the widget."""


def run_first_cell(page: Page) -> None:
    """Run the cell that shows the workbench, by the keyboard."""
    cell = page.locator(".jp-CodeCell").first
    cell.wait_for(timeout=OPENING_MS)
    prompt = cell.locator(".jp-InputPrompt")
    deadline = time.monotonic() + STARTING_S
    # What is run before the kernel is connected is lost, sometimes after it seemed to begin.
    while not prompt.inner_text().strip("[]: ").isdigit() and time.monotonic() < deadline:
        if "*" not in prompt.inner_text():
            cell.locator(".cm-content").click()
            page.keyboard.press("Shift+Enter")
        page.wait_for_timeout(2000)


def run_last_cell(page: Page, host: Host) -> None:
    """Ask Python what it knows; marimo does so by itself."""
    if host.package == "marimo":
        return
    page.locator(".jp-CodeCell").last.locator(".cm-content").click()
    page.keyboard.press("Shift+Enter")


JUPYTER = ("--no-browser", "--allow-root", "--IdentityProvider.token=")
HOSTS = (
    Host("jupyterlab", ("jupyter", "lab", *JUPYTER), "/lab/tree/talk.ipynb", run_first_cell),
    Host("notebook", ("jupyter", "notebook", *JUPYTER), "/notebooks/talk.ipynb", run_first_cell),
    Host(
        "marimo",
        ("marimo", "run", "talk.py", "--headless", "--no-token"),
        "/",
        lambda page: page.wait_for_load_state(),
    ),
)


def write_notebooks(folder: Path) -> None:
    """The same two cells for every host."""
    empty: dict[str, object] = {"metadata": {}, "outputs": [], "execution_count": None}
    cells = [{"cell_type": "code", "source": text, **empty} for text in CELLS]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    book = {"nbformat": 4, "nbformat_minor": 4, "metadata": kernel, "cells": cells}
    (folder / "talk.ipynb").write_text(json.dumps(book))
    (folder / "talk.py").write_text(MARIMO)


@contextmanager
def running_host(host: Host, folder: Path) -> Iterator[str]:
    """The address of a host that serves a folder."""
    port = free_port()
    flag = "--port" if host.package == "marimo" else "--ServerApp.port"
    started = [sys.executable, "-m", *host.command, f"{flag}={port}"]
    with (folder / "host.log").open("wb") as log:
        process = subprocess.Popen(started, cwd=folder, stdout=log, stderr=log)
        try:
            deadline = time.monotonic() + STARTING_S
            while not answers(port):
                if process.poll() is not None or time.monotonic() > deadline:
                    said = (folder / "host.log").read_text()
                    raise HostNotStartedError(f"{host.package} did not start: {said}")
                time.sleep(0.2)
            yield f"http://127.0.0.1:{port}{host.address}"
        finally:
            process.terminate()
            process.wait(20)


def answers(port: int) -> bool:
    """Whether somebody listens there."""
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0


def use_widget(page: Page, host: Host) -> float:
    """Steer in the widget, see that Python knows it, and say how long opening took."""
    begun = time.monotonic()
    host.runs_cell(page)
    page.get_by_test_id("matrix").first.wait_for(timeout=OPENING_MS)
    opened = time.monotonic() - begun
    want = page.get_by_test_id("want").first
    want.fill(WANT)
    want.press("Enter")
    page.locator("[data-testid=answer][data-met=true]").first.wait_for(timeout=OPENING_MS)
    run_last_cell(page, host)
    page.get_by_text(f"the want is {WANT}").first.wait_for(timeout=OPENING_MS)
    return opened


def try_host(browser: Browser, host: Host, pictures: Path | None) -> float:
    """Open a host once, use the widget there, and say how long opening took."""
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home)
        write_notebooks(folder)
        with running_host(host, folder) as address:
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.set_default_timeout(OPENING_MS)
            try:
                page.goto(address)
                return use_widget(page, host)
            finally:
                # A picture of what went wrong, too.
                if pictures is not None:
                    page.screenshot(path=pictures / f"{host.package}.png")
                page.close()


def exported_page(folder: Path) -> Path:
    """The notebook of the documentation, executed and exported as a page."""
    command = [sys.executable, "-m", "jupyter", "nbconvert", "--to", "html", "--execute"]
    limit = f"--ExecutePreprocessor.timeout={STARTING_S:.0f}"
    subprocess.run(
        [*command, limit, str(EXAMPLE.resolve()), "--output-dir", str(folder)],
        check=True,
        capture_output=True,
    )
    return folder / f"{EXAMPLE.stem}.html"


def try_export(browser: Browser, pictures: Path | None) -> int:
    """Look at the exported page without a kernel; how many tables of numbers it shows."""
    with tempfile.TemporaryDirectory() as home:
        # No network either: what an export fetches from elsewhere is not part of it.
        context = browser.new_context(offline=True, viewport={"width": 1000, "height": 900})
        page = context.new_page()
        page.set_default_timeout(OPENING_MS)
        page.goto(exported_page(Path(home)).as_uri(), wait_until="domcontentloaded")
        last = page.locator(".jp-Cell").last
        last.get_by_text("class to catch").wait_for()
        if pictures is not None:
            page.screenshot(path=pictures / "export.png", full_page=True)
        shown = page.locator(".jp-OutputArea table:visible").count()
        context.close()
        return shown


def with_retries(name: str, attempt: Callable[[], str]) -> bool:
    """Print the result of an attempt, or of the next ones if it does not answer in time."""
    for number in range(1, TRIES + 1):
        try:
            print(f"{name} {version(name)}: {attempt()}", flush=True)
        except HostNotStartedError as error:
            print(f"{name}: skipped, {error}")
            return True
        except (PlaywrightError, subprocess.CalledProcessError) as error:
            print(f"{name}, attempt {number} of {TRIES}: {error}", flush=True)
        else:
            return True
    return False


def main() -> int:
    pictures = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    done: list[bool] = []
    with running_chromium() as browser:
        for host in HOSTS:
            if find_spec(host.package) is None:
                print(f"{host.package}: skipped, it could not be installed")
                continue
            done.append(
                with_retries(
                    host.package,
                    lambda host=host: (  # type: ignore[misc]
                        f"opened in {try_host(browser, host, pictures):.1f} s, steered"
                    ),
                )
            )
        if find_spec("nbconvert") is None:
            print("nbconvert: skipped, it could not be installed")
        else:
            done.append(
                with_retries(
                    "nbconvert",
                    lambda: (
                        f"{EXAMPLE.name} shows {try_export(browser, pictures)} tables "
                        "without a kernel"
                    ),
                )
            )
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main())
