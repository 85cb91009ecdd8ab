/* consumer: libconsumer.so takes structures and keeps them, releases them, or does it wrong. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CASES_LIB_CONSUMER_H
#define CASES_LIB_CONSUMER_H

#include "arrow_fake.h"
#include "capsule.h"

/** Read a capsule, move what is in it out and keep it for ever. */
void consumer_keep(struct capsule *capsule);
void consumer_keep_schema(struct capsule *capsule);
/** Import and release. */
void consumer_use(struct ArrowArray *array);
/** Release without an import. */
void consumer_release(struct ArrowArray *array);
/** Read a stream to its end; the number of rows, or -1 after an error. */
int64_t consumer_read(struct ArrowArrayStream *stream);
/** Ask a stream for its schema and forget to release it. */
void consumer_ask(struct ArrowArrayStream *stream);

#endif
