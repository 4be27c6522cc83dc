#!/bin/sh
# Bad input: each kind ends with its exit code and one line on standard error that
# says what is wrong, where, and what would be right; and it leaves no file.
. "$(dirname "$0")/checks.sh"
overland=$checked
cd "$work" || exit 1

# map FILE HEIGHT WIDTH ROW...: a map file with this header and these rows.
map() {
  file=$1
  printf 'type octile\nheight %s\nwidth %s\nmap\n' "$2" "$3" >"$file"
  shift 3
  [ $# = 0 ] || printf '%s\n' "$@" >>"$file"
}

bad_map() { # bad_map NAME PATTERN: of the file bad.map
  bad "$1" 3 "$2" "$overland" build bad.map -o out.world
}

map good.map 4 5 ..... .@@@. ..... .....
"$overland" build good.map -o good.world >/dev/null || exit 1

# ---- Files that can't be read ----
bad "a missing map" 3 'nowhere\.map' "$overland" build nowhere.map -o out.world
bad "a missing world" 3 'nowhere\.world' "$overland" info nowhere.world
bad "a missing scenario" 3 'nowhere\.scen' "$overland" bench good.world nowhere.scen
mkdir folder.map
bad "a folder in place of a map" 3 'folder\.map' "$overland" build folder.map -o out.world
bad "a folder in place of a world" 3 'folder\.map' "$overland" info folder.map
if [ "$(id -u)" != 0 ]; then
  cp good.map closed.map
  chmod 000 closed.map
  bad "an unreadable map" 3 'closed\.map' "$overland" build closed.map -o out.world
elif command -v setpriv >/dev/null 2>&1; then
  # The superuser may read anything: as nobody, from a folder that nobody may enter.
  cp good.map closed.map
  chmod 000 closed.map
  chmod 755 "$work"
  cp "$overland" ./overland_copy
  mkdir anyone
  chmod 777 anyone
  as_nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups ./overland_copy "$@"; }
  bad "an unreadable map" 3 'closed\.map' as_nobody build closed.map -o anyone/out.world
  bad "an output where nobody may write, before the work" 4 "out\.png: can't be written: Perm" \
    as_nobody path none.world 0,0 4,3 --png out.png
fi

# ---- Headers ----
: >bad.map
bad_map "an empty map file" 'bad\.map.*(empty|type|ends)'
printf 'hello\n' >bad.map
bad_map "a header that is none" 'bad\.map.*type'
printf 'type octile\nwidht 5\nheight 4\nmap\n' >bad.map
bad_map "a misspelled header line" 'bad\.map.*(widht|width|height)'
printf 'type octile\nheight 4\nmap\n.....\n' >bad.map
bad_map "a header without a width" 'bad\.map.*width'
printf 'type octile\nheight 4\nwidth five\nmap\n' >bad.map
bad_map "a width that is no number" 'bad\.map.*width'
printf 'type octile\nheight 4\nwidth 5\n.....\n' >bad.map
bad_map "a header without its line 'map'" 'bad\.map.*map'
for side in 0 -3 65537 99999999999999999999; do
  map bad.map 4 $side ..... .....
  bad_map "width $side" "bad\\.map.*width.*65536"
  map bad.map $side 5 ..... .....
  bad_map "height $side" "bad\\.map.*height.*65536"
done

# ---- Rows and letters ----
map bad.map 4 5 ..... ..... .....
bad_map "too few rows" 'bad\.map.*3.*4|bad\.map.*4.*3'
map bad.map 4 5 ..... ..... ..... ..... .....
bad_map "too many rows" 'bad\.map.*(row|4)'
map bad.map 4 5 ..... ..... ... .....
bad_map "too few columns" 'bad\.map: row 2 has 3 letters; the header says 5'
map bad.map 4 5 ..... ....... ..... .....
bad_map "too many columns" 'bad\.map: row 1 has 7 letters; the header says 5'
map bad.map 4 5 ..... ...x. .x... .....
bad_map "an unknown letter" "bad\\.map: no terrain has the letter x .2, the first at 3,1.; those that have one are"
printf 'type octile\nheight 2\nwidth 5\nmap\n.....\n..\001..\n' >bad.map
bad_map "an unknown byte" 'bad\.map: no terrain has the letter 0x01 .1, the first at 2,1'

