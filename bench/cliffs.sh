#!/bin/sh
# Measures what makes worlds leave the fast way: links, buildings, patches and the edits
# themselves, each beside the same world without it; prints a table of one target:
#
#   OVERLAND_MAPS=FOLDER sh bench/cliffs.sh TARGET [BUILD_DIR]
#
# rest        TheFrozenSea with nothing of all this
# link        one link, one way or both ways
# links       100 links both ways and one way, of which some are doors, closed or opened again
# continents  one link of equal cost both ways in a world of OVERLAND_GENERATED (4096x4096) cells
#             with overlays
# overlays    overlays instead of labels
# buildings   100 buildings of 16 x 16 cells, nothing refreshed
# patches     7,000 patches of a generated map in 19 batches, the same; a batch is one edit
# small       up to 100 buildings on maps of about 512 x 512: of bg512 and dao, and a maze
# changes     edits of a cell, a building and a row
# cell        edits of a cell of random512-10
# answers     queries that a planner made before such patches is too small for
#
# Every case is measured OVERLAND_ROUNDS (3) times, in turn with the others of its target. Times are
# medians: of each problem's rounds, before means and percentiles are taken, or of the rounds' own
# figures where worlds are edited. Problems of which there is no path are left out. Plans are those
# of every OVERLAND_EVERY-th (10) problem of the map's scenario; a world that is edited is planned
# in between OVERLAND_EDITS (1000) edits of each kind. Links and patches are drawn from
# seeds by `overland gen` and `overland bench --patches`. Exit code 3: the collection has no map of
# that name.
set -eu
. "$(dirname "$0")/measuring.sh"

what=${1:-}
build=$(cd "${2:-build}" 2>/dev/null && pwd) || fail "${2:-build} is not a folder"
every=${OVERLAND_EVERY:-10}
edits=${OVERLAND_EDITS:-1000}
rounds=${OVERLAND_ROUNDS:-3}
size=${OVERLAND_GENERATED:-4096x4096}
patches=${OVERLAND_PATCHES:-7000}
batches=19

needs_maps
needs_program "$build"
maps=$(cd "$OVERLAND_MAPS" && pwd)
sea=$maps/maps/sc1/TheFrozenSea.map
cd "$work"

# ---- Worlds ----

# world CASE MAP LEGEND [BUILD_OPTION...]: CASE.world; an empty LEGEND is none.
world() {
  world_case=$1 world_map=$2 world_legend=$3
  shift 3
  [ -z "$world_legend" ] || set -- "$@" --legend "$world_legend"
  "$program" build "$world_map" -o "$world_case.world" "$@" >/dev/null
}

# Sets sides, WxH, and has the problems in sea.scen.
needs_sea() {
  needs_map "$sea"
  needs_map "$maps/scenarios/sc1/TheFrozenSea.map.scen"
  ln -sf "$maps/scenarios/sc1/TheFrozenSea.map.scen" sea.scen
  sides=$(awk '$1 == "height" { h = $2 } $1 == "width" { w = $2 } $1 == "map" { print w "x" h; exit }' "$sea" |
    tr -d '\r')
}

# ---- Plans ----

# plans ARGUMENT... -- CASE TITLE...: plans in each CASE.world, and a row for each; "times" are of
# the first.
plans() {
  arguments=
  while [ "$1" != -- ]; do
    arguments="$arguments $1"
    shift
  done
  shift
  round=1
  while [ "$round" -le "$rounds" ]; do
    position=0
    for case; do
      position=$((position + 1))
      [ $((position % 2)) = 1 ] || continue
      # shellcheck disable=SC2086 # words of our own
      "$program" bench "$case.world" $arguments --json --csv "$case.$round.csv" >json 2>said ||
        fail "$what: $(tail -n 1 said)"
    done
    round=$((round + 1))
  done
  reference=
  while [ $# -gt 0 ]; do
    awk -F, -f "$here/plans.awk" "$1".*.csv >figures
    read -r first p99 whole <figures
    reference=${reference:-$first}
    method=$("$program" info "$1.world" --json | sed -n 's/.*"estimate": "\([a-z]*\)".*/\1/p' | head -n 1)
    echo "| $2 | $method | $(rounded "$first" 1) / $(rounded "$p99" 1) | $(rounded "$whole") |" \
      "$(ratio "$first" "$reference") | - |"
    shift 2
  done
}

head_line() {
  echo "| case | by | first step, us, mean / p99 | whole path, us | times | edits, us, mean / p99 |"
  echo "| --- | --- | ---: | ---: | ---: | ---: |"
}

# ---- Edits ----

# edited CASE BENCH_ARGUMENT...: CASE.ROUND.json of a world that bench edits, of one round.
edited() {
  edited_case=$1
  shift
  "$program" bench "$edited_case.world" "$@" --json >"$edited_case.$round.json" 2>said ||
    fail "$what: $(tail -n 1 said)"
}

# pair CASE KEY: "mean / p99".
pair() { echo "$(rounded "$(middle "$1" inner "$2" mean)" 1) / $(rounded "$(middle "$1" inner "$2" p99)" 1)"; }

# state_row CASE TITLE END EDITS: a row of the state whose keys end so (nothing: before the edits);
# "times" are of the first steps before the edits.
state_row() {
  first=$(middle "$1" inner "first_step$3_us" mean)
  echo "| $2 | $(figure "estimate$3" "$1.1.json") | $(pair "$1" "first_step$3_us") |" \
    "$(rounded "$(middle "$1" inner "full_path$3_us" mean)") |" \
    "$(ratio "$first" "$(middle "$1" inner first_step_us mean)") | $4 |"
}

both_worlds() { # both_worlds MAP: labels.world and overlays.world
  world labels "$1" ""
  world overlays "$1" "" --overlays always
}

# ---- Targets ----

rest() {
  needs_sea
  world plain "$sea" ""
  head_line
  plans sea.scen --every "$every" -- plain "at rest"
}

# Links between the same two cells. Of cost 1 they are a short cut, of 500 about as long as walking,
# which leaves most in doubt.
link() {
  needs_sea
  "$program" gen --links 1 --from "$sea" --ways one --seed 2 -o one.legend
  "$program" gen --links 1 --from "$sea" --ways both --seed 2 -o both.legend
  "$program" gen --links 1 --from "$sea" --ways both --cost 500 --seed 2 -o long.legend
  world plain "$sea" ""
  world one "$sea" one.legend
  world both "$sea" both.legend
  world long "$sea" long.legend
  head_line
  plans sea.scen --every "$every" -- plain "without links" one "one \`->\`" both "one \`<->\`" \
    long "one \`<->\` of cost 500"
}

# Of each 8 links the first two, one way and both ways, are closed doors; of every other such pair
# they were opened again.
links() {
  needs_sea
  "$program" gen --links 100 --from "$sea" --seed 1 -o links.legend
  world plain "$sea" ""
  world links "$sea" links.legend
  awk 'BEGIN {
    for (i = 0; i < 100; i++) if (i % 8 < 2) print "door", i, "closed"
    for (i = 0; i < 100; i++) if (i % 16 < 2) print "door", i, "open"
  }' >doors
  "$program" edit links.world doors -o doors.world --settle >/dev/null
  head_line
  plans sea.scen --every "$every" -- plain "without links" links "100 links" \
    doors "100 links, 12 of them closed doors"
}

