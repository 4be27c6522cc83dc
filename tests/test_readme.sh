#!/bin/sh
# The C program in README.md, taken from there as it stands: it has at most 20
# lines, compiles without a warning, runs, and walks around the wall. What
# README.md links to is there, and Overland's figures are those of the results.
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

# The commands of the shopping centre and of living worlds, as they stand there.
{
  echo "overland() { '$overland' \"\$@\"; }"
  sed -n 's/^    \$ \([^#]*\).*/\1/p' README.md
} >"$work/commands"
check "README.md holds commands for real maps" test "$(grep -c '^overland ' "$work/commands")" -ge 10
mkdir "$work/shopping"
ln -s "$root/maps" "$work/shopping/maps"
check "they run" sh -ec "cd '$work/shopping'; . '$work/commands'"
check "its legend is the one in maps/" sh -c "grep -v '^#' maps/mall.legend |
  while read -r line; do grep -qFx \"    \$line\" README.md || exit 1; done"

grep -o '](\([^)]*\))' README.md | sed 's/^](\(.*\))$/\1/' | grep -v '^https:' |
  while read -r file; do [ -e "$file" ] || echo "$file"; done >"$work/missing"
empty "every file that README.md links to is there" "$work/missing"

# Rows of RESULTS.md: maps, problems, what, mean, p50, p90, p99; those of README.md:
# maps, who, plain A* mean / p99, whole path mean / p99, first step mean / p99.
awk -F ' *[|] *' '
  FNR == 1 { inside = 0 }
  FILENAME ~ /RESULTS/ && /^## / { inside = $0 == "## Times by group" }
  FILENAME ~ /RESULTS/ && inside && NF > 8 {
    maps = $2 != "" ? $2 : maps
    figures[maps, $4] = $5 " / " $8
  }
  FILENAME ~ /README/ && $3 == "**Overland**" {
    rows++
    split($5, whole, ",[ ][*]"); split($6, first, ",[ ][*]")
    if ($4 != figures[$2, "plain A*"]) print $2 ": plain A*"
    if (whole[1] != figures[$2, "whole path"]) print $2 ": whole path"
    if (first[1] != figures[$2, "first step"]) print $2 ": first step"
  }
  END { if (rows < 7) print "only " rows + 0 " rows of Overland" }' \
  bench/RESULTS.md README.md >"$work/wrong"
empty "README.md's figures of Overland stand in bench/RESULTS.md" "$work/wrong"

finish
