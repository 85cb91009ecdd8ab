/* report: the command `arrowdev-check report`: records in, one report out; for a person afterwards,
 * or for a process that ends and waits for the verdict. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/command.h"

#include "report/render/alike.h"
#include "report/render/collect.h"
#include "report/render/diff.h"
#include "report/render/filter.h"
#include "report/render/lanes.h"
#include "report/render/names.h"
#include "report/render/output.h"
#include "report/render/settings.h"
#include "report/render/store.h"
#include "report/render/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct job {
    bool is_in_process;  /* started by the shim: text to stderr, settings from the record */
    bool is_diff;        /* of two files */
    int record, verdict; /* descriptors, -1 for none */
    const char *lanes;   /* of which object, NULL for none */
    struct filter filter;
    size_t n_files;
    char **files;
    size_t n_options;
    char **options; /* "name=value" of the command line */
};

/* A report made afterwards goes where its own command line says. */
static void settle(const struct job *job, const struct tree *tree, struct options *settings) {
    options_parse(settings, NULL, NULL);
    if (tree->n_processes)
        settings_read(settings, tree->processes[0]);
    if (job->is_in_process) {
        settings->report.record_dir = ""; /* that of a process which has to say it itself */
    } else {
        settings->report.format = "text";
        settings->report.log_path = "";
        settings->report.color = "auto";
        settings->report.annotate = "";
        settings->report.symbolize = "exit";
        settings->report.quiet = false;
    }
    for (size_t i = 0; i < job->n_options; i++)
        settings_set(settings, job->options[i]);
}

static void complain(const char *complaint) {
    fprintf(stderr, "arrowdev_check: error: suppressions: %s\n", complaint);
}

/* Names of files are relative to where they were given: we are there, or the process was. */
static bool read_suppressions(const struct job *job, const struct tree *tree,
                              const struct options *settings, struct suppressions *suppressions) {
    const char *folder = tree->processes[0]->cwd;
    for (size_t i = 0; i < job->n_options; i++)
        if (!strncmp(job->options[i], "suppressions=", strlen("suppressions=")))
            folder = "";
    return suppress_read(suppressions, settings->report.suppressions, folder, complain);
}

static bool print_lanes(const struct tree *tree, const char *object) {
    struct sheet_output output = {.fd = STDOUT_FILENO};
    struct sheet sheet = {.output = &output};
    bool is_found = lanes_print(tree, object, &sheet);
    sheet_flush(&sheet);
    if (!is_found)
        fprintf(stderr, "arrowdev_check: error: no record has an object %s\n", object);
    if (output.error)
        command_unwritten(output.error);
    return is_found && !output.error;
}

static bool render(const struct job *job, struct tree *tree, struct verdict *verdict) {
    struct options settings;
    struct suppressions suppressions = {0};
    tree_settle(tree);
    settle(job, tree, &settings);
    read_suppressions(job, tree, &settings, &suppressions);
    trace_init(settings.report.strip_path_prefix, settings.report.hide_frames);
    names_enable(!strcmp(settings.report.symbolize, "exit"));
    alike_join(tree);
    suppress_apply(&suppressions, tree);
    size_t n_findings = tree->n_findings;
    filter_apply(&job->filter, tree);
    if (n_findings && !tree->n_findings)
        fprintf(stderr,
                "arrowdev_check: of the findings there (%zu) none is what --check, --object and "
                "--module ask for\n",
                n_findings);
    if (job->lanes)
        return print_lanes(tree, job->lanes);
    *verdict = verdict_of(tree, &settings, &suppressions, NULL);
    const struct report report = {
        .tree = tree, .settings = &settings, .verdict = verdict, .suppressions = &suppressions};
    const struct output output = {.standard = job->is_in_process ? STDERR_FILENO : STDOUT_FILENO,
                                  .has_last_line = job->is_in_process};
    return output_write(&report, &output);
}

static bool for_process(const struct job *job) {
    struct tree tree = {0};
    struct verdict verdict = {0};
    bool is_done = collect_descriptor(&tree, job->record, "of the process that ends") &&
                   render(job, &tree, &verdict);
    if (job->verdict >= 0)
        dprintf(job->verdict, "verdict %u %u %u\n", verdict.errors, verdict.warnings,
                verdict.notes);
    return is_done;
}

static bool for_person(const struct job *job) {
    struct tree tree = {0};
    struct verdict verdict;
    bool is_done = true;
    for (size_t i = 0; i < job->n_files; i++)
        is_done = collect_path(&tree, job->files[i]) && is_done;
    return tree.n_processes && render(job, &tree, &verdict) && is_done;
}

static const char *value_after(const char *argument, const char *name, int argc, char **argv,
                               int *i) {
    size_t length = strlen(name);
    if (strncmp(argument, name, length))
        return NULL;
    if (argument[length] == '=')
        return argument + length + 1;
    return !argument[length] && *i + 1 < argc ? argv[++*i] : NULL;
}

/* An option that is none of options.def; false when it is not one of these. */
static bool take_own(struct job *job, int argc, char **argv, int *i, const char **wrong) {
    const char *value;
    if (!strcmp(argv[*i], "--in-process"))
        job->is_in_process = true;
    else if (!strcmp(argv[*i], "--diff"))
        job->is_diff = true;
    else if ((value = value_after(argv[*i], "--record-fd", argc, argv, i)))
        job->record = atoi(value);
    else if ((value = value_after(argv[*i], "--verdict-fd", argc, argv, i)))
        job->verdict = atoi(value);
    else if ((value = value_after(argv[*i], "--lanes", argc, argv, i)))
        job->lanes = value;
    else
        return filter_take(&job->filter, argv[*i], wrong);
    return true;
}

static const char *wrong_files(const struct job *job) {
    if (job->is_diff && job->n_files != 2)
        return "report --diff needs two files or folders, the old and the new one";
    if (!job->is_in_process && !job->n_files)
        return "report needs a FILE or folder of records";
    return NULL;
}

/* What is wrong with the arguments, or NULL. */
static const char *read_arguments(struct job *job, struct options *settings, int argc,
                                  char **argv) {
    const char *wrong = NULL;
    options_parse(settings, NULL, NULL);
    for (int i = 0; i < argc && !wrong; i++) {
        if (strncmp(argv[i], "--", 2)) {
            STORE_ADD(job->files, job->n_files) = argv[i];
        } else if (!take_own(job, argc, argv, &i, &wrong)) {
            wrong = settings_set(settings, argv[i] + 2);
            STORE_ADD(job->options, job->n_options) = argv[i] + 2;
        }
    }
    struct suppressions suppressions = {0};
    if (!wrong)
        wrong = wrong_files(job);
    if (!wrong && !job->is_in_process &&
        !suppress_read(&suppressions, settings->report.suppressions, "", complain))
        wrong = "no report is made with suppressions that cannot be read";
    return wrong;
}

int report_command(int argc, char **argv) {
    if (argc > 0 && !strcmp(argv[0], "--help"))
        return command_help("report", "report");
    struct job job = {.record = -1, .verdict = -1};
    struct options settings;
    const char *complaint = read_arguments(&job, &settings, argc, argv);
    if (complaint)
        return command_misused(complaint);
    if (job.is_diff)
        return diff_print(job.files[0], job.files[1], &settings);
    bool is_done = job.is_in_process ? for_process(&job) : for_person(&job);
    return is_done ? EXIT_SUCCESS : EXIT_FAILURE;
}
