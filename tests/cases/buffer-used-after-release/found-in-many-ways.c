/* Released buffers are read by all that reads: libc, instructions of many bytes, other threads,
 * handlers of signals; each place is found once for reads and once for writes, with the row.
 *
 * options: isolate=1:max_reports_per_check=20
 * expect: buffer-used-after-release error consumer main at copy before drop origin export
 * expect: buffer-used-after-release error consumer main at length before drop origin export
 * expect: buffer-used-after-release error consumer main at wide before drop origin export
 * expect: buffer-used-after-release error consumer main at string before drop origin export
 * expect: buffer-used-after-release error consumer main at add before drop origin export
 * expect: buffer-used-after-release error consumer main at look before drop origin export
 * expect: buffer-used-after-release error consumer main at set before drop origin export
 * expect: buffer-used-after-release error consumer main at thread before drop origin export
 * expect: buffer-used-after-release error consumer main at handler before drop origin export
 * seen: 8 arrays, 8 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include <emmintrin.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "lend.h"

#define ROWS 600

static int64_t values[ROWS];
static volatile int64_t *kept;

static const void *lend_and_drop(const struct lent *lent, int buffer) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    export_array(lend(lent), &array, &schema); // <- export
    const void *bytes = array.buffers[buffer];
    schema.release(&schema);
    array.release(&array); // <- drop
    return bytes;
}

static void *numbers(void) {
    struct lent lent = {.format = "l", .rows = ROWS, .n_buffers = 2, .buffers = {NULL, values}};
    return (void *)lend_and_drop(&lent, 1);
}

static const char *words(void) {
    static const int32_t offsets[] = {0, 2, 5, 9};
    /* what reads whole words of memory at once begins before it */
    static const char text[] __attribute__((aligned(64))) =
        "...........................oxtwosixfour";
    struct lent lent = {
        .format = "u", .rows = 3, .n_buffers = 3, .buffers = {NULL, offsets, text + 27}};
    return lend_and_drop(&lent, 2);
}

static void *read_there(void *unused) {
    printf("%ld\n", (long)kept[5]); // <- thread
    return unused;
}

static void handle(int signal) {
    kept[6]; // <- handler
}

int main(void) {
    int64_t copy[2];
    pthread_t thread;
    for (int i = 0; i < ROWS; i++)
        values[i] = i;
    volatile size_t size = 16;
    memcpy(copy, numbers(), size); // <- copy
    printf("%ld\n", (long)copy[1]);
    printf("%zu\n", strnlen(words(), 9)); // <- length
    /* from one page into the next */
    const char *bytes = numbers();
    __m128i both = _mm_loadu_si128((const __m128i *)(bytes + 4088)); // <- wide
    printf("%ld\n", (long)_mm_cvtsi128_si64(both));
    printf("%c\n", words()[3]); // <- string
    int64_t *shared = numbers();
    printf("%ld\n", (long)__atomic_fetch_add(shared + 7, 1, __ATOMIC_SEQ_CST)); // <- add
    kept = numbers();
    printf("%ld\n", (long)kept[8]); // <- look
    kept[8] = 9;                    // <- set
    kept = numbers();
    pthread_create(&thread, NULL, read_there, NULL);
    pthread_join(thread, NULL);
    kept = numbers();
    signal(SIGUSR1, handle);
    raise(SIGUSR1);
    return 0;
}
