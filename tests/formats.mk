# formats: what others make of our reports: schemas, and the limits of those who take them.
#
# SPDX-License-Identifier: Apache-2.0

SCHEMAS := $(BUILD)/schemas

SUITES += formats

FORMATS_CASES := $(patsubst %,$(BUILD)/cases/%,double-release/found never-released/found-grows \
    release-code-unloaded/found)

.PHONY: check-formats
check-formats: all $(FORMATS_CASES) $(BUILD)/render/fixture.so $(SCHEMAS)/.made  ## as others read
	@tests/formats/run.py

$(SCHEMAS)/.made: tests/formats/schemas.sh | $(VENV)/.demo
	@tests/formats/schemas.sh $(VENV)/bin/python3 $(SCHEMAS)
	@touch $@
