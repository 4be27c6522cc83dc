# shellcheck shell=sh
# Sourced by every shell test, which is run as: sh tests/test_NAME.sh [BUILD_DIR [--long]]
# Each prints `ok NAME` or `FAIL NAME: why` for a check, and `N passed, N failed`
# at its end. Nothing is left behind: all files live in $work.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
build=${1:-$root/build}
build=$(cd "$build" && pwd) || exit 1
overland=$build/overland
checked=$build/overland_checked_command # the same with the library's assertions, for damaged files
long=${2-}
version=$(sed -n "s/^ *version: '\([0-9.]*\)',.*/\1/p" "$root/meson.build" | head -n 1)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
export PYTHONDONTWRITEBYTECODE=1 # nothing is written beside the sources
exec </dev/null # a command that reads what it should not finds nothing, whoever runs the tests
passed=0
failed=0

ok() {
  echo "ok $1"
  passed=$((passed + 1))
}

fail() {
  echo "FAIL $1: $2"
  failed=$((failed + 1))
}

# check NAME COMMAND...: ok if the command succeeds; else what it said, on one line.
check() {
  check_name=$1
  shift
  if "$@" >"$work/check.out" 2>&1; then
    ok "$check_name"
  else
    check_code=$?
    fail "$check_name" "exit code $check_code: $(tail -n 4 "$work/check.out" | tail -c 400 | tr '\n' ' ')"
  fi
}

# take NAME FILE: prints and counts the checks of a program whose output this is, NAME before each unless it
# is empty. With a last line `N passed, N failed` these are its sum; else it ended early.
take() {
  grep -E '^(ok|FAIL) ' "$2" | sed "s/^\([a-zA-Z]*\) /\1 ${1:+$1: }/"
  take_sum=$(tail -n 1 "$2" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p')
  if [ -z "$take_sum" ]; then
    fail "${1:-the program}" "it ended early: $(tail -n 5 "$2" | tr '\n' ' ')"
    return
  fi
  passed=$((passed + ${take_sum% *}))
  failed=$((failed + ${take_sum#* }))
}

# example LANGUAGE: the program in this language of tools/README.md.
example() {
  awk -v mark="\`\`\`$1" '$0 == mark { inside = 1; next } /^```$/ { inside = 0 } inside' "$root/tools/README.md"
}

# walks COMMAND...: the program of tests/consumers, or tests/bindings, goes through the door.
walks() { "$@" | tr -d '\r' | diff "$root/tests/consumers/way" -; }

# empty NAME FILE: ok if the file, a list of complaints, is empty.
empty() {
  if [ -s "$2" ]; then
    fail "$1" "$(head -n 5 "$2" | tr '\n' ';')"
  else
    ok "$1"
  fi
}

# says CODE COMMAND...: it ends with this exit code; its output is left in said and errors.
says() {
  wanted=$1
  shift
  "$@" >said 2>errors
  code=$?
  [ $code = "$wanted" ] && return 0
  echo "exit code $code, not $wanted, of: $*; $(tail -c 400 errors)"
  return 1
}

# holds EXPRESSION: a Python expression over `it`, the JSON object said last, and its `cost`.
holds() {
  python3 -c "import json, math, sys
it = json.load(open('said'))
cost = it.get('cost')
sys.exit(not ($1))"
}

# refused NAME CODE PATTERN COMMAND...: that exit code, one line that begins with `overland: ` and
# the pattern (extended), nothing left of an output file.
refused() {
  refused_name=$1 wanted=$2 pattern=$3
  shift 3
  rm -f out.*
  "$@" >said 2>errors
  code=$?
  if [ $code != "$wanted" ]; then
    fail "$refused_name" "exit code $code, not $wanted; $(head -c 300 errors | tr '\n' ' ')"
  elif [ "$(wc -l <errors)" != 1 ]; then
    fail "$refused_name" "$(wc -l <errors) lines on standard error: $(head -c 300 errors | tr '\n' ' ')"
  elif ! grep -qE "^overland: $pattern" errors; then
    fail "$refused_name" "says: $(cat errors)"
  elif [ -n "$(find . -name 'out.*' -o -name '*.tmp-*')" ]; then
    fail "$refused_name" "leaves $(find . -name 'out.*' -o -name '*.tmp-*' | tr '\n' ' ')"
  else
    ok "$refused_name"
  fi
}

# bad NAME CODE PATTERN COMMAND...: the same, with the pattern anywhere in the line.
bad() {
  bad_name=$1 wanted=$2 pattern=$3
  shift 3
  refused "$bad_name" "$wanted" ".*($pattern)" "$@"
}

# install_build OPTION...: meson installs the build below $work/dest; its log is written in a folder of
# the test's own, whose files are those of the build.
install_build() {
  mkdir "$work/install" && ln -s "$build"/* "$work/install/" &&
    rm "$work/install/meson-private" "$work/install/meson-logs" && mkdir "$work/install/meson-logs" &&
    cp -R "$build/meson-private" "$work/install/" &&
    DESTDIR="$work/dest" meson install -C "$work/install" --no-rebuild "$@"
}

finish() {
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ]
  exit
}
