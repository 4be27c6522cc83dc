# shellcheck shell=sh
# Sourced by every script that measures: how it ends, where it works, what it reads of reports.
# Nothing is left behind: files that are not results live in $work, a folder of its own in
# OVERLAND_WORK (TMPDIR or /tmp).
here=$(cd "$(dirname "$0")" && pwd)
export LC_ALL=C
work=$(mktemp -d "${OVERLAND_WORK:-${TMPDIR:-/tmp}}/measuring.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

fail() {
  echo "bench/$(basename "$0"): $*" >&2
  exit 2
}

# needs_program BUILD_DIR: sets program.
needs_program() {
  program=$1/overland
  [ -x "$program" ] || fail "$program is not there: build first, or name the build folder"
}

needs_maps() {
  [ -n "${OVERLAND_MAPS:-}" ] ||
    fail "OVERLAND_MAPS is not set: name a folder with maps/GROUP/NAME.map in it"
}

# figure KEY [FILE], inner KEY MEMBER [FILE]: of JSON in $work, whose top members have a line each.
figure() { sed -n "s/^  \"$1\": \"\{0,1\}\([^,\"]*\)\"\{0,1\},*\$/\1/p" "$work/${2:-json}"; }
inner() { sed -n "s/^  \"$1\": {.*\"$2\": \([^,}]*\).*/\1/p" "$work/${3:-json}"; }
rounded() { printf "%.${2:-0}f" "$1"; }

# needs_map FILE: ends with code 3 where the collection lacks it.
needs_map() {
  [ -f "$1" ] && return
  echo "bench/$(basename "$0"): $1 is not there" >&2
  exit 3
}

# ratio OVER UNDER [DIGITS (2)]
ratio() {
  awk -v over="$1" -v under="$2" -v digits="${3:-2}" \
    'BEGIN { if (under > 0) printf "%.*f", digits, over / under; else print "-" }'
}

# The median of the numbers of standard input, one a line.
median() { sort -n | awk '{ figure[NR] = $1 } END { if (NR) print figure[int((NR + 1) / 2)] }'; }

# In scripts that measure $rounds rounds of each case:

# in_rounds FUNCTION: calls it once a round.
in_rounds() {
  round=1
  while [ "$round" -le "$rounds" ]; do
    "$1"
    round=$((round + 1))
  done
}

# middle CASE COMMAND...: the median of what the command prints of each round's file.
middle() {
  middle_case=$1
  shift
  round=1
  while [ "$round" -le "$rounds" ]; do
    "$@" "$middle_case.$round.json"
    round=$((round + 1))
  done | median
}

# The targets of bench/cliffs.sh, in the order of their tables.
# shellcheck disable=SC2034 # used by those that source this
cliffs="rest link links continents overlays buildings patches small changes cell answers"
# The targets of bench/ground.sh.
# shellcheck disable=SC2034 # used by those that source this
grounds="slopes weights edits nearest mazes quality roads bodies goals first_map bake"
