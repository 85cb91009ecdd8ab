/* Memory runs out in the middle: what was watched before is judged, the rest is counted.
 *
 * says: double-release
 * reports: any
 * status: 97 */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "producer.h"

int main(void) {
    enum { N = 20000 };
    static struct ArrowArray arrays[N];
    const struct source *source = some_array(4, RELEASE_GOOD);
    struct ArrowArray copy;
    export_array(source, &arrays[0], NULL);
    struct rlimit none = {1 << 20, RLIM_INFINITY};
    setrlimit(RLIMIT_AS, &none);
    for (int i = 1; i < N; i++)
        export_array(source, &arrays[i], NULL);
    copy = arrays[0];
    int released = 0;
    for (int i = 0; i < N; i++) {
        arrays[i].release(&arrays[i]);
        released += arrays[i].release == NULL;
    }
    copy.release(&copy);
    printf("%d released\n", released);
    return 0;
}
