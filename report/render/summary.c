/* summary: the last line: what was found, what was seen, what was missing, how it ended. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/summary.h"

#include "report/render/names.h"
#include "report/render/trace.h"

#include <string.h>

#define HANG "arrowdev_check:     "

/* Modules that printed frames lie in and that have no line numbers. */
static void add_blind_modules(const struct report *report, struct sheet *sheet) {
    struct sheet list = {0};
    unsigned n = 0;
    sheet_add(&list, "");
    for (const struct module *module = report->process->modules; module; module = module->hh.next) {
        enum symbol_kind symbols = names_symbols(module);
        if (symbols == SYMBOLS_NOT_OPENED || symbols == SYMBOLS_DWARF || module->is_system)
            continue;
        if (n++ < 3)
            sheet_format(&list, "%s%s", n > 1 ? ", " : "",
                         trace_module(report->process, module->name));
    }
    if (n)
        sheet_format(sheet, "; %u module%s without line numbers: %s%s", n, n == 1 ? "" : "s",
                     list.data, n > 3 ? ", .." : "");
    sheet_fini(&list);
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
    if (process_activity(report->process, "structs_seen") < 0) {
        sheet_format(sheet, "%s",
                     sheet_counted((uint64_t)HASH_COUNT(report->process->objects), "struct"));
        return;
    }
    bool is_first = true;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        int64_t n = process_activity(report->process, counts[i].name);
        if (n < 0 || (n == 0 && counts[i].if_any))
            continue;
        sheet_format(sheet, "%s%s%s", is_first ? "" : ", ",
                     sheet_counted((uint64_t)n, counts[i].noun),
                     !strcmp(counts[i].noun, "event") ? " dropped" : "");
        is_first = false;
    }
}

void summary_line(const struct report *report, struct sheet *sheet) {
    const struct verdict *verdict = report->verdict;
    struct sheet line = {0};
    sheet_format(&line, "arrowdev_check: %s, %s", sheet_counted((uint64_t)verdict->errors, "error"),
                 sheet_counted((uint64_t)verdict->warnings, "warning"));
    if (verdict->notes)
        sheet_format(&line, ", %s%s", sheet_counted((uint64_t)verdict->notes, "note"),
                     report->settings->report.verbosity > 0 ? ""
                     : verdict->notes == 1                  ? " (verbosity=1 shows it)"
                                                            : " (verbosity=1 shows them)");
    sheet_format(&line, ", %u suppressed (", verdict->suppressed);
    add_activity(report, &line);
    add_blind_modules(report, &line);
    if (verdict->over_limit)
        sheet_format(&line, "; %u not printed", verdict->over_limit);
    sheet_add(&line, strcmp(verdict->word, "incomplete") ? ")" : "), incomplete");
    sheet_wrap(sheet, line.data, HANG);
    sheet_fini(&line);
    /* In one piece, for those who look for it. */
    const char *ending = verdict_ending(verdict, report->process);
    if (sheet_column(sheet) + strlen(" -> ") + strlen(ending) > SHEET_WIDTH)
        sheet_add(sheet, "\n" HANG);
    else
        sheet_add(sheet, " ");
    sheet_format(sheet, "-> %s\n", ending);
}
