/* walker: calls of hooked functions with structures of any shape: trees in circles, pointers into
 * nowhere, callbacks that are none, moves and copies in between.
 *
 * An input is a list of steps, then an image of the memory that they work on: words of it that
 * begin with a mark become pointers into the image, beyond its end, or to callbacks (seeds.py).
 *
 *   byte 0      number of steps; then two bytes a step: what, and which of eight places
 *   the rest    the image, from its first byte on */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "hooks/callback.h"
#include "hooks/declared.h"
#include "hooks/hook.h"
#include "report/base/peek.h"
#include "report/module.h"

#define IMAGE      2048u
#define PAGE       4096u
#define PLACES     8
#define MOST_STEPS 24
/* The two bytes that a marked word begins with. */
enum { MARK_IMAGE = 0xa11c, MARK_BEYOND = 0xa11d, MARK_CALLBACK = 0xa11e };

/* Its second page can't be read: what lies there begins in one and ends in the other. */
static char *image;

static void *at(unsigned place) {
    return image + place % PLACES * (IMAGE / PLACES);
}

/* Producers that keep the rules, and some that don't. */
static void release_array(struct ArrowArray *array) {
    array->release = NULL;
}

static void forget_array(struct ArrowArray *array) {}

static void release_children(struct ArrowArray *array) {
    for (int64_t i = 0; i < array->n_children && i < 4; i++) {
        struct ArrowArray *child, copy;
        if (peek(&child, &array->children[i], sizeof(child)) == 0 &&
            peek(&copy, child, sizeof(copy)) == 0 && child != array &&
            thunk_slot_of((uintptr_t)copy.release) != THUNK_NONE)
            copy.release(child);
    }
    array->release = NULL;
}

static void release_schema(struct ArrowSchema *schema) {
    schema->release = NULL;
}

static void release_stream(struct ArrowArrayStream *stream) {
    stream->release = NULL;
}

/* Where a stream's callback stands for a release, there is no `out`. */
static int fill(char *out, const void *from) {
    if (out >= image && out < image + IMAGE)
        memmove(out, from, sizeof(struct ArrowDeviceArray));
    return 0;
}

static int get_next(struct ArrowArrayStream *stream, void *out) {
    return fill(out, at(6));
}

static int get_schema(struct ArrowArrayStream *stream, void *out) {
    return fill(out, at(7));
}

static int get_nothing(struct ArrowArrayStream *stream, void *out) {
    return 5;
}

static const char *get_last_error(struct ArrowArrayStream *stream) {
    return at(5);
}

static void *const callbacks[] = {release_array,  forget_array,   release_children,
                                  release_schema, release_stream, get_next,
                                  get_schema,     get_nothing,    get_last_error};

/* What the program calls: the image is full already. */
static uintptr_t gives(void) {
    return 0;
}

static const char declarations[] =
    "gives_array gives!(1:array)\n"
    "gives_pair gives!(1:array, 2:schema)\n"
    "gives_schema gives!(1:schema)\n"
    "gives_stream gives!(1:stream, of:2)\n"
    "gives_device gives!(1:device_array, 2:schema)\n"
    "gives_devices gives!(1:device_stream)\n"
    "takes takes(1:array)\n"
    "peeks peeks(1:array, 2:schema)\n"
    "closes closes(1)\n"
    "points gives!(1:*array)\n";
static const char *const names[] = {"gives_array",  "gives_pair",    "gives_schema", "gives_stream",
                                    "gives_device", "gives_devices", "takes",        "peeks",
                                    "closes",       "points"};
#define N_ROWS LENGTH(names)
static uint16_t rows[N_ROWS];

static void *resolve(const char *name) {
    return NULL;
}
static void nothing_at(uintptr_t address) {}
static void nothing(void) {}
static bool settled(void) {
    return true;
}

static void say(const char *line) {
    abort(); /* the declarations above are right, and the options */
}

