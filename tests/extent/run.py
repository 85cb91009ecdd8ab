#!/usr/bin/env python3
# run: the sizes of buffers that tracker/extent tells, beside pyarrow's own, on random arrays.
#
# run.py LIBRARY [SEEDS [FIRST]]
#
# For each array: a buffer made whole has the size that is told; nothing told is larger than
# pyarrow's buffer; the rows of a slice take the bytes that pyarrow says; and a copy of those bytes
# alone, with rubbish around them, is read back as the same array.
#
# SPDX-License-Identifier: Apache-2.0
import ctypes
import random
import sys

import pyarrow as pa

import arrays

RUBBISH = 0xA5
ROOM = 64


class Said(ctypes.Structure):
    _fields_ = (
        [(name, ctypes.c_uint64) for name in ("address", "begin", "end")]
        + [(name, ctypes.c_int64) for name in ("first", "rows")]
        + [(name, ctypes.c_uint32) for name in ("depth", "buffer", "is_certain", "is_dictionary")]
    )


class Schema(ctypes.Structure):
    _fields_ = [("words", ctypes.c_int64 * 9)]


class Array(ctypes.Structure):
    pass


Array._fields_ = [
    (name, ctypes.c_int64) for name in ("length", "null_count", "offset", "n_buffers", "n_children")
] + [
    ("buffers", ctypes.POINTER(ctypes.c_uint64)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))),
    ("dictionary", ctypes.POINTER(Array)),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]

MOST = 4096
# What pyarrow looks at and the checks of content do not: values that a type forbids.
BEYOND = [
    "does not fit in precision",
    "whole number of days",
    "acceptable range",
    "padding bytes were not all zero",
    "isn't large enough for length: 0",
]


def ask(library, made):
    """The exported structs and what is said of each buffer, None when it doesn't fit."""
    schema, array, said = Schema(), Array(), (Said * MOST)()
    made._export_to_c(ctypes.addressof(array), ctypes.addressof(schema))
    n = library.probe(ctypes.byref(schema), ctypes.byref(array), said, MOST)
    return schema, array, said[:n] if n >= 0 else None


def substitute(array, said, kept):
    """Every buffer replaced by a copy of the bytes that were told, rubbish before and behind."""
    for i in range(array.n_buffers):
        told = said.pop(0)
        if not told.address:
            continue
        # An empty array may leave out its one offset; who reads it expects zero.
        copy = ctypes.create_string_buffer(
            bytes([RUBBISH if told.end else 0]) * (told.end + 2 * ROOM)
        )
        at = (ctypes.addressof(copy) + 63) // 64 * 64
        ctypes.memmove(at + told.begin, told.address + told.begin, told.end - told.begin)
        kept.append(copy)
        array.buffers[i] = at
    for i in range(array.n_children):
        substitute(array.children[i].contents, said, kept)
    if array.dictionary:
        substitute(array.dictionary.contents, said, kept)


def own_sizes(made):
    """pyarrow's own buffers, in the same order; what it has no Python for is left out."""
    storage = made.storage if isinstance(made, pa.ExtensionArray) else made
    sizes = [None if buffer is None else buffer.size for buffer in storage.buffers()]
    return (
        sizes + own_sizes(storage.dictionary) if isinstance(storage, pa.DictionaryArray) else sizes
    )


def no_larger(made, said):
    """Each told size is at most that of pyarrow's buffer at the same address."""
    largest = {}

    def walk(part):
        storage = part.storage if isinstance(part, pa.ExtensionArray) else part
        for buffer in storage.buffers():
            if buffer is not None:
                largest[buffer.address] = max(largest.get(buffer.address, 0), buffer.size)
        if isinstance(storage, pa.DictionaryArray):
            walk(storage.dictionary)

    walk(made)
    return all(told.end <= largest[told.address] for told in said if told.address in largest)


def validate(made):
    try:
        made.validate(full=True)
    except (pa.ArrowInvalid, pa.ArrowIndexError, ValueError, IndexError) as wrong:
        return str(wrong)


def whole_copy(made):
    schema, array = Schema(), Array()
    made._export_to_c(ctypes.addressof(array), ctypes.addressof(schema))
    return pa.Array._import_from_c(ctypes.addressof(array), ctypes.addressof(schema))


