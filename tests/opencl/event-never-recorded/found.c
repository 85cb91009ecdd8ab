/* The event is for the producer to complete, which it never does: who holds the array holds it to
 * the end.
 *
 * expect: event-never-recorded warning producer ? at stage.c:give
 * expect: never-released error last-holder ? at stage.c:give
 * says: clSetUserEventStatus
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    static struct ArrowDeviceArray array;
    static cl_event promise;
    promise = clCreateUserEvent(stage.context, NULL);
    stage_write(stage.producer, stage_buffer(&stage), NULL, NULL);
    stage_give(stage_buffer(&stage), &promise, &array);
    stage_close(&stage);
    return 0;
}
