#!/bin/sh
# The C program in README.md, taken from there as it stands: it has at most 20
# lines, compiles without a warning, runs, and walks around the wall. What
# the pages link to is there, and README.md's figures are those of the results.
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

# The blocks of C in the guide, one after the other in one function.
{
  for header in src/overland*.h; do echo "#include <$(basename "$header")>"; done
  echo '#include <stdlib.h>'
  echo 'ovl_result walk_to(ovl_cell cell);'
  echo 'ovl_cell unit_cell(void);'
  echo 'void use_route(int unit, ovl_result result);'
  echo 'bool is_spawn(const char *name);'
  echo 'void guide(const uint8_t *cells);'
  echo 'void guide(const uint8_t *cells) {'
  awk '/^```c$/ {inside = 1; next} /^```$/ {inside = 0} inside' src/GUIDE.md
  echo '}'
} >"$work/guide.c"
check "src/GUIDE.md holds C" test "$(wc -l <"$work/guide.c")" -gt 60
check "it compiles" ${CC:-cc} -std=c11 -Wall -Wextra -Wno-unused -Werror -Isrc -fsyntax-only \
  "$work/guide.c"

# Its rectangles of hexagons, with the calls as they stand there: the sizes that its comment and its array have.
{
  echo '#include <overland_hexagons.h>'
  echo 'int main(void) {'
  echo '  ovl_hexagon_box box;'
  echo '  size_t needed;'
  grep -F 'uint8_t wall[' src/GUIDE.md
  grep -F 'ovl_hexagon_mask(OVL_LAYOUT_ODD_R, (ovl_cell){0, ' src/GUIDE.md
  sed -n 's/.*40, 48, .* \([0-9]*\) x \([0-9]*\) cells$/  if (box.w != \1 || box.h != \2) return 1;/p' src/GUIDE.md
  grep -F 'ovl_hexagon_mask(OVL_LAYOUT_ODD_R, (ovl_cell){20, ' src/GUIDE.md
  echo '  return needed == sizeof wall && (size_t)box.w * (size_t)box.h == sizeof wall ? 0 : 2;'
  echo '}'
} >"$work/box.c"
check "the guide's rectangles of hexagons are there" grep -q 'box.w != ' "$work/box.c"
check "they compile" ${CC:-cc} -std=c11 -Isrc "$work/box.c" "$build/liboverland.a" -o "$work/box"
check "they have the sizes that it says" "$work/box"
check "its examples have fewer lines than it says" sh -c "most=\$(sed -n 's/.*each of fewer than \([0-9]*\) lines.*/\1/p' src/GUIDE.md)
  grep -o '(../tests/examples/[^)]*)' src/GUIDE.md | tr -d '()' | sort -u | while read -r file; do
    [ \$(wc -l <src/\$file) -lt \$most ] || exit 1; done"

# The statements of the shopping centre.
check "the legend of tools/README.md is the one in maps/" sh -c "grep -v '^#' maps/mall.legend |
  while read -r line; do grep -qFx \"    \$line\" tools/README.md || exit 1; done"

for page in README.md tools/README.md src/README.md src/GUIDE.md src/HOW.md bench/RESULTS.md bench/TRIED.md; do
  grep -o '](\([^)]*\))' "$page" | sed 's/^](\([^)#]*\).*)$/\1/' | grep -v '^https:' |
    while read -r file; do
      [ -z "$file" ] || [ -e "$(dirname "$page")/$file" ] || echo "$page: $file"
    done
done >"$work/missing"
empty "every file that a page links to is there" "$work/missing"

words=$(awk '/^```/ { code = !code; next } !code && !/^[|]/ && !/^    /' README.md | wc -w)
check "README.md has at most 700 words beside code and tables" test "$words" -le 700

# Rows of RESULTS.md: maps, problems, what, mean, p50, p90, p99; those of README.md:
# maps, first step mean / p99, whole path mean / p99, plain A* mean / p99, A* over first step. Its path costs are
# those of the same groups, and none is 0.2 % above the optimum.
awk -F ' *[|] *' '
  FNR == 1 { inside = ""; least = 9 }
  FILENAME ~ /RESULTS/ && /^## / { inside = $0 }
  FILENAME ~ /RESULTS/ && inside == "## Times by group" && NF > 8 {
    maps = $2 != "" ? $2 : maps
    figures[maps, $4] = $5 " / " $8
    if ($4 == "first step") figures[maps, "speed-up"] = $10
  }
  FILENAME ~ /RESULTS/ && inside == "## Paths by group" && $3 ~ /^1/ { cost[$2] = $3; if ($3 >= 1.002) print $2 ": " $3 }
  FILENAME ~ /README/ && ($2, "plain A*") in figures {
    rows++
    if ($3 != figures[$2, "first step"]) print $2 ": first step"
    if ($4 != figures[$2, "whole path"]) print $2 ": whole path"
    if ($5 != figures[$2, "plain A*"]) print $2 ": plain A*"
    if ($6 != figures[$2, "speed-up"]) print $2 ": speed-up"
    if (cost[$2] < least) least = cost[$2]
    if (cost[$2] > most) most = cost[$2]
  }
  FILENAME ~ /README/ && $0 == "paths cost " least " to " most " times the optimum." { costs++ }
  END { if (rows != 5 || costs != 1) print "not 5 rows but " rows + 0 ", or not " least " to " most }' \
  bench/RESULTS.md README.md >"$work/wrong"
