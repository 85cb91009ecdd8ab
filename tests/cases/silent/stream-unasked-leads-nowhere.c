/* Nobody asks a stream for its schema, and the member for that is not the begin of a function: it
 * is not called. A sound one is: its array is isolated.
 *
 * options: isolate=1
 * expect: nothing
 * seen: 2 arrays, 2 streams
 * says: isolated  1 array, */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "producer.h"

/* Traps wherever it is entered but at its first instruction. */
__attribute__((used)) int sound(struct ArrowArrayStream *stream, struct ArrowSchema *out);
__asm__(
    ".pushsection .text\n"
    ".type sound, @function\n"
    "sound: .cfi_startproc\n"
    "jmp answer\n"
    ".fill 64, 1, 0xcc\n"
    ".cfi_endproc\n"
    ".size sound, . - sound\n"
    ".popsection\n");

__attribute__((used)) static int answer(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
    produce_schema(out, "l", "value", 0, RELEASE_GOOD);
    return 0;
}

static void take_from(size_t beyond) {
    struct ArrowArrayStream made, stream;
    struct ArrowArray array;
    produce_stream(&made, 1, STREAM_GOOD);
    made.get_schema = (void *)((char *)&sound + beyond);
    FAKE_EXPORT(fake_ExportRecordBatchReader, verbatim(&made, sizeof(made)), &stream);
    printf("%d ", stream.get_next(&stream, &array));
    printf("%ld\n", (long)((const int64_t *)array.buffers[1])[3]);
    array.release(&array);
    stream.release(&stream);
}

int main(void) {
    take_from(0);
    take_from(32);
    return 0;
}
