/* filter: seccomp filters that have one answer to some system calls and let all others pass. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CASES_LIB_FILTER_H
#define CASES_LIB_FILTER_H

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#define FILTER_MOST 16

/** The filter for at most FILTER_MOST system calls; the next call makes another of it. The process
 * may set it up afterwards without privileges. NULL when it may not.
 * @answer  SECCOMP_RET_... */
static inline const struct sock_fprog *filter_for(unsigned answer, const unsigned *numbers,
                                                  unsigned n) {
    static struct sock_filter code[2 + 2 * FILTER_MOST];
    static struct sock_fprog program = {.filter = code};
    unsigned at = 0;
    code[at++] =
        (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (unsigned i = 0; i < n && i < FILTER_MOST; i++) {
        code[at++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, numbers[i], 0, 1);
        code[at++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, answer);
    }
    code[at++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    program.len = (unsigned short)at;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? &program : NULL;
}

#endif
