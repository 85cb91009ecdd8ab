/* window: numbers at the edges of what can be read, and text that is UTF-8 or not. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/window.h"

#include <string.h>
#include <sys/mman.h>

#include "tests/unit/unit.h"

static void numbers_have_width_and_sign(void **state) {
    static const uint8_t bytes[] = {0xff, 0x80, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    struct window window = window_on(bytes);
    int64_t number;
    bool bit;
    assert_true(window_number(&window, 0, 1, true, &number) && number == -1);
    assert_true(window_number(&window, 0, 1, false, &number) && number == 255);
    assert_true(window_number(&window, 0, 2, true, &number) && number == -32513);
    assert_true(window_number(&window, 0, 2, false, &number) && number == 0x80ff);
    assert_true(window_at(&window, 1, 8, true, &number) && number == -128);
    assert_true(window_bit(&window, 8, &bit) && !bit);
    assert_true(window_bit(&window, 15, &bit) && bit);
    assert_false(window_number(&window, 0, 16, true, &number));
}

/* Bits 3, 64 to 127 and 200, from each bit to each. */
static void bits_are_counted_wherever_they_begin(void **state) {
    uint64_t words[4] = {8, UINT64_MAX, 0, 1u << 8};
    struct window window = window_on(words);
    int64_t ones;
    for (int64_t begin = 0; begin < 256; begin++)
        for (int64_t end = begin; end <= 256; end++) {
            int64_t wanted = 0;
            for (int64_t i = begin; i < end; i++)
                wanted += i == 3 || (i >= 64 && i < 128) || i == 200;
            assert_true(window_ones(&window, begin, end - begin, &ones));
            assert_int_equal(ones, wanted);
        }
}

static void bits_end_with_memory(void **state) {
    char *memory = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(memory + 4096, 4096, PROT_NONE);
    struct window window = window_on(memory + 4096 - 3); /* so many bytes are there */
    int64_t ones;
    assert_true(window_ones(&window, 0, 24, &ones) && ones == 0);
    assert_false(window_ones(&window, 0, 25, &ones));
    assert_false(window_ones(&window, 0, 64, &ones));
    munmap(memory, 8192);
}

static void ends_of_memory_are_no_crash(void **state) {
    char *memory = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(memory + 4096, 4096, PROT_NONE);
    struct window window = window_on(memory + 4000), none = window_on(NULL);
    int64_t number;
    assert_true(window_number(&window, 11, 8, true, &number));
    assert_false(window_number(&window, 12, 8, true, &number));
    assert_true(window_number(&window, 0, 8, true, &number));
    assert_false(window_is_open(&none));
    assert_false(window_number(&none, 0, 8, true, &number));
    for (uintptr_t last = 1; last <= 16; last++) {
        struct window top = window_on((const void *)-last);
        assert_false(window_number(&top, 0, 1, false, &number));
        assert_false(window_number(&top, 0, 8, true, &number));
        assert_false(window_number(&top, 1, 8, true, &number));
    }
    munmap(memory, 8192);
}

static bool is_text(const char *bytes, size_t size) {
    struct window_text text = {0};
    for (size_t i = 0; i < size; i++)
        if (!window_text_takes(&text, (unsigned char)bytes[i]))
            return false;
    return text.n_left == 0;
}

/* Unicode Standard, table 3-7, at its edges. */
static void text_is_told_from_bytes(void **state) {
    static const char *const good[] = {"",
                                       "plain",
                                       "\x7f",
                                       "\xc2\x80",
                                       "\xdf\xbf",
                                       "\xe0\xa0\x80",
                                       "\xed\x9f\xbf",
                                       "\xee\x80\x80",
                                       "\xf0\x90\x80\x80",
                                       "\xf4\x8f\xbf\xbf",
                                       "caf\xc3\xa9!"};
    static const char *const bad[] = {"\x80",
                                      "\xbf",
                                      "\xc0\xaf",
                                      "\xc1\xbf",
                                      "\xe0\x9f\xbf",
                                      "\xed\xa0\x80",
                                      "\xf0\x8f\xbf\xbf",
                                      "\xf4\x90\x80\x80",
                                      "\xf5\x80\x80\x80",
                                      "\xff",
                                      "caf\xe9",
                                      "\xe2\x82",
                                      "\xc3\xa9\xa9"};
    for (unsigned i = 0; i < LENGTH(good); i++)
        assert_true(is_text(good[i], strlen(good[i])));
    for (unsigned i = 0; i < LENGTH(bad); i++)
        assert_false(is_text(bad[i], strlen(bad[i])));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_have_width_and_sign),
        cmocka_unit_test(bits_are_counted_wherever_they_begin),
        cmocka_unit_test(bits_end_with_memory),
        cmocka_unit_test(ends_of_memory_are_no_crash),
        cmocka_unit_test(text_is_told_from_bytes),
    };
    return cmocka_run_group_tests_name("window", tests, NULL, NULL);
}
