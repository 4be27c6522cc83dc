#!/bin/sh
# Measures what real ground costs over plain ground: slopes, weights, roads, mazes and several
# goals, each beside the same map with one weight and no heights; prints a table of one target:
#
#   OVERLAND_MAPS=FOLDER sh bench/ground.sh TARGET [BUILD_DIR [OLDER_BUILD_DIR]]
#
# slopes      TheFrozenSea with hills whose rise and fall cost the same, and differently
# weights     four Warcraft III maps with swamp at 2 and water at 4
# edits       edits of worlds of 320 x 200 and 512 x 512 cells with slopes, and with a link
# nearest     the nearest of 1,000 goals on these slopes
# mazes       whole paths in mazes whose corridors are 1, 4, 16 and 32 wide; with OLDER_BUILD_DIR
#             over those of that build
# quality     costs over the optimum: weights of 1, 2 and 4 on the four maps
# roads       the same on roads of one cell (bench/quality.sh)
# bodies      the same of bodies of 2 to 4 cells on random weights
# goals       how often another goal than the cheapest is taken, and costs to cells over the least
# first_map   the work on the map that the Explorer begins with, over that of the plain A*
# bake        a bake with weights, and with slopes
# all         one after the other
#
# A figure is a ratio to the same map with one weight and no heights in the same run, unless its row
# says another. Cases of a target are measured OVERLAND_ROUNDS (3) times in turn; times are medians:
# of each problem's rounds, before means and percentiles are taken, or of the rounds' own figures.
# Plans are those of every OVERLAND_EVERY-th (20) problem of the map's scenario, or of
# OVERLAND_PROBLEMS (200) random pairs. Exit code 3: the collection has no map of that name.
set -eu
. "$(dirname "$0")/measuring.sh"

what=${1:-}
build=$(cd "${2:-build}" 2>/dev/null && pwd) || fail "${2:-build} is not a folder"
older=${3:+$(cd "$3" && pwd)}
every=${OVERLAND_EVERY:-20}
problems=${OVERLAND_PROBLEMS:-200}
edits=${OVERLAND_EDITS:-20}
rounds=${OVERLAND_ROUNDS:-3}
weighted_maps="bootybay divideandconquer gnollwood swampofsorrows"

needs_maps
needs_program "$build"
maps=$(cd "$OVERLAND_MAPS" && pwd)
sea=$maps/maps/sc1/TheFrozenSea.map
cd "$work"

row() { echo "| $1 | $2 |"; }

# ---- Worlds ----

# world CASE MAP LEGEND_LINE...: CASE.world; no line: no legend.
world() {
  world_case=$1 world_map=$2
  shift 2
  [ $# -eq 0 ] || printf '%s\n' "$@" >"$world_case.legend"
  [ ! -f "$world_case.legend" ] || set -- --legend "$world_case.legend"
  "$program" build "$world_map" -o "$world_case.world" "$@" >/dev/null
}

# heights FILE.map: sets hills, a file of heights for it.
heights() {
  sides=$(awk '$1 == "height" { h = $2 } $1 == "width" { w = $2 } $1 == "map" { print w "x" h; exit }' "$1" |
    tr -d '\r')
  hills=$sides.pgm
  [ -f "$hills" ] || "$program" gen heights "$sides" --seed 1 -o "$hills"
}

# land_worlds MAP CASE...: worlds of a map with hills or with a link.
land_worlds() {
  land=$1
  shift
  needs_map "$land"
  heights "$land"
  for case; do
    case $case in
    plain) world plain "$land" ;;
    slopes) world slopes "$land" "profile default ground=1 swamp=1 climbcost=0.5 dropcost=0.5" "heights $hills" ;;
    falls) world falls "$land" "profile default ground=1 swamp=1 climbcost=0.5 dropcost=0.125" "heights $hills" ;;
    oneway)
      world oneway "$land" "profile default ground=1 swamp=1 climb=4 climbcost=0.5 dropcost=0.125" "heights $hills"
      ;;
    link) "$program" gen --links 1 --from "$land" --ways one --seed 2 -o link.legend && world link "$land" ;;
    esac
  done
}

# ---- Plans ----

# plan "ARGUMENT..." CASE...: plans in each CASE.world, round by round. Where steps lead down alone,
# the plain A* says of which problems there is a path.
plan() {
  arguments=$1
  shift
  round=1
  while [ "$round" -le "$rounds" ]; do
    for case; do
      [ "$case" = oneway ] && brief= || brief=--brief
      # shellcheck disable=SC2086 # words of our own
      "$program" bench "$case.world" $arguments $brief --csv "$case.$round.csv" >said 2>&1 ||
        fail "$what: $(tail -n 1 said)"
    done
    round=$((round + 1))
  done
}

# planned CASE WHICH: of its plans the mean first step (1), the 99th percentile of these (2) or the
# mean whole path (3).
planned() { awk -F, -f "$here/plans.awk" "$1".*.csv | cut -d ' ' -f "$2"; }

