#!/bin/sh
# The ways to build a program with Overland: each project in tests/consumers is built, and its unit
# walks. What needs CMake is skipped where it is not installed; --long installs it, and builds with
# the options that projects use.
. "$(dirname "$0")/checks.sh"
cd "$work" || exit 1
consumers=$root/tests/consumers

# ---- One line of a compiler ----

sh "$root/tools/amalgamate.sh" two >/dev/null
check "one line builds a program with the two files" ${CC:-cc} -Itwo "$consumers/walk.c" \
  two/overland.c -o one
check "its unit walks" walks ./one
check "Meson installs" install_build --tags devel,runtime
prefix=$work/dest$(meson introspect "$build" --buildoptions |
  python3 -c 'import json, sys
print(*(o["value"] for o in json.load(sys.stdin) if o["name"] == "prefix"))')
libraries=$(dirname "$(find dest -name 'liboverland.a')")
PKG_CONFIG_PATH=$work/$libraries/pkgconfig PKG_CONFIG_SYSROOT_DIR=$work/dest
export PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR
for kind in '' --static; do
  # shellcheck disable=SC2046,SC2086
  check "one line builds it by pkg-config $kind" ${CC:-cc} "$consumers/walk.c" -o by_name \
    ${kind:+-static} $(pkg-config $kind --cflags --libs overland)
  check "its unit walks" walks env LD_LIBRARY_PATH="$libraries" ./by_name
done
unset PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR

# ---- Meson ----

# The archive that the wrap file names. Meson needs only these files to build the library.
mkdir -p overland/tools/bindings
cp -R "$root/src" "$root/meson.build" "$root/LICENSE" overland/
cp -R "$root/tools/cmake" overland/tools/
cp -R "$root/tools/bindings/cpp" overland/tools/bindings/
mkdir -p game/meson_wrap/subprojects/packagefiles
cp -R "$consumers/meson_wrap" game/
tar -cf game/meson_wrap/subprojects/packagefiles/overland.tar overland
cp "$consumers/walk.c" "$consumers/walk.cpp" game/
# All sources of a library in one compilation, which takes less time.
check "a Meson project takes in Overland by its wrap file" meson setup wrapped game/meson_wrap \
  --force-fallback-for=overland --unity on --unity-size 1000
check "it builds" ninja -C wrapped
check "its unit walks" walks wrapped/walk
check "and that of C++" walks wrapped/walk_cpp
check "no tools and no tests in a subproject" sh -c \
  "! find wrapped -name 'overland' -type f -o -name 'overland_tests' | grep ."

# ---- CMake ----

if [ -n "$long" ]; then
  check "CMake is there" sh "$root/tools/setup.sh" cmake
elif ! command -v cmake >/dev/null; then
  echo "skipped: add_subdirectory, FetchContent and find_package: CMake is not installed"
  finish
fi

cat >list.cmake <<'LIST'
include("${ROOT}/tools/cmake/sources.cmake")
foreach(part RUN MAKE CROWD)
  foreach(file IN LISTS OVERLAND_${part})
    file(APPEND ${part} "${file}\n")
  endforeach()
endforeach()
file(WRITE version "${OVERLAND_VERSION}\n")
LIST
check "CMake reads meson.build" cmake -DROOT="$root" -P list.cmake
cat RUN MAKE CROWD | sort >listed
find "$root/src" -name '*.c' | sort >sources
check "it has all sources" diff sources listed
for archive in overland_runtime:RUN overland_crowd:CROWD; do
  sed "s|^$root/||" "${archive#*:}" | tr / _ | sort >listed
  ar t "$build/lib${archive%:*}.a" | sed 's/\.o$//' | sort >sources
  check "and those of lib${archive%:*}.a" diff sources listed
done
check "and the version" grep -qx "$version" version

# Not optimized, and all sources of a library in one compilation, which takes less time.
quick='-DCMAKE_BUILD_TYPE=Debug -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0 -DCMAKE_C_FLAGS=-w'
generator='-G Ninja'

# built_by_cmake NAME PROJECT OPTION...: the project is set up, built, and its unit walks.
# shellcheck disable=SC2086
built_by_cmake() {
  cmake_name=$1 project=$2
  shift 2
  rm -rf by_cmake
  check "$cmake_name: the project is set up" cmake -S "$consumers/$project" -B by_cmake $generator "$@"
  # What is fetched has the same targets as what is added, and is built with --long.
  [ "$cmake_name" != FetchContent ] || [ -n "$long" ] || return 0
  check "$cmake_name: it builds" cmake --build by_cmake
  check "$cmake_name: its unit walks" walks by_cmake/walk
  [ ! -e by_cmake/walk_cpp ] || check "$cmake_name: that of C++ walks" walks by_cmake/walk_cpp
}
# shellcheck disable=SC2086
{
  built_by_cmake add_subdirectory cmake_subdirectory $quick
  built_by_cmake FetchContent cmake_fetch $quick -DFETCHCONTENT_FULLY_DISCONNECTED=OFF \
    "-DOVERLAND=file://$work/game/meson_wrap/subprojects/packagefiles/overland.tar"
  built_by_cmake "find_package of Meson's" cmake_package "-DCMAKE_PREFIX_PATH=$prefix"
}
check "without a build type the library is optimised" sh -c \
  "cmake -S '$consumers/cmake_subdirectory' -B typeless $generator &&
    grep -q 'FLAGS = .*-O2' typeless/build.ninja"
check "with one it is as the project says" sh -c \
  "cmake -S '$consumers/cmake_subdirectory' -B debug $generator -DCMAKE_BUILD_TYPE=Debug &&
    ! grep -q -e -O2 debug/build.ninja"
mv dest moved
built_by_cmake "find_package in a tree that was moved" cmake_package \
  "-DCMAKE_PREFIX_PATH=$work/moved${prefix#"$work/dest"}"
mkdir later
sed 's/overland 0.1/overland 0.2/' "$consumers/cmake_package/CMakeLists.txt" >later/CMakeLists.txt
check "find_package of another version is refused" sh -c \
  "! cmake -S later -B apart '-DCMAKE_PREFIX_PATH=$work/moved${prefix#"$work/dest"}' 2>errors"
check "with both versions" sh -c "tr -s ' \n' ' ' <errors |
  grep -q 'compatible with requested version \"0.2\".*version: $(cat version)'"
rm "$(find moved -name liboverland_runtime.a)"
check "find_package of half a library is refused" sh -c \
  "! cmake -S '$consumers/cmake_package' -B half '-DCMAKE_PREFIX_PATH=$work/moved${prefix#"$work/dest"}' 2>errors"
check "with what is missing" grep -q 'overland_runtime or overland.h is not beside' errors
if [ -z "$long" ]; then
  echo "skipped: what CMake installs takes --long"
  finish
fi

# ---- What CMake installs ----

mkdir open
cat >open/CMakeLists.txt <<PROJECT
cmake_minimum_required(VERSION 3.16)
project(game LANGUAGES C)
find_package(overland REQUIRED)
add_executable(open "$root/tests/examples/example_runtime.c")
target_link_libraries(open PRIVATE overland::overland_runtime)
PROJECT
for shared in OFF ON; do
  rm -rf made installed by_cmake
  check "CMake sets up the library, shared: $shared" cmake -S "$root/tools/cmake" -B made \
    "-DCMAKE_INSTALL_PREFIX=$work/installed" -DBUILD_SHARED_LIBS=$shared
  check "builds it" cmake --build made --parallel "$(getconf _NPROCESSORS_ONLN)"
  check "installs it" cmake --install made
  (cd installed && find . -name '*.h*' | sed 's|.*/||' | sort) >listed
  (cd "$root/src" && ls overland*.h && echo overland.hpp) | sort >sources
  check "with the public headers and no other" diff sources listed
  built_by_cmake "find_package of CMake's" cmake_package "-DCMAKE_PREFIX_PATH=$work/installed"
  rm -rf opened
  check "a program with the run-time part" sh -c "cmake -S open -B opened \
    '-DCMAKE_PREFIX_PATH=$work/installed' && cmake --build opened"
done
finish
