"""Open the widget in JupyterLab, Notebook and marimo, in a real browser, and use it.

`make notebooks` installs the three hosts in an environment of their own and runs this there: each
opens a notebook, shows the workbench, steers on the page, and Python must know it.
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
from pathlib import Path

from playwright.sync_api import Page

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
STARTING_S, OPENING_MS = 90.0, 45_000
WANT = "fpr <= 10%"


@dataclass(frozen=True)
class Host:
    """A program that shows notebooks: its package, its command, and the address of a file."""

    package: str
    command: tuple[str, ...]
    address: str
    runs_cell: Callable[[Page], None]


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
                    sys.exit(f"{host.package} did not start: {(folder / 'host.log').read_text()}")
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


def main() -> None:
    pictures = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    with running_chromium() as browser:
        for host in HOSTS:
            with tempfile.TemporaryDirectory() as home:
                folder = Path(home)
                write_notebooks(folder)
                with running_host(host, folder) as address:
                    page = browser.new_page(viewport={"width": 1280, "height": 900})
                    page.goto(address)
                    try:
                        opened = use_widget(page, host)
                    finally:
                        # A picture of what went wrong, too.
                        if pictures is not None:
                            page.screenshot(path=pictures / f"{host.package}.png")
                    page.close()
            print(f"{host.package} {version(host.package)}: opened in {opened:.1f} s, steered")


if __name__ == "__main__":
    main()
