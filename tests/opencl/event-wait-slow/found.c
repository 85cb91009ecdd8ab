/* The host waits for the event of an array longer than event_timeout_ms: nobody opens the gate of
 * the command before the kernel says that the waiting thread sleeps.
 *
 * expect: event-wait-slow warning none ? at wait
 * options: event_timeout_ms=1
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

static atomic_bool waits;

static bool main_sleeps(void) {
    char text[256], path[64], state = 0;
    snprintf(path, sizeof(path), "/proc/self/task/%d/stat", (int)getpid());
    FILE *file = fopen(path, "r");
    if (file && fgets(text, sizeof(text), file))
        sscanf(strrchr(text, ')'), ") %c", &state);
    if (file)
        fclose(file);
    return state == 'S';
}

/* It sleeps for other reasons too, but not as long as that. */
static void *open_gate(void *gate) {
    for (unsigned n = 0; n < 50; n = waits && main_sleeps() ? n + 1 : 0)
        usleep(2000);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    return NULL;
}

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    cl_mem column = stage_buffer(&stage);
    cl_event gate = clCreateUserEvent(stage.context, NULL), written;
    pthread_t opener;
    stage_write(stage.producer, column, gate, &written);
    stage_give(column, &written, &array);
    pthread_create(&opener, NULL, open_gate, gate);
    waits = true;
    OK(clWaitForEvents(1, array.sync_event)); // <- wait
    pthread_join(opener, NULL);
    array.array.release(&array.array);
    clReleaseEvent(gate);
    clReleaseEvent(written);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
