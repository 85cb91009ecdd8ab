/* fixture: a library whose marked places these tests look up; its main is never run. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <cstddef>

// A place with a name in the symbol table; kept once, as the functions are not copied.
#define MARK(name) asm volatile("mark_" #name ":\n\tnop" ::: "memory")

namespace etl {

template <typename T> struct Batch {
    T *data;
    __attribute__((noinline)) ~Batch();
};

struct Sink {
    void close();
};

template <typename T> Batch<T>::~Batch() {
    MARK(batch);
}

inline __attribute__((always_inline)) void Sink::close() {
    MARK(close);
}

static inline __attribute__((always_inline)) void flush_one() {
    MARK(flush);
}

__attribute__((noinline)) void flush() {
    flush_one();
}

} // namespace etl

extern "C" __attribute__((noinline)) void prod_export_batch() {
    MARK(export);
}

// In .symtab only: no other file can see it.
extern "C" __attribute__((noinline, visibility("hidden"))) void hidden_function() {
    MARK(hidden);
}

int main() {
    etl::Sink sink;
    {
        etl::Batch<int> batch{nullptr};
        MARK(main_batch);
    }
    sink.close();
    prod_export_batch();
    hidden_function();
    etl::flush();
    MARK(main);
    return 0;
}
