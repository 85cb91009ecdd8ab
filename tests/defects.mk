# defects: faults of released packages stay found, as long as the packages have them.
#
# SPDX-License-Identifier: Apache-2.0

DEFECTS := build/defects/packages

SUITES += defects

# Beside the packages that all tests stand on, and without what those bring.
$(DEFECTS)/.all: tests/defects/requirements.txt build/venv/.all
	$(call SAY,PIP,$@)
	$(Q)rm -rf $(@D) && build/venv/bin/python3 -m pip --disable-pip-version-check install -q \
	    --no-deps --target $(@D) -r $< && touch $@

.PHONY: check-defects
check-defects: all $(DEFECTS)/.all  ## known faults of released packages
	@tests/defects/run.py
