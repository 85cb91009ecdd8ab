"""count_gdb: counts the structures that cross in a program, from outside, by breakpoints.

gdb runs this file for count.py.

A structure crosses when it is complete (its release is set) and stands at one of these points:

    PyCapsule_GetPointer under an Arrow name, unless it is the capsule's destructor that reads
    an argument of libarrow's Import... at its entry, of its Export... at its return
    an argument of a function of DOORS
    the result of get_schema or get_next of a stream that has crossed itself, at a return of 0

It is one structure until its release is called, wherever it is moved. Children and dictionaries
belong to their root and are never counted, nor when they cross on their own.
"""

# SPDX-License-Identifier: Apache-2.0

import collections
import json
import os
import re
import subprocess

import gdb

# Where the members lie that this file reads; -1: no such member.
Layout = collections.namedtuple(
    "Layout", "count n_children children dictionary release get_schema get_next chunk"
)
LAYOUTS = {
    "schema": Layout("schemas", 32, 40, 48, 56, -1, -1, None),
    "array": Layout("arrays", 32, 48, 56, 64, -1, -1, None),
    "stream": Layout("streams", -1, -1, -1, 24, 0, 8, "array"),
    "device_array": Layout("arrays", 32, 48, 56, 64, -1, -1, None),
    "device_stream": Layout("streams", -1, -1, -1, 32, 8, 16, "device_array"),
}
CAPSULES = {
    b"arrow_schema": "schema",
    b"arrow_array": "array",
    b"arrow_array_stream": "stream",
    b"arrow_device_array": "device_array",
    b"arrow_device_array_stream": "device_stream",
}
PARAMETERS = {
    "ArrowSchema*": "schema",
    "ArrowArray*": "array",
    "ArrowArrayStream*": "stream",
    "ArrowDeviceArray*": "device_array",
    "ArrowDeviceArrayStream*": "device_stream",
}
# Every function of the bridge returns a Status or a Result, through a hidden pointer in rdi.
ARGUMENTS = ("rsi", "rdx", "rcx", "r8", "r9")

INTEGERS = ("rdi", "rsi", "rdx", "rcx", "r8", "r9")
# C functions that hand structures over: kind and argument of each, `in` at the entry, `out` at the
# return; `*`: the argument points to the pointer. By the library whose functions they are: drivers
# of ADBC export the same names as their manager.
DOORS = {
    r"_lib\.cpython|libadbc_driver_manager\.": """
        AdbcStatementExecuteQuery out stream 2
        AdbcStatementExecuteSchema out schema 2
        AdbcStatementGetParameterSchema out schema 2
        AdbcStatementExecutePartitions out schema 2
        AdbcStatementBind in array 2 in schema 3
        AdbcStatementBindStream in stream 2
        AdbcConnectionGetInfo out stream 4
        AdbcConnectionGetObjects out stream 8
        AdbcConnectionGetStatistics out stream 6
        AdbcConnectionGetStatisticNames out stream 2
        AdbcConnectionGetTableSchema out schema 5
        AdbcConnectionGetTableTypes out stream 2
        AdbcConnectionReadPartition out stream 4""",
    r"_duckdb\.|libduckdb\.": """
        duckdb_query_arrow_schema out *schema 2
        duckdb_query_arrow_array out *array 2
        duckdb_result_arrow_array out *array 2
        duckdb_prepared_arrow_schema out *schema 2
        duckdb_schema_from_arrow in schema 2
        duckdb_data_chunk_from_arrow in array 2
        duckdb_arrow_scan in stream 3
        duckdb_arrow_array_scan in schema 3 in array 4 out *stream 5
        duckdb_v2_arrow_result_get_schema out schema 2
        duckdb_v2_arrow_result_fetch_array out array 2
        duckdb_v2_arrow_result_to_arrow_c_stream out stream 2""",
    r"libgdal[-.]": """
        OGR_L_GetArrowStream out stream 2
        OGR_L_IsArrowSchemaSupported in schema 2
        OGR_L_CreateFieldFromArrowSchema in schema 2
        OGR_L_WriteArrowBatch in schema 2 in array 3""",
}

