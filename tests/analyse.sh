#!/bin/sh
# Static analysis of the whole library: sh tests/analyse.sh [FOLDER]
#
# gcc -fanalyzer, clang's analyser (that of scan-build) and clang-tidy over each source of src/, or of
# FOLDER. Prints the findings; the last line is "N passed, N failed", in sources and analysers.
# .ci/run runs clang-tidy over what changed since the commit that passed last, and over some others.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root" || exit 1
out=$root/build/analyse

# --one ANALYSER SOURCE, called by the run below: writes the findings to a file of their own.
if [ "${1-}" = --one ]; then
  said=$out/$(echo "$3" | tr / _).$2
  if [ "$2" = gcc ]; then
    gcc -std=c11 -O1 -I. -Isrc -fanalyzer -c "$3" -o /dev/null >"$said" 2>&1
  elif [ "$2" = tidy ]; then
    clang-tidy --quiet -p build "$3" >"$said" 2>/dev/null
  else
    clang --analyze -std=c11 -I. -Isrc -Xclang -analyzer-output=text \
      -Xclang -analyzer-disable-checker=security.insecureAPI.DeprecatedOrUnsafeBufferHandling \
      "$3" >"$said" 2>&1
  fi || echo "$3: error: $2 ended with exit code $?" >>"$said"
  exit 0
fi

if [ ! -d "${1:-src}" ]; then
  echo "tests/analyse.sh: there is no folder $1" >&2
  exit 2
fi
sh tools/setup.sh gcc clang clang-tidy meson ninja || exit 1
[ -e build/build.ninja ] || meson setup build >/dev/null </dev/null || exit 1
rm -rf "$out"
mkdir -p "$out"
find "${1:-src}" -name '*.c' | sort | while read -r source; do
  printf 'gcc\0%s\0clang\0%s\0tidy\0%s\0' "$source" "$source" "$source"
done | xargs -0 -n 2 -P "$(getconf _NPROCESSORS_ONLN)" sh "$0" --one
passed=0 failed=0
for said in "$out"/*; do
  if [ -s "$said" ]; then
    failed=$((failed + 1))
    echo "FAIL $(basename "$said")"
    grep -E 'warning: |error: ' "$said" | sort -u
  else
    passed=$((passed + 1))
  fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]
