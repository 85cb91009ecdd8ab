# explain: the programs of the pages of report/explain: the wrong ones are found, the right silent.
#
# SPDX-License-Identifier: Apache-2.0

SUITES += explain

.PHONY: check-explain
check-explain: all build/examples/libcolumn.so $(VENV)/.all  ## what the checks' pages show
	@tests/explain/run.py
