"""demo: sums a column in a C library; each batch is released twice and each schema never.

The library (sink.c) copies the batch's structure and leaves the original as it was, so that both
sides release it. Alone, the program is aborted by malloc, which says "double free" and no more.
Under arrowdev_check (make demo) it comes to its end, and the report names both lines that release,
the line that made the batch, and the schemas that stay.
"""

# SPDX-License-Identifier: Apache-2.0

import ctypes
import pathlib

import polars as pl

SINK = pathlib.Path(__file__).parent.parent / "build/examples/libsink.so"


def load_sink():
    sink = ctypes.CDLL(str(SINK))
    sink.sink_new.restype = ctypes.c_void_p
    sink.sink_total.restype = ctypes.c_int64
    sink.sink_add.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    for function in (sink.sink_total, sink.sink_close, sink.batch_drop):
        function.argtypes = [ctypes.c_void_p]
    return sink


def export(batch):
    """The batch as the two C structures that its consumer wants."""
    array, schema = ctypes.create_string_buffer(80), ctypes.create_string_buffer(72)
    batch._export_to_c(ctypes.addressof(array), ctypes.addressof(schema))
    return array, schema


def main():
    orders = pl.DataFrame({"amount": range(1000), "item": ["tea", "coffee"] * 500})
    table = orders.filter(pl.col("item") == "tea").to_arrow()
    library = load_sink()
    sink = library.sink_new()
    exported = []
    for batch in table.to_batches(max_chunksize=125):
        array, schema = export(batch)
        exported.append((array, schema))
        library.sink_add(sink, ctypes.addressof(array))
    print("total", library.sink_total(sink), "in", len(exported), "batches", flush=True)
    for array, _ in exported:
        library.batch_drop(ctypes.addressof(array))
    library.sink_close(sink)


main()
