#!/bin/sh
# Maps of every format that people have, small ones made here, and real ones where OVERLAND_REAL_MAPS
# names a folder of them: each gives the open cells that its author meant.
. "$(dirname "$0")/checks.sh"
cd "$work" || exit 1

# open_cells WORLD: on which its first profile can stand.
open_cells() { "$overland" info "$1" --json | tr -d ' \n' | sed 's/.*"open_cells":\([0-9]*\).*/\1/'; }

# opens CELLS FILE [OPTION...]: the map is built, and so many cells are open.
opens() {
  opens_cells=$1
  shift
  rm -f it.world
  "$overland" build "$@" -o it.world >said 2>errors && [ "$(open_cells it.world)" = "$opens_cells" ]
}

# drafted CELLS FILE: the same with the draft of its legend, untouched.
drafted() { "$overland" legend "$2" -o draft.legend && opens "$1" "$2" --legend draft.legend; }

# ---- Dialects of MovingAI's maps ----
rows='.....\n.@@..\n.....\n'
dialect() {
  printf "$2" >dialect.map
  check "$1" opens 13 dialect.map
  check "  row by row" "$overland" verify it.world dialect.map
  check "  through a pipe" sh -c "'$overland' build - -o piped.world <dialect.map && cmp piped.world it.world"
}
dialect "a blank behind the type" "type octile \nheight 3\nwidth 5\nmap\n$rows"
dialect "no line of the type" "height 3\nwidth 5\nmap\n$rows"
dialect "width before height" "type octile\nwidth 5\nheight 3\nmap\n$rows"
dialect "blanks, tabs and empty lines" "type\toctile\n\nheight  3 \nwidth\t5\n\nmap\n$rows"
dialect "a mark of UTF-8" "\357\273\277type octile\nheight 3\nwidth 5\nmap\n$rows"
dialect "lines that end in CR" "type octile\rheight 3\rwidth 5\rmap\r.....\r.@@..\r.....\r"
dialect "blanks behind rows, and the mark of an old end of file" \
  "type octile\nheight 3\nwidth 5\nmap\n..... \n.@@..\t\n.....\n\032"
printf 'type octile-corner\nheight 1\nwidth 1\nmap\n.\n' >corner.map
bad "another type is named" 3 "of type 'octile-corner', which is not read; 'octile' is" \
  "$overland" build corner.map -o it.world
printf 'type octile\nheight 1\nwidth 4\nmap\n.E.S\n' >ends.map
bad "a letter that nothing names, and how to name it" 3 \
  'the letter E .1, the first at 1,0.; .*terrain E NAME, or let .overland legend ends.map.' \
  "$overland" build ends.map -o it.world
check "its draft opens it" drafted 4 ends.map

# ---- Texts ----
printf '#####\n#...#\n#S#E#\n#####\n' >maze.txt
check "a level of letters: # is a wall" opens 5 maze.txt
printf '####\n#"#.\n' >quote.txt
check "a quote is a letter, too" drafted 2 quote.txt
for signs in '#,#,#,#,#\n#,.,.,.,#\n#,.,#,0,#\n#,#,#,#,#\n' '#;#;#;#;#\r\n#;.;.;.;#\r\n#;.;#;0;#\r\n#;#;#;#;#\r\n' \
  '#\t#\t#\t#\t#\n#\t.\t.\t.\t#\n#\t.\t#\t0\t#\n#\t#\t#\t#\t#' '0,0,0,0,0\n0,0,#,0,0\n' \
  '"#","#","#","#","#"\n"#",".",".",",","#"\n"#","0","#","""","#"\n"#","#","#","#","#"\n' '#,#,#,#,#\n#,,,,#\n#,,#, ,#\n#,#,#,#,#\n'; do
  printf "$signs" >signs.csv
  case $signs in 0*) wanted=9 ;; *) wanted=5 ;; esac
  check "letters between separators" drafted "$wanted" signs.csv
  check "  the world has 5 columns" sh -c "'$overland' info it.world | grep -q 'map          5 x [24] cells'"
done
printf '#####\n#,,,#\n#####\n' >commas.txt
check "commas that are cells" drafted 3 commas.txt
printf '###\n#\342\226\210#\n' >blocks.txt
bad "letters of more than a byte" 3 'row 1 has the byte 0xe2 at 1; the letters of a level are those of ASCII' \
  "$overland" build blocks.txt -o it.world
printf '0,0,1\n0,1,0\n' >grid.csv
bad "numbers of a grid say nothing by themselves" 3 'the signs .and cells. 0 .4., 1 .2.;' \
  "$overland" build grid.csv -o it.world
printf 'terrain 0 ground\nterrain 1 wall\nprofile foot ground=1\n' >grid.legend
check "a legend names them" opens 4 grid.csv --legend grid.legend
printf 'ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value -9999\n10 12 -9999\n10 10 12\n' >dem.asc
printf 'terrain 10 low\nterrain 12 high\nprofile foot low=1\n' >dem.legend
check "a grid of ESRI" opens 3 dem.asc --legend dem.legend
sed 's/-9999/-3.4028234663852886e+38/' dem.asc >least.asc
check "in which the least number of 32 bits stands for no data" opens 3 least.asc --legend dem.legend
sed 's/ -9999$/ nan/' dem.asc >nan.asc
check "or nan" opens 3 nan.asc --legend dem.legend
printf '1,0,\n1,1,\n' >ends.csv
check "commas at the ends of lines" drafted 1 ends.csv
printf '1,0,1\n1,,1\n' >gap.csv
bad "a number that is missing" 3 "gap.csv: line 2: a number is missing between two commas" \
  "$overland" build gap.csv -o it.world
printf '0,1\n0\n' >ragged.csv
bad "rows of other lengths" 3 'line 2: a row has 1 numbers; those before have 2' \
  "$overland" build ragged.csv --legend grid.legend -o it.world
