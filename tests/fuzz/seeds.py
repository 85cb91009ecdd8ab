"""seeds: what each target's inputs begin from: right ones of every kind, made here or taken from
where the tree has them.

SPDX-License-Identifier: Apache-2.0
"""

import pathlib
import re
import struct

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent

# The marks and callbacks of walker.c, in its order.
IMAGE, BEYOND, CALLBACK = 0xA11C << 48, 0xA11D << 48, 0xA11E << 48
PLACE = 256
RELEASE, FORGET, CHILDREN, SCHEMA, STREAM, NEXT, GET_SCHEMA, NOTHING, ERROR = range(9)
# Its steps: those of the program, then calls of functions.
(S_RELEASE, S_RELEASE_SCHEMA, S_RELEASE_STREAM, S_MOVE, S_COPY, S_NEXT, S_SCHEMA, S_ERROR,
 ARRAY, PAIR, ONE_SCHEMA, ONE_STREAM, DEVICE, DEVICES, TAKES, PEEKS, CLOSES, POINTS) = range(18)


def at(place, offset=0):
    """A pointer into the image."""
    return IMAGE | place * PLACE + offset


def array(length=3, nulls=0, buffers=0, children=0, dictionary=0, release=RELEASE, n_buffers=2,
          n_children=0, offset=0):
    """The 80 bytes of an ArrowArray."""
    return struct.pack("<5q5Q", length, nulls, offset, n_buffers, n_children, buffers, children,
                       dictionary, CALLBACK | release, 7)


def schema(text, children=0, n_children=0, dictionary=0, release=SCHEMA):
    """The 72 bytes of an ArrowSchema whose format stands behind it, at 128 of the place."""
    return lambda place: struct.pack(
        "<3Q2q4Q", at(place, 128), at(place, 128), 0, 2, n_children, children, dictionary,
        CALLBACK | release, 0).ljust(128, b"\0") + text.encode() + b"\0"


def stream(get_next=NEXT):
    """The 40 bytes of an ArrowArrayStream."""
    return struct.pack("<5Q", *(CALLBACK | one for one in (GET_SCHEMA, get_next, ERROR, STREAM)), 0)


def words(*values):
    """Pointers, or any other words."""
    return struct.pack(f"<{len(values)}Q", *values)


def walk(steps, **places):
    """An input: (what, place, other) ... on an image."""
    image = bytearray(8 * PLACE)
    for name, content in places.items():
        place = int(name[1:])
        content = content(place) if callable(content) else content
        image[place * PLACE : place * PLACE + len(content)] = content
    listed = b"".join(bytes([what, place | other << 3]) for what, place, other in steps)
    return bytes([len(steps)]) + listed + bytes(image).rstrip(b"\0")


# A column's array has its pointers to buffers at 96 of its place, its values at 128.
def column(place, n_buffers=2, **members):
    """A flat array with its buffers."""
    pointers = words(*(at(place, 128 + 16 * i) for i in range(n_buffers)))
    body = array(buffers=at(place, 96), n_buffers=n_buffers, **members)
    return body.ljust(96, b"\0") + pointers.ljust(32, b"\0") + struct.pack("<6i", 0, 1, 2, 3, 3, 3)


def pair(text, **members):
    """One call that gives an array and its schema, then both released."""
    return walk([(PAIR, 0, 1), (S_RELEASE, 0, 0), (S_RELEASE_SCHEMA, 1, 0)],
                p0=column(0, **members), p1=schema(text))


def tree(text, parent_buffers=1, release=CHILDREN):
    """The same of a parent and a child."""
    parent = array(buffers=at(0, 96), n_buffers=parent_buffers, n_children=1,
                   children=at(0, 88), release=release).ljust(88, b"\0")
    below = words(at(2), at(0, 128), at(0, 128), at(0, 128), at(0, 128))
    offsets = struct.pack("<8i", 0, 1, 2, 3, 3, 3, 3, 3)
    return walk([(PAIR, 0, 1), (PEEKS, 0, 1), (S_RELEASE, 0, 0), (S_RELEASE_SCHEMA, 1, 0)],
                p0=parent + below + offsets,
                p1=lambda place: schema(text, at(1, 96), 1)(1)[:96] + words(at(3))
                .ljust(32, b"\0") + text.encode() + b"\0",
                p2=column(2), p3=schema("i"))


