"""A diagnosis of this installation, for the person who runs it: nothing is sent."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

from steersman.data.files.data_folders import cache_folder, data_folder
from steersman.server.crash_reports import crash_folder, crash_reports, versions
from steersman.server.memory import machine_memory_bytes, process_memory_bytes
from steersman.server.plain_page import STATIC
from steersman.server.precompile_process import done_mark
from steersman.session.storage.files import listed_projects, projects_folder


def diagnosis() -> dict[str, Any]:
    """What somebody who helps wants to know; names and contents of data are not in it."""
    folders = {
        "data": data_folder(),
        "projects": projects_folder(),
        "cache": cache_folder(),
        "crash reports": crash_folder(),
    }
    projects = listed_projects()
    return {
        "versions": versions(),
        "machine": {
            "cores": os.cpu_count(),
            "memory_mb": machine_memory_bytes() // 2**20,
            "used_by_steersman_mb": process_memory_bytes() // 2**20,
        },
        "folders": {name: folder_facts(path) for name, path in folders.items()},
        "page": "built" if (STATIC / "index.html").is_file() else "not built: run `make install`",
        "kernels": "compiled" if done_mark().exists() else "compiled after the first start",
        "projects": {
            "count": len(projects),
            "steps": sum(each.entries for each in projects),
            "cannot_be_opened": [f"{each.name}: {each.fault}" for each in projects if each.fault],
        },
        "crash_reports": [str(path) for path in crash_reports()],
    }


def folder_facts(path: Path) -> dict[str, Any]:
    """Where a folder is, whether it can be written, who may read it, and how much room is left."""
    there = path
    while not there.exists() and there != there.parent:
        there = there.parent
    facts: dict[str, Any] = {
        "path": str(path),
        "exists": path.exists(),
        "writable": os.access(there, os.W_OK),
        "free_mb": shutil.disk_usage(there).free // 2**20,
    }
    if path.exists() and os.name == "posix":
        facts["others_can_read"] = bool(path.stat().st_mode & 0o077)
    return facts


def fact_name(key: str) -> str:
    """The name of a fact as people read it.

    >>> fact_name("free_mb")
    'free (MB)'
    """
    return key.replace("_mb", " (MB)").replace("_", " ")


def diagnosis_lines(values: dict[str, Any], indent: str = "") -> list[str]:
    """Values as indented lines.

    >>> diagnosis_lines({"machine": {"cores": 2}, "crash_reports": []})
    ['machine', '  cores: 2', 'crash reports: none']
    """
    lines = []
    for name, value in values.items():
        said = fact_name(name)
        if isinstance(value, dict):
            lines += [f"{indent}{said}", *diagnosis_lines(value, indent + "  ")]
        elif isinstance(value, list):
            lines.append(f"{indent}{said}: {'' if value else 'none'}".rstrip())
            lines += [f"{indent}  {each}" for each in value]
        else:
            plain = ("yes" if value else "no") if isinstance(value, bool) else value
            lines.append(f"{indent}{said}: {plain}")
    return lines
