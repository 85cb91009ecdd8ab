"""model: the reference of what happened before what: plain dictionaries, and bytes cut at every
bound that a scenario names; nothing shared with the tracker. Prints what each operation says:
model.py FILE..    scenario.py defines the files; one line a finding: FILE:LINE SLUG SEVERITY
SPDX-License-Identifier: Apache-2.0
"""
import itertools
import sys

import scenario

NOTE, WARNING, ERROR = range(3)
NAMES = {NOTE: "note", WARNING: "warning", ERROR: "error"}
TAINT = 0  # a component of every clock: something unseen may be covered too


def join(clock, other):
    for timeline, epoch in other.items():
        if clock.get(timeline, 0) < epoch:
            clock[timeline] = epoch


def covers(clock, point):
    return clock.get(point[0], 0) >= point[1]


def is_tainted(clock):
    return clock.get(TAINT, 0) > 0


class Timeline:
    def __init__(self, number, kind, context, clock):
        self.number, self.kind, self.context = number, kind, context
        self.epoch, self.clock, self.ended = 0, clock, False

    blocking = property(lambda self: self.kind in ("blocking", "thread"))


class Event:
    def __init__(self, kind, context):
        self.kind, self.context = kind, context
        self.point, self.clock, self.timeline, self.excluded = None, {}, None, set()
        self.failed = False


class Write:
    serials = itertools.count()

    def __init__(self, point, sure, timeline, flags, is_alloc):
        self.serial = next(self.serials)
        self.point, self.sure, self.flags, self.is_alloc = point, sure, flags, is_alloc
        self.timeline, self.legacy = timeline, timeline.kind == "legacy"


class Cell:
    """Bytes that no range of the scenario divides."""

    def __init__(self, low, high):
        self.low, self.high = low, high
        self.writes, self.left = [], []  # left: (point, array) of reads in flight at a release
        self.dead = self.freed_while_held = False
        self.last = None  # the array that was released last


class Memory:
    def __init__(self, kind, context, size, cuts):
        self.kind, self.context, self.dead, self.freed_clock = kind, context, False, None
        edges = sorted({0, size} | {cut for cut in cuts if cut < size})
        self.cells = [Cell(low, high) for low, high in itertools.pairwise(edges)]


class Array:
    """certain, possible: cells; reads: (timeline, cell) -> point; frees: cell -> (how, clock)"""

    def __init__(self, number, is_host):
        self.number, self.is_host, self.state = number, is_host, "held"
        self.certain, self.possible = set(), set()
        self.event, self.point, self.timeline = None, None, None
        self.reads, self.frees, self.waited, self.class_of_null = {}, {}, False, None
        self.pageable = set()

    lives = property(lambda self: self.state != "released")


