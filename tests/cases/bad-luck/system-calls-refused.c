/* A sandbox refuses what asks who and where a thread is, and what could look into memory. The
 * findings come all the same.
 *
 * expect: double-release error consumer main at second before first
 * expect: never-released error last-holder main at leak
 * seen: 2 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "producer.h"

#define LOAD(member)   BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define REFUSE(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), FAIL
#define FAIL           BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

static int confine(void) {
    struct sock_filter code[] = {
        LOAD(nr),
        REFUSE(SYS_getpid),
        REFUSE(SYS_gettid),
        REFUSE(SYS_tgkill),
        REFUSE(SYS_rt_sigprocmask),
        REFUSE(SYS_sigaltstack),
        REFUSE(SYS_process_vm_readv),
        REFUSE(SYS_process_vm_writev),
        REFUSE(SYS_clock_gettime),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof(code) / sizeof(code[0]), code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

int main(void) {
    struct ArrowArray array, copy, forgotten;
    if (confine())
        puts("cannot be confined");
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    export_array(some_array(8, RELEASE_GOOD), &forgotten, NULL); // <- leak
    copy = array;
    array.release(&array); // <- first
    copy.release(&copy);   // <- second
    puts("all done");
    return 0;
}
