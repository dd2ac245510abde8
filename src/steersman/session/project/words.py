"""The words of a project: its name, and notes on it and its steps."""

from __future__ import annotations

from steersman.errors import SteersmanError
from steersman.session.ledger import Ledger, Registry
from steersman.session.project.actions import NameProject, TakeBack, WriteNote

LONGEST_NAME, LONGEST_NOTE = 80, 4000
NAME, WHOLE = "name", "note"
UNNAMED = "new project"
"""The name of a project that began without data."""


class ProjectWords:
    """The words by what they are about: the name, the whole, or the number of a step."""

    def __init__(self, title: str, ledger: Ledger | None = None) -> None:
        ledger = ledger or Ledger()
        self.by_topic: Registry[str, str] = ledger.registry()
        # what the words were before each change, by its number
        self.former: Registry[int, tuple[str, str]] = ledger.registry()
        self.title = title

    @property
    def title(self) -> str:
        """The project's name."""
        return self.by_topic[NAME]

    @title.setter
    def title(self, title: str) -> None:
        self.by_topic[NAME] = title

    @property
    def note(self) -> str:
        """The note on the whole."""
        return self.by_topic.get(WHOLE, "")

    def note_on(self, step: int) -> str:
        return self.by_topic.get(str(step), "")

    def noted_steps(self) -> list[int]:
        """The numbers of steps with a note."""
        return [int(number) for number in self.notes]

    @property
    def notes(self) -> dict[str, str]:
        """The notes on steps, by their number."""
        return {key: text for key, text in self.by_topic.items() if key.isdigit() and text}

    def say(self, action: object) -> None:
        """Take down a name or a note, or take the last one back."""
        match action:
            case NameProject(name):
                if not name.strip():
                    raise SteersmanError(
                        "a project needs a name", todo="enter a name", code="project-name-empty"
                    )
                self.write(NAME, " ".join(name.split()), LONGEST_NAME)
            case WriteNote(text, None):
                self.write(WHOLE, text.strip(), LONGEST_NOTE)
            case WriteNote(text, int() as step):
                self.write(str(step), text.strip(), LONGEST_NOTE)
            case TakeBack():
                if not self.former:
                    raise SteersmanError("no name or note was changed", code="nothing-to-undo")
                about, text = self.former.pop(len(self.former) - 1)
                self.by_topic[about] = text
            case _:
                raise TypeError(f"{type(action).__name__} is nothing to say about a project")

    def write(self, about: str, text: str, longest: int) -> None:
        if len(text) > longest:
            raise SteersmanError(
                f"the text has {len(text):,} characters",
                todo=f"use at most {longest:,}",
                code="text-too-long",
                length=len(text),
                longest=longest,
            )
        self.former[len(self.former)] = (about, self.by_topic.get(about, ""))
        self.by_topic[about] = text
