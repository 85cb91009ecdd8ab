"""tables: the README's tables of options and checks, and the manual page's options, made from rows.

Each stands between <!-- NAME --> and <!-- /NAME -->, or .\\" NAME and .\\" /NAME.
"""

# SPDX-License-Identifier: Apache-2.0

import pathlib
import re
import sys

TEXT = r',\s*"((?:[^"\\]|\\.)*)"'
OPTION = re.compile(r"^OPTION\(\w+,\s*\w+,\s*(\w+)" + TEXT * 3, re.M)
CHECK = re.compile(
    r'^CHECK\(\w+, "([a-z0-9-]+)", \w+, (\w+), (\w+), \w+, \d+,\s*\w+' + TEXT * 4, re.M
)


def option_rows(text):
    """Name, default, meaning."""
    yield "| option | default | meaning |"
    yield "|---|---|---|"
    for name, default, allowed, meaning in OPTION.findall(text):
        words = ", ".join(f"`{word}`" for word in allowed.split("|"))
        among = f" ({words})" if "|" in allowed else ""
        yield f"| `{name}` | {f'`{default}`' if default else 'unset'} | {meaning}{among} |"


def option_entries(text):
    """The same for man(1)."""
    escape = lambda words: words.replace("\\", "\\e").replace("-", "\\-")  # noqa: E731
    for name, default, allowed, meaning in OPTION.findall(text):
        among = f" ({', '.join(allowed.split('|'))})" if "|" in allowed else ""
        yield ".TP"
        yield f".BR {name} {escape(f'={default}')}" if default else f".B {name}"
        yield escape(f"{meaning[0].upper()}{meaning[1:]}{among}.")


def check_rows(text):
    """Slug, severity, blame, rule."""
    yield "| check | severity | to blame | rule |"
    yield "|---|---|---|---|"
    for slug, severity, blame, _, _, _, says in CHECK.findall(text):
        blame = "-" if blame == "NONE" else blame.lower().replace("_", " ")
        yield f"| [`{slug}`](report/explain/{slug}.md) | {severity.lower()} | {blame} | {says} |"


def door_rows(text):
    """What a file of rows is about, versions, how many functions, and where their names are."""
    yield "| door | versions | functions |"
    yield "|---|---|---|"
    for path in DOOR.findall(text):
        rows = pathlib.Path(path).read_text()
        about = " ".join(re.sub(r"^(?:/\*| \*) ?", "", rows.partition("*/")[0], flags=re.M).split())
        title = re.match(r"\w+: (.*?)\.(?: |$)", about)
        versions = re.search(r"Versions: (.*)\.$", about)
        names = list(dict.fromkeys(ROW.findall(rows)))
        if title and versions and names:
            where = f"{len(names)} in [{path.rpartition('/')[2]}]({path})"
            yield f"| {title[1]} | {versions[1]} | {where} |"


ROW = re.compile(r"^(?:ROW|MANAGED|PREFIX|EFFECT|AROUND)\((\w+)", re.M)
DOOR = re.compile(r'^#include "(hooks/rows/\w+\.def)"', re.M)
OPTIONS = "report/base/options.def", OPTION, r"^OPTION\("
README = "<!-- ", " -->"
MANUAL = r'.\" ', ""
TABLES = (
    ("README.md", README, "doors", door_rows, "hooks/rows/rows.def", DOOR, r"^#include"),
    ("README.md", README, "options", option_rows, *OPTIONS),
    ("README.md", README, "checks", check_rows, "report/checks.def", CHECK, r"^CHECK\("),
    ("report/share/arrowdev-check.1", MANUAL, "options", option_entries, *OPTIONS),
)


def replace_table(page, table, problems):
    """The page with the table as its rows have it."""
    path, (left, right), name, rows, source, pattern, start = table
    text = pathlib.Path(source).read_text()
    if len(pattern.findall(text)) != len(re.findall(start, text, re.M)):
        problems.append(f"{source} has a row that cannot be read")
    opening, closing = (re.escape(f"{left}{word}{right}\n") for word in (name, "/" + name))
    block = re.compile(rf"(^{opening}).*?(^{closing})", re.S | re.M)
    if not block.search(page):
        problems.append(f"{path} has no {left}{name}{right} ... {left}/{name}{right}")
    lines = "".join(line + "\n" for line in rows(text))
    return block.sub(lambda match: match[1] + lines + match[2], page)


def main():
    problems = []
    for table in TABLES:
        path, name, source = pathlib.Path(table[0]), table[2], table[4]
        page = path.read_text() if path.exists() else ""
        replaced = replace_table(page, table, problems)
        if replaced != page and "update" in sys.argv:
            path.write_text(replaced)
        elif replaced != page:
            problems.append(f"{path}: the table of {name} is not what {source} says")
    print("\n".join(problems))
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
