#!/bin/sh
# Fuzzes all targets of tests/fuzz, or those named, one after the other on all cores:
#
#   sh tests/fuzz/run.sh MINUTES [TARGET...]
#
# Builds them with clang's libFuzzer and the address and undefined behaviour sanitizers into
# OVERLAND_FUZZ (build/fuzz), and gives each target an even share of the time. It begins with the inputs of
# tests/fuzz/corpus; what it adds goes to build/fuzz/found. An input that breaks a promise is kept
# in build/fuzz/broken: `build/overland_fuzz TARGET FILE` runs it again. The last line is "N passed,
# N failed", in targets.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
out=${OVERLAND_FUZZ:-$root/build/fuzz}
minutes=${1-}
[ $# -eq 0 ] || shift
case $minutes in
'' | *[!0-9]*)
  echo "usage: sh tests/fuzz/run.sh MINUTES [TARGET...]" >&2
  exit 2
  ;;
esac
all=$(sed -n 's/^  X(\([a-z_]*\)).*/\1/p' "$root/tests/fuzz/fuzz_targets.h")
[ $# -ne 0 ] || {
  # shellcheck disable=SC2086
  set -- $all
}
jobs=$(getconf _NPROCESSORS_ONLN)
passed=0 failed=0

sh "$root/tools/setup.sh" clang meson ninja libfuzzer || exit 1
if [ ! -e "$out/build.ninja" ]; then
  CC=clang meson setup "$out" "$root" -Dbuildtype=debugoptimized -Db_sanitize=address,undefined \
    -Db_lundef=false "-Dc_args=-fsanitize=fuzzer-no-link" </dev/null || exit 1
fi
ninja -C "$out" overland_fuzz liboverland_fuzz_driver.a </dev/null || exit 1
clang -fsanitize=fuzzer,address,undefined "$out/liboverland_fuzz_driver.a" \
  "$out/liboverland_fuzz_targets.a" "$out/liboverland_test_support.a" \
  "$out/liboverland_files.a" "$out/liboverland_checked.a" -lm -lpthread \
  -u LLVMFuzzerTestOneInput -u LLVMFuzzerInitialize -o "$out/fuzz" || exit 1
mkdir -p "$out/broken"

# Undefined behaviour ends a target, as a wrong address does.
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 ASAN_OPTIONS=detect_leaks=1
seconds=$((minutes * 60 / $#))
[ $seconds -gt 0 ] || seconds=1
for target in "$@"; do
  case " $(echo "$all" | tr '\n' ' ') " in
  *" $target "*) ;;
  *)
    echo "run.sh: '$target' is no target; there are: $(echo "$all" | tr '\n' ' ')" >&2
    exit 2
    ;;
  esac
  mkdir -p "$out/found/$target"
  # Forks, so that an input that breaks a promise ends the target and not the run.
  FUZZ_TARGET=$target "$out/fuzz" -fork="$jobs" -max_total_time=$seconds -timeout=20 \
    -rss_limit_mb=2048 -max_len=4096 -len_control=0 -close_fd_mask=3 -artifact_prefix="$out/broken/$target-" \
    "$out/found/$target" "$root/tests/fuzz/corpus/$target" >"$out/$target.log" 2>&1
  code=$?
  line=$(grep -aE '^#[0-9]+: cov:' "$out/$target.log" | tail -n 1)
  if [ $code = 0 ]; then
    echo "ok $target ($seconds s) $line"
    passed=$((passed + 1))
  else
    echo "FAIL $target: $out/$target.log ends with"
    tail -n 30 "$out/$target.log" | sed 's/^/    /'
    failed=$((failed + 1))
  fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
