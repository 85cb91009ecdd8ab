#!/usr/bin/python3
"""run: every case must do the same plain and watched, and its report must say what the case says.

A case is a program (.c, .cc, .py) or a .case file that runs another case's program under other
circumstances. Its first comment says what must come of it, so that the right answer comes from
the specification and not from our output:

    expect: SLUG SEVERITY BLAME MODULE at MARK [before MARK] [origin MARK] [by MARK] [xCOUNT]
    allow: SLUG             may be found too: what threads do while a process ends
    expect: nothing         all findings, notes too, each with the guilty module (- for none, ? for
                            any) and the source lines it must name: those that end in "<- MARK", in
                            the case itself or, as FILE:MARK, in a file of lib/; a paragraph opens
                            at MARK, or at that of by: the producer's callback to be mended
    seen: 1 array, 2 schemas      the structures that crossed, children not counted; "any"
    status: 3 | SIGSEGV           with which the watched run ends; unless said, that of the plain
                                  run, or 97 in place of 0 when an error is expected
    says: WORDS, limits: WORDS    must stand in the text, or in the report's limits
    options: A=B:C=D              more options
    file: NAME                    from the case's folder, lies in the working directory
    without: WHAT                 one of WITHOUT below
    verdict: incomplete           unless said, clean or findings as follows from the findings
    reports: 0 | any              how many reports there are (unless said: at least one)
    silent: yes                   not a word on standard error
    plain: crashes                the plain run is left out
    timeout: SECONDS, program: CASE
    needs: MODULE                 of Python; skipped without; also a case that plain ends with 77

The text report of a case that expects findings lies beside it (.txt), less what differs between
runs; --update writes it.
"""

# SPDX-License-Identifier: Apache-2.0

import argparse
import collections
import concurrent.futures
import difflib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

import jsonschema

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
# The suite: the name of a folder of tests, whose programs are built in one of that name.
SUITE = sys.argv.pop(1) if sys.argv[1:] and not sys.argv[1].startswith("-") else "cases"
HERE = TOP / "tests" / SUITE
BUILT = TOP / "build" / SUITE
# Scripts of other suites stand on released packages.
OTHER_PYTHON = os.environ.get("CASES_PYTHON", str(TOP / "build/venv/bin/python3"))
PYTHON = "/usr/bin/python3" if SUITE == "cases" else OTHER_PYTHON
SKIPPED = 77
SUFFIXES = {".c", ".cc", ".py", ".case"}
KEYS = "expect|allow|seen|status|says|limits|options|without|verdict|reports|silent|plain|timeout"
KEYS += "|program|file|needs"
DIRECTIVE = re.compile(rf"^(?:/\*| \*|#|//)?\s*({KEYS}): (.*?)(?: \*/)?$")
PLACE = re.compile(r"^(\S.*?):(\d+)(?::\d+)?: (error|warning|note): .* \[([a-z0-9-]+)\]$", re.M)
# Where no reader is led to.
OTHERS = re.compile(
    r"/(libc|ld-linux.*|lib(stdc\+\+|gcc_s|ffi|arrow_fake|duckdb)|_ctypes.*)\.so"
    r"|/pyopencl/|/lib/gcc/|/(nanoarrow/common|include/nanobind)/"
)
KINDS = {"array": "arrays_seen", "schema": "schemas_seen", "stream": "streams_seen"}

Outcome = collections.namedtuple("Outcome", "status stdout stderr")
Expected = collections.namedtuple("Expected", "slug severity blame module marks count")


class Case:
    """A case as its first comment describes it."""

    def __init__(self, path):
        self.path = path
        self.name = str(path.relative_to(HERE).with_suffix(""))
        self.said = collections.defaultdict(list)
        for line in path.read_text().splitlines()[:40]:
            match = DIRECTIVE.match(line)
            if match:
                self.said[match[1]].append(match[2].strip())
        program = self.one("program")
        self.source = path if program is None else find_source(program)
        inherited = Case(self.source) if program else self
        self.seen = self.one("seen") or inherited.one("seen")
        self.options = ":".join(inherited.said["options"] * (program is not None))
        self.options = ":".join(filter(None, [self.options, *self.said["options"]]))
        self.expected = [parse_expected(text) for text in self.said["expect"] if text != "nothing"]
        # What was dropped for want of memory depends on the addresses that were to be had.
        is_steady = self.expected and self.one("verdict") != "incomplete"
        self.baseline = path.with_suffix(".txt") if is_steady else None
        # Elsewhere one text a suite is enough.
        if SUITE != "cases" and self.baseline and not self.baseline.exists():
            self.baseline = None

    def one(self, key):
        """The last value of a directive, or None."""
        return self.said[key][-1] if self.said[key] else None

    def command(self):
        """What is run."""
        if self.source.suffix == ".py":
            return [PYTHON, str(self.source)]
        return [str(BUILT / self.source.relative_to(HERE).with_suffix(""))]


