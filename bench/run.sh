#!/bin/sh
# One command that measures everything anew: every map of a collection that has
# scenarios, also at first touch and repeated, worlds without labels,
# generated worlds, worlds of several profiles, goals of many cells, real ground, edits, battles,
# links, instructions.
# Writes bench/RESULTS.md and bench/plot.png, and brings the rows of README.md's
# table up to date.
#
#   OVERLAND_MAPS=FOLDER sh bench/run.sh [BUILD_DIR]
#   OVERLAND_MAPS=FOLDER sh bench/run.sh BUILD_DIR TARGET...
#
# With targets only their tables are measured anew and printed: maps (those of all maps with
# scenarios, and of generated worlds), touch (bench/touch.sh), weighted,
# sizes, nearest (bench/profiles.sh), quality (bench/quality.sh), ground (bench/ground.sh), edits,
# battle, flow (bench/living.sh), directed, hex, opening, instructions, and those of bench/cliffs.sh, alone
# or together as `cliffs`. The page stays; bench/tables.sh makes it.
#
# FOLDER holds maps/GROUP/NAME.map and scenarios/GROUP/NAME.map.scen.
# BUILD_DIR (build) holds the overland program; what was measured stays in
# BUILD_DIR/measured, from which bench/tables.sh makes the tables. OVERLAND_EVERY
# (10) takes every 10th problem; OVERLAND_RESULTS names another folder for
# RESULTS.md and plot.png, and leaves README.md alone; OVERLAND_GENERATED
# (4096x4096) is the size of the generated worlds, OVERLAND_SIDES (1024 4096 16384)
# are the sides of those that show how costs grow. Everything runs one after the
# other, so that nothing disturbs the times of the next.
set -eu
. "$(dirname "$0")/measuring.sh"

build=${1:-build}
[ $# -eq 0 ] || shift
every=${OVERLAND_EVERY:-10}
results=${OVERLAND_RESULTS:-$here}
size=${OVERLAND_GENERATED:-4096x4096}
sides=${OVERLAND_SIDES:-1024 4096 16384}
measured=${OVERLAND_RESULTS:-$build}/measured
broken=0

needs_maps
[ -d "$OVERLAND_MAPS/maps" ] || fail "$OVERLAND_MAPS/maps is not a folder"
needs_program "$build"
[ -d "$results" ] || fail "$results is not a folder"

# table TARGET: the table of a target, in a file whose name is left in $table. Nothing where the
# collection lacks its map.
table() {
  code=0
  table=$measured/$1.md
  case $1 in
  touch) set -- touch.sh "$build" ;;
  quality) set -- quality.sh "$build" ;;
  ground) set -- ground.sh all "$build" ;;
  weighted | sizes | nearest) set -- profiles.sh "$1" "$build" ;;
  edits | battle | flow) set -- living.sh "$1" "$build" ;;
  instructions) set -- instructions.sh "$build" ;;
  hex) set -- hex.sh "$build" ;;
  opening) set -- opening.sh "$build" "$size" ;;
  directed) # shellcheck disable=SC2086 # sides are words
    set -- directed.sh "$build" $sides ;;
  *) table=$measured/cliffs/$1.md && set -- cliffs.sh "$1" "$build" ;;
  esac
  script=$1
  shift
  rm -f "$table"
  OVERLAND_EVERY=$every sh "$here/$script" "$@" >"$work/table" || code=$?
  case $code in
  0) mv "$work/table" "$table" ;;
  3) echo "$script $1: left out" ;;
  *) broken=$((broken + 1)) ;;
  esac
}

# measure FOLDER MAP BENCH_ARGUMENT...: NAME.info.json, NAME.json and NAME.csv in
# the folder, for the world in $world.
world=$work/map.world
measure() {
  folder=$1 map=$2
  shift 2
  name=$(basename "$map" .map)
  mkdir -p "$folder"
  code=0
  "$program" build "$map" -o "$world" >/dev/null || code=$?
  [ "$code" -ne 0 ] || "$program" info "$world" --json >"$work/info.json" || code=$?
  [ "$code" -ne 0 ] ||
    "$program" bench "$world" "$@" --json --csv "$work/csv" >"$work/json" || code=$?
  if [ "$code" -ne 0 ]; then
    echo "$folder/$name: overland ended with exit code $code"
    broken=$((broken + 1))
  fi
  # Code 1 is a measurement too: it says how many failed or were illegal.
  [ "$code" -le 1 ] && [ -s "$work/json" ] || return 0
  mv "$work/info.json" "$folder/$name.info.json"
  mv "$work/csv" "$folder/$name.csv"
  mv "$work/json" "$folder/$name.json"
  echo "${folder#"$measured"/}/$name: $(sed -n 's/^  "first_step_us": {"mean": \([^,]*\).*/\1/p' \
    "$folder/$name.json") us to the first step"
}

