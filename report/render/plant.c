/* plant: faults in the life of a structure and around its callbacks; the routes. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/plant.h"

#include "report/render/misfilled.h"
#include "report/render/misordered.h"
#include "report/render/misread.h"
#include "report/render/misshapen.h"
#include "report/render/specimen.h"
#include "report/render/thrower.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <search.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MORE_THAN_FITS 60000 /* structures, of a budget of 4 MiB */
#define LONG_US        60000 /* for a callback that may take 20 ms */

/* lsearch() hands over what it copies, remque() closes what it came from: functions of libc that do
 * no harm and that nobody else calls. */
#define DECLARED "lsearch gives!(2:array, of:1)\nremque closes(1)\n"

static struct ArrowArray array, other;
static struct ArrowArrayStream stream;

static void begin(void) {
    specimen_array(&array, 4);
    specimen_gives(SPECIMEN_ARRAY, &array);
}

static void begin_with(void (*release)(struct ArrowArray *)) {
    specimen_array(&array, 4);
    array.release = release;
    specimen_gives(SPECIMEN_ARRAY, &array);
}

static void double_release(void) {
    begin();
    other = array;
    array.release(&array);
    other.release(&other);
}

static void use_after_release(void) {
    begin();
    array.release(&array);
    specimen_takes(SPECIMEN_ARRAY, &array);
}

static void use_after_move(void) {
    begin();
    specimen_takes(SPECIMEN_ARRAY, &array);
    other = array;
    array.release = NULL;
    specimen_takes(SPECIMEN_ARRAY, &array);
    other.release(&other);
}

static void held_at_abrupt_end(void) {
    begin();
    _exit(0);
}

static void release_late(void) {
    array.release(&array);
}

static void released_after_main(void) {
    atexit(release_late);
    begin();
}

static void keep(struct ArrowArray *released) {
    (void)released;
}

static void release_not_cleared(void) {
    begin_with(keep);
    array.release(&array);
}

static void clear(struct ArrowArray *released) {
    released->release = NULL;
}

static void child_not_released(void) {
    specimen_struct(&array, 4, 2);
    array.release = clear;
    specimen_gives(SPECIMEN_ARRAY, &array);
    array.release(&array);
}

static void begin_struct(void) {
    specimen_struct(&array, 4, 2);
    specimen_gives(SPECIMEN_ARRAY, &array);
}

static void child_released_by_consumer(void) {
    begin_struct();
    array.children[0]->release(array.children[0]);
    array.release(&array);
}

static void parent_kept_after_child_move(void) {
    begin_struct();
    other = *array.children[0];
    array.children[0]->release = NULL;
    other.release(&other);
    specimen_takes(SPECIMEN_ARRAY, &array);
    array.release(&array);
}

static void stray_copy(void) {
    specimen_array(&array, 4);
    specimen_peeks(SPECIMEN_ARRAY, &array);
    other = array;
    specimen_peeks(SPECIMEN_ARRAY, &other);
    specimen_peeks(SPECIMEN_ARRAY, &array);
    array.release(&array);
}

static int compare(const void *a, const void *b) {
    return memcmp(a, b, sizeof array);
}

/* Through the slot of this program. */
static void copy_by_slot(struct ArrowArray *from, struct ArrowArray *to) {
    size_t n = 0;
    lsearch(from, to, &n, sizeof *to, compare);
}

static void live_struct_overwritten(void) {
    struct ArrowArray first, second;
    specimen_array(&first, 4);
    specimen_array(&second, 8);
    copy_by_slot(&first, &array);
    copy_by_slot(&second, &array);
    array.release(&array);
}

static void parent_closed_first(void) {
    specimen_array(&other, 0);
    copy_by_slot(&other, &array);
    remque(&other);
    array.release(&array);
}

static void uninitialised_struct(void) {
    memset(&array, 0x5a, sizeof array);
    specimen_takes(SPECIMEN_ARRAY, &array);
}

static void struct_changed(void) {
    static const void *own[2];
    begin();
    array.buffers = own;
    array.release(&array);
}

static void free_it(struct ArrowArray *released) {
    released->release = NULL;
    free(released);
}

