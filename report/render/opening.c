/* opening: how a text report begins. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/opening.h"

#include "report/render/store.h"

#include <string.h>

#define MOST_NAMED 6 /* processes */

static void by_signal(const struct tree *tree, struct sheet *sheet) {
    for (size_t i = 0; i < tree->n_processes; i++) {
        const struct process *process = tree->processes[i];
        const char *signal = verdict_signal(process);
        if (signal)
            sheet_format(sheet, "  %s was ended by %s.\n\n",
                         process->is_one_of_many ? tree_person(process) : "The process", signal);
    }
}

static void without_end(const struct tree *tree, struct sheet *sheet) {
    struct sheet list = {0};
    size_t n = 0;
    for (size_t i = 0; i < tree->n_processes; i++) {
        if (tree->processes[i]->end)
            continue;
        if (n++ < MOST_NAMED)
            sheet_format(&list, "%s%s", n > 1 ? ", " : "", tree_person(tree->processes[i]));
    }
    if (!n)
        return;
    if (tree->n_processes == 1) {
        sheet_add(sheet,
                  "  The record has no end: the process was killed, or it still runs. What it "
                  "had said until then follows.\n\n");
        return;
    }
    if (n > MOST_NAMED)
        sheet_format(&list, " and %zu more", n - MOST_NAMED);
    struct sheet text = {0};
    sheet_format(&text, "%s, killed or still running: %s.",
                 n == 1 ? "1 record has no end"
                        : store_format("%s have no end", sheet_counted(n, "record")),
                 list.data);
    sheet_add(sheet, "  ");
    sheet_wrap(sheet, text.data, "  ");
    sheet_add(sheet, "\n\n");
}

const char *opening_ends(const struct tree *tree) {
    struct sheet ends = {0};
    sheet_add(&ends, "");
    by_signal(tree, &ends);
    without_end(tree, &ends);
    return ends.data;
}

void opening_heading(const struct report *report, struct sheet *sheet) {
    static const char more[] = ", ..:";
    const struct tree *tree = report->tree;
    sheet_add(sheet, "arrowdev_check: report of ");
    if (tree->n_processes == 1) {
        sheet_format(sheet, "%s:\n\n", tree_person(tree->processes[0]));
        return;
    }
    sheet_add(sheet, sheet_counted(tree->n_processes, "process"));
    size_t n = 0;
    for (; n < tree->n_processes; n++) {
        const char *person = tree_person(tree->processes[n]);
        if (sheet_column(sheet) + strlen(" - ") + strlen(person) + strlen(more) > SHEET_WIDTH)
            break;
        sheet_format(sheet, "%s%s", n ? ", " : " - ", person);
    }
    sheet_format(sheet, "%s\n\n", n < tree->n_processes ? more : ":");
}