def walker():
    """Lives of all kinds of structures."""
    yield "flat", walk([(ARRAY, 0, 0), (S_RELEASE, 0, 0)], p0=column(0))
    yield "twice", walk([(ARRAY, 0, 0), (S_COPY, 0, 1), (S_RELEASE, 0, 0), (S_RELEASE, 1, 0)],
                        p0=column(0))
    yield "moved", walk([(ARRAY, 0, 0), (S_MOVE, 0, 1), (TAKES, 1, 0), (S_RELEASE, 1, 0)],
                        p0=column(0))
    yield "forgets", walk([(ARRAY, 0, 0), (S_RELEASE, 0, 0), (S_RELEASE, 0, 0)],
                          p0=column(0, release=FORGET))
    yield "stream", walk(
        [(ONE_STREAM, 0, 4), (S_SCHEMA, 0, 1), (S_NEXT, 0, 2), (S_NEXT, 0, 3), (S_ERROR, 0, 0),
         (S_RELEASE, 2, 0), (S_RELEASE_STREAM, 0, 0), (CLOSES, 4, 0), (S_RELEASE_SCHEMA, 1, 0)],
        p0=stream(), p5=b"what went wrong\0", p6=column(6), p7=schema("i"))
    yield "fails", walk([(ONE_STREAM, 0, 4), (S_NEXT, 0, 2), (S_ERROR, 0, 0)],
                        p0=stream(NOTHING), p5=b"no\0")
    yield "circle", walk([(ARRAY, 0, 0), (S_RELEASE, 0, 0)],
                         p0=array(n_children=1, children=at(0, 96), dictionary=at(0))
                         .ljust(96, b"\0") + words(at(0)))
    yield "beyond", walk([(PAIR, 0, 1), (S_RELEASE, 0, 0)],
                         p0=array(buffers=BEYOND | 8, children=BEYOND | 16, n_children=4),
                         p1=schema("+s"))
    yield "points", walk([(POINTS, 1, 0), (S_RELEASE, 0, 0)], p0=column(0), p1=words(at(0)))
    yield "device", walk([(DEVICE, 0, 1), (S_RELEASE, 0, 0), (S_RELEASE_SCHEMA, 1, 0)],
                         p0=array(buffers=at(2)) + struct.pack("<qiQ", -1, 1, 0),
                         p1=schema("i"), p2=words(0, at(3)))
    yield "devices", walk([(DEVICES, 0, 0), (S_NEXT, 0, 2), (S_RELEASE, 0, 0)],
                          p0=struct.pack("<i4x", 1) + stream(), p6=column(6))
    for text in ("i", "b", "g", "tdD", "d:12,2", "w:4", "tiM", "c"):
        yield f"of-{text.replace(':', '-')}", pair(text)
    for text in ("u", "z", "U", "Z", "vu", "vz"):
        yield f"of-{text}", pair(text, n_buffers=3)
    yield "nulls", pair("i", nulls=2)
    yield "indices", walk([(PAIR, 0, 1), (S_RELEASE, 0, 0)],
                          p0=column(0, dictionary=at(2)), p1=schema("i", dictionary=at(3)),
                          p2=column(2, n_buffers=3), p3=schema("u"))
    for text, n in (("+s", 1), ("+l", 2), ("+L", 2), ("+vl", 3), ("+w:1", 1), ("+us:0", 1),
                    ("+ud:0", 2), ("+r", 0), ("+m", 2)):
        yield f"tree-{text.replace(':', '-')}", tree(text, n)


def formats():
    """Format strings that there are, and one schema of several."""
    there = re.findall(r'^FORMAT\("([^"]+)"', (TOP / "tracker/format.def").read_text(), re.M)
    for text in there + ["+us:0,1", "+ud:3,4,5", "d:38,10,256", "w:16", "+w:3", "tsu:UTC"]:
        yield re.sub(r"\W", "-", text) + f"-{len(text)}", text.encode()
    yield "struct", b"+s\ni\nu\ntdD\n+l"


def options():
    """All of them, as the README's table has them, and each way to say them."""
    table = re.findall(r"^\| `(\w+)` \| `?([^`|]*)`? \|", (TOP / "README.md").read_text(), re.M)
    whole = ":".join(f"{name}={value}" for name, value in table if value != "unset ")
    yield "all", whole.encode()
    yield "file", b"@" + whole.replace(":", "\n").encode() + b" # and why\n"
    for name, value in table:
        yield f"argument-{name}", f"-{name}={value}".encode()
    yield "quotes", b"log_path='/tmp/a:b c' suppressions=\"it's.supp\"\nchecks=-all,error:sync"
    yield "wrong", b"exitcod=1:format=xml:max_reports=-3:quiet"


def declarations():
    """What the README shows."""
    text = (TOP / "README.md").read_text()
    lines = re.findall(r"^\S+ +(?:gives|takes|peeks|closes)!?\(.*$", text, re.M)
    for i, line in enumerate(lines + ["points gives!(2:*device_array, of:1) peeks(3:schema)"]):
        yield f"line-{i}", line.encode()


def suppressions():
    """Our own, and all keys at once."""
    yield "known", (TOP / "report/share/known.supp").read_bytes()
    yield "all", (b'double-release fun:"a*b" module:lib*.so py:x.py:3 type:struct<*'
                  b' reason:"it \\"is\\" so" until:2030-12-31 # why\n')


def records():
    """Those that the renderer's own tests have."""
    for path in sorted((TOP / "tests/render").glob("*.record")):
        if path.stat().st_size < 64 << 10:
            yield path.stem, path.read_bytes()


def renders():
    """Each record in a format or two."""
    for i, (name, record) in enumerate(records()):
        yield f"{name}-{i % 8}", bytes([i % 8]) + record
        yield f"{name}-{(i + 3) % 8}", bytes([(i + 3) % 8 | 48]) + record
    two = list(records())
    yield "two", b"\0" + two[0][1] + b"\n---\n" + two[-1][1]


MAKERS = {"walker": walker, "content": walker, "format": formats, "options": options,
          "declaration": declarations, "suppression": suppressions, "record": records,
          "render": renders}


def write(target, folder):
    """The seeds of a target as files, and what was found wrong once."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in MAKERS[target]():
        (folder / name).write_bytes(data)
    for path in (HERE / "corpus" / target).glob("*"):
        (folder / path.name).write_bytes(path.read_bytes())