# ---- Pictures and Tiled maps ----
bad_picture() { bad "$1" 3 "bad\\.png: .*($2)" "$overland" build bad.png -o out.world; }
printf '\211PNG\r\n\032\n\000\000\000\015IHDR\000\000\000\005\000\000\000\004\010' >bad.png
bad_picture "a picture that is cut short" '.'
printf 'P2 3 1 255 0 7 99\n' >bad.png
bad_picture "a colour that no terrain names" 'no terrain has the colours? .and cells. #000000 .[0-9]+'
head -c 300 "$root/maps/mall.tmx" >bad.tmx
bad "a Tiled map that is cut short" 3 'bad\.tmx' "$overland" build bad.tmx -o out.world

# ---- Ends of a path ----
bad "a start outside the map" 3 'start.*5,0.*5 *x *4' "$overland" path good.world 5,0 0,0
bad "a goal outside the map" 3 'goal.*0,4.*5 *x *4' "$overland" path good.world 0,0 0,4
bad "a start below zero" 3 'start.*-1,0' "$overland" path good.world -1,0 0,0
bad "a blocked start" 1 'start.*2,1.*blocked|blocked.*start.*2,1' "$overland" path good.world 2,1 0,0
bad "a blocked goal" 1 'goal.*2,1.*blocked|blocked.*goal.*2,1' "$overland" path good.world 0,0 2,1

# ---- Scenarios ----
problem() { printf 'version 1\n0\tgood.map\t%s\t%s\t%s\t%s\t%s\t%s\t1.0\n' "$@" >bad.scen; }
bad_scenario() { bad "$1" 3 "$2" "$overland" bench good.world bad.scen; }
problem 6 4 0 0 1 0
bad_scenario "a scenario for another map size" 'bad\.scen.*6 *x *4.*5 *x *4'
problem 5 4 9 0 1 0
bad_scenario "a scenario that starts outside the map" 'bad\.scen.*start.*9,0'
problem 5 4 0 0 1 7
bad_scenario "a scenario whose goal is outside the map" 'bad\.scen.*goal.*1,7'
problem 5 4 0 0 2 1
bad_scenario "a scenario with a blocked goal" 'bad\.scen.*goal 2,1.*problem 0.*blocked'
printf 'version 1\n' >bad.scen
bad_scenario "a scenario without problems" 'bad\.scen.*no problem'
printf 'version 1\n0\tgood.map\t5\t4\t0\n' >bad.scen
bad_scenario "a scenario line with too few fields" 'bad\.scen.*(line )?2'
printf 'nothing\n' >bad.scen
bad_scenario "a scenario without its version" 'bad\.scen.*version'

# ---- Tables of figures ----
head_line='number,optimum,cost,walked,first_step_us,full_path_us,walk_us,astar_us,expansions'
table() { # table LINE...: bad.csv with the columns that bench writes
  printf '%s\n' "$head_line" "$@" >bad.csv
}
bad_table() { bad "$1" 3 "$2" "$overland" plot bad.csv -o out.png; }
table 0,5,5,5,1,2,3,4,5 10,8,8,8,fast,2,3,4,5
bad_table "a table with a time that is no number" "bad\.csv: line 3: first_step_us is 'fast'"
table 0,5,5,5,1,2,3,4,5 10,-8,8,8,1,2,3,4,5
bad_table "a table with a length below zero" "bad\.csv: line 3: optimum is '-8'"
table 0,5,5,5,1,2,3,inf,5
bad_table "a table with a time without end" "bad\.csv: line 2: astar_us is 'inf'"
table 0,5,5,5,1,2,3,4
bad_table "a table with a line too short" 'bad\.csv: line 2 has 8 fields; line 1 names 9'
table 0,5,5,5,1,2,3,4,5,6
bad_table "a table with a line too long" 'bad\.csv: line 2 has 10 fields; line 1 names 9'
table
bad_table "a table without problems" 'nothing to plot'
table 0,,5,5,1,2,3,4,5 10,0,0,0,1,2,3,4,5
bad_table "a table without a length" 'nothing to plot'
printf 'number,optimum,cost\n0,5,5\n' >bad.csv
bad_table "a table without times" 'bad\.csv: line 1 names no column first_step_us'
: >bad.csv
bad_table "an empty table" 'bad\.csv'
{ printf '%s\n' "$head_line" && head -c 20000 /dev/zero | tr '\0' 1; } >bad.csv
bad_table "a table with an endless line" 'bad\.csv: line 2 has 20000 letters'
table 0,5,5,5,1,2,3,4,5
bad "a second table that is missing" 3 'nowhere\.csv' "$overland" plot bad.csv nowhere.csv -o out.png
bad "a plot over its table" 2 'same file' "$overland" plot bad.csv -o bad.csv
bad "sizes without a bake" 3 'bad\.csv: line 1 names no column cells.*bench/scale\.sh' \
  "$overland" plot bad.csv --scale -o out.png
