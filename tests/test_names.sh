#!/bin/sh
# Internal names are unique: all of src compiles as one file, without a warning, as a program may do
# that takes the library in as one source.
. "$(dirname "$0")/checks.sh"
cd "$root" || exit 1

find src -name '*.c' | sort | sed 's|^src/\(.*\)$|#include "\1"|' >"$work/all.c"
check "the sources are found" grep -q fine_search "$work/all.c"

compile_all() {
  ${CC:-cc} -std=c11 -Wall -Wextra -Werror -Isrc -c "$work/all.c" -o "$work/all.o"
}

check "all of src compiles as one file" compile_all

finish
