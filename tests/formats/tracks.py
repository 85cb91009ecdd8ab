"""tracks: the timeline, as Perfetto's own trace processor reads it in a browser."""

# SPDX-License-Identifier: Apache-2.0

import json

import browser
import common

QUERY = """
const [sql, done] = arguments;
(async () => {
    const result = await app.trace.engine.query(sql), rows = [];
    for (const row = result.iter({}); row.valid(); row.next())
        rows.push(result.columns().map(name => {
            const value = row.get(name);
            return typeof value === 'bigint' ? Number(value) : value;
        }));
    return rows;
})().then(done, error => done(String(error)));
"""
OPEN = """
window.postMessage({perfetto: {title: 'trace',
                               buffer: new TextEncoder().encode(arguments[0]).buffer}}, '*');
"""
SLICES = """
select process.pid, thread.name, slice.ts, slice.dur, slice.name from slice
join thread_track on slice.track_id = thread_track.id join thread using (utid)
join process using (upid) order by slice.ts, slice.id
"""
ARROWS = """
select a.name, a.ts, b.name, b.ts from flow
join slice a on a.id = flow.slice_out join slice b on b.id = flow.slice_in order by a.ts, b.ts
"""
STEPS = [
    # kind, object, thread, module, microsecond
    ("export", "array#1", "main", "a.so", 5), ("export", "array#2", "main", "a.so", 5),
    ("hand-over", "array#1", "pool", "b.so", 9), ("import", "array#2", "main", "a.so", 11),
    ("release-begin", "array#1", "pool", "b.so", 20),
    ("release-begin", "array#2", "pool", "b.so", 21),
    ("release-end", "array#2", "pool", "b.so", 23), ("release-end", "array#1", "pool", "b.so", 30),
    ("release-begin", "array#1", "main", "c.so", 40),
]


def write(path, pid, started="2026-01-31T12:00:00Z"):
    """A record of two arrays, made together, that another thread releases; one comes back."""
    with open(path, "w", encoding="ascii") as out:
        out.write(common.line(k="header", version=1, tool="0.1.0", pid=pid, exe="/x/etl", cwd="/x",
                              started=started))
        for seq, (kind, thing, thread, module, us) in enumerate(STEPS, 1):
            out.write(common.line(k="event", seq=seq, t_us=us, tid=1 + (thread == "pool"),
                                  thread=thread, kind=kind, object=thing, actor=module))
        out.write(common.line(k="finding", id=1, check="double-release", severity="error",
                              message="m", objects=["array#1"], events=[1, 9], t_us=40, tid=1))
        out.write(common.line(k="end", t_us=50, exit={"how": "exit", "app_status": 0}))
    return path


def ask(trace, *queries):
    """What Perfetto answers about a trace; the first answers are its complaints."""
    complaints = "select name from stats where value > 0 and severity != 'info'"
    with browser.serve(common.SCHEMAS / "perfetto") as address, browser.chromium() as driver:
        driver.get(address + "#!/viewer")
        browser.wait(lambda: driver.execute_script("return typeof app") == "object")
        driver.execute_script(OPEN, trace.decode())
        browser.wait(lambda: driver.execute_script("return Boolean(window.app && app.trace)"))
        return [driver.execute_async_script(QUERY, sql) for sql in (complaints, *queries)]


def test_perfetto_reads_threads_slices_and_arrows(folder):
    """Of two processes, the second a second later."""
    first = write(folder / "a.jsonl", 10)
    second = write(folder / "b.jsonl", 20, "2026-01-31T12:00:01Z")
    trace = common.report("--format=trace", first, second)
    complaints, slices, arrows = ask(trace, SLICES, ARROWS)
    assert complaints == [], complaints
    expected = [
        (10, "main", 5000, 0, "export array#1"), (10, "main", 5001, 0, "export array#2"),
        (10, "pool", 9000, 0, "hand-over array#1"), (10, "main", 11000, 0, "import array#2"),
        (10, "pool", 20000, 10000, "release array#1"), (10, "pool", 21000, 2000, "release array#2"),
        (10, "main", 40000, 0, "release array#1"), (10, "main", 40000, 0, "error double-release"),
    ]
    assert [tuple(row) for row in slices if row[0] == 10] == expected, slices
    # The finding is the same in both: it is marked once.
    later = [(20, thread, ts + 10**9, dur, name) for _, thread, ts, dur, name in expected[:-1]]
    assert [tuple(row) for row in slices if row[0] == 20] == later, slices
    assert arrows[:3] == [
        ["export array#1", 5000, "hand-over array#1", 9000],
        ["import array#2", 11000, "release array#2", 21000],
        ["release array#1", 20000, "release array#1", 40000],
    ], arrows
    assert len(arrows) == 6


def test_a_stream_of_a_device_has_a_track_of_its_own(folder):
    """Whichever thread the call came from."""
    with open(folder / "r.jsonl", "w", encoding="ascii") as out:
        out.write(common.line(k="header", version=1, tool="0.1.0", pid=10, exe="/x/etl", cwd="/x"))
        for seq, thread in enumerate(["main", "pool"], 1):
            out.write(common.line(k="event", seq=seq, t_us=seq, tid=seq, thread=thread,
                                  kind="record", stream="stream#3", sync_event="event#9"))
        out.write(common.line(k="end", t_us=5, exit={"how": "exit", "app_status": 0}))
    complaints, slices = ask(common.report("--format=trace", folder / "r.jsonl"), SLICES)
    assert complaints == [], complaints
    assert [row[1:3] for row in slices] == [["stream#3", 1000], ["stream#3", 2000]], slices


def test_perfetto_reads_every_record(folder):
    """All together, as one trace: strange names are names."""
    records = list(common.records(folder))
    trace = common.report("--format=trace", *records)
    wanted = {event["name"] for event in json.loads(trace)["traceEvents"]
              if event["ph"] in "Xi"}
    complaints, names = ask(trace, "select distinct name from slice")
    assert complaints == [], complaints
    assert {name for name, in names} == wanted and len(wanted) > 10
