/* verdict: what the findings of all processes amount to. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/verdict.h"

#include "report/render/member.h"
#include "report/render/store.h"

#include <signal.h>
#include <string.h>

#define NOT_EXERCISED 98 /* exit status where something is required */

static const json_t *ending(const struct process *process) {
    return json_object_get(process->end, "exit");
}

static bool is_shown(const struct finding *finding, const struct options *settings) {
    if (finding->suppressed_by)
        return false;
    return finding->severity > SEVERITY_NOTE || settings->report.verbosity > 0;
}

/* Rank in print: what a process died of, then what happened, then the leaks. */
static int rank(const struct finding *finding) {
    return !strcmp(finding->check->slug, "callback-crashed") ? 0 : finding->is_group ? 2 : 1;
}

static void choose(struct verdict *verdict, const struct tree *tree,
                   const struct options *settings) {
    unsigned *of_check = store_new(catalogue_n_checks * sizeof *of_check);
    verdict->printed = store_new(tree->n_findings * sizeof *verdict->printed);
    for (int now = 0; now <= 2; now++) {
        for (size_t i = 0; i < tree->n_findings; i++) {
            const struct finding *finding = tree->findings[i];
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

/* Did it end of itself, and well? An application's own failure is kept. */
static bool has_ended_well(const struct tree *tree, const struct ran *ran) {
    if (ran)
        return ran_status(ran) == 0;
    const json_t *exit = tree->n_processes == 1 ? ending(tree->processes[0]) : NULL;
    const char *how = member_text(exit, "how");
    return how && !strcmp(how, "exit") && member_number(exit, "app_status", -1) == 0;
}

static bool is_bad(const struct verdict *verdict, const struct options *settings) {
    if (!strcmp(settings->shim.exitcode_on, "never") || !settings->shim.exitcode)
        return false;
    return verdict->errors || (verdict->warnings && !strcmp(settings->shim.exitcode_on, "warning"));
}

/* Has a run shown what it had to? */
static bool is_exercised(const struct tree *tree, const struct options *settings) {
    bool wants_device = strstr(settings->launch.require, "device");
    bool has_structs = tree_activity(tree, "structs_seen") > 0;
    /* A record begins with the first structure; one without an end has no counts. */
    for (size_t i = 0; i < tree->n_processes; i++)
        has_structs = has_structs || !tree->processes[i]->end;
    return has_structs && (!wants_device || tree_activity(tree, "device_calls") > 0);
}

static int status_unexercised(const struct options *settings) {
    if (settings->launch.exitcode_not_exercised)
        return (int)settings->launch.exitcode_not_exercised;
    return *settings->launch.require ? NOT_EXERCISED : -1;
}

/* Under the launcher a process's status is left to it, and only its own is changed. */
static int status_to_set(const struct verdict *verdict, const struct tree *tree,
                         const struct options *settings, const struct ran *ran) {
    if (!has_ended_well(tree, ran) || (!ran && *settings->report.record_dir))
        return -1;
    if (is_bad(verdict, settings))
        return (int)settings->shim.exitcode;
    return strcmp(verdict->word, "not-exercised") ? -1 : status_unexercised(settings);
}

/* Not all of its structures were watched. */
static bool is_sample(const struct process *process) {
    char storage[32];
    const char *every = process_option(process, "sample", storage);
    return every && strcmp(every, "1") != 0;
}

static bool is_incomplete(const struct tree *tree) {
    bool is_so = tree->n_unkept || tree_activity(tree, "events_dropped") > 0;
    for (size_t i = 0; i < tree->n_processes; i++)
        is_so = is_so || member_number(tree->processes[i]->end, "dropped", 0) > 0 ||
                tree->processes[i]->n_dropped > 0 || is_sample(tree->processes[i]);
    for (size_t i = 0; i < tree->n_findings; i++)
        is_so = is_so || !strcmp(tree->findings[i]->check->slug, "incomplete");
    return is_so;
}

static unsigned n_unused(const struct suppressions *suppressions) {
    unsigned n = 0;
    for (size_t i = 0; i < suppressions->n; i++)
        n += suppress_is_unused(&suppressions->list[i]);
    return n;
}

struct verdict verdict_of(const struct tree *tree, const struct options *settings,
                          const struct suppressions *suppressions, const struct ran *ran) {
    struct verdict verdict = {0};
    if (settings->report.strict_suppressions)
        verdict.errors += n_unused(suppressions);
    for (size_t i = 0; i < tree->n_findings; i++) {
        const struct finding *finding = tree->findings[i];
        if (finding->suppressed_by) {
            verdict.suppressed++;
            continue;
        }
        verdict.errors += finding->severity == SEVERITY_ERROR;
        verdict.warnings += finding->severity == SEVERITY_WARNING;
        verdict.notes += finding->severity == SEVERITY_NOTE;
        verdict.repeats += finding->count - 1;
    }
    verdict.word = is_incomplete(tree)                  ? "incomplete"
                   : verdict.errors || verdict.warnings ? "findings"
                                                        : "clean";
    /* What was found was found all the same. */
    if (ran && !strcmp(verdict.word, "clean") && !is_exercised(tree, settings))
        verdict.word = "not-exercised";
    choose(&verdict, tree, settings);
    verdict.set_status = status_to_set(&verdict, tree, settings, ran);
    return verdict;
}

unsigned verdict_unprinted(const struct verdict *verdict, const struct tree *tree,
                           const struct options *settings, const struct check *check) {
    unsigned n = 0;
    for (size_t i = 0; i < tree->n_findings; i++)
        n += tree->findings[i]->check == check && is_shown(tree->findings[i], settings);
    for (size_t i = 0; i < verdict->n_printed; i++)
        n -= verdict->printed[i]->check == check;
    return n;
}

static bool goes_on(const struct process *process) {
    const char *how = member_text(ending(process), "how");
    return how && !strcmp(how, "checkpoint");
}

static const char *signal_of(const struct process *process) {
    const json_t *signal = json_object_get(ending(process), "signal");
    if (json_is_string(signal))
        return json_string_value(signal);
    return json_integer_value(signal) > 0 ? ran_signal_name((int)json_integer_value(signal)) : NULL;
}

const char *verdict_signal(const struct process *process) {
    return goes_on(process) ? NULL : signal_of(process);
}

const char *verdict_snapshot(const struct process *process) {
    return goes_on(process) ? signal_of(process) : NULL;
}

const char *verdict_ending(const struct process *process) {
    int64_t status = member_number(ending(process), "app_status", -1);
    const char *how = member_text(ending(process), "how"), *signal = verdict_signal(process);
    if (!how)
        return "end not recorded";
    if (goes_on(process))
        return "goes on";
    if (signal)
        return store_format("signal %s", signal);
    return status >= 0 ? store_format("%s %d", how, (int)status) : store_string(how);
}
