/* A capsule that is never destroyed still holds what it was made for, and what a stream filled in
 * later: its owner simply lived on, so a warning. What was moved out of one is an error as ever,
 * and what a destructor forgot.
 *
 * expect: never-released warning last-holder found-in-capsule at read origin read
 * expect: never-released warning last-holder found-in-capsule at filled origin made
 * expect: never-released warning last-holder found-in-capsule at filled origin filled
 * expect: never-released error last-holder found-in-capsule at export origin export
 * expect: never-released error last-holder found-in-capsule at forgotten origin drop
 * seen: 3 arrays, 1 schema, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include "capsule.h"
#include "consumer.h"
#include "producer.h"

static void forget(struct capsule *capsule) {
    PyCapsule_GetPointer(capsule, "arrow_array"); // <- forgotten
}

int main(void) {
    static struct ArrowArray array, moved, gone, elsewhere;
    static struct ArrowSchema schema;
    static struct ArrowArrayStream stream;

    produce_array(&array, 4, RELEASE_GOOD);
    struct capsule *held = PyCapsule_New(&array, "arrow_array", capsule_release_array);
    PyCapsule_GetPointer(held, "arrow_array"); // <- read

    PyCapsule_New(&stream, "arrow_array_stream", capsule_release_stream);
    PyCapsule_New(&schema, "arrow_schema", capsule_release_schema);
    export_stream(some_stream(1, STREAM_GOOD), &stream); // <- made
    stream.get_schema(&stream, &schema);                 // <- filled

    PyCapsule_New(&moved, "arrow_array", capsule_release_array);
    export_array(some_array(4, RELEASE_GOOD), &moved, NULL); // <- export
    elsewhere = moved;
    moved.release = NULL;

    produce_array(&gone, 4, RELEASE_GOOD);
    struct capsule *dropped = PyCapsule_New(&gone, "arrow_array", forget);
    PyCapsule_GetPointer(dropped, "arrow_array"); // <- drop
    capsule_drop(dropped);
    return elsewhere.release == NULL;
}
