"""kuzu_null_struct: a struct column's fields are shorter than the column.

ArrowRowBatch sets a bit for a struct that is null and appends nothing to its fields, so readers
find the values of later rows in earlier ones and the last ones behind the end.
"""

# package: kuzu
# expect: child-too-short error producer _kuzu.*.so
# known: yes

# SPDX-License-Identifier: Apache-2.0

import tempfile

import kuzu

with tempfile.TemporaryDirectory() as folder:
    connection = kuzu.Connection(kuzu.Database(folder + "/db"))
    query = "unwind [1, 2, 3] as q return case when q = 2 then null else {a: q} end as x"
    column = connection.execute(query).get_as_arrow()["x"].chunk(0)
    print("fault:", "yes" if len(column.field(0)) < len(column) else "no")
