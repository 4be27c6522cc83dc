#!/bin/sh
# Legends: what each statement does to the world that is built, and every kind of wrong one, told
# in one line with its place. Maps as pictures and from Tiled are built with them too.
. "$(dirname "$0")/checks.sh"
overland=$checked
cd "$work" || exit 1

map() { # map FILE ROW...: a map file of these rows
  file=$1
  shift
  printf 'type octile\nheight %s\nwidth %s\nmap\n' $# ${#1} >"$file"
  printf '%s\n' "$@" >>"$file"
}
pgm() { # pgm FILE WIDTH HEIGHT SAMPLE...: a grey picture
  file=$1 size="$2 $3"
  shift 3
  printf 'P2 %s 255 %s\n' "$size" "$*" >"$file"
}
legend() { printf '%s\n' "$@" >the.legend; } # legend LINE...

# built NAME [OPTION...]: the.map builds with the.legend; info is left in said.
built() {
  built_name=$1
  shift
  check "$built_name" sh -c '"$0" build the.map --legend the.legend -o the.world "$@" >/dev/null &&
    "$0" info the.world --json >said' "$overland" "$@"
}
# costs A B EXPRESSION [OPTION...]: the cost from A to B meets the expression over `cost`.
costs() {
  from=$1 to=$2 expression=$3
  shift 3
  "$overland" path the.world "$from" "$to" --json "$@" >said
  holds "$expression"
}

# bad_legend NAME PATTERN: the.legend is refused in one line that begins with its name and a number.
bad_legend() {
  refused "$1" 3 "$2" "$overland" build the.map --legend the.legend -o out.world
}

# bad_legends: the same for each line of standard input, `NAME|LEGEND|PATTERN`: \n parts the legend's
# lines, and the pattern follows the legend's name.
bad_legends() {
  while IFS='|' read -r row_name row_lines row_pattern; do
    printf '%b\n' "$row_lines" >the.legend
    bad_legend "$row_name" "the.legend:$row_pattern" </dev/null
  done
}

# ---- Without a legend ----
map the.map '..GSSWT@O.' '..........' '..........'
"$overland" build the.map -o plain.world >/dev/null
check "without a legend one profile crosses ground and swamp at 1" sh -c \
  "'$overland' info plain.world --json | grep -q '\"weights\": {\"\\.\": 8, \"G\": 8, \"S\": 8}'"
legend '# nothing'
built "a legend of nothing"
check "gives the same world" cmp plain.world the.world
legend 'profile default ground=1 swamp=1'
built "a legend that says the same"
check "gives the same world, too" cmp plain.world the.world

# ---- Off the walls ----
map the.map '.........' '.........' '.........' '.........' '.........' '.........' '.........' '.........' '.........'
legend 'off-walls 4 2 1 profiles=foot' 'profile foot ground=1' 'profile cat ground=1'
built "costs beside walls"
check "which info lists" holds "[p.get('wall_cost') for p in it['profiles']] == [[32, 16, 8, 0], None]"
check "cells beside walls cost 4 more, and so on" costs 0,4 8,4 'cost == 18'
check "but a profile that is not named" costs 0,4 8,4 'cost == 8' --profile cat
bad_legends <<'ROWS'
a cost beside walls that is none|off-walls wide|1: off-walls has 'wide'; it should be 0 to 31.875, a multiple of 1/8
one that is no number of eighths|off-walls 1 0.3|1: off-walls has '0.3'
one that is too large|off-walls 40|1: off-walls has '40'; it should be 0 to 31.875
too many of them|off-walls 4 3 2 1 1|1: '1' is one cost too many; there are up to 4
those of an unknown profile|profile foot ground=1\noff-walls 4 profiles=boat|2: there is no profile 'boat'
ROWS
map the.map '..GSSWT@O.' '..........' '..........'

# ---- The scale of costs ----
legend 'scale 5' 'profile default ground=1 swamp=1.2' 'profile boat water=6.375' 'link 0,0 -> 9,2 cost=2.1' 'link 0,1 -> 8,2'
built "a scale"
check "weights are stored times the scale, which info says" holds \
  "it['weights'] == {'.': 40, 'G': 40, 'S': 48} and it['cost_scale'] == 5"
