/* surroundings: what of this machine the library depends on: Python, device runtimes, what a
 * sandbox forbids. Sentences for `arrowdev-check selftest` and --version. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_SURROUNDINGS_H
#define RENDER_SURROUNDINGS_H

#include "report/render/sheet.h"

/** "Debian GNU/Linux 12 (bookworm), kernel 6.1.0, glibc 2.36, in a container" */
const char *surroundings_system(void);

/** Runtimes that programs here would find, and whether calls to them are watched. */
const char *surroundings_devices(void);

/** What is forbidden, and what that means: "seccomp filters; process_vm_readv works". */
const char *surroundings_limits(void);

/** The path and build-id of the library beside the program, or what is wrong. */
const char *surroundings_library(void);

#endif
