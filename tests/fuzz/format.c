/* format: format strings, alone and in a schema with children. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "tracker/type.h"

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    type_init();
    fuzz_resume_peeks();
    return 0;
}

static void release(struct ArrowSchema *schema) {}

/* One type for each line: the first is the parent of the others. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { MOST = 8 };
    struct ArrowSchema schemas[MOST], *children[MOST];
    struct type_format parsed;
    char *rest = fuzz_text(data, size), *line;
    int n = 0;
    while (n < MOST && (line = strsep(&rest, "\n"))) {
        type_parse(line, &parsed);
        if (memchr(parsed.before, '\0', sizeof(parsed.before)) == NULL ||
            memchr(parsed.after, '\0', sizeof(parsed.after)) == NULL)
            abort();
        schemas[n] = (struct ArrowSchema){.format = line, .name = line, .release = release};
        children[n] = &schemas[n];
        n++;
    }
    schemas[0].n_children = n - 1;
    schemas[0].children = children + 1;
    if (n > 2)
        schemas[1].dictionary = &schemas[2];
    const struct type *type = type_of(&schemas[0]);
    if (type && strlen(type->name) >= TYPE_NAME_SIZE)
        abort();
    return 0;
}
