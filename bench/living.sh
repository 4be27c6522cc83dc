#!/bin/sh
# Measures worlds that are edited and walked by many; prints a table of one:
#
#   OVERLAND_MAPS=FOLDER sh bench/living.sh edits [BUILD_DIR]
#   OVERLAND_MAPS=FOLDER sh bench/living.sh battle [BUILD_DIR]
#   OVERLAND_MAPS=FOLDER sh bench/living.sh flow [BUILD_DIR]
#
# edits: every map of sc1 and of random, OVERLAND_EDITS (1000) edits of each kind, by
# `overland bench --edits`.
# battle: every map of sc1 and a generated land of OVERLAND_FIELD (1024x1024) cells, with
# OVERLAND_UNITS (2000) units and OVERLAND_TICKS (5000) ticks, by `overland simulate`.
# flow: every map of sc1, OVERLAND_UNITS (2000) units to one goal, from anywhere and from within
# 100 regions, by `overland bench --flow`.
set -eu
. "$(dirname "$0")/measuring.sh"

what=${1:-}
build=${2:-build}
edits=${OVERLAND_EDITS:-1000}
field=${OVERLAND_FIELD:-1024x1024}
units=${OVERLAND_UNITS:-2000}
ticks=${OVERLAND_TICKS:-5000}

needs_maps
needs_program "$build"

# of KEY: "mean / p99" in microseconds.
of() { echo "$(rounded "$(inner "$1" mean)" 1) / $(rounded "$(inner "$1" p99)" 1)"; }

edits() {
  echo "| map | one cell, us | building | taken down | wall along a row | taken down | first step | after 100 buildings | settled | settling, ms |"
  echo "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
  for map in "$OVERLAND_MAPS"/maps/sc1/*.map "$OVERLAND_MAPS"/maps/random/*.map; do
    [ -f "$map" ] || continue
    name=$(basename "$(dirname "$map")")/$(basename "$map" .map)
    "$program" build "$map" -o "$work/world" >/dev/null
    "$program" bench "$work/world" --edits "$edits" --json >"$work/json" ||
      fail "$name: an answer is wrong"
    echo "| $name | $(of edit_cell_us) | $(of edit_block_us) | $(of edit_unblock_us) |" \
      "$(of edit_row_us) | $(of edit_unrow_us) | $(of first_step_us) |" \
      "$(of first_step_edited_us) | $(of first_step_settled_us) | $(rounded "$(figure settle_ms)") |"
  done
}

battle_row() { # battle_row NAME, of $work/world
  "$program" simulate "$work/world" --units "$units" --ticks "$ticks" --seed 1 --json \
    >"$work/json" || fail "$1: two units shared a cell, or a move was illegal"
  echo "| $1 | $(figure arrived) | $(figure beside) | $(figure stuck) | $(figure unreachable) |" \
    "$(figure late) | $(figure cell_conflicts) | $(figure waits) | $(figure repairs) |" \
    "$(figure replans) | $(rounded "$(inner tick_us mean)") | $(rounded "$(inner tick_us p99)") |" \
    "$(rounded "$(inner tick_us p999)") | $(rounded "$(inner tick_us max)") |" \
    "$(figure tick_expansions_max) |"
}

battle() {
  echo "| map | arrived | beside | stuck | unreachable | late | shared cells | waits | ways round | plans anew | tick, us | p99 | p99.9 | most | most expansions |"
  echo "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
  for map in "$OVERLAND_MAPS"/maps/sc1/*.map; do
    [ -f "$map" ] || continue
    "$program" build "$map" -o "$work/world" >/dev/null
    battle_row "sc1/$(basename "$map" .map)"
  done
  "$program" gen continents "$field" --seed 7 -o "$work/map" >/dev/null
  "$program" build "$work/map" -o "$work/world" >/dev/null
  battle_row "continents, $field"
}

flow_row() { # flow_row NAME BEGIN BENCH_ARGUMENT...
  name=$1 begin=$2
  shift 2
  "$program" bench "$work/world" --flow "$units" "$@" --json >"$work/json" ||
    fail "$name: a step is wrong"
  echo "| $name | $begin | $(rounded "$(inner flow_first_steps_us mean)") |" \
    "$(rounded "$(inner flow_first_steps_us max)") | $(rounded "$(inner flow_step_us mean)" 3) |" \
    "$(rounded "$(inner walked_ratio mean)" 4) | $(rounded "$(inner walked_ratio max)" 4) |" \
    "$(rounded "$(figure tiles)") | $(rounded "$(figure waypoints_expanded)") |"
}

flow() {
  echo "| map | units begin | first steps of all, us | most | each step, us | walked over optimum | worst | tiles | waypoints |"
  echo "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
  for map in "$OVERLAND_MAPS"/maps/sc1/*.map; do
    [ -f "$map" ] || continue
    "$program" build "$map" -o "$work/world" >/dev/null
    flow_row "$(basename "$map" .map)" anywhere
    flow_row "$(basename "$map" .map)" "100 regions" --within 100
  done
}

case $what in
edits) edits ;;
battle) battle ;;
flow) flow ;;
*) fail "name what to measure: edits, battle or flow" ;;
esac