printf 'Gg, Gg, Hh\nGg, Ww, Mm\n' >wesnoth.map
bad "a map of hexagons is named" 3 'Battle for Wesnoth, whose cells are hexagons' \
  "$overland" build wesnoth.map -o it.world
printf '\377\376t\000y\000' >wide.map
bad "so is UTF-16" 3 'UTF-16' "$overland" build wide.map -o it.world

printf 'terrain 0-11 low\nterrain 12-20 high\nprofile foot low=1\n' >dem.legend
check "a range of numbers" opens 3 dem.asc --legend dem.legend
printf 'height 2\nwidth 3\nmap\n...\n...\n' >flat.map
printf 'heights dem.asc scale=0.5\nprofile foot ground=1 climbcost=1\n' >dem.legend
check "a grid of ESRI as heights" opens 6 flat.map --legend dem.legend
check "times a scale; what has no data is 0" grep -q '1 cell is without data; taken as 0' errors
"$overland" path it.world 2,0 1,0 --json >said
check "costs climb them" holds 'cost == 7'
printf '\000\001\002\000\310\001' >small.raw
printf 'terrain 0 wall\nterrain 1-255 floor\nprofile foot floor=1\n' >raw.legend
check "raw numbers of 8 bits" opens 4 small.raw --size 3x2 --legend raw.legend
check "which verify reads, too" "$overland" verify it.world small.raw --size 3x2 --legend raw.legend
printf '\000\000\001\000\000\001\000\000\001\000\001\000' >small.raw
printf 'terrain 0 wall\nterrain 1-256 floor\nprofile foot floor=1\n' >raw.legend
check "raw numbers of 16 bits, the low byte first" opens 4 small.raw --size 3x2 --legend raw.legend
bad "a hint for raw numbers has their size" 3 'let .overland legend small.raw --size 3x2. write one' \
  "$overland" build small.raw --size 3x2 -o out.world
cp small.raw "Sam's (own) numbers"
bad "and quotes round a path that a shell takes apart" 3 \
  "let .overland legend 'Sam'.''s \(own\) numbers' --size 3x2. write one" \
  "$overland" build "Sam's (own) numbers" --size 3x2 -o out.world
mkdir ids && seq 0 139 | paste -sd, >ids/tiles.csv && seq 1 140 | paste -sd, >>ids/tiles.csv
check "ids of tiles: the draft builds from another folder" drafted 280 ids/tiles.csv
check "tells how many cells each has" grep -q '^# terrain 139 number_139  # 2 cells' draft.legend
check "and heights only as what they may be" grep -q '^# heights "tiles.csv"' draft.legend
bad "raw numbers of another size" 3 'the file has 12 bytes; 3 x 3 cells take 9 of 8 bits each, or twice' \
  "$overland" build small.raw --size 3x3 --legend raw.legend -o out.world
check "a draft names raw numbers" sh -c '"$0" legend small.raw --size 3x2 | grep -q "terrain 256 number_256"' "$overland"
printf 'heights small.raw\nprofile foot ground=1 climbcost=1\n' >raw.legend
check "raw numbers as heights" opens 6 flat.map --legend raw.legend
"$overland" path it.world 0,0 1,0 --json >said
check "cost as much to climb" holds 'cost == 2'

# ---- What is not read ----
# foreign NAME PATTERN BYTES: a file of these bytes is named, with what makes it readable.
foreign() {
  printf "$3" >it.file
  bad "$1 is named" 3 "$2" "$overland" build it.file -o out.world
}
printf '\377\330\377\340\000\020JFIF' >'my map.jpg'
bad "a path with a blank in what converts it" 3 "magick 'my map.jpg' .dither" "$overland" build 'my map.jpg' -o out.world
foreign "WebP" 'a WebP picture, .* .magick it.file out.png.' 'RIFF\020\000\000\000WEBPVP8 '
foreign "JPEG" 'a JPEG picture, .* .magick it.file .dither -colors 16 out.png.' '\377\330\377\340\000\020JFIF'
foreign "GeoTIFF" 'GeoTIFF, .* .gdal_translate -of AAIGrid it.file out.asc.' 'II*\000\010\000\000\000'
foreign "gzip" 'gzip, .* .gunzip -k it.file.' '\037\213\010\000'
foreign "Aseprite" 'Aseprite picture, .* .aseprite -b it.file --save-as out.png.' '\200\000\000\000\340\245\001\000'
foreign "a scene of Godot" 'a scene of Godot, .* as CSV' '[gd_scene load_steps=3 format=2]\n'
foreign "SVG" 'an SVG drawing, .* .rsvg-convert -w WIDTH it.file -o out.png.' '<?xml version="1.0"?>\n<svg/>'
foreign "a scene of glTF" 'a glTF scene' '{"asset":{"generator":"glTF 1"}}'
foreign "a GeoPackage" 'SQLite database, .* .gdal_translate' 'SQLite format 3\000'
foreign "an array of NumPy" 'numpy.load.*it.file' '\223NUMPY\001\000'
foreign "a text of settings" 'a text of settings, which is not read as a map; maps are MovingAI.*LDtk.*--size WxH' '[window]\nwidth=3\n'
foreign "a map of Wesnoth with its old head" 'Battle for Wesnoth' 'border_size=1\nusage=map\n\nGg, Gg\n'
foreign "a region of Minecraft" 'a region of Minecraft' "$(printf '\\000\\000\\002\\001%.0s' $(seq 40))"
foreign "UTF-16 without a mark" 'UTF-16, .* .iconv -f UTF-16 -t UTF-8 it.file > out.' 't\000y\000p\000e\000'

