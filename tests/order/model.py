"""model: the reference of what happened before what: plain dictionaries, and bytes cut at every
bound that a scenario names; nothing shared with the tracker. replay.py has it take scenarios.

SPDX-License-Identifier: Apache-2.0
"""
import itertools

NOTE, WARNING, ERROR = range(3)
NAMES = {NOTE: "note", WARNING: "warning", ERROR: "error"}
OF_ORDER = {"read-before-event", "event-before-data", "null-event-pending-work",
            "event-rerecorded", "released-with-work-in-flight", "reuse-before-work-done",
            "free-on-unordered-stream"}
TAINT = 0  # a component of every clock: the newest wait for something unseen that it covers


def join(clock, other):
    for timeline, epoch in other.items():
        if clock.get(timeline, 0) < epoch:
            clock[timeline] = epoch


def covers(clock, point):
    return clock.get(point[0], 0) >= point[1]


class Timeline:
    def __init__(self, number, kind, context, clock):
        self.number, self.kind, self.context = number, kind, context
        self.epoch, self.clock, self.ended = 0, clock, False
        self.queue = self  # a lane, one operation of a queue without order, is of that queue
        self.lanes, self.has_lists, self.flushed = [], False, 0

    blocking = property(lambda self: self.kind in ("blocking", "thread"))


class Event:
    def __init__(self, kind, context):
        self.kind, self.context = kind, context
        self.point, self.clock, self.timeline, self.excluded = None, {}, None, set()
        self.failed, self.when = False, 0


class Write:
    serials = itertools.count()

    def __init__(self, point, sure, timeline, flags, is_alloc, when):
        self.serial, self.when = next(self.serials), when
        self.point, self.sure, self.flags, self.is_alloc = point, sure, flags, is_alloc
        self.timeline, self.legacy = timeline, timeline.kind == "legacy"


class Cell:
    """Bytes that no range of the scenario divides."""

    def __init__(self, low, high):
        self.low, self.high = low, high
        # left: (point, array, when, is weak) of reads in flight at a release
        self.writes, self.left = [], []
        self.dead = self.freed_while_held = False
        self.last = None  # the array that was released last


class Memory:
    def __init__(self, kind, context, size, cuts):
        self.kind, self.context, self.dead, self.freed_clock = kind, context, False, None
        edges = sorted({0, size} | {cut for cut in cuts if cut < size})
        self.cells = [Cell(low, high) for low, high in itertools.pairwise(edges)]


class Array:
    """certain, possible: cells; reads: all of them, (point, cell, is weak, when); frees: cell ->
    (how, clock); extents: cells of each"""

    def __init__(self, number, is_host):
        self.number, self.is_host, self.state = number, is_host, "held"
        self.certain, self.possible, self.extents = set(), set(), []
        self.event, self.point, self.timeline = None, None, None
        self.reads, self.frees, self.waited, self.class_of_null = [], {}, False, None
        self.pageable, self.recorded, self.in_flight = set(), 0, []

    lives = property(lambda self: self.state != "released")


