/* A layer's stream checks its own release; a batch that is written is taken or left as the driver
 * likes, and whoever has it then releases it; schemas are only read.
 *
 * expect: nothing
 * seen: 1 stream, 3 arrays, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "gdal.h"
#include "producer.h"

static void write_batch(OGRLayerH layer, const struct ArrowSchema *schema) {
    struct ArrowArray array;
    produce_array(&array, 4, RELEASE_CHECKS_ITSELF);
    printf("%d", OGR_L_WriteArrowBatch(layer, schema, &array, NULL));
    printf(" %s\n", array.release ? "left" : "taken");
    if (array.release)
        array.release(&array);
}

int main(void) {
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    struct ArrowSchema schema;
    GDALDatasetH dataset = gdal_open();
    OGRLayerH layer = GDALDatasetGetLayer(dataset, 0);
    OGR_L_GetArrowStream(layer, &stream, NULL);
    printf("%d\n", stream.get_next(&stream, &array));
    array.release(&array);
    stream.release(&stream);
    produce_schema(&schema, "l", "value", 0, RELEASE_CHECKS_ITSELF);
    printf("%d\n", OGR_L_IsArrowSchemaSupported(layer, &schema, NULL, NULL));
    printf("%d\n", OGR_L_CreateFieldFromArrowSchema(layer, &schema, NULL));
    write_batch(layer, &schema);
    gdal_takes = true;
    write_batch(layer, &schema);
    schema.release(&schema);
    GDALClose(dataset);
    return 0;
}
