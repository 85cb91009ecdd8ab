/* driver: the driver's functions, found in one of the ways that programs have. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/driver/play/play.h"

struct play_driver cu;
bool play_is_lost, play_is_per_thread;
const int32_t play_device_type = 2;

typedef CUresult (*old_look_up_fn)(const char *, void **, int, cuuint64_t);
typedef CUresult (*look_up_fn)(const char *, void **, int, cuuint64_t,
                               CUdriverProcAddressQueryResult *);

void play_check(const char *what, CUresult code) {
    if (code == CUDA_ERROR_NOT_SUPPORTED)
        play_skip("not supported here: ", what);
    if (code != CUDA_SUCCESS && !play_is_lost)
        play_fail(what, (int)code);
}

static void find_directly(void) {
#define FIND(name, since, suffix) cu.name = name;
    PLAY_FUNCTIONS(FIND)
#undef FIND
}

/* The twin, where there is one: with a stream among its arguments, or with the default one. */
static void *by_name(void *library, const char *name) {
    static const char *const twins[] = {"_ptsz", "_ptds"};
    char twin[80];
    void *found = NULL;
    for (unsigned i = 0; i < LENGTH(twins) && play_is_per_thread && !found; i++) {
        snprintf(twin, sizeof(twin), "%s%s", name, twins[i]);
        found = dlsym(library, twin);
    }
    return found ? found : dlsym(library, name);
}

static void find_by_dlsym(void *library) {
#define FIND(name, since, suffix) *(void **)&cu.name = by_name(library, #name suffix);
    PLAY_FUNCTIONS(FIND)
#undef FIND
}

/* Twins came with CUDA 7. */
static int version_of(int since) {
    return play_is_per_thread && since < 7000 ? 7000 : since;
}

static void find_by_lookup(void *library) {
    look_up_fn first = (look_up_fn)dlsym(library, "cuGetProcAddress_v2"), again = NULL;
    first("cuGetProcAddress", (void **)&again, 12000, 0, NULL);
    cuuint64_t flags = play_is_per_thread ? CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM : 0;
#define FIND(name, since, suffix) again(#name, (void **)&cu.name, version_of(since), flags, NULL);
    PLAY_FUNCTIONS(FIND)
#undef FIND
}

/* Of CUDA 11, with one argument less. */
static void find_by_old_lookup(void *library) {
    old_look_up_fn first = (old_look_up_fn)dlsym(library, "cuGetProcAddress"), again = NULL;
    first("cuGetProcAddress", (void **)&again, 11030, 0);
#define FIND(name, since, suffix) again(#name, (void **)&cu.name, since, 0);
    PLAY_FUNCTIONS(FIND)
#undef FIND
}

void play_find_driver(const char *way) {
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        play_skip("no libcuda.so.1", "");
    play_is_per_thread = strstr(way, "-thread");
    if (strcmp(way, "direct") == 0)
        find_directly();
    else if (strncmp(way, "dlsym", 5) == 0)
        find_by_dlsym(library);
    else if (strcmp(way, "old-lookup") == 0)
        find_by_old_lookup(library);
    else
        find_by_lookup(library);
    void *const *functions = (void *const *)&cu;
    for (size_t i = 0; i < sizeof(cu) / sizeof(void *); i++)
        if (!functions[i])
            play_skip("the driver lacks a function: it is too old", "");
}

/* Text for a real driver's compiler; the software driver looks at the name alone. */
static void write_kernel(char *text, size_t size, const char *name, unsigned n) {
    size_t length = (size_t)snprintf(
        text, size, ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry %s(", name);
    for (unsigned i = 0; i < n; i++)
        length +=
            (size_t)snprintf(text + length, size - length, "%s.param .u64 p%u", i ? "," : "", i);
    snprintf(text + length, size - length, ")\n{ ret; }\n");
}

CUfunction play_kernel(const bool *is_const, unsigned n) {
    char name[128] = "_Z5touch", text[1024];
    CUmodule module;
    CUfunction kernel;
    for (unsigned i = 0; i < n; i++)
        strcat(name, is_const[i] ? "PKc" : "Pc");
    snprintf(name + strlen(name), 12, "_%u", n);
    write_kernel(text, sizeof(text), name, n);
    int code = cu.cuModuleLoadData(&module, text);
    if (code == CUDA_SUCCESS)
        code = cu.cuModuleGetFunction(&kernel, module, name);
    if (code != CUDA_SUCCESS)
        play_fail("the kernel cannot be loaded", code);
    return kernel;
}
