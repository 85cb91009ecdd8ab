/* One structure through each function of the bridge: all is forwarded, results come back.
 *
 * expect: nothing
 * seen: any */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "producer.h"

static const struct source *schemas, *arrays, *streams, *devices, *device_streams;

static int schemas_cross(void) {
    struct ArrowSchema schema;
    int n = 0;
    n += FAKE_EXPORT(fake_ExportType, schemas, &schema);
    n += FAKE_IMPORT(fake_ImportType, &schema) != NULL;
    n += FAKE_EXPORT(fake_ExportField, schemas, &schema);
    n += FAKE_IMPORT(fake_ImportField, &schema) != NULL;
    n += FAKE_EXPORT(fake_ExportSchema, schemas, &schema);
    n += FAKE_IMPORT(fake_ImportSchema, &schema) != NULL;
    return n;
}

static int dropped(struct fake_value *value) {
    if (value)
        fake_drop(value);
    return value != NULL;
}

static int arrays_cross(void) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    int n = 0;
    n += FAKE_EXPORT(fake_ExportArray, arrays, &array, &schema);
    n += dropped(FAKE_IMPORT(fake_ImportArray, &array, &schema));
    n += FAKE_EXPORT(fake_ExportArray, arrays, &array, NULL);
    n += dropped(FAKE_IMPORT(fake_ImportArrayOfType, &array, NULL));
    n += FAKE_EXPORT(fake_ExportRecordBatch, arrays, &array, &schema);
    n += dropped(FAKE_IMPORT(fake_ImportRecordBatch, &array, &schema));
    n += FAKE_EXPORT(fake_ExportRecordBatch, arrays, &array, NULL);
    n += dropped(FAKE_IMPORT(fake_ImportRecordBatchOfType, &array, NULL));
    return n;
}

static int devices_cross(void) {
    struct ArrowDeviceArray array;
    struct ArrowSchema schema;
    int n = 0;
    n += FAKE_EXPORT(fake_ExportDeviceArray, devices, NULL, &array, &schema);
    n += dropped(FAKE_IMPORT(fake_ImportDeviceArray, &array, &schema, NULL));
    n += FAKE_EXPORT(fake_ExportDeviceArray, devices, NULL, &array, NULL);
    n += dropped(FAKE_IMPORT(fake_ImportDeviceArrayOfType, &array, NULL, NULL));
    n += FAKE_EXPORT(fake_ExportDeviceRecordBatch, devices, NULL, &array, &schema);
    n += dropped(FAKE_IMPORT(fake_ImportDeviceRecordBatch, &array, &schema, NULL));
    n += FAKE_EXPORT(fake_ExportDeviceRecordBatch, devices, NULL, &array, NULL);
    n += dropped(FAKE_IMPORT(fake_ImportDeviceRecordBatchOfType, &array, NULL, NULL));
    return n;
}

static int streams_cross(void) {
    struct ArrowArrayStream stream;
    struct ArrowDeviceArrayStream device_stream;
    int n = 0;
    n += FAKE_EXPORT(fake_ExportRecordBatchReader, streams, &stream);
    n += dropped(FAKE_IMPORT(fake_ImportRecordBatchReader, &stream));
    n += FAKE_EXPORT(fake_ExportChunkedArray, streams, &stream);
    n += dropped(FAKE_IMPORT(fake_ImportChunkedArray, &stream));
    n += FAKE_EXPORT(fake_ExportDeviceReader, device_streams, &device_stream);
    n += dropped(FAKE_IMPORT(fake_ImportDeviceReader, &device_stream, NULL));
    n += FAKE_EXPORT(fake_ExportDeviceChunkedArray, device_streams, 1, &device_stream);
    n += dropped(FAKE_IMPORT(fake_ImportDeviceChunkedArray, &device_stream, NULL));
    return n;
}

int main(void) {
    schemas = some_schema("l", "value", RELEASE_CHECKS_ITSELF);
    arrays = some_struct(4, 2, RELEASE_CHECKS_ITSELF);
    streams = some_stream(2, STREAM_CHECKS_ITSELF);
    devices = some_device_array(4, 1, RELEASE_CHECKS_ITSELF);
    device_streams = some_device_stream(2, 1, STREAM_CHECKS_ITSELF);
    printf("%d schemas ", schemas_cross());
    printf("%d arrays ", arrays_cross());
    printf("%d device arrays ", devices_cross());
    printf("%d streams\n", streams_cross());
    return 0;
}
