"""generate: random scenarios that make sense, few names and many operations, from a seed.

generate.py SEED COUNT    prints them
SPDX-License-Identifier: Apache-2.0
"""
import random
import sys

KINDS = ["nonblocking"] * 4 + ["blocking"] * 3 + ["thread", "legacy"]
MEMORY = ["device"] * 4 + ["pool"] * 2 + ["managed", "pinned", "registered", "mapped", "pageable"]
DYING = ("device", "managed", "pinned")
FLAGS = ["opaque", "managed", "small-tail", "out-of-order"]


class Scenario:
    def __init__(self, rng):
        self.rng, self.lines = rng, []
        self.streams, self.events = {}, {}
        self.memories, self.dead = {}, {}
        self.held, self.releasing = [], []
        self.n_names = 0
        for _ in range(rng.randint(2, 4)):
            self.new_stream()
        for _ in range(rng.randint(1, 3)):
            self.new_memory()
        for _ in range(rng.randint(1, 2)):
            self.new_event()

    def say(self, *words):
        self.lines.append("    " + " ".join(str(word) for word in words))

    def name(self, letter):
        self.n_names += 1
        return f"{letter}{self.n_names}"

    def context(self):
        return "c2" if self.rng.random() < 0.15 else "c1"

    def some(self, names):
        return self.rng.choice(sorted(names))

    def new_stream(self, name=None):
        name = name or self.name("S")
        kind, context = self.rng.choice(KINDS), self.context()
        self.streams[name] = (kind, context)
        self.say("stream", name, kind, context)

    def new_event(self, name=None):
        name, context = name or self.name("e"), self.context()
        kind = "foreign" if self.rng.random() < 0.05 else "normal"
        self.events[name] = context
        self.say("event", name, kind, context)

    def new_memory(self):
        name, kind, context = self.name("m"), self.rng.choice(MEMORY), self.context()
        self.memories[name] = (kind, context)
        self.say("memory", name, 64, kind, context)

    def range_of(self, name):
        kind = self.rng.random()
        if kind < 0.6:
            return name
        low = self.rng.choice((0, 16, 32))
        return f"{name}[{low}:{self.rng.choice([h for h in (16, 32, 48, 64) if h > low])}]"

    def range(self):
        names = sorted(self.memories)
        if self.dead and self.rng.random() < 0.05:
            names = sorted(self.dead)
        return self.range_of(self.rng.choice(names))

    def ranges(self):
        return [self.range() for _ in range(self.rng.choice((1, 1, 1, 2)))]

    def flags(self):
        return [self.rng.choice(FLAGS)] if self.rng.random() < 0.1 else []

    def access(self):
        stream = self.some(self.streams)
        what = self.rng.choice(("write", "read", "read", "copy", "kernel", "kernel"))
        if what == "kernel" and self.rng.random() < 0.3:
            name, lows = self.some(self.memories), self.rng.sample((0, 16, 32), 2)
            self.say("kernel", stream, *[f"{name}[{low}:64]" for low in lows])
        elif what == "copy":
            self.say("copy", stream, self.range(), self.range(), *self.flags())
        elif what == "kernel":
            ranges = [self.rng.choice(("", "", "const:")) + r for r in self.ranges()]
            events = [f"programmatic:{self.some(self.events)}"] if self.rng.random() < 0.05 else []
            self.say("kernel", stream, *ranges, *events, *self.flags())
        else:
            self.say(what, stream, *self.ranges(), *self.flags())

    def order(self):
        stream, event = self.some(self.streams), self.some(self.events)
        rare = ["sync", "sync", "sync-event", "fail", "rest"]
        what = self.rng.choice(["record"] * 4 + ["wait"] * 4 + rare)
        if what == "record":
            self.say("record", event, stream)
        elif what == "wait":
            self.say("wait", stream, event)
        elif what == "sync":
            self.say("sync", stream)
        elif what == "fail":
            self.say("fail", stream)
        elif what == "sync-event":
            self.say("sync-event", event)
        else:
            self.rest(stream, event)

    def rest(self, stream, event):
        what = self.rng.randrange(9)
        if what == 0:
            self.say("sync-context", self.context())
        elif what == 1:
            self.say("fence", stream, self.context(), *([self.context()] * self.rng.randint(0, 1)))
        elif what == 2:
            self.say("wait-context", self.context(), event)
        elif what == 3:
            self.say("record-context", event, self.context())
        elif what == 4:
            self.say("callback", stream)
        elif what == 5 and self.rng.random() < 0.3:
            self.say("taint", stream)
        elif what == 6:
            self.say("publish", stream, self.some(self.memories) + "[0:16]", self.rng.randint(1, 3))
        elif what == 7:
            self.say("await", stream, self.some(self.memories) + "[0:16]", self.rng.randint(1, 3))
        else:
            self.graph(stream)

    def graph(self, stream):
        nodes = []
        for at in range(self.rng.randint(1, 4)):
            what = self.rng.choice(("write", "read", "kernel", "record", "wait", "none"))
            if what in ("record", "wait"):
                what += ":" + self.some(self.events)
            elif what != "none":
                what += ":" + self.range_of(self.some(self.memories))
            before = [str(n) for n in range(at) if self.rng.random() < 0.5]
            nodes.append(what + ("<" + ",".join(before) if before else ""))
        self.say("graph", stream, self.rng.choice(("x", "y")), *nodes)

    def life(self):
        what = self.rng.randrange(12)
        stream = self.some(self.streams)
        if what in (0, 1):
            name = self.some(self.memories)
            if self.memories[name][0] != "pageable" and len(self.memories) > 1:
                words = ("free", name) if self.rng.random() < 0.5 else ("free-on", stream, name)
                self.say(*words)
                self.dead[name] = self.memories.pop(name)
        elif what in (2, 3):
            name = self.name("m")
            if self.dead and self.rng.random() < 0.7:
                old = self.some(self.dead)
                del self.dead[old]
                self.say("memory-on", stream, name, 64, "at", old)
            else:
                self.say("memory-on", stream, name, 64)
            self.memories[name] = ("pool", self.streams[stream][1])
        elif what == 4:
            self.new_memory()
        elif what == 5:
            self.new_event()
        elif what == 6 and self.streams[stream][0] in ("nonblocking", "blocking"):
            self.say("destroy-stream", stream)
            del self.streams[stream]
            self.new_stream(stream if self.rng.random() < 0.5 else None)
        elif what == 7:
            event = self.some(self.events)
            self.say("destroy-event", event)
            del self.events[event]
            self.new_event(event if self.rng.random() < 0.5 else None)
        elif what == 8:
            self.new_stream()
        elif what == 9 and self.rng.random() < 0.15:
            self.end_context(self.context())

    def end_context(self, context):
        self.say("destroy-context", context)
        self.streams = {n: s for n, s in self.streams.items() if s[1] != context}
        self.events = {n: c for n, c in self.events.items() if c != context}
        self.memories = {n: m for n, m in self.memories.items()
                         if m[1] != context or m[0] not in DYING}
        self.new_stream()
        self.new_event()
        self.new_memory()

    def export(self):
        name = self.name("a")
        ranges = [r + ("?" if self.is_known(r) and self.rng.random() < 0.1 else "")
                  for r in self.live_ranges()]
        if self.rng.random() < 0.15:
            self.say("export-host", name, *ranges)
        else:
            event = self.rng.choice(["-"] + [self.some(self.events)] * 4)
            if self.rng.random() < 0.03 and event != "-":
                event = self.rng.choice((f"handle:{event}", "nowhere"))
            self.say("export", name, event, *ranges)
        self.held.append(name)

    def is_known(self, text):
        return self.memories[text.split("[")[0]][0] != "pageable"

    def live_ranges(self):
        return [self.range_of(self.some(self.memories)) for _ in range(self.rng.choice((1, 1, 2)))]

    def release(self):
        if self.releasing and self.rng.random() < 0.6:
            self.say("release-end", self.releasing.pop())
        elif self.held:
            name = self.held.pop(self.rng.randrange(len(self.held)))
            if self.rng.random() < 0.5:
                self.say("release", name)
            else:
                self.say("release-begin", name)
                self.releasing.append(name)

    def run(self, n):
        steps = [self.access] * 7 + [self.order] * 6 + [self.export] * 2 + [self.release] * 2
        for _ in range(n):
            self.rng.choice(steps + [self.life])()
        return self.lines