check "a cost is printed as without it" costs 0,2 3,2 'cost == 3'
check "also one of a fraction of eighths" costs 2,0 4,0 'cost == 2.3'
check "and over a link" costs 0,0 9,2 'cost == 2.1'
check "which costs 1 if it is not said" costs 0,1 8,2 'cost == 1'
check "a limit is one of such costs" costs 0,2 3,2 'cost == 3' --limit 3
check "and nothing above it" says 1 "$overland" path the.world 0,2 3,2 --limit 2.9
check "a turn costs as much as it says" costs 2,2 4,0 'cost < 3' --turn-cost 0.1
check "the world is that of its legend" "$overland" verify the.world the.map --legend the.legend
check "an edit takes a weight as the legend" "$overland" edit the.world 'weight 0,1 default 1.4' -o 5.world
sed 's/scale 5/scale 10/; s/6.375/3/' the.legend >10.legend
refused "not that of another scale" 1 'the.map: the scale is 10; in the.world it is 5' \
  "$overland" verify the.world the.map --legend 10.legend
bad_legends <<'ROWS'
a scale of nothing|scale 0|1: scale is '0'; it should be a whole number, 1 to 255
a scale with a fraction|scale 1.5|1: scale is '1.5'; it should be a whole number
two scales|scale 5\nscale 5|2: there is a scale in line 1 already
too large a scale|profile a ground=2 swamp=12\nscale 50|2: a scale of 50 makes the weight of swamp in line 1, 12, one of 600, and 31.875 is the most; the largest scale is 2
too large a scale for the default profile|scale 32|1: a scale of 32 is too large for a weight of 1.* the largest is 31
a weight that needs a scale|profile a ground=1.2|1: .* no multiple of 1/8; the nearest is 1.25, and the statement `scale 5` makes it one
a weight that needs a larger scale|scale 2\nprofile a ground=1.2|2: .* no multiple of 1/16; .* `scale 10` makes it one
ROWS

# ---- Terrains and profiles ----
map the.map '..SSSSWWWW##' '..SSSSWWWW##' '............'
legend '# the example' \
  'terrain . ground   # a letter' 'terrain S "deep swamp"' 'terrain W water' 'terrain # wall' \
  'profile foot  ground=1 "deep swamp"=2 water=4 # other terrains block it' \
  'profile boat  water=0.125' \
  'profile truck size=2 corners=one ground=1 "deep swamp"=31.875 # no comment=no'
check "a letter that begins comments is none that a legend names" sh -c \
  "! '$overland' build the.map --legend the.legend -o the.world 2>/dev/null"
map the.map '..SSSSWWWW@@' '..SSSSWWWW@@' '............'
legend '# the example' \
  'terrain . ground   # a letter' 'terrain S "deep swamp"' 'terrain W water' \
  'profile foot  ground=1 "deep swamp"=2 water=4 # other terrains block it' \
  'profile boat  water=0.125' \
  'profile truck size=2 corners=one ground=1 "deep swamp"=31.875# no comment=no'
built "terrains and three profiles"
check "the first profile is the default" holds \
  "it['weights'] == {'.': 8, 'G': 8, 'S': 16, 'W': 32} and
   [one['name'] for one in it['profiles']] == ['foot', 'boat', 'truck']"
check "each has its size" holds "[one['size'] for one in it['profiles']] == [1, 1, 2]"
check "and its corners" holds \
  "[one['corners'] for one in it['profiles']] == ['strict', 'strict', 'one']"
check "and its open cells" holds "[one['open_cells'] for one in it['profiles']] == [32, 8, 10]"
check "what they share is told" holds "'saved_by_sharing' in it"
built "--corners is for profiles that name none" --corners free
check "so it is" holds "[one['corners'] for one in it['profiles']] == ['free', 'free', 'one']"
check "info shows them to readers" sh -c \
  "'$overland' info the.world | grep -q '^  truck  *2  one ' &&
   '$overland' info the.world | grep -q 'stored once: saves'"
check "verify" says 0 "$overland" verify the.world the.map --legend the.legend --corners free
check "verify compares corners" says 1 "$overland" verify the.world the.map --legend the.legend
check "it names the profile and both rules" grep -q 'profile foot: corners is strict; in the.world it is free' errors
check "so it does in JSON" says 1 "$overland" verify the.world the.map --legend the.legend --json
check "with the legend" holds "it['legend'] == 'the.legend' and not it['same'] and
  'profile foot: corners is strict; in the.world it is free' in it['difference']"
