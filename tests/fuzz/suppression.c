/* suppression: files of accepted findings, and patterns set against names. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/text.h"
#include "report/render/suppress.h"

static size_t n_said;

static void complain(const char *complaint) {
    n_said += strlen(complaint);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct suppressions suppressions = {0};
    fuzz_file(data, size);
    n_said = 0;
    bool is_good = suppress_read(&suppressions, fuzz_path(), "", complain);
    if (is_good != (n_said == 0))
        abort();
    for (size_t i = 0; i < suppressions.n; i++) {
        const struct suppression *one = &suppressions.list[i];
        if (!one->check || !one->reason || !*one->reason || !one->text || !one->place)
            abort();
        for (int k = 0; k < N_PATTERNS; k++)
            if (one->patterns[k])
                text_matches(one->patterns[k], one->reason);
    }
    fuzz_empty_store();
    return 0;
}
