#!/bin/sh
# tools/amalgamate.sh: its two files hold each source once, compile without a warning, and give the
# answers of the other build; the run-time part is that of liboverland_runtime.a, and units. With --long
# by all compilers and languages, and the C tests pass on it.
. "$(dirname "$0")/checks.sh"
cd "$work" || exit 1
flags='-std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes
  -Wmissing-prototypes -Wvla -Werror'
portable=$root/tests/portable/portable.c

# ---- What is refused ----

# says_line NAME CODE PATTERN ARGUMENT...: that exit code, and one line with the pattern.
says_line() {
  line_name=$1 line_code=$2 line_pattern=$3
  shift 3
  check "$line_name" says "$line_code" sh "$root/tools/amalgamate.sh" "$@"
  check "$line_name: one line" test "$(wc -l <errors)" = 1
  check "$line_name: its words" grep -qE "^amalgamate: .*($line_pattern)" errors
}
echo text >file
mkdir mine
cp "$root/src/overland.h" mine/
says_line "no folder" 2 'no folder is given; usage: '
says_line "an empty name" 2 'no folder is given; usage: ' ''
says_line "two folders" 2 'two folders are given, a and b; usage: ' a b
says_line "an unknown option" 2 'there is no option --run; usage: ' --run out
says_line "a file for a folder" 3 'file is a file, and not a folder' file
says_line "a folder in a file" 4 "the folder file/out can't be made" file/out
says_line "a header of others" 3 'mine/overland.h was not written by this script' mine
check "it is left as it was" cmp "$root/src/overland.h" mine/overland.h

# ---- What it writes ----

check "it writes the library" sh "$root/tools/amalgamate.sh" all
check "it writes over its own files" sh "$root/tools/amalgamate.sh" all
check "it writes the run-time part" sh "$root/tools/amalgamate.sh" --runtime run
check "nothing else" test "$(ls -A all run | tr '\n' ' ')" = "all: overland.c overland.h  run: overland.c overland.h "
(cd / && LC_ALL=C.UTF-8 sh "$root/tools/amalgamate.sh" "$work/again" >/dev/null)
check "the same bytes each time" diff -r all again
# sources_in FILE...: the sources whose titles stand there.
sources_in() { cat "$@" | sed -n 's|^/\* ---- \([a-z_0-9/]*\.[ch]\) ---- \*/$|\1|p' | sort; }
sources_in all/overland.c all/overland.h >held
(cd "$root/src" && find . -name '*.[ch]' | sed 's|^\./||' | sort) >sources
check "each source once" diff sources held
sources_in run/overland.c | grep '\.c$' | tr / _ >held
for archive in runtime crowd; do ar t "$build/liboverland_$archive.a"; done |
  sed -n 's/^src_\(.*\.c\)\.o$/\1/p' | sort >sources
check "of the run-time part, those of liboverland_runtime.a and liboverland_crowd.a" sh -c 'sort held | diff sources -'

# Macros: those of a .c file are its own, those of a header are there for all files.
mkdir copy
cp -R "$root/src" "$root/LICENSE" copy/
mkdir copy/tools
cp "$root"/tools/amalgamate.* copy/tools/
echo '#define TWICE 1' >>copy/src/common/hash64.c
echo '#define TWICE 2' >>copy/src/common/scc.c
check "two sources define a macro" sh copy/tools/amalgamate.sh two
check "each has its own" ${CC:-cc} -std=c11 -Werror -fsyntax-only two/overland.c
echo '#define TWICE 3' | tee -a copy/src/common/cell.h >>copy/src/common/list.h
check "two headers define a macro" says 4 sh copy/tools/amalgamate.sh two
check "in one line" test "$(wc -l <errors)" = 1
check "it names them" grep -qE \
  '^amalgamate: the macro TWICE is defined in src/[a-z/]*.h and in src/[a-z/]*.h$' errors
check "and nothing is left of it" test "$(ls -A two | tr '\n' ' ')" = "overland.c overland.h "

# ---- What it does ----

# compiles FOLDER OBJECT COMPILER...: without a warning.
compiles() {
  compiles_from=$1 compiles_to=$2
  shift 2
  # shellcheck disable=SC2086
  "$@" $flags -c "$compiles_from/overland.c" -o "$compiles_to"
}

# answers COMMAND...: the number of tests/portable/portable.c.
answers() { "$@" | tr -d '\r' | diff answer -; }

# links PROGRAM OBJECT COMPILER...: the program of many calls, with the header of the two files.
links() {
  links_to=$1 links_with=$2
  shift 2
  "$@" -include all/overland.h -I"$root/src" "$portable" "$links_with" -o "$links_to"
}

