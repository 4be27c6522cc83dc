#!/bin/sh
# Measures worlds of several profiles, and goals of many cells; prints a table of one:
#
#   OVERLAND_MAPS=FOLDER sh bench/profiles.sh weighted [BUILD_DIR]
#   OVERLAND_MAPS=FOLDER sh bench/profiles.sh sizes [BUILD_DIR]
#   OVERLAND_MAPS=FOLDER sh bench/profiles.sh nearest [BUILD_DIR]
#
# weighted: every map of wc3maps512 with bench/weighted.legend. OVERLAND_PROBLEMS (500)
# problems a map and profile are drawn by `gen --scenario --profile`, and judged by the
# plain A* with the profile's weights.
# sizes: every map of sc1 with bench/sizes.legend, without labels: bytes a cell of one
# profile, and of four that differ in size alone.
# nearest: every map of sc1, every OVERLAND_EVERY-th (10) problem: the first step to the
# problem's goal, and to the nearest of 1,000 random cells; the same to 3 and more cells of generated
# continents of OVERLAND_NEAREST_SIDES (1024 4096 16384) cells a side, over overlays.
set -eu
. "$(dirname "$0")/measuring.sh"

what=${1:-}
build=${2:-build}
problems=${OVERLAND_PROBLEMS:-500}

needs_maps
needs_program "$build"

# row NAME PROFILE TABLE...: one line of the problems of all tables together.
row() {
  name=$1 profile=$2
  shift 2
  awk -F, -v name="$name" -v profile="$profile" '
    FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    {
      optimum = $column["optimum"]; ratio = optimum > 0 ? $column["cost"] / optimum : 1
      ratios += ratio; if (ratio > worst) worst = ratio
      first += $column["first_step_us"]; plain += $column["astar_us"]; count++
      whole += $column["full_path_us"]
      if ($column["first_step_us"] > slowest) slowest = $column["first_step_us"]
    }
    END {
      if (count)
        printf "| %s | %s | %d | %.4f | %.4f | %.1f | %.1f | %.1f | %.1f |\n", name, profile, count,
          ratios / count, worst, first / count, slowest, whole / count, plain / count
    }' "$@"
}

weighted() {
  echo "| map | profile | problems | mean cost ratio | worst | first step, us | slowest | whole path, us | plain A*, us |"
  echo "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
  for map in "$OVERLAND_MAPS"/maps/wc3maps512/*.map; do
    [ -f "$map" ] || continue
    name=$(basename "$map" .map)
    "$program" build "$map" --legend "$here/weighted.legend" -o "$work/world" >/dev/null
    for profile in foot boat; do
      "$program" gen --scenario "$problems" --from "$map" --legend "$here/weighted.legend" \
        --profile $profile --seed 1 -o "$work/scen"
      "$program" bench "$work/world" "$work/scen" --profile $profile \
        --csv "$work/$name.$profile.csv" >/dev/null || fail "$name, $profile: an answer is wrong"
      row "$name" $profile "$work/$name.$profile.csv"
    done
  done
  for profile in foot boat; do
    set -- "$work"/*."$profile".csv
    [ ! -f "$1" ] || row "all $#" $profile "$@"
  done
}

# bytes FILE.world: its bytes and those that sharing saves.
figures() {
  "$program" info "$1" --json |
    sed -n 's/^  "\(world_bytes\|saved_by_sharing\)": \([0-9]*\),*$/\2/p' | tr '\n' ' '
}

sizes() {
  echo "| map | one size, B a cell | sizes 1, 2, 4, 8 | times | saved by sharing |"
  echo "| --- | ---: | ---: | ---: | ---: |"
  grep '^#\|profile one' "$here/sizes.legend" >"$work/one.legend"
  for map in "$OVERLAND_MAPS"/maps/sc1/*.map; do
    [ -f "$map" ] || continue
    "$program" build "$map" --labels 0 --legend "$work/one.legend" -o "$work/one" >/dev/null
    "$program" build "$map" --labels 0 --legend "$here/sizes.legend" -o "$work/four" >/dev/null
    cells=$(awk '$1 == "height" { h = $2 } $1 == "width" { print h * $2; exit }' "$map")
    echo "$(basename "$map" .map) $cells $(figures "$work/one") $(figures "$work/four")"
  done | awk '
    {
      printf "| %s | %.3f | %.3f | %.2f | %.3f |\n", $1, $3 / $2, $5 / $2, $5 / $3, $6 / $2
      cells += $2; one += $3; four += $5; saved += $6
    }
    END {
      if (cells)
        printf "| all %d | %.3f | %.3f | %.2f | %.3f |\n", NR, one / cells, four / cells,
          four / one, saved / cells
    }'
}

# mean FILE.json KEY: the mean of a distribution.
mean() { sed -n "s/^  \"$2\": {\"mean\": \([^,]*\),.*/\1/p" "$1"; }

nearest() {
  echo "| map | first step to one goal, us | to the nearest of 1,000 | times |"
  echo "| --- | ---: | ---: | ---: |"
  for map in "$OVERLAND_MAPS"/maps/sc1/*.map; do
    name=$(basename "$map" .map)
    scenario=$OVERLAND_MAPS/scenarios/sc1/$name.map.scen
    [ -f "$scenario" ] || continue
    "$program" build "$map" -o "$work/world" >/dev/null
    "$program" bench "$work/world" "$scenario" --every "${OVERLAND_EVERY:-10}" --goals 1000 \
      --json >"$work/json" || fail "$name: an answer is wrong"
    echo "$name $(mean "$work/json" first_step_us) $(mean "$work/json" nearest_us)"
  done | awk '
    { printf "| %s | %.1f | %.1f | %.2f |\n", $1, $2, $3, $3 / $2; one += $2; many += $3 }
    END { if (NR) printf "| all %d | %.1f | %.1f | %.2f |\n", NR, one / NR, many / NR, many / one }'
  nearest_over_overlays
}

# Goals anywhere in generated continents: their number decides how far away the nearest is.
nearest_over_overlays() {
  echo
  echo "| continents | goals | first step to one goal, us | to the nearest of all | p99 |"
  echo "| ---: | ---: | ---: | ---: | ---: |"
  for side in ${OVERLAND_NEAREST_SIDES:-1024 4096 16384}; do
    "$program" gen continents "${side}x$side" --seed 7 -o "$work/map" >/dev/null
    "$program" build "$work/map" -o "$work/world" --overlays always >/dev/null
    rm "$work/map"
    for goals in 3 100 1000 10000; do
      "$program" bench "$work/world" --random 300 --seed 1 --goals "$goals" --json >"$work/json" ||
        fail "$side: an answer is wrong"
      echo "| $side | $goals | $(rounded "$(inner first_step_us mean)") |" \
        "$(rounded "$(inner nearest_us mean)") | $(rounded "$(inner nearest_us p99)") |"
    done
  done
}

case $what in
weighted) weighted ;;
sizes) sizes ;;
nearest) nearest ;;
*) fail "name what to measure: weighted, sizes or nearest" ;;
esac
