/* fallback: a paragraph a finding, and the last line. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/fallback.h"

#include <dlfcn.h>
#include <unistd.h>

#include "report/header.h"
#include "report/module.h"
#include "report/place.h"
#include "report/voice.h"

#define MAX_FRAMES 6

/* One thread ends the process. */
static char storage[16384];
static struct text page;

static void send(void) {
    voice_write(page.data, page.length);
    page = text_begin(storage, sizeof storage);
}

/** A label in column 3, what follows in column 11. */
static void label(const char *name) {
    text_add(&page, "  ");
    text_add(&page, name);
    text_add_bytes(&page, "        ", 8 - strlen(name));
}

static void add_native(const struct stack_frame *frame) {
    const struct module *module = module_get(frame->module);
    Dl_info info = {.dli_sname = NULL};
    /* A return address may lie behind its function's end. */
    if (module && !module->unloaded)
        dladdr((void *)(frame->pc - !frame->exact), &info);
    text_add(&page, info.dli_sname ? info.dli_sname : "?");
    text_add(&page, "  ");
    place_add_frame(&page, frame);
    if (module && module->build_id[0]) {
        text_add(&page, "  build-id ");
        text_add(&page, module->build_id);
    }
}

static bool is_hidden(const struct stack_frame *frame) {
    const struct module *module = frame->pc ? module_get(frame->module) : NULL;
    return frame->pc && (!module || module->is_system);
}

static void add_stack(const char *name, stack_id stack) {
    unsigned n, shown = 0;
    const struct stack_frame *frames = stack_frames(stack, &n);
    for (unsigned i = 0; i < n && shown < MAX_FRAMES; i++) {
        if (is_hidden(&frames[i]))
            continue;
        label(shown == 0 ? name : "");
        text_add(&page, "#");
        text_add_uint(&page, shown++);
        text_add(&page, " ");
        if (frames[i].pc) {
            add_native(&frames[i]);
        } else {
            text_add(&page, frames[i].function);
            text_add(&page, "  ");
            place_add_frame(&page, &frames[i]);
            text_add(&page, "  (python)");
        }
        text_add(&page, "\n");
    }
}

static void add_times(uint64_t count) {
    text_add(&page, "      ");
    text_add_uint(&page, count);
    text_add(&page, count == 1 ? " time\n" : " times\n");
}

static void add_finding(const struct finding *finding, uint64_t count) {
    place_add(&page, finding->now ? finding->now : finding->origin);
    text_add(&page, ": ");
    text_add(&page, finding_severity_name(finding->severity));
    text_add(&page, ": ");
    text_add(&page, finding->message);
    text_add(&page, " [");
    text_add(&page, finding_checks[finding->check].slug);
    text_add(&page, "]\n");
    for (unsigned i = 0; i < finding->n_objects; i++) {
        if (i == 0)
            label("what");
        text_add(&page, i == 0 ? "" : ", ");
        text_add(&page, finding->objects[i]);
    }
    text_add(&page, finding->n_objects > 0 ? "\n" : "");
    label("who");
    text_add(&page, record_blame_name(finding->blame));
    if (finding->who[0]) {
        text_add(&page, " (");
        text_add(&page, finding->who);
        text_add(&page, ")");
    }
    add_times(count);
    add_stack("now", finding->now);
    add_stack("before", finding->before);
    add_stack("origin", finding->origin);
    text_add(&page, "\n");
    send();
}

static void add_count(uint64_t n, const char *noun) {
    text_add(&page, ", ");
    text_add_uint(&page, n);
    text_add(&page, noun);
    text_add(&page, n == 1 ? "" : "s");
}

static void add_last_line(const struct record_activity *activity) {
    struct finding_counts counts = finding_counts();
    text_add(&page, "arrowdev_check: ");
    text_add_uint(&page, counts.errors);
    text_add(&page, counts.errors == 1 ? " error" : " errors");
    add_count(counts.warnings, " warning");
    text_add(&page, ", 0 suppressed (");
    text_add_uint(&page, activity->structs_seen);
    text_add(&page, activity->structs_seen == 1 ? " struct" : " structs");
    add_count(activity->moves, " move");
    add_count(activity->releases, " release");
    text_add(&page, ")\n");
    send();
}

/** As a rendered report begins: what takes that out of a log takes this out as well. */
static void add_first_line(void) {
    text_add(&page, "arrowdev_check: report of ");
    text_add(&page, header_exe_name());
    text_add(&page, " (pid ");
    text_add_int(&page, getpid());
    text_add(&page, "):\n\n");
}

void fallback_write(const struct report_options *options, const char *why,
                    const struct record_activity *activity) {
    uint64_t count;
    page = text_begin(storage, sizeof storage);
    text_add(&page,
             "arrowdev_check: the report is made without names and lines, and no file is "
             "written: ");
    text_add(&page, why);
    text_add(&page, "\n");
    if (options->suppressions[0])
        text_add(&page, "arrowdev_check: suppressions do not apply, as they go by names\n");
    if (!options->quiet)
        add_first_line();
    send();
    for (unsigned i = 0; i < options->max_reports; i++) {
        const struct finding *finding = finding_at(i, &count);
        if (!finding)
            break;
        if (finding->severity > SEVERITY_NOTE || options->verbosity > 0)
            add_finding(finding, count);
    }
    if (!options->quiet)
        add_last_line(activity);
}
