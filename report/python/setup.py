"""setup: with library and program in it the wheel is for one platform, and for every Python 3."""

# SPDX-License-Identifier: Apache-2.0

import pathlib

from setuptools import Distribution, setup

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:
    try:
        from wheel.bdist_wheel import bdist_wheel
    except ImportError:
        bdist_wheel = object

HAS_LIBRARY = pathlib.Path(__file__).with_name("arrowdev_check").joinpath("lib").is_dir()


class Package(Distribution):
    """Whether it goes where packages for one platform go."""

    def has_ext_modules(self):
        return HAS_LIBRARY


class Wheel(bdist_wheel):
    """No extension of one Python: programs."""

    def get_tag(self):
        return ("py3", "none", super().get_tag()[2] if HAS_LIBRARY else "any")


setup(distclass=Package, cmdclass={} if bdist_wheel is object else {"bdist_wheel": Wheel})
