# trust: what the environment, the folder and others may not make us do.
#
# SPDX-License-Identifier: Apache-2.0

SUITES += trust

.PHONY: check-trust
check-trust: all cases  ## files, links, variables and programs of others
	@tests/trust/run.py $(BUILD)
