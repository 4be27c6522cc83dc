#!/bin/sh
# Counts the instructions of three fixed queries and prints a table of them:
#
#   sh bench/instructions.sh [BUILD_DIR]
#
# A query is the longest problem of a map of maps/. Counted is what the calls of
# the library, and the plain A*, execute, by valgrind's callgrind: unlike times, the same on every
# run of the same program, but for 1 in 10,000 that depends on where the system
# puts memory. Each answer is the first of its kind by a new planner.
set -eu
. "$(dirname "$0")/measuring.sh"

root=$(cd "$(dirname "$0")/.." && pwd)
build=${1:-build}

needs_program "$build"
sh "$root/tools/setup.sh" valgrind || fail "valgrind is needed"

# Sums what was counted inside of each call of the library.
cat >"$work/sums.awk" <<'AWK'
/^cfn=/ { callee = substr($0, 5) }
/^calls=/ { getline; cost[callee] += $2 }
function commas(number,   text) {
  text = sprintf("%.0f", number)
  while (match(text, /[0-9][0-9][0-9][0-9]($|,)/))
    text = substr(text, 1, RSTART) "," substr(text, RSTART + 1)
  return text
}
END {
  first = cost["ovl_route_begin"] + cost["ovl_route_next"]
  whole = cost["ovl_find_path"]
  plain = cost["plain_search_find"]
  if (!first || !whole || !plain) exit 1
  printf "| %s | %.0f | %s | %s | %s | %.0f | %.1f |\n", name, optimum, commas(first), \
    commas(whole), commas(plain), plain / first, plain / whole
}
AWK

# count MAP: bakes it, answers the last problem of its scenarios under callgrind.
# It counts while the functions of bench_passes.c run that make one answer each;
# what these do themselves is in no sum.
count() {
  scenario=$root/maps/$1.map.scen
  { head -n 1 "$scenario" && tail -n 1 "$scenario"; } >"$work/one.scen"
  "$program" build "$root/maps/$1.map" -o "$work/one.world" >/dev/null
  valgrind --tool=callgrind --callgrind-out-file="$work/counts" --compress-strings=no \
    --compress-pos=no --toggle-collect=take_first_step --toggle-collect=find_full_path \
    --toggle-collect=find_by_baseline \
    "$program" bench "$work/one.world" "$work/one.scen" >"$work/said" 2>&1 ||
    fail "$1: $(tail -n 1 "$work/said")"
  awk -v name="$1" -v optimum="$(tail -n 1 "$scenario" | cut -f 9)" -f "$work/sums.awk" \
    "$work/counts" || fail "$1: nothing was counted; is $program stripped of its symbols?"
}

echo "| longest problem of | cells long | first step | whole path | plain A* | A*/first step | A*/whole path |"
echo "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
count continents-512
count city-384
count maze-wide-200
