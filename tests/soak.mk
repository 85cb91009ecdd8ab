# soak: a pipeline of released packages for long: neither memory nor cost grows.
#
# SPDX-License-Identifier: Apache-2.0

SUITES += soak
LONG   += soak-long

.PHONY: check-soak check-soak-long
check-soak: all $(VENV)/.all  ## a pipeline for 20 seconds
	@tests/soak/run.py $(BUILD) 20

check-soak-long: all $(VENV)/.all
	@tests/soak/run.py $(BUILD) 600
