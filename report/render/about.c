/* about: what a report for programs says of the tool, the run and its processes. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/about.h"
#include "report/render/isolated.h"

#include "report/render/facts.h"
#include "report/render/member.h"
#include "report/render/store.h"
#include "report/render/value.h"

#include <string.h>
#include <unistd.h>

static const struct process *first_process(const struct report *report) {
    return report->tree->n_processes ? report->tree->processes[0] : NULL;
}

json_t *about_tool(const struct report *report) {
    const struct process *process = first_process(report);
    const json_t *header = process ? process->header : NULL;
    return json_pack("{s:s, s:o, s:o, s:o, s:o}", "name", "arrowdev_check", "version",
                     value_of(header, "tool", json_string(ARROWDEV_CHECK_VERSION)), "options",
                     value_of(header, "options", json_object()), "options_from",
                     value_of(header, "options_from", json_object()), "spec",
                     value_of(header, "spec", json_object()));
}

static json_t *ending(const struct report *report, const struct process *process) {
    const json_t *end = json_object_get(process->end, "exit");
    int set_status = process->is_one_of_many || report->ran ? -1 : report->verdict->set_status;
    if (!end) /* killed: nothing else ends a process without a last line */
        return json_pack("{s:s, s:n, s:n, s:n}", "how", "signal", "app_status", "signal",
                         "status_set_by_tool");
    return json_pack("{s:o, s:o, s:o, s:o}", "how", value_of(end, "how", json_string("exit")),
                     "app_status", value_unless(member_number(end, "app_status", -1), -1), "signal",
                     value_text(verdict_signal(process)), "status_set_by_tool",
                     value_unless(set_status, -1));
}

json_t *about_process(const struct report *report, const struct process *process) {
    const json_t *header = process->header;
    json_t *parent = json_object_get(header, "parent");
    const char *name = store_format("%lld", (long long)json_integer_value(parent));
    return json_pack("{s:s, s:o, s:I, s:o, s:o, s:s, s:o, s:s, s:o, s:o, s:o}", "name",
                     process->name, "run_id", value_of(header, "run_id", json_string("")), "pid",
                     (json_int_t)process->pid, "ppid", value_of(header, "ppid", json_integer(0)),
                     "parent_report", value_text(json_is_integer(parent) ? name : NULL), "exe",
                     process->exe, "argv", value_of(header, "argv", json_array()), "cwd",
                     process->cwd, "started", value_of(header, "started", json_string("")),
                     "duration_ms",
                     json_real((double)member_amount(process->end, "t_us", 0) / 1000), "exit",
                     ending(report, process));
}

/* The command that was started is a run too, whether it left a record or not. */
static json_t *run_of_command(const struct report *report) {
    const struct ran *ran = report->ran;
    json_t *argv = json_array();
    for (char **argument = ran->argv; *argument; argument++)
        json_array_append_new(argv, value_text(*argument));
    struct tm utc;
    char started[32], cwd[4096];
    gmtime_r(&ran->started, &utc);
    strftime(started, sizeof started, "%Y-%m-%dT%H:%M:%SZ", &utc);
    bool is_signal = ran_status(ran) != 0 && !strncmp(ran_ending(ran), "signal ", 7);
    return json_pack(
        "{s:s, s:i, s:i, s:n, s:o, s:o, s:o, s:s, s:f, s:{s:s, s:o, s:o, s:o}}", "run_id",
        store_format("%lx-%x", (long)ran->started, (unsigned)ran->pid), "pid", (int)ran->pid,
        "ppid", (int)getpid(), "parent_report", "exe", value_text(ran->path), "argv", argv, "cwd",
        value_text(getcwd(cwd, sizeof cwd) ? cwd : ""), "started", started, "duration_ms",
        (double)ran->duration_us / 1000, "exit", "how", is_signal ? "signal" : "exit", "app_status",
        value_unless(is_signal ? -1 : ran_status(ran), -1), "signal",
        value_text(is_signal ? ran_ending(ran) + strlen("signal ") : NULL), "status_set_by_tool",
        value_unless(report->verdict->set_status, -1));
}

json_t *about_run(const struct report *report) {
    if (report->ran)
        return run_of_command(report);
    return about_process(report, first_process(report));
}

/* Hooks are what the library has in every process, with the calls of all. */
static json_t *hooks(const struct tree *tree) {
    json_t *all = json_object(), *list = json_array(), *value;
    for (size_t i = 0; i < tree->n_processes; i++) {
        const json_t *activity = json_object_get(tree->processes[i]->end, "activity");
        json_t *hook;
        size_t k;
        json_array_foreach(json_object_get(activity, "hooks"), k, hook) {
            const char *symbol = member_text(hook, "symbol");
            json_t *before = symbol ? json_object_get(all, symbol) : NULL;
            int64_t calls = member_amount(hook, "calls", 0) + member_amount(before, "calls", 0);
            bool is_active = before && !strcmp(member_text(before, "state"), "active");
            if (symbol && member_text(hook, "state"))
                json_object_set_new(all, symbol,
                                    json_pack("{s:s, s:s, s:I}", "symbol", symbol, "state",
                                              is_active ? "active" : member_text(hook, "state"),
                                              "calls", (json_int_t)calls));
        }
    }
    const char *name;
    json_object_foreach(all, name, value) json_array_append(list, value);
    json_decref(all);
    return list;
}

json_t *about_activity(const struct report *report) {
    static const char *const counts[] = {"structs_seen", "arrays_seen",    "schemas_seen",
                                         "streams_seen", "moves",          "releases",
                                         "device_calls", "events_dropped", "stacks_truncated"};
    const struct tree *tree = report->tree;
    json_t *activity = json_pack("{s:b}", "active", tree->n_processes > 0);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (tree_activity(tree, counts[i]) >= 0)
            json_object_set_new(activity, counts[i], json_integer(tree_activity(tree, counts[i])));
    if (!json_object_get(activity, "structs_seen")) {
        size_t n = 0;
        for (size_t i = 0; i < tree->n_processes; i++)
            n += facts_n_objects(tree->processes[i]);
        json_object_set_new(activity, "structs_seen", json_integer((json_int_t)n));
    }
    json_object_set_new(activity, "hooks", hooks(tree));
    json_t *isolated = isolated_sums(tree);
    if (isolated)
        json_object_set_new(activity, "isolated", isolated);
    json_object_set_new(activity, "limits", tree_limits(tree));
    return activity;
}

json_t *about_environment(const struct report *report) {
    const struct process *process = first_process(report);
    return value_of(process ? process->header : NULL, "environment", json_object());
}
