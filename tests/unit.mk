# unit: one cmocka program a file of tests/unit/, linked with the stages right of the shim.
#
# SPDX-License-Identifier: Apache-2.0

SUITES += unit tsan asan

UNIT_SRC := $(wildcard tests/unit/*.c)
UNIT_BIN := $(UNIT_SRC:tests/unit/%.c=$(BUILD)/unit/%)
# Loaded by tests that need a module of its own to look at.
UNIT_FIXTURES := $(patsubst tests/unit/fixture/%.c,$(BUILD)/unit/fixture/%.so,\
    $(wildcard tests/unit/fixture/*.c))
UNIT_STAGES := $(filter-out $(BUILD)/obj/shim/%,$(SHIM_OBJ))
# The rank of each lock is checked here, so the stages are compiled again.
UNIT_OBJ := $(UNIT_STAGES:$(BUILD)/obj/%=$(BUILD)/unit/obj/%)

$(BUILD)/unit/obj/%.o: %
	$(call SAY,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(SHIM_CC) -DLOCK_CHECK $(CFLAGS) -c -o $@ $<

$(BUILD)/unit/stages.a: $(UNIT_OBJ)
	$(call SAY,AR,$@)
	$(Q)rm -f $@ && ar rcs $@ $(UNIT_OBJ)

# These see the tracker alone: what stands around it is played by scene/.
UNIT_ON_SCENE := choice draft leak lifetime object order queue spans storm stream threads \
    transfer tree
$(UNIT_ON_SCENE:%=$(BUILD)/unit/%): $(BUILD)/unit/scene.o

$(BUILD)/unit/scene.o: tests/unit/scene/scene.c
	$(call SAY,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(BASE) -DBASE_OWNS_HOST $(CFLAGS) -c -o $@ $<

UNIT_PLACES = -DUNIT_FIXTURES='"$(abspath $(BUILD))/unit/fixture/"' \
    -DUNIT_SOURCES='"$(abspath tests/unit)/"'

$(BUILD)/unit/%: tests/unit/%.c $(BUILD)/unit/stages.a
	$(call SAY,CC,$<)
	$(Q)$(CC) $(BASE) -DBASE_OWNS_HOST $(UNIT_PLACES) $(CFLAGS) -o $@ $< \
	    $(filter %.o,$^) $(BUILD)/unit/stages.a $(LDFLAGS) -lcmocka -ljansson -ldl -lpthread

$(BUILD)/unit/fixture/%.so: tests/unit/fixture/%.c
	$(call SAY,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) -std=gnu11 -D_GNU_SOURCE -fPIC -shared -Wl,--build-id \
	    $(CFLAGS) -o $@ $<

# A capture for programs that are none of ours.
$(BUILD)/unit/fixture/capture.so: tests/unit/fixture/capture.c $(BUILD)/unit/stages.a
	$(call SAY,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(SHIM_CC) -shared $(CFLAGS) -o $@ $^

-include $(UNIT_OBJ:.o=.d) $(UNIT_BIN:=.d) $(BUILD)/unit/scene.d

.PHONY: check-unit
check-unit: $(UNIT_BIN) $(UNIT_FIXTURES)  ## the unit tests
	@tests/unit.sh $(UNIT_BIN)

# Those with threads; where a thread has a small stack, or loads, ThreadSanitizer itself gives up.
UNIT_THREADED := draft leak lock lone memory object order thread threads trade

.PHONY: check-tsan
check-tsan:  ## the unit tests with threads, hooks to report, under ThreadSanitizer
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/tsan CFLAGS="-O1 -g -fsanitize=thread" \
	    check-threaded

.PHONY: check-threaded
check-threaded: $(UNIT_THREADED:%=$(BUILD)/unit/%)
	@tests/unit.sh $^

.PHONY: check-asan
check-asan:  ## the tracker's unit tests under AddressSanitizer and UBSan
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/asan \
	    CFLAGS="-O1 -g -fsanitize=address,undefined" check-scene

.PHONY: check-scene
check-scene: $(UNIT_ON_SCENE:%=$(BUILD)/unit/%)
	@tests/unit.sh $^
