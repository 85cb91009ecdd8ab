#!/bin/sh
# shell-scripts: shellcheck has no warning.
#
# SPDX-License-Identifier: Apache-2.0
set -u

command -v shellcheck >/dev/null || { echo "no shellcheck"; exit 77; }
git ls-files -co --exclude-standard -- '*.sh' .ci/run | xargs shellcheck --severity=warning
