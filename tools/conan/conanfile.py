"""Flatline for Conan 2: conan create tools/conan. It builds the tree that it lies in."""
import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class Flatline(ConanFile):
    name = "flatline"
    description = "Loads Doom-engine maps into flat, checked, immutable arrays"
    license = "MIT"
    package_type = "library"
    settings = "os", "compiler", "build_type", "arch"
    options = {"shared": [True, False], "fPIC": [True, False], "physfs": [True, False],
               "libdeflate": [True, False]}
    default_options = {"shared": False, "fPIC": True, "physfs": False, "libdeflate": False}

    def set_version(self):
        header = load(self, os.path.join(self.recipe_folder, "../../engine/include/flatline/version.h"))
        self.version = re.search(r'VERSION_STRING "(.*)"', header).group(1)

    def export_sources(self):
        tree = os.path.join(self.recipe_folder, "../..")
        for pattern in ("CMakeLists.txt", "LICENSE", "engine/*"):
            copy(self, pattern, src=tree, dst=self.export_sources_folder)

    def requirements(self):
        self.requires("zlib/[>=1.2.11 <2]")
        if self.options.libdeflate:
            self.requires("libdeflate/[>=1.14]")
        if self.options.physfs:
            self.requires("physfs/[>=3.0.2]")
            self.requires("xz_utils/[>=5.4]")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["FLATLINE_DEVELOPER"] = False
        toolchain.cache_variables["FLATLINE_INSTALL"] = True
        toolchain.cache_variables["FLATLINE_PHYSFS"] = bool(self.options.physfs)
        toolchain.cache_variables["FLATLINE_LIBDEFLATE"] = "ON" if self.options.libdeflate else "OFF"
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "flatline")]
