# hold: it stands in processes that fork, load, jump, confine themselves, and end, all at once.
#
# SPDX-License-Identifier: Apache-2.0

SUITES += hold
LONG   += hold-long

HOLD := $(BUILD)/hold
HOLD_CC = $(CASES_CC) -O1 -DPLUGIN='"$(abspath $(HOLD))/plugin.so"'
HOLD_LINK = -L$(CASES)/lib -Wl,-rpath,'$$ORIGIN/../cases/lib' -larrow_fake -lpthread
HOLD_PROGRAMS := forks storm lastwords tls jumps
# The storm again, as others build their programs.
HOLD_STORMS := now no-pie jemalloc gcc-address clang-address gcc-thread clang-thread
HOLD_LIBRARIES := plugin other $(patsubst %,wanting-%,1 2 3 4 5)
HOLD_BUILT := $(HOLD_PROGRAMS:%=$(HOLD)/%) $(HOLD_STORMS:%=$(HOLD)/storm-%) \
    $(HOLD_LIBRARIES:%=$(HOLD)/%.so) $(HOLD)/twice-thread

$(HOLD)/storm-now: private HOLD_HOW := -Wl,-z,now
$(HOLD)/storm-no-pie: private HOLD_HOW := -no-pie -fno-pic
$(HOLD)/storm-jemalloc: private HOLD_HOW := -Wl,--no-as-needed -l:libjemalloc.so.2
$(HOLD)/storm-%-address: private HOLD_HOW := -fsanitize=address
$(HOLD)/storm-%-thread: private HOLD_HOW := -fsanitize=thread
$(HOLD)/storm-clang-%: private HOLD_COMPILER := clang

$(HOLD_PROGRAMS:%=$(HOLD)/%): $(HOLD)/%: tests/hold/%.c
$(HOLD_STORMS:%=$(HOLD)/storm-%): tests/hold/storm.c
$(HOLD_PROGRAMS:%=$(HOLD)/%) $(HOLD_STORMS:%=$(HOLD)/storm-%): tests/hold/goods.c \
    $(CASES)/lib/libarrow_fake.so
	$(call SAY,CC,$@)
	$(Q)mkdir -p $(@D) && $(or $(HOLD_COMPILER),$(CC)) $(HOLD_CC) $(HOLD_HOW) -o $@ \
	    $(filter %.c,$^) $(HOLD_LINK)

$(HOLD)/twice-thread: tests/cases/double-release/found.c $(CASES_LIBS)
	$(call SAY,CC,$@)
	$(Q)mkdir -p $(@D) && clang $(CASES_CC) -fsanitize=thread -o $@ $< -L$(CASES)/lib \
	    $(subst ../lib,../cases/lib,$(CASES_LINK))

$(HOLD)/plugin.so: tests/hold/plugin.c tests/hold/goods.c $(CASES)/lib/libarrow_fake.so
$(HOLD)/other.so: tests/hold/other.c
$(HOLD)/wanting-%.so: tests/hold/wanting.c
	$(call SAY,CC,$@)
	$(Q)mkdir -p $(@D) && $(CC) $(HOLD_CC) -fPIC -shared -o $@ $<
$(HOLD)/plugin.so $(HOLD)/other.so:
	$(call SAY,CC,$@)
	$(Q)mkdir -p $(@D) && $(CC) $(HOLD_CC) -fPIC -shared -o $@ $(filter %.c,$^) $(HOLD_LINK)

-include $(wildcard $(HOLD)/*.d)

.PHONY: check-hold check-hold-long
check-hold: all $(HOLD_BUILT) $(VENV)/.all  ## forks, storms of threads, and hosts of every kind
	@tests/hold/run.py

check-hold-long: all $(HOLD_BUILT)
	@tests/hold/run.py --long
