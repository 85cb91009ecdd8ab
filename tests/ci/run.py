#!/usr/bin/python3
"""run: the CI files: their shape by the schemas of their makers, their steps on a small project.

Each step's shell lines are run as they stand, in the order of the file; those after a failed one
only where they always run. What fetches a report of main is played by programs of that name.
"""

# SPDX-License-Identifier: Apache-2.0

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import ruamel.yaml

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
CI = TOP / "examples/ci"
OTHERS = TOP / "build/venv/lib/python3.11/site-packages"
(WHEEL,) = (TOP / "build/wheel/dist").glob("*.whl")
# A base that has one fault; the same project has it too, or more.
GH = """#!/bin/sh
echo "gh $*" >>calls
case $1-$2 in
run-list) [ -n "$NO_BASE" ] || echo 4711 ;;
run-download) mkdir base && cp "$BASE_REPORT" base/arrowdev.json ;;
*) exit 9 ;;
esac
"""
FILES = {"arrowdev.txt", "arrowdev.json"}
CURL = """#!/bin/sh
echo "curl $*" >>calls
[ -z "$NO_BASE" ] || exit 22
while [ "$1" != --output ]; do shift; done
cp "$BASE_REPORT" "$2"
"""


def load(name):
    return ruamel.yaml.YAML(typ="safe").load((CI / name).read_text())


class Project:
    """The example project in a folder of its own, with a Python as the job's image has one."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder, "project")
        self.bin = pathlib.Path(folder, "bin")
        self.bin.mkdir()
        for name, text in (("gh", GH), ("curl", CURL)):
            (self.bin / name).write_text(text)
            (self.bin / name).chmod(0o755)
        subprocess.run(["/usr/bin/python3", "-m", "venv", f"{folder}/venv"], check=True)
        # pyarrow and pytest, as requirements.txt would bring them.
        site = pathlib.Path(folder, "venv/lib/python3.11/site-packages/others.pth")
        site.write_text(f"{OTHERS}\n{TOP}/tests/plugin/suite\n")
        self.environment = {
            "PATH": f"{self.bin}:{folder}/venv/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "HOME": str(folder),
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "PIP_NO_INDEX": "1",
        }
        self.base = pathlib.Path(folder, "base.json")

    def run(self, steps, env):
        """Steps of (lines, runs always): the status of the first that fails, and what was said."""
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(TOP / "tests/ci/project", self.folder)
        env = self.environment | {"ARROWDEV_CHECK_WHEEL": str(WHEEL)} | env
        status, said = 0, ""
        for lines, is_always in steps:
            if status and not is_always:
                continue
            done = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", lines],
                cwd=self.folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, text=True, timeout=300, check=False,
            )  # fmt: skip
            said += done.stdout
            status = status or done.returncode
        return status, said


def github_steps(name, event):
    """The steps with lines of a workflow's only job, for push or pull_request."""
    (job,) = load(name)["jobs"].values()
    steps = []
    for step in job["steps"]:
        condition = str(step.get("if", ""))
        if "github.event_name ==" in condition and f"'{event}'" not in condition:
            continue
        if "run" in step:
            assert "${{" not in step["run"], "an expression in a shell line may be anything"
            steps.append((step["run"], "always()" in condition))
    return steps


def gitlab_steps(job):
    """The steps of a job and of what it extends."""
    jobs = load("gitlab.yml")
    whole = jobs[jobs[job]["extends"]] | jobs[job]
    lines = [(line, False) for part in ("before_script", "script") for line in whole[part]]
    return lines + [(line, True) for line in whole["after_script"]]


def kept(project, pattern):
    """The names of the report's files."""
    return {path.name for path in project.folder.glob(pattern)}


