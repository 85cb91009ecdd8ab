"""__init__: stands in for what a conftest imports and no test here uses.

SPDX-License-Identifier: Apache-2.0
"""
