/* arrow: the structures of the Arrow C Data, C Stream and C Device Data Interfaces, and of the
 * asynchronous one, member by member.
 *
 * Source: the Apache Arrow format documentation, "Structure definitions" of CDataInterface,
 * "Structure definition" of CStreamInterface, "Structure definitions" and "Async Device Stream
 * Interface" of CDeviceDataInterface. The layout is the ABI; the texts are ours. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_ABI_ARROW_H
#define TRACKER_ABI_ARROW_H

#include <stdint.h>

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE           2
#define ARROW_FLAG_MAP_KEYS_SORTED    4

struct ArrowSchema {
    const char *format;   /* type, CDI "Data type description" */
    const char *name;     /* may be NULL */
    const char *metadata; /* binary key-value pairs, may be NULL */
    int64_t flags;        /* ARROW_FLAG_* */
    int64_t n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary; /* NULL unless dictionary-encoded */
    void (*release)(struct ArrowSchema *);
    void *private_data; /* the producer's own */
};

struct ArrowArray {
    int64_t length;
    int64_t null_count; /* -1: not computed */
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary; /* NULL unless dictionary-encoded */
    void (*release)(struct ArrowArray *);
    void *private_data;
};

struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};

struct ArrowDeviceArray {
    struct ArrowArray array;
    int64_t device_id;   /* -1 where the device type has just one */
    int32_t device_type; /* ARROW_DEVICE_* */
    void *sync_event;    /* pointer to the event, NULL for none */
    int64_t reserved[3]; /* zeroed by the producer */
};

struct ArrowDeviceArrayStream {
    int32_t device_type;
    int (*get_schema)(struct ArrowDeviceArrayStream *, struct ArrowSchema *);
    int (*get_next)(struct ArrowDeviceArrayStream *, struct ArrowDeviceArray *);
    const char *(*get_last_error)(struct ArrowDeviceArrayStream *);
    void (*release)(struct ArrowDeviceArrayStream *);
    void *private_data;
};

struct ArrowAsyncTask {
    int (*extract_data)(struct ArrowAsyncTask *, struct ArrowDeviceArray *); /* out may be NULL */
    void *private_data;
};

/* The documentation has a release behind cancel, the headers of released libraries have none: what
 * stands behind cancel is never looked at. */
struct ArrowAsyncProducer {
    int32_t device_type;
    void (*request)(struct ArrowAsyncProducer *, int64_t);
    void (*cancel)(struct ArrowAsyncProducer *);
    const char *additional_metadata;
    void *private_data;
};

/* Filled by the consumer; the producer sets `producer` and calls the rest. */
struct ArrowAsyncDeviceStreamHandler {
    int (*on_schema)(struct ArrowAsyncDeviceStreamHandler *, struct ArrowSchema *);
    int (*on_next_task)(struct ArrowAsyncDeviceStreamHandler *, struct ArrowAsyncTask *,
                        const char *); /* task NULL: the end */
    void (*on_error)(struct ArrowAsyncDeviceStreamHandler *, int, const char *, const char *);
    void (*release)(struct ArrowAsyncDeviceStreamHandler *);
    struct ArrowAsyncProducer *producer;
    void *private_data; /* the consumer's own */
};

#endif