# over CASE REFERENCE WHICH
over() { ratio "$(planned "$1" "$3")" "$(planned "$2" "$3")"; }

# ---- Figures that bench prints ----

# figures_of CASE BENCH_ARGUMENT...: CASE.ROUND.json, of one round.
figures_of() {
  measured_case=$1
  shift
  "$program" bench "$measured_case.world" "$@" --json >"$measured_case.$round.json" 2>said ||
    fail "$what: $(tail -n 1 said)"
}

# costs_over CSV...: mean, p99 and worst of cost over the optimum.
costs_over() {
  awk -F, 'FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["optimum"] > 0 { printf "%.6f\n", $at["cost"] / $at["optimum"] }' "$@" | sort -n | awk '
    { figure[NR] = $1; sum += $1 }
    END { printf "%.4f; %.3f; %.3f\n", sum / NR, figure[int((NR * 99 + 99) / 100)], figure[NR] }'
}

# ---- Targets ----

slopes() {
  land_worlds "$sea" plain slopes falls oneway
  scenario=$maps/scenarios/sc1/TheFrozenSea.map.scen
  needs_map "$scenario"
  plan "$scenario --every $every" plain slopes falls oneway
  row "slopes 0.5 / 0.5: first step, whole path" "$(over slopes plain 1); $(over slopes plain 3)"
  row "slopes 0.5 / 0.125: first step, whole path" "$(over falls plain 1); $(over falls plain 3)"
  row "the same, 1 % of steps lead down alone" "$(over oneway plain 1); $(over oneway plain 3)"
}

# weighted_worlds NAME: NAME, and one-NAME of one weight where NAME has three.
weighted_worlds() {
  weighted_map=$maps/maps/wc3maps512/$1.map
  needs_map "$weighted_map"
  world "$1" "$weighted_map" "profile foot ground=1 swamp=2 water=4"
  world "one-$1" "$weighted_map" "profile foot ground=1 swamp=1 water=1"
}

weights() {
  for name in $weighted_maps; do
    weighted_worlds "$name"
    plan "--random $problems --seed 1" "one-$name" "$name"
    row "weights 1/2/4, $name: first step, p99, whole path" \
      "$(over "$name" "one-$name" 1); $(over "$name" "one-$name" 2); $(over "$name" "one-$name" 3)"
  done
}

