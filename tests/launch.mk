# launch: arrowdev-check run with real processes: shells, Python, signals, terminals.
#
# SPDX-License-Identifier: Apache-2.0

SUITES += launch
LAUNCH := $(BUILD)/launch

.PHONY: check-launch
check-launch: all cases $(LAUNCH)/static $(LAUNCH)/musl $(VENV)/.all  ## trees of processes
	@tests/launch/run.py

# Programs that the library cannot be in.
$(LAUNCH)/static: tests/launch/plain.c
	$(call SAY,CC,$@)
	$(Q)mkdir -p $(@D) && $(CC) -static -o $@ $<

$(LAUNCH)/musl: tests/launch/plain.c
	$(call SAY,CC,$@)
	$(Q)mkdir -p $(@D) && $(CC) -o $@ $< -Wl,--dynamic-linker=/lib/ld-musl-x86_64.so.1
