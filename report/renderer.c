/* renderer: the two processes, what they inherit, and the verdict they send back. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/renderer.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "report/base/peek.h"
#include "report/base/sandbox.h"
#include "report/base/text.h"
#include "report/journal.h"
#include "report/module.h"
#include "report/spool.h"
#include "report/voice.h"

#define PROGRAM "arrowdev-check"
/* Numbers that the program has its descriptors at; those above are closed. */
#define RECORD_FD  3
#define VERDICT_FD 4

/* A program with more of them goes without the rest: memory may be spent. */
#define MAX_VARIABLES 2000
#define STACK_SIZE    (16u * 1024)
#define N_SIGNALS     64

/** All that the reaper and the program's process before exec need: they run on our memory and must
 * touch nothing else of it, errno included. */
static struct {
    char path[4096];
    const char *environment[MAX_VARIABLES + 1];
    int record, verdict, error; /* descriptors */
    int64_t limit_s;
    bool is_masked; /* all signals are blocked */
    bool timed_out;
    int status; /* of the program, as wait4() says */
    char reaper_stack[STACK_SIZE] __attribute__((aligned(64)));
    char program_stack[STACK_SIZE] __attribute__((aligned(64)));
} shared;

/** libc's clone() by its other name: ThreadSanitizer takes the first for a fork. */
int __clone(int (*function)(void *), void *stack, int flags, void *argument, ...);

/** A system call that leaves errno, which is the waiting thread's, alone. */
static long call(long number, long a, long b, long c, long d) {
#if defined(__x86_64__)
    long result;
    register long r10 __asm__("r10") = d;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10)
                     : "rcx", "r11", "memory");
    return result;
#elif defined(__aarch64__)
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3) : "memory");
    return x0;
#endif
}

/** Descriptors 0 to 4 and no others; the numbers may overlap with ours, so first away with them. */
static void arrange_descriptors(void) {
    long record = call(SYS_fcntl, shared.record, F_DUPFD, 16, 0);
    long verdict = call(SYS_fcntl, shared.verdict, F_DUPFD, 16, 0);
    long error = call(SYS_fcntl, shared.error, F_DUPFD, 16, 0);
    long null = call(SYS_openat, AT_FDCWD, (long)"/dev/null", O_RDWR, 0);
    long in = call(SYS_fcntl, null, F_DUPFD, 16, 0);
    call(SYS_dup3, in, STDIN_FILENO, 0, 0);
    call(SYS_dup3, error >= 0 ? error : in, STDOUT_FILENO, 0, 0);
    call(SYS_dup3, error >= 0 ? error : in, STDERR_FILENO, 0, 0);
    call(SYS_dup3, record, RECORD_FD, 0, 0);
    call(SYS_dup3, verdict, VERDICT_FD, 0, 0);
    call(SYS_close_range, VERDICT_FD + 1, UINT32_MAX, 0, 0);
}

static int run_program(void *unused) {
    static const char *const arguments[] = {
        PROGRAM, "report", "--in-process", "--record-fd", "3", "--verdict-fd", "4", NULL};
    uint64_t none = 0;
    arrange_descriptors();
    call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&none, 0, sizeof none);
    call(SYS_execve, (long)shared.path, (long)arguments, (long)shared.environment, 0);
    call(SYS_exit, 127, 0, 0, 0);
    return 0;
}

/** The kernel's struct sigaction. */
struct disposition {
    uintptr_t handler;
    uint64_t flags, restorer, mask;
};

/** Handlers of the host must not run in the reaper, nor what it ignores be ignored later on; but
 * where nobody reads the text there still are files to write. The table is the reaper's own. */
static void set_signals(void) {
    static const struct disposition by_default, ignored = {.handler = 1};
    for (int signal = 1; signal <= N_SIGNALS; signal++) {
        bool is_of_writing = signal == SIGPIPE || signal == SIGXFSZ;
        call(SYS_rt_sigaction, signal, (long)(is_of_writing ? &ignored : &by_default), 0,
             sizeof by_default.mask);
    }
}

/** All signals are blocked here, so the program's end waits for us to look; where a sandbox refused
 * that we look again and again. False: it takes too long. */
static bool wait_for(int program) {
    const uint64_t child_ended = 1ull << (SIGCHLD - 1);
    struct timespec limit = {.tv_sec = shared.limit_s}, tick = {.tv_nsec = 10 * 1000 * 1000};
    if (shared.is_masked)
        return call(SYS_rt_sigtimedwait, (long)&child_ended, 0, (long)&limit, sizeof child_ended) ==
               SIGCHLD;
    for (int64_t i = 0; i < shared.limit_s * 100; i++) {
        if (call(SYS_wait4, program, (long)&shared.status, WNOHANG, 0) == program)
            return true;
        call(SYS_nanosleep, (long)&tick, 0, 0, 0);
    }
    return false;
}

