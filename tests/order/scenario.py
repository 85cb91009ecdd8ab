"""scenario: the plain-text form of what a program does with streams, events, memory and arrays, and
what the checks must say of it. It is defined here; model.py and replay.c read it.

A file has one operation a line; `#` starts a comment; blank lines and indentation mean nothing.
Names are words of letters, digits, `_`. A range is NAME (all of it) or NAME[FROM:TO] in bytes;
sizes and bounds may end in K or M. Contexts are c1 (where none is said), c2, ...

    scenario TITLE                         begins a scenario; all names are forgotten
    stream S [KIND] [CONTEXT]              KIND: nonblocking (default), blocking, thread (per-thread
                                           default stream), legacy (the context's default stream)
    event E [CONTEXT]                      created, not recorded
    memory M SIZE [KIND] [CONTEXT]         appears; KIND: device (default), pool, managed, pinned,
                                           registered, mapped, pageable (known to nobody)
    memory-on S M SIZE [at OLD]            stream-ordered; `at OLD`: where OLD was before its free
    write S RANGE.. [FLAG..]               one operation that surely writes
    read S RANGE.. [FLAG..]                one operation that reads
    copy S TO FROM [FLAG..]                both
    kernel S [RANGE..] [const:RANGE..] [FLAG..]   one kernel with pointers to these
        FLAGS: opaque, managed, small-tail, out-of-order (tracker/order.h, ORDER_...)
    record E S [KIND]                      KIND: programmatic (recorded by the kernel just before
                                           it), foreign, captured
    wait S E                               the stream waits for the event
    sync S.. | sync-event E | sync-context CONTEXT     the host waits
    fence S CONTEXT [CONTEXT]              one operation with a barrier before and after
    wait-context CONTEXT E                 all later work of the context waits for the event
    record-context E CONTEXT               the event records all work of the context
    taint S                                something unseen may order the stream
    publish S RANGE VALUE                  writes VALUE there and publishes what is before
    await S RANGE VALUE                    waits until the word there is at least VALUE
    graph S X NODE..                       launches graph X; NODE is COUNTED from 0 in order:
                                           write:R read:R kernel:R record:E wait:E, then <N,N the
                                           nodes it depends on (`write:b record:e<0`)
    callback S                             a host function of the stream begins
    destroy-stream S | destroy-event E | destroy-context CONTEXT
    free M | free-on S M                   synchronous, stream-ordered
    export A E RANGE..                     array A is handed over with sync_event E: an event, `-`
                                           for NULL, `handle:E` for the handle, not its address
    release A                              begins and ends
    release-begin A | release-end A        with what its callback does in between

    expect SLUG SEVERITY                   the operation above says this (error, warning, note);
                                           several stand in the order of checks.def. Nothing else
                                           may be said.

One operation gives at most one finding of a check for an array: the worst, on a tie the first.
SPDX-License-Identifier: Apache-2.0
"""
