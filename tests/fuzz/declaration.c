/* declaration: lines in which users say what their functions hand over. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "hooks/declaration.h"

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    return 0;
}

/* What is accepted names arguments and kinds that there are. */
static void examine(const struct declaration *declaration) {
    if (!declaration->function)
        return;
    for (int i = 0; i < CALL_MAX_CLAUSES && declaration->form.clauses[i].verb; i++) {
        const struct call_clause *clause = &declaration->form.clauses[i];
        if (clause->argument < 1 || (clause->argument > 6 && clause->argument != CALL_RESULT) ||
            clause->handle > 6 || clause->kind >= N_KINDS)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct declaration declaration;
    struct declaration_error error;
    char *line = malloc(size); /* no NUL behind it */
    if (size > 0)
        memcpy(line, data, size);
    if (declaration_read(line, size, &declaration, &error))
        examine(&declaration);
    else if (error.column < 1 || error.column > size + 1 || !error.what[0] ||
             !memchr(error.what, '\0', sizeof(error.what)))
        abort();
    free(line);
    return 0;
}
