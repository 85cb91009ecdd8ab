/* kind: the structures of the three interfaces. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_KIND_H
#define TRACKER_KIND_H

#include <stdbool.h>

enum object_kind {
    KIND_ARRAY,
    KIND_SCHEMA,
    KIND_STREAM,
    KIND_DEVICE_ARRAY,
    KIND_DEVICE_STREAM,
    KIND_ASYNC_HANDLER, /* the consumer's side of an asynchronous stream */
    KIND_ASYNC_TASK,    /* what its producer announces; its release is extract_data */
    N_KINDS
};

/** Of the asynchronous interface, where nothing that was replaced is ever put back. */
static inline bool kind_is_async(enum object_kind kind) {
    return kind == KIND_ASYNC_HANDLER || kind == KIND_ASYNC_TASK;
}

#endif
