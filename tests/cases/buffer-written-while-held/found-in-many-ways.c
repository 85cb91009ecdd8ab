/* Consumers write what they were lent, and the producer changes what it lent: in place, by libc, by
 * the kernel, a single bit, a letter; each is found with its row, and what lies beside is silent.
 *
 * options: isolate=1:max_reports_per_check=20
 * expect: buffer-written-while-held error both main at sort origin export
 * expect: buffer-written-while-held error both main at clear origin export
 * expect: buffer-written-while-held error both main at move origin export
 * expect: buffer-written-while-held error both main at add origin export
 * expect: buffer-written-while-held error both main at pipe origin export
 * expect: buffer-written-while-held error producer libproducer.so at bit origin export
 * expect: buffer-written-while-held error producer libproducer.so at letter origin export
 * expect: buffer-written-while-held error producer libproducer.so at truth origin export
 * seen: 10 arrays, 10 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lend.h"

#define ROWS 100

static int64_t values[ROWS];
static unsigned char bits[16], truths[16];
static int32_t offsets[ROWS + 1];
static char text[ROWS * 5];
static struct ArrowArray array;
static struct ArrowSchema schema;

static void *held(const struct lent *lent, int buffer) {
    export_array(lend(lent), &array, &schema); // <- export
    return (void *)array.buffers[buffer];
}

static void *numbers(int buffer) {
    struct lent lent = {.format = "l",
                        .rows = ROWS - 3,
                        .offset = 3,
                        .null_count = -1,
                        .n_buffers = 2,
                        .buffers = {bits, values}};
    /* Without us writes reach the producer. */
    for (int i = 0; i < ROWS; i++)
        values[i] = i;
    memset(bits, 0xff, sizeof(bits));
    return held(&lent, buffer);
}

static void words(void) {
    struct lent lent = {
        .format = "u", .rows = ROWS - 1, .n_buffers = 3, .buffers = {NULL, offsets, text}};
    held(&lent, 0);
}

static void booleans(void) {
    struct lent lent = {
        .format = "b", .rows = ROWS - 5, .offset = 5, .n_buffers = 2, .buffers = {NULL, truths}};
    held(&lent, 0);
}

#define DROP (array.release(&array), schema.release(&schema))

static int falling(const void *a, const void *b) {
    return *(const int64_t *)a < *(const int64_t *)b ? 1 : -1;
}

static void by_consumers(void) {
    int ends[2];
    int64_t *lent = numbers(1);
    qsort(lent, ROWS, sizeof(*lent), falling); // <- sort
    printf("%ld\n", (long)lent[0]);
    DROP;
    memset(numbers(0), 0, 13); // <- clear
    DROP;
    lent = numbers(1);
    memmove(lent + 4, lent, 16); // <- move
    printf("%ld\n", (long)lent[5]);
    DROP;
    lent = numbers(1);
    printf("%ld\n", (long)__atomic_add_fetch(lent + 9, 1, __ATOMIC_SEQ_CST)); // <- add
    DROP;
    lent = numbers(1);
    if (pipe(ends) == 0 && write(ends[1], "12345678", 8) == 8)
        printf("%zd\n", read(ends[0], lent + 8, 8)); // <- pipe
    DROP;
}

static void by_producer(void) {
    numbers(1);
    bits[5] &= (unsigned char)~4u;
    DROP; // <- bit
    words();
    text[7] = 'y';
    DROP; // <- letter
    booleans();
    truths[2] &= (unsigned char)~1u;
    DROP; // <- truth
    /* rows of others */
    booleans();
    truths[0] &= (unsigned char)~0x1fu;
    truths[12] &= 0xf;
    DROP;
    words();
    text[sizeof(text) - 1] = 'y';
    DROP;
}

int main(void) {
    memset(truths, 0xff, sizeof(truths));
    memset(text, 'x', sizeof(text));
    for (int i = 0; i < ROWS; i++)
        offsets[i + 1] = 5 * (i + 1);
    by_consumers();
    by_producer();
    return 0;
}
