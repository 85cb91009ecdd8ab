"""na_builder: nanoarrow builds on arrays of others; it knows its own by their release.

Children that came from elsewhere, or went there and came back, are shared below a new parent or
moved there, and handed on from it; what is built flat is checked at each level.
"""

# SPDX-License-Identifier: Apache-2.0

# isolated: buffer-written-while-held a struct moved away is freed although an export of it lives

import nanoarrow as na
import pyarrow as pa

FIELDS = {"own": na.int64(), "words": na.string(), "foreign": na.float64(), "back": na.int64()}


def children():
    """Made here, made elsewhere, and back from there: the same memory in a struct of pyarrow's."""
    own = na.c_array([1, 2, 3], na.int64())
    words = na.c_array(["a", None, "ccc"], na.string())
    return own, words, na.c_array(pa.array([1.5, 2.5, None])), na.c_array(pa.array(na.Array(own)))


for moves in (False, True):
    built = na.c_array_from_buffers(
        na.struct(FIELDS), 3, [None], children=children(), validation_level="none", move=moves
    )
    print([[buffer is None for buffer in child.buffers] for child in built.children])
    print(na.Array(built).to_pylist(), pa.array(na.Array(built)).slice(1, 2).to_pylist())
offsets = na.c_buffer([0, 1, 3], na.int32())
lists = na.c_array_from_buffers(
    na.list_(na.float64()), 2, [None, offsets], children=[children()[2]], validation_level="none"
)
print(na.Array(lists).to_pylist(), pa.array(na.Array(lists)).to_pylist())
for level in ("none", "minimal", "default", "full"):
    for content in (b"abc", b"a"):
        try:
            flat = na.c_array_from_buffers(
                na.string(), 2, [None, offsets, content], validation_level=level
            )
            print(level, flat.n_buffers, len(pa.array(na.Array(flat))))
        except Exception as error:
            print(level, type(error).__name__)
