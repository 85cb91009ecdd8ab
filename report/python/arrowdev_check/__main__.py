"""__main__: `python -m arrowdev_check` is arrowdev-check."""

# SPDX-License-Identifier: Apache-2.0

from arrowdev_check import main

main()
