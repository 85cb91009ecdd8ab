# long: what takes longer than make check should, and the table of its last results.
#
# Every tests/*.mk adds its suites to LONG; make check-long LONG=fuzz-long does one of them, and
# changes its row only. A line "fact: ..." that a suite prints stands in its row.
#
# SPDX-License-Identifier: Apache-2.0

.PHONY: check-long
check-long: all  ## what takes longer than make check should; rewrites tests/long.md
	@tests/tally.sh $(foreach suite,$(LONG),'tests/long.py $(VERSION) $(suite)')