bad "two tables of sizes" 2 '--scale draws one table' "$overland" plot bad.csv bad.csv --scale -o out.png
bad "work without the column of it" 3 'bad\.csv: line 1 names no column full_path_expanded' \
  "$overland" plot bad.csv --work -o out.png
bad "two pictures at once" 2 'exclude each other' "$overland" plot bad.csv --work --scale -o out.png
bad "a plot of no table" 2 'FILE\.csv is missing' "$overland" plot -o out.png
bad "a table without a name" 2 'FILE\.csv is empty' "$overland" plot bad.csv '' -o out.png

# ---- Options with a set of words ----
# no_word OPTION WORD WORDS COMMAND...: the line names the option, the word given, and those allowed.
no_word() {
  option=$1 word=$2 words=$3
  shift 3
  refused "$1 $option $word" 2 "$1: $option: '$word' is not $words" "$overland" "$@" "$option" "$word"
}
no_word --overlays sometimes 'auto or always$' build good.map -o out.world
no_word --corners round 'strict, one, free or none$' build good.map -o out.world
no_word --corners round 'strict, one, free or none$' verify good.world good.map
no_word --smooth curvy 'none, grid or any$' path good.world 0,0 4,3
no_word --trace-format xml 'lines or posthoc$' path good.world 0,0 4,3 --trace out.trace
no_word --goal-rect 1,2 'a rectangle as 10,20,4x3, ' path good.world 0,0
no_word --touch second 'first, rest or repeated$' bench good.world --random 3
no_word --ways two 'one, both or mixed$' gen --links 3 --from good.map -o out.legend
no_word --cost free 'a cost above 0, as 12\.5$' gen --links 3 --from good.map -o out.legend

# ---- An output in the place of an input ----
problem 5 4 0 0 1 0
mv bad.scen good.scen
cp good.map kept.map
cp good.world kept.world
bad "more room for labels than there can be" 2 '--labels: 256 .* 0 to 255' \
  "$overland" build good.map -o out.world --labels 256
bad "labels beside overlays alone" 2 \
  'build: --overlays always is for overlays alone, without labels; leave out --labels, or ' \
  "$overland" build good.map -o out.world --labels 5 --overlays always
check "no labels beside overlays alone" "$overland" build good.map -o alone.world --labels 0 \
  --overlays always
for mode in "--edits 3" "--patches 3 --of good.map" "--flow 3" "--nearest 3"; do
  # shellcheck disable=SC2086 # words of our own
  bad "first touch with ${mode%% *}" 2 '--touch and --brief are for scenario files' \
    "$overland" bench good.world $mode --touch first
done
bad "with a plain A* and without" 2 '--brief and --yardstick exclude each other' \
  "$overland" bench good.world --random 3 --yardstick --brief
bad "edits without a bake" 2 '--touch and --brief are for scenario files' \
  "$overland" bench good.world --edits 3 --brief
bad "a world over its map" 2 'same file' "$overland" build good.map -o ./good.map
bad "problems over their map" 2 'same file' \
  "$overland" gen --scenario 3 --from good.map -o good.map
bad "a picture over its world" 2 'same file' "$overland" render good.world -o good.world
bad "a picture of a path over its world" 2 'same file' \
  "$overland" path good.world 0,0 4,3 --png good.world
bad "figures over their scenario" 2 'same file' \
  "$overland" bench good.world good.scen --csv good.scen
bad "two outputs in one file" 2 'same file' \
  "$overland" bench good.world good.scen --csv out.txt --paths out.txt
