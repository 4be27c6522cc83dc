#!/bin/sh
# Measures what paths cost over the optimum on ground of random weights, the hardest for a plan that
# passes few crossings of each border; prints a table:
#
#   sh bench/quality.sh [BUILD_DIR]
#
# OVERLAND_WORLDS (8) maps of OVERLAND_SIDE (260) cells a side, every cell's weight drawn from 1 to 32
# eighths, or plain ground with an extra cost of 0 to 31 eighths; on every second map 2 % of the cells
# are blocked.
# On each map OVERLAND_PROBLEMS (100) random pairs for each body of 1, 2, 3 and 4 cells a side,
# planned with labels and with overlays. The optimum is the plain A*'s. Figures are of whole paths
# and of walks, segment by segment, all maps together.
set -eu
. "$(dirname "$0")/measuring.sh"

build=${1:-build}
worlds=${OVERLAND_WORLDS:-8}
problems=${OVERLAND_PROBLEMS:-100}
side=${OVERLAND_SIDE:-260}

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
  if (what == "extra") printf "P2\n%d %d\n255\n", side, side
  else printf "type octile\nheight %d\nwidth %d\nmap\n", side, side
  for (y = 0; y < side; y++) {
    line = ""
    for (x = 0; x < side; x++)
      line = line (what == "extra" ? random(32) " " : seed % 2 == 0 && random(50) == 0 ? "@" : \
        what == "plain" ? "." : substr(kinds, random(32) + 1, 1))
    print line
  }
}
AWK

# legends: of random weights, and of random extra costs.
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

seed=0
while [ "$seed" -lt "$worlds" ]; do
  seed=$((seed + 1))
  for made in weights/weights.map plain/extra.map extra/extra.pgm; do
    awk -v seed=$seed -v side=$side -v what="${made%/*}" -f "$work/random.awk" >"$work/${made#*/}"
  done
  for ground in weights extra; do
    for means in labels overlays; do
      case $means in
      labels) set -- --labels 255 ;;
      *) set -- --labels 0 ;;
      esac
      "$program" build "$work/$ground.map" --legend "$work/$ground.legend" -o "$work/world" "$@" \
        >/dev/null
      for size in 1 2 3 4; do
        "$program" bench "$work/world" --random "$problems" --seed "$seed$size" --yardstick \
          --profile "size$size" --csv "$work/$ground.$size.$means.$seed.csv" \
          >/dev/null || fail "$ground, size $size, $means, map $seed: an answer is wrong"
      done
    done
  done
done

echo "| ground | body | planned with | paths | whole: mean | p99 | worst | walked: mean | p99 | worst |"
echo "| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
for ground in weights extra; do
  for size in 1 2 3 4; do
    for means in labels overlays; do
      row "$ground" "$size" $means "$work/$ground.$size.$means".*.csv
    done
  done
done
for ground in weights extra; do
  row "$ground" "2 to 4" both "$work/$ground".[234].*.csv
done
