#!/bin/sh
# Builds another commit beside this one, measures both in turn, and prints what this one takes over
# what the other takes, as tables for bench/RESULTS.md:
#
#   OVERLAND_MAPS=FOLDER sh bench/side_by_side.sh COMMIT [MAP...]
#
# A ratio below 1 says that this one is better. Groups have the geometric means of their maps.
#
# This one is the program of OVERLAND_BUILD (build), which is brought up to date first. The other is
# built with the same compiler and options in OVERLAND_BUILD/beside, where it stays for the next run.
# Instead of a commit a build folder may be named. MAP is a group, GROUP/NAME or NAME; all maps of
# FOLDER/maps if there is none. A map is measured by its scenario in FOLDER/scenarios, or, if it has
# none, by OVERLAND_PAIRS (200) random pairs of cells that reach each other.
#
# First steps and whole paths are measured in four states: at rest, at first touch (overland bench
# --touch), after one edit far away (a closed corner of open ground), and after 100 buildings of
# 16 x 16 cells, by random pairs that reach each other then. Both worlds are edited by patches, so
# that nothing was refreshed. Edits are applied by bench/time_edits.c to a version that was edited
# once. Every OVERLAND_EVERY-th (10) problem and OVERLAND_EDITS (100) edits of each kind are measured
# OVERLAND_ROUNDS (5) times; the time of each is the least, since what else the machine does can
# only add to it. Where valgrind is there, instructions are counted for OVERLAND_COUNTED (20)
# problems of a map; 0: none.
#
# OVERLAND_BAKE has options of `overland build` for this one's worlds, as "--overlays always".
#
# Quick, on three maps: OVERLAND_EVERY=50 OVERLAND_ROUNDS=2 sh bench/side_by_side.sh HEAD~1 Enigma rooms.
# OVERLAND_FIGURES=FILE keeps the figures: lines "GROUP MAP MEASURE THIS OTHER".
set -eu
. "$(dirname "$0")/measuring.sh"

every=${OVERLAND_EVERY:-10}
rounds=${OVERLAND_ROUNDS:-5}
pairs=${OVERLAND_PAIRS:-200}
edits=${OVERLAND_EDITS:-100}
counted=${OVERLAND_COUNTED:-20}
figures=$work/figures
commit=${1-}
[ -n "$commit" ] || fail "name a commit: sh bench/side_by_side.sh COMMIT [MAP...]"
shift
needs_maps
collection=$(cd "$OVERLAND_MAPS" 2>/dev/null && pwd) || fail "$OVERLAND_MAPS is not a folder"
root=$(cd "$here/.." && pwd)
build=$(cd "${OVERLAND_BUILD:-build}" 2>/dev/null && pwd) || fail "${OVERLAND_BUILD:-build} is not a folder"
[ "$counted" = 0 ] || command -v valgrind >/dev/null || {
  echo "valgrind is not there: no instructions are counted" >&2
  counted=0
}

# ---- The two programs: $work/this/overland and $work/other/overland ----

# option NAME: what meson was given for this build; a list with commas.
option() {
  sed -n "s/.*\"name\": \"$1\", \"value\": \(\[[^]]*\]\|\"[^\"]*\"\|[a-z]*\).*/\1/p" \
    "$build/meson-info/intro-buildoptions.json" | tr -d '[]" '
}

# build_beside COMMIT: sets beside, its build folder. The file `done` is written last.
build_beside() {
  sha=$(git -C "$root" rev-parse --verify --quiet "$1^{commit}") || fail "$1 is no commit and no build folder"
  beside=$build/beside/$sha/build
  [ ! -e "$beside/done" ] || return 0
  source=$build/beside/$sha/source
  rm -rf "$build/beside/$sha"
  mkdir -p "$source"
  git -C "$root" archive "$sha" >"$work/source.tar"
  tar -xf "$work/source.tar" -C "$source"
  {
    CC=$compiler meson setup "$beside" "$source" --buildtype "$(option buildtype)" \
      -Doptimization="$(option optimization)" -Ddebug="$(option debug)" -Db_lto="$(option b_lto)" \
      -Db_ndebug="$(option b_ndebug)" -Db_sanitize="$(option b_sanitize)" -Dc_args="$(option c_args)" &&
      ninja -C "$beside" overland liboverland.a
  } >"$work/said" 2>&1 || fail "$commit does not build: $(tail -n 5 "$work/said")"
  touch "$beside/done"
}

