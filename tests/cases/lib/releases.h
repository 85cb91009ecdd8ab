/* releases: the release callbacks of producer.h, written once and included for each kind.
 *
 * Before: #define TYPE the struct, #define KIND(name) the kind's prefix on a name. */
/* SPDX-License-Identifier: Apache-2.0 */

static void KIND(children)(struct TYPE *self) {
    for (int64_t i = 0; i < self->n_children; i++)
        if (self->children[i]->release)
            self->children[i]->release(self->children[i]);
    if (self->dictionary && self->dictionary->release)
        self->dictionary->release(self->dictionary);
}

static void KIND(good)(struct TYPE *self) {
    KIND(children)(self);
    self->release = NULL;
}

static void KIND(clears)(struct TYPE *self) { // <- clears
    self->release = NULL;
}

static void KIND(keeps_release)(struct TYPE *self) { // <- keeps
    KIND(children)(self);
}

static void KIND(forgets_children)(struct TYPE *self) { // <- forgets
    self->release = NULL;
}

static void KIND(children_blindly)(struct TYPE *self) {
    for (int64_t i = 0; i < self->n_children; i++)
        self->children[i]->release(self->children[i]); // <- blindly
    self->release = NULL;
}

static void KIND(checks_itself)(struct TYPE *self) {
    if (self->release != KIND(checks_itself))
        abort();
    KIND(good)(self);
}

static void KIND(delegates)(struct TYPE *self) {
    if (self->release != KIND(delegates)) {
        void (*other)(struct TYPE *) = self->release;
        self->release = NULL;
        other(self);
        return;
    }
    KIND(good)(self);
}

static void KIND(frees_struct)(struct TYPE *self) {
    KIND(good)(self);
    free(self); // <- free
}

static void KIND(waits)(struct TYPE *self) {
    producer_enter();
    KIND(good)(self);
}

static void KIND(crashes)(struct TYPE *self) {
    *(volatile int *)16 = 1; // <- crash
    KIND(good)(self);
}

static void KIND(aborts)(struct TYPE *self) {
    (void)self;
    abort(); // <- abort
}

static void KIND(jumps)(struct TYPE *self) {
    (void)self;
    siglongjmp(producer_jump, 1);
}

static void KIND(ends_thread)(struct TYPE *self) {
    KIND(good)(self);
    pthread_exit(NULL);
}

/** In the order of enum release. */
static void (*const KIND(releases)[N_RELEASES])(struct TYPE *) = {
    KIND(good),
    KIND(clears),
    KIND(keeps_release),
    KIND(forgets_children),
    KIND(children_blindly),
    KIND(checks_itself),
    KIND(delegates),
    KIND(frees_struct),
    KIND(waits),
    KIND(crashes),
    KIND(aborts),
    KIND(jumps),
    KIND(ends_thread),
};

#undef TYPE
#undef KIND