# ---- Pictures ----
printf 'P1\n5 3\n00000\n0 1 1 0 0\n00000\n' >bits.pbm
check "two colours: the darker one blocks" opens 13 bits.pbm
check "which is told" grep -q 'without a legend this blocks: #000000 (the darkest, 2 cells)' errors
"$overland" path it.world 0,0 1,1 --why --map bits.pbm >said 2>errors
check "and not by path --why, which takes its names" sh -c "grep -q 'black' said && ! grep -q 'without a legend' errors"
printf 'P4\n9 2\n\200\000\000\200' >bits.pbm
check "a packed PBM" opens 16 bits.pbm
printf 'BM\106\000\000\000\000\000\000\000\066\000\000\000\050\000\000\000\002\000\000\000\002\000\000\000\001\000\030\000\000\000\000\000\020\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\377\377\377\377\377\377\000\000\000\000\000\377\377\377\000\000' >two.bmp
check "a BMP" opens 3 two.bmp
printf 'P2\n4 1\n255\n0 60 200 255\n' >greys.pgm
bad "three colours and more need a legend, all named at once" 3 \
  '#000000 .1., #3c3c3c .1., #c8c8c8 .1., #ffffff .1.; name them' \
  "$overland" build greys.pgm -o it.world
{ printf 'P3\n60 60\n255\n'; awk 'BEGIN { for (i = 0; i < 3600; i++) print i % 60 * 4, int(i / 60) * 4, 200 }'; } >shades.ppm
check "thousands of shades are a few terrains" drafted 3536 shades.ppm
printf 'P2\n3 1\n255\n0 1 2\n' >dark.pgm
check "where all would block by guess nothing does" drafted 3 dark.pgm
printf 'terrain #000-#404040 wall  # dark\nterrain #fff ground\nnear\nprofile foot ground=1\n' >near.legend
check "a range of colours, and the nearest" opens 2 greys.pgm --legend near.legend

{ printf 'P3\n60 60\n255\n'; awk 'BEGIN { for (i = 0; i < 3600; i++) print i % 60 * 4, int(i / 60) * 4, 200 }'; } >shades.ppm
check "thousands of shades are a few terrains" drafted 3536 shades.ppm
printf 'P2\n3 1\n255\n0 1 2\n' >dark.pgm
check "where all would block by guess nothing does" drafted 3 dark.pgm
printf 'terrain #000-#404040 wall  # dark\nterrain #fff ground\nprofile foot ground=1\n' >near.legend
bad "which is for a legend" 2 '.--near is for a --legend' "$overland" build greys.pgm --near -o out.world
check "the nearest as an option" opens 2 greys.pgm --legend near.legend --near
python3 - <<'PYTHON'
import struct, zlib
def png(name, depth, kind, rows):
    chunk = lambda of, data: struct.pack(">I", len(data)) + of + data + struct.pack(">I", zlib.crc32(of + data))
    head = struct.pack(">IIBBBBB", 4, len(rows), depth, kind, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + row for row in rows))
    open(name, "wb").write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b""))
red, green, clear, black = b"\xff\0\0\xff", b"\0\xff\0\xff", b"\1\2\3\0", b"\0\0\0\xff"
png("clear.png", 8, 6, [red + green * 2 + clear, green * 3 + clear])
png("mask.png", 8, 6, [black + clear * 3, clear * 4])
png("greys.png", 16, 0, [struct.pack(">4H", 0, 1, 2, 65535)])
PYTHON
printf 'terrain #f00 red\nterrain #0f0 green\nprofile foot green=1 transparent=2\n' >clear.legend
check "a pixel that is not to be seen is of the terrain transparent" opens 7 clear.png --legend clear.legend
check "which a draft takes as outside" drafted 6 clear.png
check "beside one colour it is what is open" opens 7 mask.png
check "greys of 16 bits that look alike have numbers in a draft" drafted 3 greys.png

# ---- Occupancy grids of robots ----
printf 'P2\n5 3\n255\n254 254 254 254 205\n254 254 0 250 205\n254 205 205 205 205\n' >robot.pgm
printf 'image: robot.pgm\nresolution: 0.05\norigin: [-1.0, -1.0, 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n' >robot.yaml
check "free by the thresholds" opens 8 robot.yaml
sed 's/negate: 0/negate: 1/' robot.yaml >negated.yaml
check "negated" opens 1 negated.yaml
printf 'mode: scale\n' | cat robot.yaml - >scaled.yaml
check "scaled: what lies between is open in the draft" drafted 14 scaled.yaml
sed 's,robot.pgm,/home/robot/maps/robot.pgm,' robot.yaml >moved.yaml
check "a path of another machine: the picture of that name beside the file" opens 8 moved.yaml
sed 's,robot.pgm,../other.pgm,' robot.yaml >outside.yaml
bad "a picture elsewhere is not opened" 3 "the image '../other.pgm' lies outside of the folder" \
  "$overland" build outside.yaml -o it.world
printf 'image: "robot.pgm" # mine\r\norigin:\r\n- -1.0\r\n- -1.0\r\n- 0\r\n' >listed.yaml
check "an origin in lines of its own, quotes, comments, CR, no thresholds" opens 8 listed.yaml
check "a missing resolution is told" grep -q 'warning: listed.yaml: it has no resolution, .* its origin is left out' errors
sed 's/0.0]/0.5]/' robot.yaml >turned.yaml
check "an origin that is turned" opens 8 turned.yaml
check "is told once" test "$(grep -c 'its origin is turned by 0.5' errors)" = 1
sed 's/robot.pgm/nix.pgm/' robot.yaml >nix.yaml
bad "a picture that is missing, and whose it is" 3 'nix.yaml: nix.pgm: there is no such file' \
  "$overland" build nix.yaml -o it.world
printf 'P2\n2 1\n255\n254 250\n' >free.pgm && printf 'image: free.pgm\nresolution: 1\n' >free.yaml
check "where all is free" opens 2 free.yaml
check "nothing blocks" grep -q 'without a legend nothing blocks; `overland legend' errors
printf 'a: 1\n' >one.yaml
bad "a line of settings is no map of hexagons" 3 'one.yaml: this is no grid' \
  "$overland" path it.world 0,0 1,0 --metres one.yaml
