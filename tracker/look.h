/* look: what the tracker asks of a struct in the program's memory, read by peek. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_LOOK_H
#define TRACKER_LOOK_H

#include "tracker/object.h"

/** The bytes of any struct. */
union look_struct {
    struct ArrowArray array; /* of a device array too, which begins with it */
    struct ArrowSchema schema;
    struct ArrowArrayStream stream;
    struct ArrowDeviceArray device_array;
    struct ArrowDeviceArrayStream device_stream;
    struct ArrowAsyncDeviceStreamHandler handler;
    struct ArrowAsyncTask task;
};

/** False when it can't be read. */
bool look_read(enum object_kind kind, uintptr_t address, union look_struct *copy);

/** The release member of a struct; false when it can't be read. */
bool look_release(enum object_kind kind, uintptr_t address, uintptr_t *release);

/** A number of a schema's binary metadata, how many entries or bytes follow (C Data Interface,
 * ArrowSchema.metadata); moves behind it. Negative: wrong; LOOK_UNREADABLE: it can't be read. */
int64_t look_number(uintptr_t *at);
#define LOOK_UNREADABLE INT64_MIN
/** Entries beyond are not looked at. */
#define LOOK_METADATA_MOST 64

/** Both structs hold the same release, so a bitwise copy of one object stands in each. */
bool look_is_copy(enum object_kind kind, uintptr_t one, uintptr_t other);

/** What the tracker keeps of a struct's bytes, by its kind. */
struct look {
    uintptr_t release;
    uintptr_t getters[3]; /* streams: get_schema, get_next, get_last_error; handlers alike */
    struct object_members members;
    int64_t length;      /* -1 for schemas and streams */
    int32_t device_type; /* 0: nothing is known of it */
    int64_t device_id;
};
struct look look_at_copy(enum object_kind kind, const void *copy);

/** How a released struct resembles what it held. */
enum look_likeness {
    LOOK_SAME,  /* members that the producer set still stand there */
    LOOK_EMPTY, /* nothing stands there any more */
    LOOK_OTHER  /* something else was there since, or it can't be read */
};
enum look_likeness look_like(const struct object *object, uintptr_t address);

#endif
