/* type: reads format strings, walks foreign schemas and interns what they mean. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/type.h"

#include <stdatomic.h>

#include "report/base/lock.h"
#include "report/base/peek.h"
#include "report/base/table.h"
#include "tracker/look.h"

#define MAX_DEPTH 64
#ifndef MAX_NODES /* as in hooks/handover.c */
#define MAX_NODES 8192
#endif
/* Longer ones are unions of many types, whose ids are then not known. */
#define MAX_FORMAT 96
/* What is kept of a field's name. */
#define MOST_FIELD 48
/* What a hostile program can fill with types of its own is an eighth of the memory. */
#define MEMORY_SHARE 8

/* A type and, behind it, all that tells it from others: numbers, children, name. */
struct interned {
    UT_hash_handle hh;
    struct type type;
    size_t size; /* of the whole */
    struct {
        uint32_t form, width, alignment, n_children, is_utf8, is_unsigned;
        const struct type *dictionary;
        const struct type *children[];
    } key;
};

static struct lock lock;
static struct interned *table;
static size_t used;

void type_init(void) {
    lock_init(&lock, LOCK_TYPE);
}

static const struct {
    const char *text, *name;
    enum type_form form;
    uint32_t width;
} words[] = {
#define FORMAT(text, form, width, name) {text, name, FORM_##form, width},
#include "tracker/format.def"
#undef FORMAT
};

/* Digits at *at, which is moved behind them; 0 when there are none. Stops short of overflow. */
static uint64_t read_number(const char **at) {
    uint64_t number = 0;
    while (**at >= '0' && **at <= '9' && number < 1000000000000000u)
        number = number * 10 + (uint64_t)(*(*at)++ - '0');
    return number;
}

/* "d:19,10" or "d:19,10,256" */
static void parse_decimal(const char *at, struct type_format *parsed, struct text *name) {
    bool is_negative;
    uint64_t precision = read_number(&at), bits = 128;
    at += *at == ',';
    is_negative = *at == '-';
    at += is_negative;
    int64_t scale = (int64_t)read_number(&at);
    if (*at++ == ',')
        bits = read_number(&at);
    parsed->form = FORM_FIXED;
    parsed->width = (uint32_t)(bits / 8);
    text_add(name, "decimal");
    text_add_uint(name, bits);
    text_add(name, "(");
    text_add_uint(name, precision);
    text_add(name, ", ");
    text_add_int(name, is_negative ? -scale : scale);
    text_add(name, ")");
}

/* "tsu:Europe/Paris", the zone may be missing; at stands on the unit */
static void parse_timestamp(const char *at, struct type_format *parsed, struct text *name) {
    static const char *const units[] = {['s'] = "s", ['m'] = "ms", ['u'] = "us", ['n'] = "ns"};
    parsed->form = FORM_FIXED;
    parsed->width = 8;
    text_add(name, "timestamp[");
    text_add(name, units[(unsigned char)*at]);
    if (at[1] == ':' && at[2]) {
        text_add(name, ", tz=");
        text_add_line(name, at + 2);
    }
    text_add(name, "]");
}

static void parse_sized(const char *format, struct type_format *parsed, struct text *name) {
    parsed->is_nested = format[0] == '+';
    const char *at = format + 2 + parsed->is_nested;
    uint64_t size = read_number(&at);
    struct text after = text_begin(parsed->after, sizeof(parsed->after));
    parsed->form = parsed->is_nested ? FORM_FIXED_LIST : FORM_FIXED;
    parsed->width = size > UINT32_MAX ? 0 : (uint32_t)size;
    parsed->alignment = 1;
    text_add(name, parsed->is_nested ? "fixed_size_list" : "fixed_size_binary");
    text_add(&after, "[");
    text_add_uint(&after, size);
    text_add(&after, "]");
}

static bool begins(const char *string, const char *with) {
    return strncmp(string, with, strlen(with)) == 0;
}

static void parse(const char *format, struct type_format *parsed) {
    struct text name = text_begin(parsed->before, sizeof(parsed->before));
    for (unsigned i = 0; i < LENGTH(words); i++)
        if (words[i].text[0] == format[0] && strcmp(words[i].text, format) == 0) {
            parsed->form = words[i].form;
            parsed->width = words[i].width;
            parsed->is_nested = format[0] == '+';
            parsed->is_utf8 = strcmp(words[i].name, "string") == 0 ||
                              strcmp(words[i].name, "large_string") == 0 ||
                              strcmp(words[i].name, "string_view") == 0;
            parsed->is_unsigned = format[1] == 0 && strchr("CSIL", format[0]);
            text_add(&name, words[i].name);
            return;
        }
    if (begins(format, "d:")) {
        parse_decimal(format + 2, parsed, &name);
    } else if (begins(format, "w:") || begins(format, "+w:")) {
        parse_sized(format, parsed, &name);
    } else if (begins(format, "ts") && format[2] && strchr("smun", format[2])) {
        parse_timestamp(format + 2, parsed, &name);
    } else if (begins(format, "+ud:") || begins(format, "+us:")) {
        parsed->form = format[2] == 'd' ? FORM_DENSE_UNION : FORM_SPARSE_UNION;
        parsed->is_nested = true;
        parsed->ids = strlen(format) < MAX_FORMAT - 1 ? format + 4 : NULL;
        text_add(&name, format[2] == 'd' ? "dense_union" : "sparse_union");
    } else {
        text_add(&name, "\"");
        text_add_line(&name, format);
        text_add(&name, "\"");
    }
}

