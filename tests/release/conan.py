#!/usr/bin/env python3
"""conan.py [--build]: the recipe of tools/conan with stand-ins for Conan's modules, because Debian has no
Conan. What the recipe copies is configured by the options that it gives, and the steps of its build are
listed: so the options, the files and the version are those of this tree. The libraries that it asks
for are those of the machine. With --build the recipe with all options is also compiled, and its package
used by tests/consumer; that takes minutes."""
import fnmatch
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import types
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FAST = ["-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_CXX_FLAGS=-O0"]


def module(name, **members):
    made = types.ModuleType(name)
    vars(made).update(members)
    sys.modules[name] = made


class ConanFile:
    recipe_folder = str(ROOT / "tools/conan")

    def __init__(self, place, options):
        self.export_sources_folder = self.source_folder = f"{place}/source"
        self.build_folder, self.package_folder = f"{place}/build", f"{place}/package"
        for name, value in options.items():
            assert value in self.options[name], name
        self.options = types.SimpleNamespace(**(self.default_options | options))
        self.required = []
        self.cpp_info = types.SimpleNamespace(set_property=lambda *_: None)

    def requires(self, what):
        assert re.fullmatch(r"[a-z_]+/\[>=[0-9.]+( <[0-9]+)?\]", what), what
        self.required.append(what.split("/")[0])


class Toolchain:
    def __init__(self, recipe):
        self.recipe, self.cache_variables = recipe, {}

    def generate(self):
        self.recipe.variables = self.cache_variables


class CMake:
    def __init__(self, recipe):
        self.recipe = recipe

    def configure(self):
        words = [f"-D{name}={'ON' if value is True else 'OFF' if value is False else value}"
                 for name, value in self.recipe.variables.items()]
        done = subprocess.run(["cmake", "-G", "Ninja", "-S", self.recipe.source_folder, "-B", self.recipe.build_folder,
                               f"-DBUILD_SHARED_LIBS={'ON' if self.recipe.options.shared else 'OFF'}",
                               "-DCMAKE_INSTALL_LIBDIR=lib", *words, *FAST], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "Manually-specified variables" not in done.stderr, done.stderr

    def build(self):
        if self.recipe.compiled:
            subprocess.run(["cmake", "--build", self.recipe.build_folder], check=True)
            return
        plan = subprocess.run(["ninja", "-n", "-C", self.recipe.build_folder], capture_output=True, text=True)
        assert plan.returncode == 0, plan.stdout

    def install(self):
        plan = (Path(self.recipe.build_folder) / "engine/cmake_install.cmake").read_text()
        assert "/lib/cmake/flatline" in plan
        if self.recipe.compiled:
            subprocess.run(["cmake", "--install", self.recipe.build_folder, "--prefix", self.recipe.package_folder],
                           check=True)


def copy(_, pattern, src, dst):
    for folder, _, files in os.walk(Path(src) / pattern.split("*")[0].rstrip("/") if "*" in pattern else src):
        for file in files:
            name = os.path.relpath(os.path.join(folder, file), src)
            if fnmatch.fnmatch(name, pattern):
                target = Path(dst) / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(Path(src) / name, target)
        if "*" not in pattern:
            break


def used(package, place):
    """A program of another tree finds the package and reads a map with it."""
    subprocess.run(["cmake", "-G", "Ninja", "-S", ROOT / "tests/consumer", "-B", place, f"-DCMAKE_PREFIX_PATH={package}"],
                   check=True)
    subprocess.run(["cmake", "--build", place], check=True)
    subprocess.run([f"{place}/counts", ROOT / "tests/maps/square.wad"], check=True)


def main():
    module("conan", ConanFile=ConanFile)
    module("conan.tools")
    module("conan.tools.cmake", CMake=CMake, CMakeToolchain=Toolchain, cmake_layout=lambda _: None,
           CMakeDeps=lambda _: types.SimpleNamespace(generate=lambda: None))
    module("conan.tools.files", copy=copy, load=lambda _, path: Path(path).read_text())
    spec = importlib.util.spec_from_file_location("conanfile", ROOT / "tools/conan/conanfile.py")
    recipe_module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(recipe_module)
    for options, required in (({}, ["zlib"]),
                              ({"physfs": True, "libdeflate": True},
                               ["zlib", "libdeflate", "physfs", "xz_utils"])):
        with tempfile.TemporaryDirectory() as place:
            recipe = recipe_module.Flatline(place, options)
            recipe.compiled = "--build" in sys.argv and bool(options)
            recipe.set_version()
            recipe.export_sources()
            recipe.requirements()
            assert recipe.required == required, recipe.required
            recipe.layout()
            recipe.generate()
            recipe.build()
            recipe.package()
            recipe.package_info()
            assert (Path(place) / "package/licenses/LICENSE").is_file()
            if recipe.compiled:
                used(recipe.package_folder, f"{place}/consumer")
            print(f"flatline {recipe.version} with {required}:", "built" if recipe.compiled else "configured")


main()