one_edit() { for case in plain slopes link; do figures_of $case --edits "$edits"; done; }
edits_of() { # edits_of TITLE
  in_rounds one_edit
  for case in slopes link; do
    of=
    for key in edit_cell_us edit_block_us edit_row_us; do
      of="$of${of:+; }$(ratio "$(middle $case inner $key mean)" "$(middle plain inner $key mean)")"
    done
    row "edits, $1, $case: a cell, a building, a row" "$of"
  done
}
edits() {
  "$program" gen continents 320x200 --seed 147 -o first.map
  land_worlds first.map plain slopes link
  edits_of "320 x 200"
  rm -f ./*.legend
  land_worlds "$maps/maps/wc3maps512/divideandconquer.map" plain slopes link
  edits_of "512 x 512"
}

one_nearest() {
  for case in plain slopes falls; do
    figures_of $case --random "$problems" --seed 1 --goals 1000 --brief
  done
}
nearest() {
  land_worlds "$sea" plain slopes falls
  in_rounds one_nearest
  for case in slopes falls; do
    of=$(middle $case inner nearest_us mean)
    row "nearest of 1,000 goals, $case: over plain; over one goal there" \
      "$(ratio "$of" "$(middle plain inner nearest_us mean)"); $(ratio "$of" "$(middle $case inner first_step_us mean)")"
  done
}

# maze_plans WIDTH PROGRAM CASE
maze_plans() {
  "$2" bench "$3.world" "$scenario" --every "$every" --brief --csv "$3.$round.csv" >said 2>&1 ||
    fail "$what: $(tail -n 1 said)"
}
mazes() {
  for width in 1 4 16 32; do
    map=$maps/maps/mazes/maze512-$width-0.map
    scenario=$maps/scenarios/mazes/maze512-$width-0.map.scen
    needs_map "$map"
    needs_map "$scenario"
    world "this$width" "$map"
    [ -z "$older" ] || "$older/overland" build "$map" -o "older$width.world" >/dev/null
    round=1
    while [ "$round" -le "$rounds" ]; do
      maze_plans "$width" "$program" "this$width"
      [ -z "$older" ] || maze_plans "$width" "$older/overland" "older$width"
      round=$((round + 1))
    done
    if [ -z "$older" ]; then
      row "whole path, maze of width $width, us" "$(planned "this$width" 3)"
    else
      row "whole path, maze of width $width, over the older build" \
        "$(over "this$width" "older$width" 3)"
    fi
  done
}

quality() {
  for name in $weighted_maps; do
    weighted_worlds "$name"
    "$program" bench "$name.world" --random "$problems" --seed 1 --yardstick \
      --csv "$name.csv" >said 2>&1 || fail "$what: $(tail -n 1 said)"
  done
  set --
  for name in $weighted_maps; do set -- "$@" "$name.csv"; done
  row "path cost, weights 1/2/4: mean; p99; worst" "$(costs_over "$@")"
}

# judged GROUND WORLDS ROW...: rows of bench/quality.sh, by how they begin.
judged() {
  OVERLAND_WORLDS=$2 sh "$here/quality.sh" "$build" "$1" >judged.md
  shift 2
  for title; do
    row "path cost, $(echo "$title" | sed 's/ | 1 / /;s/ |/,/g'): mean; p99; worst" "$(awk -F ' [|] ' -v title="| $title" \
      'index($0, title) == 1 { print $5 "; " $6 "; " $7 }' judged.md)"
  done
}
roads() {
  for weight in 3 31.875; do
    for kind in straight winding diagonal; do
      for means in labels edited; do set -- "$@" "$kind roads, 1 on $weight | 1 | $means"; done
    done
    set -- "$@" "roads, 1 on $weight | 1 | both"
  done
  judged roads 8 "$@"
}
bodies() { judged weights 4 "weights | 2 to 4 | both"; }

goals() {
  sh "$here/quality.sh" "$build" goals >judged.md
  awk -F ' [|] ' 'NR > 2 {
    sub(/^[|] /, "", $1)
    sub(/ [|]$/, "", $10)
    worst = $4 > $6 ? $4 : $6
    worst = worst > $8 ? worst : $8
    print "| another goal than the cheapest, " $1 ", " $2 ": sets, rectangles, circles; worst | " \
      $3 " %, " $5 " %, " $7 " %; " worst " |"
    print "| costs to cells, " $1 ", " $2 ": mean; worst | " $9 "; " $10 " |"
  }' judged.md
}

# The page's own 40 problems (the mode Compare), by its own generator; of pairs without a path, the
# next. `walker` and `scout` are its movers, and corners those that it offers.
cat >page.awk <<'AWK'
function random(below) {
  state = (state * 1664525 + 1013904223) % 4294967296
  return int(state / 4294967296 * below)
}
BEGIN {
  print "version 1"
  print "# profile nobody 0000000000000000" # lengths are not known
  state = 1
  for (i = 0; i < 400; i++) {
    x = random(320); y = random(200); to_x = random(320); to_y = random(200)
    printf "0\tfirst.map\t320\t200\t%d\t%d\t%d\t%d\t0\n", x, y, to_x, to_y
  }
}
AWK
first_map() {
  "$program" gen continents 320x200 --seed 147 -o first.map
  awk -f page.awk >first.scen
  for mover in "ground=1 swamp=1" "ground=1 swamp=1.5 trees=1.5 water=4"; do
    for corners in strict one free none; do
      world first first.map "profile mover $mover corners=$corners"
      "$program" bench first.world first.scen --csv first.csv >said 2>&1 ||
        fail "$what: $(tail -n 1 said)"
      row "work over the plain A*'s, $mover, corners $corners: worst, of 40 above 1.3, below 1" "$(awk -F, '
        FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["cost"] != "" && count < 40 {
          count++
          for (i = 0; i < 2; i++) {
            times = $at[i ? "full_path_expanded" : "first_step_expanded"] / $at["expansions"]
            if (times > worst[i]) worst[i] = times
            if (times > 1.3) above[i]++
            if (times < 1) below[i]++
          }
        }
        END {
          for (i = 0; i < 2; i++)
            printf "%s%.2f, %d, %d", i ? "; whole path " : "first step ", worst[i], above[i], below[i]
        }' first.csv)"
    done
  done
}

one_bake() { for case in plain weighted slopes; do figures_of $case --random 1; done; }
bake() {
  name=divideandconquer
  weighted_worlds $name
  heights "$weighted_map"
  world plain "$weighted_map" "profile foot ground=1 swamp=1 water=1"
  world weighted "$weighted_map" "profile foot ground=1 swamp=2 water=4"
  world slopes "$weighted_map" "profile foot ground=1 swamp=1 water=1 climbcost=0.5 dropcost=0.5" \
    "heights $hills"
  in_rounds one_bake
  for case in weighted slopes; do
    row "bake of $name, $case" "$(ratio "$(middle $case figure build_ms)" "$(middle plain figure build_ms)")"
  done
}

if [ "$what" != all ]; then
  case " $grounds " in
  *" $what "*) ;;
  *) fail "name what to measure: all, or one of: $grounds" ;;
  esac
  grounds=$what
fi
echo "| what | ratio |"
echo "| --- | ---: |"
for target in $grounds; do $target; done