def find_source(program):
    """The source file of a case's program."""
    return next(
        path for path in HERE.glob(program + ".*") if path.suffix in SUFFIXES - {".case"}
    )


def parse_expected(text):
    """One line of expect."""
    words = text.split()
    count = int(words.pop()[1:]) if re.fullmatch(r"x\d+", words[-1]) else None
    slug, severity, blame, module = words[:4]
    marks = dict(zip(words[4::2], words[5::2]))
    return Expected(slug, severity, blame.replace("-", " "), module, marks, count)


def find_mark(case, mark):
    """The (file, line) that a mark stands on; a scope may hold it."""
    name, _, mark = mark.rpartition(":")
    path = HERE / "lib" / name if name else case.source
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if re.search(r"<- %s(?: \*/)?$" % re.escape(mark), line):
            return path.name, number
    raise LookupError(f"no mark {mark} in {path}")


# Which OpenCL the programs get, where there are several.
CHOICES = ["OCL_ICD_VENDORS", "OCL_ICD_FILENAMES"]

# What a case can do without: a function (scratch, environment) -> how the program is started.


def without_renderer(scratch, environment):
    """The library lies in a folder of its own."""
    shutil.copy(environment["LD_PRELOAD"], scratch / "libarrowdev_check.so")
    environment["LD_PRELOAD"] = str(scratch / "libarrowdev_check.so")


def without_unwinder(scratch, environment):
    """libunwind.so.8 is there but has nothing in it."""
    empty = scratch / "empty.c"
    empty.write_text("")
    library = scratch / "lib" / "libunwind.so.8"
    library.parent.mkdir()
    subprocess.run(["gcc", "-shared", "-o", library, "-x", "c", empty], check=True)
    environment["LD_LIBRARY_PATH"] = str(library.parent)


def without_stderr(_scratch, _environment):
    """Descriptor 2 is closed."""
    return ["/bin/sh", "-c", 'exec "$@" 2>&-', "sh"]


def without_reader(_scratch, _environment):
    """Standard error is a pipe that nobody reads."""
    return ["/usr/bin/python3", "-c", READERLESS]


def without_proc(_scratch, environment):
    """Another file system lies over /proc; $ORIGIN is nothing without it."""
    environment["LD_LIBRARY_PATH"] = str(BUILT / "lib")
    return ["unshare", "-m", "/bin/sh", "-c", 'mount -t tmpfs none /proc && exec "$@"', "sh"]


def without_folder(scratch, _environment):
    """The working directory is gone."""
    (scratch / "gone").mkdir()
    return ["/bin/sh", "-c", 'cd gone && rmdir ../gone && exec "$@"', "sh"]


READERLESS = (
    "import os, sys; r, w = os.pipe(); os.close(r); os.dup2(w, 2); os.close(w);"
    "os.execv(sys.argv[1], sys.argv[1:])"
)
WITHOUT = {
    "renderer": without_renderer,
    "unwinder": without_unwinder,
    "stderr": without_stderr,
    "reader": without_reader,
    "proc": without_proc,
    "folder": without_folder,
}


