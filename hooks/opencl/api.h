/* api: OpenCL's own headers, without the compiler's vector types: whose headers use malloc. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_OPENCL_API_H
#define HOOKS_OPENCL_API_H

#pragma push_macro("__MMX__")
#pragma push_macro("__SSE__")
#pragma push_macro("__SSE2__")
#pragma push_macro("__AVX__")
#undef __MMX__
#undef __SSE__
#undef __SSE2__
#undef __AVX__

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_egl.h>
#include <CL/cl_ext.h>
#include <CL/cl_gl.h>

#pragma pop_macro("__AVX__")
#pragma pop_macro("__SSE2__")
#pragma pop_macro("__SSE__")
#pragma pop_macro("__MMX__")

#endif
