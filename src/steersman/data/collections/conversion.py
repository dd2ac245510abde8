"""Conversion of text collections from their published files to the files that are read here."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

from steersman.data.arrow.parquet_files import read_parquet, write_parquet
from steersman.data.collections.archives import Members
from steersman.data.collections.reuters import TEN_TOPICS, stories
from steersman.data.collections.uci import member
from steersman.errors import SteersmanError

DOCUMENT = re.compile(r"<REUTERS\b([^>]*)>(.*?)</REUTERS>", re.DOTALL)
ATTRIBUTE = re.compile(r'([A-Z]+)="([^"]*)"')
TEXT = re.compile(r"<TEXT([^>]*)>(.*?)</TEXT>", re.DOTALL)
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def reuters_documents(sgml: str) -> Iterator[dict[str, object]]:
    """The documents of one SGML file, with entities decoded and control characters dropped.

    A text that is not marked up (UNPROC) is all body.
    """
    for match in DOCUMENT.finditer(sgml):
        attributes = dict(ATTRIBUTE.findall(match[1]))
        text_match = TEXT.search(match[2])
        text_attributes, text = text_match.groups() if text_match else ("", "")
        kind = dict(ATTRIBUTE.findall(text_attributes)).get("TYPE", "NORM")
        yield {
            "newid": int(attributes["NEWID"]),
            "oldid": int(attributes["OLDID"]),
            "lewissplit": attributes["LEWISSPLIT"],
            "cgisplit": attributes["CGISPLIT"],
            "topics_attr": attributes["TOPICS"],
            "topics": re.findall(r"<D>(.*?)</D>", element("TOPICS", match[2])),
            "places": re.findall(r"<D>(.*?)</D>", element("PLACES", match[2])),
            "date": plain(element("DATE", match[2])),
            "text_type": kind,
            "title": plain(element("TITLE", text)),
            "dateline": plain(element("DATELINE", text)),
            "body": plain(text if kind == "UNPROC" else element("BODY", text)),
        }


def element(tag: str, markup: str) -> str:
    """The text between the first `<tag>` and its end, empty if there is none."""
    match = re.search(rf"<{tag}>(.*?)</{tag}>", markup, re.DOTALL)
    return match[1] if match else ""


def plain(markup: str) -> str:
    """The text of some markup."""
    return CONTROL.sub("", html.unescape(markup)).strip()


def reuters_file(members: Members, path: Path) -> None:
    """Write all documents of the collection, ordered by number, as Parquet."""
    names = sorted(name for name in members if re.fullmatch(r"(.*/)?reut2-\d{3}\.sgm", name))
    documents = [
        document
        for name in names
        for document in reuters_documents(members[name].decode("latin-1"))
    ]
    if not documents:
        raise SteersmanError(
            "the download contains no Reuters-21578 documents (reut2-000.sgm and so on)",
            todo="try again later; the download may have moved",
            code="download-unexpected",
            collection="reuters21578",
        )
    documents.sort(key=lambda document: int(str(document["newid"])))
    write_parquet({key: [d[key] for d in documents] for key in documents[0]}, path)


def reuters_contents(path: Path) -> dict[str, int]:
    """Documents in all, of the ModApte split, and of its training part on each of ten topics."""
    documents = stories(path)
    indexed = [story for story in documents if story.indexed == "YES"]
    training = [story for story in indexed if story.lewissplit == "TRAIN"]
    topics = {
        f"training documents on {topic}": sum(topic in story.topics for story in training)
        for topic in TEN_TOPICS
    }
    return {
        "documents": len(documents),
        "highest number": max(story.newid for story in documents),
        "ModApte training documents": len(training),
        "ModApte test documents": sum(story.lewissplit == "TEST" for story in indexed),
    } | topics


def lingspam_file(members: Members, path: Path) -> None:
    """Write the messages of the bare version, ordered by part and name, as Parquet."""
    messages = []
    for name, content in members.items():
        match = re.fullmatch(r"(?:.*/)?bare/part(\d+)/([^/]+)\.txt", name)
        if match:
            text = content.decode("latin-1").replace("\r\n", "\n")
            messages.append((int(match[1]), match[2], text, int(match[2].startswith("spmsg"))))
    if not messages:
        raise SteersmanError(
            "the download contains no Ling-Spam messages (bare/part1 and so on)",
            todo="try again later; the download may have moved",
            code="download-unexpected",
            collection="lingspam",
        )
    columns = zip(*sorted(messages))
    write_parquet(dict(zip(("part", "name", "text", "spam"), map(list, columns))), path)


def lingspam_contents(path: Path) -> dict[str, int]:
    """Parts, and messages in all and of each class."""
    frame = read_parquet(path, ["part", "spam"])
    spam = sum(frame["spam"].to_list())
    return {
        "parts": frame["part"].n_unique(),
        "messages": len(frame),
        "legitimate": len(frame) - spam,
        "spam": spam,
    }


def stoplist_file(members: Members, path: Path) -> None:
    """Write the words of the SMART stop list, one a line."""
    words = member(members, "english.stop").decode("latin-1").split()
    path.write_text("\n".join(words) + "\n", encoding="utf-8")


def stoplist_contents(path: Path) -> dict[str, int]:
    """Words, in all and different ones."""
    words = path.read_text(encoding="utf-8").split()
    return {"words": len(words), "different words": len(set(words))}
