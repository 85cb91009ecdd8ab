"""matrix: the combinations of matrix.c as scenarios, with what the model says of them.

Sizes are the columnar format's: a bit a row in bitmaps, the width of a value times offset plus
length in others; an array without rows has no bytes.
SPDX-License-Identifier: Apache-2.0
"""
import itertools

import replay
import scenario

TYPES = {"cuda": "device", "cuda_host": "pinned", "cuda_managed": "managed", "cpu": "pageable"}
SHAPES = {
    "empty": [],
    "nested": [8 * 100],
    "dictionary": [4 * 100, 8 * 100],
    "bitmap": [(100 + 7) // 8, 8 * 100],
    "sliced": [8 * (50 + 100)],
}
EVENTS = ["pending", "complete", "never", "destroyed", "slow"]
ORDERS = ["array-first", "event-first", "context-first"]


def lines(kind, shape, event, order, loss):
    """The operations of a combination."""
    flags = " managed" if kind == "cuda_managed" else ""
    ranges = [f"m{i}[0:{size}]" for i, size in enumerate(SHAPES[shape])]
    yield from ("stream P", "stream C", "event e")
    yield from (f"memory m{i} 4K {TYPES[kind]}" for i in range(2))
    yield "write P m0 m1" + flags
    if event != "never":
        yield "record e P"
    if event == "complete":
        yield "sync-event e"
    if kind == "cpu":
        yield "export-host a " + " ".join(ranges)
    else:
        yield ("export-near a e " if kind == "cuda_host" else "export a e ") + " ".join(ranges)
    if loss == "lost":
        yield "lose 0"
    if event == "destroyed":
        yield "destroy-event e"
    elif kind != "cpu":
        yield "wait C e"
    for i in range(2):
        size = SHAPES[shape][i] if i < len(SHAPES[shape]) else 0
        if size:
            yield f"read C m{i}[{size - 1}:{size}]" + flags
        yield f"read C m{i}[{size}:{size + 1}]" + flags
    if event == "slow":
        yield "sync-event e slow"
    if order == "event-first" and event != "destroyed":
        yield "destroy-event e"
    yield "sync C"
    if order == "context-first":
        yield "destroy-context c1"
    yield "release a"
    if order == "array-first" and event != "destroyed":
        yield "destroy-event e"


def verdicts():
    """The lines that matrix.c has to print."""
    for words in itertools.product(TYPES, SHAPES, EVENTS, ORDERS, ("there", "lost")):
        operations = [scenario.Line(" ".join(words), line.split()) for line in lines(*words)]
        runs = replay.Replay(operations)
        said = sorted(f"{slug}:{severity}" for line in operations
                      for slug, severity in runs.run(line))
        yield " ".join([*words, *said])


if __name__ == "__main__":
    print("\n".join(verdicts()))