# differs NAME PATTERN OLD NEW: a world is not of the.legend once a text in it is another one.
differs() {
  sed "s/$3/$4/" the.legend >other.legend
  check "$1" says 1 "$overland" verify the.world the.map --legend other.legend
  check "$1: it says so" grep -q "$2" errors
}
map the.map '........' '........'
pgm the.pgm 8 2 0 0 0 0 0 0 0 0 0 0 0 0 0 5 0 0
pgm danger.pgm 8 2 0 0 0 0 0 0 0 0 8 0 0 0 0 0 0 0
legend 'terrain . ground' 'profile foot ground=1 climb=6' 'heights the.pgm' \
  'extra foot danger.pgm' 'link 0,0 -> 7,1 cost=3'
built "heights, extra costs and a link"
check "verify compares them" says 0 "$overland" verify the.world the.map --legend the.legend
differs "another climb" 'profile foot: climb is 7; in the.world it is 6' 'climb=6' 'climb=7'
differs "no climb" 'profile foot: climb is without limit; in the.world it is 6' 'climb=6' ''
differs "a drop" 'profile foot: drop is 3; in the.world it is without limit' 'climb=6' 'climb=6 drop=3'
differs "another cost of climbing" 'profile foot: climbcost is 0.25; in the.world it is 0' 'climb=6' 'climb=6 climbcost=0.25'
differs "another size" 'profile foot: size is 2; in the.world it is 1' 'climb=6' 'climb=6 size=2'
differs "another name" 'profile feet: the name is feet; in the.world it is foot' 'foot' 'feet'
differs "another weight" 'profile foot: the weight of ground is 2; in the.world it is 1' 'ground=1' 'ground=2'
differs "another cost of a link" 'link 0, from 0,0: cost is 4; in the.world it is 3' 'cost=3' 'cost=4'
differs "a link elsewhere" 'link 0, from 0,0: its second end is 6,1; in the.world it is 7,1' '7,1' '6,1'
differs "a link with a way back" 'link 0, from 0,0: back is 3; in the.world it is 0' '->' '<->'
differs "no link" 'link 0 of the.world is not in the legend, which has 0' 'link.*' ''
differs "another link" 'link 1, from 1,0, is not in the.world, which has 1 link' 'cost=3' 'cost=3\nlink 1,0 -> 2,0'
differs "another floor" 'the map has 2 floors; the world the.world has 1' 'cost=3' 'cost=3\nplaces 1 3'
grep -v extra the.legend >floors.legend
echo 'places 1 3' >>floors.legend
"$overland" build the.map --legend floors.legend -o floors.world >/dev/null
grep -v places floors.legend >other.legend
check "one floor more" says 1 "$overland" verify floors.world the.map --legend other.legend
check "  is told" grep -q 'the map has 1 floor; the world floors.world has 2' errors
pgm the.pgm 8 2 0 0 0 0 0 0 0 0 0 0 0 0 0 4 0 0
differs "another height" 'height of cell 5,1 is 4; in the.world it is 5' x x
pgm the.pgm 8 2 0 0 0 0 0 0 0 0 0 0 0 0 0 5 0 0
pgm danger.pgm 8 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
differs "another extra cost" 'the weight of cell 0,1 is 8 eighths; in the.world it is 16' x x
# The map is compared row by row: a cell takes no memory, whatever layers it has.
python3 -c "
print('type octile\nheight 2048\nwidth 2048\nmap')
print(('.' * 2048 + '\n') * 2047 + '.' * 2047 + '@')" >wide.map
sed '$s/@$/./' wide.map >other.map
python3 -c "
import sys
sys.stdout.buffer.write(b'P5 2048 2048 255\n' + bytes(2048 * 2048))" >wide.pgm
legend 'profile foot ground=1 climb=3' 'heights wide.pgm' 'extra foot wide.pgm'
"$overland" build wide.map --legend the.legend -o wide.world --labels 0 >/dev/null
check "verify compares the last cell" says 1 "$overland" verify wide.world other.map --legend the.legend
check "verify takes less than 12 MB beside the world" python3 -c "
import os, resource, subprocess, sys
subprocess.run(sys.argv[1:], stderr=subprocess.DEVNULL)
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss << 10
sys.exit(peak > os.path.getsize('wide.world') + (12 << 20) and f'{peak} bytes')" \
  "$overland" verify wide.world other.map --legend the.legend
