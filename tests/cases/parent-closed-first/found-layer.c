/* A dataset takes its layers with it: the stream of one is read after that.
 *
 * expect: parent-closed-first error consumer main at read before close origin stream
 * seen: any */
/* SPDX-License-Identifier: Apache-2.0 */
#include "gdal.h"

#include <stddef.h>

int main(void) {
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    GDALDatasetH dataset = gdal_open();
    OGR_L_GetArrowStream(GDALDatasetGetLayer(dataset, 1), &stream, NULL); // <- stream
    GDALClose(dataset);                                                   // <- close
    if (stream.get_next(&stream, &array) == 0)                            // <- read
        array.release(&array);
    stream.release(&stream);
    return 0;
}
