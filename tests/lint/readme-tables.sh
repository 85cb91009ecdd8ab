#!/bin/sh
# readme-tables: the README's tables of options and checks are what the rows say.
#
# readme-tables.sh update    writes them
#
# SPDX-License-Identifier: Apache-2.0
set -u

exec /usr/bin/python3 "$(dirname "$0")/tables.py" "$@"