check "verify of a map from a pipe" sh -c "'$overland' build wide.map -o wide.world --labels 0 >/dev/null &&
  '$overland' verify wide.world - <wide.map && ! '$overland' verify wide.world - <other.map"
# Cliffs are not blamed on links.
pgm steep.pgm 8 2 0 0 0 0 9 0 0 0 0 0 0 0 9 0 0 0
legend 'terrain . ground' 'profile foot ground=1 climb=2 drop=2' 'heights steep.pgm'
built "cliffs"
check "a way over a cliff" says 1 "$overland" path the.world 0,0 4,0 --why
check "--why names cliffs" grep -q 'cliffs' said
legend 'terrain . road' 'profile foot road=1'
built "a legend may name a letter anew"
check "the default names are gone with it" holds "it['weights'] == {'.': 8}"
map the.map '..x..'
legend 'terrain x bridge' 'profile foot ground=1 bridge=2'
built "a letter of the legend's own"
check "it has its weight" holds "it['weights']['x'] == 16"

# ---- Pictures ----
printf 'P6 3 2 255 \377\000\000\000\377\000\000\000\377\377\000\000\377\000\000\377\000\000' >the.ppm
legend 'terrain #ff0000 lava' 'terrain #00ff00 grass' 'terrain #0000FF water' \
  'profile demon lava=1 grass=1'
check "a picture" sh -c "'$overland' build the.ppm --legend the.legend -o the.world >/dev/null &&
  '$overland' info the.world --json >said"
check "its colours are terrains" holds "it['width'] == 3 and it['open_cells'] == 5"
legend 'terrain #ff0000 lava' 'terrain #00ff00 grass' 'terrain #0000FF water' \
  'profile demon lava=1 grass=2 water=3'
check "a world of a picture of which all can be crossed" sh -c \
  "'$overland' build the.ppm --legend the.legend -o the.world >/dev/null &&
  '$overland' info the.world --json >said"
check "a terrain is the letter of its name, else the next number, as src/GUIDE.md says" holds "it['weights'] == {'1': 8, '2': 16, 'W': 24}"
mkdir deep
cp the.ppm the.legend deep/
check "verify of a picture" sh -c "'$overland' verify the.world deep/the.ppm --legend the.legend"

# ---- Tiled ----
check "a Tiled map without a legend" sh -c \
  "'$overland' build '$root/maps/jetty.tmj' -o the.world --json >said"
check "its links and floors are told" holds \
  "it['links'] == 1 and it['floors'][0]['width'] == 12 and len(it['profiles']) == 1"
check "a Tiled map of five floors" sh -c \
  "'$overland' build '$root/maps/mall.tmx' --legend '$root/maps/mall.legend' -o mall.world --json >said"
check "its floors have sizes of their own" holds \
  "[one['width'] for one in it['floors']] == [56, 56, 50, 50, 40] and it['links'] == 19"
check "its profiles are those of the legend" holds \
  "[(one['name'], one['size']) for one in it['profiles']] == [('visitor', 1), ('trolley', 2)]"
check "verify compares all floors" sh -c \
  "'$overland' verify mall.world '$root/maps/mall.tmx' --legend '$root/maps/mall.legend'"
# The bytes of a Tiled map's terrains have no names in a world file.
check "a way into a wall" says 1 "$overland" path mall.world 28,38 0,0 --why
check "--why numbers a terrain without a name" grep -q '0:0,0 is terrain [0-9]*$' said
check "with the map" says 1 "$overland" path mall.world 28,38 0,0 --why --map "$root/maps/mall.tmx"
check "--why names it" grep -q '0:0,0 is wall$' said
check "in JSON, too" says 1 "$overland" path mall.world 28,38 0,0 --why --map "$root/maps/mall.tmx" --json
check "  its name" holds "it['why']['open'][-1]['name'] == 'wall'"
check "names without --why are refused" says 2 "$overland" path mall.world 28,38 0,0 --map the.map

