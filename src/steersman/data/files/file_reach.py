"""The files that a page may ask for: those in folders that the user opened or named."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from steersman.errors import SteersmanError


@dataclass(frozen=True)
class FileReach:
    """Folders whose files may be opened, and single files that may be.

    `folders` are open with everything in them, `own` but for hidden files and folders, in which
    programs keep keys and passwords. Links are followed first, so that none leads out.

    Parameters
    ----------
    folders : tuple of Path
        Folders that are open with everything in them.
    own : tuple of Path
        Folders that are open but for names that begin with a dot.
    files : tuple of Path
        Single files.

    Examples
    --------
    >>> reach = FileReach(folders=(Path("/srv/data"),), own=(Path("/home/ada"),))
    >>> reach.allows(Path("/srv/data/mail.csv")), reach.allows(Path("/etc/passwd"))
    (True, False)
    >>> reach.allows(Path("/home/ada/mail.csv")), reach.allows(Path("/home/ada/.ssh/id_rsa"))
    (True, False)
    """

    folders: tuple[Path, ...] = ()
    own: tuple[Path, ...] = ()
    files: tuple[Path, ...] = ()

    @classmethod
    def of(
        cls, named: Iterable[Path], always: Iterable[Path], files: Iterable[Path] = ()
    ) -> FileReach:
        """The reach of a page: the folders that were named, else the home and current folder.

        Parameters
        ----------
        named : iterable of Path
            Folders or files that were named.
        always : iterable of Path
            The program's own folders, and those of files named at its start.
        files : iterable of Path
            Files that were opened before.

        Returns
        -------
        FileReach
            With all links followed.
        """
        folders, single = list[Path](), [path.resolve() for path in files]
        chosen = [path.expanduser().resolve() for path in named]
        for path in [*chosen, *(each.expanduser().resolve() for each in always)]:
            (single if path.is_file() else folders).append(path)
        # People keep their data at home and type its path; what is elsewhere is not theirs.
        own = () if chosen else (Path.home().resolve(), Path.cwd().resolve())
        return cls(tuple(folders), own, tuple(single))

    def allows(self, path: Path) -> bool:
        """Whether a file or folder may be opened.

        Parameters
        ----------
        path : Path
            An absolute path.

        Returns
        -------
        bool
            Whether it is within reach once links are followed.
        """
        try:
            place = path.resolve()
        except (OSError, ValueError, RuntimeError):
            # Links that lead round in circles, or a zero byte.
            return False
        if place in self.files or any(place.is_relative_to(folder) for folder in self.folders):
            return True
        inside = [place.relative_to(each) for each in self.own if place.is_relative_to(each)]
        return any(not any(part.startswith(".") for part in each.parts) for each in inside)

    def check(self, path: Path) -> None:
        """Raise an error for a path that is out of reach.

        Parameters
        ----------
        path : Path
            An absolute path.
        """
        if not self.allows(path):
            raise SteersmanError(
                f"the page may not open {path}",
                todo="drop the file on the page, or start Steersman with --allow and its folder",
                code="file-out-of-reach",
                file=path.name,
            )
