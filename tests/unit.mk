# unit: one cmocka program a file of tests/unit/, linked with the stages right of the shim, run by `make check-unit`.
#
# SPDX-License-Identifier: Apache-2.0

UNIT_SRC := $(wildcard tests/unit/*.c)
UNIT_BIN := $(UNIT_SRC:tests/unit/%.c=$(BUILD)/unit/%)
# Loaded by tests that need a module of its own to look at.
UNIT_FIXTURES := $(patsubst tests/unit/fixture/%.c,$(BUILD)/unit/fixture/%.so,$(wildcard tests/unit/fixture/*.c))
UNIT_STAGES := $(filter-out $(BUILD)/obj/shim/%,$(SHIM_OBJ))
# The rank of each lock is checked here, so the stages are compiled again.
UNIT_OBJ := $(UNIT_STAGES:$(BUILD)/obj/%=$(BUILD)/unit/obj/%)

$(BUILD)/unit/obj/%.o: %
	$(call SAY,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(SHIM_CC) -DLOCK_CHECK $(CFLAGS) -c -o $@ $<

$(BUILD)/unit/stages.a: $(UNIT_OBJ)
	$(call SAY,AR,$@)
	$(Q)rm -f $@ && ar rcs $@ $(UNIT_OBJ)

$(BUILD)/unit/%: tests/unit/%.c $(BUILD)/unit/stages.a
	$(call SAY,CC,$<)
	$(Q)$(CC) $(BASE) -DBASE_OWNS_HOST -DUNIT_FIXTURES='"$(abspath $(BUILD))/unit/fixture/"' $(CFLAGS) -o $@ $< \
	    $(BUILD)/unit/stages.a $(LDFLAGS) -lcmocka -ljansson -ldl -lpthread

$(BUILD)/unit/fixture/%.so: tests/unit/fixture/%.c
	$(call SAY,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) -std=gnu11 -D_GNU_SOURCE -fPIC -shared -Wl,--build-id $(CFLAGS) -o $@ $<

-include $(UNIT_OBJ:.o=.d) $(UNIT_BIN:=.d)

.PHONY: check-unit
check-unit: $(UNIT_BIN) $(UNIT_FIXTURES)  ## the unit tests
	@tests/unit.sh $(UNIT_BIN)
