/* copies: how HIP describes copies and sets, as hip.h declares its other types. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_ROCM_COPIES_H
#define HOOKS_ROCM_COPIES_H

#include <stddef.h>

struct hip_pitched {
    void *ptr;
    size_t pitch, width, height;
};

struct hip_place {
    size_t x, y, z;
};

struct hip_copy_side {
    void *array;
    struct hip_place position;
    struct hip_pitched pitched;
};

/* hipMemcpy3DParms */
struct hip_parms {
    struct hip_copy_side from, to;
    struct hip_place extent;
    int kind;
};

/* hipMemcpy3DPeerParms */
struct hip_peer_parms {
    struct hip_copy_side from;
    int from_device;
    struct hip_copy_side to;
    int to_device;
    struct hip_place extent;
};

/* hip_Memcpy2D */
struct hip_rows_side {
    size_t x, y;
    int type;
    void *host, *device, *array;
    size_t pitch;
};

struct hip_rows {
    struct hip_rows_side from, to;
    size_t width, height;
};

/* HIP_MEMCPY3D, whose numbers have grown with version 6 */
#define HIP_SLICES(name, number)                                                                   \
    struct name##_side {                                                                           \
        number x, y, z, level;                                                                     \
        int type;                                                                                  \
        void *host, *device, *array;                                                               \
        number pitch, height;                                                                      \
    };                                                                                             \
    struct name {                                                                                  \
        struct name##_side from, to;                                                               \
        number width, height, depth;                                                               \
    };
HIP_SLICES(hip5_slices, unsigned)
HIP_SLICES(hip6_slices, size_t)
#undef HIP_SLICES

/* hipMemsetParams */
struct hip_memset {
    void *at;
    unsigned element_size;
    size_t height, pitch;
    unsigned value;
    size_t width;
};

#endif
