#!/bin/sh
# `overland edit`: every kind of edit does to a world file what it says; settled, the file is byte
# for byte the one that `build` writes of the edited map; unsettled, it is sound and says that it
# holds no labels; every kind of wrong line is told in one line with its place, and nothing is
# left behind. `overland bench --edits` and `--patches` measure what they say.
. "$(dirname "$0")/checks.sh"
cd "$work" || exit 1

# ---- Edit equals rebake, file for file ----

# A program of its own that edits the text of a map: python3 edit.py MAP EDITS > NEW
cat >edit.py <<'PROGRAM'
import re, sys
head, rows = open(sys.argv[1]).read().split("map\n", 1)
rows = [list(row) for row in rows.splitlines()]
for line in open(sys.argv[2]):
    words = re.sub("#.*", "", line).split()
    if not words:
        continue
    x, y = map(int, words[1].split(","))
    w, h = map(int, words[2].split("x")) if words[0] == "rect" else (1, 1)
    for row in rows[y : y + h]:
        row[x : x + w] = words[-1] * w
print(head + "map\n" + "\n".join("".join(row) for row in rows))
PROGRAM
# Random edits: python3 draw.py WIDTH HEIGHT COUNT SEED > EDITS
cat >draw.py <<'PROGRAM'
import random, sys
width, height, count, seed = map(int, sys.argv[1:])
random.seed(seed)
print("# drawn from seed", seed)
for i in range(count):
    letter = random.choice("..@@TSW")
    w, h = (random.randint(1, size // 3) for size in (width, height))
    if i % 3:
        print(f"set {random.randrange(width)},{random.randrange(height)} {letter} # one cell")
    else:
        place = f"{random.randint(0, width - w)},{random.randint(0, height - h)}"
        print(f"rect\t{place}   {w}x{h} {letter}\n")
PROGRAM

# same NAME MAP [BUILD_OPTION...]: build of the edited map and edit of the built one agree.
same() {
  name=$1 map=$2
  shift 2
  python3 edit.py "$map" edits >edited.map
  "$overland" build "$map" -o before.world "$@" >/dev/null
  "$overland" build edited.map --allow-blocked -o wanted.world "$@" >/dev/null 2>errors
  check "edit --settle, $name" says 0 "$overland" edit before.world edits -o after.world --settle
  check "  the bytes are those of a build" cmp wanted.world after.world
}
for kind in caves random; do
  "$overland" gen $kind 97x61 --seed 5 -o $kind.map >/dev/null
  python3 draw.py 97 61 40 5 >edits
  same "$kind" $kind.map
done
same "free corners" random.map --corners free --region-size 8 --spacing 4
same "no labels" caves.map --labels 0
printf '# nothing\n\n' >edits
same "no edits" caves.map
printf 'rect 0,0 97x61 @\n' >edits
same "a map that is walled up" caves.map
printf 'rect 0,0 97x61 .\nset 3,3 @\r\n' >edits
same "a map that is opened" caves.map

python3 draw.py 97 61 30 9 >edits
same "thirty edits" caves.map
for threads in 2 8; do
  "$overland" edit before.world edits -o threads.world --settle --threads $threads >/dev/null
  check "$threads threads write the same" cmp wanted.world threads.world
done
check "without --settle" says 0 "$overland" edit before.world edits -o rough.world
check "it says that there are overlays, and no labels" grep -q 'overlays.*--settle' said
check "its cells are those of the edited map" says 0 "$overland" verify rough.world edited.map
check "its paths are" says 0 "$overland" bench rough.world --random 50 --yardstick --json
check "none failed, none illegal" holds "it['queries'] == 50 and it['failed'] + it['illegal'] == 0"
check "it holds overlays alone" says 0 "$overland" info rough.world --json
check "info says so" holds "it['estimate'] == 'overlays' and
  it['labels'].startswith('left out: ') and it['world_bytes'] == $(wc -c <rough.world)"
printf 'set 1,1 .\n' >'more'
check "it can be edited again, and settled" says 0 "$overland" edit rough.world more -o twice.world --settle
cat more >>edits
same "both at once" caves.map
check "in two steps it is the same" cmp wanted.world twice.world
check "--json" says 0 "$overland" edit before.world edits -o after.world --settle --json
check "it says what was done" holds "it['edits'] == 31 and it['rebuilt_regions'] > 0 and
  it['settled'] and it['settle_ms'] > 0 and it['world_bytes'] == $(wc -c <after.world)"
check "--json without --settle" says 0 "$overland" edit before.world edits -o rough.world --json
check "it says so" holds "not it['settled'] and it['settle_ms'] is None and
  it['estimate'] == 'overlays' and it['world_bytes'] == $(wc -c <rough.world)"
check "a world may not be edited onto itself" says 2 "$overland" edit before.world edits -o before.world
check "nor over its edits" says 2 "$overland" edit before.world edits -o edits

# ---- Legends ----
map() { # map FILE ROW...: a map file of these rows
  file=$1
  shift
  printf 'type octile\nheight %s\nwidth %s\nmap\n' $# ${#1} >"$file"
  printf '%s\n' "$@" >>"$file"
}
map ground.map '........' '........' '........' '........'
map upper.map '....' '....'
{
  printf 'terrain R road\nterrain #20a040 grass\nterrain B brook\nfloor 1 upper.map\n'
  printf 'profile foot ground=1 road=0.5 brook=3\nprofile cart size=2 road=1 ground=2 climb=3\n'
  printf 'link 0,0 <-> 1:0,0 cost=2 profiles=foot\nlink 7,3 -> 1:3,1 profiles=foot\n'
} >the.legend
legend() { # legend NAME: edits of ground.map and upper.map, whose builds were made before
  "$overland" build ground.map --legend the.legend -o before.world >/dev/null
  check "$1" says 0 "$overland" edit before.world edits -o after.world --legend the.legend --settle
  "$overland" build new/ground.map --legend new/the.legend -o wanted.world >/dev/null
  check "  the bytes are those of a build" cmp wanted.world after.world
}
mkdir new
cp the.legend new/
map new/ground.map '.....R..' '.....R..' 'BBB..R..' '.....RG.'
map new/upper.map '....' '.@..'
printf 'rect 5,0 1x4 R\nrect 0,2 3x1 brook\nset 6,3 G\nset 1:1,1 @\n' >edits
legend "letters and names of a legend, on two floors"
sed -i 's/brook/B/' edits
check "letters that weigh something are known without their legend" says 0 \
  "$overland" edit before.world edits -o after.world --settle
check "  the bytes are the same" cmp wanted.world after.world

cp upper.map new/upper.map
cp ground.map new/ground.map
printf 'P2 8 4 255 0 0 0 0 0 0 0 0  0 0 9 9 0 0 0 0  0 0 9 9 0 0 0 0  0 0 0 0 0 0 0 5\n' >new/high.pgm
printf 'P2 8 4 255 0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0  12 12 12 12 12 12 12 4\n' >new/danger.pgm
{ cat the.legend && printf 'heights high.pgm\nextra foot danger.pgm\n'; } >new/the.legend
{
  printf 'height 2,1 2x2 9\nheight 7,3 5\n'
  printf 'extra 0,3 8x1 foot 1.5\nextra 7,3 foot 7\nweight 7,3 foot 1.5\n'
} >edits
legend "heights, extra costs and weights"

printf 'door 1 closed\n' >edits
"$overland" edit before.world edits -o closed.world >/dev/null
"$overland" path closed.world 7,3 1:3,1 --json >said
check "a closed door is a longer way" holds "it['cost'] > 3"
check "info says that it is closed" sh -c '"$0" info closed.world | grep -q "^  link 1 .*, closed$"' \
  "$overland"
"$overland" info closed.world --json >said
check "  and --json lists all links" holds "[link['closed'] for link in it['link_list']].index(True) == 1"
printf 'door 1 open\n' >edits
check "a door is opened again" says 0 "$overland" edit closed.world edits -o after.world --settle
check "  the world is as it was" cmp before.world after.world

# Pictures and Tiled maps have terrains without letters.
printf 'P6 2 2 255 \040\240\100\040\240\100\0\0\0\040\240\100' >field.ppm
printf 'terrain #20a040 grass\nterrain #000000 lava\nprofile foot grass=1\n' >field.legend
"$overland" build field.ppm --legend field.legend -o before.world >/dev/null
printf 'set 0,0 #000000\nset 0,1 grass # it cools\nset 1,1 #000000 #black\n' >edits
printf 'P6 2 2 255 \0\0\0\040\240\100\040\240\100\0\0\0' >field.ppm
"$overland" build field.ppm --legend field.legend -o wanted.world >/dev/null
for option in --legend "--map field.ppm --legend"; do
  # shellcheck disable=SC2086
  check "colours and names of a picture, by $option" says 0 \
    "$overland" edit before.world edits -o after.world --settle $option field.legend
  check "  the bytes are those of a build" cmp wanted.world after.world
done
"$overland" build "$root/maps/mall.tmx" --legend "$root/maps/mall.legend" -o mall.world >/dev/null
printf 'rect 3:20,12 3x3 wall\n' >edits
check "terrains that a Tiled map names" says 0 "$overland" edit mall.world edits -o after.world \
  --map "$root/maps/mall.tmx" --legend "$root/maps/mall.legend"

# ---- Wrong lines ----
"$overland" build caves.map -o before.world >/dev/null
bad_line() { # bad_line NAME PATTERN LINE: told as line 2, one line, nothing written
  printf 'set 1,1 .\n%s\n' "$3" >edits
  refused "$1" 3 "edits:2: $2" "$overland" edit before.world edits -o out.world
}
bad_line "an unknown edit" "'fly' is no edit; they are set, rect" 'fly 1,1 .'
bad_line "a set without its terrain" 'words are missing; .*set X,Y TERRAIN' 'set 1,1'
bad_line "a set with too many words" 'there are too many words; .*set X,Y TERRAIN' 'set 1,1 . .'
bad_line "a rectangle without its size" 'words are missing; .*WxH' 'rect 1,1 .'
bad_line "a cell that is none" "'1;1' is no cell; .*10,12" 'set 1;1 .'
bad_line "a cell outside" '97,3 is no cell of the map, .*97 x 61' 'set 97,3 .'
bad_line "a cell below zero" '-1,3 is no cell of the map' 'set -1,3 .'
bad_line "a floor that there is not" '1:3,3: the world has no floor 1' 'set 1:3,3 .'
bad_line "a rectangle that reaches outside" '8x1 cells from 90,3 on .*97 x 61' 'rect 90,3 8x1 .'
bad_line "an endless rectangle" '2147483647x1 cells' 'rect 90,3 2147483647x1 .'
bad_line "a size that is none" "'3' is no size; .*16x9" 'rect 1,1 3 .'
bad_line "a size of nothing" "'0x3' is no size" 'rect 1,1 0x3 .'
bad_line "a letter that is no terrain" "'q' is no terrain" 'set 1,1 q'
bad_line "a name that is no terrain" "'lawn' is no terrain" 'set 1,1 lawn'
bad_line "a colour that is no terrain" "'#102030' is no terrain" 'set 1,1 #102030'
bad_line "a height that is too great" ".*height is '65536'; .*0 to 65535" 'height 1,1 65536'
bad_line "a height in parts" ".*height is '1.5'; .*whole" 'height 1,1 2x2 1.5'
bad_line "a profile that there is not" ".*no profile 'boat'; it has default" 'weight 1,1 boat 2'
bad_line "a weight of nothing" ".*weight is '0'; .*0.125 to 31.875" 'weight 1,1 default 0'
bad_line "a weight that no eighths make" ".*weight is '1.1'; .*0.125" 'weight 1,1 default 1.1'
bad_line "a weight below that of its terrain" 'weight of a cell: less than its terrain.s is 0.5; the limit is 1$' 'weight 1,1 default 0.5'
bad_line "an extra cost that is too large" ".*extra cost is '32'; .*31.875" 'extra 1,1 default 32'
bad_line "weight and extra cost together" 'weight and extra cost of a cell is 32.875; the limit is 31.875$' 'extra 1,1 default 31.875'
bad_line "a link that there is not" "the world has no links" 'door 0 open'
bad_line "an open quote" 'a quote is open' 'set 1,1 "ground'
printf 'set 1,1 .\n%s\n' "$(head -c 20000 /dev/zero | tr '\0' 1)" >edits
check "an endless line" says 3 "$overland" edit before.world edits -o out.world
check "it is told with its place" grep -q 'edits: line 2 has 20000 letters' errors
map doors.map '...' '...'
printf 'profile foot ground=1\nlink 0,0 -> 2,1\n' >doors.legend
"$overland" build doors.map --legend doors.legend -o before.world >/dev/null
bad_line "a door that stands ajar" "'ajar' is no state of a door; .*open or closed" 'door 0 ajar'
printf 'set 1,1 .\n' >edits
check "edits that are missing" says 3 "$overland" edit before.world nowhere -o out.world
check "a world that is none" says 3 "$overland" edit edits edits -o out.world
check "a legend that is missing" says 3 "$overland" edit before.world edits --legend nowhere -o out.world
check "a folder that is missing" says 4 "$overland" edit before.world edits -o nowhere/out.world
check "none of them leaves a world" test ! -e out.world

# ---- What edits cost ----
"$overland" build caves.map -o caves.world >/dev/null
check "bench --edits" says 0 "$overland" bench caves.world --edits 10 --seed 3
check "bench --edits --json" says 0 "$overland" bench caves.world --edits 10 --seed 3 --json
check "every time has its distribution" holds \
  "all(0 < it[time]['p50'] <= it[time]['p99'] <= it[time]['max'] and it[time]['mean'] > 0
       for time in ('edit_cell_us', 'edit_block_us', 'edit_row_us', 'first_step_edited_us'))"
check "no plan failed in any state" holds "it['queries'] == 3000 and it['failed'] + it['illegal'] == 0"
check "the buildings stand" holds "it['buildings'] == 3 and it['rebuilt_regions'] > 0"
check "the buildings leave room for the planner that was made before" holds \
  "it['asked_old_planner'] == 2000 and it['unanswered_edited'] == 0"
check "it goes with no scenario" says 2 "$overland" bench caves.world no.scen --edits 3
check "nor with --random" says 2 "$overland" bench caves.world --random 3 --edits 3
check "nor with --paths" says 2 "$overland" bench caves.world --edits 3 --paths p
map open.map '...' '...'
printf 'profile ghost ground=1 trees=1 water=1 swamp=1 out-of-bounds=1\n' >open.legend
"$overland" build open.map --legend open.legend -o open.world >/dev/null
# Of equal ways to the last waypoint one led through the goal's region.
"$overland" gen continents 512x512 --seed 3 -o land.map
echo 'profile foot ground=1 swamp=2' >land.legend
"$overland" build land.map --legend land.legend -o land.world >/dev/null
check "routes by labels end at goals beside the way" says 0 "$overland" bench land.world --edits 10
check "a small map without walls can be measured" says 0 "$overland" bench open.world --edits 3 --json

# ---- What patches cost ----
"$overland" gen rooms 97x61 --seed 2 -o rooms.map
check "bench --patches" says 0 "$overland" bench caves.world --patches 40 --of rooms.map --batches 19
check "bench --patches --json" says 0 \
  "$overland" bench caves.world --patches 40 --of rooms.map --batches 19 --seed 3 --json
mv said patches.json
check "the same seed" says 0 \
  "$overland" bench caves.world --patches 40 --of rooms.map --batches 19 --seed 3 --json
check "it patches the same cells" sh -c \
  "[ \"\$(grep changed_cells said)\" = \"\$(grep changed_cells patches.json)\" ]"
check "every batch has its time" holds \
  "it['batches'] == 19 and it['patches'] == 40 and 0 < it['batch_us']['p50'] <= it['batch_us']['max']"
check "many cells were changed" holds "100 < it['changed_cells'] <= 40 * 144"
check "no plan failed in any state" holds "it['queries'] > 0 and it['failed'] + it['illegal'] == 0"
check "first steps and whole paths have times in all states" holds \
  "all(it[what + state + '_us']['mean'] > 0 for what in ('first_step', 'full_path')
       for state in ('', '_edited', '_settled'))"
