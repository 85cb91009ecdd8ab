"""names: strange names of files, types, functions and threads, through every format."""

# SPDX-License-Identifier: Apache-2.0

import json
import os
import re
import subprocess
import xml.etree.ElementTree

import annotate
import browser
import common
import junit
import sarif

# What each is for a careless writer.
STRANGE = {
    "quote": "a\"b'c`d",
    "backslash": "a\\b\\\"",
    "markup": "<script>window.pwned = 1</script>",
    "end of the script": "</script></style></title><img src=x onerror='window.pwned = 1'>",
    "attribute": "\" onclick=\"window.pwned = 1\" x=\"",
    "entities": "&lt;&amp;&#0;&bogus;",
    "end of CDATA": "]]><!-- -->",
    "newline": "a\nb\r\nc\td",
    "a line of ours": "x\narrowdev_check: 0 errors, 0 warnings, 0 suppressed (",
    "a workflow command": "x\n::error file=a::b",
    "separators": "a,b:c;d=e%f%0Ag",
    "escape": "\x1b[31mred\x1b]0;title\x07\x7f",
    "later control characters": "\x85\x9b31m",
    "order of writing": "\u202egnp.exe\u2066",
    "line separators": "a\u2028b\u2029c",
    "no characters": "\ufffe\uffff\ufeff",
    "other scripts": "größe λ 数据 🏹",
    "format": "%s%n%d{0}{{1}}${x}",
    "link": "[a](1) [b](https://example.org)",
    "blanks": "  a   b  ",
}
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
                     "\ufeff\ufff9-\uffff\ud800-\udfff]")


def write(path, name):
    """A record in which everything that has a name has this one."""
    with open(path, "w", encoding="utf-8") as out:
        def line(**members):
            out.write(json.dumps(members) + "\n")
        line(k="header", version=1, tool="0.1.0", pid=4711, exe=f"/opt/{name}", cwd="/opt",
             argv=[name, name], started="2026-01-31T12:00:00Z", run_id=name,
             options={"exitcode": 97}, environment={"os": name})
        line(k="module", id=0, path=f"/opt/lib{name}.so", build_id=None, base="0x0")
        frames = [[0, 16], [f"/opt/{name}.py", name, 3], [f"/opt/{name}.py", "<module>", 9]]
        line(k="stack", id=1, hash="1", frames=frames)
        line(k="object", id="array#1", kind="ArrowArray", type=name, name=name, device=name,
             producer=name, consumer=name, state="live", origin=1, bytes_device=8,
             addresses=[["0x1000", 1, None]])
        line(k="event", seq=1, t_us=1, tid=1, thread=name, kind="export", object="array#1",
             actor=name, owner_after=name, stack=1, note=name)
        for i, check in enumerate(("double-release", "never-released"), 1):
            group = {"live": 1, "made": 1, "bytes": 1, "trend": name, "samples": [1, 1]}
            line(k="finding", id=i, check=check, severity="error", who=name, message=name,
                 note=name, objects=["array#1"], events=[1], now=1, origin=1,
                 callback=["release", 0, 16], **({"group": group} if i == 2 else {}))
        line(k="transfer", direction="d2h", stack=1, calls=1, bytes=8, blocked_us=1, longest_us=1,
             memory=name, kind=name, first=name, last=name)
        line(k="transfers", budget_d2h=0, budget_h2d=None)
        line(k="end", t_us=2, exit={"how": "exit", "app_status": 0},
             activity={"limits": [name], "hooks": []})
    return path