def execute(case, extra, scratch):
    """Run the program to its end; what it leaves in its process group is killed."""
    environment = {
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "HOME": str(scratch),
        "CASES_LIB": str(TOP / "build/cases/lib"),
        "PYTHONPATH": str(HERE / "lib"),
        "PYTHONDONTWRITEBYTECODE": "1",
        **{name: os.environ[name] for name in CHOICES if name in os.environ},
        **extra,
    }
    missing = case.one("without")
    prefix = (WITHOUT[missing](scratch, environment) if missing and extra else None) or []
    preload = environment.pop("LD_PRELOAD", None)
    start = ["/usr/bin/env", f"LD_PRELOAD={preload}"] if preload else []
    child = subprocess.Popen(
        prefix + start + case.command(),
        cwd=scratch,
        env=environment,
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        out, err = child.communicate(timeout=float(case.one("timeout") or 300))
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        out, err = child.communicate()
        err += b"\nrun: killed, it took too long\n"
    status = signal.Signals(-child.returncode).name if child.returncode < 0 else child.returncode
    decode = lambda data: data.decode(errors="backslashreplace")  # noqa: E731
    return Outcome(str(status), decode(out), decode(err))


def read_reports(scratch, validator):
    """The JSON reports in the working directory or at log_path, with what is wrong about them."""
    reports, problems = [], []
    for path in sorted([*scratch.glob("arrowdev.*.json"), *scratch.glob("report*.json")]):
        try:
            report = json.loads(path.read_text())
        except ValueError as error:
            problems.append(f"{path.name} is no JSON: {error}")
            continue
        for error in validator.iter_errors(report):
            problems.append(f"{path.name} at {error.json_path}: {error.message[:200]}")
        reports.append(report)
    return reports, problems


def read_text(scratch, watched):
    """All that was said: standard error, and the text report where it went to a file."""
    files = sorted(path for path in scratch.glob("report*") if path.suffix != ".json")
    return watched.stderr + "".join(path.read_text(errors="backslashreplace") for path in files)


def first_place(report, role, finding):
    """The (file, line) of a finding's stack that a reader is led to."""
    stacks = {stack["id"]: stack["frames"] for stack in report["stacks"]}
    frames = stacks.get(finding["where"].get(role)) or []
    modules = {module["id"]: module["path"] for module in report.get("modules", [])}
    for frame in frames:
        file = frame["file"] or ""
        name = pathlib.Path(file).name
        where = modules.get(frame["module"], "") + " " + file
        if name and not frame["hidden"] and not OTHERS.search(where):
            return name, frame["line"]
    return None


def callback_place(finding):
    """The (file, line) where the callback that a finding is about is defined."""
    callback = finding["callback"]
    return callback and callback["file"] and (pathlib.Path(callback["file"]).name, callback["line"])


def judge_module(case, report, finding, module):
    """Is the guilty module the one that the case names?"""
    names = {"-": "", "main": pathlib.Path(case.command()[0]).name}
    who = finding.get("who") or ""
    if module == "?" or pathlib.Path(who).name == names.get(module, module):
        return []
    return [f"blames {who!r}, not {names.get(module, module)!r}"]


def judge_finding(case, report, finding, expected, text):
    """A finding beside what was expected of it."""
    problems = []
    for key in ("severity", "blame"):
        if finding[key] != getattr(expected, key):
            problems.append(f"{key} {finding[key]!r}, not {getattr(expected, key)!r}")
    problems += judge_module(case, report, finding, expected.module)
    if expected.count and finding["count"] != expected.count:
        problems.append(f"counted {finding['count']} times, not {expected.count}")
    for role, mark in expected.marks.items():
        wanted = find_mark(case, mark)
        role = "now" if role == "at" else role
        if role == "by":
            place = callback_place(finding)
        else:
            place = first_place(report, role, finding)
        if place != wanted:
            problems.append(f"{role} is {place}, not {wanted}")
    opening = expected.marks.get("by", expected.marks.get("at"))
    if opening:
        name, line = find_mark(case, opening)
        opened = {(pathlib.Path(m[1]).name, int(m[2]), m[4]) for m in PLACE.finditer(text)}
        if (name, line, expected.slug) not in opened:
            problems.append(f"no paragraph opens with {name}:{line}")
    return [f"{expected.slug}: {problem}" for problem in problems]


def distance(case, report, finding, expected):
    """How far a finding is from an expectation: equal slugs are told apart by their place."""
    place = first_place(report, "now", finding)
    at = expected.marks.get("at")
    return (finding["check"] != expected.slug, at is not None and place != find_mark(case, at))


def judge_findings(case, reports, text):
    """Each expected finding once, and nothing else."""
    if not case.said["expect"]:
        return []
    found = [(report, finding) for report in reports for finding in report["findings"]]
    problems = []
    for expected in case.expected:
        found.sort(key=lambda pair: distance(case, *pair, expected))  # noqa: B023
        if not found or found[0][1]["check"] != expected.slug:
            problems.append(f"{expected.slug} not found")
            continue
        problems += judge_finding(case, *found.pop(0), expected, text)
    return problems + [
        f"unexpected {finding['severity']}: {finding['message']} [{finding['check']}]"
        for _, finding in found
        if finding["check"] not in case.said["allow"]
    ]


def judge_seen(case, reports):
    """The structures that crossed, as the case counts them."""
    if case.seen in (None, "any") or not reports:
        return []
    wanted = collections.Counter()
    for part in [] if case.seen == "nothing" else case.seen.split(", "):
        number, kind = part.split()
        wanted[KINDS[kind.removesuffix("s")]] = int(number)
    activity = reports[0]["activity"]
    for report in reports[1:]:
        if report["activity"]["structs_seen"] > activity["structs_seen"]:
            activity = report["activity"]
    seen = {key: activity.get(key) for key in KINDS.values()}
    if any(seen[key] != wanted[key] for key in seen):
        return [f"seen {seen}, not {case.seen}"]
    return []


def judge_status(case, plain, watched):
    """The same output; the same status but for 97."""
    is_error = any(expected.severity == "error" for expected in case.expected)
    usual = plain.status if plain else "0"
    wanted = case.one("status") or ("97" if usual == "0" and is_error else usual)
    problems = [] if watched.status == wanted else [f"status {watched.status}, not {wanted}"]
    if plain and plain.stdout != watched.stdout:
        problems.append(f"prints {watched.stdout!r}, without us {plain.stdout!r}")
    if plain and plain.stderr and plain.stderr not in watched.stderr:
        problems.append(f"standard error lost {plain.stderr!r}")
    return problems


def judge_words(case, reports, text):
    """What must be said, verdicts and numbers of reports."""
    problems = [f"does not say {words!r}" for words in case.said["says"] if words not in text]
    limits = "\n".join(line for report in reports for line in report["activity"].get("limits", []))
    problems += [f"no limit says {words!r}" for words in case.said["limits"] if words not in limits]
    number = case.one("reports")
    if number not in (None, "any") and len(reports) != int(number):
        problems.append(f"{len(reports)} reports, not {number}")
    if number is None and not reports and not case.one("silent"):
        problems.append("no report")
    if case.one("silent") and text:
        problems.append(f"says {text!r}")
    verdicts = {report["summary"]["verdict"] for report in reports}
    loud = any(expected.severity != "note" for expected in case.expected)
    wanted = case.one("verdict") or ("findings" if loud else "clean")
    if case.said["expect"] and not case.said["allow"] and reports and wanted not in verdicts:
        problems.append(f"verdict {', '.join(verdicts)}, not {wanted}")
    return problems


def normalise(text, reports):
    """The text less what differs from run to run and from machine to machine."""
    text = re.sub(rf"(?<![\w.-]){re.escape(str(TOP))}/", "", text)  # not the middle of a path
    text = text.replace(str(BUILT.relative_to(TOP)), "CASES")
    for pid in {str(report["run"]["pid"]) for report in reports}:
        text = re.sub(rf"(?<!\.\.)\b{pid}\b", "PID", text)  # not the end of an address
    for pattern, name in (
        (r"0x[0-9a-f]+\.\.[0-9a-f]+", "ADDRESS"),
        (r"\+0x[0-9a-f]+", "+OFFSET"),
        (r"0x[0-9a-f]+", "ADDRESS"),
        (r"adc1:([a-z0-9-]+)(:[0-9a-f]+)+", r"adc1:\1:FINGERPRINT"),
        (r"\bthread \d+", "thread TID"),
        (r"(?m)^ {6,}(> )? *\d+\.\d{3} +(?:\d+|PID) +", r"      \1 TIME TID "),
        (r"(?m)^ {6,}(> )? *\d+\.\d{3} +main +", r"      \1 TIME main "),
        (r"(?m)^ {6,}(> )? *\d+\.\d{3} {3}(?=\S)", r"      \1 TIME   "),
        (r"\b\d+(?:\.\d+)? m?s\b *", "DURATION "),
        (r"\bonce(?: at start)?\b *", "once "),
        (r"\b\d+ modules? without line numbers: [^);]*", "MODULES without line numbers"),
        (r"\b\d+ hooks\b", "N hooks"),
        # What libc's own frames are called depends on the symbols at hand.
        (r"(#\d+) .*\(\+\d+ library frames?\)", r"\1 LIBRARY"),
        (r"(#\d+ \S+) +", r"\1 "),
        (r"[ \t]+(?=\n)", ""),
    ):
        text = re.sub(pattern, name, text)
    return text


def judge_baseline(case, text, reports, update):
    """The text report beside the one that lies beside the case."""
    if case.baseline is None:
        return []
    text = normalise(text, reports)
    if update:
        case.baseline.write_text(text)
        return []
    if not case.baseline.exists():
        return [f"{case.baseline.name} is missing: --update writes it"]
    lines = difflib.unified_diff(
        case.baseline.read_text().splitlines(), text.splitlines(), "expected", "watched",
        lineterm="", n=1,
    )
    diff = "\n".join(lines)
    return [f"the text differs\n{diff}"] if diff else []


def run_case(case, settings, validator):
    """One case: a plain run, a watched run, a list of problems; None when it cannot run here."""
    if case.one("without") == "proc" and subprocess.run(
        ["unshare", "-m", "mount", "-t", "tmpfs", "none", "/proc"], capture_output=True, check=False
    ).returncode:
        return None
    needed = [PYTHON, "-c", f"import {case.one('needs')}"]
    if case.one("needs") and subprocess.run(needed, capture_output=True, check=False).returncode:
        return None
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="arrowdev-case-"))
    # The longest comes last: complaints name the column of what comes before.
    # On a busy machine a callback may well wait for its turn.
    patience = "" if "callback_timeout_ms" in case.options else "callback_timeout_ms=300000"
    options = ["format=text,json:verbosity=1", case.options, f"strip_path_prefix={TOP}/", patience]
    ours = {
        "LD_PRELOAD": str(settings.library),
        "ARROWDEV_CHECK_OPTIONS": ":".join(filter(None, options)),
    }
    for name in case.said["file"]:
        shutil.copy(case.path.parent / name, scratch)
    plain = None if case.one("plain") else execute(case, {}, scratch)
    if plain and plain.status == SKIPPED:
        shutil.rmtree(scratch, ignore_errors=True)
        return None
    watched = execute(case, ours, scratch)
    reports, problems = read_reports(scratch, validator)
    text = read_text(scratch, watched)
    problems += judge_status(case, plain, watched)
    problems += judge_words(case, reports, text)
    problems += judge_seen(case, reports)
    problems += judge_findings(case, reports, text)
    if not problems:
        problems += judge_baseline(case, text, reports, settings.update)
    if settings.verbose:
        print(f"--- {case.name}\n{text}")
    if settings.keep:
        (scratch / "stderr").write_text(watched.stderr)
        print(f"{case.name} kept in {scratch}")
    else:
        shutil.rmtree(scratch, ignore_errors=True)
    return problems


