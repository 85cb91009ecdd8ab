/* After many that were released where they lay, a producer's callback moves children before it
 * releases them, has another thread do it, or goes backwards: all is its own to decide.
 *
 * expect: nothing
 * seen: 195 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

#include "family.h"

static void moves(struct ArrowArray *children[2]) {
    for (int i = 0; i < 2; i++) {
        struct ArrowArray moved = *children[i];
        children[i]->release = NULL;
        moved.release(&moved);
        if (moved.release)
            abort();
    }
}

static void *release(void *child) {
    ((struct ArrowArray *)child)->release(child);
    return NULL;
}

static void on_a_thread(struct ArrowArray *children[2]) {
    pthread_t thread;
    pthread_create(&thread, NULL, release, children[1]);
    children[0]->release(children[0]);
    pthread_join(thread, NULL);
}

static void backwards(struct ArrowArray *children[2]) {
    for (int i = 2; i-- > 0;)
        children[i]->release(children[i]);
}

/* Each with children of its own kind. */
static void first(struct ArrowArray *child) {
    child->release = NULL;
}

static void second(struct ArrowArray *child) {
    child->release = NULL;
}

static void third(struct ArrowArray *child) {
    child->release = NULL;
}

int main(void) {
    static void (*const manners[])(struct ArrowArray *[2]) = {backwards, on_a_thread, moves};
    static void (*const kinds[])(struct ArrowArray *) = {first, second, third};
    struct ArrowArray parent;
    for (int i = 0; i < 3; i++) {
        family_release = kinds[i];
        family_begin();
        if (family_export(&parent, manners[i]))
            parent.release(&parent);
    }
    return 0;
}