live = {}  # identity of what crossed -> the identities of its children
children = set()  # identities of all children of live roots, until the root's release has returned
released_kinds = {}  # release function -> kind
counts = collections.Counter()
unseen = collections.Counter()  # roots released by a known function that never crossed: by module


def register(name):
    return int(gdb.selected_frame().read_register(name)) & 0xFFFFFFFFFFFFFFFF


def words(address, count=1):
    memory = gdb.selected_inferior().read_memory(address, 8 * count)
    return [int.from_bytes(memory[i : i + 8], "little") for i in range(0, 8 * count, 8)]


class At(gdb.Breakpoint):
    """Calls back whenever an address is reached, and lets the program go on."""

    known = set()

    @classmethod
    def set(cls, address, callback):
        if address not in cls.known:
            cls.known.add(address)
            cls(f"*{address:#x}", internal=True).callback = callback

    def stop(self):
        self.callback()
        return False


class Returns:
    """Calls back when the function just entered returns to this very caller."""

    waiting = {}  # (thread, stack pointer after the return) -> callbacks

    @classmethod
    def wait(cls, callback):
        stack = register("rsp")
        key = gdb.selected_thread().ptid[1], stack + 8
        cls.waiting[key] = callback
        At.set(words(stack)[0], cls.arrived)

    @classmethod
    def arrived(cls):
        callback = cls.waiting.pop((gdb.selected_thread().ptid[1], register("rsp")), None)
        if callback:
            callback()


def identity(kind, address):
    """What a move leaves alone: release, private_data, and a schema's format (for nanoarrow) or an
    array's list of buffers (for GDAL, whose private_data is NULL)."""
    more = {"schema": 0, "array": 40, "device_array": 40}.get(kind)
    own = [] if more is None else words(address + more)
    return (*words(address + LAYOUTS[kind].release, 2), *own)


def descendants(kind, address, depth=0):
    """The identities of all children and dictionaries under a structure."""
    layout = LAYOUTS[kind]
    if layout.n_children < 0 or depth > 64:
        return
    (number,) = words(address + layout.n_children)
    (first,) = words(address + layout.children)
    below = words(first, number) if number and first else []
    below += words(address + layout.dictionary)
    plain = kind.removeprefix("device_")
    for child in filter(None, below):
        yield identity(plain, child)
        yield from descendants(plain, child, depth + 1)


def watch_release(kind, release):
    if release not in released_kinds:
        released_kinds[release] = kind
        At.set(release, lambda: on_release(release))


def meet(kind, address):
    """A structure stands at a point where it crosses."""
    key = identity(kind, address) if address else (0, 0)
    if not key[0] or key in live or key in children:
        return
    live[key] = set(descendants(kind, address))
    children.update(live[key])
    counts[LAYOUTS[kind].count] += 1
    watch_release(kind, key[0])
    if LAYOUTS[kind].chunk:
        (get_schema,) = words(address + LAYOUTS[kind].get_schema)
        (get_next,) = words(address + LAYOUTS[kind].get_next)
        At.set(get_schema, lambda: on_callback(kind, "schema"))
        At.set(get_next, lambda: on_callback(kind, LAYOUTS[kind].chunk))


def on_callback(kind, result):
    """get_schema or get_next of a stream begins; only one that has crossed counts."""
    stream, out = register("rdi"), register("rsi")
    if identity(kind, stream) in live:
        Returns.wait(lambda: register("rax") & 0xFFFFFFFF or meet(result, out))


def on_release(release):
    """A release function begins; in it some producers call it for each child, others never."""
    kind, address = released_kinds[release], register("rdi")
    key = identity(kind, address)
    if key in children:
        return
    family = live.pop(key, None)
    if family is None:
        unseen[gdb.solib_name(release) or "program"] += 1
        family = set(descendants(kind, address))
        children.update(family)
    else:
        counts["released"] += 1
    Returns.wait(lambda: children.difference_update(family))


