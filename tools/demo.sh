#!/bin/sh
# The main job, end to end: sh tools/demo.sh
# Generates a large world, bakes it, plans a route between the two cells that
# lie farthest apart of 300 random pairs, prints the figures and leaves a
# picture. All files go to build/demo.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build
demo=$build/demo
size=4096
seed=7

say() { printf '%s\n' "$*"; }

# value FILE NAME: a number out of a JSON file.
value() {
  tr -d '\n' <"$1" | sed -n "s/.*\"$2\" *: *\"\{0,1\}\([^,}\" ]*\).*/\1/p"
}

# Of many random pairs of cells that reach each other, takes the two that lie
# farthest apart, as $start and $goal.
choose_ends() {
  "$build/overland" bench "$demo/world.world" --random 300 --seed $seed --paths "$demo/pairs" \
    >/dev/null
  ends=$(awk '{
    split($2, a, ","); split($NF, b, ",")
    far = (a[1] - b[1]) ^ 2 + (a[2] - b[2]) ^ 2
    if (far > best) { best = far; ends = $2 " " $NF }
  } END { print ends }' "$demo/pairs")
  rm "$demo/pairs"
  start=${ends% *}
  goal=${ends#* }
}

sh "$root/tools/setup.sh" cc meson ninja
mkdir -p "$demo"
[ -e "$build/build.ninja" ] || meson setup "$build" "$root" </dev/null >"$demo/build.log"
if ! ninja -C "$build" overland >>"$demo/build.log" </dev/null; then
  cat "$demo/build.log" >&2
  exit 1
fi

say "Generating a map of $size x $size cells, seed $seed"
"$build/overland" gen continents ${size}x$size --seed $seed -o "$demo/world.map"
say "Baking it"
"$build/overland" build "$demo/world.map" -o "$demo/world.world" --json >"$demo/build.json"
say "Planning between the two cells that lie farthest apart of 300 random pairs"
choose_ends
"$build/overland" path "$demo/world.world" $start $goal --png "$demo/path.png" --json \
  >"$demo/path.json"

# round NUMBER: without its fraction.
round() { awk -v number="$1" 'BEGIN { printf "%.0f", number }'; }

say ""
say "World         $size x $size cells, $(value "$demo/build.json" regions) regions," \
  "$(value "$demo/build.json" waypoints) waypoints"
say "Bake          $(round "$(value "$demo/build.json" build_ms)") ms on one core"
say "World file    $(value "$demo/build.json" world_bytes) bytes," \
  "$(value "$demo/build.json" bytes_per_cell) a cell"
say "Path          from $start to $goal," \
  "$(round "$(value "$demo/path.json" cost)") cells long"
say "First step    $(round "$(value "$demo/path.json" first_step_us)") us"
say "Full path     $(round "$(value "$demo/path.json" full_path_us)") us"
say "Plain A*      $(round "$(value "$demo/path.json" astar_us)") us," \
  "$(value "$demo/path.json" astar_expanded) cells expanded"
say "Picture       $demo/path.png"
