#!/bin/sh
# Changes the library in small ways, one at a time, and looks whether the tests notice:
#
#   sh tests/mutants.sh N [SEED] [FILE...]
#
# Draws N changes of src (or of the files named): a comparison turned or off by one, a check that is
# dropped, + for -, a bound without its 1, && for ||, a statement that is removed. Each is compiled
# alone into the checked library of build/mutants. The battery of tests/portable runs with it, whose
# answers and work must be those that stand there, then the tests of its file's room
# (tests/mutants.py has the map), shortest first, until one fails or they have taken
# OVERLAND_MUTANT_SECONDS (30) of the processor.
# A change that compiles to the same code is none, and another is drawn for it. Prints the changes
# that survive. tests/mutants.list has those that are proved equal, with the reason; they count as such.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
out=$root/build/mutants
case ${1-} in
'' | *[!0-9]*)
  echo "usage: sh tests/mutants.sh N [SEED] [FILE...]" >&2
  exit 2
  ;;
esac
sh "$root/tools/setup.sh" cc meson ninja python3
if [ ! -e "$out/build.ninja" ]; then
  meson setup "$out" "$root" -Dbuildtype=plain -Doptimization=1 </dev/null >/dev/null
fi
ninja -C "$out" overland_tests </dev/null >"$out/build.log" || {
  tail -n 20 "$out/build.log" >&2
  exit 1
}
exec python3 "$root/tests/mutants.py" "$root" "$out" "$@"
