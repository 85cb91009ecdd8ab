/* gdal: libgdal_fake.so. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "gdal.h"

#include <stddef.h>

#include "producer.h"

struct layer {
    struct ArrowArray written;
};
struct dataset {
    struct layer layers[2];
};

bool gdal_takes;
static struct dataset only;
static struct layer result;

GDALDatasetH gdal_open(void) {
    return &only;
}

OGRLayerH GDALDatasetGetLayer(GDALDatasetH dataset, int index) {
    return &dataset->layers[index];
}

OGRLayerH GDALDatasetGetLayerByName(GDALDatasetH dataset, const char *name) {
    return &dataset->layers[name[0] == 'b'];
}

OGRLayerH GDALDatasetExecuteSQL(GDALDatasetH dataset, const char *sql, void *filter,
                                const char *dialect) {
    return &result;
}

void GDALDatasetReleaseResultSet(GDALDatasetH dataset, OGRLayerH layer) {}

int GDALClose(GDALDatasetH dataset) {
    for (int i = 0; i < 2; i++) {
        struct ArrowArray *written = &dataset->layers[i].written;
        if (written->release)
            written->release(written);
    }
    return 0;
}

OGRLayerH OGR_DS_GetLayer(GDALDatasetH dataset, int index) {
    return &dataset->layers[index];
}

OGRLayerH OGR_DS_GetLayerByName(GDALDatasetH dataset, const char *name) {
    return &dataset->layers[name[0] == 'b'];
}

OGRLayerH OGR_DS_ExecuteSQL(GDALDatasetH dataset, const char *sql, void *filter,
                            const char *dialect) {
    return &result;
}

void OGR_DS_ReleaseResultSet(GDALDatasetH dataset, OGRLayerH layer) {}

void OGR_DS_Destroy(GDALDatasetH dataset) {}

bool OGR_L_GetArrowStream(OGRLayerH layer, struct ArrowArrayStream *out, char **options) {
    produce_stream(out, 2, STREAM_CHECKS_ITSELF);
    return true;
}

bool OGR_L_IsArrowSchemaSupported(OGRLayerH layer, const struct ArrowSchema *schema, char **options,
                                  char **error) {
    return schema->release != NULL;
}

bool OGR_L_CreateFieldFromArrowSchema(OGRLayerH layer, const struct ArrowSchema *schema,
                                      char **options) {
    return schema->release != NULL;
}

bool OGR_L_WriteArrowBatch(OGRLayerH layer, const struct ArrowSchema *schema,
                           struct ArrowArray *array, char **options) {
    if (gdal_takes) {
        layer->written = *array;
        array->release = NULL;
    }
    return true;
}
