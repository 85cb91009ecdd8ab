/* A data source by its older names: the results of a query are read after they were given back, and
 * a layer after its data source was destroyed.
 *
 * expect: parent-closed-first error consumer main at read1 before close1 origin stream1
 * expect: parent-closed-first error consumer main at read2 before close2 origin stream2
 * expect: parent-closed-first error consumer main at read3 before close2 origin stream3
 * seen: any */
/* SPDX-License-Identifier: Apache-2.0 */
#include "gdal.h"

#include <stddef.h>

static void drop(struct ArrowArray *array) {
    array->release(array);
}

int main(void) {
    struct ArrowArrayStream of_result, of_layer, of_other;
    struct ArrowArray array;
    GDALDatasetH source = gdal_open();
    OGRLayerH result = OGR_DS_ExecuteSQL(source, "select 1", NULL, NULL);
    OGR_L_GetArrowStream(result, &of_result, NULL);                            // <- stream1
    OGR_L_GetArrowStream(OGR_DS_GetLayer(source, 0), &of_layer, NULL);         // <- stream2
    OGR_L_GetArrowStream(OGR_DS_GetLayerByName(source, "b"), &of_other, NULL); // <- stream3
    OGR_DS_ReleaseResultSet(source, result);                                   // <- close1
    of_layer.get_next(&of_layer, &array);
    drop(&array);
    of_result.get_next(&of_result, &array); // <- read1
    drop(&array);
    of_result.release(&of_result);
    OGR_DS_Destroy(source);               // <- close2
    of_layer.get_next(&of_layer, &array); // <- read2
    drop(&array);
    of_other.get_next(&of_other, &array); // <- read3
    drop(&array);
    of_layer.release(&of_layer);
    of_other.release(&of_other);
    return 0;
}