/* An interval of days and milliseconds is two int32, wider values are made of int64. */
static uint32_t natural_alignment(const char *format, uint32_t width) {
    if (strcmp(format, "tiD") == 0)
        return sizeof(int32_t);
    return width == 0 ? 1 : width < sizeof(int64_t) ? width : sizeof(int64_t);
}

void type_parse(const char *format, struct type_format *parsed) {
    *parsed = (struct type_format){.form = FORM_UNKNOWN};
    parse(format, parsed);
    if (parsed->form == FORM_FIXED && !parsed->alignment)
        parsed->alignment = natural_alignment(format, parsed->width);
}

int64_t type_n_children(const struct type_format *parsed) {
    int64_t n;
    switch (parsed->form) {
    case FORM_UNKNOWN:
    case FORM_STRUCT:
        return -1;
    case FORM_LIST:
    case FORM_LIST_VIEW:
    case FORM_FIXED_LIST:
        return 1;
    case FORM_RUN_END:
        return 2;
    case FORM_DENSE_UNION:
    case FORM_SPARSE_UNION:
        n = parsed->ids && *parsed->ids;
        for (const char *at = parsed->ids; at && *at; at++)
            n += *at == ',';
        return parsed->ids ? n : -1;
    default:
        return 0;
    }
}

/* One node of a schema while its type is made. */
struct node {
    struct ArrowSchema copy;
    uint32_t n_children;
    bool is_too_wide; /* its children are not read */
    const struct type **children;
    const struct type *dictionary;
};

/* What stands behind a type: its name, its ids, then the names of its children, each with its NUL.
 */
struct words {
    const char *name;
    const char *ids;
    const char *fields;
    size_t fields_size;
};

static size_t size_of(uint32_t n_children, const struct words *said) {
    return sizeof(struct interned) + n_children * sizeof(struct type *) + strlen(said->name) + 1 +
           strlen(said->ids) + 1 + said->fields_size;
}

static struct interned *find_or_add_locked(struct interned *made, size_t key_size) {
    struct interned *found;
    HASH_FIND(hh, table, &made->key, key_size, found);
    if (found)
        return found;
    if (used + made->size > memory_stats().budget / MEMORY_SHARE)
        return NULL;
    HASH_ADD_KEYPTR(hh, table, &made->key, key_size, made);
    if (!made->hh.tbl)
        return NULL;
    used += made->size;
    return made;
}

static const struct type *intern(const struct node *node, const struct type_format *parsed,
                                 const struct words *said) {
    size_t length = strlen(said->name), ids_size = strlen(said->ids) + 1;
    struct interned *made = memory_alloc(size_of(node->n_children, said));
    if (!made)
        return NULL;
    made->size = size_of(node->n_children, said);
    made->key.form = (uint32_t)parsed->form;
    made->key.width = parsed->width;
    made->key.alignment = parsed->alignment;
    made->key.n_children = node->n_children;
    made->key.is_utf8 = parsed->is_utf8;
    made->key.is_unsigned = parsed->is_unsigned;
    made->key.dictionary = node->dictionary;
    for (uint32_t i = 0; i < node->n_children; i++)
        made->key.children[i] = node->children[i];
    char *own_name = (char *)&made->key.children[node->n_children];
    memcpy(own_name, said->name, length + 1);
    char *own_ids = own_name + length + 1, *own_fields = own_ids + ids_size;
    memcpy(own_ids, said->ids, ids_size);
    memcpy(own_fields, said->fields, said->fields_size);
    made->type = (struct type){.name = own_name,
                               .form = parsed->form,
                               .width = parsed->width,
                               .alignment = parsed->alignment,
                               .n_children = node->n_children,
                               .dictionary = node->dictionary,
                               .children = made->key.children,
                               .fields = own_fields,
                               .ids = own_ids,
                               .is_utf8 = parsed->is_utf8,
                               .is_unsigned = parsed->is_unsigned};
    lock_acquire(&lock);
    struct interned *kept =
        find_or_add_locked(made, (size_t)(own_fields - (char *)&made->key) + said->fields_size);
    lock_release(&lock);
    if (kept != made)
        memory_free(made, made->size);
    return kept ? &kept->type : NULL;
}

