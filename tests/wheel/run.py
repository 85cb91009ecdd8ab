#!/usr/bin/python3
"""run: the wheel in a fresh virtual environment: what it holds, what it finds, what it needs."""

# SPDX-License-Identifier: Apache-2.0

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
WHEEL, = (TOP / "build/wheel/dist").glob("*.whl")
VENV = TOP / "build/wheel/venv"
PACKAGE = VENV / "lib/python3.11/site-packages/arrowdev_check"
COMMAND = str(VENV / "bin/arrowdev-check")
PYTHON = str(VENV / "bin/python3")
# The packages of the other tests, without what makes pip see them.
OTHERS = str(TOP / "build/venv/lib/python3.11/site-packages")
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
# Debian's, that the program and the library use when they are not of a wheel.
HIDDEN = "libdw libelf libjansson libunwind liblzma libbz2".split()
TWICE = str(TOP / "build/examples/double_release")
PYTHON_TWICE = """
import arrays
def consume():
    arrays.release_twice()
consume()
"""


class Skip(Exception):
    """The test cannot be had here."""


def run(*command, env=None):
    return subprocess.run(
        list(map(str, command)), env=ENVIRONMENT | (env or {}), capture_output=True, text=True,
        stdin=subprocess.DEVNULL, timeout=300, check=False,
    )


def install():
    """Nothing but the wheel, and nothing from the network."""
    run("rm", "-rf", VENV)
    for command in (
        ["/usr/bin/python3", "-m", "venv", VENV],
        [PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "-q", "--no-index", WHEEL],
    ):
        done = run(*command)
        assert done.returncode == 0, done.stderr


def needed_glibc():
    """The newest version that any file of the wheel asks the loader for."""
    files = [path for path in PACKAGE.parent.rglob("*") if path.is_file()]
    files = [path for path in files if path.read_bytes()[:4] == b"\x7fELF"]
    assert len(files) >= 6, files
    text = run("readelf", "-VW", *files).stdout
    versions = re.findall(r"Name: GLIBC_2\.(\d+)", text)
    return max(map(int, versions))


def test_tag():
    """It says for which glibc it is, and is for every Python 3."""
    tag = re.fullmatch(r"arrowdev_check-([\d.]+)-py3-none-manylinux_2_(\d+)_x86_64", WHEEL.stem)
    assert tag, WHEEL
    assert int(tag[2]) == needed_glibc(), (tag[2], needed_glibc())
    assert f"VERSION := {tag[1]}\n" in (TOP / "Makefile").read_text(), tag[1]
    assert f'__version__ = "{tag[1]}"\n' in (PACKAGE / "__init__.py").read_text(), tag[1]


def test_content():
    """Each library that came along is named with its terms."""
    names = zipfile.ZipFile(WHEEL).namelist()
    for name in ("libarrowdev_check.so", "arrowdev-check", "known.supp", "arrowdev_check.h",
                 "ArrowdevCheck.cmake"):
        assert f"arrowdev_check/lib/{name}" in names, names
    bundled = (PACKAGE / "lib/BUNDLED").read_text()
    rows = dict(re.findall(r"^(lib\w+)\.\S+  .*  (licenses/\S+)$", bundled, re.M))
    came = [name.partition("/")[2] for name in names if name.startswith("arrowdev_check.libs/")]
    came += [name for name in map(lambda path: path.name, (PACKAGE / "lib").iterdir())]
    came = [re.match(r"lib[a-z0-9]+?(?=-|\.)", name) for name in came]
    came = {match[0] for match in came if match} - {"libarrowdev"}
    assert came == set(rows) - {"libiberty"}, (came, rows)
    for licence in rows.values():
        assert (PACKAGE / "lib" / licence).stat().st_size > 500, licence


def test_starts():
    """As a command, as a module; the version is the program's."""
    for command in ([COMMAND], [PYTHON, "-m", "arrowdev_check"]):
        done = run(*command, "explain", "double-release")
        assert done.returncode == 0 and done.stdout.startswith("# double-release"), done.stderr
        done = run(*command, "run", "--", "sh", "-c", "exit 5")
        assert done.returncode == 5, done.stderr


