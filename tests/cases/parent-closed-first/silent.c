/* What a handle's library allows: arrays that live on, a close that is refused, an address that is
 * used again, a stream of GDAL that is only released after its dataset, another layer.
 *
 * expect: nothing
 * seen: any */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "adbc.h"
#include "gdal.h"

static struct AdbcStatement statement;
static struct AdbcError error;

static void arrays_live_on(void) {
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    AdbcStatementExecuteQuery(&statement, &stream, NULL, &error);
    stream.get_next(&stream, &array);
    stream.release(&stream);
    AdbcStatementRelease(&statement, &error);
    printf("%d rows\n", (int)array.length);
    array.release(&array);
}

/* The statement at this address was closed before: this one is another. */
static void a_refused_close_closes_nothing(void) {
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    AdbcStatementExecuteQuery(&statement, &stream, NULL, &error);
    adbc_status = ADBC_STATUS_INVALID_STATE;
    printf("status %d\n", AdbcStatementRelease(&statement, &error));
    adbc_status = 0;
    stream.get_next(&stream, &array);
    array.release(&array);
    stream.release(&stream);
    AdbcStatementRelease(&statement, &error);
}

static void other_layers_stay(void) {
    struct ArrowArrayStream of_layer, of_result;
    struct ArrowArray array;
    GDALDatasetH dataset = gdal_open();
    OGRLayerH result = GDALDatasetExecuteSQL(dataset, "select 1", NULL, NULL);
    OGR_L_GetArrowStream(GDALDatasetGetLayerByName(dataset, "a"), &of_layer, NULL);
    OGR_L_GetArrowStream(result, &of_result, NULL);
    of_result.release(&of_result);
    GDALDatasetReleaseResultSet(dataset, result);
    of_layer.get_next(&of_layer, &array);
    GDALClose(dataset);
    array.release(&array);
    of_layer.release(&of_layer);
}

static void a_new_dataset_stands_where_the_old_one_stood(void) {
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    GDALDatasetH dataset = gdal_open();
    OGR_L_GetArrowStream(GDALDatasetGetLayer(dataset, 0), &stream, NULL);
    stream.get_next(&stream, &array);
    array.release(&array);
    stream.release(&stream);
    GDALClose(dataset);
}

int main(void) {
    arrays_live_on();
    a_refused_close_closes_nothing();
    other_layers_stay();
    a_new_dataset_stands_where_the_old_one_stood();
    return 0;
}
