#!/bin/sh
# readme-tables: the tables of README and manual page are what the rows say.
#
# readme-tables.sh update    writes them
#
# SPDX-License-Identifier: Apache-2.0
set -u

exec /usr/bin/python3 "$(dirname "$0")/tables.py" "$@"