"$overland" gen maze 97x61 --seed 2 -o maze.map
"$overland" gen random 97x61 --seed 1 --percent 0 -o plain.map
"$overland" build plain.map -o plain.world >/dev/null
check "a maze all over" says 0 "$overland" bench plain.world --patches 400 --of maze.map --json
check "a planner made before grows for it" holds \
  "it['batches'] == 1 and it['asked_old_planner'] > 0 and
   it['unanswered_settled'] == it['unanswered_edited'] == 0"
"$overland" gen rooms 60x61 --seed 2 -o small.map
bad "a map of another size" 3 'small.map: the map has 60 x 61 cells; floor 0 of the world has 97 x 61' \
  "$overland" bench caves.world --patches 3 --of small.map
bad "a map that is missing" 3 'nowhere' "$overland" bench caves.world --patches 3 --of nowhere
for wrong in "--patches 3" "--of rooms.map" "--patches 3 --of rooms.map --batches 4" "--edits 3 --batches 2" \
  "--patches 3 --of rooms.map --edits 3" "--patches 3 --of rooms.map --yardstick"; do
  # shellcheck disable=SC2086 # words of our own
  check "bench $wrong is wrong usage" says 2 "$overland" bench caves.world $wrong
done

find . -name '*.tmp-*' >wrong
empty "no temporary file is left" wrong

finish
