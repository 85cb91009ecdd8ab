/* diff: what an earlier report and a later one have in common, by fingerprints: for CI, where only
 * what is new should fail. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_DIFF_H
#define RENDER_DIFF_H

#include "report/base/options.h"

/**
 * Print what is new, gone and unchanged. Each is a record, a folder of them, or a report in JSON.
 *
 * @return 0: nothing is new; 1: a finding is, as severe as exitcode_on says; 2: one cannot be read
 */
int diff_print(const char *old_path, const char *new_path, const struct options *settings);

#endif
