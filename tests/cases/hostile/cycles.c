/* An array is its own child, two are each other's, one is its own dictionary.
 *
 * expect: child-not-released note producer libproducer.so
 * seen: 3 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray self, first, second, dictionary;
    struct ArrowArray *to_self[] = {&self}, *to_first[] = {&first}, *to_second[] = {&second};
    produce_array(&self, 4, RELEASE_CLEARS);
    self.n_children = 1;
    self.children = to_self;
    produce_array(&first, 4, RELEASE_CLEARS);
    produce_array(&second, 4, RELEASE_CLEARS);
    first.n_children = second.n_children = 1;
    first.children = to_second;
    second.children = to_first;
    produce_array(&dictionary, 4, RELEASE_CLEARS);
    dictionary.dictionary = &dictionary;

    fake_drop(import_array(&self, NULL));
    fake_drop(import_array(&first, NULL));
    fake_drop(import_array(&dictionary, NULL));
    return 0;
}
