#!/bin/sh
# What opening a world takes, in place and checked whole:
#
#   sh bench/opening.sh [BUILD_DIR [WxH]]  (build, 4096x4096)
#
# Prints a table. The file lies in the memory of the system when it is opened. First
# steps are those of a world that has just been opened in place, with a new planner
# (--touch first), and those at rest in one that was checked whole.
set -eu
. "$(dirname "$0")/measuring.sh"

build=$(cd "${1:-build}" && pwd)
needs_program "$build"
size=${2:-4096x4096}
cd "$work"

# opening_ms KEY PLACES: the median of the openings in json.1 and up, in ms.
opening_ms() {
  for report in json.[1-3]; do
    figure "$1" "$report"
  done | median |
    awk -v places="$2" '{ if ($1 == "null") printf "-"; else printf "%.*f", places, $1 / 1000 }'
}

# row KIND TEXT BUILD_OPTION...
row() {
  kind=$1 text=$2
  shift 2
  "$program" gen "$kind" "$size" --seed 7 -o land.map
  "$program" build land.map -o land.world --json "$@" >build.json
  for number in 1 2 3; do
    "$program" bench land.world --random 50 --seed 3 --json >"json.$number"
  done
  "$program" bench land.world --random 50 --seed 3 --touch first --json >touched
  printf '| %s | %s | %s | %s | %s | %s | %s |\n' "$kind, $text" "$(figure labels build.json)" \
    "$(figure world_bytes build.json | awk '{ printf "%.1f", $1 / 1e6 }')" "$(opening_ms open_us 2)" \
    "$(opening_ms open_whole_us 0)" "$(rounded "$(inner first_step_us mean touched)")" \
    "$(rounded "$(inner first_step_us mean json.3)")"
}

echo "| world of $size | labels | MB | opened in place, ms | checked whole, ms | first step when just opened, us | at rest, us |"
echo "| --- | --- | ---: | ---: | ---: | ---: | ---: |"
row continents "regions of 32" --region-size 32
row continents "as the bake chooses"
