# arrays: random pyarrow arrays of every type it has, nested and sliced at every level.

# SPDX-License-Identifier: Apache-2.0
import datetime
import decimal

import numpy as np
import pyarrow as pa

INTEGERS = [
    pa.int8(),
    pa.uint8(),
    pa.int16(),
    pa.uint16(),
    pa.int32(),
    pa.uint32(),
    pa.int64(),
    pa.uint64(),
]
TIMES = [
    pa.date32(),
    pa.date64(),
    pa.time32("s"),
    pa.time32("ms"),
    pa.time64("us"),
    pa.time64("ns"),
    pa.timestamp("s"),
    pa.timestamp("ms", "UTC"),
    pa.timestamp("us", "Europe/Paris"),
    pa.timestamp("ns"),
    pa.duration("s"),
    pa.duration("ms"),
    pa.duration("us"),
    pa.duration("ns"),
]
DECIMALS = [pa.decimal32(7, 2), pa.decimal64(15, -2), pa.decimal128(30, 4), pa.decimal256(60, 9)]
TEXTS = [
    pa.string(),
    pa.large_string(),
    pa.binary(),
    pa.large_binary(),
    pa.string_view(),
    pa.binary_view(),
]
LEAVES = (
    INTEGERS
    + TIMES
    + DECIMALS
    + TEXTS
    + [
        pa.null(),
        pa.bool_(),
        pa.float16(),
        pa.float32(),
        pa.float64(),
        pa.month_day_nano_interval(),
        pa.binary(1),
        pa.binary(3),
        pa.binary(16),
        pa.uuid(),
    ]
)
NESTED = [
    "list",
    "large_list",
    "list_view",
    "large_list_view",
    "fixed_list",
    "struct",
    "map",
    "dense",
    "sparse",
    "dictionary",
    "run_end",
    "empty_struct",
]


def value(random, type):
    if pa.types.is_boolean(type):
        return random.random() < 0.5
    if type in INTEGERS:
        return random.randrange(100)
    if pa.types.is_floating(type):
        return np.float16(random.randrange(99)) if type == pa.float16() else random.random()
    if pa.types.is_decimal(type):
        return decimal.Decimal(random.randrange(99)) * (100 if type.scale < 0 else 1)
    if pa.types.is_fixed_size_binary(type):
        return random.randbytes(type.byte_width)
    if type == pa.month_day_nano_interval():
        return pa.MonthDayNano(
            [random.randrange(12), random.randrange(30), random.randrange(10**9)]
        )
    text = "wordé" * random.randrange(6)
    if type in (pa.string(), pa.large_string(), pa.string_view()):
        return text
    if type in (pa.binary(), pa.large_binary(), pa.binary_view()):
        return text.encode() + b"\xff"
    return None


def leaf(random, type, n, nulls=True):
    if isinstance(type, pa.BaseExtensionType):
        return pa.ExtensionArray.from_storage(type, leaf(random, type.storage_type, n, nulls))
    if type == pa.null():
        return pa.nulls(n)
    share = random.choice([0, 0.3]) if nulls else 0
    if type in TIMES:
        width = pa.int32() if type.bit_width == 32 else pa.int64()
        day = 86400000 if type == pa.date64() else 1
        numbers = [
            None if random.random() < share else random.randrange(1000) * day for _ in range(n)
        ]
        return pa.array(numbers, width).cast(type)
    return pa.array(
        [None if random.random() < share else value(random, type) for _ in range(n)], type
    )


def mask(random, n):
    return (
        pa.array([random.random() < 0.3 for _ in range(n)]) if n and random.random() < 0.5 else None
    )


def lists(random, kind, n, depth):
    values = array(random, random.randrange(2 * n + 1), depth - 1)
    ends = sorted(random.randrange(len(values) + 1) for _ in range(n + 1))
    width = pa.int64() if kind.startswith("large") else pa.int32()
    if "view" in kind:
        cls = pa.LargeListViewArray if kind.startswith("large") else pa.ListViewArray
        starts = [random.randrange(len(values) + 1) for _ in range(n)]
        sizes = [random.randrange(len(values) - start + 1) for start in starts]
        return cls.from_arrays(
            pa.array(starts, width), pa.array(sizes, width), values, mask=mask(random, n)
        )
    cls = pa.LargeListArray if kind.startswith("large") else pa.ListArray
    return cls.from_arrays(pa.array(ends, width), values, mask=mask(random, n))


def unions(random, kind, n, depth):
    types = pa.array([random.randrange(2) * 3 for _ in range(n)], pa.int8())
    codes = [0, 3]
    if kind == "sparse":
        return pa.UnionArray.from_sparse(
            types, [array(random, n, depth - 1) for _ in codes], None, codes
        )
    children = [array(random, random.randrange(1, n + 2), depth - 1) for _ in codes]
    counts = {code: len(child) for code, child in zip(codes, children)}
    offsets = [min(i, counts[code] - 1) for i, code in enumerate(types.to_pylist())]
    return pa.UnionArray.from_dense(types, pa.array(offsets, pa.int32()), children, None, codes)


def maps(random, n, depth):
    keys = leaf(random, pa.string(), random.randrange(2 * n + 1), nulls=False)
    offsets = sorted(random.randrange(len(keys) + 1) for _ in range(n + 1))
    return pa.MapArray.from_arrays(
        pa.array(offsets, pa.int32()), keys, array(random, len(keys), depth - 1)
    )


def nested(random, kind, n, depth):
    if "list" in kind and kind != "fixed_list":
        return lists(random, kind, n, depth)
    if kind == "fixed_list":
        size = random.randrange(1, 4)
        return pa.FixedSizeListArray.from_arrays(
            array(random, n * size, depth - 1), size, mask=mask(random, n)
        )
    if kind == "struct":
        children = [array(random, n, depth - 1) for _ in range(random.randrange(1, 4))]
        return pa.StructArray.from_arrays(
            children, [f"f{i}" for i in range(len(children))], mask=mask(random, n)
        )
    if kind == "empty_struct":
        return pa.array([{}] * n, pa.struct([]))
    if kind == "map":
        return maps(random, n, depth)
    if kind in ("dense", "sparse"):
        return unions(random, kind, n, depth)
    if kind == "dictionary":
        words = leaf(
            random, random.choice(TEXTS[:4] + INTEGERS), random.randrange(1, 9), nulls=False
        ).unique()
        codes = [None if random.random() < 0.2 else random.randrange(len(words)) for _ in range(n)]
        return pa.DictionaryArray.from_arrays(pa.array(codes, random.choice(INTEGERS)), words)
    if n == 0:
        return leaf(random, pa.int8(), 0)
    runs = sorted({random.randrange(1, n + 1) for _ in range(3)} | {n})
    ends = pa.array(runs, random.choice([pa.int16(), pa.int32(), pa.int64()]))
    return pa.RunEndEncodedArray.from_arrays(
        ends, leaf(random, random.choice(LEAVES[:-2]), len(runs))
    )


def array(random, n, depth):
    """An array of n rows, often a slice of a longer one."""
    before, after = random.choice([(0, 0), (0, 0), (random.randrange(20), random.randrange(9))])
    rows = before + n + after
    if depth == 0 or random.random() < 0.2:
        made = leaf(random, random.choice(LEAVES), rows)
    else:
        made = nested(random, random.choice(NESTED), rows, depth)
    return made.slice(before, n)