# take SIDE BUILD SOURCE: a folder of the side, with its program and its driver of edits.
take() {
  mkdir "$work/$1"
  ln -s "$2/overland" "$work/$1/overland"
  # shellcheck disable=SC2086 # the compiler may be several words
  $compiler -O2 -std=c11 $flags -I"$3/src" "$here/time_edits.c" "$2/liboverland.a" -lm -lpthread \
    -o "$work/$1/time_edits" || fail "bench/time_edits.c does not build against $3"
}

needs_program "$build"
compiler=$(sed -n 's/^ *"command": "\([^"]*\) *-.*/\1/p' "$build/compile_commands.json" | sed 's/ -.*//;q')
flags=$(option c_args | tr ',' ' ')
case $(option b_sanitize) in '' | none) ;; *) flags="$flags -fsanitize=$(option b_sanitize)" ;; esac
[ "$(option b_coverage)" != true ] || flags="$flags --coverage"
ninja -C "$build" overland liboverland.a >"$work/said" ||
  fail "this commit does not build: $(tail -n 5 "$work/said")"
if [ -x "$commit/overland" ]; then
  beside=$(cd "$commit" && pwd)
  source=$(sed -n 's/.*"source": "\([^"]*\)".*/\1/p' "$beside/meson-info/meson-info.json")
else
  build_beside "$commit"
  source=$(dirname "$beside")/source
fi
take this "$build" "$root"
take other "$beside" "$source"

# ---- Edits of a map ----

# Writes EDITS.one and EDITS.buildings for `overland edit`, and EDITS.cell, .building and .row for
# time_edits. A corner is an open cell that no way needs: its only open neighbours are one, or two
# and the cell between them. It is none of the ends of the scenario.
cat >"$work/draw.awk" <<'AWK'
function random(below) { # Lehmer's generator: its products are exact in every awk
  state = (state * 16807) % 2147483647
  return int(state / 2147483647 * below)
}
function open(x, y) {
  return x >= 0 && y >= 0 && x < width && y < height && index(".GS", substr(row[y], x + 1, 1))
}
function is_corner(x, y,   count, across, down) {
  if (!open(x, y) || (x "," y) in ends) return 0
  count = !!open(x - 1, y) + !!open(x + 1, y) + !!open(x, y - 1) + !!open(x, y + 1)
  across = open(x - 1, y) ? -1 : open(x + 1, y) ? 1 : 0
  down = open(x, y - 1) ? -1 : open(x, y + 1) ? 1 : 0
  return count == 1 || (count == 2 && across && down && open(x + across, y + down))
}
function draw_open(margin,   tries) { # sets x, y
  for (tries = 0; tries < 4096; tries++) {
    x = random(width - margin)
    y = random(height - margin)
    if (open(x + int(margin / 2), y + int(margin / 2))) return
  }
}
FILENAME != map { if (NF == 9) { ends[$5 "," $6]; ends[$7 "," $8] } next }
/^height/ { height = $2 }
/^width/ { width = $2 }
in_map { sub(/\r$/, ""); row[rows++] = $0 }
/^map/ { in_map = 1 }
END {
  state = 20011
  for (y = 0; y < height && !found; y++) for (x = 0; x < width && !found; x++)
    if (is_corner(x, y)) { found = 1; corner = x " " y; print "set " x "," y " @" >(edits ".one") }
  for (i in row) { line = row[i]; cells += gsub(/[.GS]/, "", line) }
  side = width < 16 || height < 16 ? (width < height ? width : height) : 16
  count = int(cells / (4 * side * side))
  for (i = 0; i < (count < 100 ? count : 100); i++) {
    draw_open(side)
    print "rect " x "," y " " side "x" side " @" >(edits ".buildings")
  }
  print corner, 1, 1 >(edits ".cell")
  print corner, 1, 1 >(edits ".building")
  print corner, 1, 1 >(edits ".row")
  for (i = 0; i < count_of_each; i++) {
    draw_open(1); print x, y, 1, 1 >(edits ".cell")
    draw_open(side); print x, y, side, side >(edits ".building")
    print 0, random(height), width, 1 >(edits ".row")
  }
}
AWK