bad "a table that is named as a picture" 2 'out\.png: a table is written, .* \.csv' \
  "$overland" bench good.world good.scen --csv out.png
bad "a battle that is named as a JPEG" 2 'out\.jpg: a PNG picture is written, .* \.png' \
  "$overland" simulate good.world --png out.jpg
bad "a log that is named as a map" 2 'out\.map: a log is written, .* \.log' \
  "$overland" simulate good.world --log out.map
check "the map is as it was" cmp good.map kept.map
check "the world is as it was" cmp good.world kept.world
bad "standard output as a file" 2 'standard output' "$overland" build good.map -o -

# ---- Output ----
# nowhere OPTION NAME COMMAND...: an output in a folder that does not exist is told before any input is
# opened: none of them exists either.
nowhere() {
  option=$1 name=$2
  shift 2
  refused "$1 $option into a folder that does not exist" 4 \
    "no/such/$name: the folder no/such does not exist$" "$overland" "$@" "$option" "no/such/$name"
}
nowhere -o out.map gen random 9x9 --seed 1
nowhere -o out.scen gen --scenario 3 --from none.map
nowhere -o out.legend gen --links 3 --from none.map
nowhere -o out.world build none.map
nowhere -o out.part build none.map --part 1/2
nowhere -o out.world merge none-1.part none-2.part
nowhere -o out.world edit none.world none.edits
nowhere --patch out.patch edit none.world none.edits
nowhere --png out.png path none.world 0,0 4,3
nowhere --trace out.trace path none.world 0,0 4,3
nowhere -o out.png render none.world
for option in --csv --paths --walks; do
  nowhere $option out.csv bench none.world none.scen
done
nowhere -o out.png plot none.csv
nowhere --log out.log simulate none.world
nowhere --png out.png simulate none.world
bad "a folder as output" 4 'disk\.png: this is a folder; name a file' \
  sh -c "mkdir disk.png; '$overland' path none.world 0,0 4,3 --png disk.png"
bad "standard output on a full disk" 4 '(space|full)' \
  sh -c "'$overland' info good.world --json >/dev/full"

# A disk of 16 KB, mounted for these commands alone.
mkdir disk
full_disk() { # full_disk COMMAND...: run where ./disk is a full one; then list what is left
  unshare -rm sh -c 'mount -t tmpfs -o size=16k none disk || exit 99
    "$@"; code=$?; ls disk | sed "s/^/left: /" >&2; exit $code' sh "$@"
}
"$overland" gen random 160x160 --seed 1 -o large.map >/dev/null
"$overland" build large.map -o large.world >/dev/null
if unshare -rm sh -c 'mount -t tmpfs -o size=16k none disk' 2>/dev/null; then
  bad "a map onto a full disk" 4 'disk/out\.map.*(space|full)' \
    full_disk "$overland" gen random 160x160 --seed 1 -o disk/out.map
  bad "a world onto a full disk" 4 'disk/out\.world.*(space|full)' \
    full_disk "$overland" build large.map -o disk/out.world
  bad "a picture onto a full disk" 4 'disk/out\.png.*(space|full)' \
    full_disk "$overland" render large.world -o disk/out.png
else
  # Where nothing may be mounted, files may not grow beyond a limit instead.
  limited() { sh -c 'trap "" XFSZ; ulimit -f 8; "$@"' sh "$@"; }
  bad "a map that may not grow" 4 'out\.map' \
    limited "$overland" gen random 160x160 --seed 1 -o out.map
  bad "a world that may not grow" 4 'out\.world' limited "$overland" build large.map -o out.world
fi
cp good.world kept.world
bad "a failed build" 3 'nowhere' "$overland" build nowhere.map -o kept.world
check "it leaves the file that was there" cmp good.world kept.world

