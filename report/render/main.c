/* main: the program arrowdev-check, which makes reports of what processes recorded.
 *
 *   command.c     the commands: run.c, report.c, explain.c, selftest.c
 *   program.c launch.c supervise.c sentry.c follow.c watch.c survivors.c
 *                 a command is started, waited for, and its records are followed
 *   lines.c index.c process.c facts.c member.c
 *                 a record is read, and read again where something of it is asked for
 *   collect.c tree.c alike.c
 *                 many records, what their processes have in common, and what prints the same
 *   settings.c    the options that a report is made with
 *   trace.c whose.c source.c
 *                 stacks get names: names.c (libdwfl), symbols.c, demangle.c
 *   suppress.c filter.c verdict.c ran.c
 *                 which findings count, and what they amount to
 *   focus.c fingerprint.c advice.c idiom.c owner.c streams.c lane.c
 *   leaks.c alive.c isolated.c
 *                 what is said of one finding, or of all structures
 *   diff.c lanes.c
 *                 two reports compared; one object's history
 *   format.h      the formats: text.c (parts: opening.c, frames.c, muted.c), json.c (parts:
 *                 about.c, numbers.c, value.c), sarif.c (parts: result.c, locus.c), junit.c
 *                 (checked.c: what was skipped), tracks.c, html.c (parts:
 *                 article.c, drawing.c, chart.c; its frame: report/share/page.*); parts.c: JSON
 *                 piece by piece; markup.c: XML and HTML; summary.c: the last line; annotate.c:
 *                 lines for CI; output.c, create.c: where they go
 *   trial.c surroundings.c
 *                 a process under the library, and what the machine has
 *   plant.c misshapen.c misread.c misfilled.c misordered.c specimen.c thrower.c
 *                 faults of each check, on purpose
 *   catalogue.c   the rows of checks.def and their pages
 *   sheet.c store.c
 *                 text, memory */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/command.h"

#include "report/render/store.h"

#include <stdlib.h>

int main(int argc, char **argv) {
    store_init();
    unsetenv("DEBUGINFOD_URLS"); /* libdwfl would fetch symbols from the network */
    return command_run(argc - 1, argv + 1);
}
