#!/bin/sh
# Measures crowds, each move judged from outside, and prints a table:
#
#   OVERLAND_MAPS=FOLDER sh bench/crowd.sh [BUILD_DIR [OLDER_BUILD_DIR]]
#
# Doors, a corner, groups that settle, armies, a held gate and snapshots are scenes of bench/crowd, measured by
# overland_crowd_units. Where librecast-dev is installed, DetourCrowd moves agents in the same scenes,
# by a program that is compiled here. OVERLAND_UNITS ("600 2000 5000 10000") units cross the maps
# OVERLAND_LANDS ("TheFrozenSea Labyrinth GhostTown") of sc1 in OVERLAND_TICKS (3000) ticks while
# rocks fall, by `overland simulate`; so do 2,000 units a generated land of OVERLAND_FIELD (1024x1024)
# cells. With OLDER_BUILD_DIR their ticks are also told over those of that build, whose program runs
# in turn with this one, and p99.9 of 10,000 units over that of 5,000 there.
#
# OVERLAND_FRAMES=FOLDER: instead draws three scenes there: crowd-march.png, which moves, crowd-corner.png
# and crowd-gate.png.
# OVERLAND_BEFORE=FILE: a table of an earlier run, whose figures become a column.
# OVERLAND_SCENES: the scenes (doors bodies corner settle armies gate snapshot); OVERLAND_PEER=no leaves
# DetourCrowd out.
set -eu
. "$(dirname "$0")/measuring.sh"

build=$(cd "${1:-build}" 2>/dev/null && pwd) || fail "${1:-build} is not a folder"
older=${2:+$(cd "$2" && pwd)}
units=${OVERLAND_UNITS-600 2000 5000 10000}
lands=${OVERLAND_LANDS-TheFrozenSea Labyrinth GhostTown}
ticks=${OVERLAND_TICKS:-3000}
field=${OVERLAND_FIELD:-1024x1024}
scenes=${OVERLAND_SCENES-doors bodies corner settle armies gate snapshot}
before=${OVERLAND_BEFORE:+$(cd "$(dirname "$OVERLAND_BEFORE")" && pwd)/$(basename "$OVERLAND_BEFORE")}
root=$(cd "$here/.." && pwd)

needs_program "$build"
[ -z "$lands" ] || [ -n "${OVERLAND_FRAMES:-}" ] || needs_maps
[ -x "$build/overland_crowd_units" ] || fail "$build/overland_crowd_units is not there: build first"

# ---- Pictures ----

if [ -n "${OVERLAND_FRAMES:-}" ]; then
  sh "$root/tools/setup.sh" apngasm # joins the frames of the march
  "$build/overland_crowd_units" draw "$work"
  for scene in march corner gate; do
    "$program" build "$work/$scene.map" -o "$work/$scene.world" >/dev/null
    "$program" render "$work/$scene.world" --layers terrain --no-legend --width 900 \
      --frames "$work/$scene.units" -o "$work/crowd-$scene.png"
  done
  apngasm "$OVERLAND_FRAMES/crowd-march.png" "$work"/crowd-march-*.png 1 12 >/dev/null
  cp "$work/crowd-corner-0000.png" "$OVERLAND_FRAMES/crowd-corner.png"
  cp "$work/crowd-gate-0000.png" "$OVERLAND_FRAMES/crowd-gate.png"
  exit 0
fi

# ---- Scenes ----

# shellcheck disable=SC2086 # names without blanks
"$build/overland_crowd_units" $scenes >"$work/now" || fail "a unit moved as none may"

: >"$work/peer"
peer_flags="-I/usr/include/recastnavigation"
if [ "${OVERLAND_PEER:-yes}" = yes ] && [ -f /usr/include/recastnavigation/DetourCrowd.h ]; then
  ${CC:-cc} -O2 -I"$root" -c "$here/crowd/crowd_scene.c" -o "$work/scene.o"
  # shellcheck disable=SC2086
  ${CXX:-c++} -O2 $peer_flags -I"$root" "$here/crowd/crowd_peer.cpp" "$work/scene.o" \
    -lDetourCrowd -lDetour -lRecast -o "$work/crowd_peer"
  # shellcheck disable=SC2086
  "$work/crowd_peer" $scenes >"$work/peer"
