"""ogr_debian: Debian's GDAL 3.6, whose streams assert that their release is their own."""

# SPDX-License-Identifier: Apache-2.0

import sys

# Behind all else: only osgeo comes from there.
sys.path.append("/usr/lib/python3/dist-packages")

from osgeo import ogr  # noqa: E402

ogr.UseExceptions()
source = ogr.GetDriverByName("Memory").CreateDataSource("places")
layer = source.CreateLayer("places")
layer.CreateField(ogr.FieldDefn("name", ogr.OFTString))
layer.CreateField(ogr.FieldDefn("size", ogr.OFTReal))
for number in range(5):
    feature = ogr.Feature(layer.GetLayerDefn())
    feature["name"], feature["size"] = f"place {number}", number * 1.5
    layer.CreateFeature(feature)
stream = layer.GetArrowStreamAsPyArrow()
print(stream.schema)
for batch in stream:
    print(batch.field("size").to_pylist(), batch.field("name").to_pylist())
stream = layer.GetArrowStreamAsPyArrow(["MAX_FEATURES_IN_BATCH=2"])
print(len(next(iter(stream))))
del stream
print(sum(len(batch) for batch in layer.GetArrowStreamAsPyArrow(["MAX_FEATURES_IN_BATCH=2"])))
result = source.ExecuteSQL("select size from places where size > 2")
print([batch.field("size").to_pylist() for batch in result.GetArrowStreamAsPyArrow()])
source.ReleaseResultSet(result)
