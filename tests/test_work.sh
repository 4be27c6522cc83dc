#!/bin/sh
# The work of bakes and queries on maps that are hard on planners grows as tests/work/work.c states.
# Blocks of code and expansions are counted, so that busy machines make no difference.
. "$(dirname "$0")/checks.sh"

if ! grep -q overland_work "$build/build.ninja"; then
  ok "the compiler does not count blocks"
  finish
fi
counted=$build/test-work # of this test alone; what is compiled stays
[ -e "$counted/build.ninja" ] || check "a build of its own" meson setup "$counted" "$root"
check "the program that counts" ninja -C "$counted" overland_work
"$counted/overland_work" >"$work/said"
take "" "$work/said"
check "all maps were counted" grep -qE '^18 passed|[1-9][0-9]* failed$' "$work/said"
finish
