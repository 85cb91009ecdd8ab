# order: scenarios of streams, events and arrays: the tracker says what the reference model says.
#
# SPDX-License-Identifier: Apache-2.0

SUITES += order
LONG   += order-long

ORDER := $(BUILD)/order
ORDER_OBJ := $(patsubst tests/order/%.c,$(ORDER)/%.o,$(wildcard tests/order/*.c))

$(ORDER)/%.o: tests/order/%.c
	$(call SAY,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(BASE) -DBASE_OWNS_HOST $(CFLAGS) -c -o $@ $<

$(ORDER)/replay: $(ORDER)/words.o $(ORDER)/crew.o
$(ORDER)/replay $(ORDER)/matrix: $(ORDER)/%: $(ORDER)/%.o $(BUILD)/unit/scene.o \
    $(BUILD)/unit/stages.a
	$(call SAY,LD,$@)
	$(Q)$(CC) $(CFLAGS) -o $@ $(filter %.o,$^) \
	    $(filter %.a,$^) $(LDFLAGS) -lcmocka -ldl -lpthread

-include $(ORDER_OBJ:.o=.d)

.PHONY: check-order check-order-long
check-order: $(ORDER)/replay $(ORDER)/matrix  ## streams and events: the model and the tracker agree
	@tests/order/run.py $(BUILD)

check-order-long: $(ORDER)/replay $(ORDER)/matrix
	@tests/order/run.py $(BUILD) 100000
