/* Handlers of the asynchronous interface keep their release and may end with the call of it: they
 * are not watched, nothing in them is replaced, and what they bring is seen at the next door.
 *
 * expect: nothing
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capsule.h"
#include "producer.h"

struct task {
    int (*extract_data)(struct task *self, struct ArrowDeviceArray *out);
    void *private_data;
};

struct handler {
    int (*on_schema)(struct handler *self, struct ArrowSchema *schema);
    int (*on_next_task)(struct handler *self, struct task *task, const char *metadata);
    void (*on_error)(struct handler *self, int code, const char *message, const char *metadata);
    void (*release)(struct handler *self);
    void *producer, *private_data;
};

static struct ArrowDeviceArray result;
static unsigned char *spent;

static int on_schema(struct handler *self, struct ArrowSchema *schema) {
    schema->release(schema);
    return 0;
}

static int on_next_task(struct handler *self, struct task *task, const char *metadata) {
    return task ? task->extract_data(task, &result) : 0;
}

static void on_error(struct handler *self, int code, const char *message, const char *metadata) {}

/* The memory stays ours, so that a write to it can be seen. */
static void release(struct handler *self) {
    memset(self, 0xa5, sizeof(*self));
    spent = (unsigned char *)self;
}

static int extract(struct task *self, struct ArrowDeviceArray *out) {
    produce_device_array(out, 4, 1, RELEASE_CHECKS_ITSELF);
    return 0;
}

static void *produce(void *argument) {
    struct handler *handler = argument;
    struct task task = {.extract_data = extract};
    struct ArrowSchema schema;
    produce_schema(&schema, "l", "", 0, RELEASE_CHECKS_ITSELF);
    handler->on_schema(handler, &schema);
    handler->on_next_task(handler, &task, NULL);
    handler->on_next_task(handler, NULL, NULL);
    printf("all callbacks are the consumer's %d\n",
           handler->on_schema == on_schema && handler->on_next_task == on_next_task &&
               handler->on_error == on_error && handler->release == release);
    handler->release(handler);
    return NULL;
}

int main(void) {
    struct handler *handler = malloc(sizeof(*handler));
    *handler = (struct handler){.on_schema = on_schema,
                                .on_next_task = on_next_task,
                                .on_error = on_error,
                                .release = release};
    pthread_t thread;
    pthread_create(&thread, NULL, produce, handler);
    pthread_join(thread, NULL);
    struct capsule *capsule = PyCapsule_New(&result, "arrow_device_array", NULL);
    struct ArrowDeviceArray *read = PyCapsule_GetPointer(capsule, "arrow_device_array");
    read->array.release(&read->array);
    capsule_drop(capsule);
    int touched = 0;
    for (size_t i = 0; i < sizeof(*handler); i++)
        touched |= spent[i] != 0xa5;
    printf("written to after its end %d\n", touched);
    free(spent);
    return 0;
}