class Model:
    def __init__(self, cuts):
        self.cuts, self.host, self.gates, self.graphs = cuts, {}, {}, {}
        self.wholes = {}  # by context: a timeline that stands for all of its work
        self.streams, self.timelines, self.events, self.memories = {}, [], {}, {}
        self.arrays, self.names, self.devices, self.found = [], {}, {}, {}
        self.published, self.lost = [], set()

    # What an operation says: the worst of a check for an array.
    def say(self, slug, severity, array=None):
        if 0 not in self.lost:
            key = (slug, array)
            self.found[key] = max(self.found.get(key, NOTE), severity)

    def said(self):
        found, self.found = self.found, {}
        return sorted((slug, NAMES[severity]) for (slug, _), severity in found.items())

    # Streams
    def new_stream(self, kind, context):
        timeline = Timeline(len(self.timelines) + 1, kind, context, dict(self.host))
        self.timelines.append(timeline)
        return timeline

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
            self.say("buffer-used-after-release", ERROR, cell.last)
        if cell.dead:
            return
        if read:
            self.read(point, clock, cell, flags)
        if write and (sure or not self.held(cell)):
            self.write(point, clock, cell, sure, timeline, flags, is_alloc)

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
        elif sure:
            severity = ERROR
        elif bad and not newest.point:
            severity = newest.class_of_null
        if severity is not None:
            weak = bool(bad) and all(w.flags & {"small-tail", "opaque", "managed"} for w in bad)
            if weak or is_tainted(seen) or flags & {"opaque", "managed"} or \
                    cell not in newest.certain:
                severity = min(severity, WARNING)
            self.say("read-before-event", severity, newest)
        for array in holders:
            array.reads[point[0], cell] = point  # the stream's last is done after its others
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
        cell.writes.append(Write(point, sure, timeline, flags, is_alloc))

    def reuse(self, cell, clock, slug, sure=True):
        """One act, one finding: what was left by a release is then forgotten."""
        for point, array in cell.left:
            if not covers(clock, point):
                self.say(slug, ERROR if sure and not is_tainted(clock) else WARNING, array)
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
                is_weak = array.waited or is_tainted(clock)
                self.say("event-rerecorded", WARNING if is_weak else ERROR, array)
        event.point, event.clock, event.kind = point, clock, "normal"
        event.timeline, event.excluded, event.failed = timeline, set(excluded), False

    def waits(self, event):
        """The clock that a wait for the event brings."""
        if event.kind == "foreign" and event.point is None:
            return {TAINT: 1}
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
        kinds = {m.kind for m in map(self.memory_of, certain) if not m.dead}
        if kinds & ({"pageable"} if is_device else {"device", "pool"}):
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
        elif event.kind == "normal":
            array.point, array.timeline = event.point, event.timeline
            self.judge(array, "event-before-data", event.clock, event.excluded)
            any_write = any(c.writes for c in array.certain | array.possible)
            if self.devices.get(event.context, 0) != 0 and not any_write:
                self.say("event-wrong-device", WARNING, array)
        self.arrays.append(array)
        self.names[name] = array

    def judge(self, array, slug, clock, excluded):
        for cell in array.certain | array.possible:
            late, early = [], []
            for write in cell.writes:
                is_late = not covers(clock, write.point) or (write.point, cell) in excluded
                (late if is_late else early).append(write)
            has_other = any(not w.is_alloc for w in early)
            for write in late:
                weak = write.flags & {"opaque", "managed"} or cell not in array.certain \
                    or (slug == "null-event-pending-work" and write.legacy) or is_tainted(clock)
                severity = WARNING if weak or (has_other and not write.sure) else ERROR
                if not write.sure:
                    array.class_of_null = max(array.class_of_null or NOTE, severity)
                self.say(slug, severity, array)

    def release_begin(self, array):
        array.state = "in-release"
        array.in_flight = [(p, c) for (_, c), p in array.reads.items()
                           if not covers(self.host, p)]

    def release_end(self, array):
        for point, cell in array.in_flight:
            self.judge_release(array, point, cell)
        array.state = "released"
        for cell in array.certain:
            cell.last = None if cell.freed_while_held else array
        for cell in array.pageable - set().union(*(a.certain for a in self.arrays if a.lives)):
            cell.writes, cell.left, cell.last = [], [], None  # known while it is held

    def judge_release(self, array, point, cell):
        how, clock = array.frees.get(cell, (None, self.host))
        slug = "released-with-work-in-flight"
        if covers(clock, point):
            return
        severity = ERROR
        if array.is_host:
            severity = WARNING if cell in array.pageable else ERROR
        elif how:
            severity = WARNING if how == "sync" else ERROR
        else:
            producer = array.timeline.clock if array.timeline else None
            if producer is None or covers(producer, point):
                severity = WARNING
                cell.left.append((point, array))
            elif is_tainted(producer):
                severity = WARNING
        if is_tainted(clock) or cell not in array.certain:
            severity = min(severity, WARNING)
        self.say(slug, severity, array)

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


