/* Each of libcudf's conversions: what is given is seen behind its unique_ptr, what is borrowed
 * stays the caller's, what is taken goes; on the host the schema stays.
 *
 * expect: nothing
 * seen: 16 arrays, 10 schemas, 4 streams */
/* SPDX-License-Identifier: Apache-2.0 */
#include "cudf.h"

#include <stdio.h>

#include "producer.h"

static int n;

static void owned(struct cudf_owner *(*give)(struct cudf_owner *, const void *)) {
    struct cudf_owner owner;
    give(&owner, NULL);
    cudf_drop(&owner);
    n++;
}

static void borrowed(void) {
    struct ArrowSchema schema;
    struct ArrowArray array;
    struct ArrowDeviceArray device;
    produce_schema(&schema, "l", "", 0, RELEASE_CHECKS_ITSELF);
    produce_array(&array, 4, RELEASE_CHECKS_ITSELF);
    produce_device_array(&device, 4, 1, RELEASE_CHECKS_ITSELF);
    n += cudf_from_arrow(&n, &schema, &array) != NULL;
    n += cudf_from_arrow_column(&n, &schema, &array) != NULL;
    n += cudf_from_arrow_host(&n, &schema, &device) != NULL;
    n += cudf_from_arrow_host_column(&n, &schema, &device) != NULL;
    n += cudf_from_arrow_device(&n, &schema, &device) != NULL;
    n += cudf_from_arrow_device_column(&n, &schema, &device) != NULL;
    schema.release(&schema);
    array.release(&array);
    device.array.release(&device.array);
}

static void drained(void *(*drain)(void *, struct ArrowArrayStream *)) {
    struct ArrowArrayStream stream;
    produce_stream(&stream, 2, STREAM_CHECKS_ITSELF);
    n += drain(&n, &stream) != NULL;
}

#define IMPORTED(name)                                                                             \
    static void name##s(void) {                                                                    \
        struct cudf_imported imported;                                                             \
        struct ArrowSchema schema;                                                                 \
        struct ArrowArray array;                                                                   \
        struct ArrowDeviceArray device;                                                            \
        struct ArrowArrayStream stream;                                                            \
        produce_schema(&schema, "l", "", 0, RELEASE_CHECKS_ITSELF);                                \
        produce_device_array(&device, 4, 1, RELEASE_CHECKS_ITSELF);                                \
        cudf_##name##_of_device(&imported, &schema, &device);                                      \
        cudf_##name##_array(&imported, &device);                                                   \
        cudf_##name##_schema(&imported, &schema);                                                  \
        device.array.release(&device.array);                                                       \
        schema.release(&schema);                                                                   \
        cudf_forget(&imported);                                                                    \
        produce_schema(&schema, "l", "", 0, RELEASE_CHECKS_ITSELF);                                \
        produce_array(&array, 4, RELEASE_CHECKS_ITSELF);                                           \
        cudf_##name##_of_host(&imported, &schema, &array);                                         \
        schema.release(&schema);                                                                   \
        cudf_forget(&imported);                                                                    \
        produce_stream(&stream, 2, STREAM_CHECKS_ITSELF);                                          \
        cudf_##name##_of_stream(&imported, &stream);                                               \
        cudf_forget(&imported);                                                                    \
    }
IMPORTED(table)
IMPORTED(column)

int main(void) {
    owned(cudf_to_arrow_schema);
    owned(cudf_to_arrow_device);
    owned(cudf_to_arrow_device_older);
    owned(cudf_to_arrow_host);
    owned(cudf_to_arrow_strings);
    borrowed();
    drained(cudf_from_arrow_stream);
    drained(cudf_from_arrow_stream_column);
    tables();
    columns();
    printf("%d calls\n", n);
    return 0;
}