# ---- World files ----
bytes=$(wc -c <good.world)
# patched OFFSET BYTES: good.world with bytes (in printf's writing) at an offset, as bad.world.
patched() {
  cp good.world bad.world
  printf '%b' "$2" | dd of=bad.world bs=1 seek="$1" conv=notrunc 2>/dev/null
}
bad_world() { bad "$1" 3 "bad\\.world.*($2)" "$overland" info bad.world; }
patched 0 'XYZ'
bad_world "a file that is no world" 'world'
patched 8 '\0143'
bad_world "a world of another version" 'version.*99'
patched $((bytes / 2)) '\0252\0125\0252\0125\0252\0125\0252\0125'
bad_world "a world with changed bytes" 'checksum'
head -c $((bytes - 1)) good.world >bad.world
bad_world "a world cut short by one byte" "length|short|$bytes"
head -c 20 good.world >bad.world
bad_world "a world cut short in its header" 'length|short|20'
: >bad.world
bad_world "an empty world" 'empty|length|no world'
{
  cat good.world
  printf 'more'
} >bad.world
bad_world "a world that is too long" "length|long|$bytes"
bad "a map in place of a world" 3 'good\.map.*world' "$overland" info good.map

map other.map 4 5 ..... .@.@. ..... .....
bad "a world that does not belong to the map of the same size" 1 'other\.map' \
  "$overland" verify good.world other.map
map other.map 3 5 ..... .@.@. .....
bad "a world that does not belong to the map of another size" 1 'other\.map.*5 *x *3.*5 *x *4|5 *x *4.*5 *x *3' \
  "$overland" verify good.world other.map

# ---- Other kinds of files ----
printf '\377\330\377\340JFIF' >bad.jpg
printf '{"type":"map"}' >bad.json
printf '\037\213\010' >bad.gz
bad "a world in place of a map" 3 'good\.world: this is a world file, .*maps are' \
  "$overland" build good.world -o out.world
bad "a JPEG in place of a map" 3 'bad\.jpg: this is a JPEG picture, .*magick bad.jpg .*out.png' "$overland" build bad.jpg -o out.world
bad "JSON in place of a map" 3 'bad\.json: this is no map of Tiled or LDtk: it has no orientation' "$overland" build bad.json -o out.world
bad "a map in place of a patch" 3 'good\.map: this is a map, no patch' \
  "$overland" info good.world --patch good.map
"$overland" edit good.world 'set 0,0 @' --patch good.patch >/dev/null
# bad_patch NAME PATTERN: of the file bad.patch
bad_patch() {
  refused "$1" 3 "bad\\.patch: ($2); overland edit --patch makes it again\$" \
    "$overland" info good.world --patch bad.patch
}
cp good.patch bad.patch
printf '\143' | dd of=bad.patch bs=1 seek=8 conv=notrunc 2>/dev/null
bad_patch "a patch of another version" 'a patch of version 99; this program reads version [0-9]+'
cp good.patch bad.patch
printf '\252\125' | dd of=bad.patch bs=1 seek=50 conv=notrunc 2>/dev/null
bad_patch "a patch with changed bytes" 'damaged: checksum of a patch at byte [0-9]+'
head -c 80 good.patch >bad.patch
bad_patch "a patch that is cut short" 'a patch of 80 bytes, which should have [0-9]+'
head -c 20 good.patch >bad.patch
bad_patch "a patch that is cut short in its head" 'a patch of 20 bytes, which should have at least [0-9]+'
bad "a compressed map" 3 'bad\.gz: this is compressed with gzip' "$overland" build bad.gz -o out.world
bad "a picture in place of a legend" 3 'bad\.jpg: this is a JPEG picture; it should be a text' \
  "$overland" build good.map --legend bad.jpg -o out.world
bad "a world in place of edits" 3 'good\.world: this is a world file; it should be a text' \
  "$overland" edit good.world good.world -o out.edited

# ---- Files that a legend or a map names are not quoted ----
echo 'root:secret' >bad.text
# hides NAME COMMAND...: it fails, and prints nothing of bad.text.
hides() {
  hides_name=$1
  shift
  if "$@" >said 2>errors; then
    fail "$hides_name" "it does not fail"
  elif grep -q secret said errors; then
    fail "$hides_name" "$(cat said errors)"
  else
    ok "$hides_name"
  fi
}
for statement in 'floor 1 bad.text' 'heights bad.text' 'profile a ground=1
extra a bad.text'; do
  echo "$statement" >bad.legend
  hides "no line of another file: $(echo "$statement" | tail -n 1)" \
    "$overland" build good.map --legend bad.legend -o out.world