sed 's/0.65/0.1/' robot.yaml >swapped.yaml
bad "thresholds that are swapped" 3 'occupied_thresh 0.1 should be above its free_thresh 0.196' \
  "$overland" build swapped.yaml -o it.world

# ---- Tiled ----
# tiled HEAD TILESETS LAYERS: a map of 4 x 3 tiles.
tiled() {
  printf '<map %s width="4" height="3" tilewidth="16" tileheight="16">%s%s</map>' "$1" "$2" "$3" >it.tmx
}
straight='orientation="orthogonal"'
art='<tileset firstgid="1" name="art" tilewidth="16" tileheight="16" tilecount="9"><tile id="4"><properties><property name="collides" type="bool" value="true"/></properties></tile><tile id="5"><objectgroup><object x="0" y="0" width="16" height="9"/></objectgroup></tile></tileset>'
ground='<layer name="Ground"><data encoding="csv">1,2,3,1,1,5,5,1,1,1,6,1</data></layer>'
layer() { printf '<layer name="%s"><data encoding="csv">%s</data></layer>' "$1" "$2"; }
tiled "$straight" "$art" "$ground$(layer Collision 0,0,0,0,0,9,0,0,0,0,0,9)"
check "a layer called Collision, tiles that collide and their shapes block" opens 8 it.tmx
check "in one line" grep -qE 'layer "Collision" .*property collides=true .*shapes .*the rest is open' errors
named() {
  printf '%s\n' "$2" 'terrain ground = other' 'profile foot ground=1' >it.legend
  check "$1" opens "$3" it.tmx --legend it.legend
}
named "a layer as a terrain" 'terrain wall = layer "Collision"' 10
named "a property as a terrain" 'terrain wall = property collides=true' 10
named "a property with any value" 'terrain wall = property collides' 10
named "tiles of a tileset as a terrain" 'terrain wall = tiles art 0,4-5' 2
named "shapes as a terrain" 'terrain wall = shapes' 11
bad "a layer that is not there" 3 "it.legend:1: it.tmx has no tile layer 'Colision' .did you mean Collision" \
  sh -c "echo 'terrain wall = layer Colision' >it.legend; '$overland' build it.tmx --legend it.legend -o it.world"
bad "tiles that a tileset lacks" 3 "it.legend:1: tileset 'few' has [0-9]* tiles, 0 to [0-9]*; there is no tile 99" \
  sh -c "sed 's/name=\"art\"/name=\"few\"/' it.tmx >few.tmx; echo 'terrain wall = tiles few 1-2,3-99' >it.legend; '$overland' build few.tmx --legend it.legend -o it.world"
tiled "$straight" '<tileset firstgid="1" name="plain" tilecount="9"/>' "$(layer all 1,1,1,1,1,3,4,1,1,1,9,1)"
check "nothing says what blocks: the tiles of the map as comments" sh -c "'$overland' legend it.tmx >said && grep -q 'Nothing in the map says what blocks' said && grep -q '^# terrain wall = tiles \"plain\" 2-3  # 2 cells' said && grep -q '^# terrain wall = tiles \"plain\" 8  # 1 cell' said"
printf '<tileset name="t" tilecount="1"/>' >alone.tsx
bad "a tileset is no map" 3 "this is a tileset of Tiled; the map that uses it is a .tmx" "$overland" legend alone.tsx
tiled "$straight" '' '<objectgroup name="a"><object x="1" y="1"/></objectgroup>'
bad "a map of objects alone: what to do" 3 "add a tile layer in Tiled" "$overland" legend it.tmx
printf '{"__header__":{"fileType":"LDtk Project JSON"},"identifier":"L","layerInstances":[{"a":1}]}' >L.ldtkl
bad "a level of a project" 3 "a level of a project of LDtk: open the .ldtk" "$overland" legend L.ldtkl
tiled "$straight" "$art" "$ground<objectgroup name=\"Ponds\"><object x=\"8\" y=\"8\" width=\"32\" height=\"20\"/><object x=\"60\" y=\"4\"><point/></object><object x=\"32\" y=\"32\" width=\"32\" height=\"16\"><ellipse/></object><object x=\"0\" y=\"32\"><polygon points=\"0,0 16,0 0,16\"/></object></objectgroup>"
named "objects as a terrain: what has its centre in them" 'terrain pond = objects Ponds' 5
tiled 'orientation="isometric"' "$art" "$ground$(layer Collision 0,0,0,0,0,9,0,0,0,0,0,9)"
check "an isometric map is the same grid" opens 8 it.tmx
cp it.tmx IT.DAT && check "the first bytes decide, not the name" opens 8 IT.DAT
tiled "$straight" '<tileset firstgid="1" name="old" tilecount="4"><tile id="0" class="ground"/><tile id="1" class="ground"/></tileset><tileset firstgid="2" name="new"><tile id="0" class="wall"/></tileset>' \
  "$(layer all 1,1,1,1,1,1,1,1,1,1,2,1)"
check "a gid is of the last tileset that begins at or below it" opens 11 it.tmx
mkdir sub && printf '<tileset name="t"><tile id="0" class="ground"/></tileset>' >sub/t.tsx
tiled "$straight" '<tileset firstgid="1" source="sub\\t.tsx"/>' "$(layer all 1,1,1,1,1,1,1,1,1,1,0,1)"
check "a path of Windows" opens 11 it.tmx
tiled "$straight" '<tileset firstgid="1" name="art"><tile id="0" class="Grass"/><tile id="1" class="Wall"/></tileset>' \
  "$(layer all 1,1,1,1,1,2,2,1,1,1,1,1)"
