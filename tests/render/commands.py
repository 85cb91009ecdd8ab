#!/usr/bin/python3
"""commands: what arrowdev-check does with its arguments, its descriptors and its files."""

# SPDX-License-Identifier: Apache-2.0

import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile

import jsonschema

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = HERE.parent.parent / "build/arrowdev-check"
LEAK = HERE / "never-released.record"
HEADER = LEAK.read_text().partition("\n")[0]
REST = LEAK.read_text().partition("\n")[2]
LAST = "arrowdev_check: 1 error, 1 warning, 0 suppressed ("


def call(*arguments, **more):
    """Run the program to its end."""
    return subprocess.run(
        [PROGRAM, *arguments], capture_output=True, text=True, check=False, timeout=300, **more
    )


def at_exit(folder, options, record=None):
    """As the library does at the end of a process: record and verdict are descriptors."""
    header = json.loads(HEADER)
    header["options"].update(options)
    descriptor = os.memfd_create("arrowdev_check")
    os.write(descriptor, (record or json.dumps(header) + "\n" + REST).encode())
    read, write = os.pipe()
    done = call(
        "report", "--in-process", "--record-fd", str(descriptor), "--verdict-fd", str(write),
        cwd=folder, pass_fds=[descriptor, write],
    )
    os.close(write)
    verdict = os.read(read, 100).decode()
    os.close(read)
    os.close(descriptor)
    assert done.stdout == "", done.stdout
    return done, verdict


def files(folder):
    """Names in a folder."""
    return sorted(path.name for path in folder.iterdir())


def test_text_goes_to_stderr_and_the_verdict_back(folder):
    """The plain case at exit."""
    done, verdict = at_exit(folder, {})
    assert verdict == "verdict 1 1 0\n", verdict
    assert done.stderr.startswith("arrowdev_check: report of etl (pid 4711):\n")
    assert "\n" + LAST in done.stderr
    assert done.returncode == 0 and files(folder) == []


def test_json_goes_to_a_file_and_the_last_line_to_stderr(folder):
    """format=json"""
    done, verdict = at_exit(folder, {"format": "json"})
    assert verdict == "verdict 1 1 0\n"
    assert files(folder) == ["arrowdev.etl.4711.json"]
    assert json.loads((folder / "arrowdev.etl.4711.json").read_text())["summary"]["errors"] == 1
    lines = done.stderr.splitlines()
    assert lines[0] == "arrowdev_check: report of pid 4711 in arrowdev.etl.4711.json"
    assert lines[1].startswith(LAST)
    assert all(line.startswith("arrowdev_check: ") for line in lines)


def test_both_formats_have_their_endings(folder):
    """log_path with two formats"""
    done, _ = at_exit(folder, {"format": "text,json", "log_path": str(folder / "out.%e.%p")})
    assert files(folder) == ["out.etl.4711.json", "out.etl.4711.txt"], files(folder)
    assert LAST in (folder / "out.etl.4711.txt").read_text()
    assert LAST in done.stderr and "[never-released]" not in done.stderr


def test_a_file_that_is_there_is_left(folder):
    """log_path without %p, twice"""
    (folder / "out").write_text("of another process\n")
    done, _ = at_exit(folder, {"log_path": "out"})
    assert files(folder) == ["out", "out.4711"]
    assert (folder / "out").read_text() == "of another process\n"
    assert "in out.4711\n" in done.stderr


def test_a_report_that_cannot_be_written_is_said(folder):
    """log_path nowhere, and on a full disk"""
    for path in ("/nonexistent/folder/report", "/dev/full"):
        done, verdict = at_exit(folder, {"log_path": path})
        assert verdict == "verdict 1 1 0\n"
        assert f"cannot be written to {path}: " in done.stderr
        assert "[never-released]" in done.stderr and LAST in done.stderr
        assert done.returncode == 1


def test_half_a_report_is_none(folder):
    """log_path where there is room for a part only: the file system says so, or ends the program"""
    def least():
        resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))

    for signal_stays in (False, True):  # Python ignores this signal
        done = call("report", "--format=json", f"--log_path={folder / 'out'}", LEAK,
                    preexec_fn=least, restore_signals=signal_stays)
        assert done.returncode in ([-signal.SIGXFSZ] if signal_stays else [1]), done
        assert signal_stays or "the report cannot be written to" in done.stderr, done.stderr
        assert files(folder) == [], files(folder)
    whole = call("report", "--format=json", f"--log_path={folder / 'out'}", LEAK)
    assert files(folder) == ["out"] and json.loads((folder / "out").read_text()), whole
    assert (folder / "out").stat().st_mode & 0o777 == 0o600