static void struct_freed_by_callback(void) {
    struct ArrowArray *heap = malloc(sizeof *heap);
    specimen_array(heap, 4);
    heap->release = free_it;
    specimen_gives(SPECIMEN_ARRAY, heap);
    heap->release(heap);
}

static sem_t is_inside;

static void take_long(struct ArrowArray *released) {
    sem_post(&is_inside);
    usleep(LONG_US);
    released->release = NULL;
}

static void *release_it(void *unused) {
    array.release(&array);
    return unused;
}

static void meanwhile(void *(*first)(void *), void (*second)(void)) {
    pthread_t thread;
    sem_init(&is_inside, 0, 0);
    pthread_create(&thread, NULL, first, NULL);
    sem_wait(&is_inside);
    second();
    pthread_join(thread, NULL);
}

static void (*released_by)(struct ArrowArray *);

static void release_too(void) {
    released_by(&array);
}

static void concurrent_release(void) {
    begin_with(take_long);
    released_by = array.release;
    meanwhile(release_it, release_too);
}

static void callback_stuck(void) {
    sem_init(&is_inside, 0, 0);
    begin_with(take_long);
    array.release(&array);
}

static void throw_it(struct ArrowArray *released) {
    released->release = NULL;
    thrower_throw();
}

static void callback_threw(void) {
    begin_with(throw_it);
    thrower_catch((void (*)(void *))array.release, &array);
}

static void crash(struct ArrowArray *released) {
    *(volatile int *)(uintptr_t)released->length = 0;
}

static void callback_crashed(void) {
    begin_with(crash);
    array.release(&array);
}

/* Of small libraries that come with glibc and that nothing else has loaded. */
static void release_code_unloaded(void) {
    static const char *const names[] = {"libBrokenLocale.so.1", "libthread_db.so.1", "libanl.so.1"};
    static const char *const functions[] = {"__ctype_get_mb_cur_max", "td_init",
                                            "__libanl_version_placeholder"};
    void *library = NULL, *code = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !code; i++) {
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        code = library ? dlsym(library, functions[i]) : NULL;
    }
    if (!code)
        return;
    begin_with((void (*)(struct ArrowArray *))code);
    dlclose(library);
    array.release(&array);
}

static void release_in_forked_child(void) {
    begin();
    pid_t child = fork();
    array.release(&array);
    if (child > 0)
        waitpid(child, NULL, 0);
}

static void begin_stream(void) {
    specimen_stream(&stream);
    specimen_gives(SPECIMEN_STREAM, &stream);
}

static void call_on_released_stream(void) {
    begin_stream();
    stream.release(&stream);
    stream.get_next(&stream, &array);
}

static int read_slowly(struct ArrowArrayStream *read, struct ArrowArray *chunk) {
    sem_post(&is_inside);
    usleep(LONG_US);
    chunk->release = NULL;
    return 0;
}

static void *read_it(void *unused) {
    stream.get_next(&stream, &array);
    return unused;
}

static void read_too(void) {
    stream.get_next(&stream, &other);
}

static void concurrent_get_next(void) {
    specimen_stream(&stream);
    stream.get_next = read_slowly;
    specimen_gives(SPECIMEN_STREAM, &stream);
    meanwhile(read_it, read_too);
    stream.release(&stream);
}

static void last_error_without_error(void) {
    begin_stream();
    stream.get_next(&stream, &array);
    stream.get_last_error(&stream);
    array.release(&array);
    stream.release(&stream);
}

static char *text;

static int fail(struct ArrowArrayStream *read, struct ArrowArray *chunk) {
    (void)read;
    (void)chunk;
    return EIO;
}

static const char *lend_text(struct ArrowArrayStream *read) {
    (void)read;
    return text;
}

static void last_error_freed(void) {
    specimen_stream(&stream);
    stream.get_next = fail;
    stream.get_last_error = lend_text;
    text = strdup("no rows");
    specimen_gives(SPECIMEN_STREAM, &stream);
    stream.get_next(&stream, &array);
    free((char *)stream.get_last_error(&stream));
    stream.release(&stream);
}