class Queues(Scenario):
    """Of queues alone, by the lists that their operations have."""

    def __init__(self, rng):
        self.promises = []
        super().__init__(rng)

    def new_stream(self, name=None):
        name = name or self.name("S")
        kind, context = self.rng.choice(("nonblocking", "unordered", "unordered")), self.context()
        self.streams[name] = (kind, context)
        self.say("stream", name, kind, context)

    def new_event(self, name=None):
        name, context = name or self.name("e"), self.context()
        if self.rng.random() < 0.2:
            self.say("event", name, "foreign", context)
        else:
            self.say("promise", name, context)
            self.promises.append(name)
        self.events[name] = context

    def lists(self, stream):
        words = [f"after:{self.some(self.events)}" for _ in range(self.rng.choice((0, 0, 1, 1, 2)))]
        if self.rng.random() < 0.5:
            name = self.name("e")
            self.events[name] = self.streams[stream][1]
            words.append(f"gives:{name}")
        return words

    def access(self):
        stream = self.some(self.streams)
        what = self.rng.choice(("write", "read", "read", "copy", "kernel", "kernel"))
        if what == "copy":
            words = [self.range(), self.range()]
        elif what == "kernel":
            words = [self.rng.choice(("", "", "const:")) + r for r in self.ranges()]
        else:
            words = self.ranges()
        self.say(what, stream, *words, *self.flags(), *self.lists(stream))

    def order(self):
        stream = self.some(self.streams)
        what = self.rng.choice(("marker", "marker", "barrier", "barrier", "flush", "sync",
                                "sync-event", "keep", "promise", "callback"))
        if what in ("marker", "barrier"):
            self.say(what, stream, *self.lists(stream))
        elif what == "sync-event":
            self.say(what, self.some(self.events))
        elif what == "promise":
            self.new_event()
        elif what != "keep":
            self.say(what, stream)
        elif self.promises:
            self.say("keep", self.promises.pop(self.rng.randrange(len(self.promises))))

    def life(self):
        what = self.rng.randrange(4)
        name = self.some(self.memories)
        if what == 0 and self.memories[name][0] != "pageable" and len(self.memories) > 1:
            self.say("free", name)
            self.dead[name] = self.memories.pop(name)
        elif what == 1:
            self.new_memory()
        elif what == 2:
            stream = self.some(self.streams)
            self.say("destroy-stream", stream)
            del self.streams[stream]
            self.new_stream(stream if self.rng.random() < 0.5 else None)
        else:
            self.new_stream()


def scenarios(seed, count):
    """COUNT scenarios as text, the same for the same seed."""
    for i in range(count):
        rng = random.Random(f"{seed}/{i}")
        kind = Queues if i % 4 == 3 else Scenario
        yield f"scenario random {seed}/{i}\n" + "\n".join(kind(rng).run(rng.randint(8, 40)))


if __name__ == "__main__":
    print("\n".join(scenarios(sys.argv[1], int(sys.argv[2]))))
