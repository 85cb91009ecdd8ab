/* cudf: libcudf's conversions as a C program can call them, served by libinterop_fake.so under the
 * names that they have in libcudf 26.10, one of them under an older one's.
 *
 * What comes out of a conversion is held by an owner, as by a std::unique_ptr with a deleter of
 * libstdc++. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CASES_LIB_CUDF_H
#define CASES_LIB_CUDF_H

#include "tracker/abi/arrow.h"

struct cudf_owner {
    void (*deleter)(void *);
    void *held;
};

/** What the unique_ptr's destructor does. */
void cudf_drop(struct cudf_owner *owner);

/** Moved into: the struct of an interop::arrow_column or arrow_table. */
struct cudf_imported {
    struct ArrowSchema schema;
    struct ArrowDeviceArray array;
    struct ArrowArrayStream stream;
};
void cudf_forget(struct cudf_imported *imported);

#define MEMORY "EN4cuda3__410stream_refENS3_2mr3__420__version_bump_ver4_12resource_refIJEEE"
#define OLDER  "EN3rmm16cuda_stream_viewEN4cuda2mr18async_resource_refIJEEE"

#define OWNED(name, symbol)                                                                        \
    struct cudf_owner *name(struct cudf_owner *out, const void *view) __asm__(symbol);
#define BORROWS(name, symbol, array)                                                               \
    void *name(void *out, const struct ArrowSchema *schema,                                        \
               const struct array *from) __asm__(symbol);
#define DRAINS(name, symbol) void *name(void *out, struct ArrowArrayStream *from) __asm__(symbol);
#define TAKES(name, symbol, array)                                                                 \
    void name(struct cudf_imported *self, struct ArrowSchema *schema,                              \
              struct array *from) __asm__(symbol);
#define TAKES_STREAM(name, symbol)                                                                 \
    void name(struct cudf_imported *self, struct ArrowArrayStream *from) __asm__(symbol);
#define FILLS(name, symbol, type)                                                                  \
    void name(const struct cudf_imported *self, struct type *out) __asm__(symbol);
#include "cudf.def"
#undef OWNED
#undef BORROWS
#undef DRAINS
#undef TAKES
#undef TAKES_STREAM
#undef FILLS

#endif
