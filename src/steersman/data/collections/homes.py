"""The public homes of the collections, and what each must hold when it has come from there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from steersman.data.collections.archives import Members
from steersman.data.collections.conversion import (
    lingspam_contents,
    lingspam_file,
    reuters_contents,
    reuters_file,
    stoplist_contents,
    stoplist_file,
)
from steersman.data.collections.uci import TABLES, table_contents, table_file


@dataclass(frozen=True)
class Home:
    """Where a collection is published and how it becomes the file that is read here.

    `convert` writes the file from the members of the archive, `contents` counts what the file
    holds, `expected` is what these counts must be, `sha256` the published digest of the download.
    """

    urls: tuple[str, ...]
    file: str
    convert: Callable[[Members, Path], None]
    contents: Callable[[Path], Mapping[str, int]]
    expected: Mapping[str, int]
    sha256: str = ""


UCI = "https://archive.ics.uci.edu/static/public"

REUTERS = Home(
    urls=(
        f"{UCI}/137/reuters+21578+text+categorization+collection.zip",
        "https://kdd.ics.uci.edu/databases/reuters21578/reuters21578.tar.gz",
        "http://www.daviddlewis.com/resources/testcollections/reuters21578/reuters21578.tar.gz",
    ),
    file="reuters21578.parquet",
    convert=reuters_file,
    contents=reuters_contents,
    expected={
        "documents": 21_578,
        "highest number": 21_578,
        "ModApte training documents": 9_603,
        "ModApte test documents": 3_299,
        "training documents on earn": 2_877,
        "training documents on acq": 1_650,
        "training documents on money-fx": 538,
        "training documents on grain": 433,
        "training documents on crude": 389,
        "training documents on trade": 369,
        "training documents on interest": 347,
        "training documents on wheat": 212,
        "training documents on ship": 197,
        "training documents on corn": 181,
    },
)

LINGSPAM = Home(
    urls=(
        "http://nlp.cs.aueb.gr/software_and_datasets/lingspam_public.tar.gz",
        "http://www.aueb.gr/users/ion/data/lingspam_public.tar.gz",
    ),
    file="lingspam.parquet",
    convert=lingspam_file,
    contents=lingspam_contents,
    expected={"parts": 10, "messages": 2_893, "legitimate": 2_412, "spam": 481},
)

SMART = Home(
    urls=(
        "https://www.jmlr.org/papers/volume5/lewis04a/a11-smart-stop-list/english.stop",
        "http://jmlr.csail.mit.edu/papers/volume5/lewis04a/a11-smart-stop-list/english.stop",
    ),
    file="smart-stoplist.txt",
    convert=stoplist_file,
    contents=stoplist_contents,
    expected={"words": 571, "different words": 570},
)


def uci_home(name: str, address: str) -> Home:
    table = TABLES[name]
    return Home(
        urls=(f"{UCI}/{address}.zip",),
        file=f"{name}.csv.gz",
        convert=lambda members, path: table_file(table, members, path),
        contents=lambda path: table_contents(table, path),
        expected=table.expected,
    )


HOMES: dict[str, Home] = {
    "reuters21578": REUTERS,
    "reuters10": REUTERS,
    "lingspam": LINGSPAM,
    "spambase": uci_home("spambase", "94/spambase"),
    "ionosphere": uci_home("ionosphere", "52/ionosphere"),
    "sonar": uci_home("sonar", "151/connectionist+bench+sonar+mines+vs+rocks"),
    "bupa": uci_home("bupa", "60/liver+disorders"),
    "splice": uci_home("splice", "69/molecular+biology+splice+junction+gene+sequences"),
    "iris": uci_home("iris", "53/iris"),
    "smart-stoplist": SMART,
}

MADE_OF = {"reuters10-smart": ("reuters10", "smart-stoplist")}
"""Collections that are read from the files of others."""
