/* summary: the last line: what was found, what was seen, what was missing, how it ended. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/summary.h"

#include "report/render/facts.h"
#include "report/render/names.h"
#include "report/render/store.h"
#include "report/render/trace.h"

#include <string.h>

#define HANG "arrowdev_check:     "

#define MOST_MODULES 3

/* Names that a list holds once. */
struct names_once {
    size_t n;
    const char **list;
};

static void add_once(struct names_once *names, const char *name) {
    for (size_t i = 0; i < names->n; i++)
        if (!strcmp(names->list[i], name))
            return;
    STORE_ADD(names->list, names->n) = name;
}

static bool is_blind(const struct module *module) {
    enum symbol_kind symbols = names_symbols(module);
    return symbols != SYMBOLS_NOT_OPENED && symbols != SYMBOLS_DWARF && !module->is_system;
}

/* Modules that printed frames lie in and that have no line numbers. */
static void add_blind_modules(const struct report *report, struct sheet *sheet) {
    struct names_once names = {0};
    for (size_t i = 0; i < report->tree->n_processes; i++) {
        const struct process *process = report->tree->processes[i];
        for (const struct module *module = process->modules; module; module = module->hh.next)
            if (is_blind(module))
                add_once(&names, trace_module(process, module->name));
    }
    if (names.n)
        sheet_format(sheet, "; %zu module%s without line numbers: ", names.n,
                     names.n == 1 ? "" : "s");
    for (size_t i = 0; i < names.n && i < MOST_MODULES; i++)
        sheet_format(sheet, "%s%s", i ? ", " : "", names.list[i]);
    sheet_add(sheet, names.n > MOST_MODULES ? ", .." : "");
}

static void add_activity(const struct report *report, struct sheet *sheet) {
    static const struct {
        const char *name, *noun;
        bool if_any;
    } counts[] = {
        {"structs_seen", "struct", false},  {"moves", "move", false},
        {"releases", "release", false},     {"device_calls", "device call", true},
        {"events_dropped", "event", false},
    };
    bool is_first = report->tree->n_processes <= 1;
    if (!is_first)
        sheet_add(sheet, sheet_counted(report->tree->n_processes, "process"));
    if (tree_activity(report->tree, "structs_seen") < 0) {
        size_t n = 0;
        for (size_t i = 0; i < report->tree->n_processes; i++)
            n += facts_n_objects(report->tree->processes[i]);
        sheet_format(sheet, "%s%s", is_first ? "" : ", ", sheet_counted(n, "struct"));
        return;
    }
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        int64_t n = tree_activity(report->tree, counts[i].name);
        if (n < 0 || (n == 0 && counts[i].if_any))
            continue;
        sheet_format(sheet, "%s%s%s", is_first ? "" : ", ",
                     sheet_counted((uint64_t)n, counts[i].noun),
                     !strcmp(counts[i].noun, "event") ? " dropped" : "");
        is_first = false;
    }
}

/* Said here too: where the report goes to files, this line is all that a person sees. What the
 * command came to does not tell. */
static void add_endless(const struct tree *tree, struct sheet *sheet) {
    size_t n = 0;
    for (size_t i = 0; i < tree->n_processes; i++)
        n += tree_lacks_end(tree->processes[i]);
    if (n)
        sheet_format(sheet, "; %s without an end", sheet_counted(n, "record"));
}

/* Without the command that started them: how often each end came. */
static const char *endings_of(const struct tree *tree) {
    struct names_once names = {0};
    struct sheet sheet = {0};
    for (size_t i = 0; i < tree->n_processes; i++)
        add_once(&names, verdict_ending(tree->processes[i]));
    for (size_t k = 0; k < names.n; k++) {
        unsigned n = 0;
        for (size_t i = 0; i < tree->n_processes; i++)
            n += !strcmp(verdict_ending(tree->processes[i]), names.list[k]);
        sheet_format(&sheet, names.n > 1 ? "%s%s (%u)" : "%s%s", k ? ", " : "", names.list[k], n);
    }
    return sheet.data;
}

static const char *ending_of(const struct report *report) {
    if (report->verdict->set_status >= 0)
        return store_format("exit %d", report->verdict->set_status);
    return report->ran ? ran_ending(report->ran) : endings_of(report->tree);
}

void summary_line(const struct report *report, struct sheet *sheet) {
    const struct verdict *verdict = report->verdict;
    struct sheet line = {0};
    bool is_unexercised = !strcmp(verdict->word, "not-exercised");
    sheet_format(&line, "arrowdev_check: %s, %s",
                 is_unexercised ? verdict->word : sheet_counted((uint64_t)verdict->errors, "error"),
                 sheet_counted((uint64_t)verdict->warnings, "warning"));
    if (verdict->notes)
        sheet_format(&line, ", %s%s", sheet_counted((uint64_t)verdict->notes, "note"),
                     report->settings->report.verbosity > 0 ? ""
                     : verdict->notes == 1                  ? " (verbosity=1 shows it)"
                                                            : " (verbosity=1 shows them)");
    sheet_format(&line, ", %u suppressed (", verdict->suppressed);
    if (is_unexercised)
        sheet_format(&line, "no process showed a %s%s",
                     tree_activity(report->tree, "structs_seen") > 0 ? "device" : "structure",
                     report->tree->n_processes ? "; " : "");
    if (report->tree->n_processes || !report->ran)
        add_activity(report, &line);
    if (report->tree->n_unkept)
        sheet_format(&line, "%s%s without a record", report->tree->n_processes ? "; " : "",
                     sheet_counted(report->tree->n_unkept, "process"));
    if (report->ran)
        add_endless(report->tree, &line);
    add_blind_modules(report, &line);
    if (verdict->over_limit)
        sheet_format(&line, "; %u not printed", verdict->over_limit);
    sheet_add(&line, strcmp(verdict->word, "incomplete") ? ")" : "), incomplete");
    sheet_wrap(sheet, line.data, HANG);
    /* In one piece, for those who look for it. */
    const char *ending = ending_of(report);
    if (sheet_column(sheet) + strlen(" -> ") + strlen(ending) > SHEET_WIDTH)
        sheet_add(sheet, "\n" HANG);
    else
        sheet_add(sheet, " ");
    sheet_add(sheet, "-> ");
    sheet_add_path(sheet, ending);
    sheet_add(sheet, "\n");
}
