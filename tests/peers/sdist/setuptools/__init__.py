"""__init__: nothing, but a package.

SPDX-License-Identifier: Apache-2.0
"""
