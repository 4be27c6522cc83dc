#!/bin/sh
# Measures what paths cost over the optimum on ground that is hard for a plan that passes few
# crossings of each border; prints a table:
#
#   sh bench/quality.sh [BUILD_DIR [GROUND...]]
#
# Grounds, of which all are measured if none is named:
# weights   every cell's weight drawn from 1 to 32 eighths
# extra     plain ground with an extra cost of 0 to 31 eighths
# slopes    plain ground with hills whose rise costs more than their fall
# roads     roads of one cell, straight, winding and diagonal, on ground 3 and 31.875 times as dear
# goals     sets, rectangles and circles of goals, and costs to cells, in a table of its own
# turns     paths on which turns cost, on five kinds of ground, in a table of its own
#
# Of the first three there are OVERLAND_WORLDS (8) maps of OVERLAND_SIDE (260) cells a side; on every
# second one 2 % of the cells are blocked. On each map OVERLAND_PROBLEMS (100) random pairs for each
# body of 1, 2, 3 and 4 cells a side, planned with labels and with overlays. Of each kind of roads
# half as many maps of OVERLAND_ROAD_SIDE (200) cells, with labels, and once more after an edit of a
# cell in a corner. The optimum is the plain A*'s. Figures are of whole paths and of walks, segment
# by segment, all maps together.
# Goals are those of OVERLAND_STARTS (500) random starts (overland bench --nearest) on an empty map,
# among random blocks, on generated continents, on random weights and on hills, with labels and with
# overlays. Figures are how often another goal than the cheapest is taken, and what it costs at worst
# over that; and what costs to cells are over the least.
# Turns cost one straight step and ten, on OVERLAND_TURN_MAPS (2) maps of 256 x 256 cells of each kind,
# with OVERLAND_TURN_PROBLEMS (20) pairs each. Figures are the sum of steps and turns over the least,
# and the turns of all paths and of the best ones (bench/judge_turns.c).
set -eu
. "$(dirname "$0")/measuring.sh"

build=${1:-build}
[ $# -eq 0 ] || shift
[ $# -ne 0 ] || set -- weights extra slopes roads goals turns
worlds=${OVERLAND_WORLDS:-8}
problems=${OVERLAND_PROBLEMS:-100}
side=${OVERLAND_SIDE:-260}
road_side=${OVERLAND_ROAD_SIDE:-200}
starts=${OVERLAND_STARTS:-500}

needs_program "$build"

# Lehmer's generator: its products are exact in every awk.
cat >"$work/random.awk" <<'AWK'
function random(below) {
  state = (state * 16807) % 2147483647
  return int(state / 2147483647 * below)
}
BEGIN {
  state = seed * 7919 + 1
  for (i = 0; i < 10; i++) random(1)
  kinds = "abcdefghijklmnopqrstuvwxyzABCDEF"
  if (what == "pgm") printf "P2\n%d %d\n255\n", side, side
  else printf "type octile\nheight %d\nwidth %d\nmap\n", side, side
  for (y = 0; y < side; y++) {
    line = ""
    for (x = 0; x < side; x++)
      line = line (what == "pgm" ? random(32) " " : seed % 2 == 0 && random(50) == 0 ? "@" : \
        what == "weights" ? substr(kinds, random(32) + 1, 1) : ".")
    print line
  }
}
AWK

awk 'BEGIN {
  kinds = "abcdefghijklmnopqrstuvwxyzABCDEF"
  for (i = 1; i <= 32; i++) {
    printf "terrain %s kind%d\n", substr(kinds, i, 1), i
    weights = weights " kind" i "=" i / 8
  }
  for (size = 1; size <= 4; size++) printf "profile size%d size=%d%s\n", size, size, weights
}' >"$work/weights.legend"
for size in 1 2 3 4; do
  echo "profile size$size size=$size ground=1"
  echo "extra size$size extra.pgm"
done >"$work/extra.legend"
for size in 1 2 3 4; do
  echo "profile size$size size=$size ground=1 climbcost=0.5 dropcost=0.125"
done >"$work/slopes.legend"
echo "heights slopes.pgm" >>"$work/slopes.legend"

# solve CSV BENCH_ARGUMENT...: what paths cost in $work/world.
solve() {
  csv=$work/$1.csv
  shift
  "$program" bench "$work/world" "$@" --csv "$csv" >/dev/null 2>"$work/said" ||
    fail "$(basename "$csv" .csv): $(tail -n 1 "$work/said")"
}

# bodies GROUND: GROUND.SIZE.MEANS.SEED.csv of four sizes.
bodies() {
  seed=0
  while [ "$seed" -lt "$worlds" ]; do
    seed=$((seed + 1))
    awk -v seed=$seed -v side="$side" -v what="$1" -f "$work/random.awk" >"$work/$1.map"
    case $1 in
    extra) awk -v seed=$seed -v side="$side" -v what=pgm -f "$work/random.awk" >"$work/extra.pgm" ;;
    slopes) "$program" gen heights "${side}x$side" --seed $seed -o "$work/slopes.pgm" ;;
    esac
    for means in labels overlays; do
      [ $means = labels ] && labels=255 || labels=0
      "$program" build "$work/$1.map" --legend "$work/$1.legend" -o "$work/world" --labels $labels \
        >/dev/null
      for size in 1 2 3 4; do
        solve "$1.$size.$means.$seed" --random "$problems" --seed "$seed$size" --yardstick \
          --profile "size$size"
      done
    done
  done
}

