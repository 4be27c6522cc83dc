#!/bin/sh
# The Explorer: its page is built and small enough, its module gives what the command gives, and, with
# --long, a browser uses the page. What needs programs that are not there is skipped, but with --long
# they are installed.
. "$(dirname "$0")/checks.sh"
cd "$root" || exit 1
explorer=$build/explorer
here=$root/tests/explorer

skip() {
  echo "skipped: $1"
  finish
}

# take NAME: counts and prints the checks of a script, whose output is in $work/said.
take() {
  grep -E '^(ok|FAIL) ' "$work/said"
  sum=$(tail -n 1 "$work/said" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p')
  if [ -z "$sum" ]; then
    fail "$1" "it ended early: $(tail -n 5 "$work/said" | tr '\n' ' ')"
    return
  fi
  passed=$((passed + ${sum% *}))
  failed=$((failed + ${sum#* }))
}

# script NAME FILE ARGUMENT...: runs a script of node, and takes its checks.
script() {
  script_name=$1
  shift
  node "$@" >"$work/said" 2>&1
  take "$script_name"
}

if [ -n "$long" ]; then
  check "what it needs is there" sh tools/setup.sh clang wasm-ld node npm chromium
fi
for program in clang wasm-ld node; do
  command -v $program >/dev/null 2>&1 || skip "$program is not installed"
done

check "the page is built, and small enough" env EXPLORER_OUT="$explorer" sh tools/explorer.sh
check "nothing of the page leads elsewhere" sh -c "! grep -oE '(src|href)=\"[^#\"]*\"|https?://[a-z0-9.]+' '$explorer/index.html' |
  grep -vE 'href=\"data:,\"|http://www.w3.org'"
script "the module" "$here/module.js" "$explorer/explorer.wasm"
script "steps" "$here/steps.js" "$explorer/explorer.wasm"
script "comparing" "$here/compare.js" "$explorer/explorer.wasm"
script "the address" "$here/address.js"
script "maps of Tiled" "$here/tiled.js" "$explorer/explorer.wasm" "$overland" "$work" maps
script "the same answers" "$here/same_answers.js" "$explorer/explorer.wasm" "$overland" "$work" \
  maps/caves-161x97.map maps/city-384.map maps/random-128.map maps/rooms-150x90.map \
  maps/continents-300x200.map

# The page in Chromium, by pointer and keys.
browse() {
  if ! driver=$(sh tests/explorer/driver.sh "$build" 2>"$work/npm"); then
    fail "the browser's driver is installed" "$(tail -n 3 "$work/npm" | tr '\n' ' ')"
    return
  fi
  mkdir -p "$explorer/pictures"
  script "the page in Chromium" "$here/browser.js" "$driver" "$(command -v chromium)" \
    "$explorer/index.html" "$explorer/site" "$explorer/pictures"
  script "keys and messages in Chromium" "$here/browser_messages.js" \
    "$driver" "$(command -v chromium)" \
    "$explorer/index.html" "$explorer/pictures"
  script "heights, stamps and forks in Chromium" "$here/browser_play.js" \
    "$driver" "$(command -v chromium)" \
    "$explorer/index.html" "$explorer/pictures"
  script "steps in Chromium" "$here/browser_steps.js" \
    "$driver" "$(command -v chromium)" \
    "$explorer/index.html" "$explorer/pictures"
  script "comparing in Chromium" "$here/browser_compare.js" \
    "$driver" "$(command -v chromium)" \
    "$explorer/index.html" "$explorer/pictures"
}
[ -z "$long" ] || browse
finish