def test_a_fifo_that_nobody_reads_holds_nobody_up(folder):
    """log_path on a fifo, without a reader and with one"""
    fifo = folder / "fifo"
    os.mkfifo(fifo)
    done, verdict = at_exit(folder, {"log_path": str(fifo)})
    assert verdict == "verdict 1 1 0\n"
    assert f"cannot be written to {fifo}: " in done.stderr and LAST in done.stderr
    reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    at_exit(folder, {"log_path": str(fifo)})
    assert LAST in os.read(reader, 65536).decode()
    os.close(reader)


def test_our_lines_can_be_taken_out(folder):
    """The README's sed, on a program's standard error with our lines in it."""
    readme = (HERE.parent.parent / "README.md").read_text()
    command = next(line for line in readme.splitlines() if line.startswith("sed -e "))
    done, _ = at_exit(folder, {"verbosity": 1, "format": "text,json"})
    both = (
        "theirs 1\narrowdev_check 0.1.0 active in etl\ntheirs 2\n    theirs 3\n"
        "arrowdev_check: error: array#1 released twice [double-release] at etl+0x10\n"
        + done.stderr + "theirs 4\n"
    )
    got = subprocess.run(
        ["sh", "-c", command], input=both, capture_output=True, text=True, check=True
    )
    assert got.stdout == "theirs 1\ntheirs 2\n    theirs 3\ntheirs 4\n", got.stdout


def test_quiet_leaves_the_findings_only(folder):
    """quiet=1"""
    done, verdict = at_exit(folder, {"quiet": 1})
    assert "[never-released]" in done.stderr and "report of" not in done.stderr
    assert LAST not in done.stderr and verdict == "verdict 1 1 0\n"


def test_status_policies_show_in_the_last_line(folder):
    """exitcode, exitcode_on; a record_dir that could not be used"""
    for options, ending in (
        ({}, "exit 97"),
        ({"exitcode": 5}, "exit 5"),
        ({"exitcode": 0}, "exit 0"),
        ({"exitcode_on": "never"}, "exit 0"),
        ({"record_dir": "/nowhere"}, "exit 97"),
    ):
        done, _ = at_exit(folder, options)
        assert done.stderr.endswith(f"-> {ending}\n"), (options, done.stderr[-60:])


def test_a_broken_record_still_gives_a_verdict(folder):
    """Nothing usable in it."""
    done, verdict = at_exit(folder, {}, record="garbage\n")
    assert verdict == "verdict 0 0 0\n"
    assert done.returncode == 1
    assert all(line.startswith("arrowdev_check: ") for line in done.stderr.splitlines())


def two_records(folder):
    """The same leak in two processes, the second with a fault of its own."""
    inner = folder / "records"
    inner.mkdir()
    text = LEAK.read_text()
    (inner / "4711.jsonl").write_text(text)
    (inner / "4711.live").write_bytes(b"\0" * 100)
    own = {
        "k": "finding", "id": 77, "check": "double-release", "severity": "error",
        "message": "release of array#4 called a second time", "objects": ["array#4"], "now": 1,
    }
    text = text.replace("4711", "4712").replace("0x7f0000000000", "0x7e0000000000")
    (inner / "4712.jsonl").write_text(text + json.dumps(own) + "\n")
    return inner


def test_records_of_a_folder_are_one_report(folder):
    """What several processes did alike is said once."""
    done = call("report", two_records(folder))
    assert done.returncode == 0 and done.stderr == "", done.stderr
    said = done.stdout
    assert said.startswith("arrowdev_check: report of 2 processes - etl (pid 4711), etl (pid 47")
    assert said.count("[never-released]\n") == 2, said
    assert said.count("in 2 processes (4711, 4712)\n") == 2
    assert "what    4711:array#4" in said and "what    4712:array#4" in said
    assert "1 time      in etl (pid 4712)\n" in said
    assert "\narrowdev_check: 2 errors, 1 warning, 0 suppressed (2 processes, " in said
    assert said.endswith("-> exit 0\n"), said[-200:]


