/* runtime: asks each adapter; one that was not built is a symbol without a definition. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/runtime.h"

#define ABSENT __attribute__((weak, visibility("hidden")))
#define RUNTIME(folder, name, present)                                                             \
    ABSENT void folder##_init(const struct hook_ops *ops);                                         \
    ABSENT const char *folder##_limit(void);                                                       \
    ABSENT int folder##_version(void);
#include "hooks/runtimes.def"
#undef RUNTIME

static const struct {
    const char *name, *present;
    void (*init)(const struct hook_ops *ops);
    const char *(*limit)(void);
    int (*version)(void);
} runtimes[] = {
#define RUNTIME(folder, name, present)                                                             \
    {name, present, folder##_init, folder##_limit, folder##_version},
#include "hooks/runtimes.def"
#undef RUNTIME
};

static void *(*resolve)(const char *name);

void runtime_init(const struct hook_ops *ops) {
    resolve = ops->resolve;
    for (unsigned i = 0; i < LENGTH(runtimes); i++)
        if (runtimes[i].init)
            runtimes[i].init(ops);
}

/* The first is the one that most would miss; of the others it is enough to name those there are. */
static void add_words(struct text *text, unsigned i) {
    bool is_present = resolve(runtimes[i].present);
    if (!is_present && i > 0)
        return;
    if (text->length)
        text_add(text, ", ");
    if (!is_present) {
        text_add(text, "no ");
        text_add(text, runtimes[i].name);
        return;
    }
    text_add(text, runtimes[i].name);
    int version = runtimes[i].version ? runtimes[i].version() : 0;
    if (version) {
        text_add(text, " ");
        text_add_uint(text, (unsigned)version / 1000);
        text_add(text, ".");
        text_add_uint(text, (unsigned)version % 1000 / 10);
    }
    text_add(text, runtimes[i].init ? " found" : " not watched");
}

void runtime_words(struct text *text) {
    for (unsigned i = 0; i < LENGTH(runtimes); i++)
        add_words(text, i);
}

unsigned runtime_limits(const char **limits, unsigned n, unsigned most) {
    static char storage[LENGTH(runtimes)][64];
    for (unsigned i = 0; i < LENGTH(runtimes) && n < most; i++) {
        if (runtimes[i].limit) {
            const char *limit = runtimes[i].limit();
            if (limit)
                limits[n++] = limit;
        } else if (resolve(runtimes[i].present)) {
            struct text text = text_begin(storage[i], sizeof(storage[i]));
            text_add(&text, runtimes[i].name);
            text_add(&text, " is not watched");
            limits[n++] = storage[i];
        }
    }
    return n;
}
