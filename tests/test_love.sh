#!/bin/sh
# The game of tests/examples/love, by the lines of tools/README.md: under LÖVE and Xvfb its unit crosses a world of
# 1024 x 1024 cells, or with --long of 8192 x 8192, of which a part is read, and its frames show what they should.
# Small worlds, whose corner is blocked, or without an open cell, are played or refused in words.
# Skipped where LÖVE or Xvfb is missing; with --long they are installed.
. "$(dirname "$0")/checks.sh"
cd "$root" || exit 1
if [ -n "$long" ]; then
  check "LÖVE and Xvfb are there" sh tools/setup.sh love xvfb-run
fi
if ! command -v love >/dev/null 2>&1 || ! command -v xvfb-run >/dev/null 2>&1; then
  echo "skipped: LÖVE or Xvfb is not installed"
  finish
fi

if [ -n "$long" ]; then size=8192 goal=6000,6000 there=6011,6004; else size=1024 goal=1000,1000 there=1000,1000; fi
mkdir -p "$work/project/build" "$work/home" "$work/frames"
ln -s "$root/tests" "$work/project/"
ln -s "$build/bindings" "$work/project/build/"
sed -n '/^## LÖVE/,/^## The reference/ s/^    //p' tools/README.md | grep -E '^overland |love tests/examples/love ' |
  sed "s/8192x8192/${size}x$size/; s|^overland|\"$overland\"|; s|^\(LUA_PATH.*\) love \(.*\)|\1 timeout 300 xvfb-run -a love \2 $goal '$work/frames'|" \
    >"$work/lines"
check "the page has its lines" test "$(wc -l <"$work/lines")" = 3
play() {
  (cd "$work/project" && unset SDL_VIDEODRIVER && HOME=$work/home sh -e "$work/lines") >"$work/said" 2>&1 || {
    cat "$work/said"
    return 1
  }
}
check "they make a world and play the game" play
check "the unit walks to its goal" grep -q "^the unit is at $there; " "$work/said"

# part NAME PATTERN: the two numbers that it finds in the figures; the first is at least one and less than half.
part() {
  sed -n "s/^the unit .*$2.*/\1 \2/p" "$work/said" | grep -q . &&
    sed -n "s/^the unit .*$2.*/\1 \2/p" "$work/said" | awk -v most="$1" '{ exit !($1 > 0 && $1 < $2 * most) }'
}
check "a part of the regions is seen" part 0.5 ' \([0-9]*\) of \([0-9]*\) regions'
check "a part of the file is read" part 0.8 ' \([0-9.]*\) of \([0-9.]*\) MB'

# shows FRAME WHAT COLOUR: the frame has pixels of it.
shows() {
  "$overland" legend "$work/frames/frame-$1.png" >"$work/colours"
  check "frame $1 is as large as the window" grep -q ', 1024 x 640 cells' "$work/colours"
  shift
  while [ $# -gt 0 ]; do
    check "it shows $1" grep -q "^terrain $2 " "$work/colours"
    shift 2
  done
}
shows 0 "open ground" '#709e54' "water" '#366ba8' "the unit" '#ffffff' "its way" '#ffff66'
shows 1 "open ground" '#709e54' "the unit" '#ffffff' "where it came from" '#e63326'
shows 2 "open ground" '#709e54' "trees" '#296133' "the unit" '#ffffff' "its goal, or where it came from" '#e63326'
check "the frames differ" sh -c "! cmp -s '$work'/frames/frame-[01].png && ! cmp -s '$work'/frames/frame-[12].png"

# ---- Other worlds ----

# 40 x 30 cells, of which those on the diagonal are blocked.
awk 'BEGIN {
  print "type octile\nheight 30\nwidth 40\nmap"
  for (i = 0; i < 1200; i++) printf "%s%s", i % 41 ? "." : "@", i % 40 == 39 ? "\n" : ""
}' >"$work/small.map"
"$overland" build "$work/small.map" -o "$work/small.world" >/dev/null
"$overland" edit "$work/small.world" "rect 0,0 40x30 @" -o "$work/closed.world" >/dev/null
game() {
  (unset SDL_VIDEODRIVER && HOME=$work/home LUA_PATH="$build/bindings/lua/?.lua;;" OVERLAND_LIBRARY=$build/liboverland.so \
    timeout 100 xvfb-run -a "$@") 2>&1
}
game love tests/examples/love "$work/small.world" 500,29 "$work/frames" >"$work/said"
check "a click beside a small map leads to its edge" grep -q "^the unit is at 39,29; 2 of 2 regions seen" "$work/said"

# The page's line for a group, which is sent to a cell and settles.
sed -n 's/^    \(LUA_PATH.*love_group\)/\1/p' tools/README.md |
  sed "s|^\(LUA_PATH.*\) love \(.*\)|\1 timeout 100 xvfb-run -a love \2 99,90 '$work/frames/group.png'|" >"$work/lines"
ln -s "$root/maps" "$work/project/"
check "a group goes where one clicks" play
check "all of it is there" grep -q '^40 units are there$' "$work/said"
"$overland" legend "$work/frames/group.png" >"$work/colours"
check "its picture is that of the map" grep -q ', 966 x 582 cells' "$work/colours"
check "and shows the units" grep -q '^terrain #3359cc ' "$work/colours"
check "and the flow" grep -q '^terrain #acc75c ' "$work/colours"

# tells NAME WORDS WORLD: the engine shows an error with these words, and waits to be closed.
tells() {
  # shellcheck disable=SC2016 # the inner shell's
  game sh -c 'love tests/examples/love "$1" >"$2" 2>&1 &
    for _ in $(seq 200); do grep -q "$3" "$2" && break; sleep 0.1; done; kill $!; wait' sh "$3" "$work/told" "$2"
  check "$1" grep -q "^Error: .*$2" "$work/told"
}
tells "a world without an open cell is refused" "the world has no open cell" "$work/closed.world"
tells "so is a file that is not there" "No such file" "$work/none.world"
tells "and one that is no world" "this is not a world" "$work/small.map"
finish