# roads: KIND.TIMES.MEANS.SEED.csv.
roads() {
  for kind in straight winding diagonal; do
    seed=0
    while [ "$seed" -lt $(((worlds + 1) / 2)) ]; do
      seed=$((seed + 1))
      awk -v seed=$seed -v side="$road_side" -v kind=$kind -v problems="$problems" \
        -v scenario="$work/roads.scen" -f "$here/roads.awk" >"$work/roads.map"
      for weight in 3 31.875; do
        printf 'terrain r road\nprofile cart road=1 ground=%s\n' $weight >"$work/roads.legend"
        "$program" build "$work/roads.map" --legend "$work/roads.legend" -o "$work/world" >/dev/null
        "$program" edit "$work/world" "set 0,0 @" --patch "$work/patch" >/dev/null
        solve "$kind.$weight.labels.$seed" "$work/roads.scen"
        solve "$kind.$weight.edited.$seed" "$work/roads.scen" --patch "$work/patch"
      done
    done
  done
}

# chosen GROUND MAP BUILD_ARGUMENT...: a row of choices for each means.
chosen() {
  label=$1 map=$2
  shift 2
  for means in labels overlays; do
    [ $means = labels ] && labels=255 || labels=0
    "$program" build "$map" "$@" -o "$work/world" --labels $labels >/dev/null
    "$program" bench "$work/world" --nearest "$starts" --json >"$work/json" ||
      fail "$label, $means: an answer is wrong"
    line="| $label | $means"
    for kind in set rect circle; do
      line="$line | $(awk -v of="$(inner $kind others)" -v all="$(inner $kind asked)" \
        'BEGIN { printf "%.1f", 100 * of / all }') | $(rounded "$(inner $kind max)" 3)"
    done
    echo "$line | $(rounded "$(inner costs_ratio mean)" 4) | $(rounded "$(inner costs_ratio max)" 3) |"
  done
}

# goals: their table.
goals() {
  echo "| ground | planned with | sets: other, % | worst | rectangles: other, % | worst | circles: other, % | worst | costs: mean | worst |"
  echo "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
  "$program" gen random "${road_side}x$road_side" --percent 0 --seed 1 -o "$work/empty.map"
  "$program" gen random "${road_side}x$road_side" --percent 20 --seed 1 -o "$work/blocks.map"
  "$program" gen continents "${road_side}x$road_side" --seed 147 -o "$work/continents.map"
  "$program" gen heights "${road_side}x$road_side" --seed 1 -o "$work/slopes.pgm"
  awk -v seed=2 -v side="$road_side" -v what=weights -f "$work/random.awk" >"$work/weights.map"
  grep -v 'size[234]' "$work/slopes.legend" >"$work/hills.legend"
  chosen empty "$work/empty.map"
  chosen "blocks, 20 %" "$work/blocks.map"
  chosen continents "$work/continents.map"
  chosen weights "$work/weights.map" --legend "$work/weights.legend"
  chosen slopes "$work/empty.map" --legend "$work/hills.legend"
}

