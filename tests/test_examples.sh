#!/bin/sh
# The examples run, hold what they say, and are named in the guide.
. "$(dirname "$0")/checks.sh"
cd "$root" || exit 1

for source in tests/examples/example_*.c; do
  name=$(basename "$source" .c)
  [ "$name" = example_runtime ] && continue # it opens a world file: see test_runtime.sh
  check "$name runs" sh -c "'$build/$name' >'$work/$name' 2>&1 || { cat '$work/$name'; exit 1; }"
  check "$name shows something" sh -c "[ \$(grep -c '^ok' '$work/$name') -ge 4 ]"
  check "the guide names $name" grep -qF "(../$source)" src/GUIDE.md
  check "$name uses nothing but the public headers" sh -c \
    "! grep '#include \"' '$source' | grep -qv '\"tests/examples/example.h\"'"
done

finish
