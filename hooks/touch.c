/* touch: finds the bytes by the shape of the call. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/touch.h"

#include <sys/socket.h>
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

/* Without copies nothing is asked of a call's arguments. */
void touch_before(enum touch_shape shape, enum touch_access access, const uintptr_t arguments[6],
                  uintptr_t caller) {
    struct msghdr message;
    size_t size;
    if (!isolate_is_used())
        return;
    switch (shape) {
    case TOUCH_SECOND:
        touch_bytes(arguments[1], arguments[2], access, caller);
        break;
    case TOUCH_VECTOR:
        touch_vector(arguments[1], arguments[2], access, caller);
        break;
    case TOUCH_MESSAGE:
        if (peek(&message, (const void *)arguments[1], sizeof(message)) == 0)
            touch_vector((uintptr_t)message.msg_iov, message.msg_iovlen, access, caller);
        break;
    case TOUCH_ITEMS:
        if (!__builtin_mul_overflow(arguments[1], arguments[2], &size))
            touch_bytes(arguments[0], size, access, caller);
        break;
    case TOUCH_CHECKED:
        if (!__builtin_mul_overflow(arguments[2], arguments[3], &size))
            touch_bytes(arguments[0], size, access, caller);
        break;
    }
}
