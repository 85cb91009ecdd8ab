# launch: arrowdev-check run with real processes: shells, Python, signals, terminals.
#
# SPDX-License-Identifier: Apache-2.0

SUITES += launch
LAUNCH := $(BUILD)/launch

.PHONY: check-launch
LAUNCH_BUILT := $(patsubst %,$(LAUNCH)/%,static musl hang server)
check-launch: all cases $(LAUNCH_BUILT) $(VENV)/.all  ## trees of processes
	@tests/launch/run.py

$(LAUNCH)/hang $(LAUNCH)/server: $(LAUNCH)/%: tests/launch/%.c $(CASES_LIBS)
	$(call SAY,CC,$@)
	$(Q)mkdir -p $(@D) && $(CC) $(CASES_CC) -o $@ $< -L$(CASES)/lib -Wl,--as-needed \
	    -Wl,-rpath,'$$ORIGIN/../cases/lib' -lconsumer -lproducer -lcapsule_fake -larrow_fake

# Programs that the library cannot be in.
$(LAUNCH)/static: tests/launch/plain.c
	$(call SAY,CC,$@)
	$(Q)mkdir -p $(@D) && $(CC) -static -o $@ $<

$(LAUNCH)/musl: tests/launch/plain.c
	$(call SAY,CC,$@)
	$(Q)mkdir -p $(@D) && $(CC) -o $@ $< -Wl,--dynamic-linker=/lib/ld-musl-x86_64.so.1
