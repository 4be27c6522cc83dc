#!/bin/sh
# Builds everything and runs every test: sh tools/test.sh [--long]
# The last line is "N passed, N failed"; the exit code is 1 if any failed. What
# did not build, did not finish or did not run counts as failed.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build
long=
case ${1-} in
"") ;;
--long) long=--long ;;
*)
  echo "usage: sh tools/test.sh [--long]" >&2
  exit 2
  ;;
esac
passed=0 failed=0

finish() {
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
  exit
}

broken() {
  echo "FAIL $1"
  failed=$((failed + 1))
}

# Runs one test program, shows what it prints, and adds its last line to the sum.
run() {
  name=$1
  shift
  echo "== $name"
  "$@" >"$build/test.log" 2>&1 </dev/null
  code=$?
  cat "$build/test.log"
  sum=$(tail -n 1 "$build/test.log" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p')
  if [ -z "$sum" ]; then
    broken "$name: it ended early, exit code $code"
    return
  fi
  passed=$((passed + ${sum% *}))
  failed=$((failed + ${sum#* }))
  if [ $code != 0 ] && [ "${sum#* }" = 0 ]; then broken "$name: exit code $code"; fi
}

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
run overland_tests "$build/overland_tests" $long
for script in "$root"/tests/test_*.sh; do
  run "$(basename "$script")" sh "$script" "$build" $long
done
rm -f "$build/test.log"
finish