# ---- Floors, heights, extra costs, links ----
map the.map '.....' '.....' '.....'
map upper.map '....' '.@..'
pgm hill.pgm 5 3 0 0 9 0 0  0 0 9 0 0  0 0 9 0 0
pgm fear.pgm 5 3 8 8 8 8 8  0 0 0 0 0  8 8 8 8 8
mkdir beside
cp upper.map hill.pgm fear.pgm beside/
legend 'floor 1 upper.map' 'places 2 3' 'profile foot ground=1' 'profile calm ground=1' \
  'extra foot fear.pgm' 'heights hill.pgm scale=0.5' \
  'link 0,0 <-> 1:0,0 cost=2 back=3' 'link 1:3,1 -> 2:0,0' 'link 2:0,0 -> 2:2,0 cost=1.5 profiles=foot,calm'
mv the.legend beside/
rm upper.map hill.pgm fear.pgm
check "files lie beside the legend" sh -c \
  "'$overland' build the.map --legend beside/the.legend -o the.world --json >said"
check "floors, places, heights and links are there" holds \
  "[one['width'] for one in it['floors']] == [5, 4, 3] and it['links'] == 3 and
   it['floors'][2]['places'] and it['floors'][0]['heights']"
check "info tells them to readers" sh -c "'$overland' info the.world >said &&
  grep -q 'floor 2  *3 places' said && grep -q '0:0,0 <-> 1:0,0  cost 2.000, back 3.000' said"
for outside in ../the.map "$work/upper.map" near/../../upper.map; do
  printf 'floor 1 %s\n' "$outside" >beside/far.legend
  refused "$outside lies outside of the legend's folder" 3 "beside/far.legend:1: .* outside of the legend's folder" \
    "$overland" build the.map --legend beside/far.legend -o out.world
done
ln -s ../the.map beside/linked.map
printf 'floor 1 linked.map\n' >beside/far.legend
refused "a link that leads out of the legend's folder" 3 "beside/far.legend:1: linked.map leads out of the legend's" \
  "$overland" build the.map --legend beside/far.legend -o out.world
rm beside/linked.map
printf 'floor 1 none.map\n' >beside/far.legend
refused "a file that is missing" 3 "beside/far.legend:1: beside/none.map: there is no such file" \
  "$overland" build the.map --legend beside/far.legend -o out.world
mkdir beside/near
printf 'floor 1 near/../upper.map\n' >beside/in.legend
check "a name may leave and come back within it" sh -c \
  "'$overland' build the.map --legend beside/in.legend -o out.world >/dev/null"
