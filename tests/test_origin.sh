#!/bin/sh
# Worlds that begin at another cell than 0,0: the command reads and tells their own cells.
. "$(dirname "$0")/checks.sh"
cd "$work" || exit 1
cat >a.map <<'END'
type octile
height 4
width 6
map
......
..@@..
......
......
END
printf 'profile foot ground=1\nlink -3,7 -> 2,10 cost=1\n' >a.legend
check "a world is built at an origin" "$overland" build a.map -o a.world --origin -3,7 --legend a.legend
check "info says so" sh -c "'$overland' info a.world | grep -q 'cell -3,7 is the upper left one'"
check "and in JSON" sh -c "'$overland' info a.world --json | grep -q '\"origin_x\": -3'"
check "a path from its first cell to the last" sh -c "'$overland' path a.world -3,7 2,10 | grep -q 'link to 2,10'"
bad "a cell outside" 3 "x is -3 to 2, y is 7 to 10" "$overland" path a.world 0,0 2,10
check "a start that is moved is told" sh -c \
  "'$overland' path a.world -1,8 2,10 --move | grep -qE '^start +-?[0-9]+,[0-9]+: -1,8 is blocked$'"
check "it is that of its map" "$overland" verify a.world a.map --legend a.legend
check "in parts too" "$overland" build a.map -o b.world --origin -3,7 --legend a.legend --memory 64M
check "with the same bytes" cmp a.world b.world
printf 'rect -3,9 6x1 @\n' >edits
check "edits are in its cells" "$overland" edit a.world edits -o c.world
check "a picture" "$overland" render a.world -o a.png --from -3,7 --to 2,10
check "a build from an older world" "$overland" build a.map -o b.world --origin -3,7 --legend a.legend --from a.world
check "  has the same bytes" cmp a.world b.world
bad "  that begins elsewhere" 3 "--from a.world: y of its origin is 7; of this build it is -8$" \
  "$overland" build a.map -o d.world --origin -3,-8 --from a.world
bad "an origin too far away" 2 "x and y are -1073741824 to 1073741824" \
  "$overland" build a.map -o d.world --origin 2000000000,0
printf 'P2\n3 2\n255\n255 255 255\n0 255 255\n' >r.pgm
printf 'image: r.pgm\nresolution: 0.5\norigin: [-1.0, 2.0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n' >r.yaml
check "an occupancy grid" "$overland" build r.yaml -o r.world
check "  keeps its place" sh -c "'$overland' info r.world | grep -q 'cell -2,-6 is the upper left one'"
# The map lies from -1.0,2.0 to 0.5,3.0; its lower row has the wall, the upper none.
check "  a way in metres" says 0 "$overland" path r.world -0.9,2.8 0.4,2.1 --metres r.yaml --json
check "  begins and ends in the middle of the cells of both places" holds 'it["start"] == [-2, -6] and
  it["goal"] == [0, -5] and it["metres"]["points"][0] == [-0.75, 2.75] and
  it["metres"]["points"][-1] == [0.25, 2.25] and abs(it["metres"]["cost"] - 0.5 * it["cost"]) < 1e-6'
check "  and is told" sh -c "'$overland' path r.world -0.9,2.8 0.4,2.1 --metres r.yaml | grep -q 'metres .* from -0.750,2.750 to 0.250,2.250'"
bad "  a place outside of it" 3 "x is -2 to 0, y is -6 to -5" "$overland" path r.world -0.9,3.1 0.4,2.1 --metres r.yaml
bad "  another map" 3 "it should be the map that the world was built from" \
  "$overland" path a.world -3,7 2,10 --metres r.yaml
printf '1 0\n0 0\n' >no.csv
bad "  a map without metres" 3 "it says no size of a cell" "$overland" path a.world -3,7 2,10 --metres no.csv
row=$(yes 1, | head -n 16 | tr -d '\n')
object() { printf '<object id="%s" name="%s" class="Door" x="%s" y="%s" width="16" height="16">%s</object>' "$@"; }
printf '<map orientation="orthogonal" width="8" height="8" tilewidth="16" tileheight="16" infinite="1">
<tileset firstgid="1" tilewidth="16" tileheight="16" tilecount="1" columns="1"><tile id="0" class="ground"/></tileset>
<layer><data encoding="csv"><chunk x="-16" y="-16" width="16" height="16">%s</chunk></data></layer>
<objectgroup name="things">%s%s</objectgroup></map>' "$(yes "$row" | head -n 16 | tr -d '\n' | sed 's/,$//')" \
  "$(object 1 a -240 -240 '<properties><property name="to" type="object" value="2"/></properties>')" \
  "$(object 2 b -32 -32 '')" >i.tmx
printf 'profile foot ground=1\nlink Door -> to cost=2\nplaces = objects things\n' >i.legend
check "an infinite map of Tiled" "$overland" build i.tmx --legend i.legend -o i.world
check "  keeps the cells of its links and places" sh -c \
  "'$overland' info i.world | grep -q -- '-15,-15 -> .*-2,-2' && '$overland' path i.world a -2,-2 | grep -q '^cost  *2.000'"
# level X Y ENTITY FIELDS: of 3 x 2 cells, with an entity NAME at its cell 1,1.
level() {
  printf '{"iid":"%s","worldX":%s,"worldY":%s,"worldDepth":0,"pxWid":24,"pxHei":16,"layerInstances":[
    {"__identifier":"Things","__type":"Entities","__cWid":3,"__cHei":2,"__gridSize":8,"intGridCsv":[],"entityInstances":[
      {"__identifier":"%s","iid":"%s","px":[8,8],"width":8,"height":8,"__pivot":[0,0],"fieldInstances":[%s]}]},
    {"__identifier":"Ground","__type":"IntGrid","__cWid":3,"__cHei":2,"__gridSize":8,"intGridCsv":[1,1,1,1,1,1],
     "entityInstances":[]}]}' "$3" "$1" "$2" "$3" "$3" "$4"
}
printf '{"__header__":{"fileType":"LDtk Project JSON"},"worldLayout":"Free","defs":{"layers":[
  {"__type":"Entities","identifier":"Things"},{"__type":"IntGrid","identifier":"Ground","gridSize":8,"intGridValues":[{"value":1,"identifier":"mud"}]}]},"levels":[%s,%s]}' \
  "$(level -40 -24 Door '{"__identifier":"target","__type":"EntityRef","__value":{"entityIid":"Exit"}}')" \
  "$(level 0 0 Exit '')" >l.ldtk
printf 'profile foot mud=1\nlink Door -> target cost=2\nplaces = objects Things\n' >l.legend
check "a world of LDtk" "$overland" build l.ldtk --legend l.legend -o l.world
check "  keeps the cells of its links and places" sh -c "'$overland' info l.world | grep -q -- '-4,-2 -> .*1,1' &&
  '$overland' path l.world -4,-2 Exit | grep -q '^cost  *2.000' && '$overland' info l.world | grep -q 'place Door  *-4,-2'"
finish
