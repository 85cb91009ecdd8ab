#!/bin/sh
# explain-pages: a check's page has all its parts, in their order, and begins with its name.
#
# SPDX-License-Identifier: Apache-2.0
set -u

wanted="Wrong:
Right:
**In the wild.**
**Mend it.**
**When it is no fault.**
**Accept it.**
Specification:"
parts='In the wild|Mend it|When it is no fault|Accept it'
for page in report/explain/*.md; do
    slug=$(basename "$page" .md)
    [ "$(head -n 1 "$page")" = "# $slug" ] || echo "$page: does not begin with # $slug"
    # shellcheck disable=SC2016 # fences, not commands
    found=$(sed '/^```/,/^```/d' "$page" |
        grep -oE "^(Wrong:\$|Right:\$|\*\*($parts)\.\*\*|Specification:)")
    [ "$found" = "$wanted" ] || echo "$page: not these parts in this order: $wanted"
    grep -qE "^$slug .*reason:\".+\"$|^checks=-$slug$" "$page" ||
        echo "$page: no line of $slug for a file of suppressions"
done | { ! grep .; }
