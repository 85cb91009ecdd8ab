/* type: every format string has its name, nested ones show their children, hostile ones are cut. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/type.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "report/base/memory.h"
#include "tests/unit/unit.h"
#include "tracker/abi/arrow.h"

static int begin(void **state) {
    memory_init((size_t)64 << 20);
    type_init();
    return 0;
}

static const char *name_of(const struct ArrowSchema *schema) {
    const struct type *type = type_of(schema);
    return type ? type->name : "(none)";
}

/* The table of "Data type description -- format strings", and what a reader shall see. */
static const struct {
    const char *format, *name;
    enum type_form form;
    uint32_t width;
} formats[] = {
    {"n", "null", FORM_NULL, 0},
    {"b", "bool", FORM_BITS, 0},
    {"c", "int8", FORM_FIXED, 1},
    {"C", "uint8", FORM_FIXED, 1},
    {"s", "int16", FORM_FIXED, 2},
    {"S", "uint16", FORM_FIXED, 2},
    {"i", "int32", FORM_FIXED, 4},
    {"I", "uint32", FORM_FIXED, 4},
    {"l", "int64", FORM_FIXED, 8},
    {"L", "uint64", FORM_FIXED, 8},
    {"e", "float16", FORM_FIXED, 2},
    {"f", "float32", FORM_FIXED, 4},
    {"g", "float64", FORM_FIXED, 8},
    {"z", "binary", FORM_VARIABLE, 4},
    {"Z", "large_binary", FORM_VARIABLE, 8},
    {"vz", "binary_view", FORM_VIEW, 16},
    {"u", "string", FORM_VARIABLE, 4},
    {"U", "large_string", FORM_VARIABLE, 8},
    {"vu", "string_view", FORM_VIEW, 16},
    {"d:19,10", "decimal128(19, 10)", FORM_FIXED, 16},
    {"d:19,-2", "decimal128(19, -2)", FORM_FIXED, 16},
    {"d:9,2,32", "decimal32(9, 2)", FORM_FIXED, 4},
    {"d:18,2,64", "decimal64(18, 2)", FORM_FIXED, 8},
    {"d:76,0,256", "decimal256(76, 0)", FORM_FIXED, 32},
    {"w:42", "fixed_size_binary[42]", FORM_FIXED, 42},
    {"tdD", "date32", FORM_FIXED, 4},
    {"tdm", "date64", FORM_FIXED, 8},
    {"tts", "time32[s]", FORM_FIXED, 4},
    {"ttm", "time32[ms]", FORM_FIXED, 4},
    {"ttu", "time64[us]", FORM_FIXED, 8},
    {"ttn", "time64[ns]", FORM_FIXED, 8},
    {"tss:", "timestamp[s]", FORM_FIXED, 8},
    {"tsm:UTC", "timestamp[ms, tz=UTC]", FORM_FIXED, 8},
    {"tsu:Europe/Paris", "timestamp[us, tz=Europe/Paris]", FORM_FIXED, 8},
    {"tsn:+09:00", "timestamp[ns, tz=+09:00]", FORM_FIXED, 8},
    {"tDs", "duration[s]", FORM_FIXED, 8},
    {"tDm", "duration[ms]", FORM_FIXED, 8},
    {"tDu", "duration[us]", FORM_FIXED, 8},
    {"tDn", "duration[ns]", FORM_FIXED, 8},
    {"tiM", "interval[months]", FORM_FIXED, 4},
    {"tiD", "interval[days, ms]", FORM_FIXED, 8},
    {"tin", "interval[months, days, ns]", FORM_FIXED, 16},
    /* not in the table */
    {"", "\"\"", FORM_UNKNOWN, 0},
    {"q", "\"q\"", FORM_UNKNOWN, 0},
    {"ts", "\"ts\"", FORM_UNKNOWN, 0},
    {"tsx:", "\"tsx:\"", FORM_UNKNOWN, 0},
    {"ll", "\"ll\"", FORM_UNKNOWN, 0},
    {"+vx", "\"+vx\"", FORM_UNKNOWN, 0},
    {"a\nb\x01", "\"a?b?\"", FORM_UNKNOWN, 0},
};

