#!/bin/sh
# Compares region sizes, with labels and overlays, over one generated map:
#
#   sh bench/choices.sh [BUILD_DIR [KIND [SIDE]]]      (build, continents, 1024)
#
# Environment: OVERLAND_PAIRS, the random pairs of a row (500); OVERLAND_THREADS, the threads of each
# bake (1). Prints the table of src/GUIDE.md: bake time, bytes a cell, first step, whole path, and the
# cost of walked routes over the optimum.
set -eu
. "$(dirname "$0")/measuring.sh"

build=$(cd "${1:-build}" && pwd)
needs_program "$build"
kind=${2:-continents}
side=${3:-1024}
cd "$work"
"$program" gen "$kind" "${side}x$side" --seed 7 -o land.map

row() {
  name=$1
  shift
  "$program" build land.map -o land.world --threads "${OVERLAND_THREADS:-1}" --json "$@" >build.json
  "$program" bench land.world --random "${OVERLAND_PAIRS:-500}" --seed 3 --yardstick --json >bench.json
  printf '| %s | %s | %s | %s / %s | %s / %s | %s |\n' "$name" \
    "$(figure build_ms build.json | awk '{ printf "%.2f", $1 / 1000 }')" \
    "$(rounded "$(figure bytes_per_cell build.json)" 2)" \
    "$(rounded "$(inner first_step_us p50 bench.json)")" \
    "$(rounded "$(inner first_step_us p99 bench.json)")" \
    "$(rounded "$(inner full_path_us p50 bench.json)")" \
    "$(rounded "$(inner full_path_us p99 bench.json)")" \
    "$(rounded "$(inner walked_ratio mean bench.json)" 4)"
}

echo "| settings | bake, s | bytes a cell | first step, us, median / p99 | whole path, us, median / p99 | walked over optimum |"
echo "| --- | ---: | ---: | ---: | ---: | ---: |"
row "what the bake chooses"
for cells in 16 32 64; do
  row "regions of $cells, labels" --region-size $cells
done
row "regions of 32, overlays" --region-size 32 --overlays always
row "regions of 64, overlays" --region-size 64 --overlays always
