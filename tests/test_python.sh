#!/bin/sh
# The Python package: its answers are those of the command, and
# bad input is refused by Python's own exceptions; by every Python from 3.9 on that is there.
. "$(dirname "$0")/checks.sh"
cd "$root" || exit 1
if [ -n "$long" ]; then
  check "Python, numpy and mypy are there" sh tools/setup.sh python3 numpy mypy
elif ! command -v python3 >/dev/null; then
  echo "skipped: Python's package: python3 is not installed"
  finish
fi
package=$work/python # without the library that the build puts into it
cp -R "$build/bindings/python" "$package"
rm "$package"/overland/liboverland.*
export PYTHONPATH="$package" OVERLAND_LIBRARY="$build/liboverland.so" PYTHONPYCACHEPREFIX="$work/compiled"
unset PYTHONDONTWRITEBYTECODE # the package is compiled once, not in each of the programs below

check "all files compile" python3 -c 'import sys
for name in sys.argv[1:]: compile(open(name, encoding="utf-8").read(), name, "exec")' "$package"/overland/*.py
check "the package has the version of the library" grep -q "^version = \"$version\"" "$package/pyproject.toml"
if command -v mypy >/dev/null; then
  check "mypy finds nothing" mypy --strict --cache-dir "$work/mypy" -p overland
else
  echo "skipped: mypy is not installed"
fi

# tests PYTHON: the tests of tests/bindings, counted one by one.
tests() {
  for topic in path world; do
    "$1" "tests/bindings/python_${topic}_tests.py" "$overland" maps >"$work/said" 2>"$work/errors"
    code=$?
    cat "$work/said"
    passed=$((passed + $(grep -c '^ok ' "$work/said")))
    failed=$((failed + $(grep -c '^FAIL ' "$work/said")))
    check "$1 runs all tests of $topic" test "$code" = 0 -a "$(grep -c . "$work/said")" -gt 9
    empty "and says nothing else" "$work/errors"
    cat "$work/said" >>"$work/all"
  done
}
tests python3
python3 tests/bindings/statements.py tests/bindings/statements.json >"$work/said" 2>&1
take "calls" "$work/said"
if [ -n "$long" ] && ! python3 -c 'import numpy' 2>/dev/null; then
  rm "$work/all"
  tests /usr/bin/python3
  check "with numpy" sh -c "! grep skipped '$work/all'"
fi

# ---- The library that is loaded ----

# refuses NAME WORDS VARIABLE=VALUE...: the package says in one line why it can't load the library.
refuses() {
  refuses_name=$1 words=$2
  shift 2
  check "$refuses_name" env "$@" WORDS="$words" python3 -S -c 'import os, overland
try:
    overland.World.bake(["..", ".."])
except overland.LibraryError as error:
    assert os.environ["WORDS"] in str(error) and "\n" not in str(error), error
else:
    raise SystemExit("it was loaded")'
}
refuses "a library that is nowhere" "OVERLAND_LIBRARY is not set, it is not in $package/overland, and the" \
  OVERLAND_LIBRARY=
refuses "a library that is none" "README.md: " OVERLAND_LIBRARY="$root/README.md"
refuses "a library by a relative path" "tools/none.so (from $root): cannot open" OVERLAND_LIBRARY=tools/none.so
cat >"$work/other.c" <<'END'
#include <stdint.h>
uint32_t ovl_abi(void) { return 77; }
END
${CC:-cc} -shared -fPIC "$work/other.c" -o "$work/other.so"
refuses "a library made from other headers" "other.so: its interface is 0000004d; this package was made for " \
  OVERLAND_LIBRARY="$work/other.so"
check "the library that the build puts beside the package is found" env OVERLAND_LIBRARY= PYTHONPATH="$build/bindings/python" \
  python3 -c 'import overland; overland.World.bake(["..", ".."])'
check "and one that the loader finds" env OVERLAND_LIBRARY= LD_LIBRARY_PATH="$build" \
  python3 -c 'import overland; overland.World.bake(["..", ".."])'

# ---- The command of the package ----

cd "$work" || exit 1
cat >room.map <<'END'
type octile
height 3
width 8
map
........
.@@@@@@.
........
END
show() { COLUMNS=${columns:-80} python3 -S -m overland "$@"; } # without what else a machine loads at its start
check "it shows a path" says 0 show room.map 0,0 7,2
cp said shown
check "on its map" test "$(head -n 3 said | tr -d '.#*\n' | sort)" = SG
check "with cost and length" grep -qE '^cost 9\.000, length 9\.00 cells, 3 points$' said
columns=40
check "a wide map is made smaller" says 0 show "$root/maps/rooms-150x90.map" 8,8 135,60
check "to the width of the terminal" sh -c "! sed '\$d' said | grep -E '.{41}'"
check "a world is made" "$overland" build room.map -o room.world
check "it shows a world" says 0 show room.world 0,0 7,2
check "in the same way" cmp shown said
columns=80
bad "no path" 1 'no path from 0,0 to 3,1: the goal is blocked' show room.map 0,0 3,1
bad "a goal outside" 3 'goal.x is 8; it should be at most 7' show room.map 0,0 8,1
bad "no cell" 2 "'7;2' is no cell; X,Y is right" show room.map 0,0 '7;2'
bad "no arguments" 2 'a map, a start and a goal are needed' show
bad "no map" 3 'nowhere.map: No such file' show nowhere.map 0,0 1,1
bad "a file that is no map" 3 'README.md: it is neither a map [(]it begins with type octile[)] nor a world file' \
  show "$root/README.md" 0,0 1,1
bad "a world that is cut short" 3 'cut.world: the file has the wrong length' \
  sh -c 'head -c 100 room.world >cut.world; python3 -m overland cut.world 0,0 1,1'
bad "a map that is cut short" 3 'short.map: there are 2 rows; the header says 3' \
  sh -c 'head -n 6 room.map >short.map; python3 -m overland short.map 0,0 1,1'
refused "no library" 4 'no-such.so: cannot open' env OVERLAND_LIBRARY=no-such.so python3 -m overland room.map 0,0 1,1

# ---- The example of tools/README.md ----

example python >example.py
check "tools/README.md has an example" grep -q 'import' example.py
ln -s "$root/maps" maps
check "it runs" sh -c 'python3 example.py >said'
check "and walks" grep -q '^walk to' said
check "and around a rock that falls before the unit" grep -qx 'the unit stands at 99,96' said
finish
