"""Downloads over the loopback: archives made from small data, the real parser and checks."""

import gzip
import io
import socket
import tarfile
import threading
import zipfile
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from tests.errors import raises

from steersman.data import fetch, load
from steersman.data.collections import fetching
from steersman.data.collections.archives import archive_members
from steersman.data.collections.conversion import reuters_documents
from steersman.data.collections.fetching import fetch_from
from steersman.data.collections.homes import HOMES
from steersman.data.collections.uci import TABLES


class Pages(BaseHTTPRequestHandler):
    pages: dict[str, bytes] = {}
    cut_off: set[str] = set()

    def do_GET(self):
        if self.path not in self.pages:
            self.send_error(404)
            return
        content = self.pages[self.path]
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content[: len(content) // 2] if self.path in self.cut_off else content)

    def log_message(self, *arguments):
        pass


@pytest.fixture
def web():
    """`web(path, content, whole=True)` serves bytes and gives their address."""
    pages = type("OwnPages", (Pages,), {"pages": {}, "cut_off": set()})
    server = ThreadingHTTPServer(("127.0.0.1", 0), pages)
    thread = threading.Thread(target=lambda: server.serve_forever(0.01), daemon=True)
    thread.start()

    def serve(path: str, content: bytes | None, whole: bool = True) -> str:
        if content is not None:
            pages.pages[path] = content
        if not whole:
            pages.cut_off.add(path)
        return f"http://127.0.0.1:{server.server_port}{path}"

    yield serve
    server.shutdown()
    server.server_close()
    thread.join()


def zipped(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def tarred(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, content in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


IRIS = (
    b"5.1,3.5,1.4,0.2,Iris-setosa\n4.9,3.0,1.4,0.2,Iris-setosa\n7.0,3.2,4.7,1.4,Iris-virginica\n\n"
)
SMALL_IRIS = {"rows": 3, "Iris-setosa": 2, "Iris-virginica": 1}


def small_iris(*urls: str):
    return replace(HOMES["iris"], urls=urls, expected=SMALL_IRIS)


def test_a_table_is_downloaded_converted_checked_and_put_in_place(web, tmp_path, monkeypatch):
    content = zipped({"iris.data": b";;; a comment\n" + IRIS, "iris.names": b"about", "Index": b""})
    seen = []
    home = small_iris(web("/iris.zip", content))
    path = fetch_from(home, tmp_path / "data", lambda what, part: seen.append((what, part)))
    assert path == tmp_path / "data" / "iris.csv.gz"
    assert [file.name for file in path.parent.iterdir()] == ["iris.csv.gz"]
    assert gzip.decompress(path.read_bytes()).decode().splitlines()[:2] == [
        "sepal_length,sepal_width,petal_length,petal_width,class",
        "5.1,3.5,1.4,0.2,Iris-setosa",
    ]
    assert seen[-2] == ("downloading from 127.0.0.1", 1.0)
    assert seen[-1] == ("checking", 1.0)
    monkeypatch.setenv("STEERSMAN_DATA", str(tmp_path / "data"))
    assert load("iris").n_rows == 3


def test_equal_downloads_give_equal_files(web, tmp_path):
    home = small_iris(web("/iris.zip", zipped({"iris.data": IRIS})))
    first, second = (fetch_from(home, tmp_path / name) for name in "ab")
    assert first.read_bytes() == second.read_bytes()


def test_counts_that_are_not_the_collection_s_keep_nothing(web, tmp_path):
    home = small_iris(
        web("/iris.zip", zipped({"iris.data": IRIS.replace(b"setosa", b"virginica")}))
    )
    with raises("download-unexpected", part="Iris-setosa", came=0, expected=2):
        fetch_from(home, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_was_there_survives_a_failed_download(web, tmp_path):
    (tmp_path / "iris.csv.gz").write_bytes(b"older")
    home = small_iris(web("/iris.zip", zipped({"iris.data": IRIS[:40]})))
    with raises("row-ragged", file="iris.data", line=2, came=4, expected=5):
        fetch_from(home, tmp_path)
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [b"older"]


def test_a_download_that_breaks_off_keeps_nothing(web, tmp_path):
    home = small_iris(web("/iris.zip", zipped({"iris.data": IRIS}), whole=False))
    with raises("download-incomplete", came=88, expected=177):
        fetch_from(home, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_download_keeps_nothing(web, tmp_path):
    def interrupt(part, what):
        raise KeyboardInterrupt

    home = small_iris(web("/iris.zip", zipped({"iris.data": IRIS})))
    with pytest.raises(KeyboardInterrupt):
        fetch_from(home, tmp_path, interrupt)
    assert list(tmp_path.iterdir()) == []


def test_the_next_address_is_tried_when_one_does_not_answer(web, tmp_path):
    home = small_iris(web("/gone.zip", None), web("/iris.zip", zipped({"iris.data": IRIS})))
    assert fetch_from(home, tmp_path).is_file()


def test_a_page_that_is_not_there_is_named(web, tmp_path):
    with raises("download-refused", status=404):
        fetch_from(small_iris(web("/gone.zip", None)), tmp_path)


def test_offline_is_one_sentence(tmp_path):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    with raises("host-unreachable") as caught:
        fetch_from(small_iris(f"http://127.0.0.1:{port}/iris.zip"), tmp_path)
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_an_address_that_is_no_web_page_is_refused(tmp_path):
    with raises("address-invalid", came="file:///etc/hostname"):
        fetch_from(small_iris("file:///etc/hostname"), tmp_path)


def test_a_published_digest_is_checked(web, tmp_path):
    home = replace(small_iris(web("/iris.zip", zipped({"iris.data": IRIS}))), sha256="0" * 64)
    with raises("download-damaged"):
        fetch_from(home, tmp_path)


@pytest.mark.parametrize("content", [b"<html>moved</html>", zipped({"other.txt": b""})])
def test_a_download_without_the_data_is_named(web, tmp_path, content):
    with raises("download-unexpected", file="iris.data"):
        fetch_from(small_iris(web("/iris.zip", content)), tmp_path)


@pytest.mark.parametrize("cut", [lambda b: b[:-30], lambda b: b[:20]])
@pytest.mark.parametrize("pack", [zipped, tarred])
def test_a_damaged_archive_is_named(web, tmp_path, pack, cut):
    content = cut(pack({"iris.data": IRIS * 50}))
    with raises("archive-damaged", file="iris.zip"):
        fetch_from(small_iris(web("/iris.zip", content)), tmp_path)


def test_splice_rows_are_taken_apart(web, tmp_path):
    line = b"EI,    ATRINS-DONOR-521,      " + b"ACGT" * 15 + b"\n"
    home = replace(
        HOMES["splice"],
        urls=(web("/s.zip", zipped({"splice.data": line * 2})),),
        expected={"rows": 2, "EI": 2},
    )
    lines = gzip.decompress(fetch_from(home, tmp_path).read_bytes()).decode().splitlines()
    assert lines[0].startswith("instance,p-30,p-29")
    assert lines[0].endswith("p+29,p+30,class")
    assert lines[1] == "ATRINS-DONOR-521," + "A,C,G,T," * 15 + "EI"


def test_spambase_takes_its_names_from_the_archive(web, tmp_path):
    names = "".join(f"word_freq_w{i}:   continuous.\n" for i in range(57))
    members = {"spambase.names": names.encode(), "spambase.data": (b"0," * 57 + b"1\n") * 2}
    home = replace(
        HOMES["spambase"], urls=(web("/s.zip", zipped(members)),), expected={"rows": 2, "1": 2}
    )
    header = gzip.decompress(fetch_from(home, tmp_path).read_bytes()).decode().splitlines()[0]
    assert header.startswith("word_freq_w0,word_freq_w1,")
    assert header.endswith(",spam")


def test_a_row_with_too_few_cells_is_named(web, tmp_path):
    home = small_iris(web("/iris.zip", zipped({"iris.data": IRIS + b"1,2\n"})))
    with raises("row-ragged", file="iris.data", line=5, came=2, expected=5):
        fetch_from(home, tmp_path)


SGML = """<!DOCTYPE lewis SYSTEM "lewis.dtd">
<REUTERS TOPICS="YES" LEWISSPLIT="TRAIN" CGISPLIT="TRAINING-SET" OLDID="16321" NEWID="1002">
<DATE> 3-MAR-1987 09:18:21.26</DATE>
<TOPICS><D>corn</D><D>grain</D></TOPICS>
<PLACES><D>usa</D></PLACES>
<PEOPLE></PEOPLE>
<UNKNOWN>
&#5;&#5;&#5;G F
&#22;&#22;&#1;f0288&#31;reute</UNKNOWN>
<TEXT>&#2;
<TITLE>CORN &lt;CRN> &amp; GRAIN</TITLE>
<AUTHOR>    By Somebody</AUTHOR>
<DATELINE>    CHICAGO, March 3 - </DATELINE><BODY>Prices rose.
    They fell.
 Reuter
&#3;</BODY></TEXT>
</REUTERS>
<REUTERS TOPICS="NO" LEWISSPLIT="TEST" CGISPLIT="TRAINING-SET" OLDID="16322" NEWID="1001">
<DATE> 3-MAR-1987 09:19:43.45</DATE>
<TOPICS></TOPICS>
<PLACES></PLACES>
<TEXT TYPE="UNPROC">&#2;
ASCS TERMINAL MARKET
Z\xfcrich
&#3;</TEXT>
</REUTERS>
<REUTERS TOPICS="YES" LEWISSPLIT="TEST" CGISPLIT="TRAINING-SET" OLDID="1" NEWID="1003">
<DATE> 3-MAR-1987 09:19:43.45</DATE>
<TOPICS><D>earn</D></TOPICS>
<PLACES></PLACES>
<TEXT TYPE="BRIEF">&#2;
******<TITLE>PROFIT UP
</TITLE>Blah blah blah.
&#3;
</TEXT>
</REUTERS>
"""


def test_reuters_markup_is_read():
    norm, unproc, brief = reuters_documents(SGML)
    assert norm == {
        "newid": 1002,
        "oldid": 16321,
        "lewissplit": "TRAIN",
        "cgisplit": "TRAINING-SET",
        "topics_attr": "YES",
        "topics": ["corn", "grain"],
        "places": ["usa"],
        "date": "3-MAR-1987 09:18:21.26",
        "text_type": "NORM",
        "title": "CORN <CRN> & GRAIN",
        "dateline": "CHICAGO, March 3 -",
        "body": "Prices rose.\n    They fell.\n Reuter",
    }
    assert (unproc["title"], unproc["body"]) == ("", "ASCS TERMINAL MARKET\nZürich")
    assert (brief["title"], brief["body"]) == ("PROFIT UP", "")


def test_reuters_comes_out_of_an_archive_in_an_archive(web, tmp_path, monkeypatch):
    inner = tarred({"./reut2-000.sgm": SGML.encode("latin-1"), "README.txt": b"read me"})
    home = replace(
        HOMES["reuters10"],
        urls=(web("/r.zip", zipped({"reuters21578.tar.gz": inner})),),
        expected={"documents": 3, "highest number": 1003, "training documents on corn": 1},
    )
    fetch_from(home, tmp_path)
    monkeypatch.setenv("STEERSMAN_DATA", str(tmp_path))
    dataset = load("reuters10")
    assert dataset.ids == ("1002", "1003")
    assert dataset.split.tolist() == ["train", "test"]
    assert dataset.positives("corn").tolist() == [True, False]


def test_the_real_counts_are_asked_of_reuters(web, tmp_path):
    url = web("/r.tar.gz", tarred({"reut2-000.sgm": SGML.encode("latin-1")}))
    with raises("download-unexpected", part="documents", came=3, expected=21578):
        fetch_from(replace(HOMES["reuters21578"], urls=(url,)), tmp_path)


def test_lingspam_keeps_the_bare_messages_in_order(web, tmp_path, monkeypatch):
    members = {
        "lingspam_public/bare/part10/spmsga1.txt": b"Subject: money\r\n\r\nmoney",
        "lingspam_public/bare/part2/5-1msg1.txt": b"Subject: boats\n\nboats",
        "lingspam_public/lemm/part2/5-1msg1.txt": b"Subject: boat\n\nboat",
        "lingspam_public/readme.txt": b"read me",
    }
    home = replace(
        HOMES["lingspam"],
        urls=(web("/l.tar.gz", tarred(members)),),
        expected={"parts": 2, "messages": 2, "legitimate": 1, "spam": 1},
    )
    fetch_from(home, tmp_path)
    monkeypatch.setenv("STEERSMAN_DATA", str(tmp_path))
    dataset = load("lingspam")
    assert dataset.ids == ("part2/5-1msg1", "part10/spmsga1")
    assert dataset.text[1] == "Subject: money\n\nmoney"
    assert dataset.y.tolist() == ["legitimate", "spam"]


def test_the_stop_list_must_have_its_words(web, tmp_path):
    words = "\n".join(["a", "would", "would", *(f"w{i}" for i in range(568))])
    home = HOMES["smart-stoplist"]
    path = fetch_from(replace(home, urls=(web("/english.stop", words.encode()),)), tmp_path)
    assert len(path.read_text().splitlines()) == 571
    with raises("download-unexpected", part="words", came=1, expected=571):
        fetch_from(replace(home, urls=(web("/x/english.stop", b"a"),)), tmp_path)


def test_a_collection_made_of_others_fetches_them_all(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(
        fetching,
        "fetch_from",
        lambda home, folder, _: asked.append(home.file) or folder / home.file,
    )
    assert fetch("reuters10-smart").name == "reuters21578.parquet"
    assert asked == ["reuters21578.parquet", "smart-stoplist.txt"]


def test_paths_that_climb_out_of_an_archive_write_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    evil = {"../../evil.txt": b"evil", "/etc/evil.txt": b"evil"}
    assert set(archive_members(tarred(evil), "a")) == set(evil)
    archive_members(zipped(evil), "a")
    assert list(tmp_path.iterdir()) == []
    assert not (tmp_path.parent.parent / "evil.txt").exists()


def test_links_in_an_archive_are_not_followed():
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        entry = tarfile.TarInfo("link")
        entry.type, entry.linkname = tarfile.SYMTYPE, "/etc/hostname"
        archive.addfile(entry)
    assert archive_members(buffer.getvalue(), "a") == {}


def test_an_archive_that_unpacks_to_too_much_is_refused(monkeypatch):
    monkeypatch.setattr("steersman.data.collections.archives.MOST_BYTES", 1000)
    for content in (zipped({"a": bytes(2000)}), tarred({"a": bytes(600), "b": bytes(600)})):
        with raises("archive-too-large"):
            archive_members(content, "bomb")


def test_what_is_built_in_needs_no_download():
    with raises("collection-built-in", collection="wine"):
        fetch("wine")


def test_a_name_that_is_unknown_suggests_one():
    with raises("source-unknown", came="spanbase", suggestion="spambase"):
        fetch("spanbase")


def test_what_has_no_public_home_says_which_files_are_needed():
    with raises("download-not-offered", collection="reuters10-dinunzio"):
        fetch("reuters10-dinunzio")


def test_the_shared_files_pass_the_checks_of_a_download(shared_data):
    for home in HOMES.values():
        counted = home.contents(shared_data / home.file)
        assert {what: counted.get(what) for what in home.expected} == dict(home.expected)


@pytest.mark.parametrize("name", sorted(TABLES))
def test_the_shared_tables_have_the_columns_of_a_download(shared_data, name):
    content = gzip.decompress((shared_data / f"{name}.csv.gz").read_bytes()).decode()
    header = tuple(content.splitlines()[0].split(","))
    assert len(header) == len(TABLES[name].columns)
    if not TABLES[name].names_file:
        assert header == TABLES[name].columns


@pytest.mark.parametrize("name", sorted(TABLES))
def test_a_table_taken_apart_and_put_together_again_is_the_shared_one(
    web, tmp_path, shared_data, name
):
    """The shared file turned back into UCI's layout, then fetched, gives the same bytes."""
    table = TABLES[name]
    header, *lines = gzip.decompress((shared_data / f"{name}.csv.gz").read_bytes()).decode().split()
    if name == "splice":
        cells = [line.split(",") for line in lines]
        lines = [f"{c[-1]}, {c[0]}, {''.join(c[1:-1])}" for c in cells]
    members = {table.file: "\n".join(lines).encode()}
    if table.names_file:
        names = "".join(f"{column}: continuous.\n" for column in header.split(",")[:-1])
        members[table.names_file] = names.encode()
    home = replace(HOMES[name], urls=(web(f"/{name}.zip", zipped(members)),))
    path = fetch_from(home, tmp_path)
    assert gzip.decompress(path.read_bytes()) == gzip.decompress(
        (shared_data / f"{name}.csv.gz").read_bytes()
    )