class Model:
    def __init__(self, cuts):
        self.cuts, self.gates, self.graphs = cuts, {}, {}
        self.options = {"host_clock": "global", "kernel_writes": "0", "scan_h2d": "0"}
        self.thread, self.hosts, self.births, self.locks = "t0", {"t0": {}}, {}, {}
        self.now = self.last_end = self.n_taints = 0  # now: counts operations
        self.taints = {}  # number -> the point of the wait
        self.tables = []  # cells that pointers stand in, cells that they lead to
        self.fences = {}
        self.keepers = {}  # by context: a timeline, of waits of all that comes later there
        self.wholes = {}  # by context: a timeline that stands for all of its work
        self.streams, self.timelines, self.events, self.memories = {}, [], {}, {}
        self.arrays, self.names, self.devices, self.found = [], {}, {}, {}
        self.published, self.lost = [], set()
        self.promises = []  # events that the host has not completed yet

    # What the host has waited for: each of its threads, or all of them as one.
    by_thread = property(lambda self: self.options["host_clock"] == "thread")
    host = property(lambda self: self.hosts[self.thread if self.by_thread else "t0"])

    # What an operation says: the worst of a check for an array.
    def say(self, slug, severity, array=None):
        if self.by_thread and slug in OF_ORDER:
            severity = min(severity, WARNING)
        if 0 not in self.lost:
            key = (slug, array)
            self.found[key] = max(self.found.get(key, NOTE), severity)

    def said(self):
        found, self.found = self.found, {}
        return sorted((slug, NAMES[severity]) for (slug, _), severity in found.items())

    # Waits for what is unseen are over when the host has waited for them and all older ones.
    def taint(self, point):
        self.n_taints += 1
        self.taints[self.n_taints] = point
        return self.n_taints

    def end_taints(self):
        hosts = self.hosts.values() if self.by_thread else [self.host]
        for number, point in list(self.taints.items()):
            if all(covers(host, point) for host in hosts):
                del self.taints[number]
                self.last_end = self.now

    def is_tainted(self, clock, when):
        """Something unseen may order what has this clock after what was done then."""
        if any(covers(clock, promise.point) for promise in self.promises):
            return True
        newest, oldest = clock.get(TAINT, 0), min(self.taints, default=self.n_taints + 1)
        return newest > 0 and (newest >= oldest or when < self.last_end)

    # Streams
    def new_stream(self, kind, context):
        timeline = Timeline(len(self.timelines) + 1, kind, context, dict(self.host))
        if kind in ("thread", "legacy"):  # there all the time, though named only now
            join(timeline.clock, self.fences.get(context, {}))
        self.timelines.append(timeline)
        return timeline

    def end_stream(self, timeline):
        self.flush(timeline)
        timeline.ended = True

    def legacy_of(self, context):
        return [t for t in self.timelines
                if t.kind == "legacy" and t.context == context and not t.ended]

    def peers(self, timeline):
        """Those that the stream's next operation is after."""
        if timeline.kind == "legacy":
            return [t for t in self.timelines if t.context == timeline.context and t.blocking]
        return self.legacy_of(timeline.context) if timeline.blocking else []

    def submit(self, timeline):
        join(timeline.clock, self.host)
        join(timeline.clock, self.gates.get(timeline.context, {}))
        for peer in self.peers(timeline):
            join(timeline.clock, peer.clock)
        timeline.epoch += 1
        timeline.clock[timeline.number] = timeline.epoch
        return timeline.number, timeline.epoch

    # Queues, whose operations name the events that they wait for
    def submit_after(self, queue, events, gathers=False, holds=False):
        """An operation: its timeline, which in a queue without order is its own, and point."""
        timeline = queue
        if queue.kind == "unordered":
            timeline = self.new_stream("lane", queue.context)
            timeline.queue = queue
            join(timeline.clock, queue.clock)
            for lane in queue.lanes if gathers and not events else []:
                join(timeline.clock, lane.clock)
            queue.lanes.append(timeline)
        timeline.has_lists = timeline.has_lists or queue.kind == "unordered" or events or gathers
        for event in events:
            if not self.is_unknown(event):
                join(timeline.clock, event.clock)
        point = self.submit(timeline)
        if any(map(self.is_unknown, events)):
            timeline.clock[TAINT] = self.taint(point)
        if holds:
            join(queue.clock, timeline.clock)
        return timeline, point

    def followed(self, timeline, point, events):
        for event in (e for e in events if not self.is_unknown(e)):
            self.waits(event, point)
            made = event.timeline
            if made and made.has_lists and made.queue is not timeline.queue and \
                    event.point[1] > made.flushed:
                for array in self.users(event):
                    self.say("event-not-flushed", WARNING, array)

    def flush(self, queue):
        for timeline in [queue] + queue.lanes:
            timeline.flushed = timeline.epoch

    def promise(self, context):
        event = Event("promised", context)
        timeline = self.new_stream("promise", "-")
        event.point, event.clock = (timeline.number, 1), {timeline.number: 1}
        self.promises.append(event)
        return event

    def keep(self, event):
        """What waits for the event is after all that the host has seen."""
        self.promises.remove(event)
        event.kind, event.when = "normal", self.now
        join(self.host, {event.point[0]: 1})
        for each in self.timelines + list(self.events.values()):
            if covers(each.clock, event.point):
                join(each.clock, self.host)
        for array in self.users(event):
            self.rely(array, event)

    def of_context(self, context):
        clock = {}
        for timeline in self.timelines:
            if timeline.context == context:
                join(clock, timeline.clock)
        return clock

    # Accesses
    def held(self, cell):
        return [a for a in self.arrays if a.state == "held" and cell in a.certain | a.possible]

    def access(self, point, clock, cell, read, write, sure, timeline, flags, is_alloc=False):
        memory = self.memory_of(cell)
        if memory.kind == "pageable" and not self.held(cell):
            return
        if cell.dead and cell.last:
            severity = WARNING if "opaque" in flags else ERROR
            self.say("buffer-used-after-release", severity, cell.last)
        if cell.dead:
            return
        if read:
            self.read(point, clock, cell, flags)
        if write and not sure and self.held(cell) and self.options["kernel_writes"] == "1":
            self.say("buffer-written-while-held", NOTE, self.held(cell)[-1])
        if write and (sure or not self.held(cell)):
            self.write(point, clock, cell, sure, timeline, flags, is_alloc)

    def is_past_end(self, cell, given):
        """A kernel's pointer to where an array begins may be the end of what lies below it."""
        holders, memory = self.held(cell), self.memory_of(cell)
        if not holders or all(cell is not extent[0] for extent in holders[-1].extents):
            return False
        below = [c for c in given if c.low < cell.low and self.memory_of(c) is memory]
        if memory.kind != "pageable":
            return bool(below)
        return any(c in extent and extent[-1].high == cell.low
                   for c in below for array in self.held(c) for extent in array.extents)

    def reach(self, cell):
        """Bytes of the newest array that holds them, from a pointer to it on."""
        newest, cells = self.held(cell)[-1], []
        for each in self.memory_of(cell).cells:
            if each.low == (cells[-1].high if cells else cell.low) and each in newest.certain:
                cells.append(each)
        return cells

    def forget_tables(self, cells):
        self.tables = [t for t in self.tables if not set(t[0]) & set(cells)]

    def memory_of(self, cell):
        return next(m for m in self.memories.values() if cell in m.cells)

    def read(self, point, clock, cell, flags):
        seen = dict(self.host) if "out-of-order" in flags else clock
        bad = [w for w in cell.writes if not covers(seen, w.point)]
        sure = [w for w in bad if w.sure]
        holders = self.held(cell)
        if not holders:
            return
        newest, severity = holders[-1], None
        after = newest.point and covers(seen, newest.point)
        if newest.point and not after:
            severity = ERROR if bad or not cell.writes else NOTE
        elif bad and not newest.point:
            severity = ERROR if sure else newest.class_of_null
        if severity is not None:
            weak = all(w.flags & {"small-tail", "opaque", "managed"} or
                       self.is_tainted(seen, w.when) for w in bad) if bad else \
                self.is_tainted(seen, newest.recorded)
            if weak or flags & {"opaque", "managed"} or \
                    cell not in newest.certain:
                severity = min(severity, WARNING)
            self.say("read-before-event", severity, newest)
        for array in holders:
            array.reads.append((point, cell, "opaque" in flags, self.now))
            if array.point and covers(seen, array.point):
                array.waited = True

    def write(self, point, clock, cell, sure, timeline, flags, is_alloc):
        holders = self.held(cell)
        if holders and sure:
            is_certain = cell in holders[-1].certain
            self.say("buffer-written-while-held", ERROR if is_certain else WARNING, holders[-1])
        self.reuse(cell, clock, "reuse-before-work-done", sure)
        if sure and not holders:
            cell.last = None
        if sure:
            cell.writes = [w for w in cell.writes if not covers(clock, w.point)]
        cell.writes.append(Write(point, sure, timeline, flags, is_alloc, self.now))

    def reuse(self, cell, clock, slug, sure=True):
        """One act, one finding: what was left by a release is then forgotten."""
        for point, array, when, is_weak in cell.left:
            if not covers(clock, point):
                is_weak = is_weak or not sure or self.is_tainted(clock, when)
                self.say(slug, WARNING if is_weak else ERROR, array)
        cell.left = []

    # Events
    def users(self, event):
        return [a for a in self.arrays if a.state == "held" and a.event is event]

    def record(self, event, timeline):
        if event.context != timeline.context:
            event.failed = True
            return
        point = self.submit(timeline)
        self.recorded(event, point, dict(timeline.clock), timeline)

    def recorded(self, event, point, clock, timeline, excluded=()):
        follows = event.point is None or covers(clock, event.point)
        for array in self.users(event):
            if follows:
                self.say("event-rerecorded", NOTE if array.waited else WARNING, array)
            else:
                is_weak = array.waited or self.is_tainted(clock, event.when)
                self.say("event-rerecorded", WARNING if is_weak else ERROR, array)
        event.point, event.clock, event.kind = point, clock, "normal"
        event.timeline, event.excluded, event.failed = timeline, set(excluded), False
        event.when = self.now

    def is_unknown(self, event):
        return event.kind == "foreign" and event.point is None

    def waits(self, event, point):
        """The clock that a wait brings; the host is after it once it covers the point."""
        if self.is_unknown(event):
            return {TAINT: self.taint(point)}
        for array in self.users(event):
            if event.point is None:
                self.say("event-never-recorded", ERROR, array)
            else:
                array.waited = True
        return event.clock

    # Arrays
    def export(self, name, event, is_wrong, certain, possible, is_host, is_device):
        array = Array(len(self.arrays), is_host)
        array.certain, array.possible = set(certain), set(possible) - set(certain)
        array.pageable = {c for c in certain if self.memory_of(c).kind == "pageable"}
        array.event = event
        self.names[name] = array
        kinds = {m.kind for m in map(self.memory_of, certain) if not m.dead}
        if kinds & ({"pageable"} if is_device else {"pool"} if is_host else set()) or \
                is_host and "device" in kinds:
            self.say("host-pointer-on-device", ERROR, array)
        if is_wrong:
            self.say("event-bad-pointer", ERROR, array)
            array.event = event if is_wrong == "handle" else None
        elif event is None:
            self.judge(array, "null-event-pending-work", self.host, set())
            writes = [w for c in certain + possible for w in c.writes]
            array.timeline = max(writes, key=lambda w: w.serial).timeline if writes else None
        elif event.kind == "normal" and event.point is None:
            self.say("event-never-recorded", ERROR, array)
        elif event.kind == "programmatic":
            self.say("event-not-completion", ERROR, array)
        elif event.kind == "promised":
            array.point = event.point
        elif event.kind == "normal":
            self.rely(array, event)
        self.arrays.append(array)

    def rely(self, array, event):
        array.point, array.timeline = event.point, event.timeline
        array.recorded = event.when
        self.judge(array, "event-before-data", event.clock, event.excluded)
        any_write = any(c.writes for c in array.certain | array.possible)
        if self.devices.get(event.context, 0) != 0 and not any_write:
            self.say("event-wrong-device", WARNING, array)

    def judge(self, array, slug, clock, excluded):
        for cell in (c for c in array.certain | array.possible if not c.dead):
            late, early = [], []
            for write in cell.writes:
                is_late = not covers(clock, write.point) or (write.point, cell) in excluded
                (late if is_late else early).append(write)
            has_other = any(not w.is_alloc for w in early)
            for write in late:
                severity = ERROR if write.sure or not has_other else WARNING
                if slug == "null-event-pending-work" and write.legacy:
                    severity = WARNING
                if write.flags & {"opaque", "managed"} or cell not in array.certain or \
                        self.is_tainted(clock, write.when):
                    severity = min(severity, WARNING)
                if not write.sure:
                    array.class_of_null = max(array.class_of_null or NOTE, severity)
                self.say(slug, severity, array)

    def release_begin(self, array):
        array.state = "in-release"
        array.in_flight = [read for read in array.reads if not covers(self.host, read[0])]

    def release_end(self, array):
        if array.state != "in-release":
            return
        judged = [self.judge_release(array, *in_flight) for in_flight in array.in_flight]
        if ERROR not in (severity for severity, _ in judged):
            for _, (cell, left) in (each for each in judged if each[1]):
                cell.left.append(left)
        array.state = "released"
        for cell in array.certain:
            cell.last = None if cell.freed_while_held else array
        for cell in array.pageable - set().union(*(a.certain for a in self.arrays if a.lives)):
            cell.writes, cell.left, cell.last = [], [], None  # known while it is held

    def judge_release(self, array, point, cell, is_weak, when):
        how, clock = array.frees.get(cell, (None, self.host))
        slug = "released-with-work-in-flight"
        if covers(clock, point):
            return None, None
        severity, left = ERROR, None
        if array.is_host:
            severity = WARNING if cell in array.pageable else ERROR
        elif how:
            severity = WARNING if how == "sync" else ERROR
        else:
            producer = array.timeline.queue.clock if array.timeline else None
            left = cell, (point, array, when, is_weak or cell not in array.certain)
            if producer is None or covers(producer, point):
                severity = WARNING
            elif self.is_tainted(producer, when):
                severity = WARNING
        if is_weak or self.is_tainted(clock, when) or cell not in array.certain:
            severity = min(severity, WARNING)
        self.say(slug, severity, array)
        return severity, left

    # Memory
    def free(self, memory, timeline):
        clock = timeline.clock if timeline else self.host
        for cell in memory.cells:
            holders = [a for a in self.held(cell) if cell in a.certain]
            releasing = [a for a in self.arrays if a.state == "in-release" and cell in a.certain]
            if holders:
                self.say("buffer-freed-while-held", ERROR, holders[-1])
                cell.freed_while_held, cell.last = True, None
            elif not releasing:
                slug = "free-on-unordered-stream" if timeline else "reuse-before-work-done"
                self.reuse(cell, clock, slug)
            how = "async" if timeline else "pool" if memory.kind == "pool" else "sync"
            for array in releasing:
                array.frees.setdefault(cell, (how, dict(clock)))
            cell.dead, cell.left = True, []
        self.forget_tables(memory.cells)
        memory.dead = True
        memory.freed_clock = dict(clock) if timeline else {}

    def end_context(self, context):
        for array in [a for a in self.arrays if a.state == "held"]:
            cells = [c for c in array.certain if not c.dead and self.dies_with(c, context)]
            event = array.event
            if cells or (event and event in self.events.values() and event.context == context):
                self.say("context-destroyed-while-held", ERROR, array)
            for cell in cells:
                cell.freed_while_held = True
        for memory in self.memories.values():
            for cell in memory.cells:
                cell.dead = cell.dead or self.dies_with(cell, context)
        self.events = {n: e for n, e in self.events.items() if e.context != context}
        self.streams = {n: s for n, s in self.streams.items() if s.context != context}
        for timeline in self.timelines:
            timeline.ended = timeline.ended or timeline.context == context

    def dies_with(self, cell, context):
        memory = self.memory_of(cell)
        return memory.context == context and memory.kind in ("device", "managed", "pinned")