# ---- Measuring a map ----

# put MEASURE NUMBER [SIDE]: a figure of $side, if it is a number.
put() { case $2 in '' | null | - | nan) ;; *) echo "$1 $2" >>"$work/$side/figures" ;; esac; }

# Of the bench --csv of all rounds of a state: the least times of each problem, as "FIRST WHOLE".
cat >"$work/least.awk" <<'AWK'
FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
{
  first = $column["first_step_us"] + 0
  whole = $column["full_path_us"] + 0
  if (!($1 in firsts) || first < firsts[$1]) firsts[$1] = first
  if (!($1 in wholes) || whole < wholes[$1]) wholes[$1] = whole
}
END { for (p in firsts) print firsts[p], wholes[p] }
AWK
# mean_and_p99 NAME COLUMN: of the lines on standard input, by nearest rank.
mean_and_p99() {
  cut -d ' ' -f "$2" | sort -n | awk '{ figure[NR] = $1; sum += $1 }
    END { if (NR) { at = int((NR * 99 + 99) / 100); printf "%.7g %s\n", sum / NR, figure[at] } }' >"$work/summary"
  read -r mean p99 <"$work/summary" || return 0
  put "$1_mean" "$mean"
  put "$1_p99" "$p99"
}

# state_arguments STATE: the arguments of bench for the problems of a state. Those of first rounds
# find the optima of random pairs.
state_arguments() {
  case $1 in
  rest) echo "$problems" ;;
  touch) echo "$problems --touch first" ;;
  edit) echo "$problems --patch one.patch" ;;
  buildings) echo "--random $pairs --seed 1 --patch buildings.patch" ;;
  esac
}
states="rest touch edit buildings"

# solve STATE ROUND: the problems of a state, once, by $side.
solve() {
  asked=$(state_arguments "$1")
  how=--brief
  case "$2 $asked" in "1 --random"*first) ;; "1 --random"*) how=--yardstick ;; esac
  # shellcheck disable=SC2086 # words of our own
  (cd "$work/$side" && ./overland bench world $asked $how --csv "$1.$2.csv" --json >"$1.$2.json" 2>errors) || {
    [ -s "$work/$side/$1.$2.json" ] || fail "$name, $1, $side: $(tail -n 1 "$work/$side/errors")"
    echo "$name, $1, $side: an answer is wrong: $(tail -n 1 "$work/$side/errors")" | tee -a "$work/wrong" >&2
  }
}

# edit_and_bake ROUND: times of edits and of a bake, once, by $side.
edit_and_bake() {
  for kind in cell building row; do
    (cd "$work/$side" && ./time_edits world "../edits.$kind" 2 >"$kind.$1") || fail "$name: edits of $side"
  done
  (cd "$work/$side" && ./overland bench world --random 1 --seed 1 --json >bake.json) || fail "$name: bake of $side"
  figure build_ms "$side/bake.json" >>"$work/$side/bakes"
}

