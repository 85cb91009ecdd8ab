/* verdict: what the findings of all processes amount to, which of them are printed, and the exit
 * status. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_VERDICT_H
#define RENDER_VERDICT_H

#include "report/base/options.h"
#include "report/render/ran.h"
#include "report/render/suppress.h"
#include "report/render/tree.h"

struct verdict {
    const char *word; /* clean, findings, not-exercised, incomplete: as in report.schema.json */
    unsigned errors, warnings, notes; /* findings, repeats counted once */
    unsigned suppressed;
    int64_t repeats; /* more of the same findings */
    size_t n_printed;
    const struct finding **printed; /* a crash first, then as they happened, groups last */
    unsigned over_limit;            /* not printed for max_reports and max_reports_per_check */
    int set_status;                 /* exit status that the tool puts in place of 0, or -1 */
};

/** @ran the command that was started, NULL when it is the processes that end */
struct verdict verdict_of(const struct tree *tree, const struct options *settings,
                          const struct suppressions *suppressions, const struct ran *ran);

/** Findings of a check that are only counted. */
unsigned verdict_unprinted(const struct verdict *verdict, const struct tree *tree,
                           const struct options *settings, const struct check *check);

/** "exit 97", "signal SIGSEGV", "exec"; how a process ended, "goes on" when it has not. */
const char *verdict_ending(const struct process *process);

/** The signal that ended the process as "SIGSEGV", NULL for none. */
const char *verdict_signal(const struct process *process);

/** The signal that asked for what there is so far; NULL for none, and where the end came since. */
const char *verdict_snapshot(const struct process *process);

#endif
