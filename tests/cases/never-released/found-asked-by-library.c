/* A library that is known to speak Arrow asks a stream for its schema each time and releases none:
 * it holds what it asked for, not who called it.
 *
 * expect: never-released error last-holder libduckdb.so at ask
 * seen: 8 schemas, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>

#include "producer.h"

typedef void ask_fn(struct ArrowArrayStream *stream);

int main(void) {
    struct ArrowArrayStream stream;
    ask_fn *ask = (ask_fn *)dlsym(dlopen("libduckdb.so", RTLD_NOW), "consumer_ask");
    export_stream(some_stream(1, STREAM_GOOD), &stream);
    for (int i = 0; i < 8; i++)
        ask(&stream); // <- ask
    stream.release(&stream);
    return 0;
}
