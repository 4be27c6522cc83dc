#!/bin/sh
# Lines and branches of src/ that the tests reach, for each room and in all:
#
#   sh tests/coverage.sh [--commands] [--long] [PREFIX]
#
# Builds with clang's counters into build/coverage and runs the C tests whose names begin with
# PREFIX (all by default), with --commands also the shell tests that run the command. A branch is one
# outcome of one condition. The lines and the outcomes that no test reaches are in
# build/coverage/unreached.txt. Assertions that no test reaches are printed.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
out=$root/build/coverage
commands="" long="" prefix=""
for option in "$@"; do
  case $option in
  --commands) commands=yes ;;
  --long) long=--long ;;
  -*)
    echo "usage: sh tests/coverage.sh [--commands] [--long] [PREFIX]" >&2
    exit 2
    ;;
  *) prefix=$option ;;
  esac
done
sh "$root/tools/setup.sh" clang llvm-cov llvm-profdata meson ninja python3 || exit 1
# Each program adds its counts to one of a few files when it ends, those that meson tries as well.
export LLVM_PROFILE_FILE="$out/counts/%4m.profraw"
if [ ! -e "$out/build.ninja" ]; then
  CC=clang meson setup "$out" "$root" -Dbuildtype=debugoptimized -Doptimization=1 -Db_lundef=false \
    "-Dc_args=-fprofile-instr-generate -fcoverage-mapping" \
    "-Dc_link_args=-fprofile-instr-generate" </dev/null >/dev/null || exit 1
fi
ninja -C "$out" overland_tests overland overland_checked_command </dev/null >"$out/build.log" || {
  tail -n 20 "$out/build.log" >&2
  exit 1
}
rm -rf "$out/counts"
mkdir -p "$out/counts"

failed=0
slices=$(getconf _NPROCESSORS_ONLN)
running="" slice=0
while [ $slice -lt "$slices" ]; do
  # shellcheck disable=SC2086
  "$out/overland_tests" $long --slice $slice "$slices" $prefix >"$out/tests-$slice.log" 2>&1 </dev/null &
  running="$running $!"
  slice=$((slice + 1))
done
for process in $running; do
  wait "$process" || failed=1
done
if [ -n "$commands" ]; then
  for script in bad_input bench commands edits large_build legend maps movers output_files paged \
    readme simulate; do
    # shellcheck disable=SC2086
    sh "$root/tests/test_$script.sh" "$out" $long >"$out/$script.log" 2>&1 || {
      echo "coverage: test_$script.sh failed: build/coverage/$script.log" >&2
      failed=1
    }
  done
fi
grep -h '^FAIL' "$out"/tests-*.log >&2
llvm-profdata merge -sparse "$out"/counts/*.profraw -o "$out/all.profdata" || exit 1
python3 "$root/tests/coverage.py" "$root" "$out" || failed=1
exit $failed
