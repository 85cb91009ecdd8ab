"""sarif: the report as SARIF, by the schema of OASIS and the limits of GitHub's code scanning."""

# SPDX-License-Identifier: Apache-2.0

import datetime
import gzip
import json
import urllib.parse

import jsonschema

import common


def problems_of(log):
    """What the schema has against a SARIF log."""
    schema = json.loads((common.SCHEMAS / "sarif.json").read_text())
    validator = jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())
    return [f"{list(error.path)}: {error.message}" for error in validator.iter_errors(log)]


def sarif_of(*arguments, **more):
    """A log that the schema has nothing against."""
    log = json.loads(common.report("--format=sarif", *arguments, **more))
    assert not problems_of(log), problems_of(log)[:3]
    return log["runs"][0]


def locations_of(run):
    """Every physical location, wherever it stands."""
    waiting = [run]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            if "artifactLocation" in value:
                yield value
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)


def test_the_schema_takes_every_record(folder):
    """And URIs are URIs."""
    n = 0
    for record in common.records(folder):
        run = sarif_of(record, "--verbosity=1")
        for location in locations_of(run):
            uri = location["artifactLocation"]["uri"]
            assert uri.isascii() and not set(uri) & set(' "<>\\^`{|}'), uri
            assert urllib.parse.urlparse(uri).scheme in ("", "file"), uri
        for result in run["results"]:
            assert "physicalLocation" in result["locations"][0] or "garbage" in record.name
        n += len(run["results"])
    assert n > 20, n


def test_the_schema_says_no_to_what_is_wrong(_):
    """The validator is awake."""
    assert problems_of({"version": "2.1.0", "runs": [{"tool": {"driver": {}}}]})
    assert problems_of({"version": "2.0.0", "runs": []})


def test_a_double_release_is_mapped(folder):
    """The table of the design, row by row."""
    run = sarif_of(common.record("double-release", folder))
    result = run["results"][0]
    rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
    assert rule["id"] == result["ruleId"] == "double-release"
    assert rule["defaultConfiguration"]["level"] == result["level"] == "error"
    assert "Specification:" in rule["help"]["markdown"]
    assert rule["helpUri"].startswith("https://arrow.apache.org/docs/format/CDataInterface.html#")
    assert rule["properties"]["precision"] == "very-high"
    assert rule["properties"]["problem.severity"] == "error"
    assert "external/cwe/cwe-415" in rule["properties"]["tags"]
    target = rule["relationships"][0]["target"]
    assert run["taxonomies"][0]["taxa"][target["index"]]["id"] == target["id"] == "415"
    assert result["rank"] == 95 and result["kind"] == "fail"
    assert len(result["stacks"]) == 1 + len(result["relatedLocations"])
    flow = result["codeFlows"][0]["threadFlows"]
    steps = [step for thread in flow for step in thread["locations"]]
    assert [s["importance"] for s in steps].count("essential") == 1
    assert max(steps, key=lambda s: s["executionOrder"])["importance"] == "essential"
    assert {"acquire", "release"} <= {kind for step in steps for kind in step["kinds"]}
    text = common.report(common.record("double-release", folder)).decode()
    place, _, _ = text.split("\n")[2].partition(": ")
    location = result["locations"][0]["physicalLocation"]
    uri, region = location["artifactLocation"], location["region"]
    said = urllib.parse.unquote(uri["uri"]) + f":{region['startLine']}"
    assert place in (said, f"{said}:{region.get('startColumn')}"), (place, said)
    reported = json.loads(common.report("--format=json", common.record("double-release", folder)))
    mark = result["partialFingerprints"]["arrowdevFinding/v1"]
    assert mark == reported["findings"][0]["fingerprint"]
    assert result["occurrenceCount"] == reported["findings"][0]["count"]


def test_each_weakness_has_its_name(folder):
    """A number of checks.def without one would leave its rule without a relationship."""
    run = sarif_of(common.record("clean", folder))
    taxa = run["taxonomies"][0]["taxa"]
    n = 0
    for rule in run["tool"]["driver"]["rules"]:
        tagged = [tag.rpartition("-")[2] for tag in rule["properties"]["tags"] if "cwe" in tag]
        related = [taxa[relation["target"]["index"]]["id"]
                   for relation in rule.get("relationships", [])]
        assert tagged == related, rule["id"]
        n += len(tagged)
    assert n > 20, n


