/* misread: an array of integers crosses, and its values are read or written where they may not be.
 */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/misread.h"

#include "report/render/specimen.h"

#include <sys/mman.h>

#define ROWS 4

static struct ArrowArray array;
static struct ArrowSchema schema;
static volatile int64_t sum;

/* Its type has to be known: only then is the size of a buffer. */
static void begin(int64_t offset, const int64_t *values) {
    specimen_array(&array, ROWS);
    array.offset = offset;
    if (values)
        array.buffers[1] = values;
    specimen_schema(&schema, "l", 0);
    specimen_gives(SPECIMEN_ARRAY, &array);
    specimen_gives(SPECIMEN_SCHEMA, &schema);
    specimen_pair(&array, &schema);
}

static void end(void) {
    array.release(&array);
    schema.release(&schema);
}

static void read_at(int64_t index) {
    sum = sum + ((volatile const int64_t *)array.buffers[1])[index];
}

static void used_after_release(void) {
    begin(0, NULL);
    volatile const int64_t *kept = array.buffers[1];
    end();
    sum = sum + kept[0];
}

static void overread(void) {
    begin(0, NULL);
    read_at(ROWS);
    end();
}

static void underread(void) {
    begin(ROWS, NULL);
    read_at(0);
    end();
}

static void written_while_held(void) {
    begin(0, NULL);
    ((volatile int64_t *)array.buffers[1])[2] = 0;
    end();
}

static void freed_while_held(void) {
    const size_t size = 4096;
    void *values = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (values == MAP_FAILED)
        return;
    begin(0, values);
    munmap(values, size);
    end();
}

const struct plant *misread_plants(size_t *n) {
    static const struct plant plants[] = {
        {"buffer-used-after-release", used_after_release, "isolate=1", NULL},
        {"buffer-overread", overread, "isolate=guard", NULL},
        {"buffer-underread", underread, "isolate=front", NULL},
        {"buffer-written-while-held", written_while_held, "isolate=1", NULL},
        {"buffer-freed-while-held", freed_while_held, "isolate=1", NULL},
    };
    *n = sizeof plants / sizeof *plants;
    return plants;
}
