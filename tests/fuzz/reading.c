/* reading: a record is a file; the renderer's window on files is led away from it afterwards, as it
 * knows them by addresses that the next one may have. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/reading.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "report/render/collect.h"
#include "report/render/facts.h"
#include "report/render/lines.h"
#include "report/render/names.h"
#include "report/render/store.h"
#include "tests/fuzz/fuzz.h"

static struct lines *other;
static int second;

void reading_init(void) {
    int fd = memfd_create("other", MFD_CLOEXEC);
    second = memfd_create("second", MFD_CLOEXEC);
    if (fd < 0 || second < 0 || write(fd, "{}\n", 3) != 3)
        abort();
    store_init();
    store_begin();
    bool before = store_keep_begin();
    other = lines_open(fd, NULL);
    store_keep_end(before);
    store_end();
    names_enable(false);
}

void reading_begin(struct tree *tree, const uint8_t *data, size_t size) {
    static const char between[] = "\n---\n";
    const uint8_t *end = memmem(data, size, between, sizeof(between) - 1);
    size_t first = end ? (size_t)(end - data) : size;
    collect_descriptor(tree, fuzz_file(data, first), "first");
    if (end) {
        const uint8_t *rest = end + sizeof(between) - 1;
        size_t left = size - (size_t)(rest - data);
        if (ftruncate(second, 0) || pwrite(second, rest, left, 0) != (ssize_t)left)
            abort();
        collect_descriptor(tree, second, "second");
    }
    if (tree->n_processes > 0)
        tree_settle(tree);
}

void reading_end(void) {
    size_t length;
    facts_begin(); /* its end forgets what was read without one */
    facts_end();
    lines_at(other, 0, &length);
    fuzz_empty_store();
}