def on_get_pointer():
    """PyCapsule_GetPointer begins: the object holds reference count, type, pointer and name."""
    capsule, name = register("rdi"), register("rsi")
    if not capsule or not name:
        return
    text = bytes(gdb.selected_inferior().read_memory(name, 26)).partition(b"\0")[0]
    references, _, pointer, own_name = words(capsule, 4)
    if text in CAPSULES and references and own_name:
        meet(CAPSULES[text], pointer)


def on_bridge(parameters, at_return):
    """A function of libarrow's bridge begins."""
    structures = [
        (kind, register(argument)) for kind, argument in zip(parameters, ARGUMENTS) if kind
    ]

    def meet_all():
        for kind, address in structures:
            meet(kind, address)

    Returns.wait(meet_all) if at_return else meet_all()


def symbols(path):
    """Address and demangled name of every function that a file exports."""
    listing = subprocess.run(
        ["nm", "-DC", "--defined-only", path], capture_output=True, text=True, check=True
    )
    return [
        (int(address, 16), name)
        for address, name in re.findall(r"^(\w+) T (.*?)(?:@.*)?$", listing.stdout, re.M)
    ]


def load_address(path):
    path = os.path.realpath(path)
    with open(f"/proc/{gdb.selected_inferior().pid}/maps", encoding="utf-8") as maps:
        return next(int(line.split("-")[0], 16) for line in maps if line.rstrip().endswith(path))


def on_bridge_loaded(path):
    """libarrow is there: a breakpoint for each function of the bridge that this version has."""
    base = load_address(path)
    for offset, name in symbols(path):
        found = re.match(r"arrow::(Export|Import)\w+\((.*)\)$", name)
        if not found:
            continue
        kinds = [PARAMETERS.get(parameter) for parameter in re.split(r", (?![^<]*>)", found[2])]
        if any(kinds):
            At.set(
                base + offset, lambda kinds=kinds, out=found[1] == "Export": on_bridge(kinds, out)
            )


def argument(number):
    if number <= len(INTEGERS):
        return register(INTEGERS[number - 1])
    return words(register("rsp") + 8 * (number - len(INTEGERS)))[0]


def on_door(name, items):
    """A function of DOORS begins."""
    places = [(way, kind, argument(int(number))) for way, kind, number in items]

    def meet_all(wanted):
        for way, kind, address in places:
            if way == wanted and address:
                is_pointer = kind.startswith("*")
                meet(kind.lstrip("*"), words(address)[0] if is_pointer else address)

    def on_return():
        status = register("rax") & 0xFF
        if name == "duckdb_result_arrow_array" or bool(status) == name.startswith("OGR_"):
            meet_all("out")

    meet_all("in")
    if any(way == "out" for way, _, _ in places):
        Returns.wait(on_return)


def on_doors_loaded(path, doors):
    """A library with functions of DOORS is there."""
    lines = [line.split() for line in doors.splitlines() if line.strip()]
    wanted = {name: list(zip(*[iter(items)] * 3)) for name, *items in lines}
    base = load_address(path)
    for offset, name in symbols(path):
        if name in wanted:
            At.set(base + offset, lambda name=name: on_door(name, wanted[name]))


def on_object(event):
    path = event.new_objfile.filename or ""
    base = os.path.basename(path)
    if re.match(r"libarrow\.so\.", base):
        on_bridge_loaded(path)
    for pattern, doors in DOORS.items():
        if re.match(pattern, base):
            on_doors_loaded(path, doors)


def main():
    for setting in (
        "pagination off",
        "confirm off",
        "startup-with-shell off",
        "print inferior-events off",
    ):
        gdb.execute(f"set {setting}")
    gdb.execute("handle all nostop noprint pass", to_string=True)
    program = os.path.realpath(gdb.current_progspace().filename)
    gdb.events.new_objfile.connect(on_object)
    gdb.execute("starti", to_string=True)
    get_pointer = [address for address, name in symbols(program) if name == "PyCapsule_GetPointer"]
    At.set(get_pointer[0], on_get_pointer)
    gdb.execute("continue")
    result = {"unseen": dict(unseen), "unreleased": len(live), **counts}
    with open(os.environ["COUNT_RESULT"], "w", encoding="utf-8") as file:
        json.dump(result, file)


main()