class Replay:
    """Takes the words of a scenario's operations."""

    def __init__(self, lines):
        self.sizes = {}
        cuts = {}
        for line in lines:
            if line.words[0] in ("memory", "memory-on"):
                at = 1 if line.words[0] == "memory" else 2
                self.sizes[line.words[at]] = scenario.number(line.words[at + 1], line.place)
            for word in line.words[1:]:
                if "[" in word:
                    text = word.split("<")[0].split(":", 1)
                    text = text[1] if "[" not in text[0] else word.split("<")[0]
                    name, low, high = scenario.bounds(text.rstrip("?"), self.sizes, line.place)
                    cuts.setdefault(name, set()).update((low, high))
        self.cuts, self.m = cuts, Model(cuts)

    def run(self, line):
        self.line = line
        getattr(self, "do_" + line.words[0].replace("-", "_"))(*line.words[1:])
        return self.m.said()

    def cells(self, text):
        name, low, high = scenario.bounds(text, self.sizes, self.line.place)
        return [c for c in self.m.memories[name].cells if low <= c.low and c.high <= high]

    def operate(self, name, reads=(), writes=(), may=(), flags=()):
        timeline = self.m.streams[name]
        point = self.m.submit(timeline)
        clock, flags = dict(timeline.clock), set(flags)
        for cells, read, write, sure in ((reads, 1, 0, 0), (may, 1, 1, 0), (writes, 0, 1, 1)):
            for cell in cells:
                self.m.access(point, clock, cell, read, write, sure, timeline, flags)
        return point

    def split(self, words):
        """Ranges as cells, and flags."""
        flags = [w for w in words if w in ("opaque", "managed", "small-tail", "out-of-order")]
        return [c for w in words if w not in flags for c in self.cells(w)], flags

    def do_context(self, name, device):
        self.m.devices[name] = int(device)

    def do_stream(self, name, *words):
        kinds = [w for w in words if w in ("blocking", "thread", "legacy")]
        context = next((w for w in words if w not in kinds and w != "nonblocking"), "c1")
        kind = kinds[0] if kinds else "nonblocking"
        if kind == "legacy" and self.m.legacy_of(context):
            self.m.streams[name] = self.m.legacy_of(context)[0]
        else:
            self.m.streams[name] = self.m.new_stream(kind, context)

    def do_event(self, name, *words):
        kind = "foreign" if "foreign" in words else "normal"
        context = next((w for w in words if w not in ("foreign", "normal")), "c1")
        self.m.events[name] = Event(kind, context)

    def do_memory(self, name, size, *words):
        kinds = ("pool", "managed", "pinned", "registered", "mapped", "pageable")
        kind = next((w for w in words if w in kinds), "device")
        context = next((w for w in words if w not in kinds and w != "device"), "c1")
        self.m.memories[name] = Memory(kind, context, self.sizes[name], self.cuts.get(name, ()))

    def do_memory_on(self, stream, name, size, at=None, old=None):
        timeline = self.m.streams[stream]
        if old:
            join(timeline.clock, self.m.memories.pop(old).freed_clock)
        memory = Memory("pool", timeline.context, self.sizes[name], self.cuts.get(name, ()))
        self.m.memories[name] = memory
        point = self.m.submit(timeline)
        for cell in memory.cells:
            cell.writes.append(Write(point, True, timeline, set(), True))

    def do_write(self, stream, *words):
        cells, flags = self.split(words)
        self.operate(stream, writes=cells, flags=flags)

    def do_read(self, stream, *words):
        cells, flags = self.split(words)
        self.operate(stream, reads=cells, flags=flags)

    def do_copy(self, stream, to, source, *flags):
        self.operate(stream, self.cells(source), self.cells(to), flags=flags)

    def do_kernel(self, stream, *words):
        const = [c for w in words if w.startswith("const:") for c in self.cells(w[6:])]
        events = [w[13:] for w in words if w.startswith("programmatic:")]
        cells, flags = self.split([w for w in words if ":" not in w or "[" in w.split(":")[0]])
        timeline = self.m.streams[stream]
        point = self.operate(stream, reads=const, may=cells, flags=flags)
        for event in events:
            clock = {**timeline.clock, timeline.number: point[1] - 1}
            self.m.recorded(self.m.events[event], point, clock, timeline)
            self.m.events[event].kind = "programmatic"

    def do_record(self, event, stream):
        self.m.record(self.m.events[event], self.m.streams[stream])

    def do_wait(self, stream, event):
        clock = self.m.waits(self.m.events[event])
        if clock:
            join(self.m.streams[stream].clock, clock)
            self.m.submit(self.m.streams[stream])

    def do_sync(self, *streams):
        for timeline in [self.m.streams[s] for s in streams]:
            for peer in [timeline] + self.m.peers(timeline):
                join(self.m.host, peer.clock)

    def do_sync_event(self, event, slow=None):
        for array in self.m.users(self.m.events[event]) if slow else []:
            self.m.say("event-wait-slow", WARNING, array)
        join(self.m.host, self.m.waits(self.m.events[event]))

    def do_sync_context(self, context):
        join(self.m.host, self.m.of_context(context))

    def do_fence(self, stream, *contexts):
        timeline = self.m.streams[stream]
        for context in contexts:
            join(timeline.clock, self.m.of_context(context))
        self.m.submit(timeline)
        for context in contexts:  # streams that are made later follow it too
            join(self.m.gates.setdefault(context, {}), timeline.clock)
        for other in self.m.timelines:
            if other.context in contexts:
                join(other.clock, timeline.clock)

    def do_wait_context(self, context, event):
        clock = self.m.waits(self.m.events[event])
        join(self.m.gates.setdefault(context, {}), clock)

    def do_record_context(self, event, context):
        if context not in self.m.wholes:
            self.m.wholes[context] = self.m.new_stream("nonblocking", "-")
        whole = self.m.wholes[context]
        join(whole.clock, self.m.of_context(context))
        point = self.m.submit(whole)
        self.m.recorded(self.m.events[event], point, dict(whole.clock), None)

    def do_taint(self, stream):
        self.m.submit(self.m.streams[stream])
        self.m.streams[stream].clock[TAINT] = 1

    def do_publish(self, stream, where, value):
        cells = self.cells(where)
        self.operate(stream, writes=cells)
        self.m.published.append((cells[0], int(value), dict(self.m.streams[stream].clock)))

    def do_await(self, stream, where, value):
        timeline, cell = self.m.streams[stream], self.cells(where)[0]
        clocks = [c for at, v, c in self.m.published if at is cell and v >= int(value)]
        for clock in clocks or [{TAINT: 1}]:
            join(timeline.clock, clock)
        self.m.submit(timeline)

    def do_callback(self, stream):
        self.m.submit(self.m.streams[stream])
        join(self.m.host, self.m.streams[stream].clock)

    def do_destroy_stream(self, name):
        del self.m.streams[name]

    def do_destroy_event(self, name):
        for array in self.m.users(self.m.events.pop(name)):
            self.m.say("event-destroyed-early", WARNING if array.waited else ERROR, array)

    def do_destroy_context(self, context):
        self.m.end_context(context)

    def do_lose(self, device):
        if int(device) not in self.m.lost:
            self.m.say("device-lost", ERROR)
            self.m.lost.add(int(device))

    def do_free(self, name):
        self.m.free(self.m.memories[name], None)

    def do_free_on(self, stream, name):
        self.m.submit(self.m.streams[stream])
        self.m.free(self.m.memories[name], self.m.streams[stream])

    def do_export(self, name, event, *words, is_host=False, is_device=True):
        is_wrong = "handle" if event.startswith("handle:") else event == "nowhere"
        event = None if event in ("-", "nowhere") else self.m.events[event.split(":")[-1]]
        certain = [c for w in words if w[-1] != "?" for c in self.cells(w)]
        possible = [c for w in words if w[-1] == "?" for c in self.cells(w[:-1])]
        self.m.export(name, event, is_wrong, certain, possible, is_host, is_device)

    def do_export_near(self, name, event, *words):
        self.do_export(name, event, *words, is_host=True)

    def do_export_host(self, name, *words):
        self.do_export(name, "-", *words, is_host=True, is_device=False)

    def do_release(self, name):
        self.do_release_begin(name)
        self.do_release_end(name)

    def do_release_begin(self, name):
        self.m.release_begin(self.m.names[name])

    def do_release_end(self, name):
        self.m.release_end(self.m.names[name])

    def do_graph(self, stream, graph, *words):
        timeline = self.m.streams[stream]
        join(timeline.clock, self.m.graphs.get(graph, {}))
        point = self.m.submit(timeline)
        base, nodes = dict(timeline.clock), []
        for word in words:
            what, _, after = word.partition("<")
            action, _, argument = what.partition(":")
            before = {int(n) for n in after.split(",") if n}
            nodes.append((action, argument, before.union(*(nodes[n][2] for n in before))))
        brought = [self.m.waits(self.m.events[argument]) if action == "wait" else {}
                   for action, argument, _ in nodes]
        for at, (action, argument, before) in enumerate(nodes):
            clock = dict(base)
            for n in before | {at}:
                join(clock, brought[n])
            if action == "record":
                outside = [n for n in range(len(nodes)) if n not in before]
                excluded = [(point, c) for n in outside if nodes[n][0] in ("write", "kernel")
                            for c in self.cells(nodes[n][1])]
                self.m.recorded(self.m.events[argument], point, clock, timeline, excluded)
            elif action in ("read", "write", "kernel"):
                for cell in self.cells(argument):
                    self.m.access(point, clock, cell, action != "write", action != "read",
                                  action == "write", timeline, set())
        for clock in brought:
            join(timeline.clock, clock)
        self.m.graphs[graph] = dict(timeline.clock)


def replay(path):
    """What a file's operations say, as its expectations stand."""
    for _, lines in scenario.read(path):
        runs = Replay(lines)
        for line in lines:
            for slug, severity in runs.run(line):
                yield f"{line.place} {slug} {severity}"


if __name__ == "__main__":
    for each in sys.argv[1:]:
        for found in replay(each):
            print(found)
