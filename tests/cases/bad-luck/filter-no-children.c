/* The program's own filter ends it when it starts a process or reads memory through the kernel: the
 * report is made without.
 *
 * says: double-release
 * says: a seccomp filter of the process forbids to start arrowdev-check
 * reports: 0
 * status: 97 */
/* SPDX-License-Identifier: Apache-2.0 */
#include <linux/filter.h>
#include <linux/seccomp.h>
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
        KILL(SYS_clone),
        KILL(SYS_clone3),
        KILL(SYS_execve),
        KILL(SYS_process_vm_readv),
        KILL(SYS_process_vm_writev),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof(code) / sizeof(code[0]), code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

int main(void) {
    struct ArrowArray array, copy;
    if (confine())
        puts("cannot be confined");
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    copy = array;
    array.release(&array);
    copy.release(&copy);
    puts("all done");
    return 0;
}