fi

# ---- Maps ----

# fought PROGRAM WORLD UNITS FILE.json
fought() {
  "$1" simulate "$2" --units "$3" --ticks "$ticks" --seed 1 --json >"$work/$4" ||
    fail "$2: two units shared a cell, or a move was illegal"
}

# crosses LAND UNITS: rows of $work/LAND.world, and of older.world beside it.
crosses() {
  land=$1 count=$2
  fought "$program" "$work/$land.world" "$count" json
  over=
  if [ -n "$older" ]; then
    fought "$older/overland" "$work/older.world" "$count" older.json
    over="; $(ratio "$(inner tick_us mean)" "$(inner tick_us mean older.json)")"
    over="$over; $(ratio "$(inner tick_us p999)" "$(inner tick_us p999 older.json)")"
  fi
  # Steps over the way tell something once most have arrived.
  there=$(($(figure arrived) + $(figure beside)))
  way=$(ratio "$(figure moves)" "$(figure way_steps)")
  [ $((there * 10)) -ge $((count * 9)) ] || way=-
  share=$(awk -v used="$(figure expansions)" -v budget="$(figure budget_expansions)" \
    -v last="$(figure last_move_tick)" 'BEGIN { printf "%.0f", last ? 100 * used / budget / last : 0 }')
  back=$(awk -v back="$(figure back_moves)" -v all="$(figure moves)" \
    'BEGIN { printf "%.1f", all ? 100 * back / all : 0 }')
  printf '%s, %s units, %s ticks: there; steps over the way; steps back; share of the budget\t%s\n' \
    "$land" "$count" "$ticks" "$there; $way; $back %; $share %" >>"$work/now"
  printf '%s, %s units: tick in us, mean; p99.9%s\t%s%s\n' "$land" "$count" \
    "${older:+; over the older build}" \
    "$(rounded "$(inner tick_us mean)"); $(rounded "$(inner tick_us p999)")" "$over" >>"$work/now"
  [ -z "$older" ] || [ "$count" != 5000 ] || of_5000=$(inner tick_us p999 older.json)
  if [ -n "$of_5000" ] && [ "$count" = 10000 ]; then
    printf '%s: p99.9 of 10000 units over that of 5000 of the older build\t%s\n' "$land" \
      "$(ratio "$(inner tick_us p999)" "$of_5000")" >>"$work/now"
  fi
}

# worlds LAND MAP
worlds() {
  of_5000=
  "$program" build "$2" -o "$work/$1.world" >/dev/null
  [ -z "$older" ] || "$older/overland" build "$2" -o "$work/older.world" >/dev/null
}

for land in $lands; do
  map=$OVERLAND_MAPS/maps/sc1/$land.map
  needs_map "$map"
  worlds "$land" "$map"
  for count in $units; do crosses "$land" "$count"; done
done
if [ -n "$lands" ]; then
  "$program" gen continents "$field" --seed 7 -o "$work/continents.map" >/dev/null
  worlds continents "$work/continents.map"
  crosses continents 2000
fi

# ---- The table ----

awk -F '\t' -v peer_file="$work/peer" -v before_file="$before" '
  function read_table(file, figures,   line, cell) {
    while ((getline line <file) > 0) {
      if (split(line, cell, / [|] /) >= 2 && sub(/^[|] /, "", cell[1])) {
        sub(/ [|]$/, "", cell[2])
        figures[cell[1]] = cell[2]
      }
    }
  }
  BEGIN {
    while ((getline line <peer_file) > 0) {
      split(line, cell, "\t")
      peer[cell[1]] = cell[2]
    }
    if (before_file != "") read_table(before_file, before)
    peers = length(peer) > 0
    print "| what | " (before_file != "" ? "before | now" : "now") (peers ? " | DetourCrowd |" : " |")
    print "| --- | " (before_file != "" ? "--- | ---" : "---") (peers ? " | --- |" : " |")
  }
  {
    printf "| %s | ", $1
    if (before_file != "") printf "%s | ", ($1 in before) ? before[$1] : "-"
    printf "%s |", $2
    if (peers) printf " %s |", ($1 in peer) ? peer[$1] : "-"
    printf "\n"
  }' "$work/now"
