/* Forty threads, four at a time, hand structs of every width over to each other: released where
 * they were filled, by another thread, from another address, less a child that was moved out.
 *
 * expect: nothing
 * seen: 45714 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "producer.h"

enum { THREADS = 40, AT_ONCE = 4, ROUNDS = 1000, WIDTHS = 5 };

static const struct source *sources[WIDTHS];
static _Atomic(struct ArrowArray *) mailbox[8];

static void drop(struct ArrowArray *array) {
    if (array)
        array->release(array);
    free(array);
}

static void take_child(struct ArrowArray *array) {
    struct ArrowArray child = *array->children[0];
    array->children[0]->release = NULL;
    array->release(array);
    child.release(&child);
}

static void trade(unsigned number) {
    struct ArrowArray here, moved, *there = malloc(sizeof(*there));
    export_array(sources[number % WIDTHS], there, NULL);
    switch (number % 7) {
    case 0:
    case 1:
        drop(atomic_exchange(&mailbox[number % 8], there));
        return;
    case 2:
        export_array(sources[0], &here, NULL);
        here.release(&here);
        drop(there);
        return;
    case 3:
        moved = *there;
        there->release = NULL;
        moved.release(&moved);
        break;
    case 4:
        if (there->n_children > 0)
            take_child(there);
        else
            there->release(there);
        break;
    default:
        there->release(there);
        break;
    }
    free(there);
}

static void *work(void *first) {
    for (unsigned i = 0; i < ROUNDS; i++)
        trade((unsigned)(uintptr_t)first + i);
    return NULL;
}

/* Case 2 hands two over. */
static unsigned count(void) {
    unsigned n = 0;
    for (unsigned thread = 0; thread < THREADS; thread++)
        for (unsigned i = 0; i < ROUNDS; i++)
            n += 1 + ((thread * 13 + i) % 7 == 2);
    return n;
}

int main(void) {
    pthread_t threads[AT_ONCE];
    for (int i = 0; i < WIDTHS; i++)
        sources[i] = i ? some_struct(4, i, RELEASE_CHECKS_ITSELF) : some_array(4, RELEASE_GOOD);
    for (unsigned first = 0; first < THREADS; first += AT_ONCE) {
        for (unsigned i = 0; i < AT_ONCE; i++)
            pthread_create(&threads[i], NULL, work, (void *)(uintptr_t)((first + i) * 13));
        for (unsigned i = 0; i < AT_ONCE; i++)
            pthread_join(threads[i], NULL);
    }
    for (unsigned i = 0; i < 8; i++)
        drop(mailbox[i]);
    printf("%u\n", count());
    return 0;
}
