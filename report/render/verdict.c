/* verdict: what a process's findings amount to. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/verdict.h"

#include "report/render/store.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static const json_t *ending(const struct process *process) {
    return json_object_get(process->end, "exit");
}

static const char *how(const struct process *process) {
    const char *word = json_string_value(json_object_get(ending(process), "how"));
    return word ? word : "";
}

static bool is_shown(const struct finding *finding, const struct options *settings) {
    return finding->severity > SEVERITY_NOTE || settings->report.verbosity > 0;
}

/* Rank in print: what the process died of, then what happened, then the leaks. */
static int rank(const struct finding *finding) {
    return !strcmp(finding->check->slug, "callback-crashed") ? 0 : finding->is_group ? 2 : 1;
}

static void choose(struct verdict *verdict, const struct process *process,
                   const struct options *settings) {
    unsigned *of_check = store_new(catalogue_n_checks * sizeof *of_check);
    verdict->printed = store_new(process->n_findings * sizeof *verdict->printed);
    for (int now = 0; now <= 2; now++) {
        for (size_t i = 0; i < process->n_findings; i++) {
            const struct finding *finding = process->findings[i];
            if (rank(finding) != now || !is_shown(finding, settings))
                continue;
            unsigned *n = &of_check[finding->check - catalogue_checks];
            if (*n < settings->report.max_reports_per_check &&
                (int64_t)verdict->n_printed < settings->report.max_reports) {
                verdict->printed[verdict->n_printed++] = finding;
                ++*n;
            } else {
                verdict->over_limit++;
            }
        }
    }
}

/* An application's own failure is kept, and under the launcher every status is. */
static int status_to_set(const struct verdict *verdict, const struct process *process,
                         const struct options *settings) {
    const json_t *status = json_object_get(ending(process), "app_status");
    bool is_wanted = verdict->errors;
    if (!strcmp(settings->shim.exitcode_on, "warning"))
        is_wanted = verdict->errors || verdict->warnings;
    else if (!strcmp(settings->shim.exitcode_on, "never"))
        is_wanted = false;
    if (!is_wanted || !settings->shim.exitcode || *settings->report.record_dir ||
        strcmp(how(process), "exit") || !json_is_integer(status) || json_integer_value(status))
        return -1;
    return (int)settings->shim.exitcode;
}

struct verdict verdict_of(const struct process *process, const struct options *settings) {
    struct verdict verdict = {.has_end = process->end != NULL};
    bool is_incomplete = process_activity(process, "events_dropped") > 0 ||
                         json_integer_value(json_object_get(process->end, "dropped")) > 0;
    for (size_t i = 0; i < process->n_findings; i++) {
        const struct finding *finding = process->findings[i];
        verdict.errors += finding->severity == SEVERITY_ERROR;
        verdict.warnings += finding->severity == SEVERITY_WARNING;
        verdict.notes += finding->severity == SEVERITY_NOTE;
        verdict.repeats += finding->count - 1;
        is_incomplete = is_incomplete || !strcmp(finding->check->slug, "incomplete");
    }
    verdict.word = is_incomplete                        ? "incomplete"
                   : verdict.errors || verdict.warnings ? "findings"
                                                        : "clean";
    choose(&verdict, process, settings);
    verdict.set_status = status_to_set(&verdict, process, settings);
    return verdict;
}

unsigned verdict_unprinted(const struct verdict *verdict, const struct process *process,
                           const struct options *settings, const struct check *check) {
    unsigned n = 0;
    for (size_t i = 0; i < process->n_findings; i++)
        n += process->findings[i]->check == check && is_shown(process->findings[i], settings);
    for (size_t i = 0; i < verdict->n_printed; i++)
        n -= verdict->printed[i]->check == check;
    return n;
}

const char *verdict_signal(const struct process *process) {
    const json_t *signal = json_object_get(ending(process), "signal");
    if (json_is_string(signal))
        return json_string_value(signal);
    if (json_integer_value(signal) <= 0)
        return NULL;
    char text[32];
    const char *name = sigabbrev_np((int)json_integer_value(signal));
    if (name)
        snprintf(text, sizeof text, "SIG%s", name);
    else
        snprintf(text, sizeof text, "%d", (int)json_integer_value(signal));
    return store_string(text);
}

const char *verdict_ending(const struct verdict *verdict, const struct process *process) {
    const json_t *status = json_object_get(ending(process), "app_status");
    const char *signal = verdict_signal(process);
    char text[64];
    if (!verdict->has_end)
        return "end not recorded";
    if (signal)
        snprintf(text, sizeof text, "signal %s", signal);
    else if (verdict->set_status >= 0)
        snprintf(text, sizeof text, "exit %d", verdict->set_status);
    else if (json_is_integer(status) && json_integer_value(status) >= 0)
        snprintf(text, sizeof text, "%s %d", how(process), (int)json_integer_value(status));
    else
        snprintf(text, sizeof text, "%s", how(process));
    return store_string(text);
}