"$build/portable_test" >answer
check "it compiles without a warning" compiles all all.o ${CC:-cc} -O0
check "it is linked" links all.program all.o ${CC:-cc} -std=c11
check "it gives the answers of the other build" answers ./all.program
check "the run-time part compiles without a warning" compiles run run.o ${CC:-cc} -O0
check "it is linked with an example" ${CC:-cc} -std=c11 -Irun \
  "$root/tests/examples/example_runtime.c" run.o -o run.program
# defines FILE...: their public functions.
defines() { nm -g --defined-only "$@" | sed -n 's/.* T \(ovl_.*\)/\1/p' | sort; }
defines run.o >held
defines "$build/liboverland_runtime.a" "$build/liboverland_crowd.a" >sources
check "it defines their functions" diff sources held

cat >user.cpp <<'PROGRAM'
#include "overland.h"
#include <cstdio>
int main() {
  static uint8_t cells[64 * 64];
  for (int i = 0; i < 64 * 64; i++) cells[i] = i % 64 != 32 || i / 64 == 5;
  ovl_bake_def def = {};
  def.width = def.height = 64;
  def.terrain = cells;
  ovl_world *world = nullptr;
  ovl_planner *planner = nullptr;
  if (ovl_world_bake(&def, &world, nullptr) != OVL_OK) return 1;
  ovl_planner_def planner_def = {};
  planner_def.world = world;
  if (ovl_planner_create(&planner_def, &planner, nullptr) != OVL_OK) return 1;
  ovl_query query = {};
  query.start.x = query.start.y = query.goal.y = 5;
  query.goal.x = 60;
  ovl_path path = ovl_path();
  ovl_cell points[8];
  path.points = points;
  path.capacity = 8;
  const ovl_result result = ovl_find_path(planner, world, &query, &path);
  std::printf("%d %d\n", static_cast<int>(result), static_cast<int>(path.cost / OVL_STRAIGHT_COST));
  ovl_planner_destroy(planner);
  ovl_world_close(world);
  return 0;
}
PROGRAM
# walks_in COMPILER...: a program in C++ walks straight through the door.
walks_in() {
  "$@" -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Iall user.cpp all.o -o user &&
    [ "$(./user)" = "0 55" ]
}
check "it is used from C++11" walks_in ${CXX:-c++} -std=c++11

if command -v tcc >/dev/null; then
  check "it compiles with tcc, single-threaded" tcc -Wall -Werror -DOVL_SINGLE_THREAD \
    -c all/overland.c -o tcc.o
else
  echo "skipped: tcc is not installed"
fi
if [ -z "$long" ]; then
  echo "skipped: other compilers, and the C tests, take --long"
  finish
fi

# ---- All compilers ----
# same_everywhere.sh compares what they compute.

check "the compilers are there" sh "$root/tools/setup.sh" cc c++ clang tcc x86_64-w64-mingw32-gcc
for compiler in gcc clang x86_64-w64-mingw32-gcc 'clang --target=wasm32' 'gcc -ffreestanding' \
  'gcc -DOVL_SINGLE_THREAD' 'clang -DOVL_SINGLE_THREAD'; do
  # shellcheck disable=SC2086
  for part in all run; do
    check "$compiler compiles it, $part" compiles $part object.o $compiler -O2
  done
done
check "tcc compiles the run-time part" tcc -Wall -Werror -DOVL_SINGLE_THREAD -c run/overland.c \
  -o part.o
check "tcc links it" links program tcc.o tcc -DOVL_SINGLE_THREAD
check "tcc gives the answers" answers ./program
check "in Microsoft's manner" clang --driver-mode=cl --target=x86_64-pc-windows-msvc \
  /clang:-ffreestanding /W4 /WX /Zs all/overland.c
for compiler in g++ clang++; do
  for standard in 11 14 17 20; do
    check "$compiler, C++$standard" walks_in $compiler -std=c++$standard
  done
done

# ---- The C tests ----

# The command that links them, with the library of the two files.
suite() {
  compiles all object.o ${CC:-cc} -O3 || return 1
  link=$(ninja -C "$build" -t commands overland_tests | tail -n 1 |
    sed "s| -o overland_tests | -o $work/tests |; s|[^ ]*liboverland_checked\.a|$work/object.o|")
  case $link in *liboverland_checked.a*) return 1 ;; esac
  (cd "$build" && eval "$link")
}
check "the C tests are linked with it" suite
check "the C tests pass" sh -c './tests >said && tail -n 1 said | grep -qE "^[1-9][0-9]* passed, 0 failed$"'
finish
