#!/bin/sh
# Builds everything and runs every test: sh tools/test.sh [--long]
# The last line is "N passed, N failed"; the exit code is 1 if any failed. What
# did not build, did not finish or did not run counts as failed. What is skipped because a program is
# not installed is named and counted before; --long installs all, and what it skips has failed.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build
logs=$build/test-logs
slices=4
passed=0 failed=0 skipped=0

finish() {
  if [ "$skipped" != 0 ]; then
    echo "$skipped skipped:"
    grep -h '^skipped: ' "$logs"/*.log | sed 's/^skipped: /    /'
  fi
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
  exit
}

broken() {
  echo "FAIL $1"
  failed=$((failed + 1))
}

# Runs one test program, into a log of its own; its exit code is there once it has ended.
one() {
  # shellcheck disable=SC2086
  case $1 in
  overland_tests-*) "$build/overland_tests" $long --slice "${1#*-}" "$slices" ;;
  *) sh "$root/tests/$1" "$build" $long ;;
  esac >"$logs/$1.log" 2>&1 </dev/null
  echo $? >"$logs/$1.part" && mv "$logs/$1.part" "$logs/$1.code"
}

# Waits for a test program, shows what it printed, and adds its last line to the sum.
gather() {
  while [ ! -e "$logs/$1.code" ] && [ ! -e "$logs/ended" ]; do sleep 0.2; done
  echo "== $1"
  cat "$logs/$1.log"
  code=$(cat "$logs/$1.code" || echo none)
  sum=$(tail -n 1 "$logs/$1.log" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p')
  if [ -z "$sum" ]; then
    broken "$1: it ended early, exit code $code"
    return
  fi
  missed=$(grep -c '^skipped: ' "$logs/$1.log")
  skipped=$((skipped + missed))
  if [ -n "$long" ] && [ "$missed" != 0 ]; then broken "$1: $missed skipped"; fi
  passed=$((passed + ${sum% *}))
  failed=$((failed + ${sum#* }))
  if [ "$code" != 0 ] && [ "${sum#* }" = 0 ]; then broken "$1: exit code $code"; fi
}

long=
case ${1-} in
"") ;;
--long) long=--long ;;
--one) # a test program of the run below: --one LONG NAME
  long=$2
  one "$3"
  exit
  ;;
*)
  echo "usage: sh tools/test.sh [--long]" >&2
  exit 2
  ;;
esac
if ! sh "$root/tools/setup.sh" cc c++ meson ninja pkg-config; then
  broken "setup: not all that the tests need is there"
  finish
fi
if [ ! -e "$build/build.ninja" ]; then
  if ! meson setup "$build" "$root" </dev/null; then
    broken "meson setup"
    finish
  fi
fi
if ! ninja -C "$build" </dev/null; then
  broken "build"
  finish
fi
# As many at a time as there are cores. Those that take the longest come first, so that no core
# waits at the end: these scripts, and the C tests in slices.
rm -rf "$logs"
mkdir -p "$logs"
names="test_explorer.sh test_large_build.sh"
slice=0
while [ $slice -lt "$slices" ]; do
  names="$names overland_tests-$slice"
  slice=$((slice + 1))
done
names="$names test_work.sh test_build_systems.sh test_bench.sh test_commands.sh test_cpp.sh"
for script in "$root"/tests/test_*.sh; do
  case " $names " in
  *" $(basename "$script") "*) ;;
  *) names="$names $(basename "$script")" ;;
  esac
done
# shellcheck disable=SC2086
{
  printf '%s\n' $names | xargs -P "$(getconf _NPROCESSORS_ONLN)" -n 1 sh "$0" --one "$long"
  touch "$logs/ended"
} &
for name in $names; do
  gather "$name"
done
finish
