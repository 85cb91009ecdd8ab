/* plugin: exports and releases while it is being loaded and unloaded. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/hold/goods.h"

/** What it showed while it was loaded; as much again when it goes. */
int plugin_shown;

static void trade(void) {
    struct ArrowArray array;
    goods_export(&goods_struct, &array);
    array.release(&array);
    plugin_shown++;
}

__attribute__((constructor)) static void begin(void) {
    trade();
}

__attribute__((destructor)) static void end(void) {
    trade();
}
