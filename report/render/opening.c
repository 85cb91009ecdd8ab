/* opening: how a text report begins. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/opening.h"

#include "report/render/ran.h"
#include "report/render/store.h"

#include <string.h>
#include <sys/wait.h>

#define MOST_NAMED 6 /* processes */

static void add_paragraph(struct sheet *sheet, const char *text) {
    sheet_add(sheet, "  ");
    sheet_wrap(sheet, text, "  ");
    sheet_add(sheet, "\n\n");
}

static void by_signal(const struct tree *tree, struct sheet *sheet) {
    for (size_t i = 0; i < tree->n_processes; i++) {
        const struct process *process = tree->processes[i];
        const char *signal = verdict_signal(process);
        if (signal)
            sheet_format(sheet, "  %s was ended by %s.\n\n",
                         process->is_one_of_many ? tree_person(process) : "The process", signal);
    }
}

/* Known of the command that was started only: who started another is the one to ask for it. */
static const char *why_no_end(const struct report *report, const struct process *process) {
    const struct ran *ran = report->ran;
    if (!ran || ran->pid != process->pid)
        return "the process was killed, or it still runs";
    if (WIFSIGNALED(ran->status))
        return store_format("%s killed the process", ran_signal_name(WTERMSIG(ran->status)));
    return store_format(
        "the process left with status %d without its C library, as programs in Go "
        "do: what it never released was not looked for",
        WEXITSTATUS(ran->status));
}

static void without_end(const struct report *report, struct sheet *sheet) {
    const struct tree *tree = report->tree;
    struct sheet list = {0}, text = {0};
    size_t n = 0;
    for (size_t i = 0; i < tree->n_processes; i++) {
        if (!tree_lacks_end(tree->processes[i]))
            continue;
        if (n++ < MOST_NAMED)
            sheet_format(&list, "%s%s", n > 1 ? ", " : "", tree_person(tree->processes[i]));
    }
    if (!n)
        return;
    if (tree->n_processes == 1) {
        sheet_format(&text, "The record has no end: %s. What it had said until then follows.",
                     why_no_end(report, tree->processes[0]));
        add_paragraph(sheet, text.data);
        return;
    }
    if (n > MOST_NAMED)
        sheet_format(&list, " and %zu more", n - MOST_NAMED);
    sheet_format(&text, "%s, killed or still running: %s.",
                 n == 1 ? "1 record has no end"
                        : store_format("%s have no end", sheet_counted(n, "record")),
                 list.data);
    add_paragraph(sheet, text.data);
}

static void unkept(const struct tree *tree, struct sheet *sheet) {
    struct sheet text = {0};
    if (!tree->n_unkept)
        return;
    sheet_format(&text,
                 "%s found no room for a record (is its disk full?) and said on standard error "
                 "what is not here.",
                 sheet_counted(tree->n_unkept, "process"));
    add_paragraph(sheet, text.data);
}

static void unwritten(const struct tree *tree, struct sheet *sheet) {
    for (size_t i = 0; i < tree->n_processes; i++) {
        const struct process *process = tree->processes[i];
        struct sheet text = {0};
        if (!process->n_dropped)
            continue;
        sheet_format(&text,
                     "%s of the record of %s could not be written (is the disk of %s full?): what "
                     "they told is not known.",
                     sheet_counted((uint64_t)process->n_dropped, "line"), tree_person(process),
                     process->file);
        add_paragraph(sheet, text.data);
    }
}

const char *opening_ends(const struct report *report) {
    struct sheet ends = {0};
    sheet_add(&ends, "");
    by_signal(report->tree, &ends);
    without_end(report, &ends);
    unwritten(report->tree, &ends);
    unkept(report->tree, &ends);
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