bad "nobody could stand: what there is, and the line that opens it" 1 \
  "nothing is written: the map has Grass .10 cells., Wall .2 cells.; 'default' crosses ground, swamp; .*profile default Grass=1" \
  "$overland" build it.tmx -o it.world
check "its draft opens it" drafted 10 it.tmx

tiled "$straight" '<tileset firstgid="1" name="art" tilewidth="16" tileheight="16" tilecount="9"><tile id="0" class="ground"/><tile id="4" class="climb"/></tileset>' \
  "$(layer all 1,1,1,1,1,5,1,1,1,1,1,5)"
printf 'profile p ground=1 climb=2\n' >climb.legend
check "a class that is called as a setting of profiles is a setting in a legend" opens 10 it.tmx --legend climb.legend
check "which is told" grep -q "2 cells are of the class 'climb', which a profile can't cross: climb=N is a setting" errors
check "its draft gives the tiles another name" drafted 12 it.tmx

walls=0,0,0,0,0,5,0,0,0,0,0,5
one='<tileset firstgid="1" name="art" tilewidth="16" tileheight="16" tilecount="9"'
tiled "$straight" "$one/>" "$ground<group name=\"Collision\">$(layer a $walls)</group>"
check "a group called Collision" opens 10 it.tmx
tiled "$straight" "$one/>" "$ground<group><properties><property name=\"Solid\" value=\"True\"/></properties>$(layer a $walls)</group>"
check "a group with a property, as a text" opens 10 it.tmx
tiled "$straight" "$one/>" "$(layer 0_floor 1,1,1,1,1,1,1,1,1,1,1,1)$(layer 3_roof 1,1,1,1,1,1,1,1,1,1,1,1)$(layer collision $walls)"
check "a layer that says that it blocks counts more than one called as things that do" opens 10 it.tmx
tiled "$straight" "$one/>" "$ground$(layer Walls $walls)$(layer 'Trees above' 1,1,1,1,0,0,0,0,0,0,0,0)$(layer 'Deep water' 0,0,0,0,1,0,0,0,0,0,0,0)"
check "walls and water block, what is drawn above does not" opens 9 it.tmx
tiled "$straight" "$one/>" "$ground$(layer 'Not walkable' $walls)$(layer 'no collision' 1,1,1,1,1,1,1,1,1,1,1,1)"
check "words for not" opens 10 it.tmx
tiled "$straight" "$one><tile id=\"4\"><properties><property name=\"body\" type=\"class\" propertytype=\"Body\"><properties><property name=\"solid\" type=\"bool\" value=\"true\"/></properties></property></properties></tile></tileset>" "$(layer all 1,1,1,1,1,5,1,1,1,1,1,5)"
check "a property that is a class" opens 10 it.tmx
named "its members have its name before theirs" 'terrain wall = property body.solid=true' 10
tiled "$straight" "$one><tile id=\"0\"><properties><property name=\"type\" value=\"floor\"/></properties></tile><tile id=\"4\"><properties><property name=\"type\" value=\"wall\"/></properties></tile></tileset>" "$(layer all 1,1,1,1,1,5,1,1,1,1,1,5)"
check "a property with a word" opens 10 it.tmx
box='x="16" y="16" width="16" height="16"'
tiled "$straight" "$one/>" "$ground<objectgroup name=\"Objects\"><object type=\"collision\" $box/><object name=\"Collision\" x=\"48\" y=\"32\" width=\"16\" height=\"16\"/><object $box><properties><property name=\"blocked\" type=\"bool\" value=\"true\"/></properties></object></objectgroup>"
check "objects by class, by name and by property" opens 10 it.tmx
tiled "$straight" "$one/>" "$ground<objectgroup name=\"Object Layer 1\"><object name=\"wall\" $box/><object name=\"player\" x=\"0\" y=\"0\" width=\"16\" height=\"16\"/></objectgroup>"
check "objects called wall" opens 11 it.tmx
tiled "$straight" "$one><tile id=\"4\"><properties><property name=\"blocked\" value=\"\"/></properties></tile></tileset>" "$(layer all 1,1,1,1,1,5,1,1,1,1,1,5)"
check "a property without a value" opens 10 it.tmx
tiled "$straight" "$one/>" "$ground<layer name=\"a\" class=\"Collision\"><data encoding=\"csv\">$walls</data></layer>"
check "the class of a layer" opens 10 it.tmx
tiled "$straight" "$one/>" "$(layer seagrass 1,1,1,1,1,1,1,1,1,1,1,1)$(layer wallpaper $walls)"
check "words are whole: nothing says what blocks" drafted 12 it.tmx
printf '<template><object name="a" type="x" width="16" height="16"><properties><property name="b" value="c"/></properties></object></template>' >block.tx
tiled "$straight" "$one/>" "$ground<objectgroup name=\"Collision\"><object template=\"block.tx\" x=\"16\" y=\"16\"/><object template=\"block.tx\" x=\"16\" y=\"0\" width=\"32\"><properties><property name=\"d\" value=\"e\"/></properties></object></objectgroup>"
check "templates of objects" opens 9 it.tmx
rm block.tx
check "a template that is missing is a warning" sh -c "'$overland' legend it.tmx 2>&1 | grep -q \"template 'block.tx' can't be read: there is no such file\""
# json TILESET LAYERS
json() { printf '{"orientation":"orthogonal","width":4,"height":3,"tilewidth":16,"tileheight":16,"tilesets":[%s],"layers":[%s]}' "$1" "$2" >it.json; }
json '{"firstgid":1,"name":"art","tilecount":9,"tileproperties":{"4":{"collides":true}},"tiles":{"4":{"terrain":[0,0,0,0]}}}' \
  '{"type":"tilelayer","name":"all","width":4,"height":3,"data":[1,1,1,1,1,2147483653,1,1,1,1,1,5]}'