def test_the_run_is_an_invocation(folder):
    """What ran, how it ended, what it is called from run to run."""
    record = common.record("double-release", folder)
    run = sarif_of(record)
    invocation = run["invocations"][0]
    assert invocation["executionSuccessful"] and invocation["exitCode"] == 97
    assert invocation["processId"] == 4711 and invocation["commandLine"].startswith("etl")
    began, ended = (datetime.datetime.fromisoformat(invocation[name])
                    for name in ("startTimeUtc", "endTimeUtc"))
    took = json.loads(record.read_text().splitlines()[-1])["t_us"]
    assert took and (ended - began).total_seconds() == took // 1000 / 1000
    assert run["automationDetails"]["id"].startswith("arrowdev_check/etl/")
    assert not sarif_of(common.record("incomplete", folder))["invocations"][0][
        "executionSuccessful"]
    notes = sarif_of(common.record("killed", folder))["invocations"][0]
    assert "no-end" in [n["descriptor"]["id"] for n in notes["toolExecutionNotifications"]]


def test_relative_paths_stand_on_their_base(folder):
    """strip_path_prefix, else the working directory."""
    record = common.record("double-release", folder)
    plain = sarif_of(record)
    assert plain["originalUriBaseIds"]["SRCROOT"]["uri"] == f"file://{common.TOP}/"
    uris = {place["artifactLocation"]["uri"] for place in locations_of(plain["results"])}
    assert "tests/render/fixture.cc" in uris, uris
    given = sarif_of(record, f"--strip_path_prefix={common.TOP}/tests")
    assert given["originalUriBaseIds"]["SRCROOT"]["uri"] == f"file://{common.TOP}/tests/"
    uris = {place["artifactLocation"]["uri"] for place in locations_of(given["results"])}
    assert "render/fixture.cc" in uris, uris


def test_what_is_suppressed_is_there_and_says_why(folder):
    """Not left out."""
    known = folder / "known"
    known.write_text('double-release reason:"twice on purpose"\n')
    run = sarif_of(common.record("double-release", folder), f"--suppressions={known}")
    assert run["results"][0]["suppressions"][0]["justification"] == "twice on purpose"
    assert run["results"][0]["suppressions"][0]["kind"] == "external"


def test_github_takes_a_hundred_thousand_findings(folder):
    """Limits: 20 runs, 25,000 results and rules, 1,000 steps, 100 places, 10 MB packed."""
    record = common.many(100_000)
    text = common.report("--format=sarif", record)
    assert len(gzip.compress(text, 6)) < 10_000_000
    log = json.loads(text)
    assert len(log["runs"]) == 1
    run = log["runs"][0]
    left = [note for note in run["invocations"][0]["toolExecutionNotifications"]
            if note["descriptor"]["id"] == "left-out"]
    assert len(run["results"]) <= 25_000 and len(left) == 1
    n_left = 100_000 - len(run["results"])
    assert f"{n_left:,} more results left out" in left[0]["message"]["text"], left
    assert len(run["tool"]["driver"]["rules"]) <= 25_000
    for result in run["results"][:100]:
        flows = [flow for code in result["codeFlows"] for flow in code["threadFlows"]]
        assert sum(len(flow["locations"]) for flow in flows) <= 1000
        assert len(result["locations"]) + len(result["relatedLocations"]) <= 100
    del run["results"][100:]
    assert not problems_of(log)


def test_a_file_is_full_before_it_is_too_large(folder):
    """Of what does not pack well fewer are taken."""
    with open(folder / "wild.jsonl", "w", encoding="ascii") as out:
        common.load(common.TOP / "tests/formats/wild.py").write_findings(out, 25_000)
    text = common.report("--format=sarif", folder / "wild.jsonl")
    packed = len(gzip.compress(text, 6))
    assert 5_000_000 < packed < 10_000_000, packed
    n = len(json.loads(text)["runs"][0]["results"])
    assert 1000 < n < 25_000, n


def test_a_long_history_ends_with_its_end(folder):
    """1,000 steps of a result are shown: the last ones."""
    with open(folder / "long.jsonl", "w", encoding="ascii") as out:
        out.write(common.line(k="header", version=1, tool="0.1.0", pid=1, exe="/x", cwd="/"))
        out.write(common.line(k="object", id="array#1", kind="ArrowArray", state="live"))
        for seq in range(1, 2001):
            out.write(common.line(k="event", seq=seq, t_us=seq, tid=seq % 3, thread=f"t{seq % 3}",
                                  kind="import", object="array#1"))
        out.write(common.line(k="finding", id=1, check="double-release", severity="error",
                              message="m", objects=["array#1"], events=list(range(1, 2001))))
    flows = sarif_of(folder / "long.jsonl")["results"][0]["codeFlows"][0]["threadFlows"]
    orders = sorted(step["executionOrder"] for flow in flows for step in flow["locations"])
    assert len(flows) == 3 and orders == list(range(1001, 2001))