# Takes the figures of all rounds of $side together.
summarize() {
  for state in $states; do
    awk -F, -f "$work/least.awk" "$work/$side/$state".*.csv >"$work/least"
    mean_and_p99 "first_$state" 1 <"$work/least"
    mean_and_p99 "whole_$state" 2 <"$work/least"
    [ "$state" != touch ] || continue
    for length in cost walked; do
      put "${length}_${state}_mean" "$(inner ${length}_ratio mean "$side/$state.1.json")"
      put "${length}_${state}_max" "$(inner ${length}_ratio max "$side/$state.1.json")"
    done
  done
  for kind in cell building row; do
    paste -d ' ' "$work/$side/$kind".* | awk '$1 != "planner" {
      least = $1; for (i = 2; i <= NF; i++) if ($i < least) least = $i; print least }' >"$work/least"
    mean_and_p99 "edit_$kind" 1 <"$work/least"
  done
  put planner_bytes "$(sed -n 's/^planner //p' "$work/$side/cell.1")"
  put bake_ms "$(sort -n "$work/$side/bakes" | head -n 1)"
  put bytes_per_cell "$(figure bytes_per_cell "$side/rest.1.json")"
}

# ---- Instructions ----

cat >"$work/calls.awk" <<'AWK'
/^cfn=/ { callee = substr($0, 5) }
/^calls=/ { split($0, words, /[= ]/); calls[callee] += words[2]; getline; cost[callee] += $2 }
END {
  count = split(names, name, ",")
  for (i = 1; i <= count; i++) { all += cost[name[i]]; made += calls[name[i]] }
  if (all) print all / (times ? times : made)
}
AWK
# profile TOGGLES COMMAND...: counts what a command of $side executes within some of its functions.
profile() {
  toggles=$1
  shift
  # shellcheck disable=SC2086 # options of our own
  (cd "$work/$side" && valgrind --tool=callgrind --callgrind-out-file=counts --compress-strings=no \
    --compress-pos=no $toggles "$@" >said 2>&1) || true
}
# count NAME CALLS TIMES: puts the instructions of these calls of the library, over TIMES; 0: over
# how often they were made.
count() {
  instructions=$(awk -v names="$2" -v times="$3" -f "$work/calls.awk" "$work/$side/counts")
  [ -n "$instructions" ] || echo "$name, $1, $side: nothing was counted" >&2
  put "$1" "$instructions"
}

# What $side executes.
count_instructions() {
  for state in $states; do
    asked=$(state_arguments "$state")
    case $asked in
    --random*) asked="--random $counted ${asked#--random "$pairs"}" ;;
    *) asked="${asked%%--every*}--every $(($(wc -l <"$work/problems.scen") / counted + 1)) ${asked#*--every "$every"}" ;;
    esac
    # shellcheck disable=SC2086 # words of our own
    profile "--toggle-collect=take_first_step --toggle-collect=find_full_path" \
      ./overland bench world $asked --brief --csv counted.csv
    asked_of=$(($(wc -l <"$work/$side/counted.csv") - 1))
    count "counted_first_$state" ovl_route_begin,ovl_route_next "$asked_of"
    count "counted_whole_$state" ovl_find_path "$asked_of"
  done
  for kind in cell building row; do
    head -n $((counted + 1)) "$work/edits.$kind" >"$work/$side/edits"
    profile --toggle-collect=main ./time_edits world edits 1
    count "counted_edit_$kind" ovl_world_apply 0
  done
  profile --toggle-collect=bench_world_build_ms ./overland bench world --random 1 --seed 1
  count counted_bake ovl_world_bake 0
}

# ---- All maps ----

