/* touch: finds the bytes by the shape of the call. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/touch.h"

#include <aio.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include "hooks/isolation.h"
#include "report/base/peek.h"

/* What the kernel takes at once (limits.h, IOV_MAX). */
#define MOST_PARTS 1024

static void touch_bytes(uintptr_t bytes, size_t size, enum touch_access access, uintptr_t caller) {
    isolation_touch((const void *)bytes, size, access == TOUCH_WRITES, caller);
}

static void touch_vector(uintptr_t vector, uintptr_t n, enum touch_access access,
                         uintptr_t caller) {
    struct iovec part;
    for (uintptr_t i = 0; i < n && i < MOST_PARTS; i++) {
        if (peek(&part, (const struct iovec *)vector + i, sizeof(part)) != 0)
            return;
        touch_bytes((uintptr_t)part.iov_base, part.iov_len, access, caller);
    }
}

static void touch_message(uintptr_t at, enum touch_access access, uintptr_t caller) {
    struct msghdr message;
    if (peek(&message, (const void *)at, sizeof(message)) == 0)
        touch_vector((uintptr_t)message.msg_iov, message.msg_iovlen, access, caller);
}

static void touch_control(uintptr_t at, enum touch_access access, uintptr_t caller) {
    struct aiocb control;
    if (peek(&control, (const void *)at, sizeof(control)) == 0)
        touch_bytes((uintptr_t)control.aio_buf, control.aio_nbytes, access, caller);
}

static void touch_items(uintptr_t bytes, uintptr_t item, uintptr_t n, enum touch_access access,
                        uintptr_t caller) {
    size_t size;
    if (!__builtin_mul_overflow(item, n, &size))
        touch_bytes(bytes, size, access, caller);
}

static _Atomic bool has_rings;

bool touch_has_rings(void) {
    return atomic_load(&has_rings);
}

/* Of one system call, by its own arguments. */
static void touch(enum touch_shape shape, enum touch_access access, const uintptr_t *arguments,
                  uintptr_t caller) {
    switch (shape) {
    case TOUCH_FIRST:
        touch_bytes(arguments[0], arguments[1], access, caller);
        break;
    case TOUCH_SECOND:
        touch_bytes(arguments[1], arguments[2], access, caller);
        break;
    case TOUCH_VECTOR:
        touch_vector(arguments[1], arguments[2], access, caller);
        break;
    case TOUCH_MESSAGE:
        touch_message(arguments[1], access, caller);
        break;
    case TOUCH_MESSAGES:
        for (uintptr_t i = 0; i < arguments[2] && i < MOST_PARTS; i++)
            touch_message(arguments[1] + i * sizeof(struct mmsghdr), access, caller);
        break;
    case TOUCH_CONTROL:
        touch_control(arguments[0], access, caller);
        break;
    case TOUCH_ITEMS:
        touch_items(arguments[0], arguments[1], arguments[2], access, caller);
        break;
    case TOUCH_CHECKED:
        touch_items(arguments[0], arguments[2], arguments[3], access, caller);
        break;
    case TOUCH_NUMBER:
    case TOUCH_RING:
        break;
    }
}

/* What a program may ask of the kernel by its number. */
static const struct number {
    unsigned number;
    enum touch_shape shape;
    enum touch_access access;
} numbers[] = {
    {SYS_write, TOUCH_SECOND, TOUCH_READS},
    {SYS_pwrite64, TOUCH_SECOND, TOUCH_READS},
    {SYS_sendto, TOUCH_SECOND, TOUCH_READS},
    {SYS_writev, TOUCH_VECTOR, TOUCH_READS},
    {SYS_pwritev, TOUCH_VECTOR, TOUCH_READS},
    {SYS_pwritev2, TOUCH_VECTOR, TOUCH_READS},
    {SYS_vmsplice, TOUCH_VECTOR, TOUCH_READS},
    {SYS_process_vm_writev, TOUCH_VECTOR, TOUCH_READS},
    {SYS_sendmsg, TOUCH_MESSAGE, TOUCH_READS},
    {SYS_sendmmsg, TOUCH_MESSAGES, TOUCH_READS},
    {SYS_read, TOUCH_SECOND, TOUCH_WRITES},
    {SYS_pread64, TOUCH_SECOND, TOUCH_WRITES},
    {SYS_recvfrom, TOUCH_SECOND, TOUCH_WRITES},
    {SYS_readv, TOUCH_VECTOR, TOUCH_WRITES},
    {SYS_preadv, TOUCH_VECTOR, TOUCH_WRITES},
    {SYS_preadv2, TOUCH_VECTOR, TOUCH_WRITES},
    {SYS_process_vm_readv, TOUCH_VECTOR, TOUCH_WRITES},
    {SYS_recvmsg, TOUCH_MESSAGE, TOUCH_WRITES},
    {SYS_recvmmsg, TOUCH_MESSAGES, TOUCH_WRITES},
    {SYS_getrandom, TOUCH_FIRST, TOUCH_WRITES},
};

static void touch_number(const uintptr_t arguments[6], uintptr_t caller) {
    for (unsigned i = 0; i < LENGTH(numbers); i++)
        if (numbers[i].number == arguments[0])
            touch(numbers[i].shape, numbers[i].access, arguments + 1, caller);
}

/* Without copies nothing is asked of a call's arguments. */
void touch_before(enum touch_shape shape, enum touch_access access, const uintptr_t arguments[6],
                  uintptr_t caller) {
    bool is_number = shape == TOUCH_NUMBER;
    if (shape == TOUCH_RING || (is_number && arguments[0] == SYS_io_uring_setup))
        atomic_store(&has_rings, true);
    if (!isolate_is_used())
        return;
    if (is_number)
        touch_number(arguments, caller);
    else
        touch(shape, access, arguments, caller);
}
