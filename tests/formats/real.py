"""real: all formats in one run, of real programs, by the launcher, at exit, and afterwards."""

# SPDX-License-Identifier: Apache-2.0

import html.parser
import json
import os
import subprocess
import xml.etree.ElementTree

import common
import junit
import sarif

CASES = common.TOP / "build/cases"
ENDINGS = ["html", "json", "sarif", "trace.json", "txt", "xml"]
FORMATS = "text,json,sarif,junit,html,trace"


def check(log, n_findings):
    """The six files of one report, each by its own rules."""
    texts = {ending: log.with_name(f"{log.name}.{ending}").read_text() for ending in ENDINGS}
    report = json.loads(texts["json"])
    assert len(report["findings"]) == n_findings
    message = report["findings"][0]["message"]
    assert message in texts["txt"]
    log_of_sarif = json.loads(texts["sarif"])
    assert not sarif.problems_of(log_of_sarif)
    assert len(log_of_sarif["runs"][0]["results"]) == n_findings
    assert not junit.problems_of(texts["xml"].encode())
    failures = xml.etree.ElementTree.fromstring(texts["xml"]).findall(".//failure")
    assert failures[0].get("message").startswith(message)
    marks = [e for e in json.loads(texts["trace.json"])["traceEvents"] if e["ph"] == "i"]
    assert [mark["args"]["message"] for mark in marks][0] == message
    parser = html.parser.HTMLParser()
    parser.feed(texts["html"])
    assert texts["html"].count("<details class=\"finding") == n_findings
    return report


def files(folder):
    """Names in a folder."""
    return sorted(path.name for path in folder.iterdir())


def test_the_launcher_writes_all_formats(folder):
    """Each beside the others, with its ending."""
    log = folder / "out"
    done = subprocess.run(
        [common.PROGRAM, "run", f"--format={FORMATS}", f"--log_path={log}", "--",
         CASES / "double-release/found"], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 97, done.stderr
    assert files(folder) == [f"out.{ending}" for ending in ENDINGS]
    first, *rest = done.stderr.splitlines()
    for ending in ENDINGS:
        assert f"report {log}.{ending}" in first and f"report in {log}.{ending}" in "\n".join(rest)
    check(log, 1)


def test_a_process_writes_all_formats_at_its_end(folder):
    """Text on standard error, the others in its working directory, with its name and pid."""
    done = subprocess.run(
        [CASES / "double-release/found"], cwd=folder, check=False, capture_output=True, text=True,
        timeout=300, env={**os.environ, "LD_PRELOAD": f"{common.TOP}/build/libarrowdev_check.so",
                         "ARROWDEV_CHECK_OPTIONS": f"format={FORMATS}:annotate=github"})
    assert done.returncode == 97, done.stderr
    (page,) = folder.glob("*.html")
    name = page.name.removesuffix(".html")
    wanted = [f"{name}.{ending}" for ending in ENDINGS if ending != "txt"]
    assert name.startswith("arrowdev.found.") and files(folder) == wanted
    (folder / f"{name}.txt").write_text(done.stderr)
    check(folder / name, 1)
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("::")]
    assert line.startswith("::error file=") and "title=double-release::" in line
    first = done.stderr.splitlines()[0]
    assert all(f"report {file}" in first for file in wanted), first


def test_a_folder_of_records_is_one_report(folder):
    """Made afterwards, of two processes."""
    records = folder / "records"
    records.mkdir()
    subprocess.run([common.PROGRAM, "run", f"--record_dir={records}", "--", "sh", "-c",
                    f"{CASES}/double-release/found; {CASES}/never-released/found-grows; :"],
                   capture_output=True, check=False, timeout=300)
    common.report(f"--format={FORMATS}", f"--log_path={folder}/out", records)
    report = check(folder / "out", 2)
    assert len(report["processes"]) == 2
    (group,) = report["leaks"]["groups"]
    samples = group["samples"]
    assert samples[0] == 1 and samples[-1] == group["live"] == 32, samples
    assert samples[:-1] == [2**i for i in range(len(samples) - 1)]
    assert len(samples) == group["made"].bit_length() + 1


def test_a_module_that_was_unloaded_is_still_named(folder):
    """its release callback, and the step after which it was gone."""
    log = folder / "out.json"
    subprocess.run(
        [common.PROGRAM, "run", "--format=json", f"--log_path={log}", "--",
         CASES / "release-code-unloaded/found"], capture_output=True, check=False, timeout=300)
    report = json.loads(log.read_text())
    (finding,) = [f for f in report["findings"] if f["check"] == "release-code-unloaded"]
    (module,) = [m for m in report["modules"] if m["path"].endswith("/libproducer.so")]
    steps = [e["seq"] for e in report["events"] if e["seq"] in finding["timeline"]]
    assert module["unloaded"] and module["build_id"]
    assert steps[0] <= module["unloaded_at_seq"] < steps[-1], (steps, module)
    (thing,) = [o for o in report["objects"] if o["id"] in finding["objects"]]
    assert thing["release"]["module"] == module["id"] and thing["producer"] == "libproducer.so"
    assert int(thing["release"]["offset"], 16) < 1 << 20


def test_paths_lose_the_prefix_that_is_given(folder):
    """strip_path_prefix, in what editors and CI read."""
    record = common.record("double-release", folder)
    prefix = f"{common.TOP}/tests/render"
    for form in ("text", "json", "sarif", "junit", "html"):
        plain = common.report(f"--format={form}", record).decode()
        assert "tests/render/fixture.cc" in plain, form
        text = common.report(f"--format={form}", f"--strip_path_prefix={prefix}", record).decode()
        assert "fixture.cc" in text and "tests/render/fixture.cc" not in text, form
