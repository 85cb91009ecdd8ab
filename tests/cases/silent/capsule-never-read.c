/* A capsule that nobody read was created and dropped, which is no hand-over.
 *
 * expect: nothing
 * seen: any */
/* SPDX-License-Identifier: Apache-2.0 */
#include "capsule.h"
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    struct ArrowArrayStream stream;
    produce_array(&array, 4, RELEASE_CHECKS_ITSELF);
    produce_stream(&stream, 2, STREAM_CHECKS_ITSELF);
    capsule_drop(PyCapsule_New(&array, "arrow_array", capsule_release_array));
    capsule_drop(PyCapsule_New(&stream, "arrow_array_stream", capsule_release_stream));
    return array.release || stream.release;
}