# Makes what both sides need of a map, and its worlds.
prepare() {
  rm -f "$work"/edits.* "$work"/problems.scen
  scenario=$collection/scenarios/$group/$name.map.scen
  problems="--random $pairs --seed 1"
  if [ -f "$scenario" ]; then
    ln -s "$scenario" "$work/problems.scen"
    problems="../problems.scen --every $every"
  else
    : >"$work/no.scen"
    scenario=$work/no.scen
  fi
  awk -v map="$map" -v edits="$work/edits" -v count_of_each="$edits" -f "$work/draw.awk" "$scenario" "$map"
  [ -f "$work/edits.one" ] || fail "$map: no corner was found"
  : >>"$work/edits.buildings"
  for side in this other; do
    find "$work/$side" -type f ! -name time_edits -exec rm -f '{}' +
    baked_with=
    [ "$side" = other ] || baked_with=${OVERLAND_BAKE:-}
    # shellcheck disable=SC2086 # options, one word each
    (cd "$work/$side" && ./overland build "$map" -o world $baked_with && ./overland edit world ../edits.one --patch one.patch &&
      ./overland edit world ../edits.buildings --patch buildings.patch) >/dev/null 2>"$work/said" ||
      fail "$map: $side: $(tail -n 1 "$work/said")"
  done
}

# The sides take turns, and begin in turn.
measure_map() {
  prepare
  round=1
  order="this other"
  while [ "$round" -le "$rounds" ]; do
    for state in $states; do
      for side in $order; do solve "$state" "$round"; done
      for side in this other; do cut -d , -f 1-2 "$work/$side/$state.$round.csv" >"$work/$side/asked"; done
      cmp -s "$work/this/asked" "$work/other/asked" || fail "$name, $state: the two were asked other problems"
    done
    for side in $order; do edit_and_bake "$round"; done
    case $order in this*) order="other this" ;; *) order="this other" ;; esac
    round=$((round + 1))
  done
  for side in this other; do
    [ "$counted" = 0 ] || count_instructions
    summarize
    sort "$work/$side/figures" >"$work/$side/sorted"
  done
  join "$work/this/sorted" "$work/other/sorted" | sed "s|^|$group $name |" | tee -a "$figures" |
    awk -v name="$name" '$3 == "first_rest_mean" || $3 == "whole_rest_mean" {
      printf "%s, %s: %s over %s us\n", name, $3, $4, $5 }' >&2
}

# is_asked MAP...: whether $group/$name is among the words, if there are any.
is_asked() {
  [ $# -gt 0 ] || return 0
  for word; do
    case $word in "$group" | "$name" | "$group/$name") return 0 ;; esac
  done
  return 1
}