def test_shape(project):
    """By the schemas that GitHub and GitLab publish."""
    for schema, names in (
        ("vendor.github-workflows", sorted(CI.glob("github*.yml"))),
        ("vendor.gitlab-ci", [CI / "gitlab.yml"]),
    ):
        command = [pathlib.Path(sys.executable).with_name("check-jsonschema"), "--builtin-schema"]
        done = subprocess.run([*command, schema, *names], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        broken = pathlib.Path(project.base.parent, "broken.yml")
        text = names[0].read_text()
        broken.write_text(text.replace("jobs:", "job:").replace("script:", "scripts:"))
        done = subprocess.run([*command, schema, broken], capture_output=True, text=True)
        assert done.returncode == 1, "the linter takes anything"


def test_uploads(project):
    """Reports go up even when the job fails, SARIF under a category of its job."""
    for path in CI.glob("github*.yml"):
        (job,) = load(path.name)["jobs"].values()
        steps = {str(step.get("uses", "")).partition("@")[0]: step for step in job["steps"]}
        kept_step = steps["actions/upload-artifact"]
        assert kept_step["if"] == "always()" and kept_step["with"]["path"] == "arrowdev.*", path
        if path.name != "github-diff.yml":
            upload = steps["github/codeql-action/upload-sarif"]
            assert "always()" in upload["if"], path
            assert upload["with"]["category"].startswith("arrowdev/"), path
    job = load("gitlab.yml")[".arrowdev"]
    assert job["artifacts"]["when"] == "always", job
    assert job["artifacts"]["reports"]["junit"] == "arrowdev.xml", job


WITHOUT_PLUGIN = {"PYTEST_ADDOPTS": "-p no:arrowdev_check"}
STRICT = (
    ({"BROKEN": "1"}, 1, "0 errors"),
    ({"FAULTS": "none"}, 98, "not-exercised"),
    ({"FAULTS": "1"} | WITHOUT_PLUGIN, 97, "[double-release]"),
    ({}, 0, "0 errors"),
    ({"FAULTS": "1"}, 1, "[double-release]"),
)


def judge_strict(project, steps, files, runs):
    """The status of each run, and what it leaves behind."""
    for env, wanted, says in runs:
        status, said = project.run(steps, env)
        assert status == wanted and says in said, (env, status, said)
        assert kept(project, "arrowdev.*") == files, kept(project, "arrowdev.*")
    return said


def test_github(project):
    """The job that every finding fails."""
    steps = github_steps("github.yml", "pull_request")
    said = judge_strict(project, steps, FILES | {"arrowdev.sarif"}, STRICT)
    assert re.search(r"^::error file=\S*arrays.py,line=36", said, re.M), said
    sarif = json.loads((project.folder / "arrowdev.sarif").read_text())
    assert sarif["version"] == "2.1.0" and sarif["runs"][0]["results"], sarif


def test_gitlab(project):
    """The same there."""
    steps = gitlab_steps("arrowdev")
    judge_strict(project, steps, FILES | {"arrowdev.xml"}, STRICT[2:])


def judge_diff(project, steps, env):
    """What the base has does not fail, what is new does; a base that has no report yet."""
    env = env | {"BASE_REPORT": str(project.base)}
    status, said = project.run(steps, env | {"FAULTS": "1", "NO_BASE": "1"})
    assert status == 0 and "has no report yet" in said, (status, said)
    shutil.copy(project.folder / "arrowdev.json", project.base)
    for faults, wanted in (("1", 0), ("2", 1), ("none", 98)):
        status, said = project.run(steps, env | {"FAULTS": faults})
        assert status == wanted, (faults, status, said)
        assert FILES <= kept(project, "arrowdev.*")


def test_github_diff(project):
    """Only what is new fails."""
    env = {"GITHUB_BASE_REF": "main", "GITHUB_WORKFLOW": "arrowdev-diff", "GH_TOKEN": "x"}
    judge_diff(project, github_steps("github-diff.yml", "pull_request"), env)
    push = github_steps("github-diff.yml", "push")
    assert len(push) == 3 and "gh run" not in str(push), "a push asks for a base"


def test_gitlab_diff(project):
    """The same there; only merge requests compare."""
    env = {
        "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
        "CI_API_V4_URL": "https://gitlab.example/api/v4",
        "CI_PROJECT_ID": "7",
        "CI_JOB_TOKEN": "x",
    }
    steps = gitlab_steps("arrowdev-diff")
    judge_diff(project, steps, env)
    status, said = project.run(steps, {"FAULTS": "2"})
    assert status == 0 and not (project.folder / "calls").exists(), said


def test_gpu(project):
    """Its steps with a program in C; the filter reaches it as one word."""
    build, *rest = github_steps("github-gpu.yml", "push")
    assert build[0] == 'make "$PROGRAM"', build
    for program, wanted in (("double_release", 97), (None, 98)):
        built = TOP / "build/examples" / program if program else "/bin/true"
        env = {"PROGRAM": "test_interop", "LD_LIBRARY_PATH": str(TOP / "build/examples")}
        copy = f'cp "{built}" "$PROGRAM"'
        status, said = project.run([(copy, False), *rest], env)
        assert status == wanted, (program, status, said)
        assert kept(project, "arrowdev.*") == FILES | {"arrowdev.sarif"}


def test_docker(project):
    """The page's first line says what people ask; what it copies is the wheel."""
    text = (CI / "docker.md").read_text()
    assert text.splitlines()[0].startswith("No `--cap-add SYS_PTRACE` is needed"), text
    names = set(re.findall(r"arrowdev_check-\S+?\.whl", text)) - {"arrowdev_check-*.whl"}
    for path in CI.glob("*.yml"):
        names |= set(re.findall(r"arrowdev_check-\S+?\.whl", path.read_text()))
    assert names == {WHEEL.name}, (names, WHEEL.name)
    target = project.base.parent / "arrowdev"
    done = subprocess.run(
        [f"{project.base.parent}/venv/bin/python3", "-m", "pip", "install", "-q", "--no-index",
         "--target", target, WHEEL], env=project.environment, check=False,
    )  # fmt: skip
    program = target / "arrowdev_check/lib/arrowdev-check"
    assert done.returncode == 0 and os.access(program, os.X_OK), program


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("-k", default="", metavar="NAME", help="only tests with NAME in theirs")
    wanted = parser.parse_args().k
    tests = [test for name, test in globals().items() if name[:5] == "test_" and wanted in name]
    failed = 0
    with tempfile.TemporaryDirectory(prefix="arrowdev-ci-") as folder:
        project = Project(folder)
        for test in tests:
            try:
                test(project)
            except Exception as error:  # noqa: BLE001 a failing test is counted, whatever it raises
                failed += 1
                print(f"not ok {test.__name__}: {type(error).__name__} {error}"[:4000])
    print(f"ci: {len(tests) - failed} passed, {failed} failed, 0 skipped")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
