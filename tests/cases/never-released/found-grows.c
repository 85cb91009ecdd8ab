/* Half of what one line makes is forgotten, run after run: one group, with its trend.
 *
 * expect: never-released error last-holder main at here origin here
 * says: grows
 * seen: 64 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

static struct ArrowArray arrays[64];

int main(void) {
    const struct source *source = some_array(4, RELEASE_GOOD);
    for (int i = 0; i < 64; i++)
        export_array(source, &arrays[i], NULL); // <- here
    for (int i = 0; i < 64; i += 2)
        arrays[i].release(&arrays[i]);
    return 0;
}
