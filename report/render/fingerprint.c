/* fingerprint: what a finding is called from run to run. Change the recipe only with the prefix. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/fingerprint.h"

#include "report/base/hash.h"
#include "report/render/store.h"
#include "report/render/trace.h"

#include <stdio.h>
#include <string.h>

#define FRAMES 4

/* The 0 at the end of a string counts, so that "ab","c" is not "a","bc". */
static uint64_t add(uint64_t hash, const char *text, size_t length) {
    return hash_add(hash_add(hash, text, length), "", 1);
}

static uint64_t add_spot(uint64_t hash, const struct spot *spot) {
    const char *path = spot->module ? spot->module->path : spot->file ? spot->file : "";
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *version = strstr(name, ".so.");
    hash = add(hash, spot->function ? spot->function : "?",
               strlen(spot->function ? spot->function : "?"));
    return add(hash, name, version ? (size_t)(version - name) + 3 : strlen(name));
}

static unsigned hash_of(const struct trace *trace) {
    const struct spot *place = trace_place(trace);
    bool only_user = place && place->owner == OWNER_USER;
    uint64_t hash = HASH_NONE;
    unsigned n = 0;
    for (size_t i = 0; i < trace->n && n < FRAMES; i++) {
        const struct spot *spot = &trace->spots[i];
        if (spot->is_hidden || (only_user && spot->owner != OWNER_USER))
            continue;
        hash = add_spot(hash, spot);
        n++;
    }
    return n ? (unsigned)((hash >> 24 ^ hash) & 0xffffff) : 0;
}

const char *fingerprint_of(const struct finding *finding) {
    unsigned hashes[FINDING_STACKS];
    for (int i = 0; i < FINDING_STACKS; i++)
        hashes[i] = hash_of(trace_of(finding->process, finding->stacks[i]));
    unsigned second = hashes[STACK_BEFORE] ? hashes[STACK_BEFORE] : hashes[STACK_ORIGIN];
    char text[128];
    if (finding->is_group)
        snprintf(text, sizeof text, "adc1:%s:%06x", finding->check->slug, hashes[STACK_ORIGIN]);
    else
        snprintf(text, sizeof text, "adc1:%s:%06x:%06x", finding->check->slug, hashes[STACK_NOW],
                 second);
    return store_string(text);
}