check "properties of tiles as in old JSON, and a tile that is turned" opens 10 it.json
tiled 'orientation="hexagonal"' "$one/>" "$ground"
printf 'terrain ground = other\nprofile foot ground=1\n' >it.legend
check "hexagonal maps of Tiled are worlds of hexagons" opens 12 it.tmx --legend it.legend
check "  a step to the left and down" sh -c "'$overland' path it.world 2,0 0,2 | grep -q 'cost  *2\.000'"
"$overland" gen rooms 48x40 --seed 3 --hex odd-r -o hex.map && "$overland" gen rooms 48x40 --seed 3 -o square.map
check "a generated map of hexagons has those of squares, and says so" \
  sh -c "test \"\$(head -n 1 hex.map)\" = 'type hexagons odd-r' && tail -n +2 hex.map >a && tail -n +2 square.map | cmp - a"
check "it is baked" "$overland" build hex.map -o hex.world
check "  verified" "$overland" verify hex.world hex.map
check "  its problems are solved as the baseline solves them" sh -c "'$overland' gen --scenario 20 --from hex.map -o hex.scen && '$overland' bench hex.world hex.scen | grep -q '^20 problems, 0 failed, 0 illegal'"
check "  drawn" "$overland" render hex.world -o hex.png
check "  a path has steps of one kind" sh -c "'$overland' path hex.world 12,12 13,12 --move | grep -qE 'cost .*: [0-9]+ steps?$'"
bad "an end that is blocked: its cell may be meant otherwise" 1 "the start 0,0 is blocked.*cells of hexagons are axial" "$overland" path hex.world 0,0 12,12
printf 'profile big size=2 ground=1\n' >it.legend
bad "a body of hexagons of an even size" 2 "body_cells of hexagons, which are odd, is 2; the limit is 1" \
  "$overland" build hex.map --legend it.legend -o it.world
# Three columns of three hexagons, beside a column of void, are 2.9 wide and 3.5 high.
tiled 'orientation="hexagonal" staggeraxis="x"' "$one/>" "$(layer Ground 0,1,1,1,0,1,1,1,0,1,1,1)"
printf 'terrain ground = other\nprofile foot ground=1\n' >it.legend
check "shifted columns are drawn with flat tops, where void lies beside them too" sh -c "'$overland' build it.tmx --legend it.legend -o it.world &&
  '$overland' render it.world --width 400 --no-legend -o it.png && test \$(od -An -tu1 -j22 -N2 it.png | awk '{print 256 * \$1 + \$2}') -gt 470"
sed 's/odd-r/odd/' hex.map >odd.map
bad "a type that there is not" 3 "odd.map: this is a map of type 'hexagons odd', which is not read; 'octile' is, and 'hexagons odd-r'" \
  "$overland" build odd.map -o it.world
bad "a layout to generate that there is not" 2 "hex.*odd-r, even-r, odd-q, even-q or axial" "$overland" gen rooms 48x40 --hex odd -o other.map
printf 'hexagons odd-s\n' >it.legend
bad "a layout that there is not" 3 "it.legend:1: 'odd-s' is no layout of hexagons in columns and rows; odd-r, even-r, odd-q, even-q and axial are" \
  "$overland" build "$root/maps/rooms-256.map" --legend it.legend -o it.world

# ---- Staggered maps: diamonds of 16 x 16 pixels, rows half as far apart; a wall of the third column ----
goal='<object id="1" name="g" class="goal" x="0" y="8" width="32" height="20"/>'
tiled 'orientation="staggered"' "$one/>" "$ground$(layer Collision 0,0,5,0,0,0,5,0,0,0,5,0)<objectgroup name=\"o\">$goal</objectgroup>"
check "the tiles of a staggered map are cells" opens 9 it.tmx
check "  as squares turned by 45 degrees" sh -c "'$overland' info it.world | tr -s ' ' | grep -q 'map 5 x 5 cells'"
check "  from tile 0,0 on" sh -c "'$overland' info it.world | grep -q 'cell 0,-3 is the upper left'"
check "  a step over an edge" sh -c "'$overland' path it.world 0,0 1,0 | grep -q 'cost  *1\.000'"
check "  and one over a corner, of the same column" sh -c "'$overland' path it.world 1,-1 2,0 | grep -q 'cost  *1\.414'"
check "  a goal is all tiles whose middle it covers" sh -c "test \$('$overland' path it.world 0,0 --goals it.tmx --named g --json | grep -c '\"reachable\": *true') = 1"
printf '%s\n' 'terrain wall = layer Collision' 'terrain ground = other' 'profile foot ground=1 void=1' 'place p = 3,2' 'link 0,0 -> 3,0 cost=0.5' >it.legend
check "  a legend counts tiles" sh -c "'$overland' build it.tmx --legend it.legend -o it.world >said 2>&1 && '$overland' path it.world 0,0 p | grep -qE 'points +[0-9]' && '$overland' info it.world | grep -q '4,-2'"
check "  who crosses void leaves the map nowhere" opens 9 it.tmx --legend it.legend
tiled 'orientation="staggered"' "$one/>" "$ground<objectgroup name=\"Collision\"><object id=\"1\" x=\"12\" y=\"4\" width=\"8\" height=\"24\"/></objectgroup>"
check "an object covers the diamonds whose middles it covers" opens 11 it.tmx

