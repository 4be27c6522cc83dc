#!/bin/sh
# Programs are built with an installed tree by pkg-config, and each header is compiled alone, in C and
# C++. test_build_systems.sh has the other ways to build programs.
. "$(dirname "$0")/checks.sh"
cd "$work" || exit 1

cat >consumer.c <<'PROGRAM'
#include <overland.h>
#include <stdio.h>
int main(void) {
  uint8_t terrain[4] = {1, 1, 1, 1};
  ovl_bake_def def = {0};
  def.width = 2;
  def.height = 2;
  def.terrain = terrain;
  ovl_world *world = NULL;
  ovl_result result = ovl_world_bake(&def, &world, NULL);
  ovl_world_close(world);
  printf("%s %d\n", ovl_version(), (int)result);
  return (int)result;
}
PROGRAM

# ---- Installed ----
check "what makes all that is installed makes the manual page too" sh -c \
  "ninja -C '$build' -t query without-tests | grep -q ' overland.1$'"
check "meson install" install_build
(cd dest && find . -type f -o -type l) >tree 2>/dev/null
for part in 'liboverland\.a' 'liboverland_crowd\.a' 'liboverland_runtime\.a' 'liboverland\.so' 'pkgconfig/overland\.pc' \
  'pkgconfig/overland_runtime\.pc' \
  'cmake/overland/overland-config\.cmake' 'cmake/overland/overland-config-version\.cmake' \
  'bin/overland' 'man/man1/overland\.1' 'bash-completion/completions/overland\.bash' \
  'zsh/site-functions/_overland' 'fish/vendor_completions\.d/overland\.fish'; do
  check "installs $(echo "$part" | tr -d '\\')" grep -q "/$part\$" tree
done
sed -n 's|.*/include/||p' tree | sort >installed
(cd "$root/src" && ls overland*.h) | sort >headers
echo overland.hpp | sort - headers >all_headers
comm -3 installed all_headers >wrong
empty "installs the public headers and no other" wrong

pc=$(grep '/overland\.pc$' tree | head -n 1)
PKG_CONFIG_PATH=$work/dest/$(dirname "$pc")
PKG_CONFIG_SYSROOT_DIR=$work/dest
export PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR
check "pkg-config knows the version" test "$(pkg-config --modversion overland)" = "$version"
# shellcheck disable=SC2046
check "a program builds by pkg-config" ${CC:-cc} consumer.c -o consumer \
  $(pkg-config --cflags --libs overland)
libdir=$work/dest/$(dirname "$(grep '/liboverland\.so$' tree | head -n 1)")
check "it runs with the shared library" sh -c "LD_LIBRARY_PATH='$libdir' ./consumer >said"
check "it says the version" grep -qx "$version 0" said
# shellcheck disable=SC2046
check "a C++ program builds by pkg-config" ${CXX:-c++} -std=c++11 "$root/tests/consumers/walk.cpp" -o walk \
  $(pkg-config --cflags --libs overland)
check "its unit walks" sh -c "LD_LIBRARY_PATH='$libdir' ./walk | tail -n 1 | grep -qx 'walk to 120,2'"
command=$work/dest/$(grep '/bin/overland$' tree | head -n 1)
check "the installed command runs" "$command" --help
unset PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR

# ---- C++ and versions ----
printf '#include <overland.h>\nint main() { return ovl_version() == nullptr; }\n' >user.cpp
check "a C++ program builds" ${CXX:-c++} -std=c++11 -Wall -Wextra -Wpedantic -Werror -I"$root/src" \
  user.cpp "$build/liboverland.a" -o user
check "it runs with the static library" ./user
while read -r header; do
  printf '#include <%s>\n#include <%s>\n' "$header" "$header" >alone.c
  check "$header alone in C" ${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$root/src" \
    -fsyntax-only alone.c
  cp alone.c alone.cpp
  check "$header alone in C++" ${CXX:-c++} -std=c++11 -Wall -Wextra -Wpedantic -Werror \
    -I"$root/src" -fsyntax-only alone.cpp
done <headers
header=$(awk '/^#define OVL_VERSION_(MAJOR|MINOR|PATCH)/ {v = v s $3; s = "."} END {print v}' \
  "$root/src/overland.h")
check "header and meson.build agree on the version" test "$header" = "$version"

finish
