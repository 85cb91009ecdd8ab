"""layouts_late: buffers of every kind are read after their arrays' releases, which stay alive."""

# options: isolate=1:validate=1
# expect: buffer-used-after-release error consumer *multiarray* at dictionary before dictionary-drop
# expect: buffer-used-after-release error consumer *multiarray* at nested before nested-drop
# expect: buffer-used-after-release error consumer *multiarray* at view before view-drop
# expect: buffer-used-after-release error consumer *multiarray* at run-ends before run-ends-drop
# expect: buffer-used-after-release error consumer *multiarray* at union before union-drop
# expect: buffer-used-after-release error consumer *multiarray* at slice before slice-drop
# expect: buffer-used-after-release error consumer *multiarray* at bitmap before bitmap-drop

# SPDX-License-Identifier: Apache-2.0

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow.cffi import ffi


def lend(source):
    """What a consumer is given of it; the schema has served."""
    array, schema = ffi.new("struct ArrowArray *"), ffi.new("struct ArrowSchema *")
    source._export_to_c(*(int(ffi.cast("uintptr_t", struct)) for struct in (array, schema)))
    schema.release(schema)
    return array


def view_of(array, index, size):
    """A buffer's bytes, whoever owns them."""
    return np.frombuffer(ffi.buffer(array.buffers[index], size), dtype=np.uint8)


words = pa.array(["a", "bb", "ccc"] * 50).dictionary_encode()
array = lend(words)
view = view_of(array.dictionary, 2, 6)
array.release(array)  # <- dictionary-drop
print(view.sum())  # <- dictionary
records = pa.array([[{"s": "hello"}, {"s": "world"}]] * 40)
array = lend(records)
view = view_of(array.children[0].children[0], 2, 10)
array.release(array)  # <- nested-drop
print(view.sum())  # <- nested
texts = pa.array([f"longer than twelve bytes {i}" for i in range(100)], pa.string_view())
array = lend(texts)
view = view_of(array, 2, 1000)
array.release(array)  # <- view-drop
print(view.sum())  # <- view
runs = pc.run_end_encode(pa.array([1, 1, 1, 2, 2, 3]))
array = lend(runs)
view = view_of(array.children[0], 1, 12)
array.release(array)  # <- run-ends-drop
print(view.sum())  # <- run-ends
union = pa.UnionArray.from_dense(
    pa.array([0, 1, 0], pa.int8()),
    pa.array([0, 0, 1], pa.int32()),
    [pa.array([5, 6]), pa.array(["x"])],
)
array = lend(union)
view = view_of(array, 0, 3)
array.release(array)  # <- union-drop
print(view.sum())  # <- union
part = pa.array(range(100_000)).slice(70_000, 500)
array = lend(part)
view = view_of(array, 1, 8 * 70_500)[8 * 70_000 :]
array.release(array)  # <- slice-drop
print(view.sum())  # <- slice
flags = pa.array([True, None, False] * 1000)
array = lend(flags)
view = view_of(array, 0, 375)
array.release(array)  # <- bitmap-drop
print(view.sum())  # <- bitmap