# ---- Links of objects ----
doors='<objectgroup name="o"><object id="1" name="Door" x="0" y="0" width="16" height="16"><properties><property name="target" type="object" value="2"/></properties></object><object id="2" class="Door" x="48" y="16"><point/><properties><property name="target" type="object" value="1"/></properties></object></objectgroup>'
tiled "$straight" "$one/>" "$ground$(layer Collision 0,5,0,0,0,5,0,0,0,5,0,0)$doors"
linked() {
  printf '%s\n' 'terrain wall = layer Collision' 'terrain ground = other' 'profile foot ground=1' "$2" >it.legend
  "$overland" build it.tmx --legend it.legend -o it.world >said 2>errors
  check "$1" sh -c "'$overland' path it.world 0,0 3,1 2>&1 | grep -q '$3'"
}
linked "without links nothing leads over" '# none' 'no path joins'
linked "a link of objects, by the field of another" 'link Door -> target cost=2' 'cost'
linked "links both ways" 'link Door <-> target cost=2 back=3' 'cost'
check "two that lead to each other are one" sh -c "'$overland' info it.world --json | tr -d ' \n' | grep -q '\"link_count\":1\|\"links\":1'"
bad "an object that is not there" 3 "it.legend:2: 'Dor' is no cell, .* .did you mean Door" \
  sh -c "printf 'terrain ground = other\nlink Dor -> target\n' >it.legend; '$overland' build it.tmx --legend it.legend -o it.world"
bad "a field that refers to nothing" 3 "none of 2 objects 'Door' has a field 'goal'" \
  sh -c "printf 'terrain ground = other\nlink Door -> goal\n' >it.legend; '$overland' build it.tmx --legend it.legend -o it.world"

# ---- Places of objects ----
things='<objectgroup name="Things"><object id="1" name="Chest" x="0" y="0" width="16" height="16"/><object id="2" name="shop" type="inn" x="20" y="0" width="30" height="40"/><object id="3" name="Chest" x="48" y="16"><point/></object><object id="4" x="0" y="0"><point/></object><object id="5" name="far" x="640" y="0"><point/></object></objectgroup>'
tiled "$straight" "$one/>" "$ground$(layer Collision $walls)$things"
# placed NAME LEGEND LINES: `info` lists these places of a world by the legend.
placed() {
  printf '%s\n' 'terrain wall = layer Collision' 'terrain ground = other' 'profile foot ground=1' 'place Chest_2 = 0,2' "$2" >it.legend
  "$overland" build it.tmx --legend it.legend -o it.world >said 2>errors
  check "$1" test "$("$overland" info it.world | sed -n 's/^  place \([^ ]*\) *\(.*\) cells$/\1 \2/p' | tr '\n' ';')" = "$3"
}
placed "places are objects of a layer, cut to the map, with a number where a name is taken" \
  'places = objects Things' 'Chest_2 0,2  1 x 1;Chest 0,0  1 x 1;shop 1,0  3 x 3;Chest_3 3,1  1 x 1;'
check "what is no place is counted" grep -q \
  'warning: it.legend:5: objects that are no places: 1 without a name, 1 outside of the map' errors
placed "or of a class" 'places = objects inn' 'Chest_2 0,2  1 x 1;shop 1,0  3 x 3;'
bad "a layer that is not there" 3 "it.legend:2: 'Thing' is no layer of objects, .* .did you mean Things" \
  sh -c "printf 'terrain ground = other\nplaces = objects Thing\n' >it.legend; '$overland' build it.tmx --legend it.legend -o it.world"

# ---- Worlds of Tiled ----
tiled "$straight" "$one/>" "$ground$(layer Collision $walls)"
mkdir maps && cp it.tmx maps/a.tmx && cp it.tmx b.tmx
# world MAPS: the first bytes decide, also against this project's own worlds
world() { printf '{"maps":[%s],"onlyShowAdjacentMaps":false,"type":"world"}' "$1" >two.world; }
world '{"fileName":"maps\\a.tmx","x":-64,"y":0},{"fileName":"b.tmx","x":16,"y":16}'
check "maps of a world where they are" opens 20 two.world
check "what lies between them is void" sh -c "'$overland' info it.world | grep -q 'map          9 x 4 cells'"
check "its draft" drafted 20 two.world
printf 'levels floors\nterrain wall = layer Collision\nterrain ground = other\nprofile foot ground=1\n' >floors.legend
check "maps as floors" sh -c "'$overland' build two.world --legend floors.legend -o it.world && '$overland' path it.world 1:0,0 1:3,0 | grep -q cost"
bad "a world of Tiled is no world of this command" 3 'this is JSON' "$overland" info two.world
bad "a map has no levels" 3 'floors.legend:1: levels are those of .* it.tmx has none' \
  "$overland" build it.tmx --legend floors.legend -o it.world
world '{"fileName":"b.tmx"},{"fileName":"gone.tmx"}'
bad "a map that is missing" 3 'two.world: gone.tmx: there is no such file' "$overland" build two.world -o it.world
sed 's/tilewidth="16" tileheight="16">/tilewidth="8" tileheight="8">/' it.tmx >small.tmx
world '{"fileName":"b.tmx"},{"fileName":"small.tmx"}'
bad "tiles of several sizes" 3 "maps of a world should have tiles of one size" "$overland" build two.world -o it.world
printf '{"patterns":[{"regexp":"a_(1)"}],"type":"world"}' >two.world
bad "patterns of names" 3 'by patterns of names, which are not read' "$overland" build two.world -o it.world

# ---- LDtk ----
# ldtk LAYOUT LEVELS
ldtk() {
  printf '{"__header__":{"fileType":"LDtk Project JSON"},"worldLayout":"%s","defs":{"layers":[
    {"__type":"IntGrid","identifier":"Ground","gridSize":8,"intGridValues":[
    {"value":1,"identifier":"walls"},{"value":2,"identifier":"mud"}]}]},"levels":[%s]}' "$1" "$2" >it.ldtk
}
# level X Y VALUES: of 3 x 2 cells.
level() {
  printf '{"worldX":%s,"worldY":%s,"worldDepth":%s,"pxWid":24,"pxHei":16,"layerInstances":[{"__identifier":"Ground",
    "__type":"IntGrid","__cWid":3,"__cHei":2,"__gridSize":8,"intGridCsv":[%s],"entityInstances":[]}]}' "$1" "$2" "$3" "$4"
}
ldtk Free "$(level 0 0 0 0,1,0,2,0,0),$(level -40 8 0 1,1,1,0,0,0)"
wide='{"worldX":0,"worldY":0,"pxWid":65536,"pxHei":32768,"layerInstances":[]}'
ldtk Free "$wide,$wide,$wide,$(yes "$wide," | head -n 100 | tr -d '\n')$wide"
bad "a hundred levels over each other" 3 "lie over each other and fill over 2147483648 cells" \
  "$overland" build it.ldtk -o it.world
