/* stream: streams and device streams of libproducer.so: int64 chunks of four rows. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer_in.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct stream_state {
    enum stream_manner how;
    int chunks, done;
    int32_t device_type;
    bool failed, released;
};

static struct stream_state *new_state(int chunks, int32_t device_type, enum stream_manner how) {
    struct stream_state *state = calloc(1, sizeof(*state));
    state->how = how;
    state->chunks = chunks;
    state->device_type = device_type;
    return state;
}

#define STREAM            ArrowArrayStream
#define ARRAY             ArrowArray
#define KIND(name)        host_##name
#define YIELD(out, state) produce_array(out, 4, RELEASE_GOOD)
#include "streams.h"

static int32_t chunk_device(const struct stream_state *state) {
    return state->how == STREAM_OTHER_DEVICE && state->done == 1 ? 1 : state->device_type;
}

#define STREAM            ArrowDeviceArrayStream
#define ARRAY             ArrowDeviceArray
#define KIND(name)        device_##name
#define YIELD(out, state) produce_device_array(out, 4, chunk_device(state), RELEASE_GOOD)
#include "streams.h"

void produce_stream(struct ArrowArrayStream *out, int chunks, enum stream_manner how) {
    host_fill(out, new_state(chunks, 1, how));
}

void produce_device_stream(struct ArrowDeviceArrayStream *out, int chunks, int32_t device_type,
                           enum stream_manner how) {
    device_fill(out, new_state(chunks, device_type, how));
    out->device_type = device_type;
}
