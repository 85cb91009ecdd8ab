/* supervise: starts a command and waits for it, signal by signal. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/supervise.h"

#include "report/render/sentry.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define TICK_NS 100000000

/* Those that are passed on. */
static const int passed[] = {SIGINT,  SIGTERM,  SIGHUP,  SIGQUIT, SIGUSR1,
                             SIGUSR2, SIGWINCH, SIGTSTP, SIGCONT, SIGALRM};

struct watch {
    struct ran *ran;
    sigset_t all;    /* what we wait for */
    sigset_t before; /* the mask that the command gets */
    struct sigaction child_before;
    bool has_ended, is_stopped;
    struct timespec began;
};

/* All are held back and taken one by one: while it is blocked, the kernel queues an ignored one
 * too, and the command may have set a handler for what we were both started with ignored. */
static void hold_signals(struct watch *watch) {
    struct sigaction by_default = {.sa_handler = SIG_DFL};
    sigset_t held;
    sigemptyset(&watch->all);
    for (size_t i = 0; i < sizeof passed / sizeof *passed; i++)
        sigaddset(&watch->all, passed[i]);
    held = watch->all;
    sigaddset(&watch->all, SIGCHLD);
    sigaddset(&held, SIGCHLD);
    sigaddset(&held, SIGPIPE); /* nobody reads what we say */
    sigaddset(&held, SIGTTOU); /* we speak from the background, too */
    sigaction(SIGCHLD, &by_default, &watch->child_before);
    sigprocmask(SIG_BLOCK, &held, &watch->before);
}

_Noreturn static void become(const struct watch *watch, char *const *environment, int complaint) {
    sigaction(SIGCHLD, &watch->child_before, NULL);
    sigprocmask(SIG_SETMASK, &watch->before, NULL);
    execvpe(watch->ran->path, watch->ran->argv, environment);
    int error = errno;
    ssize_t n = write(complaint, &error, sizeof error);
    _exit(n > 0 ? 127 : 126);
}

/* 0, or the errno of fork or exec. */
static int start(struct watch *watch, char *const *environment) {
    int complaint[2], error = 0;
    if (pipe2(complaint, O_CLOEXEC))
        return errno;
    watch->ran->started = time(NULL);
    clock_gettime(CLOCK_MONOTONIC, &watch->began);
    pid_t pid = fork();
    if (pid == 0)
        become(watch, environment, complaint[1]);
    if (pid < 0)
        error = errno;
    close(complaint[1]);
    if (pid > 0 && read(complaint[0], &error, sizeof error) > 0)
        waitpid(pid, NULL, 0);
    close(complaint[0]);
    watch->ran->pid = pid;
    return error;
}

static void reap(struct watch *watch) {
    int status;
    while (!watch->has_ended) {
        pid_t pid = waitpid(watch->ran->pid, &status, WNOHANG | WUNTRACED | WCONTINUED);
        if (pid <= 0)
            return;
        watch->is_stopped = WIFSTOPPED(status);
        watch->has_ended = WIFEXITED(status) || WIFSIGNALED(status);
        if (watch->has_ended)
            watch->ran->status = status;
        /* So that the shell sees it; SIGSTOP is for whoever sent it to take back. */
        if (watch->is_stopped && WSTOPSIG(status) != SIGSTOP)
            raise(SIGSTOP);
    }
}

static void pass_on(const struct watch *watch, const siginfo_t *signal) {
    bool has_got_it = sentry_has_seen(signal);
    if (!has_got_it && !watch->has_ended)
        kill(watch->ran->pid, signal->si_signo);
    /* Else once the command has stopped, if it does: until then it may read what is typed. */
    if (signal->si_signo == SIGTSTP && watch->is_stopped)
        raise(SIGSTOP);
}

/* The next signal within a tick, 0 for none. */
static int next_signal(const struct watch *watch, siginfo_t *signal) {
    static const struct timespec tick = {.tv_nsec = TICK_NS};
    int number = sigtimedwait(&watch->all, signal, &tick);
    return number > 0 ? number : 0;
}

static int64_t microseconds_since(const struct timespec *began) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)(now.tv_sec - began->tv_sec) * 1000000 + (now.tv_nsec - began->tv_nsec) / 1000;
}

static struct watch watch;

int supervise(struct ran *ran, char *const *environment, supervise_tick tick, void *context) {
    watch = (struct watch){.ran = ran};
    hold_signals(&watch);
    sentry_begin(&watch.all);
    int error = start(&watch, environment);
    while (!error && !watch.has_ended) {
        siginfo_t signal;
        int number = next_signal(&watch, &signal);
        if (number && number != SIGCHLD)
            pass_on(&watch, &signal);
        reap(&watch);
        tick(context);
    }
    ran->duration_us = microseconds_since(&watch.began);
    sentry_end();
    return error;
}

static bool ends_programs(int signal) {
    return signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT;
}

bool supervise_wait(bool (*is_over)(void *context), supervise_tick tick, void *context,
                    int64_t seconds) {
    struct timespec began;
    clock_gettime(CLOCK_MONOTONIC, &began);
    while (!is_over(context)) {
        siginfo_t signal;
        if (microseconds_since(&began) >= seconds * 1000000 ||
            ends_programs(next_signal(&watch, &signal)))
            return false;
        tick(context);
    }
    return true;
}