# All maps that have scenarios, and generated worlds.
measure_maps() {
  rm -rf "$measured/maps" "$measured/estimates" "$measured/generated"
  mkdir -p "$measured/maps" "$measured/estimates" "$measured/generated"
  skipped=0
  for map in "$OVERLAND_MAPS"/maps/*/*.map; do
    [ -f "$map" ] || fail "$OVERLAND_MAPS/maps holds no GROUP/NAME.map"
    group=$(basename "$(dirname "$map")")
    scenario=$OVERLAND_MAPS/scenarios/$group/$(basename "$map").scen
    if [ -f "$scenario" ]; then
      measure "$measured/maps/$group" "$map" "$scenario" --every "$every"
    else
      skipped=$((skipped + 1))
    fi
  done

  # Labels, and what a world without them is worth: the largest maps of sc1.
  for map in "$OVERLAND_MAPS"/maps/sc1/*.map; do
    name=$(basename "$map" .map)
    [ "$(sed -n '2,3s/ 1024$//p' "$map" 2>/dev/null | sort | tr -d '\n')" = heightwidth ] || continue
    for estimate in overlays labels; do
      [ $estimate = overlays ] && labels="--labels 0" || labels=
      # shellcheck disable=SC2086 # words of our own
      "$program" build "$map" -o "$world" $labels >/dev/null
      "$program" bench "$world" "$OVERLAND_MAPS/scenarios/sc1/$name.map.scen" --every "$every" \
        --csv "$work/csv" >/dev/null 2>&1 || continue
      mkdir -p "$measured/estimates/$estimate"
      mv "$work/csv" "$measured/estimates/$estimate/$name.csv"
    done
  done

  for kind in continents city; do
    map=$work/$kind-$size.map
    "$program" gen $kind "$size" --seed 1 -o "$map" >/dev/null
    measure "$measured/generated" "$map" --random 200 --seed 1 --yardstick
    rm -f "$map" "$world"
  done
}

# What a pattern finds in meson's own account of the build, or "unknown".
meson_value() {
  text=
  if [ -f "$build/$1" ]; then
    text=$(sed -n "s/$2/\\1/p" "$build/$1" | head -n 1)
  fi
  echo "${text:-unknown}"
}
option() {
  meson_value meson-info/intro-buildoptions.json ".*\"name\": \"$1\", \"value\": \"\([^\"]*\)\".*"
}
# What the tables begin with.
describe_run() {
  processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)
  {
    echo "machine|${processor:-unknown processor}, $(uname -sm), one core"
    echo "compiler|$(meson_value meson-logs/meson-log.txt \
      '^C compiler for the host[^(]*(\([^"]*\) ".*')"
    echo "flags|build type $(option buildtype), -O$(option optimization)"
    echo "date|$(date -u +%Y-%m-%d)"
    with=$(find "$measured/maps" -name '*.csv' | wc -l | tr -d ' ')
    echo "map set|$with maps with scenarios, every ${every}th problem; $skipped maps without" \
      "scenarios left out"
  } >"$measured/about"
}

if [ $# -gt 0 ]; then
  mkdir -p "$measured/cliffs"
  for target; do
    # shellcheck disable=SC2086 # words of our own
    [ "$target" != cliffs ] || set -- $cliffs
  done
  for target; do
    case " maps touch weighted sizes quality nearest ground edits battle flow directed hex opening instructions $cliffs " in
    *" $target "*) ;;
    *) fail "'$target' is no target: maps, touch, weighted, sizes, quality, nearest, ground, edits, battle, flow," \
      "directed, opening, instructions, cliffs, or one of $cliffs" ;;
    esac
  done
  for target; do
    if [ "$target" = maps ]; then
      measure_maps && describe_run && sh "$here/tables.sh" "$measured"
      continue
    fi
    table "$target"
    [ ! -f "$table" ] || cat "$table"
  done
  [ "$broken" = 0 ] || fail "$broken measurements failed"
  exit
fi

rm -rf "$measured"
mkdir -p "$measured/cliffs"
measure_maps

# First touch; worlds of several profiles, goals of many cells; worlds that are edited, and walked by
# many; what makes worlds leave the fast way.
for target in touch weighted sizes quality nearest ground edits battle flow directed opening $cliffs; do
  table "$target"
done

# How costs grow with size.
set --
for side in $sides; do
  set -- "$@" "$side"
done
OVERLAND_MEASURED=$measured sh "$here/scale.sh" "$build" "$@" >/dev/null || broken=$((broken + 1))

table instructions

describe_run
sh "$here/tables.sh" "$measured" >"$work/RESULTS.md"
cp "$work/RESULTS.md" "$results/RESULTS.md.tmp-$$"
mv "$results/RESULTS.md.tmp-$$" "$results/RESULTS.md"
for picture in scale work; do
  if [ -f "$measured/$picture.png" ]; then cp "$measured/$picture.png" "$results/$picture.png"; fi
done
set --
for table in "$measured"/maps/sc1/*.csv "$measured"/maps/cities/*.csv; do
  [ ! -f "$table" ] || set -- "$@" "$table"
done
if [ $# -gt 0 ]; then
  "$program" plot "$@" -o "$results/plot.png" --title "StarCraft maps and cities, $# maps"
fi
echo "wrote $results/RESULTS.md and plot.png"

# A row is known by what stands before its second bar, the maps.
sh "$here/tables.sh" "$measured" --readme >"$work/rows"
cat "$work/rows"
readme=$here/../README.md
if [ -z "${OVERLAND_RESULTS:-}" ]; then
  awk -F ' [|] ' 'FNR == NR { row[$1] = $0; next }
    $1 in row { $0 = row[$1] }
    { print }' "$work/rows" "$readme" >"$work/README.md"
  cp "$work/README.md" "$readme"
fi
if [ "$broken" -gt 0 ]; then
  echo "$broken measurements failed"
  exit 1
fi
