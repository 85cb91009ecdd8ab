/* A consumer releases the struct whose content the import took, and does not ask whether there is
 * something to call: release is NULL, and the process dies of it.
 *
 * expect: use-after-move error consumer main at second before first origin export
 * expect: held-at-abrupt-end note none -
 * status: SIGSEGV
 * plain: crashes
 * seen: any */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArrayStream stream;
    export_stream(some_stream(1, STREAM_GOOD), &stream); // <- export
    import_stream(&stream);                              // <- first
    stream.release(&stream);                             // <- second
    return 0;
}
