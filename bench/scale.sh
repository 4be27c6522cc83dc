#!/bin/sh
# Measures how costs grow with the size of a world: generated continents of each size are baked with
# overlays and planned on. And how work grows with the length of a path, on maps of several kinds.
#
#   sh bench/scale.sh [BUILD_DIR] [SIDE...]      (1024 4096 16384 of build)
#
# Writes scale.csv, scale.md, scale.png, work.md and work.png into BUILD_DIR/measured, or
# OVERLAND_MEASURED, and prints the tables. Queries are OVERLAND_QUERIES (1000) random pairs that
# reach each other, at rest; OVERLAND_COLD (300) of them at first touch. Sides of up to
# OVERLAND_JUDGED (16384) cells are judged against the plain A*: by 200 pairs up to 4096, by 20
# beyond. Memory is read from the operating system. A side of 65536 takes ten minutes or more, and 9 GB of
# disk in OVERLAND_WORK (TMPDIR or /tmp).
#
# OVERLAND_KINDS (serpentine spiral maze continents) and OVERLAND_KIND_SIDES (256 512 1024 2048):
# the maps of the second table; 40 random pairs on each. OVERLAND_KINDS= leaves that out.
set -eu
. "$(dirname "$0")/measuring.sh"

build=${1:-build}
[ $# -eq 0 ] || shift
[ $# -ne 0 ] || set -- 1024 4096 16384
queries=${OVERLAND_QUERIES:-1000}
cold=${OVERLAND_COLD:-300}
judged=${OVERLAND_JUDGED:-16384}
threads=${OVERLAND_THREADS:-2}
kinds=${OVERLAND_KINDS-serpentine spiral maze continents}
kind_sides=${OVERLAND_KIND_SIDES:-256 512 1024 2048}
measured=${OVERLAND_MEASURED:-$build/measured}

needs_program "$build"
for side in "$@"; do
  case $side in
  '' | *[!0-9]*) fail "'$side' is no side: give cells, as 4096" ;;
  esac
done
mkdir -p "$measured"

per() { awk -v over="$1" -v under="$2" -v places="$3" 'BEGIN { printf "%." places "f", over / under }'; }

# both KEY FILE: mean | p99.
both() { echo "$(rounded "$(inner "$1" mean "$2")") | $(rounded "$(inner "$1" p99 "$2")")"; }

# bake_of KIND SIDE: $work/world, and what the bake said in $work/build.
bake_of() {
  "$program" gen "$1" "$2x$2" --seed 7 -o "$work/map" >/dev/null
  "$program" build "$work/map" -o "$work/world" --overlays always --threads "$threads" --json \
    >"$work/build"
  rm "$work/map"
}

# ---- Size ----

echo "cells,first_step_us,first_step_p99_us,cold_first_step_us,full_path_us,full_path_p99_us,bake_s,merge_s,memory_bytes,world_bytes,open_us" >"$measured/scale.csv"
{
  echo "| side | first step at rest, us | p99 | cold | p99 | whole path | p99 | walked over optimum | worst | bake, s | merge | threads | memory, MB | bytes a cell | opened, ms | resident, MB |"
  echo "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
} >"$measured/scale.md"

for side in "$@"; do
  cells=$(awk -v side="$side" 'BEGIN { printf "%.0f", side * side }')
  bake_of continents "$side"
  "$program" bench "$work/world" --random "$queries" --seed 1 --brief --json >"$work/bench"
  "$program" bench "$work/world" --random "$cold" --seed 1 --brief --touch first --json >"$work/cold"
  walked="- | -"
  if [ "$side" -le "$judged" ]; then
    pairs=200
    [ "$side" -le 4096 ] || pairs=20
    "$program" bench "$work/world" --random "$pairs" --seed 2 --yardstick --json >"$work/judged"
    walked="$(rounded "$(inner walked_ratio mean judged)" 4) | $(rounded "$(inner walked_ratio max judged)" 4)"
  fi
  # Of worlds baked in parts, writing is their merge.
  bake=$(per "$(figure build_ms build)" 1000 2)
  merge=$(per "$(figure write_ms build)" 1000 2)
  memory=$(figure memory_peak_bytes build)
  bytes=$(figure world_bytes build)
  echo "$cells,$(inner first_step_us mean bench),$(inner first_step_us p99 bench),$(inner first_step_us mean cold),$(inner full_path_us mean bench),$(inner full_path_us p99 bench),$bake,$merge,$memory,$bytes,$(figure open_us bench)" \
    >>"$measured/scale.csv"
  echo "| $side | $(both first_step_us bench) | $(both first_step_us cold) |" \
    "$(both full_path_us bench) | $walked | $(rounded "$bake" 1) | $(rounded "$merge" 1) | $threads |" \
    "$(per "$memory" 1e6 0) | $(per "$bytes" "$cells" 3) |" \
    "$(per "$(figure open_us bench)" 1000 1) | $(per "$(figure resident_bytes_max cold)" 1e6 0) |" \
    >>"$measured/scale.md"
  rm "$work/world"
done
"$program" plot "$measured/scale.csv" --scale -o "$measured/scale.png" \
  --title "Continents of up to $(for side in "$@"; do echo "$side"; done | sort -n | tail -n 1) cells a side"
cat "$measured/scale.md"

# ---- Work ----

# mean_of COLUMN FILE: of a table of bench --csv.
mean_of() {
  awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next }
    { sum += $at; count++ } END { printf "%.0f", count ? sum / count : 0 }' "$2"
}

{
  echo "| kind | side | length of a path, cells | expanded by a whole path | by plain A* | expanded a cell of the path | whole path, us | plain A*, us |"
  echo "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
} >"$measured/work.md"
set --
for kind in $kinds; do
  : >"$work/$kind.csv"
  for side in $kind_sides; do
    bake_of "$kind" "$side"
    "$program" bench "$work/world" --random 40 --seed 3 --yardstick --csv "$work/one.csv" --json \
      >"$work/bench"
    rm "$work/world"
    length=$(mean_of cost "$work/one.csv")
    expanded=$(mean_of full_path_expanded "$work/one.csv")
    echo "| $kind | $side | $length | $expanded | $(mean_of expansions "$work/one.csv") |" \
      "$(per "$expanded" "$length" 3) | $(rounded "$(inner full_path_us mean bench)") |" \
      "$(rounded "$(inner astar_us mean bench)") |" >>"$measured/work.md"
    if [ -s "$work/$kind.csv" ]; then tail -n +2 "$work/one.csv"; else cat "$work/one.csv"; fi >"$work/rows"
    cat "$work/rows" >>"$work/$kind.csv"
  done
  set -- "$@" "$work/$kind.csv"
done
if [ $# -ne 0 ]; then
  "$program" plot "$@" --work -o "$measured/work.png" --title "Work of whole paths, overlays alone"
fi
cat "$measured/work.md"
