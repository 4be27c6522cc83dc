#!/bin/sh
# Measures worlds of hexagons beside those of squares over the same ground: generated continents.
#
#   sh bench/hex.sh [BUILD_DIR [SIDE]]      (build, 1024)
#
# Prints two tables. The maps of seeds OVERLAND_SEEDS ("7 8 9") are generated as squares, as hexagons
# in axial rows and as hexagons in shifted rows (odd-r) and columns (odd-q), and answer the same
# OVERLAND_QUERIES (300) problems, drawn by seed from the cells of each, in OVERLAND_ROUNDS (3)
# rounds in turn: times are the medians of queries, and of these the least of a map's rounds, as a
# mean over the maps. Void is what the shifted maps take beside the axial one of the same cells.
set -eu
. "$(dirname "$0")/measuring.sh"

build=$(cd "${1:-build}" && pwd)
side=${2:-1024}
seeds=${OVERLAND_SEEDS:-7 8 9}
queries=${OVERLAND_QUERIES:-300}
rounds=${OVERLAND_ROUNDS:-3}
kinds="squares axial odd-r odd-q"
needs_program "$build"
cd "$work"

# bake SEED: a world of each kind.
bake() {
  for kind in $kinds; do
    set -- "$1" --hex "$kind"
    [ "$kind" != squares ] || set -- "$1"
    "$program" gen continents "${side}x$side" -o "$kind.map" --seed "$@" >/dev/null
    "$program" build "$kind.map" -o "$kind.world" >/dev/null
    "$program" gen --scenario "$queries" --from "$kind.map" --seed 1 -o "$kind.scen" >/dev/null
  done
}

# measure: a line for each kind and round: kind, figures.
measure() {
  for kind in $kinds; do
    "$program" bench "$kind.world" "$kind.scen" --brief --json >json ||
      fail "$kind: an answer is wrong"
    "$program" bench "$kind.world" --edits 30 --seed 1 --json >edits
    echo "$map $kind $(inner first_step_us p50) $(inner full_path_us p50) $(inner walk_us p50)" \
      "$(inner cost_ratio mean) $(inner cost_ratio max) $(inner walked_ratio mean)" \
      "$(inner walked_ratio max) $(figure unreachable_us) $(inner edit_cell_us p50 edits)" \
      "$(inner edit_block_us p50 edits) $(figure world_bytes)"
  done
}

for map in $seeds; do
  bake "$map"
  in_rounds measure
done >figures

echo "| continents of $side | first step, us | whole path, us | walk, us | path over optimum | worst | walked over optimum | worst | unreachable, us | edit of a cell, us | of a building, us | bytes a cell |"
echo "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
awk -v cells="$((side * side))" -v kinds="$kinds" '
  {
    place = $1 " " $2
    maps[$1] = 1
    for (i = 3; i <= NF; i++) {
      if (!((place, i) in least) || $i < least[place, i]) least[place, i] = $i
    }
  }
  END {
    count = split(kinds, kind, " ")
    for (k = 1; k <= count; k++) {
      split("", sum); split("", most); n = 0
      for (map in maps) {
        n++
        for (i = 3; i <= 13; i++) {
          figure = least[map " " kind[k], i]
          sum[i] += figure
          if (figure > most[i]) most[i] = figure
        }
      }
      printf "| %s | %.1f | %.1f | %.0f | %.5f | %.4f | %.5f | %.4f | %.2f | %.0f | %.0f | %.3f |\n",
        kind[k], sum[3] / n, sum[4] / n, sum[5] / n, sum[6] / n, most[7], sum[8] / n, most[9],
        sum[10] / n, sum[11] / n, sum[12] / n, sum[13] / n / cells
      for (i = 3; i <= 13; i++) total[k, i] = sum[i]
    }
    print ""
    print "| beside squares | first step | whole path | walk | edit of a cell | of a building | bytes | void over axial |"
    print "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    for (k = 2; k <= count; k++)
      printf "| %s | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.1f %% |\n", kind[k],
        total[k, 3] / total[1, 3], total[k, 4] / total[1, 4], total[k, 5] / total[1, 5],
        total[k, 11] / total[1, 11], total[k, 12] / total[1, 12], total[k, 13] / total[1, 13],
        100 * (total[k, 13] / total[2, 13] - 1)
  }' figures