def test_merged_ids_are_unique(folder):
    """JSON of two processes: all that refers to something finds it, once."""
    done = call("report", "--format=json", two_records(folder))
    report = json.loads(done.stdout)
    schema = json.loads((HERE.parent.parent / "report/report.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(report)
    ids = {
        kind: [item["seq" if kind == "events" else "id"] for item in report[kind]]
        for kind in ("findings", "events", "objects", "stacks", "modules")
    }
    for kind, all_ids in ids.items():
        assert len(all_ids) == len(set(all_ids)) > 0, kind
    assert [run["pid"] for run in report["processes"]] == [4711, 4712]
    for finding in report["findings"]:
        assert set(finding["objects"]) <= set(ids["objects"]), finding
        assert set(finding["timeline"]) <= set(ids["events"])
        assert {stack for stack in finding["where"].values() if stack} <= set(ids["stacks"])
    both, _, own = report["findings"]
    assert both["processes"] == ["4711", "4712"] and own["processes"] == ["4712"]
    assert report["summary"]["errors"] == 2 and report["summary"]["leaked_structs"] > 0
    frames = [frame for stack in report["stacks"] for frame in stack["frames"]]
    assert {frame["module"] for frame in frames} - {None} <= set(ids["modules"])


def test_a_pid_that_comes_again_has_another_name(folder):
    """exec begins a new record."""
    inner = two_records(folder)
    again = (inner / "4712.jsonl").read_text().replace("4712", "4711")
    (inner / "4711-1.jsonl").write_text(again)
    report = json.loads(call("report", "--format=json", inner).stdout)
    assert [run["name"] for run in report["processes"]] == ["4711", "4711-2", "4712"]
    assert len({item["id"] for item in report["objects"]}) == len(report["objects"])


SUPPRESSED = "never-released py:etl.py:61 reason:\"a cache\"\n"


def test_code_of_no_function_is_called_by_its_file(folder):
    """\"where <module> is done with it\" says nothing."""
    record = folder / "script.record"
    record.write_text(LEAK.read_text().replace('"schema_once"', '"<module>"'))
    done = call("report", record)
    assert "schema#1 where etl.py is done with it." in done.stdout, done.stdout


def test_suppressed_findings_do_not_count(folder):
    """The verdict, the text, JSON; lines that nothing is for."""
    (folder / "a.supp").write_text(SUPPRESSED + "stray-copy fun:nobody reason:\"gone\"\n")
    done, verdict = at_exit(folder, {"suppressions": str(folder / "a.supp")})
    assert verdict == "verdict 0 1 0\n", verdict
    assert ", 1 suppressed (" in done.stderr and done.stderr.endswith("-> exit 0\n"), done.stderr
    assert f"muted   1 finding by {folder}/a.supp:1: never-released py:etl.py:61 -- a cache" in (
        done.stderr.replace("\n          ", " "))
    assert f"unused  nothing was found for {folder}/a.supp:2: stray-copy fun:nobody" in done.stderr
    done = call("report", f"--suppressions={folder}/a.supp", "--format=json", LEAK)
    report = json.loads(done.stdout)
    assert report["summary"]["suppressed"] == 1 and report["summary"]["errors"] == 0
    by = [finding["suppressed_by"] for finding in report["findings"]]
    assert sorted(map(str, by)) == [f"{folder}/a.supp:1", "None"], by
    used, unused = report["suppressions"]
    assert used["matched"] == 1 and used["bytes"] > 0 and used["reason"] == "a cache"
    assert unused["matched"] == 0


def test_suppressions_are_found_from_where_the_process_was(folder):
    """A relative name, and the header's cwd."""
    header = json.loads(HEADER)
    header["cwd"] = str(folder)
    header["options"]["suppressions"] = "a.supp"
    (folder / "a.supp").write_text(SUPPRESSED)
    record = json.dumps(header) + "\n" + REST
    done, verdict = at_exit(pathlib.Path("/"), {}, record=record)
    assert verdict == "verdict 0 1 0\n", done.stderr


def test_wrong_suppressions(folder):
    """At exit the others hold; a command line with them is not obeyed."""
    (folder / "a.supp").write_text("never-released\n" + SUPPRESSED)
    done, verdict = at_exit(folder, {"suppressions": str(folder / "a.supp")})
    assert verdict == "verdict 0 1 0\n"
    assert f'error: suppressions: {folder}/a.supp:1: expected reason:"TEXT"' in done.stderr
    done = call("report", f"--suppressions={folder}/a.supp", LEAK)
    assert done.returncode == 2 and done.stdout == "" and "a.supp:1: expected" in done.stderr


def test_strict_suppressions_make_unused_ones_errors(folder):
    """strict_suppressions, and an expired line."""
    (folder / "a.supp").write_text(
        SUPPRESSED + "stray-copy reason:x\n" + "stray-copy reason:x until:2001-01-01\n")
    options = {"suppressions": str(folder / "a.supp"), "strict_suppressions": 1}
    done, verdict = at_exit(folder, options)
    assert verdict == "verdict 1 1 0\n" and done.stderr.endswith("-> exit 97\n")
    assert f"expired  after 2001-01-01: {folder}/a.supp:3: stray-copy" in done.stderr


def test_printed_suppressions_suppress(folder):
    """What print_suppressions writes is what a file may say."""
    printed = call("report", "--print_suppressions", LEAK).stdout
    lines = re.findall(r"^never-released \S+:.* reason:\".*\"$", printed, re.M)
    assert len(lines) == 2, printed
    (folder / "a.supp").write_text("\n".join(lines))
    done = call("report", f"--suppressions={folder}/a.supp", LEAK)
    assert "0 errors, 0 warnings, 2 suppressed (" in done.stdout, done.stdout


def test_filters_leave_what_was_asked_for(folder):
    """--check, --object, --module"""
    inner = two_records(folder)
    for argument, words in (
        ("--check=double-release", "1 error, 0 warnings"),
        ("--check=double-release,never-released", "2 errors, 1 warning"),
        ("--object=array#4", "2 errors, 0 warnings"),
        ("--object=4712:array#4", "1 error, 0 warnings"),
        ("--object=array#999", "0 errors, 0 warnings"),
        ("--module=lib.cpython*", "0 errors, 1 warning"),
    ):
        done = call("report", argument, inner)
        assert f"arrowdev_check: {words}, 0 suppressed" in done.stdout, (argument, done.stdout)
        is_said = "none is what --check, --object and --module ask for" in done.stderr
        assert is_said == ("999" in argument), (argument, done.stderr)
    done = call("report", "--check=doubel-release", inner)
    assert done.returncode == 2 and "did you mean double-release?" in done.stderr
    done = call("report", "--check=quite-another", inner)
    assert done.returncode == 2 and "arrowdev-check explain lists them" in done.stderr
    assert call("report", "--object=", inner).returncode == 2


def test_lanes_show_a_thread_each(folder):
    """--lanes"""
    record = folder / "record"
    steps = [
        ("main", "export", None), ("worker", "hand-over", None), ("main", "import", "nobody"),
        *((f"thread {i}", "import", None) for i in range(5)),
    ]
    lines = [HEADER, json.dumps({"k": "object", "id": "array#4", "kind": "ArrowArray"})]
    for seq, (thread, kind, owner) in enumerate(steps, 1):
        lines.append(json.dumps({
            "k": "event", "seq": seq, "t_us": seq * 1500, "tid": 10 + seq, "thread": thread,
            "kind": kind, "object": "array#4", "actor": "libprod.so", "owner_after": owner,
        }))
    record.write_text("\n".join(lines) + "\n")
    done = call("report", "--lanes=array#4", record)
    said = done.stdout.splitlines()
    assert said[0] == "lanes of array#4  ArrowArray  in etl (pid 4711)", said
    heads = said[2].split()
    assert heads[:3] == ["ms", "main", "worker"] and "other threads" in said[2], said
    assert said[3].split() == ["1.500", "export", "libprod.so"]
    assert said[4].index("hand-over") == said[2].index("worker")
    assert said[5].endswith("import  libprod.so -> nobody")
    assert "thread 4: import" in said[10], said
    assert all(len(line) <= 120 for line in said)
    done = call("report", "--lanes", "array#77", record)
    assert done.returncode == 1 and "no record has an object array#77" in done.stderr


def test_a_comparison_goes_by_fingerprints(folder):
    """--diff of records, folders and reports."""
    inner = two_records(folder)
    (folder / "old.json").write_text(call("report", "--format=json", LEAK).stdout)
    reformatted = json.dumps(json.loads((folder / "old.json").read_text()), indent=4)
    (folder / "again.json").write_text(reformatted)
    (folder / "new.json").write_text(call("report", "--format=json", inner).stdout)
    for old in (LEAK, folder / "old.json", folder / "again.json"):
        for new in (inner, folder / "new.json"):
            done = call("report", "--diff", old, new)
            assert done.returncode == 1, done
            assert "\narrowdev_check: 1 new, 0 gone, 2 unchanged\n" in done.stdout, done.stdout
            assert re.search(
                r"== new: 1 ==\n\S+: error: release of array#4 called a second time "
                r"\[double-release\]\n    adc1:double-release:\w+:\w+\n", done.stdout), done.stdout
    done = call("report", "--diff", folder / "new.json", LEAK)
    assert done.returncode == 0 and "0 new, 1 gone, 2 unchanged" in done.stdout
    assert call("report", "--diff", "--exitcode_on=never", LEAK, inner).returncode == 0
    (folder / "a.supp").write_text("double-release reason:x\n")
    supp = f"--suppressions={folder}/a.supp"
    assert call("report", "--diff", supp, LEAK, inner).returncode == 0


def test_a_schema_leaked_where_an_array_was_is_new(folder):
    """Made by one call: one fingerprint, two leaks."""
    array, schema = [line for line in REST.splitlines() if '"k":"finding"' in line]
    twin = json.loads(array) | {
        key: json.loads(schema)[key] for key in ("id", "message", "objects", "severity")}
    old, new = folder / "old", folder / "new"
    old.write_text(LEAK.read_text().replace(schema + "\n", ""))
    new.write_text(LEAK.read_text().replace(schema, json.dumps(twin, separators=(",", ":"))))
    reports = [folder / "old.json", folder / "new.json"]
    for record, report in zip((old, new), reports):
        report.write_text(call("report", "--format=json", record).stdout)
    for pair in ((old, new), reports):
        done = call("report", "--diff", "--exitcode_on=warning", *pair)
        assert "1 new, 0 gone, 1 unchanged" in done.stdout, done.stdout
        new_one, unchanged = re.findall(r"\[never-released\]\n    (\S+)\n", done.stdout)
        assert new_one == unchanged and done.returncode == 1, done
        assert "1 schema never released" in done.stdout.partition("== unchanged")[0], done.stdout


def test_what_cannot_be_compared_is_said(folder):
    """Status 2."""
    (folder / "other.json").write_text("{\n}\n")
    (folder / "text").write_text("no report\n")
    for arguments, words in (
        ([LEAK], "two files"), ([LEAK, folder / "nothing"], "No such file"),
        ([folder / "other.json", LEAK], "neither a record nor a report in JSON"),
        ([folder / "text", LEAK], "neither a record nor a report in JSON"),
    ):
        done = call("report", "--diff", *arguments)
        assert done.returncode == 2 and words in done.stderr, (arguments, done)


def test_a_standard_output_that_takes_nothing_is_said(folder):
    """On a full disk, closed; what stays silent is one that takes all."""
    inner = two_records(folder)
    for arguments in (
        ["report", LEAK], ["report", "--format=json", LEAK], ["report", "--diff", LEAK, inner],
        ["report", "--lanes", "array#4", LEAK], ["explain"], ["explain", "double-release"],
        ["--version"], ["--help"], ["report", "--help"],
    ):
        status = 2 if "--diff" in arguments else 1
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE,
                                  text=True, check=False)
        said = "the standard output cannot be written"
        assert done.stderr.count(said) == 1 and done.returncode == status, (arguments, done)
        closed = subprocess.run([PROGRAM, *arguments], stderr=subprocess.PIPE, text=True,
                                check=False, preexec_fn=lambda: os.close(1))
        assert said in closed.stderr and closed.returncode == status, (arguments, closed)
        assert said not in call(*arguments).stderr, arguments


def test_what_is_missing_is_said(folder):
    """No such file; an empty folder."""
    done = call("report", folder / "nothing")
    assert done.returncode == 1 and "No such file" in done.stderr
    done = call("report", folder)
    assert done.returncode == 1 and "no record in this folder" in done.stderr


def test_a_report_is_no_record(folder):
    """And what is wanted instead is said."""
    call("report", "--format=json", f"--log_path={folder / 'out.json'}", LEAK)
    done = call("report", str(folder / "out.json"))
    assert done.returncode == 1 and "is it a report?" in done.stderr, done
    assert "record_dir=FOLDER keeps them" in done.stderr, done


def test_a_pipe_is_a_record_too(_folder):
    """As a process that cannot have a file would hand it over."""
    many = REST.replace("\n", "\n" + '{"k":"future","x":"%s"}\n' % ("y" * 60000))
    done = call("report", "/dev/stdin", input=HEADER + "\n" + many)
    assert LAST in done.stdout and done.stderr == "", done.stderr


def test_the_header_does_not_say_where_a_later_report_goes(folder):
    """log_path and format are the process's own."""
    header = json.loads(HEADER)
    header["options"].update(log_path=str(folder / "out"), format="json", color="always", quiet=1)
    record = folder / "record"
    record.write_text(json.dumps(header) + "\n" + REST)
    done = call("report", record)
    assert LAST in done.stdout and "\33" not in done.stdout and files(folder) == ["record"]


def test_colours_follow_option_and_environment(_folder):
    """color, NO_COLOR"""
    no_color = {**os.environ, "NO_COLOR": "1"}
    assert "\33[1;31merror" in call("report", "--color=always", LEAK, env=no_color).stdout
    assert "\33" not in call("report", LEAK).stdout


def test_explain_has_every_page(_folder):
    """The list, each page, a mistyped one."""
    listed = call("explain")
    slugs = [line.split()[0] for line in listed.stdout.splitlines() if line.startswith("  ")]
    slugs = [slug for slug in slugs if (HERE.parent.parent / f"report/explain/{slug}.md").exists()]
    assert len(slugs) == len(list((HERE.parent.parent / "report/explain").glob("*.md")))
    for slug in slugs:
        page = call("explain", slug)
        assert page.returncode == 0 and page.stdout.startswith(f"# {slug}\n"), slug
    done = call("explain", "doubel-release")
    assert done.returncode == 2 and "did you mean double-release?" in done.stderr


def test_pages_name_the_clause_of_their_row(_folder):
    """The address that a report prints stands on the page too."""
    rows = (HERE.parent.parent / "report/checks.def").read_text()
    row = r'^CHECK\(\w+, "([a-z0-9-]+)",.*\n\s+(\w+), "[^"]*", "([^"]*)", "([^"]*)",'
    documents = {"CDI": "CDataInterface", "CSI": "CStreamInterface", "CDDI": "CDeviceDataInterface"}
    found = re.findall(row, rows, re.M)
    assert len(found) == rows.count("\nCHECK(")
    for slug, document, level, anchor in found:
        wanted = f"{documents.get(document)}.html#{anchor}) ({level})."
        page = (HERE.parent.parent / f"report/explain/{slug}.md").read_text()
        assert (wanted if document != "TOOL" else "policy of the tool.") in page, slug


def test_misuse_names_the_nearest_word(_folder):
    """Commands and options."""
    for arguments, words in (
        (["reprot"], "did you mean report?"),
        (["--versoin"], "did you mean --version?"),
        (["report", "--fromat=json", LEAK], "did you mean --format?"),
        (["report", "--color=blue", LEAK], "one of auto|always|never"),
        (["report"], "needs a FILE"),
        (["report", "--format=jason", LEAK], 'not "jason", did you mean json?'),
        (["report", "--format=", LEAK], "a list of text|json"),
        (["explain", "a", "b"], "one check"),
        (["selftest-of-something"], "--help lists them"),
    ):
        done = call(*arguments)
        assert done.returncode == 2 and words in done.stderr, (arguments, done.stderr)
        assert done.stdout == ""
        assert done.stderr.startswith("arrowdev_check: error: ")
    for command in ("run", "report", "explain"):
        done = call(command, "--help")
        assert done.returncode == 0 and done.stdout.startswith(f"arrowdev-check {command} ")
        assert ("log_path=" in done.stdout) == (command != "explain"), done.stdout
    assert "exitcode" not in call("report", "--help").stdout
    assert call().returncode == 2
    assert call("--help").returncode == 0 and call("--version").stdout.startswith("arrowdev-check ")


def main():
    """All tests of this file, each in a folder of its own."""
    n_failed = 0
    tests = [test for name, test in sorted(globals().items()) if name.startswith("test_")]
    for test in tests:
        with tempfile.TemporaryDirectory(prefix="arrowdev-render-") as folder:
            try:
                test(pathlib.Path(folder))
            except Exception as error:  # noqa: BLE001 a failing test is counted, whatever it raises
                n_failed += 1
                print(f"not ok {test.__name__}: {type(error).__name__} {error}")
    print(f"render-commands: {len(tests) - n_failed} passed, {n_failed} failed, 0 skipped")
    return 1 if n_failed else 0


if __name__ == "__main__":
    sys.exit(main())
