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

build/defects/libcounting.so: tests/defects/counting.c
	$(call SAY,CC,$@)
	$(Q)mkdir -p $(@D) && $(CC) -g -O1 -I. -Wall -fPIC -shared -o $@ $<

.PHONY: check-defects
check-defects: all $(DEFECTS)/.all build/defects/libcounting.so  ## known faults of packages
	@tests/defects/run.py
