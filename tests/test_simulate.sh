#!/bin/sh
# `overland simulate`: battles in which no two units share a cell, as a program of its own finds
# that reads nothing but the map and the log; the same battle for every number of threads.
. "$(dirname "$0")/checks.sh"
cd "$work" || exit 1

# fight NAME MAP OPTION...: a battle, its log replayed.
fight() {
  name=$1 map=$2
  shift 2
  "$overland" build "$map" -o the.world >/dev/null
  check "a battle $name" says 0 "$overland" simulate the.world "$@" --json --log the.log --png the.png
  check "  every unit is counted once" holds \
    "it['units'] == it['arrived'] + it['beside'] + it['stuck'] + it['unreachable'] + it['late']"
  check "  no shared cell, no illegal move" holds \
    "it['cell_conflicts'] == 0 and it['illegal_moves'] == 0"
  check "  no tick expands more than its budget" holds \
    "it['tick_expansions_max'] <= it['budget_expansions']"
  check "  the log holds nothing illegal" python3 "$root/tests/check_battle.py" "$map" the.log
  check "  it ends with a picture" sh -c "tail -c 8 the.png | head -c 4 | grep -q IEND"
}

for kind in continents caves rooms maze city random; do
  "$overland" gen $kind 97x81 --seed 3 -o $kind.map >/dev/null
done
fight "on continents" continents.map --units 100 --ticks 900 --seed 1
check "  nobody is stuck" holds "it['stuck'] == 0"
check "  most have arrived" holds "it['arrived'] + it['beside'] >= 90"
check "  rocks fell and went" holds "it['rocks_fallen'] > 100 and it['rocks_cleared'] > 100"
for kind in caves rooms maze city random; do
  fight "in a map of kind $kind" $kind.map --units 60 --ticks 600 --seed 2
done
for kind in continents caves; do
  "$overland" gen $kind 97x81 --seed 3 --hex axial -o $kind.hex.map >/dev/null
  fight "on hexagons, in a map of kind $kind" $kind.hex.map --units 100 --ticks 900 --seed 4
  check "  nobody is stuck" holds "it['stuck'] == 0"
done
fight "with a budget of almost nothing" caves.map --units 60 --ticks 300 --seed 5 --budget 1000
fight "with settlings" caves.map --units 60 --ticks 600 --seed 5 --settle 100
check "  labels were put to use" holds "it['settlings'] >= 2"
fight "without rocks" caves.map --units 60 --ticks 600 --seed 5 --rocks 0
check "  none fell" holds "it['rocks_fallen'] == 0"

# ---- One battle, whatever the threads ----
"$overland" build caves.map -o the.world >/dev/null
for threads in 1 2 8; do
  check "$threads threads" says 0 "$overland" simulate the.world --units 80 --ticks 400 --seed 9 \
    --threads $threads --log log.$threads --json
  sed -n 's/^  "hash": //p' said >hash.$threads
done
check "2 threads give the hash of 1" cmp hash.1 hash.2
check "8 threads give the hash of 1" cmp hash.1 hash.8
check "and its log" sh -c "cmp log.1 log.2 && cmp log.1 log.8"
"$overland" simulate the.world --units 80 --ticks 400 --seed 10 --json |
  sed -n 's/^  "hash": //p' >hash.other
check "another seed gives another hash" sh -c "! cmp -s hash.1 hash.other"

# ---- The replay finds what is wrong ----
spoiled() { # spoiled NAME AWK_PROGRAM: a log that was changed is refused
  awk "$2" log.1 >spoiled.log
  check "the replay refuses $1" sh -c \
    "! cmp -s log.1 spoiled.log && ! python3 '$root/tests/check_battle.py' caves.map spoiled.log 2>&1"
}
spoiled "a unit that jumps" 'NR == 200 && $2 != "rock" { $3 += 2 } { print }'
spoiled "a move that is left out" '$2 == 3 && $1 == 20 { next } { print }'
spoiled "two units on one cell" '$1 == 0 && $2 == 1 { print $1, $2, x, y; next } { x = $3; y = $4; print }'
spoiled "a rock on a unit" '{ print } $1 == 0 && NR == 80 { print 1, "rock", $3, $4, 1 }'
spoiled "a rock that goes from where none lies" 'NR == 81 { print 1, "rock", 0, 0, 0 } { print }'

# ---- The scenes of bench/crowd.sh, whose counts are those of bench/crowds.md ----
scenes="doors bodies corner armies gate" lands="" # with --long those as well that take minutes
if [ -n "$long" ]; then
  scenes="$scenes settle" lands=${OVERLAND_MAPS:+TheFrozenSea Labyrinth GhostTown}
fi
# Rows of the page have what, before, now; those of the table what and now.
all_scenes() {
  OVERLAND_PEER=no OVERLAND_LANDS=$lands OVERLAND_UNITS=10000 OVERLAND_SCENES=$scenes \
    sh "$root/bench/crowd.sh" "$build" >table.md
}
check "bench/crowd.sh runs, and no move is illegal" all_scenes
awk -F ' *[|] *' 'NR == FNR { now[$2] = $4; next }
  $2 in now && $2 != "what" { rows++; if (now[$2] != $3) print $2 ": " $3 ", not " now[$2] }
  END { if (rows < 10) print "only " rows + 0 " rows are on the page" }' "$root/bench/crowds.md" table.md >wrong
empty "its counts are those of bench/crowds.md" wrong

# ---- Bad input ----
check "more units than there is room for" says 1 "$overland" simulate the.world --units 60000
check "it says how much room there is" grep -q 'no room for 60000 units' errors
check "no units are wrong usage" says 2 "$overland" simulate the.world --units 0
check "a log over the world is wrong usage" says 2 "$overland" simulate the.world --log the.world
check "a profile that there is not" says 3 "$overland" simulate the.world --profile boat
check "a folder that is missing" says 4 "$overland" simulate the.world --log nowhere/log
printf 'type octile\nheight 2\nwidth 2\nmap\n@@\n@@\n' >wall.map
"$overland" build wall.map --allow-blocked -o wall.world >/dev/null
check "a world without an open cell" says 1 "$overland" simulate wall.world --units 2 --ticks 2

find . -name '*.tmp-*' >wrong
empty "no temporary file is left" wrong

finish