static void chunk_on_other_device(void) {
    static struct ArrowDeviceArrayStream on_device;
    static struct ArrowDeviceArray chunk;
    specimen_device_stream(&on_device);
    specimen_gives(SPECIMEN_DEVICE_STREAM, &on_device);
    on_device.get_next(&on_device, &chunk);
    chunk.array.release(&chunk.array);
    on_device.release(&on_device);
}

static void incomplete(void) {
    struct ArrowArray *many = calloc(MORE_THAN_FITS, sizeof *many);
    for (int i = 0; many && i < MORE_THAN_FITS; i++) {
        specimen_array(&many[i], 4);
        specimen_gives(SPECIMEN_ARRAY, &many[i]);
    }
}

static void by_slot(void) {
    specimen_array(&other, 4);
    copy_by_slot(&other, &array);
}

static void by_look_up(void) {
    void *(*copy)(const void *, void *, size_t *, size_t, int (*)(const void *, const void *)) =
        (__typeof__(copy))dlsym(RTLD_DEFAULT, "lsearch");
    size_t n = 0;
    specimen_array(&other, 4);
    copy(&other, &array, &n, sizeof array, compare);
}

static const struct plant plants[] = {
    {"double-release", double_release, NULL, NULL},
    {"use-after-release", use_after_release, NULL, NULL},
    {"use-after-move", use_after_move, NULL, NULL},
    {"never-released", begin, NULL, NULL},
    {"held-at-abrupt-end", held_at_abrupt_end, NULL, NULL},
    {"released-after-main", released_after_main, NULL, NULL},
    {"release-not-cleared", release_not_cleared, NULL, NULL},
    {"child-not-released", child_not_released, NULL, NULL},
    {"child-released-by-consumer", child_released_by_consumer, NULL, NULL},
    {"parent-kept-after-child-move", parent_kept_after_child_move, NULL, NULL},
    {"stray-copy", stray_copy, NULL, NULL},
    {"live-struct-overwritten", live_struct_overwritten, NULL, DECLARED},
    {"uninitialised-struct", uninitialised_struct, NULL, NULL},
    {"struct-changed", struct_changed, NULL, NULL},
    {"struct-freed-by-callback", struct_freed_by_callback, NULL, NULL},
    {"concurrent-release", concurrent_release, NULL, NULL},
    {"callback-stuck", callback_stuck, "callback_timeout_ms=20", NULL},
    {"callback-threw", callback_threw, NULL, NULL},
    {"callback-crashed", callback_crashed, NULL, NULL},
    {"release-code-unloaded", release_code_unloaded, NULL, NULL},
    {"release-in-forked-child", release_in_forked_child, NULL, NULL},
    {"parent-closed-first", parent_closed_first, NULL, DECLARED},
    {"call-on-released-stream", call_on_released_stream, NULL, NULL},
    {"concurrent-get-next", concurrent_get_next, NULL, NULL},
    {"last-error-without-error", last_error_without_error, NULL, NULL},
    {"last-error-freed", last_error_freed, NULL, NULL},
    {"chunk-on-other-device", chunk_on_other_device, NULL, NULL},
    {"hooks-bypassed", begin, NULL, "hcreate_r gives!(2:array)\n"},
    {"incomplete", incomplete, "memory_budget_mb=4", NULL},
    {"annotations", begin, NULL, NULL},
    {"slots", by_slot, NULL, DECLARED},
    {"dlsym", by_look_up, NULL, DECLARED},
};

static const struct plant *find_among(const struct plant *list, size_t n, const char *name) {
    for (size_t i = 0; i < n; i++)
        if (!strcmp(list[i].name, name))
            return &list[i];
    return NULL;
}

const struct plant *plant_find(const char *name) {
    static const struct plant *(*const others[])(size_t * n) = {
        misshapen_plants, misread_plants, misfilled_plants, misordered_plants};
    const struct plant *found = find_among(plants, sizeof plants / sizeof *plants, name);
    for (size_t i = 0; i < sizeof others / sizeof *others && !found; i++) {
        size_t n;
        const struct plant *list = others[i](&n);
        found = find_among(list, n, name);
    }
    return found;
}
