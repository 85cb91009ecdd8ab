/* init: the set-up of the library in the process; wires the stages.
 *
 * The map of what is built into libarrowdev_check.so; a header stands with its body:
 *
 *   shim/                 gets us into the process and out of it again
 *     init.c              set-up at the first __gmon_start__, or in the constructor
 *     elf.c               symbols and relocations of the loaded modules
 *     route.c             which function stands behind a name for which caller
 *     slots.c             the pass over the slots of new modules
 *     dlsym_x86_64.S      dlopen, dlmopen, dlsym, dlvsym, syscall: jumps that keep the caller
 *     loader.c            children of fork that can never have the loader's locks
 *     api.c               what a program may say itself
 *     arrowdev_check.h    how it says it
 *     exit.c              the ends of a process and its status
 *     exec.c              exec and its kin
 *     outsider.c          programs that are started and cannot be watched
 *     fork.c              what a child keeps
 *     confine.c           seccomp's strict mode, and filters
 *     filter.c            what a filter would say to our calls
 *     signal.c            fatal signals, and the faults of peek
 *     signal_x86_64.S     a call on another stack
 *     disposition.c       what the program believes its signal handlers to be
 *     handler.c           whether a handler may jump out of our code
 *     mask.c              two signals that are never blocked while copies are watched
 *     altstack.c          alternate stacks for threads that have none
 *   hooks/                what the program calls instead
 *     hook.c              the rows as the shim sees them; the guard against re-entry
 *     row.c               rows turned into functions and table entries
 *     words.h             any function as one of fourteen words
 *     each.h              macros over a row's arguments
 *     runtime.c           the adapters of device runtimes
 *     runtimes.def        one row each
 *     box.c               copies as rows of bytes: accesses, the table of copies
 *     handles.c           a word for each handle of a runtime
 *     nodes.c             what a graph's nodes do
 *     execs.c             executable graphs by their handles
 *     mangled.c           pointers and constness in mangled names of kernels
 *     declared.c          rows that a user adds in a file
 *     declared_x86_64.S   their entry points
 *     direct.c            what leads to a function without a slot
 *     declaration.c       one line of that file
 *     call.c              around one call of a hooked function
 *     suspect.c           calls that were given what was released, and do not return
 *     nowhere.c           a crash that is a call of a released struct's release
 *     quick.c             the short way of a flat array through a clean life
 *     release.c           and its end
 *     desk.c              what a thread has at hand for that
 *     pace.c              the clock from the processor's counter
 *     duties.h            what speaks against it, read without a call
 *     adbc.c              the function of ADBC that compares a release
 *     duckdb.c            DuckDB asked for the columns of a chunk or a result
 *     bridge.c            Arrow C++ asked for the schema that a call goes without
 *     capsule.c           Python capsules made and read
 *     handover.c          a struct crosses a boundary: new, known, released, garbage
 *     callback.c          the restore rule around a producer's callback
 *     message.c           texts that get_last_error lent
 *     callback_x86_64.S   the call through which it runs
 *     async.c             callbacks of asynchronous streams
 *     touch.c             functions through which the kernel touches memory
 *     meet.c              functions in which threads meet
 *     isolation.c         copies in place of buffers, and what is done to them
 *     thunk.c             one entry point a live callback; its index is the identity
 *     thunk_x86_64.S      the table of entry points
 *   hooks/rows/           what is hooked but for device runtimes
 *     rows.def            all of them
 *     adbc.def            ADBC's drivers and its manager
 *     arrow_cpp.def       Arrow C++'s bridge
 *     chdb.def            chDB
 *     cudf.def            libcudf
 *     duckdb.def          DuckDB
 *     gdal.def            GDAL
 *     libc.def            what frees, touches memory or lets threads meet
 *     python.def          capsules
 *   hooks/cuda/           the CUDA driver
 *     cuda.c              the rows turned into functions; how a call goes by
 *     rows.def            one row a function
 *     role.def            what its arguments are
 *     effect.def          what it does to the order of things
 *     effects.h           the functions that effect.def names
 *     typed.c             the rows held against the header
 *     lookup.c            cuGetProcAddress hands out ours
 *     ask.c               what we ask the driver ourselves
 *     waits.c             streams, events, records, waits
 *     context.c           contexts that end
 *     storage.c           memory that begins and ends
 *     copying.c           copies and sets
 *     kernel.c            launches and their parameters
 *     shadow.c            parameters set one by one, of the oldest API
 *     opaque.c            textures, tensor maps: memory behind a handle
 *     hostcall.c          functions of the program that a stream calls
 *     walk.c              captures, executable graphs
 *     reading.c           what the driver answers of a graph's nodes
 *     value.c             waits for words in memory
 *     loss.c              results of a lost device
 *   hooks/rocm/           the HIP runtime of AMD's ROCm
 *     rocm.c              the rows turned into functions; how a call goes by
 *     rows.def            one row a function
 *     role.def            what its arguments are
 *     effect.def          what it does to the order of things
 *     effects.h           the functions that effect.def names
 *     hip.h               types of HIP, as far as they are read
 *     copies.h            those of copies and sets
 *     entry.c             hipGetProcAddress hands out ours
 *     inquiry.c           what we ask HIP ourselves
 *     await.c             streams, events, records, waits
 *     heap.c              memory that begins and ends
 *     moving.c            copies and sets
 *     launching.c         kernels and their parameters
 *     layouts.c           where parameters lie
 *     metadata.c          what code objects say of it
 *     deferred.c          functions of the program that a stream calls
 *     captures.c          captures, executable graphs
 *     mailbox.c           waits for words in memory
 *     ruin.c              results of a lost device
 *   hooks/opencl/         OpenCL, from whichever loader
 *     opencl.c            the rows turned into functions; how a call goes by
 *     rows.def            one row a function
 *     role.def            what its arguments are
 *     effect.def          what it does to the order of things
 *     effects.h           the functions that effect.def names
 *     typed.c             the rows held against the headers
 *     api.h               those headers
 *     extension.c         functions that OpenCL hands out
 *     query.c             what we ask OpenCL ourselves
 *     oneapi.c            events of SYCL that stand for OpenCL's
 *     counts.c            references as programs count them
 *     queues.c            command queues
 *     contexts.c          contexts that end
 *     events.c            events, user events, callbacks
 *     buffers.c           memory that begins and ends
 *     traffic.c           reads, writes, copies, fills
 *     mapping.c           maps and unmaps
 *     images.c            images over memory that we know
 *     commands.c          command buffers
 *     launch.c            kernels and their arguments
 *   tracker/              knows what is alive, who owns it, what happened before what
 *     event.h             one thing that happened, before it is judged
 *     tracker.c           an event is judged against the old state, then that changes
 *     checks/judge.c      asks the predicates of an event
 *     checks/rows.h       the rows of one group
 *     checks/inspect.c    has the form of a whole tree judged
 *     checks/lifetime.c   predicates: releases, moves, copies, callbacks
 *     checks/buffer.c     predicates: reads and writes of buffers
 *     checks/content.c    predicates: what stands in buffers
 *     checks/sync.c       predicates: events of device arrays
 *     checks/copy.c       predicates: copies between host and devices
 *     checks/weigh.c      how much a breach on a device counts
 *     checks/deed.c       words for what was done there
 *     checks/form.c       predicates: members that do not go together
 *     checks/stream.c     predicates: callbacks of streams and what they give
 *     checks/tool.c       what the tracker says about itself
 *     change.c            states, addresses and burials after an event
 *     number.c            numbers of objects and steps
 *     object.c            one structure as long as it is known, with its timeline
 *     kind.h              the structures of the interfaces
 *     altered.c           structs whose members were changed before they crossed
 *     exchange.h          what the two sides of an asynchronous stream have said
 *     transition.h        one step of a timeline
 *     crash.c             what is said when a fatal signal ends the process
 *     draft.c             a new tree in outline, drawn into objects when it is asked for
 *     place.c             from an address to what was seen there last
 *     origin.c            what was made at one place, counted
 *     pair.c              capsules of an array and a schema made together
 *     custody.c           structs that capsules still hold
 *     ended.c             structs left released on purpose
 *     adopt.c             what a new structure tells about itself
 *     look.c              members of a struct in the program's memory
 *     device.c            what is known of each device type
 *     device.def          one row a device type
 *     wording.c           the strings of a schema, and whether they changed
 *     type.c              a schema as a name and as a tree
 *     format.def          format strings that are a word
 *     extent.c            bytes of an array's buffers
 *     element.c           the row and column of a byte
 *     content.c           what stands in buffers, read by form
 *     window.c            numbers of a foreign buffer, and UTF-8
 *     isolate.c           arrays whose consumer has copies of the buffers
 *     plan.c              what is to be copied of a tree
 *     copies.c            where copies lie, who holds them
 *     closed.c            copies of released arrays, and their memory used again
 *     pages.c             addresses that are used once
 *     order.c             what happened before what on a device: calls, waits
 *     clock.c             vector clocks
 *     timeline.c          streams, and what joins what
 *     host.c              what the host, or each of its threads, has waited for
 *     taint.c             orderings that cannot be seen, and their end
 *     segment.c           ranges of bytes that have one history
 *     access.c            reads and writes set against it
 *     pending.c           what has yet to be written where no array is as yet
 *     nested.c            pointers that a kernel may find in device memory
 *     act.c               what an operation broke, until it is said
 *     queue.c             operations behind wait lists, in any order
 *     syncevent.c         events of a runtime and what was recorded in them
 *     memory.c            ranges of device memory: who wrote, which array holds
 *     named.c             handles that stand for bytes
 *     graph.c             work launched as a whole
 *     hold.c              arrays that are held: their bytes, event, reads
 *     home.c              buffers that lie elsewhere than their array says
 *     spans.c             where the bytes of an array are
 *     transfer.c          copies between host and devices, waits, by place
 *     given.c             sizes of buffers that the program gave
 *     handle.c            statements, connections, layers that structures came from
 *     checkpoint.c        what is new since the program asked last
 *     leak.c              what is alive at the end, in groups
 *     choice.c            the severity of each check by the options
 *     client.c            who had a library act
 *     tell.c              objects and steps as lines of the record
 *     abi/arrow.h         the structures as their specifications print them
 *   report/               says what went wrong (the program of report/render/ has its own map)
 *     checks.def          one row a check
 *     fixes.def           what to do about it, as single runtimes say it
 *     formats.def         one row a format of reports
 *     library.def         software that speaks the interfaces itself
 *     library.c           which of it a file belongs to
 *     place.c             the first frame that is the user's
 *     finding.c           something that broke a rule, said at once and counted
 *     record.c            the record, from its first line to its end
 *     coverage.h          how much was watched as an option asks for
 *     account.c           its lines on copies and waits
 *     header.c            its first line: who the process is
 *     journal.c           line after line, each stack and module once
 *     line.c              one JSON object, member by member
 *     snapshot.c          what is alive in a process that goes on
 *     spool.c             where the lines go
 *     descriptor.c        a file descriptor in somebody else's process
 *     renderer.c          starts arrowdev-check at the end, unnoticed
 *     fallback.c          the report without it
 *     live.c              a page for the launcher to look at
 *     voice.c             what is said on standard error meanwhile
 *     stack.c             captures, kept once each
 *     trail.c             stacks known again by the words they were found through
 *     unwind.c            return addresses by the best unwinder there is
 *     pipes.c             descriptors of its own at high numbers
 *     pystack.c           the Python frames of a thread
 *     pylayout.c          where a version of Python keeps what they need
 *     pyline.c            line tables of Python's code objects
 *     module.c            the loaded files, with what lay where before
 *     image.c             what a loaded file says of itself
 *     intern.c            strings kept once
 *   report/base/          the floor: knows nothing of Arrow
 *     base.h              names that no file in the host process may use
 *     options.def         one row an option
 *     options.c           ARROWDEV_CHECK_OPTIONS into one struct a stage
 *     reader.c            the variable and files cut into names and values
 *     memory.c            our own arena over mmap
 *     lone.h              atomic steps of the only thread
 *     lock.c              small locks with ranks, known to fork
 *     table.h             uthash on our arena
 *     hash.h              FNV-1a
 *     text.c              strings in a buffer of fixed size
 *     nearest.c           the word that was probably meant
 *     package.c           installed, or only called like a package
 *     peek.c              foreign memory read and written without trust
 *     sandbox.c           whether system calls pass a filter
 *     peek_x86_64.S       the copy whose faults are resumed
 *     thread.c            what is kept for each thread
 */
