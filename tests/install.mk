# install: make install and make uninstall, in a staging area.
#
# SPDX-License-Identifier: Apache-2.0

SUITES += install

.PHONY: check-install
check-install: all $(CASES)/double-release/found  ## install, and uninstall without a trace
	@tests/install.sh $(CASES)/double-release/found
