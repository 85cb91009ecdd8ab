"""ogr_arrow: pyogrio reads a GeoPackage through GDAL's stream and writes one from a stream."""

# SPDX-License-Identifier: Apache-2.0

import pyarrow as pa
import pyogrio

POINT = bytes.fromhex("0101000000000000000000f03f0000000000000040")
table = pa.table({"name": ["a", "b", None], "size": [1.5, None, 3.5], "geometry": [POINT] * 3})
pyogrio.write_arrow(table, "places.gpkg", layer="places", geometry_name="geometry",
                    geometry_type="Point", crs="EPSG:4326", driver="GPKG")
meta, read = pyogrio.read_arrow("places.gpkg")
print(sorted(read.column_names), read.num_rows, meta["geometry_type"])
print(read.column("name").to_pylist())
with pyogrio.open_arrow("places.gpkg", use_pyarrow=True) as (meta, reader):
    print(reader.read_all().num_rows)
with pyogrio.open_arrow("places.gpkg") as (meta, source):
    print(pa.RecordBatchReader.from_stream(source).read_next_batch().num_rows)
with pyogrio.open_arrow("places.gpkg") as (meta, source):
    print("never read")
kept = pyogrio.read_arrow("places.gpkg", columns=["size"])[1]
print(kept.column("size").to_pylist())
