/* render: a record as a report, in the format and with the options that the first bytes say. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/reading.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "report/render/annotate.h"
#include "report/render/filter.h"
#include "report/render/format.h"
#include "report/render/lanes.h"
#include "report/render/settings.h"
#include "report/render/summary.h"
#include "report/render/suppress.h"
#include "report/render/trace.h"

static const format_render renders[] = {text_render,  json_render, sarif_render,
                                        junit_render, html_render, tracks_render};
static int nowhere;
static struct options standard;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    reading_init();
    options_parse(&standard, NULL, NULL);
    return 0;
}

static void complain(const char *complaint) {}

static void print(struct tree *tree, const struct options *settings, uint8_t way) {
    struct suppressions suppressions = {0};
    struct sheet_output output = {.fd = nowhere};
    struct sheet sheet = {.output = &output, .has_colours = way & 32};
    if (way & 16)
        suppress_read(&suppressions, SUPPRESS_KNOWN, "", complain);
    suppress_apply(&suppressions, tree);
    struct verdict verdict = verdict_of(tree, settings, &suppressions, NULL);
    const struct report report = {
        .tree = tree, .settings = settings, .verdict = &verdict, .suppressions = &suppressions};
    if (way % 8 < sizeof(renders) / sizeof(renders[0]))
        renders[way % 8](&report, &sheet);
    else if (way % 8 == 6)
        lanes_print(tree, "array#1", &sheet);
    else
        annotate_lines(&report, &sheet);
    summary_line(&report, &sheet);
    sheet_flush(&sheet);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct tree tree = {0};
    struct options settings = standard;
    if (size < 1)
        return 0;
    reading_begin(&tree, data + 1, size - 1);
    if (tree.n_processes > 0) {
        settings_read(&settings, tree.processes[0]);
        settings.report.annotate = "github";
        trace_init(settings.report.strip_path_prefix, settings.report.hide_frames);
        print(&tree, &settings, data[0]);
    }
    reading_end();
    return 0;
}
