/* options: the variable, a file of it, arguments, and what is written for other processes. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"

#include <string.h>

#include "report/base/options.h"

static size_t n_said;

static void say(const char *line) {
    n_said += strlen(line);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    return 0;
}

/* What is written for others is what they read. */
static void write_and_read(const struct options *options) {
    char storage[4096], again[4096];
    struct text text = text_begin(storage, sizeof(storage)),
                same = text_begin(again, sizeof(again));
    struct options copy;
    if (!options_write(options, &text))
        return;
    n_said = 0;
    options_parse(&copy, storage, say);
    if (n_said > 0 || !options_write(&copy, &same) || strcmp(storage, again) != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct options options;
    char wrong[256];
    struct text text = text_begin(wrong, sizeof(wrong));
    uint8_t way = size > 0 ? data[0] : 0;
    if (way == '@') {
        fuzz_file(data + 1, size - 1);
        options_parse(&options, NULL, say);
        options_include(&options, fuzz_path(), say);
    } else if (way == '-') {
        options_parse(&options, NULL, say);
        options_argument(&options, fuzz_text(data + 1, size - 1), "shim,report", &text);
    } else {
        options_parse(&options, fuzz_text(data, size), say);
    }
    write_and_read(&options);
    return 0;
}
