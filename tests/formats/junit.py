"""junit: the report as JUnit's XML, by the schema that Jenkins' plug-in takes."""

# SPDX-License-Identifier: Apache-2.0

import json
import subprocess
import xml.etree.ElementTree

import common


def problems_of(text):
    """What xmllint has against it."""
    done = subprocess.run(
        ["xmllint", "--noout", "--schema", common.SCHEMAS / "junit.xsd", "-"],
        input=text, capture_output=True, check=False, timeout=300,
    )
    return done.stderr.decode() if done.returncode else ""


def suites_of(*arguments):
    """The suites of a report that the schema has nothing against, with their numbers right."""
    text = common.report("--format=junit", *arguments)
    assert not problems_of(text), problems_of(text)[:500]
    suites = xml.etree.ElementTree.fromstring(text).findall("testsuite")
    for suite in suites:
        cases = suite.findall("testcase")
        assert int(suite.get("tests")) == len(cases)
        for number, tag in ("failures", "failure"), ("skipped", "skipped"):
            n = sum(case.find(tag) is not None for case in cases)
            assert int(suite.get(number)) == n, (number, n)
    return suites


def case_of(suite, slug):
    """The case of a check."""
    return next(case for case in suite.findall("testcase") if case.get("name") == slug)


def test_the_schema_takes_every_record(folder):
    """With as many failures as there are checks that found an error or a warning."""
    for record in common.records(folder):
        found = json.loads(common.report("--format=json", record))["findings"]
        bad = {f["check"] for f in found if f["severity"] != "note"}
        failed = {case.get("name") for suite in suites_of(record)
                  for case in suite.findall("testcase") if case.find("failure") is not None}
        assert failed == bad, (record, failed, bad)


def test_the_schema_says_no_to_what_is_wrong(_):
    """The validator is awake."""
    assert problems_of(b"<testsuites><testcase/></testsuites>")
    assert problems_of(b"<testsuites><testsuite name='a'/></testsuites>")


def test_a_failure_has_the_text_of_the_report(folder):
    """Of the finding, word for word."""
    record = common.record("double-release", folder)
    (suite,) = suites_of(record)
    assert suite.get("name") == "etl (pid 4711)"
    failure = case_of(suite, "double-release").find("failure")
    text = common.report(record).decode()
    paragraph = text.split("\n\n", 1)[1].rpartition("\n\narrowdev_check: ")[0]
    assert paragraph.split("\n  limits")[0].strip() == failure.text.strip()
    assert failure.get("type") == "error" and "called" in failure.get("message")


def test_what_could_not_be_seen_is_skipped(folder):
    """And says why; what could is passed."""
    record = common.record("clean", folder)
    (suite,) = suites_of(record)
    assert len(case_of(suite, "double-release")) == 0
    assert "no stream" in case_of(suite, "concurrent-get-next").find("skipped").get("message")
    assert "declare" in case_of(suite, "hooks-bypassed").find("skipped").get("message")
    (suite,) = suites_of(common.record("killed", folder))
    assert "end" in case_of(suite, "never-released").find("skipped").get("message")


def test_what_needs_an_option_is_skipped_without_it(folder):
    """isolate has three ways, each for checks of its own; a device's checks need a device."""
    record = common.record("clean", folder)
    text = record.read_text()
    for way, live in (("0", []), ("1", ["used-after-release"]),
                      ("guard", ["overread", "used-after-release"]),
                      ("front", ["underread", "used-after-release"])):
        record.write_text(text.replace('"options":{', f'"options":{{"isolate":"{way}",', 1))
        (suite,) = suites_of(record)
        for name in ("overread", "underread", "used-after-release"):
            skipped = case_of(suite, f"buffer-{name}").find("skipped")
            assert (skipped is None) == (name in live), (way, name)
        assert "device" in case_of(suite, "read-before-event").find("skipped").get("message")
    record.write_text(text.replace('"device_calls":0', '"device_calls":5', 1))
    (suite,) = suites_of(record)
    assert case_of(suite, "read-before-event").find("skipped") is None


def test_what_was_turned_off_is_skipped(folder):
    """The last word that means a check decides."""
    record = common.record("clean", folder)
    text = record.read_text()
    for words, off in (("-all", True), ("-lifetime", True), ("-double-release", True),
                       ("-all,double-release", False), ("-all,error:lifetime", False),
                       ("-form", False), ("double-release,-all", True)):
        record.write_text(text.replace('"options":{', f'"options":{{"checks":"{words}",', 1))
        (suite,) = suites_of(record)
        skipped = case_of(suite, "double-release").find("skipped")
        assert (skipped is not None) == off, words
        assert not off or skipped.get("message") == "turned off (checks)"


def test_notes_and_what_is_suppressed_are_no_failures(folder):
    """But they are told."""
    known = folder / "known"
    known.write_text('double-release reason:"twice on purpose"\n')
    (suite,) = suites_of(common.record("double-release", folder), f"--suppressions={known}")
    case = case_of(suite, "double-release")
    assert case.find("failure") is None and "twice on purpose" in case.find("system-out").text
    assert suite.get("failures") == "0"


def test_each_process_is_a_suite(folder):
    """What was found in both fails in both."""
    record = common.record("double-release", folder)
    second = folder / "second.record"
    second.write_text(record.read_text().replace('"pid":4711', '"pid":4712', 1))
    suites = suites_of(record, second)
    assert [suite.get("name") for suite in suites] == ["etl (pid 4711)", "etl (pid 4712)"]
    assert all(case_of(suite, "double-release").find("failure") is not None for suite in suites)


def test_a_run_that_showed_nothing_fails_where_it_had_to(folder):
    """require=structs"""
    for option, tag in ("--require=structs", "failure"), ("--verbosity=0", "skipped"):
        log = folder / tag
        subprocess.run([common.PROGRAM, "run", "--format=junit", f"--log_path={log}", option,
                        "--", "true"], check=False, capture_output=True, timeout=300)
        text = log.read_bytes()
        assert not problems_of(text)
        case = xml.etree.ElementTree.fromstring(text).find("testsuite/testcase")
        assert case.get("name") == "exercised" and case.find(tag) is not None


def test_a_hundred_thousand_findings_are_counted(folder):
    """Their texts are as many as text prints."""
    (suite,) = suites_of(common.many(100_000))
    failure = case_of(suite, "double-release").find("failure")
    assert failure.text.count("[double-release]") == 10
    assert "99,990 more findings" in failure.text and "99,999 more" in failure.get("message")
