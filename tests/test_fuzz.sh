#!/bin/sh
# Every input of tests/fuzz/corpus keeps what its fuzz target checks: seeds, and inputs that broke a
# promise once. tests/fuzz/run.sh looks for more of them.
. "$(dirname "$0")/checks.sh"
cd "$root/tests/fuzz/corpus" || exit 1

for target in *; do
  check "inputs of $target" "$build/overland_fuzz" "$target" "$target"/*
done

finish
