/* verdict: what a process's findings amount to, which of them are printed, and its exit status. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_VERDICT_H
#define RENDER_VERDICT_H

#include "report/render/settings.h"

struct verdict {
    const char *word;                 /* clean, findings, incomplete: as in report.schema.json */
    unsigned errors, warnings, notes; /* findings, repeats counted once */
    unsigned suppressed;
    int64_t repeats; /* more of the same findings */
    size_t n_printed;
    const struct finding **printed; /* a crash first, then as they happened, groups last */
    unsigned over_limit;            /* not printed for max_reports and max_reports_per_check */
    bool has_end;                   /* the record says how the process ended */
    int set_status;                 /* exit status that the tool puts in place of 0, or -1 */
};

struct verdict verdict_of(const struct process *process, const struct options *settings);

/** Findings of a check that are only counted. */
unsigned verdict_unprinted(const struct verdict *verdict, const struct process *process,
                           const struct options *settings, const struct check *check);

/** "exit 97", "signal SIGSEGV", "exec"; how the process ended as its last line says it. */
const char *verdict_ending(const struct verdict *verdict, const struct process *process);

/** The signal of the end line as "SIGSEGV", NULL for none. */
const char *verdict_signal(const struct process *process);

#endif
