#!/bin/sh
# The addon for Godot 3, by the lines of tools/README.md: under godot3-server its classes answer and refuse as they
# should, the page's script of a flow leads round a wall, nodes are freed in any order, and the nodes of
# tests/examples/godot bake a TileMap, pass doors and plan anew where one is closed; under godot3 and Xvfb the frames
# show it. What is missing is skipped; with --long it is installed.
. "$(dirname "$0")/checks.sh"
cd "$root" || exit 1
if [ -n "$long" ]; then
  check "Godot and Xvfb are there" sh tools/setup.sh godot3 godot3-server xvfb-run
fi

project=$work/project
mkdir -p "$project/build" "$work/home" "$work/frames"
ln -s "$root/tests" "$project/"
ln -s "$build/bindings" "$project/build/"
sed -n '/^## Godot/,/^## The reference/ s/^    //p' tools/README.md | grep -E '^(cp|mkdir) ' >"$work/lines"
check "the page has its lines" test "$(wc -l <"$work/lines")" = 3
check "they make the project" sh -ec "cd '$project'; . '$work/lines'"
cp tests/bindings/godot_test.gd "$project/game/"
sed -n '/^## Godot/,/^## The reference/ p' tools/README.md | sed -n '/^extends Node2D/,/^```/ { /^```/!p }' \
  >"$project/game/page_flow.gd"
end='^the agent \[arrived\] at (44, 5); 40 of 40 units are there, 40 of them beyond the wall; frame [1-9][0-9]*$'

# engine NAME PROGRAM ARGUMENT...: what it said is in the file NAME.
engine() {
  engine_log=$work/$1
  shift
  (cd "$project" && unset SDL_VIDEODRIVER && HOME=$work/home timeout 300 "$@" --fixed-fps 60) >"$engine_log" 2>&1
}

if command -v godot3-server >/dev/null 2>&1; then
  engine tests godot3-server --path game -s res://godot_test.gd
  take "" "$work/tests"
  check "too few arguments are told" grep -q 'ERROR: path: wrong number of arguments' "$work/tests"
  check "a child that is no unit is named" grep -q 'Overland: Unit3 on (1, 5) is no unit of its crowd: .*blocked' "$work/tests"
  check "a crowd without a world says so" grep -q 'Overland: Lost: there is no world: `world` is no' "$work/tests"
  for refused in 'bake takes a TileMap, not x' 'set_tile takes a cell, .* not x and 0' 'a point is a Vector2, not x'; do
    check "it says that $refused" grep -q "Overland: $refused" "$work/tests"
  done
  check "no node is looked for in vain" sh -c "! grep -q 'Node not found' '$work/tests'"
  check "nothing else is an error of a script" sh -c "! grep -q 'SCRIPT ERROR' '$work/tests'"
  check "nothing is left behind" sh -c "! grep -qE 'leaked|still in use' '$work/tests'"
  check "the demo plays" engine server godot3-server --path game --play "$work/frames"
  check "crowd and agent pass the doors" grep -q "$end" "$work/server"
  check "no script of it fails" sh -c "! grep -qE 'SCRIPT ERROR|Overland' '$work/server'"
else
  echo "skipped: godot3-server is not installed"
fi

if command -v godot3 >/dev/null 2>&1 && command -v xvfb-run >/dev/null 2>&1; then
  check "it plays on a screen" engine screen xvfb-run -a -s '-screen 0 1280x800x24' godot3 --audio-driver Dummy \
    --path game --verbose --play "$work/frames"
  check "and ends in the same way" grep -q "$end" "$work/screen"
  check "nothing is left behind" sh -c "! grep -qE 'leaked|still in use|SCRIPT ERROR' '$work/screen'"
  for frame in 0 1 2; do
    "$overland" legend "$work/frames/frame-$frame.png" >"$work/colours"
    check "frame $frame is as large as the window" grep -q ', 960 x 540 cells' "$work/colours"
    for colour in 'grass #709e54' 'swamp #80804c' 'rocks #4c4744' 'the agent #ffe64c' 'the crowd #4066bf'; do
      check "it shows ${colour% *}" grep -q "^terrain ${colour##* } " "$work/colours"
    done
  done
  check "the frames differ" sh -c "! cmp -s '$work'/frames/frame-[01].png && ! cmp -s '$work'/frames/frame-[12].png"
else
  echo "skipped: godot3 or Xvfb is not installed"
fi
finish
