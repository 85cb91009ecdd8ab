/* snapshot: its line. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/snapshot.h"

#include "report/base/thread.h"
#include "report/journal.h"
#include "report/line.h"
#include "report/record.h"

void snapshot_write(const struct snapshot *snapshot) {
    struct finding_counts counts = finding_counts();
    struct text *line = journal_enter();
    if (!line)
        return;
    line_begin(line, "snapshot");
    line_uint(line, "t_us", thread_clock_ns() / 1000);
    line_uint(line, "signal", (uint64_t)snapshot->signal);
    line_uint(line, "live", snapshot->n_live);
    line_uint(line, "new", snapshot->n_new);
    line_uint(line, "bytes", snapshot->bytes);
    line_uint(line, "errors", counts.errors);
    line_uint(line, "warnings", counts.warnings);
    line_end(line);
    journal_leave();
    record_note_fact();
}
