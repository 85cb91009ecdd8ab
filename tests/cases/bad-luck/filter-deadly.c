/* The program's own filter, set up by syscall(), ends it at what it needs no more and we do: what
 * came before is reported before it, from then on the hooks pass through, in new threads too.
 *
 * expect: double-release error consumer main at second before first
 * limits: a seccomp filter of the process ends it at calls that watching needs
 * reports: 1
 * status: 0 */
/* SPDX-License-Identifier: Apache-2.0 */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "producer.h"

#define LOAD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define KILL(number)                                                                               \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),                                             \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)

static int confine(void) {
    struct sock_filter code[] = {
        LOAD(nr),
        KILL(SYS_openat),
        KILL(SYS_mincore),
        KILL(SYS_rt_sigaction),
        KILL(SYS_sigaltstack),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof(code) / sizeof(code[0]), code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
           syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0;
}

static void *trade(void *unused) {
    struct ArrowArray array;
    export_array(some_struct(4, 2, RELEASE_GOOD), &array, NULL);
    import_array(&array, NULL);
    return unused;
}

int main(void) {
    struct ArrowArray array, copy, kept;
    pthread_t thread;
    /* The allocator asks for what it does with a first thread before there is a filter. */
    if (pthread_create(&thread, NULL, trade, NULL) == 0)
        pthread_join(thread, NULL);
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    export_array(some_array(8, RELEASE_GOOD), &kept, NULL);
    copy = array;
    array.release(&array); // <- first
    copy.release(&copy);   // <- second
    puts("so far");
    if (confine())
        puts("cannot be confined");
    trade(NULL);
    kept.release(&kept);
    if (pthread_create(&thread, NULL, trade, NULL) == 0)
        pthread_join(thread, NULL);
    puts("all done");
    return 0;
}
