#!/bin/sh
# The C program in README.md, taken from there as it stands: it has at most 20
# lines, compiles without a warning, runs, and walks around the wall.
. "$(dirname "$0")/checks.sh"
cd "$root" || exit 1

awk '/^```c$/ {inside = 1; next} /^```$/ {inside = 0} inside' README.md >"$work/program.c"
check "README.md holds a C program" grep -q 'int main' "$work/program.c"
check "it has at most 20 lines" test "$(wc -l <"$work/program.c")" -le 20
check "it compiles without a warning" ${CC:-cc} -std=c11 -Wall -Wextra -Werror -Isrc \
  "$work/program.c" "$build/liboverland.a" -o "$work/program"
check "it runs" sh -c "'$work/program' >'$work/output'"
check "it walks from the start" sh -c "head -n 1 '$work/output' | grep -qx 'walk to 2,2'"
check "it walks to the goal" sh -c "tail -n 1 '$work/output' | grep -qx 'walk to 120,2'"
# The wall stands at x 64 and its only door at y 100.
check "it passes the door" awk -F '[ ,]' '$4 >= 90 {found = 1} END {exit !found}' "$work/output"
awk '/^```text$/ {inside = 1; next} /^```$/ {inside = 0} inside' README.md >"$work/expected"
check "it prints what README.md says" diff "$work/expected" "$work/output"

finish