: >"$figures"
for map in "$collection"/maps/*/*.map; do
  [ -f "$map" ] || fail "$OVERLAND_MAPS/maps holds no GROUP/NAME.map"
  name=$(basename "$map" .map)
  group=$(basename "$(dirname "$map")")
  ! is_asked "$@" || measure_map
done
[ -s "$figures" ] || fail "no map is called $*"
[ -z "${OVERLAND_FIGURES:-}" ] || cp "$figures" "$OVERLAND_FIGURES"

# ---- Tables ----

cat >"$work/tables.awk" <<'AWK'
function measure(key, title, form) { keys[++measures] = key; titles[key] = title; forms[key] = form }
BEGIN {
  split("rest touch edit buildings", states, " ")
  split("at rest|at first touch|after an edit|after 100 buildings", when, "|")
  split("first whole", ways, " ")
  split("first step|whole path", steps, "|")
  for (i = 1; i <= 4; i++) for (j = 1; j <= 2; j++) {
    measure(ways[j] "_" states[i] "_mean", steps[j] " " when[i] ", us", "%.2f")
    measure(ways[j] "_" states[i] "_p99", "p99", "%.2f")
  }
  split("cell building row", kinds, " ")
  split("a cell|a building|a row", edits, "|")
  for (i = 1; i <= 3; i++) {
    measure("edit_" kinds[i] "_mean", "edit of " edits[i] ", us", "%.2f")
    measure("edit_" kinds[i] "_p99", "p99", "%.2f")
  }
  measure("bake_ms", "bake, ms", "%.2f")
  times = measures
  measure("bytes_per_cell", "bytes a cell", "%.3f")
  measure("planner_bytes", "bytes of a planner", "%.3f")
  for (j = 1; j <= 2; j++) for (i = 1; i <= 4; i++)
    measure("counted_" ways[j] "_" states[i], "instructions, " steps[j] " " when[i], "%.3f")
  for (i = 1; i <= 3; i++) measure("counted_edit_" kinds[i], "instructions, edit of " edits[i], "%.3f")
  measure("counted_bake", "instructions, bake", "%.3f")
  split("cost walked", lengths, " ")
  split("cost|walked", length_titles, "|")
  for (j = 1; j <= 2; j++) for (i = 1; i <= 4; i++) if (i != 2) {
    measure(lengths[j] "_" states[i] "_mean", length_titles[j] " over optimum " when[i], "%.4f")
    measure(lengths[j] "_" states[i] "_max", "worst", "%.4f")
  }
}
{
  if (!($1 in count)) groups[++group_count] = $1
  if ($2 != name[maps]) { name[++maps] = $2; count[$1]++; count["all"]++ }
  mine[maps, $3] = $4
  other[maps, $3] = $5
  if ($4 <= 0 || $5 <= 0) next
  for (i = 1; i <= 2; i++) {
    group = i == 1 ? $1 : "all"
    known[group, $3]++
    mine_logs[group, $3] += log($4)
    other_logs[group, $3] += log($5)
  }
}
function figure(number,   text) {
  text = sprintf(number < 99.5 ? "%.4g" : "%.0f", number)
  while (match(text, /[0-9][0-9][0-9][0-9]($|,)/) && number >= 1000)
    text = substr(text, 1, RSTART) "," substr(text, RSTART + 1)
  return text
}
function group_cell(group, key, with_figures,   ratio, n) {
  if (!(n = known[group, key])) return "-"
  if (!with_figures) return sprintf(forms[key], exp((mine_logs[group, key] - other_logs[group, key]) / n))
  return forms[key] == "%.4f" ? sprintf("%.4f / %.4f", exp(mine_logs[group, key] / n), exp(other_logs[group, key] / n)) : \
    figure(exp(mine_logs[group, key] / n)) " / " figure(exp(other_logs[group, key] / n))
}
function head(title, count, column,   i) {
  line = "| " title
  rule = "| ---"
  for (i = 1; i <= count; i++) { line = line " | " column[i]; rule = rule " | ---:" }
  print line " |"
  print rule " |"
}
function group_table(title, with_figures,   i, j, k) {
  for (i = 1; i <= group_count; i++) column[i] = groups[i] ", " count[groups[i]]
  column[group_count + 1] = "all " count["all"]
  head(title, group_count + 1, column)
  for (k = 1; k <= measures; k++) if (("all", keys[k]) in known) {
    line = "| " titles[keys[k]]
    for (i = 1; i <= group_count; i++) line = line " | " group_cell(groups[i], keys[k], with_figures)
    print line " | " group_cell("all", keys[k], with_figures) " |"
  }
}
function map_table(first, last,   i, k, n, key) {
  for (k = first; k <= last; k++) if (("all", keys[k]) in known) column[++n] = titles[keys[k]]
  if (!n) return
  print ""
  head("this over other", n, column)
  for (i = 1; i <= maps; i++) {
    line = "| " name[i]
    for (k = first; k <= last; k++) {
      key = keys[k]
      if (!(("all", key) in known)) continue
      line = line " | " (other[i, key] > 0 ? sprintf(forms[key], mine[i, key] / other[i, key]) : "-")
    }
    print line " |"
  }
}
END {
  group_table("this over other", 0)
  print ""
  group_table("this / other", 1)
  map_table(1, 16)
  map_table(17, times + 2)
  map_table(times + 3, times + 14)
  map_table(times + 15, measures)
}
AWK
echo "This is $(git -C "$root" describe --always --dirty 2>/dev/null || echo "$build"), the other $commit:" \
  "every ${every}th problem, the least of $rounds rounds, geometric means of groups."
echo
awk -f "$work/tables.awk" "$figures"
[ ! -s "$work/wrong" ] || exit 1
