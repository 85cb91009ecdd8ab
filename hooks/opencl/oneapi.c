/* oneapi: asks the SYCL runtime, by the names that its library exports. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/opencl/oneapi.h"

#include <stdatomic.h>

#include "hooks/opencl/query.h"

#define DEVICE_ONEAPI  14
#define BACKEND_OPENCL 1 /* sycl::backend::opencl */

/* sycl::event's members: get_backend() const, getNative() const. The latter gives a reference. */
typedef char (*backend_fn)(const void *event);
typedef uintptr_t (*native_fn)(const void *event);

bool oneapi_handle(int32_t device_type, const void *event, uint64_t *handle) {
    static _Atomic(void *) backend, native;
    if (device_type != DEVICE_ONEAPI)
        return false;
    backend_fn backend_of =
        (backend_fn)query_symbol(&backend, "_ZNK4sycl3_V15event11get_backendEv");
    native_fn native_of = (native_fn)query_symbol(&native, "_ZNK4sycl3_V15event9getNativeEv");
    if (!backend_of || !native_of || backend_of(event) != BACKEND_OPENCL)
        return false;
    *handle = native_of(event);
    query_release_event(*handle);
    return *handle != 0;
}
