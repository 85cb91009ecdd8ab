/* A program in C over Debian's GDAL 3.6, whose streams assert that their release is their own: read
 * to the end, left half-way, never read, of a result.
 *
 * expect: nothing
 * seen: 4 streams, 3 schemas, 4 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdio.h>

#include "tracker/abi/arrow.h"

/* As GDAL documents its C API; nothing of its headers is needed. */
void GDALAllRegister(void);
void *GDALGetDriverByName(const char *name);
void *GDALCreate(void *driver, const char *name, int width, int height, int bands, int type,
                 char **options);
void *GDALDatasetCreateLayer(void *dataset, const char *name, void *reference, int geometry,
                             char **options);
void *GDALDatasetGetLayer(void *dataset, int index);
void *GDALDatasetExecuteSQL(void *dataset, const char *sql, void *filter, const char *dialect);
void GDALDatasetReleaseResultSet(void *dataset, void *layer);
void GDALClose(void *dataset);
void *OGR_Fld_Create(const char *name, int type);
void OGR_Fld_Destroy(void *field);
int OGR_L_CreateField(void *layer, void *field, int is_approximate);
void *OGR_L_GetLayerDefn(void *layer);
int OGR_L_CreateFeature(void *layer, void *feature);
void *OGR_F_Create(void *definition);
void OGR_F_SetFieldString(void *feature, int index, const char *value);
void OGR_F_Destroy(void *feature);
bool OGR_L_GetArrowStream(void *layer, struct ArrowArrayStream *out, char **options);

static char *two_rows[] = {"MAX_FEATURES_IN_BATCH=2", NULL};

static void *make_places(void) {
    void *dataset = GDALCreate(GDALGetDriverByName("Memory"), "places", 0, 0, 0, 0, NULL);
    void *layer = GDALDatasetCreateLayer(dataset, "places", NULL, 1, NULL);
    void *field = OGR_Fld_Create("name", 4);
    OGR_L_CreateField(layer, field, 0);
    OGR_Fld_Destroy(field);
    for (int i = 0; i < 3; i++) {
        void *feature = OGR_F_Create(OGR_L_GetLayerDefn(layer));
        OGR_F_SetFieldString(feature, 0, "a place");
        OGR_L_CreateFeature(layer, feature);
        OGR_F_Destroy(feature);
    }
    return dataset;
}

/* As many rows as there are, or those of the first batches. */
static void read_rows(void *layer, char **options, int n_batches) {
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
    struct ArrowArray array;
    printf("%d", OGR_L_GetArrowStream(layer, &stream, options));
    printf(" %d", stream.get_schema(&stream, &schema));
    printf(" %s %d:", schema.format, (int)schema.n_children);
    for (int i = 0; i < n_batches && stream.get_next(&stream, &array) == 0 && array.release; i++) {
        printf(" %d", (int)array.length);
        array.release(&array);
    }
    puts("");
    schema.release(&schema);
    stream.release(&stream);
}

int main(void) {
    struct ArrowArrayStream stream;
    GDALAllRegister();
    void *dataset = make_places();
    void *layer = GDALDatasetGetLayer(dataset, 0);
    read_rows(layer, two_rows, 9);
    read_rows(layer, two_rows, 1);
    void *result = GDALDatasetExecuteSQL(dataset, "select name from places", NULL, NULL);
    read_rows(result, NULL, 9);
    GDALDatasetReleaseResultSet(dataset, result);
    printf("%d\n", OGR_L_GetArrowStream(layer, &stream, NULL));
    stream.release(&stream);
    GDALClose(dataset);
    return 0;
}