/* SPDX-License-Identifier: Apache-2.0 */
#define BASE_OWNS_HOST /* reads the environment */
#include <errno.h>

#include "hooks/declared.h"
#include "hooks/hook.h"
#include "report/base/peek.h"
#include "report/voice.h"
#include "shim/exit.h"
#include "shim/fork.h"
#include "shim/handler.h"
#include "shim/loader.h"
#include "shim/mask.h"
#include "shim/outsider.h"
#include "shim/route.h"
#include "shim/signal.h"
#include "shim/slots.h"

EXPORT void __gmon_start__(void);

static struct options options;

/* What is wrong with the options waits here: a process that never sees a structure says nothing. */
static struct text complaints;
static char complaints_storage[2048];

static void keep_complaint(const char *line) {
    if (complaints.length)
        text_add(&complaints, "\n");
    text_add(&complaints, line);
}

static void say_complaints(void) {
    char *line = complaints.length ? complaints_storage : NULL;
    while (line) {
        char *end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        record_say(line);
        line = end;
    }
    complaints.length = 0;
}

static void begin_structures(void) {
    say_complaints();
    exit_watch_main();
    handler_watch();
    if (options.shim.handle_signals || mask_is_kept())
        signal_structures_began();
}

static void enter_hook(void) {
    slots_rescan();
    signal_enter_hook();
}

