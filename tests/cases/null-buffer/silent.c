/* What may be NULL: bitmaps, whatever null_count says; the data of empty strings and of views that
 * hold them all; values without width; everything without rows, of which the addresses may also
 * point nowhere; on a device what only it can read.
 *
 * expect: nothing
 * seen: 12 arrays, 12 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

static int32_t none[] = {0, 0, 0, 0, 0}, offsets[] = {0, 1, 2, 3, 4};
static char views[64];

/* Give away an array and its schema in one call. */
static void cross(const char *format, int64_t rows, int64_t nulls, int64_t n, const void *buffers) {
    struct ArrowArray array, made;
    struct ArrowSchema schema;
    produce_array(&made, rows, RELEASE_GOOD);
    made.null_count = nulls;
    made.n_buffers = n;
    made.buffers = (const void **)buffers;
    export_array(verbatim(&made, sizeof(made)), &array, NULL);
    produce_schema(&schema, format, "", 0, RELEASE_GOOD);
    fake_drop(import_array(&array, &schema));
}

int main(void) {
    const void *dangling[] = {(void *)0x40, (void *)0x41, (void *)0x1};
    cross("l", 4, -1, 2, (const void *[]){NULL, views});
    cross("l", 4, 4, 2, (const void *[]){NULL, views});
    cross("u", 4, 0, 3, (const void *[]){NULL, none, NULL});
    cross("vu", 4, 0, 3, (const void *[]){NULL, views, NULL});
    cross("w:0", 4, 0, 2, (const void *[]){NULL, NULL});
    cross("n", 4, 4, 0, NULL);
    cross("+s", 4, -1, 1, (const void *[]){NULL});
    cross("l", 0, 0, 2, (const void *[]){NULL, NULL});
    cross("u", 0, 0, 3, NULL);
    cross("u", 0, 0, 3, dangling);
    cross("+ud:", 0, 0, 2, (const void *[]){NULL, NULL});

    struct ArrowDeviceArray array, made;
    struct ArrowSchema schema;
    const void *on_device[] = {NULL, offsets, NULL};
    produce_device_array(&made, 4, 2, RELEASE_GOOD);
    made.array.n_buffers = 3;
    made.array.buffers = on_device;
    export_device_array(verbatim(&made, sizeof(made)), &array, NULL);
    produce_schema(&schema, "u", "", 0, RELEASE_GOOD);
    fake_drop(import_device_array(&array, &schema));
    return 0;
}
