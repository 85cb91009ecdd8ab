#!/usr/bin/env python3
"""render: time and memory of reports of large records: many findings, and many events.

render.py BUILD [FINDINGS [MEGABYTES]]

SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import subprocess
import sys
import tempfile
import time

FORMATS = ("json", "sarif", "junit", "html", "trace")
HEADER = {
    "k": "header", "version": 1, "tool": "0.1.0", "run_id": "1", "pid": 4711, "ppid": 1,
    "parent": None, "exe": "/opt/app/etl", "argv": ["etl"], "cwd": "/opt/app",
    "started": "2026-01-31T12:00:00Z", "options": {}, "options_from": {},
}
END = {
    "k": "end", "t_us": 1, "exit": {"how": "exit", "app_status": 0, "signal": None},
    "activity": {"active": True, "structs_seen": 1, "events_dropped": 0, "hooks": []}, "dropped": 0,
}


def line(**members):
    """One line of a record."""
    return json.dumps(members, separators=(",", ":")) + "\n"


def event(seq, thing, kind="import"):
    """A step of an object's history."""
    return line(
        k="event", seq=seq, t_us=seq * 3, tid=4711, thread="main", kind=kind, object=thing,
        actor="lib2.so", owner_after="etl at 0x7ffc00112233", stack=1, bytes=1048576, note=None,
    )


def write_findings(path, n):
    """Each with three stacks, an object and five steps of its own."""
    with open(path, "w", encoding="ascii") as out:
        out.write(json.dumps(HEADER) + "\n")
        for m in range(20):
            out.write(line(k="module", id=m, path=f"/opt/app/lib{m}.so", base="0x7f0000000000"))
        for i in range(n):
            thing, stack, seq = f"array#{i + 1}", 3 * i + 1, 5 * i + 1
            for k in range(3):
                frames = [[(i + j) % 20, i * 64 + j + k] for j in range(10)]
                frames += [["/opt/app/etl.py", f"f{i % 100}", i % 1000]] * 4
                out.write(line(k="stack", id=stack + k, hash=f"{stack + k:x}", frames=frames))
            out.write(line(k="object", id=thing, kind="ArrowArray", type="struct<id: int64>",
                           length=65536, bytes_host=1048576, state="released", origin=stack))
            steps = range(seq, seq + 5)
            out.writelines(event(step, thing) for step in steps)
            out.write(line(
                k="finding", id=i + 1, check="double-release", severity="error", who="etl",
                message=f"release of {thing} called a second time", objects=[thing],
                events=list(steps), now=stack, before=stack + 1, origin=stack + 2))
        out.write(json.dumps(END) + "\n")


def write_events(path, megabytes):
    """Steps of objects that nothing is wrong with, as events=all keeps them."""
    with open(path, "w", encoding="ascii") as out:
        out.write(json.dumps(HEADER) + "\n")
        seq = 0
        while out.tell() < megabytes << 20:
            out.writelines(event(seq + i + 1, f"array#{(seq + i) % 100000}") for i in range(10000))
            seq += 10000
        out.write(json.dumps(END) + "\n")


def measure(name, record, *options):
    """One row: what it took."""
    began = time.perf_counter()
    child = subprocess.Popen(
        [f"{BUILD}/arrowdev-check", "report", *options, record], stdout=subprocess.PIPE)
    size = 0
    while chunk := child.stdout.read(1 << 20):
        size += len(chunk)
    _, status, usage = os.wait4(child.pid, 0)
    took = time.perf_counter() - began
    if status:
        sys.exit(f"bench: {name} ended with {status}")
    print(f"{name:34} {os.path.getsize(record) >> 20:6} MiB in  {size >> 20:6} MiB out "
          f"{took:8.1f} s {usage.ru_maxrss >> 10:6} MiB of memory", flush=True)


def main():
    """Half as many take half as long."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-bench-") as folder:
        record = folder + "/record.jsonl"
        for n in (FINDINGS // 2, FINDINGS):
            write_findings(record, n)
            measure(f"{n} findings, text", record)
            measure(f"{n} findings, text of all", record, "--max_reports=100000",
                    "--max_reports_per_check=100000")
            for name in FORMATS:
                measure(f"{n} findings, {name}", record, f"--format={name}")
        write_events(record, MEGABYTES)
        measure("events, text", record)
        for name in FORMATS:
            measure(f"events, {name}", record, f"--format={name}")


if __name__ == "__main__":
    BUILD = sys.argv[1]
    FINDINGS = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    MEGABYTES = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
    main()
