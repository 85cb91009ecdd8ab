/* unit: what every program of the unit tests includes: cmocka with what it wants before it. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_UNIT_UNIT_H
#define TESTS_UNIT_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
