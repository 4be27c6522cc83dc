#!/bin/sh
# The C tests, and the commands and the example that use threads, under the thread sanitizer:
#
#   sh tests/thread_sanitizer.sh [--long] [PREFIX]
#
# Runs the tests whose names begin with PREFIX (all by default). For every third commit or so, .ci/run
# runs those of publishers.
# The last line is "N passed, N failed", in programs.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
out=$root/build/threads
long="" prefix=""
for option in "$@"; do
  case $option in
  --long) long=--long ;;
  -*)
    echo "usage: sh tests/thread_sanitizer.sh [--long] [PREFIX]" >&2
    exit 2
    ;;
  *) prefix=$option ;;
  esac
done
sh "$root/tools/setup.sh" clang meson ninja || exit 1
if [ ! -e "$out/build.ninja" ]; then
  CC=clang meson setup "$out" "$root" -Dbuildtype=debugoptimized -Db_sanitize=thread \
    -Db_lundef=false </dev/null || exit 1
fi
ninja -C "$out" overland_tests overland example_streaming </dev/null || exit 1
export TSAN_OPTIONS=halt_on_error=1
passed=0 failed=0

# program NAME COMMAND...: it ends well.
program() {
  log=$out/$1.log
  name=$1
  shift
  if "$@" >"$log" 2>&1 </dev/null; then
    echo "ok $name: $(tail -n 1 "$log")"
    passed=$((passed + 1))
  else
    echo "FAIL $name: $log ends with"
    tail -n 20 "$log" | sed 's/^/    /'
    failed=$((failed + 1))
  fi
}

# shellcheck disable=SC2086
program tests "$out/overland_tests" $long $prefix
if [ -z "$prefix" ]; then
  program gen "$out/overland" gen continents 700x600 --seed 2 -o "$out/land.map"
  program build "$out/overland" build "$out/land.map" --threads 4 -o "$out/land.world"
  program streaming "$out/example_streaming" "$out/land.world"
  program parts "$out/overland" build "$out/land.map" --threads 4 --resume -o "$out/parts.world"
  program battle "$out/overland" simulate "$out/land.world" --units 200 --ticks 400 --seed 9 \
    --rocks 2 --threads 4 --budget 3000
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