done
cat >bad.tmx <<'END'
<map orientation="orthogonal" width="1" height="1" tilewidth="1" tileheight="1">
<tileset firstgid="1" source="bad.text"/><layer name="a"><data encoding="csv">1</data></layer></map>
END
hides "no line of a file that a Tiled map names" "$overland" build bad.tmx -o out.world

# ---- What reaches the terminal and JSON ----
# Files should be UTF-8 without a control character but line feeds.
cat >clean.py <<'END'
import sys
for path in sys.argv[1:]:
    text = open(path, "rb").read().decode("utf-8")
    bad = [c for c in text if (ord(c) < 32 and c != "\n") or 127 <= ord(c) < 160 or ord(c) == 0x202e]
    assert not bad, f"{path}: {bad}: {text!r}"
END
escape=$(printf '\033[31m')
odd=$(printf 'a%sb\377c\302\233d\342\200\256e\bf' "$escape")
printf 'profile %s ground=1\n' "$odd" >odd.legend
cp good.map "$odd.map"
# clean NAME COMMAND...: whatever it prints is printed with its control characters escaped.
clean() {
  clean_name=$1
  shift
  "$@" >said 2>errors
  check "nothing but plain text from $clean_name" python3 clean.py said errors
}
clean "build" "$overland" build "$odd.map" --legend odd.legend -o "$odd.world"
check "an odd name is escaped" grep -qF 'a\x1b[31mb\xffc\xc2\x9bd\xe2\x80\xaee\x08f.world: ' said
cp good.map "other-$odd.map"
printf '.....\n' >>"other-$odd.map"
sed -i 's/height 4/height 5/' "other-$odd.map"
for form in "" --json; do
  clean "info $form" "$overland" info "$odd.world" $form
  clean "path $form" "$overland" path "$odd.world" 0,0 4,3 $form
  clean "verify $form" "$overland" verify "$odd.world" "$odd.map" --legend odd.legend $form
  clean "verify that says no $form" "$overland" verify "$odd.world" "other-$odd.map" $form
  clean "build $form" "$overland" build "$odd.map" --legend odd.legend -o "$odd.world" $form
done
clean "an unknown profile" "$overland" path "$odd.world" 0,0 4,3 --profile "x$odd"
clean "an unknown command" "$overland" "$odd"
clean "an unknown option" "$overland" info "--$odd"
clean "a missing file" "$overland" build "none-$odd" -o out.world
clean "a wrong number" "$overland" gen random 9x9 --seed "$odd" -o out.map
printf 'terrain %s\nprofile a %s=1\nlink %s -> 1,1\n' "$odd" "$odd" "$odd" >bad.legend
for line in 1 2 3; do
  sed -n ${line}p bad.legend >line.legend
  clean "line $line of a legend" "$overland" build good.map --legend line.legend -o out.world
done
printf 'set 0,0 %s\n' "$odd" >odd.edits
clean "edits" "$overland" edit good.world odd.edits -o out.edited
"$overland" info "$odd.world" --json >said
check "JSON with an odd name is UTF-8" python3 -c "import json
it = json.loads(open('said', 'rb').read().decode('utf-8'))
assert it['profiles'][0]['name'] == 'a\x1b[31mb\ufffdc\x9bd\u202ee\x08f', it['profiles'][0]['name']"
rm -f "$odd.map" "$odd.world"
# All texts of the command go through one function: no other call prints. bench/time_edits.c,
# bench/judge_turns.c and bench/crowd are programs of their own, which print numbers;
# tools/explorer/system is what the page has for a C library.
grep -rnE '\b(printf|vprintf|puts|putchar|fputs|fputc|vfprintf|perror)\(|fprintf\((stderr|stdout)' \
  "$root/tools" "$root/bench" --include='*.c' |
  grep -vE '/(tools/base/print_text|tools/base/progress|tools/text/json|tools/explorer/system/.*|bench/time_edits|bench/judge_turns|bench/crowd/crowd_[a-z]*)\.c:' >complaints
empty "all texts are printed by print_text.c" complaints

# ---- Options ----
bad "a region size that is too small" 2 'region-size.*7.*8.*128' \
  "$overland" build good.map -o out.world --region-size 7
bad "a region size that is too large" 2 'region-size.*129.*8.*128' \
  "$overland" build good.map -o out.world --region-size 129
