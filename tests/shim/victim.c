/* victim: a program that ends, or catches a signal, in the way its argument names. With SEEN=0 in
 * the environment it never calls the hooked function and so must stay unwatched; with LATE=1 it
 * does so only after it has set a handler.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/shim/victim.h"

int fixture_value(void);

extern char **environ;
static volatile int zero;
char *victim_page;

void victim_see(void) {
    const char *seen = getenv("SEEN");
    if (!seen || *seen != '0')
        fixture_value();
}

/* Two of a name that a report can show. */
__attribute__((noinline)) void victim_faults(void) {
    *(volatile int *)victim_page = 1;
}

__attribute__((noinline)) int victim_overflows(int depth) {
    volatile char frame[4096];
    frame[0] = (char)depth;
    return depth < 0 ? 0 : victim_overflows(depth + 1) + frame[0];
}

static void victim_divides(void) {
    zero = 100 / zero;
}
static void victim_is_illegal(void) {
    __asm__ volatile("ud2");
}

static void victim_bus(void) {
    FILE *file = tmpfile();
    char *map = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fileno(file), 0);
    zero = map[0];
}

static void *call_in_thread(void *function) {
    victim_see();
    ((void (*)(void))function)();
    return NULL;
}

void victim_in_thread(void (*function)(void)) {
    pthread_t thread;
    pthread_create(&thread, NULL, call_in_thread, (void *)function);
    pthread_join(thread, NULL);
}

static void overflow(void) {
    victim_overflows(0);
}
static void exit_6(void) {
    exit(6);
}
static void _exit_6(void) {
    _exit(6);
}
static void raise_segv(void) {
    raise(SIGSEGV);
}

void victim_say(const char *what, long number) {
    printf("%s %ld\n", what, number);
}

static void show_ignored(void) {
    char line[256];
    FILE *status = fopen("/proc/self/status", "r");
    while (fgets(line, sizeof(line), status))
        if (strncmp(line, "SigIgn", 6) == 0 || strncmp(line, "SigCgt", 6) == 0)
            fputs(line, stdout);
    fclose(status);
}

static void finish_child(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    victim_say("child", status);
}

static void on_exit_fault(void) {
    victim_faults();
}
static void on_exit_exit(void) {
    exit(9);
}

WAY(return_0) {
    return 0;
}

WAY(return_3) {
    return 3;
}

WAY(exit_0) {
    exit(0);
    return 99;
}

WAY(exit_5) {
    exit(5);
    return 99;
}

WAY(exit_256) {
    exit(256);
    return 99;
}

WAY(_exit_0) {
    _exit(0);
    return 99;
}

WAY(_exit_7) {
    _exit(7);
    return 99;
}

WAY(_Exit_8) {
    _Exit(8);
    return 99;
}

WAY(quick_exit_4) {
    quick_exit(4);
    return 99;
}

WAY(exit_in_handler) {
    atexit(on_exit_exit);
    return 1;
}

WAY(fault_in_handler) {
    atexit(on_exit_fault);
    return 0;
}

WAY(exit_in_thread) {
    victim_in_thread(exit_6);
    return 99;
}

WAY(_exit_in_thread) {
    victim_in_thread(_exit_6);
    return 99;
}

WAY(pthread_exit) {
    pthread_exit(NULL);
    return 99;
}

WAY(group_exit) {
    syscall(SYS_exit_group, 3);
    return 99;
}

WAY(unflushed) {
    printf("not yet written");
    return 0;
}

WAY(abort) {
    abort();
    return 99;
}

WAY(assert) {
    assert(!"so it is");
    return 99;
}

WAY(abort_ignored) {
    signal(SIGABRT, SIG_IGN);
    raise(SIGABRT);
    abort();
    return 99;
}

WAY(abort_in_thread) {
    victim_in_thread(abort);
    return 99;
}

WAY(abort_blocked) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    abort();
    return 99;
}

WAY(fault) {
    victim_faults();
    return 99;
}

WAY(fault_noncanonical) {
    *(volatile int *)0x8000000000000000ul = 1;
    return 99;
}

WAY(fault_in_thread) {
    victim_in_thread(victim_faults);
    return 99;
}

WAY(fault_blocked) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    victim_faults();
    return 99;
}

WAY(overflow) {
    overflow();
    return 99;
}

WAY(overflow_in_thread) {
    victim_in_thread(overflow);
    return 99;
}

WAY(divide) {
    victim_divides();
    return 99;
}

WAY(illegal) {
    victim_is_illegal();
    return 99;
}

WAY(bus) {
    victim_bus();
    return 99;
}

WAY(raise_segv) {
    raise(SIGSEGV);
    return 99;
}

WAY(raise_segv_in_thread) {
    victim_in_thread(raise_segv);
    return 99;
}

