# formats: what others make of our reports: schemas, and the limits of those who take them.
#
# SPDX-License-Identifier: Apache-2.0

SCHEMAS := $(BUILD)/schemas

SUITES += formats

.PHONY: check-formats
check-formats: all $(BUILD)/render/fixture.so $(SCHEMAS)/.made  ## reports as others read them
	@tests/formats/run.py

$(SCHEMAS)/.made: tests/formats/schemas.sh | $(VENV)/.demo
	@tests/formats/schemas.sh $(VENV)/bin/python3 $(SCHEMAS)
	@touch $@