continents() {
  "$program" gen continents "$size" --seed 1 -o land.map >/dev/null
  "$program" gen --links 1 --from land.map --ways both --seed 1 -o both.legend
  world plain land.map "" --overlays always
  world both land.map both.legend --overlays always
  rm land.map
  head_line
  plans --random 200 --seed 1 -- plain "continents, $size" both "one \`<->\`"
}

overlays() {
  needs_sea
  world plain "$sea" ""
  world overlays "$sea" "" --overlays always
  head_line
  plans sea.scen --every "$every" -- plain labels overlays overlays
}

one_edit() { edited labels --edits 1 && edited overlays --edits 1; }
buildings() {
  needs_sea
  both_worlds "$sea"
  in_rounds one_edit
  head_line
  for case in labels overlays; do
    state_row $case "random problems" "" -
    state_row $case "after $(figure buildings $case.1.json) buildings" _edited -
  done
}

patch() {
  for case in labels overlays; do
    edited $case --patches "$patches" --of "$second" --batches "$batches"
  done
}
patches() {
  needs_sea
  both_worlds "$sea"
  second=continents.map
  "$program" gen continents "$sides" --seed 1 -o $second >/dev/null
  in_rounds patch
  head_line
  for case in labels overlays; do
    state_row $case "random problems" "" -
    state_row $case "after $patches patches in $batches batches" _edited "$(pair $case batch_us)"
    state_row $case refreshed _settled -
  done
}

small() {
  for name in bg512/AR0011SR dao/brc202d mazes/maze512-8-0; do
    needs_map "$maps/maps/$name.map"
  done
  head_line
  for name in bg512/AR0011SR dao/brc202d mazes/maze512-8-0; do
    both_worlds "$maps/maps/$name.map"
    in_rounds one_edit
    for case in labels overlays; do
      state_row $case "$name, $(figure buildings $case.1.json) buildings" _edited -
    done
  done
}

all_edits() { edited labels --edits "$edits" && edited overlays --edits "$edits"; }

# edits_row CASE TITLE KEY: a row of which only the edits are measured.
edits_row() { echo "| $2 | $1 | - | - | - | $(pair "$1" "$3") |"; }

changes() {
  needs_sea
  both_worlds "$sea"
  in_rounds all_edits
  head_line
  for case in labels overlays; do
    edits_row $case "a cell" edit_cell_us
    edits_row $case "a building" edit_block_us
    edits_row $case "taken down" edit_unblock_us
    edits_row $case "a row" edit_row_us
    edits_row $case "opened again" edit_unrow_us
  done
}

cell() {
  map=$maps/maps/random/random512-10-0.map
  needs_map "$map"
  both_worlds "$map"
  in_rounds all_edits
  head_line
  edits_row labels "random512-10, a cell" edit_cell_us
  edits_row overlays "random512-10, a cell" edit_cell_us
}

answers() {
  needs_sea
  both_worlds "$sea"
  round=1
  echo "| patches of | by | queries | not answered after the edits | nor once refreshed |"
  echo "| --- | --- | ---: | ---: | ---: |"
  for kind in continents caves maze; do
    second=$kind.map
    "$program" gen $kind "$sides" --seed 1 -o $second >/dev/null
    patch
    for case in labels overlays; do
      echo "| $kind | $case | $(figure asked_old_planner $case.1.json) |" \
        "$(figure unanswered_edited $case.1.json) | $(figure unanswered_settled $case.1.json) |"
    done
  done
}

case " $cliffs " in
*" $what "*) $what ;;
*) fail "name what to measure, one of: $cliffs" ;;
esac
