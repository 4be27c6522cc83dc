#!/bin/sh
# Measures directed profiles in large worlds: generated continents are baked in parts, merged and
# planned on, with slopes and links and without them.
#
#   sh bench/directed.sh [BUILD_DIR [SIDE...]]      (build, 4096 16384)
#
# Prints a table. There are up to 16 parts of each map, one for each 32 rows at most, baked one after
# the other on OVERLAND_THREADS (2) threads. Queries are OVERLAND_QUERIES (1000) random pairs that
# reach each other. Peak memory is read from the operating system. A side of 16384 takes some
# minutes, and 3 GB of disk in OVERLAND_WORK (TMPDIR or /tmp).
set -eu
. "$(dirname "$0")/measuring.sh"

build=$(cd "${1:-build}" && pwd)
[ $# -eq 0 ] || shift
[ $# -ne 0 ] || set -- 4096 16384
queries=${OVERLAND_QUERIES:-1000}
threads=${OVERLAND_THREADS:-2}
needs_program "$build"
cd "$work"

# legends SIDE: flat.legend of the map alone, steep.legend with heights and links as well.
legends() {
  "$program" gen heights "$1x$1" --seed 7 -o heights.pgm >/dev/null
  "$program" gen --links "$(($1 / 16))" --from land.map --cost 50 --seed 7 -o links >/dev/null
  echo 'profile foot ground=1 swamp=2' >flat.legend
  {
    echo 'profile foot ground=1 swamp=2 climb=30 drop=60 climbcost=0.5'
    echo 'heights heights.pgm'
    cat links
  } >steep.legend
}

# row SIDE WORLD LEGEND
row() {
  : >bakes
  i=1
  parts=$(($1 / 32 < 16 ? ($1 + 31) / 32 : 16))
  while [ "$i" -le "$parts" ]; do
    "$program" build land.map --legend "$3" --overlays always --part "$i/$parts" -o "$i.part" \
      --threads "$threads" --json >json
    echo "$(figure build_ms) $(figure memory_peak_bytes)" >>bakes
    i=$((i + 1))
  done
  "$program" merge ./*.part -o land.world --threads "$threads" --json >merged
  rm ./*.part
  "$program" bench land.world --random "$queries" --seed 1 --json >planned
  printf '| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n' "$1" "$2" \
    "$(rounded "$(inner first_step_us mean planned)")" "$(rounded "$(inner first_step_us p50 planned)")" \
    "$(rounded "$(figure coarse_expanded planned)")" "$(rounded "$(inner full_path_us mean planned)")" \
    "$(awk '{ ms += $1; if ($2 > most) most = $2 }
      END { printf "%.1f | %.0f", ms / 1000, most / 1e6 }' bakes)" \
    "$(figure write_ms merged | awk '{ printf "%.1f", $1 / 1000 }')" \
    "$(figure memory_peak_bytes merged | awk '{ printf "%.0f", $1 / 1e6 }')" \
    "$(figure bytes_per_cell merged | awk '{ printf "%.3f", $1 }')"
  rm land.world
}

echo "| side | world | first step, us | median | coarse expansions | whole path, us | parts baked, s | memory of one, MB | merged, s | memory, MB | bytes a cell |"
echo "| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
for side in "$@"; do
  case $side in
  '' | *[!0-9]*) fail "'$side' is no side: give cells, as 4096" ;;
  esac
  "$program" gen continents "${side}x$side" --seed 7 -o land.map >/dev/null
  legends "$side"
  row "$side" "continents" flat.legend
  row "$side" "with slopes and links" steep.legend
done
