"""Small tables and the command line, for the commands that steer, predict and evaluate."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from steersman.cli import app, main
from steersman.errors import SteersmanError

SUBJECTS = {
    "spam": ("win money now with this offer", "cheap money offer for you today only"),
    "ham": ("notes of the meeting on monday", "lunch after the meeting with the team"),
}


class CommandLine:
    """Runs commands in this process, on tables it makes."""

    def mail_table(self, path: Path, rows: int = 300, seed: int = 0, delimiter: str = ",") -> Path:
        """Numbers, a word, text and a label that they tell of, though not always."""
        rng = np.random.default_rng(seed)
        with path.open("w", newline="") as file:
            writer = csv.writer(file, delimiter=delimiter)
            writer.writerow(["id", "links", "caps", "port", "kind"])
            for row in range(rows):
                spam = row % 5 < 2
                links, caps = (rng.normal((3.0, 2.0) if spam else (1.0, 0.5))).round(3)
                port = rng.choice(["Oslo", "Rome"], p=[0.7, 0.3] if spam else [0.3, 0.7])
                writer.writerow([f"m{row}", links, caps, port, "spam" if spam else "ham"])
        return path

    def text_table(self, path: Path, rows: int = 150, seed: int = 0) -> Path:
        """Subjects of mail, one in eight under the wrong label."""
        rng = np.random.default_rng(seed)
        with path.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["subject", "kind"])
            for row in range(rows):
                kind = "spam" if row % 2 else "ham"
                told = kind if rng.random() > 0.125 else ("ham" if kind == "spam" else "spam")
                writer.writerow([f"{rng.choice(SUBJECTS[told])} {rng.integers(99)}", kind])
        return path

    def status_of(self, *arguments: object) -> int:
        """The exit status of the command line with these arguments."""
        with pytest.raises(SystemExit) as stop:
            main([str(argument) for argument in arguments])
        code = stop.value.code
        assert isinstance(code, int)
        return code

    def refusal(self, *arguments: object) -> SteersmanError:
        """The user's error that ends the command line with status 2."""
        caught: list[SteersmanError] = []

        def recording_app(**how: Any) -> None:
            try:
                app(**how)
            except SteersmanError as error:
                caught.append(error)
                raise

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("steersman.cli.app", recording_app)
            assert self.status_of(*arguments) == 2
        (error,) = caught
        return error

    def steered_mail(self, folder: Path, *more: str) -> Path:
        """A model saved by `steersman steer`."""
        table = self.mail_table(folder / "mail.csv")
        out = folder / "mail.skops"
        wanted = ("--label", "kind", "--want", "fpr <= 10%", "--model", "logistic", *more)
        assert self.status_of("steer", table, *wanted, "--out", out) == 0
        return out


@pytest.fixture(scope="session")
def cli() -> CommandLine:
    return CommandLine()
