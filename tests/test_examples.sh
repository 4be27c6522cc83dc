#!/bin/sh
# The examples run, show what they say, and are named in the guide, whose lines build them; those in the
# first header make a unit that walks, from that header alone. The example with a window is skipped where
# SDL2 or Xvfb is missing; with --long they are installed.
. "$(dirname "$0")/checks.sh"
cd "$root" || exit 1
if [ -n "$long" ]; then
  check "SDL2 and Xvfb are there" sh tools/setup.sh cc pkg-config sdl2 xvfb-run
fi

for source in tests/examples/example_*; do
  name=$(basename "${source%.*}")
  check "$name is below 250 lines" test "$(wc -l <"$source")" -lt 250
  check "$name uses nothing but the public headers" sh -c \
    "! grep '#include \"' '$source' | grep -qv '\"tests/examples/example\(_scene\|_loader\)*.h\"'"
  [ "$name" = example_scene ] || [ "$name" = example_loader ] || # parts of other examples
    check "the guide names $name" grep -qF "(../$source)" src/GUIDE.md
done

# runs NAME [ARGUMENT...]: the example ends well; what it printed is in the file shown.
runs() {
  name=$1
  shift
  check "example_$name runs" run "$build/example_$name" "$@"
}
run() {
  "$@" >"$work/shown" 2>&1 && return 0
  tail -n 3 "$work/shown"
  return 1
}

# refuses NAME [ARGUMENT...]: it ends with exit code 1.
refuses() {
  name=$1
  shift
  "$build/example_$name" "$@" >"$work/shown" 2>&1
  check "example_$name ends with exit code 1" test $? = 1
}

# shows WHAT PATTERN: a line of what it printed matches the extended pattern.
shows() { check "$name: $1" grep -qE "$2" "$work/shown"; }

for name in danger obstacles unexplored; do
  runs $name
  check "$name shows something" test "$(grep -c '^ok' "$work/shown")" -ge 4
done

runs tower_defence
shows "a tower is built" '^tick .* built, the way is now [0-9.]+ steps'
shows "one that closes the way is refused" 'refused, it would cut off [0-9]+ creeps and all that'
shows "all creeps arrive" '^24 creeps reached the castle'

runs rts
shows "enemies do not get through guards who stand fast" '^it is held: 0 units are in'
shows "some find the gate closed" '^the gate closed: [1-9][0-9]* units'
shows "and go near" '^[1-9][0-9]* units are sent to 37,9 instead'
shows "the gate, or the wall beside it, blocks the way" 'break 1 cell open, at 38,[0-9]*$'
shows "all get in" 'broken open: 24 units are in'

runs steering "$work/steering.units" "$work/steering.world"
shows "two armies pass each other" '^600 units crossed in [0-9]+ ticks$'
shows "by walls" '^ok no unit was in a wall$'
check "its frames are drawn" "$overland" render "$work/steering.world" -o "$work/steering.png" --frames "$work/steering.units" --width 320
check "all of them" test "$(ls "$work"/steering-*.png | wc -l)" = "$(grep -c '^$' "$work/steering.units")"

runs rollback
shows "ticks are played again" '^200 ticks, and [1-9][0-9]* of them played again'
shows "late orders end as those in time" '^ok late orders'

"$overland" gen continents 1024x1024 --seed 7 -o "$work/land.map" >"$work/log" 2>&1
"$overland" build "$work/land.map" -o "$work/land.world" --overlays always >"$work/log" 2>&1
runs streaming "$work/land.world" 448
shows "the unit crosses the world" '^ *[0-9]+ 1017,1023 '
shows "no more than a third of the world is in memory" '^at most ([123][0-9][0-9]|4[0-6][0-9]) KB '
shows "but for its beginning, it hardly ever waits for the disk" ', [0-9]{1,3} ticks of waiting$'
refuses streaming "$work/land.world" 64
shows "too little memory is an error" '^FAIL planning: .*the cache for the world is too small$'
refuses streaming "$work/land.world" none
shows "a size that is no number is an error" '^FAIL usage: example_streaming WORLD'
awk 'BEGIN { print "type octile\nheight 128\nwidth 128\nmap"
             for (row = sprintf("%128s", "@......."); y < 128; y++) { gsub(" ", ".", row); print row } }' >"$work/cut.map"
"$overland" build "$work/cut.map" -o "$work/cut.world" --overlays always >"$work/log" 2>&1
runs streaming "$work/cut.world"
shows "where there is no way it goes as near as it can" '^ *[0-9]+  119, 127 '

if [ -x "$build/example_lockstep" ]; then
  runs lockstep
  check "both players end with one hash" test "$(sed -n 's/.*end: //p' "$work/shown" | sort -u | wc -l)" = 1
  shows "nothing is repaired" 'end: .* 0 repairs$'
  hash=$(sed -n 's/.*end: \([0-9a-f]*\),.*/\1/p' "$work/shown" | head -n 1)
  refuses lockstep --stumbles
  shows "another option is an error" '^FAIL usage: example_lockstep'
  runs lockstep --stumble
  shows "the hashes differ" '^player 0: .* here, but another hash there'
  shows "the one who stumbled finds out" '^player 1: .* I was wrong'
  shows "the other is right" '^player 0: .* I was right'
  check "both end as without it" test "$(grep -c "end: $hash, .* 1 repairs" "$work/shown")" = 2
fi

if [ -x "$build/example_benchmark" ]; then
  runs benchmark maps/rooms-150x90.map maps/rooms-150x90.map.scen
  shows "one's own search is optimal" '^your A\* .* 1\.0000 +200 +0$'
  shows "Overland finds all" '^Overland, whole path .* 1\.00[0-9]+ +[0-9]+ +0$'
  refuses benchmark maps/rooms-150x90.map maps/caves-384.map.scen
  shows "problems of another map are an error" '^FAIL the scenario: a problem that does not begin'