bad "a size that is none" 2 '9by9' "$overland" gen random 9by9 --seed 1 -o out.map
bad "a map that is too large" 2 '65537.*65536' "$overland" gen random 65537x9 --seed 1 -o out.map
bad "no output file" 2 '(-o|output)' "$overland" build good.map
bad "a missing start" 2 'the start X,Y is missing' "$overland" path good.world
bad "a start that is no cell" 2 "the start 'here' is no cell" "$overland" path good.world here 0,0
bad "a goal that is no cell" 2 "the goal 'there' is no cell, .* and no place of the world" "$overland" path good.world 0,0 there
bad "a kind of map that does not exist" 2 "no kind 'contnents' \(did you mean continents\?\); the kinds are" \
  "$overland" gen contnents 9x9 -o out.map
bad "memory without a unit" 2 "--memory: '1' is not a size with its unit" \
  "$overland" build good.map -o out.world --memory 1
bad "a misspelt command" 2 'no command biuld .did you mean build.\)' "$overland" biuld good.map -o out.world
bad "a misspelt option" 2 'no option --thread .did you mean --threads.\)' "$overland" build good.map -o out.world --thread 1
printf '1 2 3 0\n1 2 three 0\n' >bad.units
bad "a unit that is none" 3 'bad.units:2: not X Y RADIUS SIDE' "$overland" render good.world -o out.png --frames bad.units
: >no.units
bad "no unit at all" 3 'no.units: there is no unit' "$overland" render good.world -o out.png --frames no.units
bad "no such file of units" 3 'none.units: No such file' "$overland" render good.world -o out.png --frames none.units
bad "a misspelt layer" 2 "no layer 'terain' .did you mean terrain.\)" "$overland" render good.world -o out.png --layers terain
bad "an option that is given twice" 2 '\-\-region-size is given twice' \
  "$overland" build good.map -o out.world --region-size 8 --region-size 16
bad "an option without its value, before another one" 2 '\-\-overlays needs a value: ' \
  "$overland" build good.map --overlays -o out.world
bad "an option like no other" 2 'no option --xyzzy; see' "$overland" build good.map -o out.world --xyzzy
echo 'terain . ground' >bad.legend
bad "a misspelt statement" 3 "'terain' is no statement .did you mean terrain.\)" \
  "$overland" build good.map --legend bad.legend -o out.world
bad "a misspelt edit" 3 "EDITS:2: 'recht' is no edit .did you mean rect.\)" "$overland" edit good.world 'set 0,0 .;recht 0,0 1x1 .' -o out.world
bad "edits that are misspelt at once" 3 "recht 0,0 1x1 \\.: there is no such file, and 'recht' is no edit .did you mean rect.\)" \
  "$overland" edit good.world 'recht 0,0 1x1 .' -o out.world
bad "a misspelt setting of a profile" 3 "bad.legend:1: 'clmb' is neither a terrain nor a setting .did you mean climb.\)" sh -c \
  "echo 'profile foot ground=1 clmb=3' >bad.legend; '$overland' build good.map --legend bad.legend -o out.world"
bad "a rectangle of goals that is outside" 3 "--goal-rect 9,2 is outside the map of 5 x 4 cells: x is 0 to 4" \
  "$overland" path good.world 0,0 --goal-rect 9,2,3x3
bad "  on a floor that there is not" 3 "--goal-rect 1:0,0 is on no floor" "$overland" path good.world 0,0 --goal-rect 1:0,0,3x3
"$overland" gen random 80x80 --seed 1 -o levels.map
"$overland" build levels.map --overlays always -o levels.world >/dev/null
python3 -c "
bytes = bytearray(open('levels.world', 'rb').read())
bytes[-9] ^= 1
open('bad.world', 'wb').write(bytes)"
bad "a damaged cell of the overlays has a place" 3 'damaged: checksum of an overlay cell at byte [0-9]+$' \
  "$overland" verify bad.world
cp errors errors.before
place=$(sed 's/.* at byte //' errors.before)
check "  before the damage" test "$place" -lt "$(($(wc -c <bad.world) - 9))"
python3 -c "
bytes = bytearray(open('levels.world', 'rb').read())
bytes[int('0$place')] ^= 1
open('bad.world', 'wb').write(bytes)"
check "  where the bytes of the cell begin" sh -c "! '$overland' verify bad.world 2>errors && cmp errors errors.before"
cp levels.world bad.world
printf '\252\125' | dd of=bad.world bs=1 seek=1000 conv=notrunc 2>/dev/null
bad "a damaged region is named by path, with its file and byte" 3 \
  'bad\.world: damaged: checksum of a region at byte [0-9]+$' "$overland" path bad.world 0,0 79,79
