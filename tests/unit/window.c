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
        cmocka_unit_test(ends_of_memory_are_no_crash),
        cmocka_unit_test(text_is_told_from_bytes),
    };
    return cmocka_run_group_tests_name("window", tests, NULL, NULL);
}
