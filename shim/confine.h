/* confine: threads that leave themselves too few system calls for us; prctl() is in its body. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHIM_CONFINE_H
#define SHIM_CONFINE_H

/** For dlsym_x86_64.S: syscall() with the number of seccomp(). */
long confine_seccomp(long number, unsigned operation, unsigned flags, const void *filter);

#endif