def check_any(library, made):
    schema, array, said = ask(library, made)
    if said is None or not all(told.is_certain and told.begin <= told.end for told in said):
        return "not told"
    if not no_larger(made, said):
        return "larger than pyarrow's buffer"
    kept, buffers = [], [array.buffers[i] for i in range(array.n_buffers)]
    substitute(array, said, kept)
    if said:
        return "more buffers than the structs have"
    again = pa.Array._import_from_c(ctypes.addressof(array), ctypes.addressof(schema))
    # pyarrow refuses some of what it exports itself: an empty slice of views.
    if (wrong := validate(again)) and wrong != validate(whole_copy(made)):
        return f"the copy is not valid: {wrong}"
    same = again.equals(made) or again.to_pylist() == made.to_pylist()
    return None if same else "the copy reads differently"


def buffers_of(array):
    """The places of all buffers, in the order of what is said."""
    places = [(array, i) for i in range(array.n_buffers) if array.buffers[i]]
    for i in range(array.n_children):
        places += buffers_of(array.children[i].contents)
    return places + (buffers_of(array.dictionary.contents) if array.dictionary else [])


def check_content(library, rng, made):
    """A copy with one byte changed is found wrong as often as pyarrow finds it so."""
    schema, array, said = ask(library, made)
    kept = []
    substitute(array, list(said), kept)
    changeable = [
        (node, i, told)
        for (node, i), told in zip(buffers_of(array), (t for t in said if t.address))
        if told.end > told.begin
    ]
    if changeable and rng.random() < 0.7:
        node, i, told = rng.choice(changeable)
        at = node.buffers[i] + rng.randrange(told.begin, told.end)
        ctypes.memset(at, rng.choice([0, 1, 2, 0x7F, 0x80, 0xFF]), 1)
    faults = (ctypes.c_char * 4096)()
    found = library.judge(ctypes.byref(schema), ctypes.byref(array), faults) > 0
    again = pa.Array._import_from_c(ctypes.addressof(array), ctypes.addressof(schema))
    wrong = validate(again)
    if wrong and any(word in wrong for word in BEYOND):
        return None
    if bool(wrong) == found:
        return None
    return f"pyarrow: {wrong}; found here: {found}"


def check_leaf(library, rng, type):
    """Whole and sliced leaves, where pyarrow says the very bytes."""
    whole = arrays.leaf(rng, type, rng.randrange(1, 200))
    schema, array, said = ask(library, whole)
    told = [None if not one.address else one.end for one in said]
    sizes = own_sizes(whole)
    views = type in (pa.string_view(), pa.binary_view())
    if (told[:-1] if views else told) != (sizes if type != pa.null() else []):
        return f"{type}: told {told}, pyarrow {sizes}"
    first = rng.randrange(len(whole))
    part = whole.slice(first, rng.randrange(len(whole) - first) + 1)
    schema, array, said = ask(library, part)
    told = sum(one.end - one.begin for one in said[: -1 if views else None] if one.address)
    if type in arrays.TEXTS and not views:  # pyarrow leaves the last offset out
        told -= 8 if type in (pa.large_string(), pa.large_binary()) else 4
    return (
        None if told == part.nbytes else f"{type}: a slice has {told} bytes, pyarrow {part.nbytes}"
    )


def main():
    library = ctypes.CDLL(sys.argv[1])
    library.probe.restype = ctypes.c_int64
    library.probe.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64]
    seeds, first = (int(word) for word in (sys.argv[2:] + ["300", "0"][len(sys.argv) - 2 :]))
    passed = failed = 0
    for seed in range(first, first + seeds):
        rng = random.Random(seed)
        made = arrays.array(rng, rng.randrange(40), rng.randrange(4))
        wrongs = [check_any(library, made), check_content(library, rng, made)]
        if not isinstance(leaf := rng.choice(arrays.LEAVES), pa.BaseExtensionType):
            wrongs.append(check_leaf(library, rng, leaf))
        for wrong in wrongs:
            passed += wrong is None
            failed += wrong is not None
            if wrong:
                print(f"extent: seed {seed}: {made.type}: {wrong}")
    print(f"extent: {passed} passed, {failed} failed, 0 skipped")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
