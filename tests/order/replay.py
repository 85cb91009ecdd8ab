"""replay: has the model do what the words of a scenario say, and prints what each operation says.

replay.py FILE..    scenario.py defines the files; one line a finding: FILE:LINE SLUG SEVERITY
SPDX-License-Identifier: Apache-2.0
"""
import sys

import model
import scenario

FLAGS = ("opaque", "managed", "small-tail", "out-of-order")


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
        self.cuts, self.m = cuts, model.Model(cuts)

    def run(self, line):
        self.line, self.m.now = line, self.m.now + 1
        words = [w for w in line.words if not w.startswith(("after:", "gives:"))]
        self.after = [self.m.events[w[6:]] for w in line.words if w.startswith("after:")]
        self.gives = [w[6:] for w in line.words if w.startswith("gives:")]
        getattr(self, "do_" + words[0].replace("-", "_"))(*words[1:])
        self.m.end_taints()
        return self.m.said()

    def cells(self, text):
        name, low, high = scenario.bounds(text, self.sizes, self.line.place)
        return [c for c in self.m.memories[name].cells if low <= c.low and c.high <= high]

    def operate(self, name, *parts, flags=()):
        """Parts: cells, and read, may (write) or write."""
        point = self.begin(name)
        timeline = self.timeline
        clock = dict(timeline.clock)
        for cells, effect, *more in parts:
            weak = set(flags).union(*more)
            if effect == "write":
                self.m.forget_tables(cells)
            for cell in cells:
                self.m.access(point, clock, cell, effect != "write", effect != "read",
                              effect == "write", timeline, weak)
        self.give(point)
        return point

    # An operation, its timeline in self.timeline, behind its wait list; the event that it gives.
    def begin(self, name, **how):
        self.timeline, point = self.m.submit_after(self.m.streams[name], self.after, **how)
        self.m.followed(self.timeline, point, self.after)
        return point

    def give(self, point):
        for name in self.gives:
            self.timeline.has_lists = True
            self.m.events[name] = event = model.Event("normal", self.timeline.context)
            self.m.recorded(event, point, dict(self.timeline.clock), self.timeline)

    def do_marker(self, name, *_):
        self.give(self.begin(name, gathers=True))

    def do_barrier(self, name, *_):
        self.give(self.begin(name, gathers=True, holds=True))

    def do_flush(self, name):
        self.m.flush(self.m.streams[name])

    def do_promise(self, name, context="c1"):
        self.m.events[name] = self.m.promise(context)

    def do_keep(self, name):
        self.m.keep(self.m.events[name])

    def split(self, words):
        """Ranges as cells, and flags."""
        flags = [w for w in words if w in FLAGS]
        return [c for w in words if w not in flags for c in self.cells(w)], flags

    def do_option(self, name, value):
        self.m.options[name] = value

    def do_thread(self, name):
        if name not in self.m.hosts:
            model.join(self.m.births, self.m.host)
            self.m.hosts[name] = dict(self.m.births)
        self.m.thread = name

    def do_leave(self, lock):
        model.join(self.m.locks.setdefault(lock, {}), self.m.host)

    def do_enter(self, lock):
        model.join(self.m.host, self.m.locks.get(lock, {}))

    def do_join(self, name):
        model.join(self.m.host, self.m.hosts[name])

    def do_context(self, name, device):
        self.m.devices[name] = int(device)

    def do_stream(self, name, *words):
        kinds = [w for w in words if w in ("blocking", "thread", "legacy", "unordered")]
        context = next((w for w in words if w not in kinds and w != "nonblocking"), "c1")
        kind = kinds[0] if kinds else "nonblocking"
        if kind == "legacy" and self.m.legacy_of(context):
            self.m.streams[name] = self.m.legacy_of(context)[0]
            return
        old = self.m.streams.get(name)
        if old and old.context == context and not {kind, old.kind} & {"legacy", "thread"}:
            self.m.end_stream(old)  # it went while nobody looked
        self.m.streams[name] = self.m.new_stream(kind, context)

    def do_event(self, name, *words):
        kind = "foreign" if "foreign" in words else "normal"
        context = next((w for w in words if w not in ("foreign", "normal")), "c1")
        self.m.events[name] = model.Event(kind, context)

    def do_memory(self, name, size, *words):
        kinds = ("pool", "managed", "pinned", "registered", "mapped", "pageable")
        kind = next((w for w in words if w in kinds), "device")
        context = next((w for w in words if w not in kinds and w != "device"), "c1")
        self.new_memory(name, kind, context)

    def new_memory(self, name, kind, context):
        cuts = self.cuts.get(name, ())
        self.m.memories[name] = memory = model.Memory(kind, context, self.sizes[name], cuts)
        return memory

    def do_memory_on(self, stream, name, size, at=None, old=None):
        timeline = self.m.streams[stream]
        if old:
            model.join(timeline.clock, self.m.memories.pop(old).freed_clock)
        memory = self.new_memory(name, "pool", timeline.context)
        point = self.m.submit(timeline)
        for cell in memory.cells:
            cell.writes.append(model.Write(point, True, timeline, set(), True, self.m.now))

    def do_write(self, stream, *words):
        cells, flags = self.split(words)
        self.operate(stream, (cells, "write"), flags=flags)

    def do_read(self, stream, *words):
        cells, flags = self.split(words)
        self.operate(stream, (cells, "read"), flags=flags)

    def do_copy(self, stream, to, source, *flags):
        self.operate(stream, (self.cells(source), "read"), (self.cells(to), "write"), flags=flags)

    def do_table(self, stream, to, *words):
        cells = self.cells(to)
        self.operate(stream, (cells, "write"))
        held = [c for c in (self.cells(w)[0] for w in words) if self.m.held(c)]
        if cells[-1].high - cells[0].low <= int(self.m.options["scan_h2d"]):
            self.m.tables.append((cells, held))

    def follow(self, point, timeline, cells):
        for at in [to for table, held in self.m.tables if cells[0] in table for to in held]:
            for cell in self.m.reach(at):
                clock = dict(timeline.clock)
                self.m.access(point, clock, cell, True, True, False, timeline, {"opaque"})

    def do_kernel(self, stream, *words):
        events = [w[13:] for w in words if w.startswith("programmatic:")]
        given = [w for w in words if not w.startswith("programmatic:")]
        flags = [w for w in given if w in FLAGS]
        given = [w for w in given if w not in FLAGS]
        ranges = [self.cells(w.removeprefix("const:")) for w in given]
        parts = [(cells, "read" if word.startswith("const:") else "may",
                  {"opaque"} if self.m.is_past_end(cells[0], [r[0] for r in ranges]) else set())
                 for word, cells in zip(given, ranges)]
        point = self.operate(stream, *parts, flags=flags)
        timeline = self.timeline
        for cells in ranges:
            self.follow(point, timeline, cells)
        for event in events:
            clock = {**timeline.clock, timeline.number: point[1] - 1}
            self.m.recorded(self.m.events[event], point, clock, timeline)
            self.m.events[event].kind = "programmatic"

    def do_record(self, event, stream):
        self.m.record(self.m.events[event], self.m.streams[stream])

    def do_wait(self, stream, event):
        if self.m.is_unknown(self.m.events[event]):
            self.do_taint(stream)
            return
        clock = self.m.waits(self.m.events[event], None)
        if clock:
            model.join(self.m.streams[stream].clock, clock)
            self.m.submit(self.m.streams[stream])

    def do_sync(self, *streams):
        for timeline in [self.m.streams[s] for s in streams]:
            self.m.flush(timeline)
            for peer in [timeline] + timeline.lanes + self.m.peers(timeline):
                model.join(self.m.host, peer.clock)

    def do_sync_event(self, event, slow=None):
        for array in self.m.users(self.m.events[event]) if slow else []:
            self.m.say("event-wait-slow", model.WARNING, array)
        if self.m.is_unknown(self.m.events[event]):
            self.m.host[model.TAINT] = self.m.taint((model.TAINT, 0))
            return
        event = self.m.events[event]
        model.join(self.m.host, self.m.waits(event, None))
        if event.timeline:
            self.m.flush(event.timeline.queue)

    def do_sync_context(self, context):
        model.join(self.m.host, self.m.of_context(context))

    def do_fail(self, stream):
        """It was never called."""

    def do_fence(self, stream, *contexts):
        timeline = self.m.streams[stream]
        for context in contexts:
            model.join(timeline.clock, self.m.of_context(context))
        self.m.submit(timeline)
        for context in contexts:  # streams that are made later follow it too
            model.join(self.m.gates.setdefault(context, {}), timeline.clock)
            model.join(self.m.fences.setdefault(context, {}), timeline.clock)
        for other in self.m.timelines:
            if other.context in contexts and not other.ended:
                model.join(other.clock, timeline.clock)

    def do_wait_context(self, context, event):
        if context not in self.m.keepers:
            self.m.keepers[context] = self.m.new_stream("nonblocking", "-")
        keeper = self.m.keepers[context]
        keeper.epoch += 1
        point = keeper.number, keeper.epoch
        clock = {**self.m.waits(self.m.events[event], point), keeper.number: keeper.epoch}
        model.join(self.m.gates.setdefault(context, {}), clock)

    def do_record_context(self, event, context):
        if context not in self.m.wholes:
            self.m.wholes[context] = self.m.new_stream("nonblocking", "-")
        whole = self.m.wholes[context]
        model.join(whole.clock, self.m.of_context(context))
        point = self.m.submit(whole)
        self.m.recorded(self.m.events[event], point, dict(whole.clock), None)

    def do_taint(self, stream):
        point = self.m.submit(self.m.streams[stream])
        self.m.streams[stream].clock[model.TAINT] = self.m.taint(point)

    def do_publish(self, stream, where, value):
        cells = self.cells(where)
        self.operate(stream, (cells, "write"))
        self.m.published.append((cells[0], int(value), dict(self.m.streams[stream].clock)))

    def do_await(self, stream, where, value):
        timeline, cell = self.m.streams[stream], self.cells(where)[0]
        clocks = [c for at, v, c in self.m.published if at is cell and v >= int(value)]
        for clock in clocks:
            model.join(timeline.clock, clock)
        point = self.m.submit(timeline)
        if not clocks:
            timeline.clock[model.TAINT] = self.m.taint(point)

    def do_callback(self, stream):
        self.m.submit(self.m.streams[stream])
        model.join(self.m.host, self.m.streams[stream].clock)

    def do_destroy_stream(self, name):
        self.m.end_stream(self.m.streams.pop(name))

    def do_destroy_event(self, name):
        for array in self.m.users(self.m.events.pop(name)):
            severity = model.WARNING if array.waited else model.ERROR
            self.m.say("event-destroyed-early", severity, array)

    def do_destroy_context(self, context):
        self.m.end_context(context)

    def do_lose(self, device):
        if int(device) not in self.m.lost:
            self.m.say("device-lost", model.ERROR)
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
        self.m.names[name].extents = [self.cells(w.rstrip("?")) for w in words]

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
        model.join(timeline.clock, self.m.graphs.get(graph, {}))
        point = self.m.submit(timeline)
        base, nodes = dict(timeline.clock), []
        for word in words:
            what, _, after = word.partition("<")
            action, _, argument = what.partition(":")
            before = {int(n) for n in after.split(",") if n}
            nodes.append((action, argument, before.union(*(nodes[n][2] for n in before))))
        brought = [self.m.waits(self.m.events[argument], point) if action == "wait" else {}
                   for action, argument, _ in nodes]
        for at, (action, argument, before) in enumerate(nodes):
            clock = dict(base)
            for n in before | {at}:
                model.join(clock, brought[n])
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
            model.join(timeline.clock, clock)
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
