#!/bin/sh
# What the library defines and needs, read from its symbols: no name of its own
# without a prefix, nothing from the C library but four memory functions, no
# writable data, no floating point.
. "$(dirname "$0")/checks.sh"
shared=$build/liboverland.so
cd "$root" || exit 1

# The static libraries: nm and size read both.
set -- "$build/liboverland.a" "$build/liboverland_crowd.a"
check "the static libraries are there" test -s "$1" -a -s "$2"
check "the shared library is there" test -s "$shared"

nm -A -g --defined-only "$@" 2>/dev/null | awk 'NF > 1 {print $NF}' | sort -u >"$work/defined"
check "they define ovl_find_path" grep -qx ovl_find_path "$work/defined"
grep -vE '^(ovl|ovi)_' "$work/defined" >"$work/wrong"
empty "every global name begins with ovl_ or ovi_" "$work/wrong"

# Lines "OBJECT SYMBOL". __udivti3 and the like are the compiler's own support.
nm -A -u "$@" 2>/dev/null | sed -n 's/^.*[:/]\([^:/]*\.o\):.* \([^ ]*\)$/\1 \2/p' |
  sort -u >"$work/needed"
check "the symbols that are needed can be read" grep -q ' mem' "$work/needed"
grep -vE ' (ovl|ovi)_| (memcpy|memset|memmove|memcmp)$' "$work/needed" |
  grep -vE ' (_GLOBAL_OFFSET_TABLE_|__stack_chk_fail|__[a-z]+[dst]i[0-9])$' |
  grep -vE 'arena\.c\.o (malloc|free)$' >"$work/wrong"
empty "the library needs four memory functions and nothing else" "$work/wrong"

nm -D --defined-only "$shared" 2>/dev/null | awk '{print $NF}' | sort -u >"$work/exported"
grep -v '^ovl_' "$work/exported" >"$work/wrong"
empty "the shared library exports ovl_ names only" "$work/wrong"
cat src/overland*.h | tr '\n' ' ' | grep -o 'OVL_API [^;(]*(' | grep -o 'ovl_[a-z0-9_]*($' | tr -d '(' |
  sort -u >"$work/declared"
check "the headers' functions can be read" grep -qx ovl_find_path "$work/declared"
comm -23 "$work/declared" "$work/exported" >"$work/wrong"
empty "the shared library exports every function of the public headers" "$work/wrong"
comm -13 "$work/declared" "$work/exported" >"$work/wrong"
empty "every exported function stands in a public header" "$work/wrong"

size -A "$@" 2>/dev/null |
  awk '/\.o/ {object = $1} /^\.(data|bss|tdata|tbss)(\.[^r]|[[:space:]])/ && $2 > 0 {print object, $1, $2}' \
    >"$work/wrong"
empty "the library has no writable data" "$work/wrong"

find src -name '*.[ch]' | sort | while read -r file; do
  ${CC:-cc} -fpreprocessed -E -P -x c "$file" 2>/dev/null | grep -nwE 'float|double|_Complex' | sed "s|^|$file: |"
done >"$work/wrong"
empty "the library has no floating point" "$work/wrong"

finish