def parse_settings():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("-k", metavar="NAME", default="", help="only cases with NAME in theirs")
    parser.add_argument("-v", dest="verbose", action="store_true", help="show the text reports")
    parser.add_argument("--update", action="store_true", help="write the expected texts")
    parser.add_argument("--keep", action="store_true", help="keep what the runs wrote")
    parser.add_argument("--library", type=pathlib.Path, default=TOP / "build/libarrowdev_check.so")
    return parser.parse_args()


def list_cases(part):
    """All cases whose name holds part."""
    paths = (path for path in HERE.glob("*/*") if path.suffix in SUFFIXES)
    cases = [Case(path) for path in sorted(paths) if path.parent.name != "lib"]
    return [case for case in cases if part in case.name]


def main():
    settings = parse_settings()
    settings.library = settings.library.resolve()
    if not settings.library.exists():
        sys.exit(f"run: {settings.library} is not built\n{SUITE}: 0 passed, 1 failed, 0 skipped")
    schema = json.loads((TOP / "report/report.schema.json").read_text())
    validator = jsonschema.Draft202012Validator(schema)
    cases = list_cases(settings.k)
    failed = skipped = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        verdicts = pool.map(lambda case: run_case(case, settings, validator), cases)
        for case, problems in zip(cases, verdicts):
            skipped += problems is None
            failed += bool(problems)
            if problems is None:
                print(f"skip {SUITE}/{case.name}: not possible here", flush=True)
            for problem in problems or []:
                text = problem.rstrip().replace("\n", "\n       ")
                print(f"FAIL {SUITE}/{case.name}: {text}", flush=True)
    print(f"{SUITE}: {len(cases) - failed - skipped} passed, {failed} failed, {skipped} skipped")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
