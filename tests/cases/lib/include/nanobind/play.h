/* play: a header as those of binding libraries: compiled into a user's module, none of its code. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CASES_LIB_INCLUDE_NANOBIND_PLAY_H
#define CASES_LIB_INCLUDE_NANOBIND_PLAY_H

template <class Struct> struct play_holder {
    Struct *held;
    void drop() { held->release(held); }
};

#endif
