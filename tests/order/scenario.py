"""scenario: the plain-text form of what a program does with streams, events, memory and arrays, and
what the checks must say of it. It is defined here; model.py and replay.c read it.

A file has one operation a line; `#` starts a comment; blank lines and indentation mean nothing.
Names are words of letters, digits, `_`. A range is NAME (all of it) or NAME[FROM:TO] in bytes;
sizes and bounds may end in K or M. Contexts are c1 (where none is said), c2, ...

    scenario TITLE                         begins a scenario; all names are forgotten
    context C DEVICE                       C lies on this device; others on 0
    stream S [KIND] [CONTEXT]              KIND: nonblocking (default), blocking, thread (per-thread
                                           default stream), legacy (the context's default stream),
                                           unordered (a queue: its operations in any order)
    event E [KIND] [CONTEXT]               created, not recorded; KIND: normal (default), foreign
    memory M SIZE [KIND] [CONTEXT]         appears; KIND: device (default), pool, managed, pinned,
                                           registered, mapped, pageable (known to nobody)
    memory-on S M SIZE [at OLD]            stream-ordered; `at OLD`: where OLD was before its free
    write S RANGE.. [FLAG..]               one operation that surely writes
    read S RANGE.. [FLAG..]                one operation that reads
    copy S TO FROM [FLAG..]                both
    kernel S [ARGUMENT..] [FLAG..]         ARGUMENT: RANGE, const:RANGE, programmatic:E (an event
                                           that the launch records before it is done)
                                           FLAGS: opaque, managed, small-tail, out-of-order
                                           (tracker/order.h, ORDER_...)
    write, read, copy, kernel .. [after:E..] [gives:E]
                                           of a queue: the operation waits for events, and gives one
    marker S [after:E..] [gives:E]         after these, or after all before it
    barrier S [after:E..] [gives:E]        the same, and what follows on S is after it
    flush S                                what S was given will run; sync and sync-event do it too
    promise E [CONTEXT] | keep E           an event that the host completes
    record E S                             E and S of two contexts: the record fails
    wait S E                               the stream waits for the event
    sync S | sync-event E [slow] | sync-context CONTEXT     the host waits
    fail S                                 a call that would put work there fails
    fence S CONTEXT [CONTEXT]              one operation with a barrier before and after
    wait-context CONTEXT E                 all later work of the context waits for the event
    record-context E CONTEXT               the event records all work of the context
    taint S                                something unseen may order the stream
    publish S RANGE VALUE                  writes VALUE there and publishes what is before
    await S RANGE VALUE                    waits until the word there is at least VALUE
    graph S X NODE..                       launches graph X; nodes are counted from 0: write:RANGE,
                                           read:RANGE, kernel:RANGE, record:E, wait:E, none, then
                                           <N,N the nodes it depends on (`write:b record:e<0`)
    callback S                             a host function of the stream begins
    option NAME VALUE                      before all others: host_clock, kernel_writes, scan_h2d
    table S TO RANGE..                     a copy from the host: TO has pointers to these afterwards
    thread T                               what follows is done by host thread T (t0 at first); a
                                           new one is started by the one before it
    leave LOCK | enter LOCK                the thread does, of a lock that all can see
    join T                                 it waits until T has ended
    destroy-stream S | destroy-event E | destroy-context CONTEXT
    lose DEVICE                            a call returns an error that the device keeps
    free M | free-on S M                   synchronous, stream-ordered
    export A E RANGE..                     array A is handed over with sync_event E: an event, `-`
                                           for NULL, `handle:E` for the handle, not its address,
                                           `nowhere` for an address that can't be read; RANGE? is
                                           one that perhaps belongs to the buffer before it
    export-near A E RANGE..                the same of memory that the host reads as it stands
    export-host A RANGE..                  a plain host array, without event
    release A                              begins and ends
    release-begin A | release-end A        with what its callback does in between

    expect SLUG SEVERITY                   the operation above says this (error, warning, note);
                                           several in any order. Nothing else may be said.

One operation gives at most one finding of a check for an array: the worst of all its bytes.
SPDX-License-Identifier: Apache-2.0
"""
import re
import sys

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20}
SEVERITIES = ("note", "warning", "error")


class Wrong(Exception):
    """What is wrong in a file: FILE:LINE: what was expected."""


class Line:
    """One operation: its words, where it stands, and what it is expected to say."""

    def __init__(self, place, words):
        self.place, self.words, self.expected = place, words, []


def number(text, place):
    match = re.fullmatch(r"(\d+)([KM]?)", text)
    if not match:
        raise Wrong(f"{place}: {text}: a number was expected, as 16, 4K or 1M")
    return int(match[1]) * UNITS[match[2]]


def bounds(text, size_of, place):
    """NAME[FROM:TO] as (NAME, FROM, TO)."""
    match = re.fullmatch(r"(\w+)(?:\[(\w+):(\w+)\])?", text)
    if not match or match[1] not in size_of:
        raise Wrong(f"{place}: {text}: a range of known memory was expected, as b or b[0:4K]")
    size = size_of[match[1]]
    if match[2] is None:
        return match[1], 0, size
    low, high = number(match[2], place), number(match[3], place)
    if not low < high <= size:
        raise Wrong(f"{place}: {text}: bounds within 0:{size} were expected")
    return match[1], low, high


def read(path):
    """The scenarios of a file: (title, lines)."""
    scenarios = []
    for at, text in enumerate(open(path, encoding="utf-8"), 1):
        words = text.split("#")[0].split()
        place = f"{path}:{at}"
        if not words:
            continue
        if words[0] == "scenario":
            scenarios.append((" ".join(words[1:]), []))
        elif not scenarios:
            raise Wrong(f"{place}: a scenario was expected first")
        elif words[0] == "expect":
            if len(words) != 3 or words[2] not in SEVERITIES or not scenarios[-1][1]:
                raise Wrong(f"{place}: expect SLUG {'|'.join(SEVERITIES)} was expected")
            scenarios[-1][1][-1].expected.append((words[1], words[2]))
        else:
            scenarios[-1][1].append(Line(place, words))
    return scenarios


def expectations(path):
    """The lines that a replay of the file has to print."""
    for _, lines in read(path):
        for line in lines:
            for slug, severity in sorted(line.expected):
                yield f"{line.place} {slug} {severity}"


if __name__ == "__main__":
    for each in sys.argv[1:]:
        print("\n".join(expectations(each)))