static int run_reaper(void *unused) {
    set_signals();
    int program = __clone(run_program, shared.program_stack + STACK_SIZE,
                          CLONE_VM | CLONE_VFORK | SIGCHLD, NULL);
    if (program < 0)
        call(SYS_exit, 1, 0, 0, 0);
    if (!wait_for(program)) {
        shared.timed_out = true;
        call(SYS_kill, program, SIGKILL, 0, 0);
    }
    call(SYS_wait4, program, (long)&shared.status, 0, 0);
    call(SYS_exit, 0, 0, 0, 0);
    return 0;
}

/** True when the reaper ran to its end. */
static bool run_and_wait(void) {
    sigset_t all, old;
    int status = -1;
    sigfillset(&all);
    shared.is_masked = pthread_sigmask(SIG_SETMASK, &all, &old) == 0;
    /* We would wait for it anyhow; CLONE_VFORK is the form that Valgrind knows. */
    int reaper =
        __clone(run_reaper, shared.reaper_stack + STACK_SIZE, CLONE_VM | CLONE_VFORK, NULL);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (reaper < 0)
        return false;
    while (waitpid(reaper, &status, __WALL) < 0 && errno == EINTR)
        ;
    return status == 0;
}

/** Beside our own file, or where an installation puts it. */
static bool find_program(void) {
    static const char *const places[] = {"/" PROGRAM, "/../bin/" PROGRAM};
    const struct module *self = module_self();
    const char *slash = self ? strrchr(self->path, '/') : NULL;
    for (unsigned i = 0; slash && i < LENGTH(places); i++) {
        struct text path = text_begin(shared.path, sizeof shared.path);
        text_add_bytes(&path, self->path, (size_t)(slash - self->path));
        text_add(&path, places[i]);
        if (!path.cut && access(shared.path, X_OK) == 0)
            return true;
    }
    return false;
}

/** Nothing that would bring us, or other libraries than its own, or the network, into it. */
static bool is_kept_from_it(const char *variable) {
    static const char *const names[] = {"LD_", "ARROWDEV_CHECK_OPTIONS=", "DEBUGINFOD_"};
    for (unsigned i = 0; i < LENGTH(names); i++)
        if (strncmp(variable, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/** As far as the program has left it in order. */
static void copy_environment(void) {
    extern char **environ;
    size_t n = 0;
    uintptr_t at;
    for (char **entry = environ; entry && n < MAX_VARIABLES; entry++) {
        char begin[32];
        if (peek_one(&at, entry) || !at || peek_string(begin, sizeof begin, (const char *)at) < 0)
            break;
        if (!is_kept_from_it(begin))
            shared.environment[n++] = (const char *)at;
    }
    shared.environment[n] = NULL;
}

/** A descriptor that holds the record, at its begin. */
static int open_record(void) {
    int fd = memfd_create("arrowdev_check", MFD_CLOEXEC);
    if (fd < 0)
        return -1;
    bool is_copied = false;
    if (journal_enter()) {
        is_copied = spool_copy(fd);
        journal_leave();
    }
    if (!is_copied || lseek(fd, 0, SEEK_SET) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

static bool read_number(const char **at, uint32_t *number) {
    while (**at == ' ')
        (*at)++;
    const char *begin = *at;
    for (*number = 0; **at >= '0' && **at <= '9'; (*at)++)
        *number = *number * 10 + (uint32_t)(**at - '0');
    return *at > begin;
}

/** "verdict ERRORS WARNINGS NOTES" */
static bool read_verdict(int fd, struct finding_counts *counts) {
    static const char word[] = "verdict";
    char line[128];
    ssize_t n = read(fd, line, sizeof line - 1);
    line[n > 0 ? n : 0] = '\0';
    const char *at = line + sizeof word - 1;
    struct finding_counts found;
    if (strncmp(line, word, sizeof word - 1) != 0 || !read_number(&at, &found.errors) ||
        !read_number(&at, &found.warnings) || !read_number(&at, &found.notes))
        return false;
    *counts = found;
    return true;
}

static const char *run(const struct report_options *options, int verdict,
                       struct finding_counts *counts) {
    shared.error = voice_descriptor().fd;
    shared.limit_s = options->symbolize_timeout_s;
    shared.timed_out = false;
    shared.status = -1;
    copy_environment();
    if (!run_and_wait())
        return PROGRAM " cannot be started: no process can be made";
    if (shared.timed_out)
        return PROGRAM " took longer than symbolize_timeout_s";
    if (!read_verdict(verdict, counts))
        return PROGRAM " did not finish";
    return NULL;
}

const char *renderer_run(const struct report_options *options, struct finding_counts *counts) {
    int verdict[2];
    if (!find_program())
        return PROGRAM " lies neither beside this library nor in ../bin";
    if (!spool_has_first())
        return "out of memory, so there is no record";
    if (!sandbox_lets_start())
        return "a seccomp filter of the process forbids to start " PROGRAM;
    shared.record = open_record();
    if (shared.record < 0)
        return "the record cannot be handed to " PROGRAM;
    const char *complaint = "no pipe can be made to " PROGRAM;
    if (pipe2(verdict, O_CLOEXEC | O_NONBLOCK) == 0) {
        shared.verdict = verdict[1];
        complaint = run(options, verdict[0], counts);
        close(verdict[0]);
        close(verdict[1]);
    }
    close(shared.record);
    return complaint;
}
