/* text: the writers into a buffer of fixed size; what does not fit is cut on a character's border.
 */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/text.h"

struct text text_begin(char *storage, size_t size) {
    if (size > 0)
        storage[0] = '\0';
    return (struct text){.data = storage, .size = size};
}

static size_t room(const struct text *text) {
    return text->size > text->length ? text->size - text->length - 1 : 0;
}

/** Bytes of the longest prefix of at most limit bytes that does not end inside a character. */
static size_t whole_characters(const char *bytes, size_t limit) {
    size_t cut = limit;
    while (cut > 0 && limit - cut < 3 && ((unsigned char)bytes[cut] & 0xc0) == 0x80)
        cut--;
    return ((unsigned char)bytes[cut] & 0xc0) == 0x80 ? limit : cut;
}

void text_add_bytes(struct text *text, const char *bytes, size_t length) {
    if (text->cut || text->size == 0) {
        text->cut = text->cut || length > 0;
        return;
    }
    if (length > room(text)) {
        length = whole_characters(bytes, room(text));
        text->cut = true;
    }
    memcpy(text->data + text->length, bytes, length);
    text->length += length;
    text->data[text->length] = '\0';
}

void text_add(struct text *text, const char *string) {
    text_add_bytes(text, string, strlen(string));
}

void text_add_digits(struct text *text, uint64_t number, unsigned base) {
    char digits[20];
    unsigned at = sizeof digits;
    do {
        digits[--at] = "0123456789abcdef"[number % base];
        number /= base;
    } while (number > 0);
    /* Half a number would be a wrong one. */
    if (sizeof digits - at > room(text))
        text->cut = true;
    text_add_bytes(text, digits + at, sizeof digits - at);
}

void text_add_int(struct text *text, int64_t number) {
    if (number < 0)
        text_add(text, "-");
    text_add_digits(text, number < 0 ? 0 - (uint64_t)number : (uint64_t)number, 10);
}

void text_add_uint(struct text *text, uint64_t number) {
    text_add_digits(text, number, 10);
}

void text_add_hex(struct text *text, uint64_t number) {
    text_add(text, "0x");
    text_add_digits(text, number, 16);
}

/** Length of the valid UTF-8 character at bytes, 0 when there is none (overlong and surrogates
 * included). */
static unsigned character_length(const unsigned char *bytes) {
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned length = bytes[0] < 0x80                        ? 1
                      : bytes[0] >= 0xc2 && bytes[0] < 0xe0  ? 2
                      : (bytes[0] & 0xf0) == 0xe0            ? 3
                      : bytes[0] >= 0xf0 && bytes[0] <= 0xf4 ? 4
                                                             : 0;
    if (length < 2)
        return length;
    uint32_t code = bytes[0] & (0x7fu >> length);
    for (unsigned i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80) /* a NUL ends it here too */
            return 0;
        code = code << 6 | (bytes[i] & 0x3fu);
    }
    bool is_surrogate = code >= 0xd800 && code < 0xe000;
    return code < least[length] || code > 0x10ffff || is_surrogate ? 0 : length;
}

/** What one character of a JSON string is written as; its length in the source goes to *used. */
static size_t escape(const unsigned char *bytes, char out[8], unsigned *used) {
    static const char shorts[] = "\"\"\\\\\nn\tt\rr\bb\ff";
    *used = 1;
    for (const char *pair = shorts; *pair; pair += 2) {
        if (bytes[0] == (unsigned char)pair[0]) {
            out[0] = '\\';
            out[1] = pair[1];
            return 2;
        }
    }
    if (bytes[0] < 0x20 || bytes[0] == 0x7f) {
        memcpy(out, "\\u00", 4);
        out[4] = "0123456789abcdef"[bytes[0] >> 4];
        out[5] = "0123456789abcdef"[bytes[0] & 15];
        return 6;
    }
    unsigned length = character_length(bytes);
    if (length == 0) {
        memcpy(out, "\xef\xbf\xbd", 3);
        return 3;
    }
    memcpy(out, bytes, length);
    *used = length;
    return length;
}

/** Bytes that stand for themselves and leave room for the closing quote. */
static size_t plain_length(const unsigned char *bytes, size_t room) {
    size_t length = 0;
    while (length + 1 < room && bytes[length] >= 0x20 && bytes[length] < 0x7f &&
           bytes[length] != '"' && bytes[length] != '\\')
        length++;
    return length;
}

void text_add_line(struct text *text, const char *string) {
    const unsigned char *at = (const unsigned char *)string;
    while (*at && !text->cut) {
        unsigned length = character_length(at);
        if (*at < ' ' || *at == 0x7f)
            text_add(text, "?");
        else if (length == 0)
            text_add(text, "\xef\xbf\xbd");
        else
            text_add_bytes(text, (const char *)at, length);
        at += length > 0 ? length : 1;
    }
}

void text_add_json(struct text *text, const char *string) {
    if (!string) {
        text_add(text, "null");
        return;
    }
    text_add(text, "\"");
    const unsigned char *at = (const unsigned char *)string;
    while (*at && !text->cut) {
        char out[8];
        unsigned used;
        size_t plain = plain_length(at, room(text));
        if (plain > 0) {
            text_add_bytes(text, (const char *)at, plain);
            at += plain;
            continue;
        }
        size_t length = escape(at, out, &used);
        /* A string that is cut still has its closing quote. */
        if (length + 1 > room(text)) {
            text_add_bytes(text, "\"", 1);
            text->cut = true;
            return;
        }
        text_add_bytes(text, out, length);
        at += used;
    }
    text_add(text, "\"");
}

/* libc's fnmatch() may allocate. */
bool text_matches(const char *pattern, const char *string) {
    const char *star = NULL, *retry = NULL;
    while (*string) {
        if (*pattern == '*') {
            star = ++pattern;
            retry = string;
        } else if (*pattern == *string) {
            pattern++;
            string++;
        } else if (star) {
            pattern = star;
            string = ++retry;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}
