/* arrowdev_check: what a program can tell libarrowdev_check.so about its Arrow structures.
 *
 * All of it is optional. The library is never linked: every call looks whether it is loaded and
 * does nothing where it is not, so that a program with this header builds, links and runs as
 * before. C99, C++, gcc, clang. From Python: ctypes.CDLL(None).arrowdev_check_checkpoint(0). */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ARROWDEV_CHECK_H
#define ARROWDEV_CHECK_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a pointer points to. */
enum arrowdev_check_kind {
    ARROWDEV_CHECK_ARRAY,         /* struct ArrowArray */
    ARROWDEV_CHECK_SCHEMA,        /* struct ArrowSchema */
    ARROWDEV_CHECK_STREAM,        /* struct ArrowArrayStream */
    ARROWDEV_CHECK_DEVICE_ARRAY,  /* struct ArrowDeviceArray */
    ARROWDEV_CHECK_DEVICE_STREAM, /* struct ArrowDeviceArrayStream */
    ARROWDEV_CHECK_ASYNC_HANDLER  /* struct ArrowAsyncDeviceStreamHandler, filled by its consumer */
};

/** 1 when the library is loaded and watches this process, else 0. */
int arrowdev_check_is_active(void);

/** A structure is complete and goes to somebody else: the last thing a producer's function does
 * with it. From here on it is watched. */
void arrowdev_check_gives(enum arrowdev_check_kind kind, void *structure);

/** A structure has come from somebody else, and is this code's to release. */
void arrowdev_check_takes(enum arrowdev_check_kind kind, void *structure);

/** A structure is looked at here; it stays its owner's. */
void arrowdev_check_peeks(enum arrowdev_check_kind kind, void *structure);

/** This schema describes this array (ARROWDEV_CHECK_ARRAY or _DEVICE_ARRAY); both were given. From
 * here on reports know the array's type and size. */
void arrowdev_check_pair(enum arrowdev_check_kind kind, const void *array, const void *schema);

/** What was in `from` has been copied to `to` and now lives there; `from` is marked released. */
void arrowdev_check_moved(enum arrowdev_check_kind kind, const void *from, void *to);

/** Reports call this structure's object by a name besides its number. The text is copied. */
void arrowdev_check_name(enum arrowdev_check_kind kind, const void *structure, const char *name);

/** Reports call this queue of work on a device (a CUstream or cudaStream_t, of any runtime that is
 * watched) by the name, as in "cudaStreamWaitEvent(NAME, ...)". Once it was made; copied. */
void arrowdev_check_name_queue(const void *queue, const char *name);

/** Also say on standard error, and count, each structure that lives now and did not at the last
 * checkpoint with this flag. */
#define ARROWDEV_CHECK_LIVE 1
/** With ARROWDEV_CHECK_LIVE: count only; arrowdev_check_told() says them. */
#define ARROWDEV_CHECK_QUIET 2

/** For servers, notebooks and test suites: the number of errors and warnings found since the last
 * checkpoint of the process (since its start, for the first), equal ones counted once and before
 * suppressions. @flags 0 or those above, added up */
int arrowdev_check_checkpoint(int flags);

/** What the last checkpoint of the process counted, as standard error has it: a line for each of
 * the first 200 findings, for its structures as far as they still live. At most size bytes, the
 * last of them 0, at a line's end; none to NULL. @return the bytes that all of it needs with its 0
 */
size_t arrowdev_check_told(char *text, size_t size);

/** Copy the record of what was seen so far to an open file, for `arrowdev-check report FILE`, which
 * knows names and suppressions. @return 1, or 0 when there is none yet or it could not be copied */
int arrowdev_check_record(int fd);

/** Until the matching end, what this thread does wrong is not reported, and structures first seen
 * in its calls are never missed. Calls nest. */
void arrowdev_check_ignore_begin(void);
void arrowdev_check_ignore_end(void);

/** Copies between devices that this thread makes until the matching end are meant. Calls nest.
 * This version does not watch such copies yet: it keeps the nesting, nothing else comes of it.
 * @reason for the table of copies */
