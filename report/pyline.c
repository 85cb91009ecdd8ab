/* pyline: the three forms of line tables, 3.9, 3.10 and since 3.11. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/pyline.h"

/* A table that says more is broken: nobody has read so far in vain. */
#define MAX_ENTRIES 1000000

/** The next byte, -1 at the end. */
static inline int next(struct pyline_table *table) {
    if (UNLIKELY(table->at == table->end) && !(table->refill && table->refill(table)))
        return -1;
    return *table->at++;
}

/** Pairs of bytes: how much further in the code, how much further in the file. */
static int find_in_lnotab(struct pyline_table *table, int line, long offset) {
    long at = 0;
    for (int i = 0; i < MAX_ENTRIES; i++) {
        int code = next(table), lines = next(table);
        if (code < 0 || lines < 0 || (at += code) > offset)
            break;
        line += (int8_t)lines;
    }
    return line;
}

/** Pairs of bytes: how long the range is, and its line less the last one's; -128 for none. */
static int find_in_linetable(struct pyline_table *table, int line, long offset) {
    long end = 0;
    int first = line;
    for (int i = 0; i < MAX_ENTRIES; i++) {
        int length = next(table), lines = next(table);
        if (length < 0 || lines < 0)
            break;
        end += length;
        if ((int8_t)lines != -128)
            line += (int8_t)lines;
        if (end > offset)
            return (int8_t)lines == -128 ? first : line;
    }
    return first;
}

/** Six bits a byte, least first, bit 6 says that more follow; the sign is the lowest bit. */
static int read_signed(struct pyline_table *table) {
    unsigned value = 0, shift = 0;
    int byte;
    do {
        byte = next(table);
        if (byte < 0)
            return 0;
        value |= (unsigned)(byte & 63) << shift;
        shift += 6;
    } while (byte & 64 && shift < 30);
    return value & 1 ? -(int)(value >> 1) : (int)(value >> 1);
}

/** What an entry adds to the line; *has_line is false for code without one. */
static int read_delta(struct pyline_table *table, int kind, bool *has_line) {
    *has_line = kind != 15;
    if (kind >= 13 && kind < 15)
        return read_signed(table);
    return kind >= 10 && kind < 13 ? kind - 10 : 0;
}

/** Entries that begin with a byte whose top bit is set: kind, and length in units of two bytes; the
 * other bytes have it clear. */
static int find_in_locations(struct pyline_table *table, int line, long offset) {
    long end = 0;
    int first = line, byte = next(table);
    for (int i = 0; i < MAX_ENTRIES && byte >= 0; i++) {
        bool has_line;
        end += ((byte & 7) + 1) * 2;
        line += read_delta(table, byte >> 3 & 15, &has_line);
        if (end > offset)
            return has_line ? line : first;
        do
            byte = next(table);
        while (byte >= 0 && !(byte & 128));
    }
    return first;
}

uint32_t pyline_find(enum pylayout_lines form, struct pyline_table *table, int first_line,
                     long offset) {
    int line = first_line;
    if (offset >= 0 && form == PYLAYOUT_LNOTAB)
        line = find_in_lnotab(table, first_line, offset);
    else if (offset >= 0 && form == PYLAYOUT_LINETABLE)
        line = find_in_linetable(table, first_line, offset);
    else if (offset >= 0)
        line = find_in_locations(table, first_line, offset);
    return line > 0 ? (uint32_t)line : 0;
}
