#!/bin/sh
# The main job, end to end: sh tools/demo.sh
# Compiles the command, generates a large world, bakes it, plans a long route
# across it, prints the figures and leaves a picture. All files go to
# build/demo. Once it has compiled, the picture is there within 15 seconds on
# two cores.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build
demo=$build/demo
size=4096
seed=7

say() { printf '%s\n' "$*"; }

# Steps are numbered, so that it is seen how far the demo is.
step=0
begin_step() {
  step=$((step + 1))
  say "[$step/5] $*"
}

# value FILE NAME: a number or word out of a JSON file.
value() {
  tr -d '\n' <"$1" | sed -n "s/.*\"$2\" *: *\"\{0,1\}\([^,}\" ]*\).*/\1/p"
}

# round NUMBER: without its fraction.
round() { awk -v number="$1" 'BEGIN { printf "%.0f", number }'; }

# ---- Compiling ----

# Shows how many of ninja's commands are done, "[12/280] ...": on a terminal in
# one line, elsewhere each tenth of them. All that ninja says goes to the log.
show_count() {
  tenth=0
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$demo/build.log"
    count=$(expr "$line" : '\[\([0-9]*/[0-9]*\)\]') || continue
    made=${count%/*}
    total=${count#*/}
    if [ -t 1 ]; then
      printf '\r      %s of %s ' "$made" "$total"
    elif [ $((made * 10 / total)) -gt $tenth ]; then
      tenth=$((made * 10 / total))
      say "      $made of $total"
    fi
  done
  [ ! -t 1 ] || printf '\r                              \r'
}

# Exit code 1 if it does not compile; the log says why.
compile() {
  : >"$demo/build.log"
  [ -e "$build/build.ninja" ] ||
    meson setup "$build" "$root" </dev/null >>"$demo/build.log" 2>&1 || return 1
  {
    ninja -C "$build" overland </dev/null 2>&1 || say "demo: ninja failed"
  } | show_count
  ! grep -qx 'demo: ninja failed' "$demo/build.log"
}

# ---- The route ----

# Near the corners, and across the middle: sets $start and $goal to the ends that
# lie farthest from each other, by the cost of the path. What is blocked is moved
# to the nearest open cell; ends that do not reach each other are passed over.
choose_ends() {
  near=$((size / 16))
  far=$((size - near))
  middle=$((size / 2))
  best=0
  for ends in "$near,$near $far,$far" "$far,$near $near,$far" \
    "$near,$middle $far,$middle" "$middle,$near $middle,$far"; do
    # shellcheck disable=SC2086
    "$build/overland" path "$demo/world.world" $ends --move --json >"$demo/ends.json" \
      2>/dev/null || continue
    cost=$(round "$(value "$demo/ends.json" cost)")
    [ "$cost" -gt "$best" ] || continue
    best=$cost
    points=$(tr -d '\n ' <"$demo/ends.json" | sed 's/.*"points":\[\[\(.*\)\]\],"cells".*/\1/')
    start=${points%%]*}
    goal=${points##*[}
  done
  rm "$demo/ends.json"
  [ "$best" -gt 0 ]
}

# ---- All of it ----

sh "$root/tools/setup.sh" cc meson ninja
mkdir -p "$demo"

begin_step "Compiling the command"
compile || {
  cat "$demo/build.log" >&2
  exit 1
}

begin_step "Generating a map of $size x $size cells, seed $seed"
"$build/overland" gen continents ${size}x$size --seed $seed -o "$demo/world.map" >/dev/null

begin_step "Baking it: regions, waypoints, and labels with the costs between these"
"$build/overland" build "$demo/world.map" -o "$demo/world.world" --progress \
  --json >"$demo/build.json"

begin_step "Choosing the ends of a long route"
choose_ends

begin_step "Planning from $start to $goal, also by a plain A* over all cells, and drawing both"
"$build/overland" path "$demo/world.world" "$start" "$goal" --png "$demo/path.png" --json \
  >"$demo/path.json"

say ""
say "World         $size x $size cells, $(value "$demo/build.json" regions) regions," \
  "$(value "$demo/build.json" waypoints) waypoints"
say "Bake          $(round "$(value "$demo/build.json" build_ms)") ms with $(value "$demo/build.json" threads) threads"
say "World file    $(value "$demo/build.json" world_bytes) bytes," \
  "$(value "$demo/build.json" bytes_per_cell) a cell"
say "Path          from $start to $goal," \
  "$(round "$(value "$demo/path.json" cost)") cells long"
say "First step    $(round "$(value "$demo/path.json" first_step_us)") us"
say "Full path     $(round "$(value "$demo/path.json" full_path_us)") us"
say "Plain A*      $(round "$(value "$demo/path.json" astar_us)") us," \
  "$(value "$demo/path.json" astar_expanded) cells expanded"
say "Picture       $demo/path.png"