ldtk Free "$(level 0 0 0 0,1,0,2,0,0),$(level -40 8 0 1,1,1,0,0,0)"
check "levels of an LDtk project where they are, values by their names" opens 8 it.ldtk
check "what lies between them is void" sh -c "'$overland' info it.world | grep -q 'map          8 x 3 cells'"
ldtk LinearVertical "$(level -1 -1 0 0,1,0,2,0,0),$(level -1 -1 0 1,1,1,0,0,0)"
check "levels one below the other" sh -c "'$overland' build it.ldtk -o it.world >said 2>errors && '$overland' info it.world | grep -q '3 x 4 cells'"
ldtk Free "$(level 0 0 0 0,1,0,2,0,0),$(level 0 0 1 1,1,1,0,0,0)"
check "depths are floors" sh -c "'$overland' build it.ldtk -o it.world >said 2>errors && '$overland' info it.world --json | tr -d ' ' | grep -q '\"floors\":\[.*,'"
ldtk Free "$(level 0 0 0 0,1,0,2,0,0),$(level 24 8 0 1,1,1,0,0,0)"
printf 'levels floors\nprofile foot empty=1\n' >floors.legend
check "levels as floors" sh -c "'$overland' build it.ldtk --legend floors.legend -o it.world && '$overland' path it.world 1:0,1 1:2,1 | grep -q cost"
# entity NAME IID X FIELD
entity() { printf '{"__identifier":"%s","iid":"%s","px":[%s,0],"width":8,"height":8,"fieldInstances":[%s]}' "$1" "$2" "$3" "$4"; }
to() { printf '{"entityIid":"%s","levelIid":"l"}' "$1"; }
refers='{"__identifier":"target","__value":%s}'
ldtk Free "$(level 0 0 0 0,1,0,0,1,0 | sed "s|.entityInstances.:\[\]|\"entityInstances\":[$(entity Door a 0 "$(printf "$refers" "[$(to b)]")"),$(entity Door b 16 "$(printf "$refers" null)")]|")"
printf 'profile foot empty=1\nlink Door -> target cost=2\n' >links.legend
check "entities that refer to others, in a list" sh -c "'$overland' build it.ldtk --legend links.legend -o it.world && '$overland' path it.world 0,0 2,0 | grep -q cost"
printf 'profile foot empty=1\nplaces = objects Door\n' >links.legend
check "entities are places" sh -c "'$overland' build it.ldtk --legend links.legend -o it.world && '$overland' info it.world | grep -q 'place Door_2  *2,0'"
ldtk Free "$(level 0 0 0 0,1,0,0,0,0)" && sed 's/"identifier":"[wm][a-z]*"/"identifier":null/g' it.ldtk >unnamed.ldtk
check "the only value, without a name, is the wall" opens 5 unnamed.ldtk
ldtk Free "$(level 0 0 0 0,0,0,0,0,7)"
bad "a value that is not defined" 3 "layer 'Ground' has the value 7; its values are 0 to 2" \
  "$overland" build it.ldtk -o it.world

# ---- What changed between two worlds ----
"$overland" gen rooms 64x64 --seed 3 -o old.map >said 2>errors && "$overland" build old.map -o old.world >said 2>errors
check "nothing between a world and itself" sh -c "'$overland' diff old.world old.world | grep -q ': 0 cells closed, 0 opened, 0 cut off, 0 joined'"
"$overland" edit old.world 'rect 0,31 64x2 @' -o new.world >said 2>errors
"$overland" diff old.world new.world --png diff.png >said 2>errors
check "a wall across cuts off: exit code 1" test $? = 1
check "with a picture, and the pairs that were lost" sh -c "head -c 4 diff.png | grep -q PNG && grep -qE '200 pairs: .* [1-9][0-9]* lost, 0 found' said"
check "the other way round it joins" sh -c "'$overland' diff new.world old.world --json | tr -d ' \n' | grep -q '\"cut_off_cells\":0,\"joined_cells\":[1-9]'"
"$overland" edit old.world 'rect 0,0 64x64 @' -o walled.world >said 2>errors
"$overland" diff old.world walled.world --json >said 2>errors
check "where all is walled nothing is cut off, but paths are lost: exit code 1" test $? = 1
check "and no cell is open" sh -c "tr -d ' \n' <said | grep -q '\"open_cells\":0,.*\"cut_off_cells\":0,.*\"lost\":200'"
"$overland" gen rooms 32x64 --seed 3 -o less.map >said 2>errors && "$overland" build less.map -o less.world >said 2>errors
bad "worlds of other sizes" 3 "floor 0 has 64 x 64 cells in old.world and 32 x 64 in less.world" \
  "$overland" diff old.world less.world

# ---- Real maps ----
real=${OVERLAND_REAL_MAPS-}
if [ -n "$real" ] && [ -d "$real" ]; then
  grep -v '^#' "$root/tests/real_maps.tsv" >wanted
  while IFS="$(printf '\t')" read -r file cells; do
    [ ! -e "$real/$file" ] || check "$file: $cells open cells" drafted "$cells" "$real/$file"
  done <wanted
  check "real maps that are damaged: one line, nothing half written" \
    python3 "$root/tests/damaged_maps.py" "$overland" "$real" 20
fi
finish