def found(done):
    """A double release, with the names of functions and their lines."""
    assert done.returncode == 97, (done.returncode, done.stdout + done.stderr)
    assert re.search(r"error: release of array#\d+ called a second time", done.stderr), done.stderr


def test_finds():
    """In a program in C, and in one in Python on pyarrow."""
    done = run(COMMAND, "run", "--", TWICE)
    found(done)
    assert re.search(r"before +#0 sum_and_drop +\S*examples/double_release.c:\d+", done.stderr)
    done = run(COMMAND, "run", "--", PYTHON, "-c", PYTHON_TWICE, env=with_pyarrow())
    found(done)
    assert re.search(r"before +#0 release_twice +\S*arrays.py:35", done.stderr), done.stderr
    assert re.search(r"origin +#0 \S*_export_to_c +pyarrow/lib", done.stderr), done.stderr


def with_pyarrow():
    return {"PYTHONPATH": f"{TOP}/tests/plugin/suite:{OTHERS}"}


def test_preloaded():
    """Without the launcher; the path is the package's to say."""
    script = "import arrowdev_check; print(arrowdev_check.library())"
    library = run(PYTHON, "-c", script).stdout.strip()
    assert library == str(PACKAGE / "lib/libarrowdev_check.so"), library
    found(run(TWICE, env={"LD_PRELOAD": library}))


def test_plugin():
    """pytest finds it by itself, and starts anew with what the wheel has."""
    done = run(
        PYTHON, "-m", "pytest", "--arrowdev", "-p", "no:cacheprovider",
        TOP / "tests/plugin/suite/test_faults.py", "-k", "test_fails_too", env=with_pyarrow(),
    )  # fmt: skip
    assert done.returncode == 1 and "arrays.py:36: error: release" in done.stdout, done.stdout


def test_needs_nothing():
    """Where Debian's libraries are not: the wheel's own, and none of them in the global scope."""
    hidden = " ".join(f"/lib/x86_64-linux-gnu/{name}[.-]*so*" for name in HIDDEN)
    hide = f'for file in {hidden}; do mount --bind /dev/null "$file" || exit 77; done; "$@"'
    apart = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", hide, "sh"]
    if run(*apart, "true").returncode:
        raise Skip("no mount namespaces")
    assert run(*apart, TOP / "build/arrowdev-check", "explain").returncode == 127, "nothing hides"
    with tempfile.TemporaryDirectory(prefix="arrowdev-wheel-") as folder:
        options = ("--format=text,json", f"--log_path={folder}/report")
        script = PYTHON_TWICE + "print(open('/proc/self/maps').read())\n"
        done = run(
            *apart, COMMAND, "run", *options, "--", PYTHON, "-c", script, env=with_pyarrow()
        )
        assert done.returncode == 97, done.stdout + done.stderr
        report = json.loads(pathlib.Path(folder, "report.json").read_text())
        text = pathlib.Path(folder, "report.txt").read_text()
    assert re.search(r"before +#0 release_twice +\S*arrays.py:35", text), text
    assert report["environment"]["unwinder"] == "libunwind", report["environment"]
    assert "libunwind-arrowdev" in done.stdout, "it is not in the process"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("-k", default="", metavar="NAME", help="only tests with NAME in theirs")
    wanted = parser.parse_args().k
    tests = [test for name, test in globals().items() if name[:5] == "test_" and wanted in name]
    failed = skipped = 0
    install()
    for test in tests:
        try:
            test()
        except Skip as reason:
            skipped += 1
            print(f"skip {test.__name__}: {reason}")
        except Exception as error:  # noqa: BLE001 a failing test is counted, whatever it raises
            failed += 1
            print(f"not ok {test.__name__}: {type(error).__name__} {error}"[:3000])
    print(f"wheel: {len(tests) - failed - skipped} passed, {failed} failed, {skipped} skipped")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
