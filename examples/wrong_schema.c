/* wrong_schema: a stream's chunks have a column less than its schema.
 *
 *   examples/column.c:95:12: error: array#1 has 1 child, its schema has 2 [schema-array-mismatch]
 *
 *     what    array#1  ArrowArray  struct<id: int64, price: int64>  4 rows
 *     who     producer (libcolumn.so: get_next column.c:95)      observed      1 time
 *
 *     owner      ms      thread  event     by                       owner afterwards
 *           >   0.989    main    get_next  main wrong_schema.c:34   wrong_schema at 0x7ffc..65b0 (made by libcolumn.so)
 *
 *     now     #0 main                 examples/wrong_schema.c:34
 *     origin  as now
 *
 *     spec    C Data Interface, "The ArrowArray structure", MUST
 *             An array has as many children as its schema, everywhere in the tree.
 *             https://arrow.apache.org/docs/format/CDataInterface.html#c.ArrowArray.n_children
 *     fix     Hand array#1 over with the schema that describes it.
 *     more    arrowdev-check explain schema-array-mismatch        mute: schema-array-mismatch fun:main reason:".."
 */
/* SPDX-License-Identifier: Apache-2.0 */
#include "column.h"

static void chunk(struct ArrowArray *out) {
    column_fill_pair(out);
    out->n_children = 1; /* the schema was made before a column was dropped */
}

int main(void) {
    struct ArrowArrayStream stream;
    struct ArrowSchema type;
    struct ArrowArray array;
    column_stream_of(&stream, column_schema_pair, chunk);
    stream.get_schema(&stream, &type);
    stream.get_next(&stream, &array);
    array.release(&array);
    type.release(&type);
    stream.release(&stream);
    return 0;
}