WAY(raise_bus) {
    raise(SIGBUS);
    return 99;
}

WAY(raise_ill) {
    raise(SIGILL);
    return 99;
}

WAY(raise_fpe) {
    raise(SIGFPE);
    return 99;
}

WAY(kill_segv) {
    kill(getpid(), SIGSEGV);
    return 99;
}

WAY(queue_abrt) {
    sigqueue(getpid(), SIGABRT, (union sigval){.sival_int = 7});
    return 99;
}

WAY(kill_term) {
    kill(getpid(), SIGTERM);
    return 99;
}

WAY(kill_kill) {
    kill(getpid(), SIGKILL);
    return 99;
}

WAY(ignored_segv) {
    signal(SIGSEGV, SIG_IGN);
    raise(SIGSEGV);
    return 4;
}

WAY(ignored_fault) {
    signal(SIGSEGV, SIG_IGN);
    victim_faults();
    return 99;
}

static char *const words[] = {"sh", "-c", "echo executed; exit 5", NULL};
static char *const again[] = {"victim", "show_ignored", NULL};

WAY(execve) {
    execve("/bin/sh", words, environ);
    return 99;
}

WAY(execv) {
    execv("/bin/sh", words);
    return 99;
}

WAY(execvp) {
    execvp("sh", words);
    return 99;
}

WAY(execvpe) {
    execvpe("sh", words, environ);
    return 99;
}

WAY(execl) {
    execl("/bin/sh", "sh", "-c", "echo executed $1; exit 5", "sh", "one", NULL);
    return 99;
}

WAY(execlp) {
    execlp("sh", "sh", "-c", "exit 5", NULL);
    return 99;
}

WAY(execle) {
    execle("/bin/sh", "sh", "-c", "echo $ONE; exit 5", NULL, (char *[]){"ONE=1", NULL});
    return 99;
}

WAY(fexecve) {
    fexecve(open("/bin/sh", O_RDONLY), words, environ);
    return 99;
}

WAY(execveat) {
    execveat(AT_FDCWD, "/bin/sh", words, environ, 0);
    return 99;
}

WAY(exec_fails) {
    victim_say("failed", execv("/nowhere", words));
    victim_say("errno", errno);
    return 2;
}

WAY(exec_no_format) {
    victim_say("failed", execv("/etc/passwd", words));
    victim_say("errno", errno);
    return 2;
}

WAY(exec_null) {
    victim_say("failed", execve(NULL, NULL, NULL));
    victim_say("errno", errno);
    return 2;
}

WAY(exec_ignored) {
    signal(SIGSEGV, SIG_IGN);
    signal(SIGFPE, SIG_IGN);
    signal(SIGILL, (sighandler_t)_exit);
    execv("/proc/self/exe", again);
    return 99;
}

WAY(spawn_ignored) {
    pid_t child;
    signal(SIGBUS, SIG_IGN);
    signal(SIGABRT, SIG_IGN);
    fflush(stdout);
    posix_spawn(&child, "/proc/self/exe", NULL, NULL, again, environ);
    finish_child(child);
    return 2;
}

WAY(vfork_exec) {
    signal(SIGSEGV, SIG_IGN);
    pid_t child = vfork();
    if (child == 0) {
        execv("/nowhere", again);
        execv("/proc/self/exe", again);
        _exit(1);
    }
    finish_child(child);
    return 2;
}

WAY(vfork_exit) {
    pid_t child = vfork();
    if (child == 0)
        _exit(3);
    finish_child(child);
    return 2;
}

WAY(vfork_handler) {
    pid_t child = vfork();
    if (child == 0) {
        signal(SIGSEGV, SIG_IGN);
        _exit(3);
    }
    finish_child(child);
    victim_show(SIGSEGV);
    return 2;
}

WAY(fork_exit) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        victim_see();
        exit(0);
    }
    finish_child(child);
    return 2;
}

WAY(fork_fault) {
    pid_t child = fork();
    if (child == 0) {
        victim_see();
        victim_faults();
    }
    finish_child(child);
    return 2;
}

WAY(fork_unseen) {
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    finish_child(child);
    return 2;
}

WAY(system) {
    victim_say("system", system("exit 3"));
    return 2;
}

WAY(show_ignored) {
    show_ignored();
    return 0;
}

int main(int argc, char **argv) {
    victim_page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (const struct way *way = __start_ways; way < __stop_ways && argc > 1; way++) {
        if (strcmp(way->name, argv[1]) != 0)
            continue;
        /* What the program sets before and after the first structure has to count alike. */
        if (!getenv("LATE") && strcmp(way->name, "show_ignored") != 0)
            victim_see();
        return way->run();
    }
    return 98;
}
