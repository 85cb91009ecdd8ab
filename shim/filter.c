/* filter: interprets the program for the calls that we make. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "shim/filter.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "report/base/peek.h"

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

struct machine {
    uint32_t a, x, memory[BPF_MEMWORDS];
    const struct seccomp_data *call;
};

static uint32_t calculate(uint16_t code, uint32_t a, uint32_t operand) {
    switch (BPF_OP(code)) {
    case BPF_ADD:
        return a + operand;
    case BPF_SUB:
        return a - operand;
    case BPF_MUL:
        return a * operand;
    case BPF_DIV:
        return operand ? a / operand : 0;
    case BPF_AND:
        return a & operand;
    case BPF_OR:
        return a | operand;
    case BPF_XOR:
        return a ^ operand;
    case BPF_LSH:
        return operand < 32 ? a << operand : 0;
    case BPF_RSH:
        return operand < 32 ? a >> operand : 0;
    default: /* BPF_NEG */
        return -a;
    }
}

/* Whether the jump is taken. */
static bool compare(uint16_t code, uint32_t a, uint32_t operand) {
    switch (BPF_OP(code)) {
    case BPF_JEQ:
        return a == operand;
    case BPF_JGT:
        return a > operand;
    case BPF_JGE:
        return a >= operand;
    default: /* BPF_JSET */
        return a & operand;
    }
}

static uint32_t load(const struct machine *machine, const struct sock_filter *step) {
    uint32_t word = 0;
    switch (BPF_MODE(step->code)) {
    case BPF_IMM:
        return step->k;
    case BPF_MEM:
        return machine->memory[step->k % BPF_MEMWORDS];
    case BPF_LEN:
        return sizeof(*machine->call);
    default: /* BPF_ABS */
        if (step->k <= sizeof(*machine->call) - sizeof word)
            memcpy(&word, (const char *)machine->call + step->k, sizeof word);
        return word;
    }
}

/* One step that is no return; how many of those that follow are passed over. */
static uint32_t take(struct machine *machine, const struct sock_filter *step) {
    uint32_t operand = BPF_SRC(step->code) == BPF_X ? machine->x : step->k;
    switch (BPF_CLASS(step->code)) {
    case BPF_LD:
        machine->a = load(machine, step);
        break;
    case BPF_LDX:
        machine->x = load(machine, step);
        break;
    case BPF_ST:
        machine->memory[step->k % BPF_MEMWORDS] = machine->a;
        break;
    case BPF_STX:
        machine->memory[step->k % BPF_MEMWORDS] = machine->x;
        break;
    case BPF_ALU:
        machine->a = calculate(step->code, machine->a, operand);
        break;
    case BPF_JMP:
        if (BPF_OP(step->code) == BPF_JA)
            return step->k;
        return compare(step->code, machine->a, operand) ? step->jt : step->jf;
    case BPF_MISC:
        *(BPF_MISCOP(step->code) == BPF_TAX ? &machine->x : &machine->a) =
            BPF_MISCOP(step->code) == BPF_TAX ? machine->a : machine->x;
        break;
    }
    return 0;
}

/* SECCOMP_RET_... with its data; SECCOMP_RET_ALLOW for a program that cannot be read or is none,
 * which the kernel will refuse. */
static uint32_t answer_of(const struct sock_fprog *program, const struct seccomp_data *call) {
    struct machine machine = {.call = call};
    struct sock_fprog known;
    struct sock_filter step;
    if (peek(&known, program, sizeof known) != 0)
        return SECCOMP_RET_ALLOW;
    /* Jumps lead forward only, so this ends. */
    for (uint64_t at = 0; at < known.len; at++) {
        if (peek(&step, known.filter + at, sizeof step) != 0)
            break;
        if (BPF_CLASS(step.code) == BPF_RET)
            return BPF_RVAL(step.code) == BPF_A ? machine.a : step.k;
        at += take(&machine, &step);
    }
    return SECCOMP_RET_ALLOW;
}

/* What a filter tells apart by more than the number is told as we have it. */
struct call {
    int number;
    uint64_t arguments[4];
};

static const struct call watching[] = {
    {SYS_mmap, {0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS}},
    {SYS_mmap, {0, 4096, PROT_READ, MAP_PRIVATE}},
    {SYS_munmap, {0, 4096}},
    {SYS_mprotect, {0, 4096, PROT_READ | PROT_WRITE}},
    {SYS_futex, {0}},
    {SYS_write, {STDERR_FILENO}},
    {SYS_read, {3}},
    {SYS_openat, {(uint32_t)AT_FDCWD, 0, O_RDONLY | O_CLOEXEC}},
    {SYS_openat, {(uint32_t)AT_FDCWD, 0, O_RDWR | O_CREAT | O_CLOEXEC, 0600}},
    {SYS_close, {3}},
    {SYS_newfstatat, {(uint32_t)AT_FDCWD}},
    {SYS_lseek, {3}},
    {SYS_pread64, {3}},
    {SYS_fcntl, {3, F_GETFL}},
    {SYS_fcntl, {3, F_DUPFD_CLOEXEC}},
    {SYS_readlink, {0}},
    {SYS_getcwd, {0}},
    {SYS_uname, {0}},
    {SYS_getrandom, {0}},
    {SYS_getpid, {0}},
    {SYS_gettid, {0}},
    {SYS_mincore, {0, 4096}},
    {SYS_rt_sigaction, {SIGSEGV}},
    {SYS_rt_sigprocmask, {SIG_SETMASK}},
    {SYS_rt_sigpending, {0}},
    {SYS_sigaltstack, {0}},
    {SYS_prlimit64, {0}},
};

static const struct call starting[] = {
    {SYS_clone, {CLONE_VM | CLONE_VFORK}},
    {SYS_clone, {CLONE_VM | CLONE_VFORK | SIGCHLD}},
    {SYS_execve, {0}},
    {SYS_wait4, {0}},
    {SYS_pipe2, {0, O_CLOEXEC}},
    {SYS_memfd_create, {0}},
    {SYS_access, {0}},
};

/* Neither the end of the process nor left to a handler, a tracer or a supervisor to decide, who
 * knows nothing of us. */
static bool lets(const struct sock_fprog *program, const struct call *calls, size_t n) {
    for (size_t i = 0; i < n; i++) {
        struct seccomp_data call = {.nr = calls[i].number, .arch = ARCHITECTURE};
        memcpy(call.args, calls[i].arguments, sizeof calls[i].arguments);
        uint32_t answer = answer_of(program, &call) & SECCOMP_RET_ACTION_FULL;
        if (answer != SECCOMP_RET_ALLOW && answer != SECCOMP_RET_LOG && answer != SECCOMP_RET_ERRNO)
            return false;
    }
    return true;
}

bool filter_lets_watch(const struct sock_fprog *program) {
    return lets(program, watching, LENGTH(watching));
}

bool filter_lets_start(const struct sock_fprog *program) {
    return lets(program, starting, LENGTH(starting));
}