#ifdef WALKER_READS
#define READS ":validate=1:isolate=1:isolate_mb=64:quarantine_mb=4"
#else
#define READS ""
#endif
#define OPTIONS                                                                                    \
    "log_path=/dev/"                                                                               \
    "null:color=never:quiet=1:stack_depth=4:symbolize=off:memory_budget_mb=1024" READS

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    static const struct hook_ops ops = {resolve, resolve, nothing_at, nothing,
                                        nothing, settled, nothing};
    static struct options options;
    options_parse(&options, OPTIONS, say);
    image = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    image += PAGE - IMAGE;
    mprotect(image + IMAGE, PAGE, PROT_NONE);
    hook_init(&ops, &options.tracker, &options.report, options.values_json, options.from_json);
    fuzz_resume_peeks();
    thread_self.has_stack = true;
    fuzz_file((const uint8_t *)declarations, sizeof(declarations) - 1);
    declared_read(fuzz_path(), say);
    for (size_t i = 0; i < N_ROWS; i++)
        rows[i] = hook_find(names[i])->index;
    return 0;
}

static void lay_out(const uint8_t *data, size_t size) {
    memset(image, 0, IMAGE);
    memcpy(image, data, size < IMAGE ? size : IMAGE);
    for (uint64_t *word = (uint64_t *)image; (char *)word < image + IMAGE; word++) {
        uint64_t offset = *word & 0xfff8;
        switch (*word >> 48) {
        case MARK_IMAGE:
            *word = (uintptr_t)image + offset % IMAGE;
            break;
        case MARK_BEYOND:
            *word = (uintptr_t)image + IMAGE - 64 + offset % PAGE;
            break;
        case MARK_CALLBACK:
            *word = (uintptr_t)callbacks[(*word & 0xffff) % LENGTH(callbacks)];
            break;
        case 0: /* addresses, which the fuzzer learns by comparisons: calls would lead anywhere */
            *word &= 0xffffffffff;
        }
    }
}

static void call(unsigned row, unsigned place, unsigned other) {
    struct hook_call call = {.row = rows[row],
                             .caller = (uintptr_t)__builtin_return_address(0),
                             .frame = __builtin_frame_address(0),
                             .arguments = {(uintptr_t)at(place), (uintptr_t)at(other)}};
    call_run(&call, (uintptr_t)gives);
}

static bool is_thunk(const void *callback) {
    uint32_t slot = thunk_slot_of((uintptr_t)callback);
    return slot != THUNK_NONE && module_is_code(thunk_get(slot)->original);
}

/* Only what stands in a struct of ours is called: a program would crash by itself. */
static void step(unsigned what, unsigned place, unsigned other) {
    struct ArrowArray *array = at(place);
    struct ArrowSchema *schema = at(place);
    struct ArrowArrayStream *stream = at(place);
    switch (what) {
    case 0:
        if (is_thunk(array->release))
            array->release(array);
        break;
    case 1:
        if (is_thunk(schema->release))
            schema->release(schema);
        break;
    case 2:
        if (is_thunk(stream->release))
            stream->release(stream);
        break;
    case 3: /* a move */
        memmove(at(other), array, sizeof(*array));
        array->release = NULL;
        break;
    case 4: /* a copy */
        memmove(at(other), array, IMAGE / PLACES);
        break;
    case 5:
        if (is_thunk(stream->get_next))
            stream->get_next(stream, at(other));
        break;
    case 6:
        if (is_thunk(stream->get_schema))
            stream->get_schema(stream, at(other));
        break;
    case 7:
        if (is_thunk(stream->get_last_error))
            stream->get_last_error(stream);
        break;
    default:
        call((what - 8) % N_ROWS, place, other);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t n = size > 0 ? data[0] % (MOST_STEPS + 1) : 0;
    if (size < 1 + 2 * n)
        return 0;
    lay_out(data + 1 + 2 * n, size - 1 - 2 * n);
    for (size_t i = 0; i < n; i++) {
        const uint8_t *word = data + 1 + 2 * i;
        step(word[0] % (8 + N_ROWS), word[1] & 7, word[1] >> 3 & 7);
    }
    /* What is left is given back, so that memory stays flat. */
    for (unsigned place = 0; place < PLACES; place++)
        for (unsigned kind = 0; kind < 3; kind++)
            step(kind, place, 0);
    return 0;
}
