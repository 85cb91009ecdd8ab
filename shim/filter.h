/* filter: what a seccomp filter, a program of classic BPF, would say to system calls of ours.
 *
 * The language is that of seccomp(2) and linux/filter.h; data behind pointers is no input to it, so
 * a call's number and arguments decide. Threads: any. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHIM_FILTER_H
#define SHIM_FILTER_H

#include <linux/filter.h>
#include <linux/seccomp.h>

#include "report/base/base.h"

/** True when it lets all through that watching needs, or answers it with an error. */
bool filter_lets_watch(const struct sock_fprog *program);
/** The same for what the start of a process needs. */
bool filter_lets_start(const struct sock_fprog *program);

#endif
