# shim: the shim over a stub of the hooks, preloaded into programs that load, call and end in
# every way.
#
# SPDX-License-Identifier: Apache-2.0

SUITES += shim
SHIM_TEST := $(BUILD)/shim
# The public calls stand on the hooks themselves; examples try them.
SHIM_STUB_OBJ := $(patsubst %,$(BUILD)/obj/%.o,$(filter-out shim/api.c,$(wildcard shim/*.[cS] \
    report/base/*.[cS])))
SHIM_HERE = -L$(SHIM_TEST) -Wl,-rpath,$(abspath $(SHIM_TEST))
SHIM_TEST_CC = -std=gnu11 -D_GNU_SOURCE -g -O1 -Wall -Wextra -Wno-unused-parameter

$(SHIM_TEST)/stub.o: tests/shim/stub.c
	$(call SAY,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(SHIM_CC) $(CFLAGS) -c -o $@ $<

$(SHIM_TEST)/libstub.so: $(SHIM_STUB_OBJ) $(SHIM_TEST)/stub.o
	$(call SAY,LD,$@)
	$(Q)$(CC) -shared -o $@ $^ $(CFLAGS) $(LDFLAGS) -Wl,-z,now -Wl,-z,relro -Wl,-z,defs \
	    -Wl,-Bsymbolic-functions

-include $(SHIM_TEST)/stub.d

# The libraries that define the function, each in its own way.
$(SHIM_TEST)/libfixture.so: tests/shim/fixture.c
$(SHIM_TEST)/libcopy.so: tests/shim/fixture.c
$(SHIM_TEST)/libcopy.so: private SHIM_HOW := -DVALUE=2
$(SHIM_TEST)/libversions.so: tests/shim/versions.c tests/shim/versions.map
$(SHIM_TEST)/libversions.so: private SHIM_HOW := -Wl,--version-script=tests/shim/versions.map
$(SHIM_TEST)/libchosen.so: tests/shim/chosen.c
SHIM_LIBRARIES := $(patsubst %,$(SHIM_TEST)/lib%.so,fixture copy versions chosen)

$(SHIM_LIBRARIES):
	$(call SAY,CC,$@)
	$(Q)mkdir -p $(@D) && $(CC) -g -O1 -fPIC -shared $(SHIM_HOW) -o $@ $(filter %.c,$^)

# The modules that call it: how they are bound, and which library they need.
$(SHIM_TEST)/lazy.so: private SHIM_HOW := -Wl,-z,lazy -lfixture
$(SHIM_TEST)/now.so: private SHIM_HOW := -Wl,-z,now -lfixture
$(SHIM_TEST)/noplt.so: private SHIM_HOW := -fno-plt -Wl,-z,now -lfixture \
    -Wl,-z,pack-relative-relocs
$(SHIM_TEST)/own-lazy.so: private SHIM_HOW := -Wl,-z,lazy -lcopy
$(SHIM_TEST)/own-now.so: private SHIM_HOW := -Wl,-z,now -lcopy
$(SHIM_TEST)/old.so: private SHIM_HOW := -DBINDS_OLD -Wl,-z,lazy -lversions
$(SHIM_TEST)/new.so: private SHIM_HOW := -Wl,-z,lazy -lversions
$(SHIM_TEST)/indirect.so: private SHIM_HOW := -Wl,-z,now -lchosen
$(SHIM_TEST)/runpath.so: private SHIM_HOW := -Wl,-rpath,'$$ORIGIN/away' -lfixture \
    -Wl,--enable-new-dtags
$(SHIM_TEST)/away/hidden-away.so: private SHIM_HOW := -lfixture
$(SHIM_TEST)/bare.so: private SHIM_HOW := -nostartfiles -lfixture
SHIM_MODULES := $(patsubst %,$(SHIM_TEST)/%.so,lazy now noplt own-lazy own-now old new indirect \
    runpath bare away/hidden-away)

$(SHIM_MODULES): tests/shim/module.c $(SHIM_LIBRARIES)
	$(call SAY,CC,$@)
	$(Q)mkdir -p $(@D) && $(CC) -g -O1 -fPIC -shared -o $@ $< \
	    -Wl,--no-as-needed $(SHIM_HERE) $(SHIM_HOW)

# The program that tries them, bound in each way itself.
$(SHIM_TEST)/ways-lazy: private SHIM_HOW := -Wl,-z,lazy
$(SHIM_TEST)/ways-nopie: private SHIM_HOW := -no-pie -fno-pic -Wl,-z,lazy
$(SHIM_TEST)/ways-now: private SHIM_HOW := -Wl,-z,now
$(SHIM_TEST)/ways-noplt: private SHIM_HOW := -fno-plt
SHIM_WAYS := $(patsubst %,$(SHIM_TEST)/ways-%,lazy nopie now noplt)

$(SHIM_WAYS): tests/shim/ways.c $(SHIM_LIBRARIES)
	$(call SAY,CC,$@)
	$(Q)$(CC) $(SHIM_TEST_CC) -DFOLDER='"$(abspath $(SHIM_TEST))"' -o $@ $< \
	    $(SHIM_HERE) $(SHIM_HOW) -lfixture -lcmocka -lpthread

$(SHIM_TEST)/victim: tests/shim/victim.c tests/shim/handlers.c tests/shim/victim.h $(SHIM_LIBRARIES)
	$(call SAY,CC,$@)
	$(Q)$(CC) $(SHIM_TEST_CC) -I. -w -rdynamic -o $@ $(filter %.c,$^) $(SHIM_HERE) -lfixture -lpthread

.PHONY: check-shim check-shim-ways check-shim-ends
check-shim:  ## the ways into a process and out of it
	@tests/tally.sh $(foreach part,ways ends,'$(MAKE) --no-print-directory check-shim-$(part)')

check-shim-ways: $(SHIM_TEST)/libstub.so $(SHIM_MODULES) $(SHIM_WAYS)
	@STUB_QUIET=1 LD_PRELOAD=$(abspath $(SHIM_TEST))/libstub.so tests/unit.sh $(SHIM_WAYS)

check-shim-ends: $(SHIM_TEST)/libstub.so $(SHIM_TEST)/victim
	@tests/shim/ends.py $(abspath $(SHIM_TEST))/libstub.so $(SHIM_TEST)/victim
