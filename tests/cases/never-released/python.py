"""A script forgets an array that a function of its own exported.

expect: never-released error last-holder python.py at here origin here
seen: 1 array
"""

# SPDX-License-Identifier: Apache-2.0

import ctypes

import arrays


def forget():
    array = arrays.Array()
    arrays.export_array(arrays.result, arrays.some_array(4), ctypes.byref(array), None)  # <- here


forget()
print("forgotten")