void arrowdev_check_allow_copy_begin(const char *reason);
void arrowdev_check_allow_copy_end(void);

/** So many bytes were allocated at this buffer of an array or arrays; 0 takes it back. Today
 * reports count them as the buffer's size in place of what follows from type and length, which for
 * strings in device memory is unknown; later versions check accesses against it. */
void arrowdev_check_buffer_extent(const void *buffer, size_t size);

#ifdef __cplusplus
}
#endif

#ifndef ARROWDEV_CHECK_IMPLEMENTATION
/* Weak references. On x86-64 they are read from the global offset table by hand: compilers that
 * build for a fixed address would let the linker put 0 there for good. */
#if defined(__x86_64__)
#define ARROWDEV_CHECK_FIND(function)                                                              \
    __extension__({                                                                                \
        __typeof__(&function) found_;                                                              \
        __asm__(".weak " #function "\n\tmovq " #function "@GOTPCREL(%%rip), %0" : "=r"(found_));   \
        found_;                                                                                    \
    })
#else
#define ARROWDEV_CHECK_FIND(function)                                                              \
    __extension__({                                                                                \
        extern __typeof__(function) function __attribute__((weak));                                \
        &function;                                                                                 \
    })
#endif
#define ARROWDEV_CHECK_CALL(function, otherwise, arguments)                                        \
    (ARROWDEV_CHECK_FIND(function) ? ARROWDEV_CHECK_FIND(function) arguments : (otherwise))
#define ARROWDEV_CHECK_DO(function, arguments) ARROWDEV_CHECK_CALL(function, (void)0, arguments)

#define arrowdev_check_is_active() ARROWDEV_CHECK_CALL(arrowdev_check_is_active, 0, ())
#define arrowdev_check_gives(kind, structure)                                                      \
    ARROWDEV_CHECK_DO(arrowdev_check_gives, (kind, structure))
#define arrowdev_check_takes(kind, structure)                                                      \
    ARROWDEV_CHECK_DO(arrowdev_check_takes, (kind, structure))
#define arrowdev_check_peeks(kind, structure)                                                      \
    ARROWDEV_CHECK_DO(arrowdev_check_peeks, (kind, structure))
#define arrowdev_check_pair(kind, array, schema)                                                   \
    ARROWDEV_CHECK_DO(arrowdev_check_pair, (kind, array, schema))
#define arrowdev_check_moved(kind, from, to)                                                       \
    ARROWDEV_CHECK_DO(arrowdev_check_moved, (kind, from, to))
#define arrowdev_check_name(kind, structure, name)                                                 \
    ARROWDEV_CHECK_DO(arrowdev_check_name, (kind, structure, name))
#define arrowdev_check_name_queue(queue, name)                                                     \
    ARROWDEV_CHECK_DO(arrowdev_check_name_queue, (queue, name))
#define arrowdev_check_checkpoint(flags) ARROWDEV_CHECK_CALL(arrowdev_check_checkpoint, 0, (flags))
#define arrowdev_check_told(text, size)  ARROWDEV_CHECK_CALL(arrowdev_check_told, 0, (text, size))
#define arrowdev_check_record(fd)        ARROWDEV_CHECK_CALL(arrowdev_check_record, 0, (fd))

#define arrowdev_check_ignore_begin() ARROWDEV_CHECK_DO(arrowdev_check_ignore_begin, ())
#define arrowdev_check_ignore_end()   ARROWDEV_CHECK_DO(arrowdev_check_ignore_end, ())
#define arrowdev_check_allow_copy_begin(reason)                                                    \
    ARROWDEV_CHECK_DO(arrowdev_check_allow_copy_begin, (reason))
#define arrowdev_check_allow_copy_end() ARROWDEV_CHECK_DO(arrowdev_check_allow_copy_end, ())
#define arrowdev_check_buffer_extent(buffer, size)                                                 \
    ARROWDEV_CHECK_DO(arrowdev_check_buffer_extent, (buffer, size))
#endif

#endif
