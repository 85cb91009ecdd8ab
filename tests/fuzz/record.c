/* record: lines of processes, read and asked for all that they speak of; not yet a report. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/reading.h"

#include "report/render/facts.h"
#include "report/render/trace.h"
#include "report/render/tree.h"

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    reading_init();
    return 0;
}

static void ask(const struct finding *finding) {
    facts_begin();
    for (int i = 0; i < FINDING_STACKS; i++)
        trace_of(finding->process, finding->stacks[i]);
    for (size_t i = 0; i < finding->n_objects; i++)
        facts_object(finding->process, finding->objects[i]);
    for (size_t i = 0; i < finding->n_events; i++)
        facts_event(finding->process, finding->events[i]);
    facts_end();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct tree tree = {0};
    reading_begin(&tree, data, size);
    for (size_t i = 0; i < tree.n_findings; i++)
        ask(tree.findings[i]);
    reading_end();
    return 0;
}
