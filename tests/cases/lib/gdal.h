/* gdal: datasets of two layers, served by libgdal_fake.so under GDAL's names. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CASES_LIB_GDAL_H
#define CASES_LIB_GDAL_H

#include <stdbool.h>

#include "tracker/abi/arrow.h"

typedef struct dataset *GDALDatasetH;
typedef struct layer *OGRLayerH;

/** A dataset; its memory is used again after a close, as an allocator's would be. */
GDALDatasetH gdal_open(void);

OGRLayerH GDALDatasetGetLayer(GDALDatasetH dataset, int index);
OGRLayerH GDALDatasetGetLayerByName(GDALDatasetH dataset, const char *name);
OGRLayerH GDALDatasetExecuteSQL(GDALDatasetH dataset, const char *sql, void *filter,
                                const char *dialect);
void GDALDatasetReleaseResultSet(GDALDatasetH dataset, OGRLayerH layer);
int GDALClose(GDALDatasetH dataset);

/** The older names of the same. */
OGRLayerH OGR_DS_GetLayer(GDALDatasetH dataset, int index);
OGRLayerH OGR_DS_GetLayerByName(GDALDatasetH dataset, const char *name);
OGRLayerH OGR_DS_ExecuteSQL(GDALDatasetH dataset, const char *sql, void *filter,
                            const char *dialect);
void OGR_DS_ReleaseResultSet(GDALDatasetH dataset, OGRLayerH layer);
void OGR_DS_Destroy(GDALDatasetH dataset);

/** As in GDAL 3.6, the release wants to see itself in the struct, else it aborts. */
bool OGR_L_GetArrowStream(OGRLayerH layer, struct ArrowArrayStream *out, char **options);
bool OGR_L_IsArrowSchemaSupported(OGRLayerH layer, const struct ArrowSchema *schema, char **options,
                                  char **error);
bool OGR_L_CreateFieldFromArrowSchema(OGRLayerH layer, const struct ArrowSchema *schema,
                                      char **options);
/** Takes the array or copies it, as gdal_takes says. */
bool OGR_L_WriteArrowBatch(OGRLayerH layer, const struct ArrowSchema *schema,
                           struct ArrowArray *array, char **options);
extern bool gdal_takes;

#endif