rm -r beside/near beside/in.legend beside/far.legend
mv beside/* .

# ---- Named places ----
map the.map '......@@' '......@@' '........'
legend 'place spawn = 1,1' 'place "the shop" = 0:5,0 3x2 # partly blocked'
built "named places"
check "info lists them" holds "it['places'] == 2 and it['place_list'] == [
  {'name': 'spawn', 'cell': {'floor': 0, 'x': 1, 'y': 1}, 'width': 1, 'height': 1},
  {'name': 'the shop', 'cell': {'floor': 0, 'x': 5, 'y': 0}, 'width': 3, 'height': 2}]"
check "also to readers" sh -c "'$overland' info the.world | grep -q 'place the shop  *5,0  3 x 2 cells'"
check "a path leads from place to place, to the first cell that is open" costs spawn 'the shop' \
  "it['cells'][0] == [1, 1] and it['cells'][-1] == [5, 0]"
bad_place() { refused "$1" 2 "path: the goal '$2' is no cell, .* and no place of the world$3" "$overland" path the.world 0,0 "$2"; }
bad_place "a place that is not there" 'the shp' ' .did you mean the shop..'
bad_place "nor a cell" '1,1,1' ''
cp the.world once.world
built "in parts" --memory 64M
check "they are the same" cmp the.world once.world
"$overland" edit the.world 'rect 0,0 2x2 @' -o edited.world >/dev/null
check "an edit keeps them" sh -c "'$overland' info edited.world | grep -q 'place spawn  *1,1'"
check "so does a fresh bake of the world" "$overland" verify edited.world
check "the world has those of its legend" "$overland" verify the.world the.map --legend the.legend
placed_elsewhere() {
  sed "$2" the.legend >other.legend
  refused "$1" 1 "$3" "$overland" verify the.world the.map --legend other.legend
}
placed_elsewhere "another cell" 's/1,1/1,2/' "the.map: place 0, 'spawn', is another one in the.world"
placed_elsewhere "another size" 's/3x2/3x1/' "the.map: place 1, 'the shop', is another one in the.world"
placed_elsewhere "one place less" '$d' "the.map: the place 'the shop' of the.world is not in the legend"
bad_legends <<'ROWS'
a place without a cell|place spawn 1,1|1: the = is missing; it should be: place NAME = X,Y WxH
a place that is no cell|place spawn = here|1: a place is a cell or some: place NAME = 10,12, or 10,12 3x2
a place of no cells|place spawn = 1,1 0x2|1: a place is a cell or some
a place of one word more|place spawn = 1,1 2x2 blue|1: a place is a cell or some
a place outside|place a = 0,0\nplace spawn = 7,2 2x1|2: place 'spawn': place outside of its floor, which has [0-9]* x [0-9]* cells from 0,0 on
a place of a floor that is not there|place a = 3:0,0|1: place 'a': place outside of its floor: floors are 0 to 0
a name given twice|place spawn = 0,0\nplace spawn = 1,1|2: place 'spawn': name of a place: names must differ; it stands in line 1 already
a name that is too long|place 0123456789012345678901234567890123456789012345678901234567890123 = 0,0|1: the name '0.*' has 64 bytes; a place's has 1 to 63
a name that is no UTF-8|place caf\0351 = 0,0|1: place 'caf.xe9': name of a place: bytes of UTF-8
objects of a map without any|places = objects Spawns|1: the map has no objects; it should be: place NAME = X,Y
ROWS

# ---- Wrong lines ----
map the.map '.....' '.@...' '.....'
legend 'profile foot ground=1' '' 'terain x lava'
bad_legend "an unknown word" "the.legend:3: 'terain' is no statement .did you mean terrain..; they are terrain, scale, near, profile"
legend 'profile foot ground=1 corner=one'
bad_legend "a misspelt setting" "the.legend:1: 'corner' is neither a terrain nor a setting .did you mean corners..;"
legend 'link 0,0 -> 4,2 profile=foot'
bad_legend "a misspelt setting of a link" "the.legend:1: a link has no setting 'profile' .did you mean profiles..;"
legend 'profile foot ground=1' 'link 0,0 -> 4,2 profiles=foto'
bad_legend "a misspelt profile of a link" "the.legend:2: there is no profile 'foto' .did you mean foot..;"
legend 'profile foot ground=1' 'extra fot hill.pgm'
bad_legend "a misspelt profile of extra costs" "the.legend:2: there is no profile 'fot' .did you mean foot..;"
legend 'terrain S swamp' 'terrain G grass' 'terrain S snow' 'profile foot ground=1'
bad_legend "a letter named twice" "the.legend:3: 'S' is named in line 1 already; a letter has one name"
for weight in -1 0 0.1 31.9 32 1e3 nan ''; do
  legend "profile foot ground=1 swamp=$weight"
  bad_legend "the weight '$weight'" "the.legend:1: .*swamp.*"
done
legend 'profile foot ground=1.3'
bad_legend "a weight between eighths names the nearest" \
  'the.legend:1: the weight of ground is 1.3, which is no multiple of 1/8; the nearest is 1.25'
legend 'profile foot ground=1' 'profile boat water=1' 'profile foot swamp=1'
bad_legend "two profiles of one name" "the.legend:3: profile 'foot' stands in line 1 already"
for i in $(seq 33); do echo "profile p$i ground=1"; done >the.legend
bad_legend "33 profiles" "the.legend:33: 'p33' is profile 33; a world has up to 32"
legend 'profile foot ground=1 corners=round'
bad_legend "unknown corners" "the.legend:1: corners is 'round'; it should be strict, one, free or none"
legend 'profile foot ground=1 climbcost=100000'
bad_legend "a climbing cost that is too large" "the.legend:1: climbcost is '100000'; it should be 0 to 936"
legend "profile $(printf %032d 0) ground=1"
bad_legend "a long name" 'the.legend:1: a profile can.t be named .*1 to 31 letters'
bad_legends <<'END'
a word is missing|terrain x|1: words are missing; it should be: terrain LETTER NAME
two letters for a terrain|terrain xy lava|1: 'xy' is no terrain of a map; .*one letter
a colour that is none|terrain #12345 lava|1: '#12345' is no terrain of a map; .*a colour as #20a040
a comment where a colour may stand|terrain # lava|1: words are missing
a word too many|terrain x lava lake|1: 'lake' is one word too many
an open quote|terrain x "lava|1: a quote is open
a colour named twice|terrain #ff0000 a\nterrain #FF0000 b|2: #FF0000 has a terrain already
a terrain that nothing names|profile foot lava=1|1: 'lava' is neither a terrain nor a setting; a terrain is named by: terrain LETTER lava
a misspelt terrain|profile foot grond=1|1: 'grond' is neither a terrain nor a setting .did you mean ground..;
a letter is like no name that is empty|profile foot ground=1 q=1|1: 'q' is neither a terrain nor a setting;
a misspelt rule|profile foot ground=1 corners=onee|1: corners is 'onee' .did you mean one..; it should be
a misspelt setting of heights|heights hill.pgm scal=2|1: there is no setting 'scal' here .did you mean scale..;
no weight|profile foot ground|1: 'ground' is no setting; it should be name=value
a weight given twice|profile foot ground=1 size=2 ground=2|1: 'ground' is given twice
a profile that blocks everything|profile foot|1: profile 'foot' crosses no terrain
size 17|profile foot ground=1 size=17|1: size is '17'; it should be a whole number, 1 to 16
a size larger than the map|\nprofile foot ground=1 size=4|2: profile 'foot' has size 4; .*room for 3
a climb below 0|profile foot ground=1 climb=-2|1: climb is '-2'; it should be a whole number, 0 to 65535
END

for cost in -1 0 958699 much; do
  legend "link 0,0 -> 4,2 cost=$cost"
  bad_legend "a link that costs $cost" "the.legend:1: cost is '$cost'; it should be above 0, up to 958698"
done
legend 'profile foot ground=1' 'link 0,0 -> 4,2 profiles=foot,boat'
bad_legend "a link for an unknown profile" "the.legend:2: there is no profile 'boat'"
bad_legends <<'END'
a link to nowhere|link 0,0 -> 9,9|1: link to a cell outside: link 0, 0,0 -> 9,9
a link from nowhere|\n\nlink 3:0,0 -> 1,0|3: link from a cell outside: link 0, 3:0,0 -> 1,0
a link to a blocked cell|link 0,0 -> 4,2\nlink 0,0 -> 1,1|2: link to a blocked cell: link 1, 0,0 -> 1,1
a link from a blocked cell|link 1,1 <-> 0,0|1: link from a blocked cell: link 0, 1,1 -> 0,0
a link to itself|link 0,0 -> 0,0|1: link from a cell to itself: link 0, 0,0 -> 0,0
another arrow|link 0,0 => 4,2|1: '=>' is no arrow
a cell that is none|link 0;0 -> 4,2|1: '0;0' is no cell; it should be as 10,12
a setting that links do not have|link 0,0 -> 4,2 price=3|1: a link has no setting 'price'
a way back of a one-way link|link 0,0 -> 4,2 back=3|1: back is for links both ways
END

legend 'floor 1 nowhere.map'
bad_legend "a floor that is not there" 'the.legend:1: nowhere.map: '
pgm small.pgm 2 2 0 0 0 0
legend 'heights hill.pgm' 'heights hill.pgm'
bad_legend "heights given twice" 'the.legend:2: floor 0 has heights already; it takes one picture of them'
legend 'profile foot ground=1' 'extra foot fear.pgm' 'extra foot fear.pgm'
bad_legend "extra costs given twice" 'the.legend:3: floor 0 has extra costs of this profile already'
pgm much.pgm 5 3 0 0 0 0 250  0 0 0 0 0  0 0 0 0 0
legend 'profile foot ground=1' 'extra foot much.pgm'
bad_legend "extra costs that are too large" 'the.legend:2: the extra cost at 4,0 is 250 eighths'
bad_legends <<'END'
a floor that is not the next|floor 2 upper.map|1: floor 2 is not the next one; that is floor 1
no places|places 1 0|1: the number of places is '0'
heights of another size|heights small.pgm|1: small.pgm is 2 x 2; floor 0 is 5 x 3 cells
heights that are too large|heights hill.pgm scale=9999|1: a height times scale is 89991; the most is 65535
heights of a floor that is not there|heights hill.pgm floor=1|1: floor is '1'; it should be a whole number, 0 to 0
heights in colours|heights the.ppm|1: the.ppm has colours
extra costs for nobody|extra boat fear.pgm|1: there is no profile 'boat'
END

map the.map '.....' '.x.z.' '.....'
legend 'terrain x lava'
bad_legend "a letter that nothing names" "the.map: no terrain has the letter z .1, the first at 3,1.; those that have one are .*overland legend"
legend 'terrain x lava' 'terrain z ice' 'profile boat water=1'
rm -f the.world
"$overland" build the.map --legend the.legend -o the.world >said 2>errors
check "a world in which nobody can stand is not built without a word" grep -q \
  "^overland: the.map: no unit could stand anywhere, so nothing is written: the map has ground .13 cells., lava .1 cell., ice .1 cell.; 'boat' crosses water; a legend opens more, as: profile boat ground=1; .overland legend the.map. drafts one" errors
check "nothing is written" test ! -e the.world
"$overland" build the.map --legend the.legend --allow-blocked -o the.world >said 2>errors
check "unless it is meant, with a warning" grep -q \
  "^overland: warning: the.map: profile 'boat' can stand on 0 of 15 cells: the map has ground" errors
printf 'P6 2 1 255 \001\002\003\004\005\006' >the.map
legend 'terrain #010203 ground'
bad_legend "a colour that nothing names" 'the.map: no terrain has the colour .and cells. #040506 .1.; name it in a legend'
head -c 14 the.map >cut.map && mv cut.map the.map
bad_legend "a picture that is cut short" 'the.map: '
rm the.map
bad_legend "a map that is not there" 'the.map: '
map the.map '.....'
rm the.legend
bad_legend "a legend that is not there" 'the.legend: '

# ---- Damage ----
# Legends with letters changed, lost and doubled: each builds or is refused in one line.
pgm hill.pgm 5 3 0 0 9 0 0  0 0 9 0 0  0 0 9 0 0
map the.map '.....' '..S..' '.....'
cat >damage.py <<'PROGRAM'
import random, subprocess, sys
text = """terrain #20a040 grass # one
terrain x "deep lava"
profile foot ground=1 swamp=2.5 size=1 corners=one climb=2 climbcost=0.5
profile boat swamp=1 drop=3 dropcost=12
places 1 3
heights hill.pgm floor=0 scale=0.5
extra foot hill.pgm
link 0,0 -> 1:2,0 cost=5 profiles=foot
link 1:2,0 <-> 4,2 cost=1.5 back=3
"""
for seed in range(150):
    draw = random.Random(seed)
    letters = list(text)
    for _ in range(draw.randrange(1, 6)):
        at = draw.randrange(len(letters))
        kind = draw.randrange(4)
        if kind == 0:
            letters[at] = draw.choice('#"=,:.-9 \n\x00\xe9')
        elif kind == 1:
            del letters[at:at + draw.randrange(1, 20)]
        elif kind == 2:
            letters[at:at] = letters[at:at + draw.randrange(1, 20)]
        else:
            letters[at:at] = draw.choice(["99999999999", "=", "#", "link ", "1:"])
    open("the.legend", "w", encoding="latin-1").write("".join(letters))
    run = subprocess.run([sys.argv[1], "build", "the.map", "--legend", "the.legend", "-o", "the.world"],
                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    lines = [line for line in run.stderr.split(b"\n") if line and b"warning: " not in line]
    if run.returncode not in (0, 3) or len(lines) != (1 if run.returncode else 0):
        sys.exit("seed %d: exit code %d: %s" % (seed, run.returncode, run.stderr))
PROGRAM
check "150 damaged legends" python3 damage.py "$overland"

# ---- As other programs write them ----
map the.map '....' '....'
printf '\357\273\277terrain . land\r\nprofile foot land=1\r\n' >the.legend
built "a legend with a byte order mark and carriage returns"
printf 'P2 4 2 65535\n0 65535 0 65535 0 65535 0 65535\n' >steep.pgm
legend 'terrain . land' 'profile goat land=1 climbcost=900 dropcost=900' 'heights steep.pgm'
bad_legend "climbing that may cost too much" \
  "the.legend:2: a path of profile 'goat' inside a region may cost [0-9]* units, and no more than"

finish
