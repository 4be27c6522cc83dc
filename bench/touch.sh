#!/bin/sh
# Measures how much a question costs at rest, at first touch and repeated (overland bench --touch);
# prints a table with a row for each group of maps:
#
#   OVERLAND_MAPS=FOLDER sh bench/touch.sh [BUILD_DIR]
#
# Every OVERLAND_EVERY-th (10) problem of each scenario is measured OVERLAND_ROUNDS (5) times, the
# three in turn. The time of a problem is the median of its rounds; mean, p50 and p99 are those of
# all problems of a group. The groups are the folders in FOLDER/scenarios.
set -eu
. "$(dirname "$0")/measuring.sh"

build=${1:-build}
every=${OVERLAND_EVERY:-10}
rounds=${OVERLAND_ROUNDS:-5}

needs_maps
needs_program "$build"

# Of the bench --csv of all rounds of one map: a line "FIRST_STEP WHOLE_PATH" a problem.
cat >"$work/medians.awk" <<'AWK'
function median(name, problem,   i, j, sorted, figure) {
  for (i = 1; i <= files; i++) {
    figure = us[i, problem, name]
    for (j = i - 1; j > 0 && sorted[j] > figure; j--) sorted[j + 1] = sorted[j]
    sorted[j + 1] = figure
  }
  return sorted[int((files + 1) / 2)]
}
FNR == 1 { files++; for (i = 1; i <= NF; i++) column[$i] = i; next }
{
  if (files == 1) problem[++problems] = $1
  us[files, $1, "first"] = $column["first_step_us"] + 0
  us[files, $1, "whole"] = $column["full_path_us"] + 0
}
END { for (p = 1; p <= problems; p++) print median("first", problem[p]), median("whole", problem[p]) }
AWK

# summary FILE COLUMN: "mean / p50 / p99" of a column, by nearest rank.
summary() {
  cut -d ' ' -f "$2" "$1" | sort -n | awk '
    { figure[NR] = $1; sum += $1 }
    function shown(us) { return us < 9.95 ? sprintf("%.1f", us) : sprintf("%.0f", us) }
    function rank(percent,   at) {
      at = int((NR * percent + 99) / 100)
      return figure[at > 0 ? at : 1]
    }
    END { print shown(sum / NR) " / " shown(rank(50)) " / " shown(rank(99)) }'
}

# measure GROUP MAP SCENARIO: adds the problems of a map to GROUP.TOUCH.
measure() {
  "$program" build "$2" -o "$work/world" >/dev/null
  round=1
  while [ "$round" -le "$rounds" ]; do
    for touch in rest first repeated; do
      "$program" bench "$work/world" "$3" --every "$every" --brief --touch $touch \
        --csv "$work/$touch.$round.csv" >/dev/null || fail "$2, $touch: an answer is wrong"
    done
    round=$((round + 1))
  done
  for touch in rest first repeated; do
    awk -F, -f "$work/medians.awk" "$work/$touch".*.csv >>"$work/$1.$touch"
  done
}

echo "| maps | problems | first step: at rest | first touch | repeated | whole path: at rest | first touch | repeated |"
echo "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
for folder in "$OVERLAND_MAPS"/scenarios/*/; do
  group=$(basename "$folder")
  maps=0
  for scenario in "$folder"*.map.scen; do
    map=$OVERLAND_MAPS/maps/$group/$(basename "$scenario" .scen)
    [ -f "$map" ] || continue
    measure "$group" "$map" "$scenario"
    maps=$((maps + 1))
  done
  [ "$maps" -gt 0 ] || continue
  row="| $group, all $maps | $(wc -l <"$work/$group.rest" | tr -d ' ')"
  for column in 1 2; do
    for touch in rest first repeated; do
      row="$row | $(summary "$work/$group.$touch" $column)"
    done
  done
  echo "$row |"
done
