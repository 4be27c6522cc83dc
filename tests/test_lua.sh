#!/bin/sh
# The Lua binding: its tests pass under LuaJIT and Lua 5.4.
# Interpreters that are missing are skipped, or with --long installed.
. "$(dirname "$0")/checks.sh"
cd "$root" || exit 1
here=$build/bindings/lua
if [ -n "$long" ]; then
  check "LuaJIT and Lua are there" sh tools/setup.sh python3 luajit lua5.4 lua5.4-dev pkg-config
fi

# run_tests NAME LUA: the checks of overland_test.lua.
run_tests() {
  LD_LIBRARY_PATH=$build OVERLAND_LIBRARY=$build/liboverland.so LUA_PATH="$here/?.lua;;" \
    LUA_CPATH="$work/?.so;;" "$2" tests/bindings/overland_test.lua maps "$overland" "$work" \
    >"$work/said" 2>&1
  take "$1" "$work/said"
}

# run_statements NAME LUA: those that every language runs.
python3 -c 'import json, sys
sys.dont_write_bytecode = True
sys.path.insert(0, "tools/api")
from lua_calls import lua_text
print("return", lua_text(json.load(open("tests/bindings/statements.json"))))' >"$work/statements_table.lua"
run_statements() {
  LD_LIBRARY_PATH=$build OVERLAND_LIBRARY=$build/liboverland.so LUA_PATH="$here/?.lua;$work/?.lua;;" \
    LUA_CPATH="$work/?.so;;" timeout 60 "$2" tests/bindings/statements.lua >"$work/said" 2>&1
  take "$1, calls" "$work/said"
}

# run_example NAME LUA: the program of tools/README.md.
example lua >"$work/example.lua"
run_example() {
  check "$1: the example of tools/README.md runs" env LD_LIBRARY_PATH="$build" \
    OVERLAND_LIBRARY="$build/liboverland.so" LUA_PATH="$here/?.lua;;" LUA_CPATH="$work/?.so;;" \
    sh -c '"$1" "$2" >"$3"' sh "$2" "$work/example.lua" "$work/walked"
  check "$1: and walks to its goal" grep -q '^walk to 99,96' "$work/walked"
}

# run_page NAME PATTERN: runs the lines of the page that match, as they stand there, in a project with its library.
project=$work/project
mkdir -p "$project/build"
ln -s "$root/src" "$root/tools" "$root/maps" "$project/"
ln -s "$build"/liboverland.so* "$build/bindings" "$project/build/"
cp "$work/example.lua" "$project/walk.lua"
run_page() {
  sed -n '/^## Lua/,/^## LÖVE/ s/^    //p' tools/README.md | grep -E "$2" >"$work/lines"
  check "$1: the page has its lines" test -s "$work/lines"
  check "$1: they run from the folder of the project" sh -ec "cd '$project'; . '$work/lines' >'$work/walked'"
  check "$1: and walk to the goal" grep -q '^walk to 99,96' "$work/walked"
}

if command -v luajit >/dev/null 2>&1; then
  run_tests LuaJIT luajit
  run_statements LuaJIT luajit
  run_example LuaJIT luajit
  OVERLAND_LIBRARY=/nowhere/lib.so LUA_PATH="$here/?.lua;;" luajit -e 'require "overland"' >"$work/said" 2>&1
  check "a library that is missing is named" grep -q "the library /nowhere/lib.so can not be loaded" "$work/said"
  check "the package finds its library" env -u OVERLAND_LIBRARY -u LD_LIBRARY_PATH \
    LUA_PATH="$build/bindings/lua/?.lua;;" luajit -e 'assert(require("overland").version())'
  other=$(ldd "$overland" | sed -n 's/.*=> \(.*libc\.so[^ ]*\) .*/\1/p')
  OVERLAND_LIBRARY=$other LUA_PATH="$here/?.lua;;" luajit -e 'require "overland"' >"$work/said" 2>&1
  check "and one that is another" grep -q "$other has no function ovl_abi; liboverland 0.1 is wanted" "$work/said"
  echo 'unsigned ovl_abi(void) { return 77; }' >"$work/other.c"
  ${CC:-cc} -shared -fPIC "$work/other.c" -o "$work/other.so"
  OVERLAND_LIBRARY=$work/other.so LUA_PATH="$here/?.lua;;" luajit -e 'require "overland"' >"$work/said" 2>&1
  check "and one made from other headers" grep -q "the library is 0000004d; this module was made for" "$work/said"
  run_page LuaJIT '^OVERLAND_LIBRARY='
else
  echo "skipped: luajit is not installed"
fi

if command -v lua5.4 >/dev/null 2>&1 && pkg-config --exists lua5.4 2>/dev/null; then
  # shellcheck disable=SC2046
  check "the module in C builds without a warning" ${CC:-cc} -O1 -shared -fPIC -Wall -Wextra -Wpedantic \
    -Wconversion -Wshadow -Werror $(pkg-config --cflags lua5.4) -Isrc -I"$here" "$here/overland_core.c" \
    -L"$build" -loverland -o "$work/overland_core.so"
  run_tests "Lua 5.4" lua5.4
  run_statements "Lua 5.4" lua5.4
  run_example "Lua 5.4" lua5.4
  run_page "Lua 5.4" '^cc |lua5.4 walk.lua$'
  LUA_PATH="$here/?.lua;;" LUA_CPATH="/nowhere/?.so" lua5.4 -e 'require "overland"' >"$work/said" 2>&1
  check "a module that is missing is named" grep -q 'overland: build overland_core.so: tools/README.md, "Lua"$' "$work/said"
else
  echo "skipped: lua5.4 and its headers are not installed"
fi
finish
