#!/bin/sh
# The port for vcpkg and the recipe for Conan have the form that their tools read, the version of the library,
# and the targets that its CMake files make. Neither tool is run.
. "$(dirname "$0")/checks.sh"
cd "$root/tools/packaging" || exit 1
version=$(sed -n "s/^ *version: '\([0-9.]*\)',.*/\1/p" "$root/meson.build" | head -n 1)

check "vcpkg.json has its fields" python3 - "$version" <<'END'
import json
import sys

port = json.load(open("vcpkg/vcpkg.json", encoding="utf-8"))
assert port["name"] == "overland" and port["version"] == sys.argv[1], port
assert port["license"] == "MIT" and port["description"], port
assert all(each["host"] for each in port["dependencies"]), port
END
check "portfile.cmake is CMake" sh -c '[ "$(tr -dc "(" <vcpkg/portfile.cmake | wc -c)" = \
  "$(tr -dc ")" <vcpkg/portfile.cmake | wc -c)" ]'
for call in vcpkg_download_distfile vcpkg_extract_source_archive vcpkg_cmake_configure vcpkg_cmake_install \
  vcpkg_cmake_config_fixup vcpkg_install_copyright; do
  check "the port calls $call" grep -q "^$call(" vcpkg/portfile.cmake
done
check "it builds the folder of the CMake files" test -e "$root/tools/cmake/CMakeLists.txt"
check "their installed configuration is where the port looks" grep -q 'LIBDIR}/cmake/overland' \
  "$root/tools/cmake/CMakeLists.txt"

check "the recipe is Python, with the methods of a recipe" python3 - <<'END'
import ast

tree = ast.parse(open("conan/conanfile.py", encoding="utf-8").read())
recipe = next(node for node in tree.body if isinstance(node, ast.ClassDef))
methods = {node.name for node in recipe.body if isinstance(node, ast.FunctionDef)}
wanted = {"layout", "source", "generate", "build", "package", "package_info"}
assert wanted <= methods, wanted - methods
fields = {target.id for node in recipe.body if isinstance(node, ast.Assign) for target in node.targets}
assert {"name", "license", "settings", "options", "package_type"} <= fields, fields
END
check "its sources are those of this version" grep -q "^  \"$version\":" conan/conandata.yml
for target in overland overland_runtime; do
  check "overland::$target is a target of the CMake files" grep -q "foreach(name .*\<$target\>" \
    "$root/tools/cmake/CMakeLists.txt"
done
finish
