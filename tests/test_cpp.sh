#!/bin/sh
# The header for C++: its program is compiled by g++ and clang++ as C++11 and C++20 (with --long also
# as those between), with exceptions and without, and no warning, and walks; what is used wrongly or after its end is refused.
. "$(dirname "$0")/checks.sh"
cd "$work" || exit 1
header=$root/tools/bindings/cpp/overland.hpp
strict="-Wall -Wextra -Wpedantic -Werror -I$root/src -I$root/tools/bindings/cpp"
compilers=
for compiler in g++ clang++; do
  if [ -n "$long" ]; then
    check "$compiler is there" sh "$root/tools/setup.sh" "$(echo $compiler | sed 's/^g++$/c++/; s/clang++/clang/')"
  fi
  if command -v $compiler >/dev/null; then
    compilers="$compilers $compiler"
  else
    echo "skipped: the header for C++ with $compiler: it is not installed"
  fi
done
[ -n "$compilers" ] || finish

check "the header has at most 295 lines" test "$(wc -l <"$header")" -le 295
"$overland" build "$root/maps/rooms-150x90.map" -o room.world >/dev/null

# The static libraries; the programs have units.
libraries="$build/liboverland_crowd.a $build/liboverland.a"

# compiles NAME COMPILER FLAG...: the program compiles without a warning; its code is not made.
compiles() {
  compiles_name=$1
  shift
  # shellcheck disable=SC2086
  check "$compiles_name compiles it" "$@" $strict -fsyntax-only "$root/tests/bindings/walk.cpp"
}

# walks_in NAME COMPILER FLAG...: the program compiles without a warning and walks.
walks_in() {
  walks_name=$1
  shift
  # shellcheck disable=SC2086
  check "$walks_name compiles it" "$@" $strict "$root/tests/bindings/walk.cpp" $libraries -o walk
  check "$walks_name: its unit walks" walks ./walk room.world
}
standards="11 20"
[ -z "$long" ] || standards="11 14 17 20"
for compiler in $compilers; do
  for standard in $standards; do
    compiles "$compiler, C++$standard," $compiler -std=c++$standard
    compiles "$compiler, C++$standard, with exceptions," $compiler -std=c++$standard -DOVERLAND_CPP_EXCEPTIONS
  done
  walks_in "$compiler" $compiler -std=c++11
done
first=${compilers# }
first=${first%% *}
compiles "$first without exceptions of its own" "$first" -std=c++11 -fno-exceptions
walks_in "$first, watched for errors of memory," "$first" -std=c++17 -g -fsanitize=address,undefined

# A result that is not looked at is told from C++17 on, and not where it is thrown.
echo '#include <overland.hpp>
  int main() { overland::planner planner; planner.create(overland::world()); }' >dropped.cpp
# shellcheck disable=SC2086
check "a result that is dropped is told" sh -c \
  "! $first -std=c++17 $strict -fsyntax-only dropped.cpp 2>said && grep -q 'unused-result' said"
# shellcheck disable=SC2086
check "but not with exceptions" "$first" -std=c++17 $strict -DOVERLAND_CPP_EXCEPTIONS -fsyntax-only dropped.cpp

# Every call of the interface is a function that the header brings.
python3 -c 'import json, sys
print("#include <overland.hpp>\nvoid *calls[] = {")
for each in json.load(open(sys.argv[1]))["functions"]: print("  reinterpret_cast<void *>(", each["name"], "),")
print("};")' "$build/bindings/overland_api.json" >calls.cpp
# shellcheck disable=SC2086
check "every call is there" "$first" -std=c++17 $strict -fsyntax-only calls.cpp

# The statements that every language runs.
python3 "$root/tests/bindings/cpp_statements.py" "$root/tests/bindings/statements.json" >statements.cpp
# shellcheck disable=SC2086
check "the statements compile" "$first" -std=c++17 ${long:+-g -fsanitize=address,undefined} $strict statements.cpp $libraries -o statements
./statements >said 2>&1
take "calls" said

# Both forms in one program.
# shellcheck disable=SC2086
both() {
  "$first" $strict -Dmain=walk_one -c "$root/tests/bindings/walk.cpp" -o one.o &&
    "$first" $strict -Dmain=walk_two -DOVERLAND_CPP_EXCEPTIONS -c "$root/tests/bindings/walk.cpp" -o two.o &&
    echo 'int walk_one(int, char **); int walk_two(int, char **);
      int main(int count, char **list) { return walk_one(count, list) + walk_two(count, list); }' >main.cpp &&
    "$first" main.cpp one.o two.o $libraries -o both && ./both
}
check "both forms are in one program" both
sh "$root/tools/amalgamate.sh" two >/dev/null
check "it compiles with the two files" "$first" -std=c++11 -Wall -Wextra -Wpedantic -Werror -Itwo \
  -I"$root/tools/bindings/cpp" -fsyntax-only "$root/tests/bindings/walk.cpp"

# The example of tools/README.md.
example cpp >example.cpp
# shellcheck disable=SC2086
check "the example of tools/README.md compiles" "$first" -std=c++11 $strict example.cpp $libraries -o example
check "and its unit walks" sh -c './example | tail -n 1 | grep -qx "walk to 120,2"'
finish
