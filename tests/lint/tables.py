"""tables: the README's tables of options and checks, made from the rows.

Each stands between <!-- NAME --> and <!-- /NAME -->.
"""

# SPDX-License-Identifier: Apache-2.0

import pathlib
import re
import sys

TEXT = r',\s*"((?:[^"\\]|\\.)*)"'
OPTION = re.compile(r"^OPTION\(\w+,\s*\w+,\s*(\w+)" + TEXT * 3, re.M)
CHECK = re.compile(r'^CHECK\(\w+, "([a-z-]+)", \w+, (\w+), (\w+), \w+, \d+,\s*\w+' + TEXT * 4, re.M)


def option_rows(text):
    """Name, default, meaning."""
    yield "| option | default | meaning |"
    yield "|---|---|---|"
    for name, default, allowed, meaning in OPTION.findall(text):
        words = ", ".join(f"`{word}`" for word in allowed.split("|"))
        among = f" ({words})" if "|" in allowed else ""
        yield f"| `{name}` | {f'`{default}`' if default else 'unset'} | {meaning}{among} |"


def check_rows(text):
    """Slug, severity, blame, rule."""
    yield "| check | severity | to blame | rule |"
    yield "|---|---|---|---|"
    for slug, severity, blame, _, _, _, says in CHECK.findall(text):
        blame = "-" if blame == "NONE" else blame.lower().replace("_", " ")
        yield f"| [`{slug}`](report/explain/{slug}.md) | {severity.lower()} | {blame} | {says} |"


def function_names(text):
    """The functions of a file of rows, those of Arrow C++ without their arguments."""
    for symbol in re.findall(r"^(?:ROW|MANAGED|EFFECT|AROUND)\((\w+)", text, re.M):
        mangled = re.match(r"_ZN5arrow(\d+)(\w+)", symbol)
        yield mangled[2][: int(mangled[1])] if mangled else symbol


def door_rows(text):
    """What a file of rows is about, versions, functions."""
    yield "| door | versions | functions |"
    yield "|---|---|---|"
    for path in DOOR.findall(text):
        rows = pathlib.Path(path).read_text()
        about = " ".join(re.sub(r"^(?:/\*| \*) ?", "", rows.partition("*/")[0], flags=re.M).split())
        title = re.match(r"\w+: (.*?)\.(?: |$)", about)
        versions = re.search(r"Versions: (.*)\.$", about)
        names = ", ".join(f"`{name}`" for name in dict.fromkeys(function_names(rows)))
        if title and versions and names:
            yield f"| {title[1]} | {versions[1]} | {names} |"


DOOR = re.compile(r'^#include "(hooks/rows/\w+\.def)"', re.M)
TABLES = {
    "doors": (door_rows, "hooks/rows/rows.def", DOOR, r"^#include"),
    "options": (option_rows, "report/base/options.def", OPTION, r"^OPTION\("),
    "checks": (check_rows, "report/checks.def", CHECK, r"^CHECK\("),
}


def replace_table(readme, name, problems):
    """The README with the table of this name as its rows have it."""
    rows, source, pattern, start = TABLES[name]
    text = pathlib.Path(source).read_text()
    if len(pattern.findall(text)) != len(re.findall(start, text, re.M)):
        problems.append(f"{source} has a row that cannot be read")
    block = re.compile(rf"(<!-- {name} -->\n).*?(\n<!-- /{name} -->)", re.S)
    if not block.search(readme):
        problems.append(f"README.md has no <!-- {name} --> ... <!-- /{name} -->")
    table = "\n".join(rows(text))
    return block.sub(lambda match: match[1] + table + match[2], readme)


def main():
    path = pathlib.Path("README.md")
    readme = path.read_text() if path.exists() else ""
    problems = []
    for name in TABLES:
        replaced = replace_table(readme, name, problems)
        if replaced != readme and "update" not in sys.argv:
            problems.append(f"README.md: the table of {name} is not what {TABLES[name][1]} says")
        readme = replaced
    if "update" in sys.argv:
        path.write_text(readme)
    print("\n".join(problems))
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
