# shellcheck shell=sh
# Sourced by every shell test, which is run as: sh tests/test_NAME.sh [BUILD_DIR [--long]]
# Each prints `ok NAME` or `FAIL NAME: why` for a check, and `N passed, N failed`
# at its end. Nothing is left behind: all files live in $work.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
build=${1:-$root/build}
build=$(cd "$build" && pwd) || exit 1
overland=$build/overland
long=${2-}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
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

# empty NAME FILE: ok if the file, a list of complaints, is empty.
empty() {
  if [ -s "$2" ]; then
    fail "$1" "$(head -n 5 "$2" | tr '\n' ';')"
  else
    ok "$1"
  fi
}

finish() {
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ]
  exit
}
