"""A window asks only for files within reach, whatever action names them."""

from __future__ import annotations

import json
from pathlib import Path
from queue import Queue

import pytest

from steersman.data import Dataset
from steersman.data.files.file_reach import FileReach
from steersman.session import Session
from steersman.session.storage.open_projects import OpenProjects
from steersman.wire import Channel
from steersman.wire.frames import decode_frame

MESSAGES = [
    {"action": "open-file", "path": "{}"},
    {"action": "load-file", "choice": {"path": "{}", "fingerprint": "0"}},
    {"action": "put-in-use", "path": "{}"},
    {"action": "feed-file", "path": "{}"},
    {"action": "import-labels", "path": "{}"},
    {"action": "open-project", "path": "{}"},
    {"action": "open-project", "path": "", "file": "{}"},
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda each: each["action"])
def test_no_action_reaches_a_file_elsewhere(
    message: dict[str, object], tmp_path: Path, mail: Dataset
) -> None:
    secret, open_folder = tmp_path / "secret.csv", tmp_path / "open"
    secret.write_text("a,b\n1,2\n")
    open_folder.mkdir()
    (open_folder / "link.csv").symlink_to(secret)
    frames: Queue[bytes] = Queue()
    projects = OpenProjects(Session(mail), FileReach.of([open_folder], []))
    channel = Channel(projects, frames.put)
    codes = []
    for number, path in enumerate((secret, open_folder / "link.csv"), 1):
        text = json.dumps(message | {"id": number}).replace("{}", str(path))
        channel.receive(text)
        codes.append(decode_frame(frames.get(timeout=20))[0]["error"]["code"])
    channel.close()
    assert codes == ["file-out-of-reach"] * 2


def test_a_file_within_reach_is_opened(tmp_path: Path, mail: Dataset) -> None:
    path = tmp_path / "mail.csv"
    path.write_text("size,kind\n" + "".join(f"{n},{'ab'[n % 2]}\n" for n in range(20)))
    frames: Queue[bytes] = Queue()
    channel = Channel(OpenProjects(Session(mail), FileReach.of([tmp_path], [])), frames.put)
    channel.receive(json.dumps({"id": 1, "action": "open-file", "path": str(path)}))
    kinds = [decode_frame(frames.get(timeout=20))[0]["kind"]]
    while kinds[-1] == "progress":
        kinds.append(decode_frame(frames.get(timeout=20))[0]["kind"])
    channel.close()
    assert kinds[-1] == "view"