/* The field name of child i, still foreign. False: it has none. */
static bool read_child_name(char *name, size_t size, const struct node *node, uint32_t i) {
    struct ArrowSchema *child;
    const char *foreign;
    return peek(&child, &node->copy.children[i], sizeof(child)) == 0 && child &&
           peek(&foreign, &child->name, sizeof(foreign)) == 0 && foreign &&
           peek_string(name, size, foreign) > 0;
}

static void add_child_name(struct text *text, const struct node *node, uint32_t i) {
    char name[TYPE_NAME_SIZE];
    if (!read_child_name(name, sizeof(name), node, i))
        return;
    text_add_line(text, name);
    text_add(text, ": ");
}

/* The size of what was written: as many names as there are children, cut where they are long. */
static size_t collect_fields(char *fields, const struct node *node) {
    size_t size = 0;
    for (uint32_t i = 0; i < node->n_children; i++) {
        char name[MOST_FIELD];
        struct text text = text_begin(fields + size, MOST_FIELD);
        if (read_child_name(name, sizeof(name), node, i))
            text_add_line(&text, name);
        size += text.length + 1;
    }
    return size;
}

static void add_children(struct text *text, const struct node *node, const char *ids) {
    if (node->is_too_wide)
        text_add(text, "...");
    for (uint32_t i = 0; i < node->n_children && !text->cut; i++) {
        if (i > 0)
            text_add(text, ", ");
        add_child_name(text, node, i);
        text_add(text, node->children[i] ? node->children[i]->name : "?");
        if (!ids || *ids < '0' || *ids > '9')
            continue;
        text_add(text, "=");
        text_add_uint(text, read_number(&ids));
        ids += *ids == ',';
    }
}

/* A map's only child is a struct that says nothing: its key and value are shown. */
static const char *inside_of_map(const struct node *node, const struct type_format *parsed) {
    const struct type *entries = node->n_children == 1 ? node->children[0] : NULL;
    if (!entries || strcmp(parsed->before, "map") != 0 || !begins(entries->name, "struct<"))
        return NULL;
    return entries->name + strlen("struct<");
}

static bool is_extension_name(uintptr_t at, int64_t length) {
    static const char wanted[] = "ARROW:extension:name";
    char key[sizeof(wanted) - 1];
    return length == (int64_t)sizeof(key) && peek(key, (const void *)at, sizeof(key)) == 0 &&
           memcmp(key, wanted, sizeof(key)) == 0;
}

/* The value of ARROW:extension:name (C Data Interface, ArrowSchema.metadata). */
static bool find_extension(const char *metadata, char *name, size_t size) {
    uintptr_t at = (uintptr_t)metadata;
    int64_t n = at ? look_number(&at) : 0;
    for (int64_t i = 0; i < n && i < LOOK_METADATA_MOST; i++) {
        int64_t length = look_number(&at);
        if (length < 0)
            return false;
        bool is_it = is_extension_name(at, length);
        at += (uintptr_t)length;
        length = look_number(&at);
        if (length < 0)
            return false;
        if (is_it) {
            size_t kept = (size_t)length < size - 1 ? (size_t)length : size - 1;
            name[kept] = '\0';
            return peek(name, (const void *)at, kept) == 0;
        }
        at += (uintptr_t)length;
    }
    return false;
}

static void add_name(struct text *text, const struct node *node, const struct type_format *parsed) {
    const char *of_map = inside_of_map(node, parsed);
    if (node->dictionary) {
        text_add(text, "dictionary<values=");
        text_add(text, node->dictionary->name);
        text_add(text, ", indices=");
    }
    text_add(text, parsed->before);
    if (of_map) {
        text_add(text, "<");
        text_add(text, of_map); /* with the ">" of the struct */
    } else if (parsed->is_nested) {
        text_add(text, "<");
        add_children(text, node, parsed->ids);
        text_add(text, ">");
    }
    text_add(text, parsed->after);
    if (node->dictionary)
        text_add(text, ">");
}

static void end_in_dots(struct text *text) {
    size_t end = text->size - sizeof("...");
    if (end > text->length)
        end = text->length;
    while (end > 0 && ((unsigned char)text->data[end] & 0xc0) == 0x80)
        end--;
    memcpy(text->data + end, "...", sizeof("..."));
}