static void read_options(void) {
    complaints = text_begin(complaints_storage, sizeof(complaints_storage));
    options_parse(&options, secure_getenv("ARROWDEV_CHECK_OPTIONS"), keep_complaint);
    if (!options.shim.help)
        return;
    say_complaints();
    options_help("shim,tracker,report", record_say);
}

static void set_up(void) {
    static const struct hook_ops ops = {.resolve = route_resolve,
                                        .open = route_open,
                                        .patch_on_demand = slots_patch_on_demand,
                                        .structures_began = begin_structures,
                                        .rescan = enter_hook,
                                        .may_jump = handler_may_jump,
                                        .halt = exit_halt};
    voice_init();
    route_init();
    loader_init();
    read_options();
    mask_init(strcmp(options.tracker.isolate, "0") != 0);
    hook_init(&ops, &options.tracker, &options.report, options.values_json, options.from_json);
    if (*options.shim.declare)
        declared_read(options.shim.declare, keep_complaint);
    if (options.shim.help)
        say_complaints();
    /* Before any handler of the program: so these run last at the end, and hold our locks for the
     * shortest time at a fork. */
    exit_init(&options.shim);
    outsider_init(options.report.record_dir);
    fork_init(&options.shim);
    signal_init(options.shim.report_signal);
}

static void enter_module(bool is_late) {
    static bool is_set_up; /* the first call comes before there are threads */
    int saved_errno = errno;
    /* A module that needs nothing comes before libc has the environment. */
    if (!is_set_up && (environ || is_late)) {
        is_set_up = true;
        set_up();
    }
    if (is_set_up)
        slots_pass();
    errno = saved_errno;
}

/* Modules call this weak function of every C runtime before their constructors: the earliest that a
 * new module is met at, and the first call is earlier than our own constructor. */
void __gmon_start__(void) {
    enter_module(false);
}

__attribute__((constructor)) static void construct(int n, char **arguments) {
    (void)n;
    peek_note_stack(arguments);
    enter_module(true);
}
