# extent: sizes of buffers beside pyarrow's own, on random arrays.
#
# SPDX-License-Identifier: Apache-2.0

SUITES += extent

$(BUILD)/unit/extent.so: tests/extent/probe.c $(BUILD)/unit/stages.a
	$(call SAY,CC,$<)
	$(Q)$(CC) $(SHIM_CC) -shared $(CFLAGS) -o $@ $(filter %.c %.a,$^) $(LDFLAGS) -ldl -lpthread

.PHONY: check-extent
check-extent: $(BUILD)/unit/extent.so $(VENV)/.all  ## sizes of buffers beside pyarrow's own
	@$(VENV)/bin/python tests/extent/run.py $<
