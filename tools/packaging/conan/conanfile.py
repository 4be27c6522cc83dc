"""A recipe for Conan 2: builds Overland by its CMake files."""

import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get


class OverlandRecipe(ConanFile):
    name = "overland"
    description = "Paths on grid worlds too large for one search"
    license = "MIT"
    topics = ("pathfinding", "a-star", "hierarchical", "grid", "game-development")
    package_type = "library"
    settings = "os", "compiler", "build_type", "arch"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    languages = "C"
    implements = ["auto_shared_fpic"]

    def layout(self):
        cmake_layout(self, src_folder="src")

    def source(self):
        get(self, **self.conan_data["sources"][self.version], strip_root=True)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.variables["OVERLAND_INSTALL"] = True
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure(build_script_folder=os.path.join("tools", "cmake"))
        cmake.build()

    def package(self):
        copy(self, "LICENSE", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "overland")
        for name in ("overland", "overland_runtime"):
            part = self.cpp_info.components[name]
            part.set_property("cmake_target_name", f"overland::{name}")
            part.libs = [name]
            if self.settings.os in ("Linux", "FreeBSD"):
                part.system_libs = ["pthread"]
        if self.settings.os == "Windows" and self.options.shared:
            self.cpp_info.components["overland"].defines = ["OVL_SHARED_LIBRARY"]
