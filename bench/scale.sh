#!/bin/sh
# Measures how costs grow with the size of a world: generated continents of each size are baked with
# overlays and planned on.
#
#   sh bench/scale.sh [BUILD_DIR] [SIDE...]      (1024 4096 16384 of build)
#
# Writes scale.csv, scale.md and scale.png into BUILD_DIR/measured, or OVERLAND_MEASURED, and prints
# the table. Queries are OVERLAND_QUERIES (1000) random pairs that reach each other; sides of up to
# OVERLAND_JUDGED (4096) cells are judged against the plain A* by 200 of them. Peak memory is read
# from the operating system. A side of 65536 takes up to an hour, and 9 GB of disk in OVERLAND_WORK
# (TMPDIR or /tmp).
set -eu
. "$(dirname "$0")/measuring.sh"

build=${1:-build}
[ $# -eq 0 ] || shift
[ $# -ne 0 ] || set -- 1024 4096 16384
queries=${OVERLAND_QUERIES:-1000}
judged=${OVERLAND_JUDGED:-4096}
threads=${OVERLAND_THREADS:-2}
measured=${OVERLAND_MEASURED:-$build/measured}

needs_program "$build"
for side in "$@"; do
  case $side in
  '' | *[!0-9]*) fail "'$side' is no side: give cells, as 4096" ;;
  esac
done
mkdir -p "$measured"

per() { awk -v over="$1" -v under="$2" -v places="$3" 'BEGIN { printf "%." places "f", over / under }'; }

echo "cells,first_step_us,first_step_p99_us,bake_s,memory_bytes,world_bytes" >"$measured/scale.csv"
{
  echo "| side | first step, us | p99 | whole path, us | walked over optimum | worst | bake and merge, s | threads | memory, MB | bytes a cell | opened, ms | resident, MB |"
  echo "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
} >"$measured/scale.md"

for side in "$@"; do
  cells=$(awk -v side="$side" 'BEGIN { printf "%.0f", side * side }')
  "$program" gen continents "${side}x$side" --seed 7 -o "$work/map" >/dev/null
  "$program" build "$work/map" -o "$work/world" --overlays always --threads "$threads" --json \
    >"$work/build"
  rm "$work/map"
  "$program" bench "$work/world" --random "$queries" --seed 1 --json >"$work/bench"
  walked="- | -"
  if [ "$side" -le "$judged" ]; then
    "$program" bench "$work/world" --random 200 --seed 2 --yardstick --json >"$work/judged"
    walked="$(rounded "$(inner walked_ratio mean judged)" 4) | $(rounded "$(inner walked_ratio max judged)" 4)"
  fi
  # Of worlds baked in parts, writing is their merge.
  both=$(awk -v bake="$(figure build_ms build)" -v merge="$(figure write_ms build)" 'BEGIN { print bake + merge }')
  seconds=$(per "$both" 1000 2)
  first=$(inner first_step_us mean bench)
  last=$(inner first_step_us p99 bench)
  memory=$(figure memory_peak_bytes build)
  bytes=$(figure world_bytes build)
  echo "$cells,$first,$last,$seconds,$memory,$bytes" >>"$measured/scale.csv"
  echo "| $side | $(rounded "$first") | $(rounded "$last") |" \
    "$(rounded "$(inner full_path_us mean bench)") | $walked | $(rounded "$seconds" 1) | $threads |" \
    "$(per "$memory" 1e6 0) | $(per "$bytes" "$cells" 3) |" \
    "$(per "$(figure open_us bench)" 1000 1) | $(per "$(figure resident_bytes_max bench)" 1e6 0) |" \
    >>"$measured/scale.md"
  rm "$work/world"
done
"$program" plot "$measured/scale.csv" --scale -o "$measured/scale.png" \
  --title "Continents of up to $(for side in "$@"; do echo "$side"; done | sort -n | tail -n 1) cells a side"
cat "$measured/scale.md"