static void formats_have_names(void **state) {
    for (unsigned i = 0; i < LENGTH(formats); i++) {
        struct ArrowSchema schema = {.format = formats[i].format};
        const struct type *type = type_of(&schema);
        assert_non_null(type);
        assert_string_equal(type->name, formats[i].name);
        assert_int_equal(type->form, formats[i].form);
        assert_int_equal(type->width, formats[i].width);
    }
}

static struct ArrowSchema id = {.format = "l", .name = "id"},
                          price = {.format = "g", .name = "price"};

static struct ArrowSchema nested(const char *format, int64_t n, struct ArrowSchema **children) {
    return (struct ArrowSchema){.format = format, .n_children = n, .children = children};
}

static void nested_types_show_their_children(void **state) {
    static const struct {
        const char *format, *name;
        enum type_form form;
    } one[] = {
        {"+l", "list<id: int64>", FORM_LIST},
        {"+L", "large_list<id: int64>", FORM_LIST},
        {"+vl", "list_view<id: int64>", FORM_LIST_VIEW},
        {"+vL", "large_list_view<id: int64>", FORM_LIST_VIEW},
        {"+w:16", "fixed_size_list<id: int64>[16]", FORM_FIXED_LIST},
    };
    struct ArrowSchema *children[] = {&id, &price};
    for (unsigned i = 0; i < LENGTH(one); i++) {
        struct ArrowSchema schema = nested(one[i].format, 1, children);
        assert_string_equal(name_of(&schema), one[i].name);
        assert_int_equal(type_of(&schema)->form, one[i].form);
    }
    struct ArrowSchema record = nested("+s", 2, children);
    assert_string_equal(name_of(&record), "struct<id: int64, price: float64>");
    assert_ptr_equal(type_of(&record)->children[1], type_of(&price));
    struct ArrowSchema dense = nested("+ud:4,7", 2, children),
                       sparse = nested("+us:0,1", 2, children);
    assert_string_equal(name_of(&dense), "dense_union<id: int64=4, price: float64=7>");
    assert_string_equal(name_of(&sparse), "sparse_union<id: int64=0, price: float64=1>");
    struct ArrowSchema runs = nested("+r", 2, children);
    assert_string_equal(name_of(&runs), "run_end<id: int64, price: float64>");
    struct ArrowSchema empty = nested("+s", 0, NULL);
    assert_string_equal(name_of(&empty), "struct<>");
    struct ArrowSchema *entries[] = {&record};
    struct ArrowSchema map = nested("+m", 1, entries);
    assert_string_equal(name_of(&map), "map<id: int64, price: float64>");
    struct ArrowSchema nameless = {.format = "i"}, *of_nameless[] = {&nameless};
    struct ArrowSchema list = nested("+l", 1, of_nameless);
    assert_string_equal(name_of(&list), "list<int32>");
}

static void dictionaries_show_both_types(void **state) {
    struct ArrowSchema values = {.format = "u"};
    struct ArrowSchema schema = {.format = "i", .name = "city", .dictionary = &values};
    assert_string_equal(name_of(&schema), "dictionary<values=string, indices=int32>");
    assert_int_equal(type_of(&schema)->width, 4);
    assert_ptr_equal(type_of(&schema)->dictionary, type_of(&values));
}

/* Binary metadata as the specification prints it. */
static size_t add_string(char *to, const char *string) {
    int32_t length = (int32_t)strlen(string);
    memcpy(to, &length, sizeof(length));
    memcpy(to + sizeof(length), string, (size_t)length);
    return sizeof(length) + (size_t)length;
}

static void extensions_are_named(void **state) {
    char metadata[256];
    int32_t n = 2;
    size_t at = sizeof(n);
    memcpy(metadata, &n, sizeof(n));
    at += add_string(metadata + at, "some key of whatever");
    at += add_string(metadata + at, "ARROW:extension:name");
    at += add_string(metadata + at, "ARROW:extension:name");
    at += add_string(metadata + at, "arrow.uuid");
    struct ArrowSchema schema = {.format = "w:16", .metadata = metadata};
    assert_string_equal(name_of(&schema), "extension<arrow.uuid, storage=fixed_size_binary[16]>");
    for (int32_t bad = -1; bad < 1; bad++) {
        memcpy(metadata, &bad, sizeof(bad));
        assert_string_equal(name_of(&schema), "fixed_size_binary[16]");
    }
    n = 2000000000;
    memcpy(metadata, &n, sizeof(n));
    assert_string_equal(name_of(&schema), "extension<arrow.uuid, storage=fixed_size_binary[16]>");
    memset(metadata + sizeof(n), 0xff, sizeof(n));
    assert_string_equal(name_of(&schema), "fixed_size_binary[16]");
    schema.metadata = (const char *)16;
    assert_string_equal(name_of(&schema), "fixed_size_binary[16]");
}

