/* say_all: the same calls from C++, wrapped once for the whole program.
 *
 *     examples/say_all.cc:50:5: error: array#1 never released [never-released]
 *       what    array#1 'kept'  ArrowArray  3 rows
 *
 * exit: 97
 * SPDX-License-Identifier: Apache-2.0 */
#include "shim/arrowdev_check.h"

#include <cstdio>

#include "numbers.h"

// Copies that this scope makes between devices are meant.
class allow_copies {
  public:
    explicit allow_copies(const char *reason) { arrowdev_check_allow_copy_begin(reason); }
    ~allow_copies() { arrowdev_check_allow_copy_end(); }
    allow_copies(const allow_copies &) = delete;
};

// What this scope does wrong is not reported.
class ignore_faults {
  public:
    ignore_faults() { arrowdev_check_ignore_begin(); }
    ~ignore_faults() { arrowdev_check_ignore_end(); }
    ignore_faults(const ignore_faults &) = delete;
};

static ArrowArray cached, kept;

static void give(ArrowArray &array, int64_t rows, const char *name) {
    numbers_fill(&array, rows);
    arrowdev_check_gives(ARROWDEV_CHECK_ARRAY, &array);
    arrowdev_check_name(ARROWDEV_CHECK_ARRAY, &array, name);
}

int main() {
    give(kept, 3, "kept");
    {
        ignore_faults scope;
        give(cached, 2, "cache");
    }
    {
        allow_copies scope("checkpoint to disk");
        std::printf("%d rows\n", static_cast<int>(kept.length + cached.length));
    }
    if (arrowdev_check_is_active())
        std::fputs("watched\n", stderr);
    arrowdev_check_takes(ARROWDEV_CHECK_ARRAY, &kept);
    return arrowdev_check_checkpoint(0);
}
