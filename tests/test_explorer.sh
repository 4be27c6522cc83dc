#!/bin/sh
# The Explorer: its page is built and small enough, its module gives what the command gives, and, with
# --long, a browser uses the page. --browser instead of --long: the most important uses in a browser,
# and nothing else. What needs programs that are not there is skipped, but with either they are installed.
# With --long, the world file OVERLAND_HUGE_WORLD is used as well: of 65,536 x 65,536 cells it takes ten
# minutes and 9 GB to make (tools/explorer/README.md).
. "$(dirname "$0")/checks.sh"
cd "$root" || exit 1
explorer=$build/test-explorer # of this test alone; what is compiled stays
export EXPLORER_CACHE="$build/test-cache" # what is installed and compiled for this test and that of JavaScript
here=$root/tests/explorer

skip() {
  echo "skipped: $1"
  finish
}

# script FILE ARGUMENT...: runs a script of node, and takes its checks.
script() {
  node "$@" >"$work/said" 2>&1
  take "" "$work/said"
}

if [ -n "$long" ]; then
  check "what it needs is there" sh tools/setup.sh clang wasm-ld node npm chromium
fi
for program in clang wasm-ld node npm; do
  command -v $program >/dev/null 2>&1 || skip "$program is not installed"
done

# The program that drives browsers; a check fails without it.
take_driver() {
  driver=$(sh tests/explorer/driver.sh "$EXPLORER_CACHE" 2>"$work/npm") && return 0
  fail "the browser's driver is installed" "$(tail -n 3 "$work/npm" | tr '\n' ' ')"
  return 1
}

# browse FILE ARGUMENT...: a script that uses the page in Chromium, by pointer and keys.
browse() {
  browse_file=$1
  shift
  script "$here/$browse_file" "$driver" "$(command -v chromium)" \
    "$explorer/index.html" "$@"
}

check "the page is built, and small enough" env EXPLORER_OUT="$explorer" sh tools/explorer.sh
check "nothing of the page leads elsewhere" sh -c "! grep -oE '(src|href)=\"[^#\"]*\"|https?://[a-z0-9.]+' '$explorer/index.html' |
  grep -vE 'href=\"data:,\"|http://www.w3.org'"
if [ "$long" = --browser ]; then
  take_driver && browse browser_short.js
  finish
fi
script "$here/module.js" "$explorer/explorer.wasm"
script "$here/claims.js" "$explorer/explorer.wasm"
script "$here/steps.js" "$explorer/explorer.wasm"
script "$here/step_files.js"
script "$here/compare.js" "$explorer/explorer.wasm"
script "$here/hexagons.js" "$explorer/explorer.wasm" "$overland" "$work"
script "$here/address.js"
script "$here/code.js" "$explorer/explorer.wasm" "$work" "$build"
script "$here/learn.js" "$explorer/explorer.wasm"
script "$here/learn_sentences.js" "$explorer/explorer.wasm"
script "$here/battle.js" "$explorer/explorer.wasm" "$overland" "$work"
script "$here/maps.js" "$explorer/explorer.wasm" "$overland" "$work" maps ${OVERLAND_REAL_MAPS:+"$OVERLAND_REAL_MAPS"}
script "$here/world.js" "$explorer/explorer.wasm" "$overland" "$work" \
  maps/caves-384.map maps/city-384.map
script "$here/same_answers.js" "$explorer/explorer.wasm" "$overland" "$work" \
  maps/caves-161x97.map maps/city-384.map maps/random-128.map maps/rooms-150x90.map \
  maps/continents-300x200.map

[ -n "$long" ] || finish
take_driver || finish
mkdir -p "$explorer/pictures"
# The others do not check again what this one does.
browse browser_short.js
browse browser_first.js "$explorer/pictures"
browse browser.js "$explorer/site" "$explorer/pictures"
browse browser_messages.js "$explorer/pictures"
browse browser_play.js "$explorer/pictures"
browse browser_forks.js "$explorer/pictures"
browse browser_steps.js "$explorer/pictures"
browse browser_step_examples.js "$explorer/pictures"
browse browser_tiers.js "$explorer/pictures"
browse browser_compare.js "$explorer/pictures"
browse browser_hexagons.js "$explorer/pictures"
browse browser_learn.js "$explorer/pictures"
browse browser_battle.js "$explorer/pictures"
browse browser_world.js "$explorer/pictures" "$overland" "$work"
browse browser_everywhere.js
"$overland" gen continents 16384x16384 --seed 5 -o "$work/large.map" >/dev/null
"$overland" build "$work/large.map" -o "$work/large.world" >/dev/null
browse browser_world_large.js "$work/large.world"
grep -vE '^ok |passed' "$work/said"
if [ -n "${OVERLAND_HUGE_WORLD-}" ]; then
  browse browser_world_large.js "$OVERLAND_HUGE_WORLD"
  grep -vE '^ok |passed' "$work/said"
fi
finish