static void long_names_are_cut(void **state) {
    struct ArrowSchema *children[100];
    for (unsigned i = 0; i < LENGTH(children); i++)
        children[i] = &price;
    struct ArrowSchema wide = nested("+s", LENGTH(children), children);
    const struct type *type = type_of(&wide);
    assert_non_null(type);
    assert_true(strlen(type->name) < TYPE_NAME_SIZE);
    assert_string_equal(type->name + strlen(type->name) - 3, "...");
    assert_int_equal(type->n_children, LENGTH(children));
    char name[1000];
    memset(name, 'x', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    struct ArrowSchema child = {.format = "i", .name = name}, *one[] = {&child};
    struct ArrowSchema list = nested("+l", 1, one);
    type = type_of(&list);
    assert_true(strncmp(type->name, "list<xxx", 8) == 0);
    assert_string_equal(type->name + strlen(type->name) - 3, "...");
    /* cut between characters, never inside one */
    for (unsigned i = 0; i + 1 < sizeof(name); i++)
        name[i] = i % 2 ? (char)0xa9 : (char)0xc3;
    type = type_of(&list);
    size_t end = strlen(type->name) - 3;
    assert_int_equal((unsigned char)type->name[end - 1], 0xa9);
}

static void equal_types_are_one(void **state) {
    struct ArrowSchema *children[] = {&id, &price}, *turned[] = {&price, &id};
    struct ArrowSchema one = nested("+s", 2, children), same = nested("+s", 2, children),
                       other = nested("+s", 2, turned);
    assert_ptr_equal(type_of(&one), type_of(&same));
    assert_ptr_not_equal(type_of(&one), type_of(&other));
}

static void hostile_schemas_are_survived(void **state) {
    struct ArrowSchema schema = {0};
    assert_null(type_of(&schema));
    assert_null(type_of((const struct ArrowSchema *)8));
    schema.format = (const char *)8;
    assert_null(type_of(&schema));
    schema = nested("+s", 5, NULL);
    assert_string_equal(name_of(&schema), "struct<>");
    struct ArrowSchema *bad[] = {NULL, (struct ArrowSchema *)8, &id};
    schema = nested("+s", 3, bad);
    assert_string_equal(name_of(&schema), "struct<?, ?, id: int64>");
    schema = nested("+s", -7, bad);
    assert_string_equal(name_of(&schema), "struct<>");
    /* far more children than there is memory behind the pointer */
    struct ArrowSchema **page =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (unsigned i = 0; i < 512; i++)
        page[i] = &id;
    schema = nested("+s", INT64_MAX, page);
    assert_string_equal(name_of(&schema), "struct<...>");
    /* every child is the schema itself */
    for (unsigned i = 0; i < 512; i++)
        page[i] = &schema;
    schema = nested("+s", 512, page);
    assert_non_null(type_of(&schema));
    assert_string_equal(name_of(&price), "float64");
    munmap(page, 4096);
}

static void types_leave_memory_to_others(void **state) {
    char name[64];
    struct ArrowSchema child = {.format = "i", .name = name}, *children[] = {&child};
    struct ArrowSchema list = nested("+l", 1, children);
    size_t before = memory_stats().used;
    for (unsigned i = 0; i < 200000; i++) {
        for (unsigned digit = 0, rest = i; digit < sizeof(name) - 1; digit++, rest /= 10)
            name[digit] = (char)('0' + rest % 10);
        type_of(&list);
    }
    assert_true(memory_stats().used - before < memory_stats().budget / 4);
    assert_non_null(type_of(&price));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_have_names),
        cmocka_unit_test(nested_types_show_their_children),
        cmocka_unit_test(dictionaries_show_both_types),
        cmocka_unit_test(extensions_are_named),
        cmocka_unit_test(long_names_are_cut),
        cmocka_unit_test(equal_types_are_one),
        cmocka_unit_test(hostile_schemas_are_survived),
        cmocka_unit_test(types_leave_memory_to_others),
    };
    return cmocka_run_group_tests_name("type", tests, begin, NULL);
}