fi

# pipeline CODE ARGUMENT...: it ends with this exit code.
pipeline() {
  wanted=$1
  shift
  OVERLAND=$overland sh tests/examples/example_pipeline.sh "$@" >"$work/shown" 2>&1
  code=$?
  [ $code = "$wanted" ] || {
    echo "exit code $code; $(cat "$work/shown")"
    return 1
  }
}
name=pipeline
mkdir "$work/maps"
cp maps/rooms-150x90.map maps/caves-161x97.map maps/mall.tmx maps/mall.legend "$work/maps"
check "example_pipeline bakes" pipeline 0 "$work/maps" "$work/worlds" 8
shows "a map with a legend" '^mall: baked'
cp "$work/worlds/rooms-150x90.world" "$work/first.world"
rm -r "$work/worlds/caves-161x97.world"
printf damaged | dd of="$work/worlds/rooms-150x90.world" bs=1 seek=9000 conv=notrunc 2>"$work/log"
check "again" pipeline 0 "$work/maps" "$work/worlds" 8
shows "what is not there" '^caves-161x97: baked'
shows "and what is damaged" '^rooms-150x90: baked'
shows "but not what has not changed" '^mall: as it was'
echo "# one more" >>"$work/maps/mall.legend"
check "a world that is too large is exit code 1" pipeline 1 "$work/maps" "$work/worlds" 1.5
shows "it is named" '^mall: too large, [.0-9]* bytes a cell where 1.5 are the limit'
shows "a change of the legend is a change" '^mall: baked'
check "the same map gives the same bytes" cmp "$work/first.world" "$work/worlds/rooms-150x90.world"
rm "$work/maps/caves-161x97.map"
head -n 20 maps/rooms-150x90.map >"$work/maps/rooms-150x90.map"
check "a map that is cut short is exit code 3" pipeline 3 "$work/maps" "$work/worlds" 8
shows "it is named" '^rooms-150x90: overland: '
check "its world and that of a map that is gone are removed" test "$(ls "$work/worlds")" = "mall.world
worlds.tsv"

# built NAME: by the line of the guide.
built() {
  line=$(sed -n "s,^    \(cc .*/example_$1.c .*\) -o .*,\1,p" src/GUIDE.md)
  [ -n "$line" ] || return 1
  echo "$line -Wall -Wextra -Werror -o $work/example_$1" | sed "s,^cc,${CC:-cc},; s, build/, $build/,g" \
    >"$work/line"
  sh "$work/line"
}
check "the guide's line builds an example" built rts

name=window
if pkg-config --exists sdl2 2>/dev/null && command -v xvfb-run >/dev/null 2>&1; then
  check "the guide's line builds example_window" built window
  check "example_window runs" run env -u SDL_VIDEODRIVER timeout 120 xvfb-run -a "$work/example_window" \
    180 "$work/window.bmp"
  shows "its units walk" '^28 ticks, [1-9][0-9]* steps'
  for color in 'selected \074\334\377' 'idle \214\106\050' 'rock \077\105\112' 'box \377\377\377'; do
    # shellcheck disable=SC2059
    printf "${color#* }" >"$work/color"
    check "its picture has the colour: ${color% *}" env LC_ALL=C grep -qaFf "$work/color" "$work/window.bmp"
  done
else
  echo "skipped: example_window: SDL2 or Xvfb is not installed"
fi

{
  cat <<'BEGIN'
#include <overland.h>
#include <stdio.h>
#include <string.h>
static uint8_t cells[512 * 512];
static union {
  uint64_t align;
  char bytes[1 << 20];
} kept;
static const void *file = kept.bytes;
static size_t file_bytes;
static bool keep(void *user, const void *bytes, size_t count) {
  (void)user;
  if (count <= sizeof kept.bytes - file_bytes) memcpy(kept.bytes + file_bytes, bytes, count);
  file_bytes += count;
  return file_bytes <= sizeof kept.bytes;
}
static ovl_cell unit;
static ovl_cell unit_cell(void) { return unit; }
static ovl_result walk_to(ovl_cell cell) {
  unit = cell;
  printf("walk to %d,%d\n", (int)cell.x, (int)cell.y);
  return OVL_OK;
}
static void next_tick(void) {}
static void example(void) {
BEGIN
  sed -n 's/^ \*     //p' src/overland.h
  cat <<'END'
  ovl_planner_destroy(planner);
  ovl_world_close(world);
}
int main(void) {
  ovl_world *baked = NULL;
  ovl_bake_def def = {.terrain = cells, .width = 512, .height = 512};
  for (int i = 0; i < 512 * 512; i++) cells[i] = i % 512 != 256 || i / 512 == 400;
  if (ovl_world_bake(&def, &baked, NULL) != OVL_OK ||
      ovl_world_save(baked, &(ovl_save_def){.write = keep}, NULL) != OVL_OK) return 1;
  ovl_world_close(baked);
  example();
  return 0;
}
END
} >"$work/header.c"
check "the examples of overland.h compile" ${CC:-cc} -std=c11 -Wall -Wextra -Werror -Isrc \
  "$work/header.c" "$build/liboverland.a" -o "$work/header"
check "their unit walks" sh -c "'$work/header' >'$work/walked'"
check "over the gap in the wall" grep -qx 'walk to 25[567],400' "$work/walked"
check "to the goal" sh -c "tail -n 1 '$work/walked' | grep -qx 'walk to 500,400'"

finish
