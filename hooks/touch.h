/* touch: functions of libc through which the kernel reads or writes a program's memory: where that
 * lies in a copy that is closed, the call would fail with EFAULT in place of a fault. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_TOUCH_H
#define HOOKS_TOUCH_H

#include "report/base/base.h"

/** Where the arguments of a function say which bytes are touched. */
enum touch_shape {
    TOUCH_FIRST,    /* (bytes, size) */
    TOUCH_SECOND,   /* (x, bytes, size) */
    TOUCH_VECTOR,   /* (x, struct iovec *, count) */
    TOUCH_MESSAGE,  /* (x, struct msghdr *) */
    TOUCH_MESSAGES, /* (x, struct mmsghdr *, count) */
    TOUCH_CONTROL,  /* (struct aiocb *) */
    TOUCH_ITEMS,    /* (bytes, size, count) */
    TOUCH_CHECKED,  /* (bytes, room, size, count) */
    TOUCH_NUMBER,   /* (number of a system call, its arguments) */
    TOUCH_RING      /* (...): from now on the kernel is told of bytes where nobody sees it */
};

enum touch_access { TOUCH_READS, TOUCH_WRITES };

/** Say and open what such a call is about to meet; errno stays. */
void touch_before(enum touch_shape shape, enum touch_access access, const uintptr_t arguments[6],
                  uintptr_t caller);

/** For the report: the program has made rings (io_uring) while copies were watched. */
bool touch_has_rings(void);

#endif