# turns: their table.
turns() {
  echo "| ground | a turn costs | planned with | paths | mean | worst | turns | of the best |"
  echo "| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |"
  printf 'profile one ground=1 climbcost=0.5 dropcost=0.125\nheights slopes.pgm\n' >"$work/hills.legend"
  for kind in random rooms maze weights slopes; do
    for seed in $(seq "${OVERLAND_TURN_MAPS:-2}"); do
      map=$work/turns.map
      set -- "$map"
      case $kind in
      maze) "$program" gen maze 256x256 --corridor 3 --seed "$seed" -o "$map" ;;
      weights)
        awk -v seed="$seed" -v side=256 -v what=weights -f "$work/random.awk" >"$map"
        set -- "$map" --legend "$work/weights.legend"
        ;;
      slopes)
        "$program" gen random 256x256 --percent 5 --seed "$seed" -o "$map"
        "$program" gen heights 256x256 --seed "$seed" -o "$work/slopes.pgm"
        set -- "$map" --legend "$work/hills.legend"
        ;;
      *) "$program" gen $kind 256x256 --seed "$seed" -o "$map" ;;
      esac
      for means in labels overlays; do
        [ $means = labels ] && labels=255 || labels=0
        "$program" build "$@" -o "$work/world" --labels $labels >/dev/null
        for cost in 1120 11200; do
          echo "$kind $cost $means $("$build/overland_judge_turns" "$work/world" \
            "${OVERLAND_TURN_PROBLEMS:-20}" "$seed" $cost)" >>"$work/turns"
        done
      done
    done
  done
  awk '{ key = "| " $1 " | " $2 / 1120 " | " $3; paths[key] += $4; sum[key] += $4 * $5
         worst[key] = $6 > worst[key] ? $6 : worst[key]; turns[key] += $7; best[key] += $8 }
       END { for (key in paths) printf "%s | %d | %.4f | %.3f | %d | %d |\n", key, paths[key],
               sum[key] / paths[key], worst[key], turns[key], best[key] }' "$work/turns" | sort
}

# row GROUND BODY ANSWERED TABLE...: a line of the problems of all tables together.
row() {
  label="$1 | $2 | $3"
  shift 3
  for column in cost walked; do
    awk -F, -v column=$column '
      FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
      $at["optimum"] > 0 { printf "%.6f\n", $at[column] / $at["optimum"] }' "$@" | sort -n | awk '
      { figure[NR] = $1; sum += $1 }
      END { printf "%d %.4f %.3f %.3f ", NR, sum / NR, figure[int((NR * 99 + 99) / 100)], figure[NR] }'
  done | awk -v label="$label" \
    '{ printf "| %s | %d | %s | %s | %s | %s | %s | %s |\n", label, $1, $2, $3, $4, $6, $7, $8 }'
}

case "$*" in
goals | turns)
  $1
  exit
  ;;
esac
echo "| ground | body | planned with | paths | whole: mean | p99 | worst | walked: mean | p99 | worst |"
echo "| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
for ground; do
  case $ground in
  weights | extra | slopes)
    bodies "$ground"
    for size in 1 2 3 4; do
      for means in labels overlays; do
        row "$ground" "$size" $means "$work/$ground.$size.$means".*.csv
      done
    done
    row "$ground" "2 to 4" both "$work/$ground".[234].*.csv
    ;;
  roads)
    roads
    for weight in 3 31.875; do
      for kind in straight winding diagonal; do
        for means in labels edited; do
          row "$kind roads, 1 on $weight" 1 $means "$work/$kind.$weight.$means".*.csv
        done
      done
      row "roads, 1 on $weight" 1 both "$work"/*."$weight".*.csv
    done
    ;;
  goals | turns) ;;
  *) fail "'$ground' is no ground: weights, extra, slopes, roads, goals or turns" ;;
  esac
done
case " $* " in *" goals "*) echo && goals ;; esac
case " $* " in *" turns "*) echo && turns ;; esac