empty "README.md's figures stand in bench/RESULTS.md" "$work/wrong"

# The largest worlds in words, of the rows with their sides in RESULTS.md.
awk -F ' *[|] *' '
  $2 == 16384 && NF == 17 { small = sprintf("%.2f and %.1f ms", $3 / 1000, $7 / 1000) }
  $2 == 65536 && NF == 17 {
    printf "baked and merged in %.0f s within %d MB, takes %.1f GB, opens in %s ms, ", $11, $13, $14 * $2 * $2 / 1e9, $15
    printf "and gives a first step in %.2f ms and a whole path in %.1f ms on average; ", $3 / 1000, $7 / 1000
    printf "for 16,384 x 16,384 cells in %s.\n", small
  }' bench/RESULTS.md >"$work/large"
check "tools/README.md's largest worlds are those of bench/RESULTS.md" sh -c \
  "[ -s '$work/large' ] && tr '\\n' ' ' <tools/README.md | grep -qFf '$work/large'"

# The table of settings in the guide: bytes a cell, and with --long the costs of walked routes.
"$overland" gen continents 1024x1024 --seed 7 -o "$work/land.map"
sed -n 's/^| regions of \([0-9]*\), \([a-z]*\) | [^|]* | \([0-9.]*\) |.* | \([0-9.]*\) |$/\1 \2 \3 \4/p' src/GUIDE.md >"$work/settings"
check "the guide has five settings" test "$(wc -l <"$work/settings")" = 5
while read -r cells stored bytes ratio; do
  set --
  [ "$stored" = labels ] || set -- --overlays always
  "$overland" build "$work/land.map" -o "$work/land.world" --region-size "$cells" --json "$@" >"$work/baked"
  sed -n "s/^ *\"bytes_per_cell\": \([0-9.]*\),/bytes of $cells, $stored: $bytes \1/p" "$work/baked" | awk '{ printf "%s %.2f\n", $0, $NF }' |
    awk '$(NF - 2) != $NF'
  [ -n "$long" ] || continue
  "$overland" bench "$work/land.world" --random 500 --seed 3 --yardstick --json |
    sed -n "s/^ *\"walked_ratio\": {\"mean\": \([0-9.]*\),.*/walked on $cells, $stored: $ratio \1/p" | awk '{ printf "%s %.4f\n", $0, $NF }' |
    awk '$(NF - 2) != $NF'
done <"$work/settings" >"$work/wrong"
empty "their figures are those that the command prints" "$work/wrong"

golden=tests/golden/v$(sed -n 's/^#define OVI_WORLD_VERSION \([0-9]*\)u.*/\1/p' src/coarse/format/world_format.h)
check "tests/TRUST.md counts the golden files" grep -qF "Worlds of file version ${golden##*v}, with parts and a patch, that \
are read and answer as they did | $(ls "$golden"/*.world | wc -l) worlds, $(grep -c '^== ' "$golden/answers") answers |" tests/TRUST.md
limit=$(sed -n 's/^#define OVL_MAX_LABEL_WAYPOINTS \([0-9]*\)\([0-9]\{3\}\) .*/\1,\2/p' src/overland_inspect.h)
check "tools/README.md has the limit of labels" grep -qF "more than $limit" tools/README.md

# Lines whose last two figures are more than 3 % apart.
near() { tr -d , | awk '$NF > 1.03 * $(NF - 1) || $NF < 0.97 * $(NF - 1)'; }
python3 tests/count.py >"$work/counted"
awk -F ' *[|] *' 'NR == FNR { counted[$2] = $3; next }
  $2 in counted { print $2, $3, counted[$2]; rows++ }
  END { if (rows != 10) print "of 10 figures there are", 1, rows + 0 }' \
  "$work/counted" src/README.md | near >"$work/wrong"
empty "src/README.md's figures are those that tests/count.py counts" "$work/wrong"

# Kilobytes of code, as gcc -O3 makes it for x86-64.
kilobytes() { size -t "$build/liboverland$1.a" | awk 'END { printf "%d\n", $4 / 1024 }'; }
optimized=$(grep -c '"optimization", "value": "3"' "$build/meson-info/intro-buildoptions.json")
case $(uname -m)-$(${CC:-gcc} -dumpversion 2>/dev/null)-$optimized in
x86_64-12-1)
  {
    echo "$(grep -o 'code takes [0-9]*' README.md) $(kilobytes _runtime)"
    echo "$(grep -o 'against [0-9]* KB for' README.md | tr -dc 0-9) $(kilobytes '')"
    echo "$(grep -o '_crowd.a`, [0-9]*' README.md) $(kilobytes _crowd)"
  } | near >"$work/wrong"
  empty "README.md's sizes of the libraries are those of the build" "$work/wrong"
  ;;
esac

finish
