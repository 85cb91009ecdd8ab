/* trade: threads export, move, release and read streams through the hooks at once; nothing is lost,
 * and ThreadSanitizer looks on (make check-tsan). */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/unit.h"

#include <pthread.h>
#include <stdlib.h>

#include "tests/unit/stages.h"
#include "tracker/abi/arrow.h"

enum { TRADERS = 4, ROUNDS = 2000, CHILDREN = 2, BATCHES = 3, PLACES = 8 };

/* Arrow C++ returns a status of one word, NULL for success (arrow/status.h). */
typedef void **(*export_fn)(void **status, const void *what, void *out, void *schema);

static export_fn export_array, export_stream;
static _Atomic uint64_t n_arrays, n_streams, n_released;
static _Atomic(struct ArrowArray *) places[PLACES];

struct tree {
    struct ArrowArray children[CHILDREN], *list[CHILDREN];
};

static const void *buffers[2];

static void release_child(struct ArrowArray *array) {
    array->release = NULL;
}

static void release_tree(struct ArrowArray *array) {
    for (int64_t i = 0; i < array->n_children; i++)
        if (array->children[i]->release)
            array->children[i]->release(array->children[i]);
    free(array->private_data);
    array->release = NULL;
    atomic_fetch_add(&n_released, 1);
}

static void fill(struct ArrowArray *out) {
    struct tree *tree = calloc(1, sizeof(*tree));
    for (int i = 0; i < CHILDREN; i++) {
        tree->list[i] = &tree->children[i];
        tree->children[i] = (struct ArrowArray){
            .length = 1, .n_buffers = 2, .buffers = buffers, .release = release_child};
    }
    *out = (struct ArrowArray){.length = 1,
                               .n_buffers = 1,
                               .buffers = buffers,
                               .n_children = CHILDREN,
                               .children = tree->list,
                               .release = release_tree,
                               .private_data = tree};
}

static void **real_export_array(void **status, const void *what, void *out, void *schema) {
    *status = NULL;
    fill(out);
    return status;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
    int *n_left = stream->private_data;
    *out = (struct ArrowArray){0};
    if ((*n_left)-- > 0)
        fill(out);
    return 0;
}

static void release_stream(struct ArrowArrayStream *stream) {
    free(stream->private_data);
    stream->release = NULL;
}

static void **real_export_stream(void **status, const void *what, void *out, void *schema) {
    int *n_left = malloc(sizeof(*n_left));
    *n_left = BATCHES;
    *status = NULL;
    *(struct ArrowArrayStream *)out = (struct ArrowArrayStream){
        .get_next = get_next, .release = release_stream, .private_data = n_left};
    return status;
}

static void drop(struct ArrowArray *array) {
    if (array)
        array->release(array);
    free(array);
}

static struct ArrowArray *make(void) {
    struct ArrowArray *array = calloc(1, sizeof(*array));
    void *status;
    export_array(&status, NULL, array, NULL);
    atomic_fetch_add(&n_arrays, 1);
    return array;
}

static void move(struct ArrowArray *from) {
    struct ArrowArray here = *from;
    from->release = NULL;
    free(from);
    here.release(&here);
}

static void take_child(struct ArrowArray *array) {
    struct ArrowArray child = *array->children[0];
    array->children[0]->release = NULL;
    child.release(&child);
    drop(array);
}

static void read_stream(void) {
    struct ArrowArrayStream stream = {0};
    struct ArrowArray batch;
    void *status;
    export_stream(&status, NULL, &stream, NULL);
    while (stream.get_next(&stream, &batch) == 0 && batch.release) {
        atomic_fetch_add(&n_arrays, 1);
        batch.release(&batch);
    }
    stream.release(&stream);
    atomic_fetch_add(&n_streams, 1);
}

static void *trade_on(void *first) {
    unsigned at = (unsigned)(uintptr_t)first;
    for (unsigned i = at; i < at + ROUNDS; i++) {
        if (i % 5 == 0)
            move(make());
        else if (i % 5 == 1)
            take_child(make());
        else if (i % 5 == 2)
            read_stream();
        else
            drop(atomic_exchange(&places[i % PLACES], make()));
    }
    return NULL;
}

static void all_is_seen(void **state) {
    pthread_t traders[TRADERS];
    struct record_activity activity = {0};
    for (uintptr_t i = 0; i < TRADERS; i++)
        pthread_create(&traders[i], NULL, trade_on, (void *)(i * 7));
    for (int i = 0; i < TRADERS; i++)
        pthread_join(traders[i], NULL);
    for (int i = 0; i < PLACES; i++)
        drop(atomic_exchange(&places[i], NULL));
    assert_int_equal(n_released, n_arrays);
    struct finding_counts counts;
    hook_snapshot();
    hook_end(&(struct record_exit){.how = "exit"}, &counts);
    hook_activity(&activity);
    for (unsigned i = 0; i < activity.n_hooks; i++) {
        const struct record_hook *hook = &activity.hooks[i];
        if (strstr(hook->symbol, "ExportArrayERK"))
            assert_int_equal(hook->calls, n_arrays - BATCHES * n_streams);
        if (strstr(hook->symbol, "ExportRecordBatchReaderESt"))
            assert_int_equal(hook->calls, n_streams);
    }
    assert_int_equal(counts.errors, 0);
    assert_int_equal(counts.warnings, 0);
}

static export_fn hook_of(const char *name, export_fn real) {
    struct hook_row *row = hook_find(name);
    assert_non_null(row);
    void *entry = hook_entry(row, (void *)real);
    return (export_fn)entry;
}

static int set_up(void **state) {
    stages_begin();
    export_array = hook_of("_ZN5arrow11ExportArrayERKNS_5ArrayEP10ArrowArrayP11ArrowSchema",
                           real_export_array);
    export_stream = hook_of(
        "_ZN5arrow23ExportRecordBatchReaderESt10shared_ptrINS_"
        "17RecordBatchReaderEEP16ArrowArrayStream",
        real_export_stream);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_is_seen)};
    return cmocka_run_group_tests_name("trade", tests, set_up, NULL);
}
