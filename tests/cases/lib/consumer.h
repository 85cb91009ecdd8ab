/* consumer: libconsumer.so takes structures and keeps them, releases them, or does it wrong. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CASES_LIB_CONSUMER_H
#define CASES_LIB_CONSUMER_H

#include "arrow_fake.h"

/** Import and keep for ever; the value can still be dropped. */
struct fake_value *consumer_keep(struct ArrowArray *array);
struct fake_value *consumer_keep_schema(struct ArrowSchema *schema);
/** Import and release. */
void consumer_use(struct ArrowArray *array);
/** Release without an import. */
void consumer_release(struct ArrowArray *array);
/** Read a stream to its end; the number of rows, or -1 after an error. */
int64_t consumer_read(struct ArrowArrayStream *stream);

#endif
