/* producer: libproducer.so makes structures of every kind, good ones and ones with a known fault.
 *
 * The faults stand here, one word each, so that a case can be read alone. Content is never freed:
 * what a faulty case does twice must not crash the run without the shim. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CASES_LIB_PRODUCER_H
#define CASES_LIB_PRODUCER_H

#include "arrow_fake.h"

/** What an array's or a schema's release callback does. All but the named faults clear `release`.
 */
enum release {
    RELEASE_GOOD,             /* releases what is still in place of children and dictionary */
    RELEASE_CLEARS,           /* nothing but `release = NULL`; has no children */
    RELEASE_KEEPS_RELEASE,    /* forgets `release = NULL` */
    RELEASE_FORGETS_CHILDREN, /* never calls the children's */
    RELEASE_CHILDREN_BLINDLY, /* calls the children's without a look whether they are NULL */
    RELEASE_CHECKS_ITSELF,    /* aborts unless `release` is this very function */
    RELEASE_DELEGATES,        /* aborts unless entered through its own pointer, else calls itself */
    RELEASE_FREES_STRUCT,     /* free()s the struct itself */
    RELEASE_WAITS,       /* says that it was entered, then waits: producer_wait(), producer_go() */
    RELEASE_CRASHES,     /* writes to address 16 */
    RELEASE_ABORTS,      /* abort() */
    RELEASE_JUMPS,       /* siglongjmp(producer_jump, 1), clears nothing */
    RELEASE_ENDS_THREAD, /* pthread_exit() after the clearing */
    N_RELEASES
};

/** What a stream's callbacks do. */
enum stream_manner {
    STREAM_GOOD,
    STREAM_CHECKS_ITSELF, /* every callback wants `release` to be its own, else EINVAL */
    STREAM_CLEARS_ALL,    /* release sets all four members to NULL */
    STREAM_FAILS,         /* get_next returns EIO after the first chunk, with a message */
    STREAM_WAITS,         /* get_next says that it was entered, then waits */
    STREAM_OTHER_DEVICE,  /* device streams: the second chunk lies elsewhere */
    STREAM_KEEPS_RELEASE  /* forgets `release = NULL` */
};

void produce_array(struct ArrowArray *out, int64_t rows, enum release how);
/** A struct array "+s" with n children of type int64; the children's release is RELEASE_GOOD. */
void produce_struct(struct ArrowArray *out, int64_t rows, int64_t n, enum release how);
/** An array of indices with a dictionary of three values. */
void produce_dictionary(struct ArrowArray *out, int64_t rows, enum release how);
void produce_schema(struct ArrowSchema *out, const char *format, const char *name,
                    int64_t n_children, enum release how);
void produce_stream(struct ArrowArrayStream *out, int chunks, enum stream_manner how);
void produce_device_array(struct ArrowDeviceArray *out, int64_t rows, int32_t device_type,
                          enum release how);
void produce_device_stream(struct ArrowDeviceArrayStream *out, int chunks, int32_t device_type,
                           enum stream_manner how);

/** The same as sources for the bridge's exports; the schema, if asked for, matches and is good. */
const struct source *some_array(int64_t rows, enum release how);
const struct source *some_struct(int64_t rows, int64_t n, enum release how);
const struct source *some_dictionary(int64_t rows, enum release how);
const struct source *some_schema(const char *format, const char *name, enum release how);
const struct source *some_stream(int chunks, enum stream_manner how);
const struct source *some_device_array(int64_t rows, int32_t device_type, enum release how);
const struct source *some_device_stream(int chunks, int32_t device_type, enum stream_manner how);
/** Exactly these bytes. */
const struct source *verbatim(const void *bytes, size_t size);
/** An export that fails and fills nothing. */
const struct source *failing(void);

/** The producer's own release function, as code in its module would compare with. */
void *producer_release(enum release how);

/** For the callbacks that wait: until one was entered; let all of them go on. A thread whose call
 * may not reach the producer says so itself when it is back. */
void producer_wait(void);
void producer_go(void);
void producer_say(void);

#include <setjmp.h>
extern sigjmp_buf producer_jump;

#endif