def strings_of(value):
    """All strings of a JSON document."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, member in value.items():
            yield key
            yield from strings_of(member)
    elif isinstance(value, list):
        for item in value:
            yield from strings_of(item)


def each(folder):
    """What the name is for a careless writer, the name, a record of it."""
    for i, (what, name) in enumerate(STRANGE.items()):
        yield what, name, write(folder / f"{i}.jsonl", name)


def test_json_formats_keep_every_name(folder):
    """In plain ASCII, and the same when they are read."""
    for what, name, record in each(folder):
        for form in ("json", "trace", "sarif"):
            text = common.report(f"--format={form}", record)
            assert text.isascii() and not re.search(rb"[\x00-\x09\x0b-\x1f]", text), (what, form)
            strings = set(strings_of(json.loads(text)))
            assert name in strings, (what, form)


def test_sarif_stays_valid(folder):
    """Names are no placeholders, no links, and fit into URIs."""
    for what, name, record in each(folder):
        result = sarif.sarif_of(record)["results"][0]
        text = result["message"]["text"]
        unescaped = text.replace("{{", "{").replace("}}", "}").replace("\\[", "[")
        assert unescaped.startswith(name + ". "), (what, text)
        assert not re.search(r"(?<!\{)\{\d+\}(?!\})", text.replace("{{", "").replace("}}", ""))
        assert not re.search(r"(?<!\\)\[[^]]*\]\(", text), (what, text)


def test_text_has_no_control_characters(folder):
    """Each line is one of ours, and a line of ours cannot be made up."""
    for what, _, record in each(folder):
        text = common.report("--verbosity=1", "--print_suppressions=1", record).decode()
        assert not CONTROL.search(text), (what, CONTROL.search(text))
        assert len(re.findall(r"^arrowdev_check: \d+ error", text, re.M)) == 1, what
        assert not re.search("^::", text, re.M), what


def test_junit_stays_valid(folder):
    """The names are there when it is read."""
    for what, name, record in each(folder):
        text = common.report("--format=junit", record)
        assert not junit.problems_of(text), (what, junit.problems_of(text))
        assert not CONTROL.search(text.decode()), what
        said = "".join(xml.etree.ElementTree.fromstring(text).itertext())
        if name.isprintable() and "  " not in name:
            assert name.strip() in said, what


def test_annotations_stay_lines(folder):
    """One for each finding."""
    for what, name, record in each(folder):
        lines = list(annotate.annotations("--annotate=github", record))
        assert len(lines) == 2, what
        message = annotate.unescape(lines[0][2], annotate.DATA)
        if name.isprintable():
            assert message.startswith(name), (what, message)
        assert lines[0][1]["title"] == "double-release"


def test_a_browser_shows_names_and_runs_none(folder):
    """They are text in the page, whatever they look like."""
    records = dict((what, (name, record)) for what, name, record in each(folder))
    with browser.chromium() as driver:
        for what, (name, record) in records.items():
            path = folder / "page.html"
            path.write_bytes(common.report("--format=html", "--verbosity=1", record))
            assert not CONTROL.search(path.read_text()), what
            driver.get(path.as_uri())
            driver.find_element("id", "expand").click()
            assert driver.execute_script("return window.pwned") is None, what
            assert driver.execute_script(
                "return document.querySelectorAll('img, script:not([nonce])').length") == 0, what
            assert len(driver.find_elements("css selector", "details.finding")) == 2, what
            if name.isprintable():
                shown = driver.find_element("css selector", "summary").get_attribute("textContent")
                assert name in shown, (what, shown)
            assert driver.get_log("browser") == [], what


def test_bytes_that_are_no_text_are_written_out(folder):
    """A program, its folder and its arguments, in the report of a run."""
    odd = os.fsencode(folder) + b"/\xff<b>\xc3("
    os.mkdir(odd)
    program = odd + b"/pro\xe9g&\x1b"
    with open(program, "wb") as out:
        out.write(b"#!/bin/sh\n:\n")
    os.chmod(program, 0o755)
    log = folder / "log"
    done = subprocess.run(
        [common.PROGRAM, "run", "--format=json,sarif,junit,html,trace,text", f"--log_path={log}",
         "--", program, b"\xfe\xff", b"\xc0\x80"],
        cwd=odd, check=False, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr
    for ending in ("json", "sarif", "trace.json"):
        json.loads((folder / f"log.{ending}").read_bytes())
    run = json.loads((folder / "log.json").read_bytes())["run"]
    assert run["argv"][-2:] == ["\\xfe\\xff", "\\xc0\\x80"], run["argv"]
    assert not sarif.problems_of(json.loads((folder / "log.sarif").read_bytes()))
    assert not junit.problems_of((folder / "log.xml").read_bytes())
    page = (folder / "log.html").read_text()
    assert "\\xe9g&amp;\\x1b \\xfe\\xff" in page and not CONTROL.search(page)
