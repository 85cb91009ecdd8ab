# hold: it stands in processes that fork, load, jump, confine themselves, and end, all at once.
#
# SPDX-License-Identifier: Apache-2.0

SUITES += hold
LONG   += hold-long

HOLD := $(BUILD)/hold
HOLD_CC = $(CASES_CC) -O1 -DPLUGIN='"$(abspath $(HOLD))/plugin.so"'
HOLD_LINK = -L$(CASES)/lib -Wl,-rpath,'$$ORIGIN/../cases/lib' -larrow_fake -lpthread
HOLD_PROGRAMS := forks storm
HOLD_BUILT := $(HOLD_PROGRAMS:%=$(HOLD)/%) $(HOLD)/plugin.so

$(HOLD_PROGRAMS:%=$(HOLD)/%): $(HOLD)/%: tests/hold/%.c tests/hold/goods.c \
    $(CASES)/lib/libarrow_fake.so
	$(call SAY,CC,$@)
	$(Q)mkdir -p $(@D) && $(CC) $(HOLD_CC) -o $@ $(filter %.c,$^) $(HOLD_LINK)

$(HOLD)/plugin.so: tests/hold/plugin.c tests/hold/goods.c $(CASES)/lib/libarrow_fake.so
	$(call SAY,CC,$@)
	$(Q)mkdir -p $(@D) && $(CC) $(HOLD_CC) -fPIC -shared -o $@ $(filter %.c,$^) $(HOLD_LINK)

-include $(wildcard $(HOLD)/*.d)

.PHONY: check-hold check-hold-long
check-hold: all $(HOLD_BUILT)  ## forks, storms of threads, and hosts of every kind
	@tests/hold/run.py

check-hold-long: all $(HOLD_BUILT)
	@tests/hold/run.py --long
