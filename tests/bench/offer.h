/* offer: the array of a device that calls are measured beside: its values in memory of theirs. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_BENCH_OFFER_H
#define TESTS_BENCH_OFFER_H

#include "tests/cases/lib/arrow_fake.h"

/** Of bytes. What the members point to stays the caller's. */
struct offer {
    struct source source; /* first: offer_fill() finds the others by it */
    const void *values;
    int64_t length;
    int32_t type; /* ARROW_DEVICE_* */
    void *event;
};

static inline void offer_release(struct ArrowArray *array) {
    array->release = NULL;
}

static inline void offer_release_schema(struct ArrowSchema *schema) {
    schema->release = NULL;
}

static inline bool offer_fill(const struct source *source, void *out, struct ArrowSchema *schema) {
    const struct offer *offer = (const struct offer *)source;
    static const void *buffers[2];
    buffers[1] = offer->values;
    *(struct ArrowDeviceArray *)out = (struct ArrowDeviceArray){.array = {.length = offer->length,
                                                                          .n_buffers = 2,
                                                                          .buffers = buffers,
                                                                          .release = offer_release},
                                                                .device_type = offer->type,
                                                                .sync_event = offer->event};
    *schema = (struct ArrowSchema){.format = "C", .name = "", .release = offer_release_schema};
    return true;
}

/** Handed over once; its schema is released again. @array  the caller releases it */
static inline void offer_hand_over(struct offer offer, struct ArrowDeviceArray *array) {
    struct ArrowSchema schema;
    offer.source = (struct source){offer_fill};
    export_device_array(&offer.source, array, &schema);
    schema.release(&schema);
}

#endif
