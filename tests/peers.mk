# peers: the tests that released packages bring along, plain and watched.
#
# SPDX-License-Identifier: Apache-2.0

SUITES += peers
LONG   += peers-long

.PHONY: check-peers check-peers-long
check-peers: all build/venv/.all  ## tests that released packages bring along
	@tests/peers/run.py

check-peers-long: all build/venv/.all
	@tests/peers/run.py --long