static const struct type *finish(const struct node *node, const struct type_format *parsed) {
    char storage[TYPE_NAME_SIZE], extension[TYPE_NAME_SIZE / 2];
    struct text text = text_begin(storage, sizeof(storage));
    bool is_extension = find_extension(node->copy.metadata, extension, sizeof(extension));
    if (is_extension) {
        text_add(&text, "extension<");
        text_add_line(&text, extension);
        text_add(&text, ", storage=");
    }
    add_name(&text, node, parsed);
    if (is_extension)
        text_add(&text, ">");
    if (text.cut)
        end_in_dots(&text);
    size_t most = node->n_children * (size_t)MOST_FIELD;
    char *fields = most ? memory_alloc(most) : NULL;
    if (most && !fields)
        return NULL;
    struct words said = {.name = storage,
                         .fields = fields ? fields : "",
                         .fields_size = collect_fields(fields, node),
                         .ids = parsed->ids ? parsed->ids : ""};
    const struct type *type = intern(node, parsed, &said);
    memory_free(fields, most);
    return type;
}

const char *type_field(const struct type *type, uint32_t child) {
    const char *name = type->fields;
    for (; child > 0; child--)
        name += strlen(name) + 1;
    return name;
}

static const struct type *read_node(const struct ArrowSchema *schema, unsigned depth,
                                    unsigned *nodes_left);

static void read_children(struct node *node, unsigned depth, unsigned *nodes_left) {
    for (uint32_t i = 0; i < node->n_children; i++) {
        const struct ArrowSchema *child;
        if (peek(&child, &node->copy.children[i], sizeof(child)) == 0 && child)
            node->children[i] = read_node(child, depth + 1, nodes_left);
    }
    if (node->copy.dictionary)
        node->dictionary = read_node(node->copy.dictionary, depth + 1, nodes_left);
}

/* Types that a format alone makes, by it: most columns are of few. First come, first kept. */
struct leaf {
    char format[16];
    const struct type *type;
};
static _Atomic(const struct leaf *) leaves[64];

static _Atomic(const struct leaf *) *leaf_place(const char *format) {
    return &leaves[table_hash(format, strlen(format)) % LENGTH(leaves)];
}

static bool is_leaf(const struct ArrowSchema *schema, const char *format) {
    return schema->n_children == 0 && !schema->dictionary && !schema->metadata &&
           strlen(format) < sizeof(((struct leaf *)0)->format);
}

static const struct type *find_leaf(const char *format) {
    const struct leaf *leaf = atomic_load_explicit(leaf_place(format), memory_order_acquire);
    return leaf && strcmp(leaf->format, format) == 0 ? leaf->type : NULL;
}

static void keep_leaf(const char *format, const struct type *type) {
    _Atomic(const struct leaf *) *place = leaf_place(format);
    const struct leaf *none = NULL;
    struct leaf *leaf = NULL;
    if (!type || atomic_load(place) || !(leaf = memory_alloc(sizeof(*leaf))))
        return;
    memcpy(leaf->format, format, strlen(format) + 1);
    leaf->type = type;
    if (!atomic_compare_exchange_strong(place, &none, leaf))
        memory_free(leaf, sizeof(*leaf));
}

static const struct type *read_node(const struct ArrowSchema *schema, unsigned depth,
                                    unsigned *nodes_left) {
    struct node node = {0};
    char format[MAX_FORMAT];
    struct type_format parsed;
    if (depth > MAX_DEPTH || *nodes_left == 0 || peek(&node.copy, schema, sizeof(node.copy)) != 0 ||
        !node.copy.format || peek_string(format, sizeof(format), node.copy.format) < 0)
        return NULL;
    --*nodes_left;
    bool may_be_known = is_leaf(&node.copy, format);
    const struct type *type = may_be_known ? find_leaf(format) : NULL;
    if (type)
        return type;
    type_parse(format, &parsed);
    node.is_too_wide = node.copy.n_children > (int64_t)*nodes_left;
    if (!node.is_too_wide && node.copy.children && node.copy.n_children > 0)
        node.n_children = (uint32_t)node.copy.n_children;
    size_t size = node.n_children * sizeof(struct type *);
    if (node.n_children > 0 && !(node.children = memory_alloc(size)))
        return NULL;
    read_children(&node, depth, nodes_left);
    int64_t due = type_n_children(&parsed);
    /* Cut short or malformed, it says nothing about an array. */
    if ((due >= 0 && node.copy.n_children != due) ||
        (int64_t)node.n_children != node.copy.n_children ||
        !node.dictionary != !node.copy.dictionary)
        parsed.form = FORM_UNKNOWN;
    type = finish(&node, &parsed);
    memory_free(node.children, size);
    if (may_be_known)
        keep_leaf(format, type);
    return type;
}

const struct type *type_of(const struct ArrowSchema *schema) {
    unsigned nodes_left = MAX_NODES;
    return read_node(schema, 0, &nodes_left);
}
