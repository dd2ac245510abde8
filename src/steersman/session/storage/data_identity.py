"""The identity of a project's data: digests and sizes that reveal a moved or changed file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from steersman.data import Dataset, load
from steersman.data.collections.by_name import COLLECTIONS
from steersman.data.files.person_folders import is_readable
from steersman.data.formats.frames import digest_of
from steersman.errors import SteersmanError
from steersman.scale.sampled_dataset import SampledDataset
from steersman.session.data.many_files import bytes_of, is_there
from steersman.session.data.remembered_choices import fingerprint
from steersman.session.storage.relocated_files import find_moved_file
from steersman.tasks import Task

FIGURES = ("rows", "features", "classes")


def data_facts(dataset: Dataset) -> dict[str, Any]:
    """The digest and the size of a data set, which tell it from others."""
    digest = dataset.provenance.sha256 or digest_of(dataset).provenance.sha256
    whole = dataset.whole if isinstance(dataset, SampledDataset) else None
    facts: dict[str, Any] = {
        "sha256": digest,
        "rows": dataset.n_rows if whole is None else whole.rows,
        "features": dataset.n_features,
        "classes": len(dataset.classes),
    }
    path = dataset.provenance.path
    # The file of a collection is not a person's own, and is found by the name of the collection.
    if path is None or not is_readable(path) or not is_there(path):
        return facts
    file = {"fingerprint": fingerprint(path), "bytes": bytes_of(path)}
    return facts | file | {"path": str(path.absolute())}


def origin_facts(source: object, options: Mapping[str, object]) -> dict[str, Any]:
    """The source and the options with which a data set can be read again."""
    if not isinstance(source, str | Path):
        return {"source": None, "options": {}}
    plain = {key: said for key, said in options.items() if said is not None and is_plain(said)}
    path = Path(source).expanduser()
    # A collection may have the name of a file that happens to be in this folder.
    if str(source) in COLLECTIONS or not path.exists():
        return {"source": str(source), "options": plain}
    return {"source": str(path.absolute()), "options": plain, "file": path.name}


def is_plain(value: object) -> bool:
    """Whether JSON can hold a value."""
    try:
        json.dumps(value)
    except (TypeError, ValueError):
        return False
    return True


def check_unchanged(name: str, dataset: Dataset, facts: Mapping[str, Any]) -> None:
    """Raise an error that says what differs when data has changed since the project was made."""
    now = data_facts(dataset)
    if now["sha256"] == facts["sha256"] and all(now[key] == facts[key] for key in FIGURES):
        return
    # Other data altogether is a mistake in the command; the same data with other contents is a
    # change, which needs another answer.
    if Path(str(facts.get("file", ""))).stem != dataset.name != name:
        raise SteersmanError(
            f"this project uses the data {name!r}, not {dataset.name!r}",
            todo="open it with its data, or choose another file with --project",
            code="project-other-data",
            data=name,
            given=dataset.name,
        )
    differing = [
        f"{facts[key]:,} {key}, now {now[key]:,}" for key in FIGURES if facts[key] != now[key]
    ]
    raise SteersmanError(
        f"the data {name!r} has changed since this project was created: "
        + ("; ".join(differing) or "same size, different contents"),
        todo="restore the original data, start a new project, or use `steersman "
        "replay` on the new data",
        code="data-changed",
        data=name,
        before={key: facts[key] for key in FIGURES},
        now={key: now[key] for key in FIGURES},
    )


def reload_data(
    name: str,
    facts: Mapping[str, Any],
    project: Path,
    content: bytes | None,
    task: Task,
    hint: str = "",
) -> tuple[Dataset, str, bool]:
    """The data of a project, where it was read from, and whether that is another place.

    `hint` is where the person says that a file is now.
    """
    source, options = facts.get("source"), dict(facts.get("options") or {})
    if source is None:
        raise SteersmanError(
            f"the data {name!r} of this project was never in a file",
            todo="pass the data when you open it: Workbench(data, project=...)",
            code="data-in-memory",
            data=name,
        )
    moved = False
    # A file that is still there is not compared here: `check_unchanged` does that once it is read.
    if facts.get("file") and not Path(source).exists():
        path = find_moved_file(Path(source), facts, project, content, hint)
        source, moved = str(path), True
    task.report(f"reading {name}")
    return load(source, **options, name=name), source, moved
