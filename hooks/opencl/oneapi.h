/* oneapi: events of SYCL, where it runs on OpenCL: its calls there are seen as any others. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_OPENCL_ONEAPI_H
#define HOOKS_OPENCL_ONEAPI_H

#include "report/base/base.h"

/** The cl_event that a sycl::event stands for; false: none, or not of a device type of SYCL. */
bool oneapi_handle(int32_t device_type, const void *event, uint64_t *handle);

#endif
