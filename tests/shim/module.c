/* module: calls the function in every way that the linker knows. Built with -z lazy, -z now,
 * -fno-plt and more; loaded by ways.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

int fixture_value(void);
int fixture_free(void);
int fixture_missing(void) __attribute__((weak));

int module_in_constructor;

static int (*const table[])(void) = {fixture_value};
static int (*variable)(void) = fixture_value;

#ifdef BINDS_OLD
__asm__(".symver fixture_value, fixture_value@V1");
#endif

__attribute__((constructor)) static void construct(void) {
    module_in_constructor = fixture_value();
}

int module_calls(void) {
    return fixture_value();
}

int module_calls_table(void) {
    return table[0]();
}

int module_calls_variable(void) {
    return variable();
}

int module_calls_address(void) {
    int (*volatile address)(void) = fixture_value;
    return address();
}

int module_frees(void) {
    return fixture_free();
}

int module_has_missing(void) {
    return fixture_missing != NULL;
}

int module_looks_up(void *handle) {
    int (*found)(void) = (int (*)(void))dlsym(handle, "fixture_value");
    return found ? found() : -1;
}

void *module_opens(const char *name) {
    return dlopen(name, RTLD_NOW | RTLD_LOCAL);
}
