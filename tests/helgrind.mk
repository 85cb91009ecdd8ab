# helgrind: our locks as Valgrind's Helgrind sees them, which is told of each.
#
# It takes words of C11's atomics for plain ones, so tests in which threads meet by those are for
# `make check-tsan`; a child that dies holding a lock, as one of tests/unit/lock.c must, is an error
# to it.
#
# SPDX-License-Identifier: Apache-2.0

SUITES += helgrind

HELGRIND := $(BUILD)/helgrind
# None without Valgrind: then the suite is skipped.
HELGRIND_TESTS := leak memory thread
HELGRIND_PROGRAMS := $(if $(wildcard /usr/include/valgrind/helgrind.h),\
    $(addprefix $(HELGRIND)/,race $(HELGRIND_TESTS)))

# Linked before the archive, whose own lock.c.o is left there.
$(HELGRIND)/lock.o: report/base/lock.c
	$(call SAY,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(SHIM_CC) -DLOCK_CHECK -DHELGRIND $(CFLAGS) -c -o $@ $<
$(HELGRIND)/leak: $(BUILD)/unit/scene.o
$(HELGRIND)/race: tests/helgrind/race.c
$(HELGRIND_TESTS:%=$(HELGRIND)/%): $(HELGRIND)/%: tests/unit/%.c
$(HELGRIND)/race $(HELGRIND_TESTS:%=$(HELGRIND)/%): $(HELGRIND)/lock.o $(BUILD)/unit/stages.a
	$(call SAY,CC,$@)
	$(Q)$(CC) $(BASE) -DBASE_OWNS_HOST $(UNIT_PLACES) $(CFLAGS) -o $@ $(filter %.c %.o,$^) \
	    $(BUILD)/unit/stages.a $(LDFLAGS) -lcmocka -ljansson -ldl -lpthread

-include $(wildcard $(HELGRIND)/*.d)

.PHONY: check-helgrind
check-helgrind: $(HELGRIND_PROGRAMS)  ## unit tests whose threads meet under locks, under Helgrind
	@tests/helgrind/run.sh $(HELGRIND_PROGRAMS)