bad "a door of a world without links" 3 "the world has no links" "$overland" edit good.world 'door 0 open' -o out.world
bad "a map that would be called a picture" 2 'out\.png: a map is written, .*\.map' "$overland" gen maze 9x9 -o out.png
bad "a picture that would be called a JPEG" 2 'out\.jpg: a PNG picture is written' "$overland" render good.world -o out.jpg
bad "a path's picture that would be called a JPEG" 2 'out\.jpg: a PNG' "$overland" path good.world 0,0 1,0 --png out.jpg
bad "a world that would be called a map" 2 'out\.map: a world is written' "$overland" build good.map -o out.map
bad "a world with a misspelt ending" 2 'out\.wrld: a world is written, whose name should end in \.world$' \
  "$overland" build good.map -o out.wrld
bad "an edited world with one" 2 'out\.wold: a world is written' "$overland" edit good.world 'set 0,0 .' -o out.wold
bad "a merged world with one" 2 'out\.worlds: a world is written' "$overland" merge first.part -o out.worlds
bad "a world that would be called a part" 2 'out\.part: a world is written' "$overland" build good.map -o out.part
bad "a part that would be called a world" 2 'out\.world: a part is written, whose name should end in \.part$' \
  "$overland" build good.map --part 1/1 -o out.world
check "an ending like no other is allowed" says 0 "$overland" build good.map -o good.bake
check "so is none" says 0 "$overland" build good.map -o good
bad "a patch that would be called a world" 2 'out\.world: a patch is written' \
  "$overland" edit good.world 'set 0,0 .' --patch out.world
"$overland" gen random 80x80 --seed 1 -o parts.map
"$overland" build parts.map --part 1/2 -o first.part >/dev/null
bad "one part of two" 3 'part 2 of 2 is missing, from row [0-9]+ of the map on; 1 part is given' \
  "$overland" merge first.part -o out.world
for command in "path first.part 0,0 1,1" "info first.part" "verify first.part" "bench first.part --random 1" \
  "render first.part -o out.png" "edit first.part x -o out.world" "build good.map --from first.part -o out.world"; do
  # shellcheck disable=SC2086 # words of our own
  bad "a part for a world: ${command%% *}" 3 \
    'first\.part: this is a part of a world, no world file; overland merge makes a world of all its parts$' \
    "$overland" $command
done

: >empty.world
bad "an empty file for a world" 3 'empty\.world: the file is empty; overland build makes a world of a map$' \
  "$overland" info empty.world
bad "an empty file for a world, read on touch" 3 'empty\.world: the file is empty; ' "$overland" path empty.world 0,0 1,1
bad "an empty file for a world, read with --safe" 3 'empty\.world: the file is empty; ' \
  "$overland" path empty.world 0,0 1,1 --safe
bad "an empty file for a patch" 3 'empty\.world: the file is empty; overland edit --patch makes a patch$' \
  "$overland" info good.world --patch empty.world
bad "an empty file for a part" 3 'empty\.world: the file is empty; overland build --part makes parts$' \
  "$overland" merge empty.world -o out.world

# ---- Goals that can't be reached ----
printf 'type octile\nheight 5\nwidth 9\nmap\n.........\n...@@@@@.\n...@@@@@.\n...@@@@@.\n.......@.\n' >rock.map
"$overland" build rock.map -o rock.world >/dev/null
echo '5,2 rock' >rock.goals
for goal in "5,2 --within 1" "--goal-rect 4,2,2x1" "--goals rock.goals"; do
  # shellcheck disable=SC2086 # words of our own
  bad "no open goal: $goal" 1 'from 0,0: none of the goals: the goal is blocked; --nearest goes as close as one can get$' \
    "$overland" path rock.world 0,0 $goal
  check "which it does" sh -c "'$overland' path rock.world 0,0 $goal --nearest | grep -q '^partial  *ends at '"
done

finish
