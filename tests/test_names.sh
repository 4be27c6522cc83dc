#!/bin/sh
# Internal names are unique: all of src compiles as one file, without a warning, as a program may do
# that takes the library in as one source. And the test of errors leaves out no public call.
. "$(dirname "$0")/checks.sh"
cd "$root" || exit 1

compile_all() {
  sh tools/amalgamate.sh "$work/all" &&
    ${CC:-cc} -std=c11 -Wall -Wextra -Wshadow -Werror -fsyntax-only "$work/all/overland.c"
}

check "all of src compiles as one file" compile_all

cat src/overland*.h | tr '\n' ' ' | grep -o 'OVL_API ovl_result *ovl_[a-z_]*' |
  sed 's/.* //' | sort -u >"$work/calls"
check "the calls that return a result are found" grep -qx ovl_find_path "$work/calls"
while read -r call; do
  grep -qw "$call" tests/world/error_scene.h tests/world/test_errors_*.c || echo "$call"
done <"$work/calls" >"$work/wrong"
empty "every call that returns a result is in tests/world/test_errors_*.c" "$work/wrong"

finish
