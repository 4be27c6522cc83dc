#!/bin/sh
# Worlds baked in parts: the same bytes from a file, a pipe and a folder of tiles, with any number of
# threads and any memory, resumed after kills, merged from parts, from an older world. And all that
# may be wrong with what is given.
. "$(dirname "$0")/checks.sh"
cd "$work" || exit 1

same() { # same NAME REFERENCE COMMAND...: it makes the.world, which has the bytes of the reference
  same_name=$1 reference=$2
  shift 2
  rm -f the.world
  if ! says 0 "$@" >why; then
    fail "$same_name" "$(cat why)"
  elif ! cmp "$reference" the.world >why 2>&1; then
    fail "$same_name" "$(cat why)"
  elif [ -e the.world.parts ]; then
    fail "$same_name" "the folder of the parts is left"
  else
    ok "$same_name"
  fi
}
cut_tiles() { # cut_tiles MAP FOLDER WIDTH HEIGHT: a map as tiles of that size
  mkdir -p "$2"
  tail -n +5 "$1" | awk -v folder="$2" -v w="$3" -v h="$4" -v rows="$(sed -n 's/^height //p' "$1")" '
    { last = int((rows - 1) / h); row = int((NR - 1) / h)
      high = row < last ? h : rows - last * h
      for (x = 0; x * w < length($0); x++) {
        file = folder "/" x "-" row ".map"
        part = substr($0, x * w + 1, w)
        if ((NR - 1) % h == 0) printf "type octile\nheight %d\nwidth %d\nmap\n", high, length(part) > file
        print part > file
      } }'
}

# ---- The same bytes, whatever the way ----
"$overland" gen continents 520x500 --seed 3 -o the.map
"$overland" build the.map -o one.world >/dev/null
"$overland" build the.map -o high.world --overlays always >/dev/null
cut_tiles the.map tiles 100 90
cut_tiles the.map tiles-of-one-row 520 1
mkfifo pipe
some_threads="1 5"
[ -n "$long" ] && some_threads="1 2 5"
for kind in one high; do
  overlays=auto
  [ $kind = high ] && overlays=always
  for threads in $some_threads; do
    same "$kind: from a file, $threads threads" $kind.world "$overland" build the.map \
      -o the.world --overlays $overlays --memory 100M --threads $threads
    same "$kind: from tiles, $threads threads" $kind.world "$overland" build tiles \
      -o the.world --overlays $overlays --threads $threads
    same "$kind: from a pipe, $threads threads" $kind.world sh -c \
      "'$overland' build - -o the.world --overlays $overlays --threads $threads <the.map"
  done
  (cat the.map >pipe) &
  same "$kind: from a pipe with a name" $kind.world "$overland" build pipe -o the.world \
    --overlays $overlays
  same "$kind: resumed from nothing" $kind.world "$overland" build the.map -o the.world \
    --overlays $overlays --resume
done
same "from tiles of a row each" one.world "$overland" build tiles-of-one-row -o the.world
same "straight from gen" one.world sh -c \
  "'$overland' gen continents 520x500 --seed 3 -o - | '$overland' build - -o the.world"
sed 's/$/\r/' the.map >crlf.map
same "lines that end in CR LF" one.world "$overland" build crlf.map -o the.world --memory 1G
sed '304s/$/\r/' the.map >mixed.map
same "lines that end in two ways" one.world "$overland" build mixed.map -o the.world --memory 1G
printf '%s' "$(cat the.map)" >endless.map
same "a last line that does not end" one.world "$overland" build endless.map -o the.world --resume
same "the same through a pipe" one.world sh -c "'$overland' build - -o the.world <endless.map"
{ cat the.map && printf '\r\n\n'; } >blank.map
same "empty lines at the end" one.world "$overland" build blank.map -o the.world --resume
same "the same through a pipe" one.world sh -c "'$overland' build - -o the.world <blank.map"

# ---- Legends, other formats ----
printf 'profile foot ground=1 swamp=2\nprofile cart ground=1 size=3\n' >who.legend
"$overland" build the.map --legend who.legend -o who.world >/dev/null
same "a legend of profiles, by rows" who.world "$overland" build the.map --legend who.legend \
  -o the.world --memory 1G --threads 2
same "the same through a pipe" who.world sh -c \
  "'$overland' build - --legend who.legend -o the.world <the.map"
head -c 260000 /dev/zero | tr '\0' '\7' >greys
{ printf 'P5 520 500 255\n' && cat greys; } >heights.pgm
{ cat who.legend && printf 'heights heights.pgm\n'; } >what.legend
"$overland" build the.map --legend what.legend -o what.world >/dev/null
same "a legend of heights, by rows" what.world "$overland" build the.map --legend what.legend \
  -o the.world --memory 1G --threads 2
check "which a pipe can't have" says 3 sh -c \
  "'$overland' build - --legend what.legend -o no.world <the.map"
check "  and says why" grep -q 'what.legend: links, places, heights and extra costs need the map .* comes once$' errors
cp "$root"/maps/mall* .
"$overland" build mall.tmx --legend mall.legend -o mall.world >/dev/null
same "a Tiled map with floors and links" mall.world "$overland" build mall.tmx \
  --legend mall.legend -o the.world --memory 1G --threads 2

# ---- Reports ----
# A world has the same figures whichever way it was made: files are opened and counted as a whole.
"$overland" build the.map --legend who.legend --labels 0 -o who.world --json >small.json
"$overland" build the.map --legend who.legend --labels 0 -o who.world --memory 1G --json >large.json
"$overland" build the.map --legend who.legend --labels 0 --part 1/2 -o who-1.part >/dev/null
"$overland" build the.map --legend who.legend --labels 0 --part 2/2 -o who-2.part >/dev/null
"$overland" merge who-1.part who-2.part -o who.world --json >merged.json
check "the figures of a build, of one in parts and of a merge agree" python3 -c "
import json
own = {'map', 'threads', 'read_ms', 'build_ms', 'write_ms', 'memory_peak_bytes'}
said = [{key: value for key, value in json.load(open(name + '.json')).items() if key not in own}
        for name in ('small', 'large', 'merged')]
assert said[0]['edges'] > 0 and said[0]['profiles'][1]['bytes'] > 100000, said[0]
for it in said[1:]:
  assert it == said[0], [(key, it.get(key), said[0].get(key)) for key in it.keys() | said[0].keys() if it.get(key) != said[0].get(key)]"
rm -f who-*.part
"$overland" gen random 100x18000 --seed 5 -o dense.map
check "a world that is larger than the memory" says 0 "$overland" build dense.map --labels 0 \
  --overlays always --region-size 16 --threads 1 --memory 11M -o dense.world --json
check "  is not counted" holds "it['world_bytes'] > 11 << 20 and 'edges' not in it and
  'edges' not in it['profiles'][0] and 'bytes' not in it['profiles'][0]"
rm -f dense.*

# ---- Settings that are chosen ----
# Regions of 64 are chosen by a sample of the map, whichever way its rows come.
"$overland" gen continents 4096x4096 --seed 7 --threads 2 -o land.map
"$overland" build land.map -o land.world --labels 1 --json >said
check "large regions are chosen for a large map" holds "it['region_size'] == 64 and it['spacing'] == 16"
same "and through a pipe" land.world sh -c "'$overland' build - -o the.world --labels 1 <land.map"
if [ -n "$long" ]; then
  same "and in parts" land.world "$overland" build land.map -o the.world --labels 1 --memory 1G
  for i in 1 2; do
    check "a part of a pipe" says 0 sh -c \
      "'$overland' build - -o pipe-$i.part --part $i/2 --labels 1 <land.map"
  done
  same "merged" land.world "$overland" merge pipe-1.part pipe-2.part -o the.world
fi
rm -f land.map land.world pipe-*.part the.world

# ---- Labels of a map that is too large for them ----
"$overland" gen spiral 65536x257 -o land.map
check "a map too large for labels" says 0 "$overland" build land.map -o the.world --labels 3
check "it says that there are none" grep -qx \
  "no labels: a map of more than 16,777,216 cells has overlays alone" said
check "nothing is said of labels that were not asked for" sh -c \
  "! '$overland' build land.map -o the.world | grep -q 'no labels'"
rm -f land.map the.world

# Labels of random terrain would not fit: none are begun. An older world without them, and a pipe,
# give the same.
"$overland" gen random 800x800 --percent 20 --seed 7 -o dots.map
check "labels that would not fit" says 0 "$overland" build dots.map -o dots.world --labels 6
check "  are not begun" grep -q '^no labels were begun: they were expected to take more than 6 bytes a cell' said
check "  for programs" says 0 "$overland" build dots.map -o the.world --labels 6 --json
check "  tells why" holds "it['labels_forecast_too_large']"
check "  labels that are not asked for" says 0 "$overland" build dots.map -o the.world --labels 0 --json
check "  are none that would not fit" holds "not it['labels_forecast_too_large']"
same "  in parts" dots.world "$overland" build dots.map -o the.world --labels 6 --memory 1G --threads 2
same "  through a pipe" dots.world sh -c "'$overland' build - -o the.world --labels 6 <dots.map"
same "  from an older world" dots.world "$overland" build dots.map -o the.world --from dots.world
check "  nor are they missed" says 0 "$overland" verify dots.world dots.map
rm -f dots.map dots.world the.world

# ---- Parts ----
for i in 1 2 3 4 5; do
  check "bakes part $i of 5" says 0 "$overland" build the.map --part $i/5 -o $i.part --threads $i
done
same "merges them in any order" one.world "$overland" merge 3.part 1.part 5.part 4.part 2.part \
  -o the.world
"$overland" build tiles --part 4/5 -o tile.part >/dev/null
check "a part is the same when it is made again" sh -c \
  "'$overland' build the.map --part 4/5 -o again.part && cmp 4.part again.part"
for i in 1 2 3; do "$overland" build the.map --overlays always --part $i/3 -o high-$i.part; done >/dev/null
same "merges parts with overlays" high.world "$overland" merge high-2.part high-1.part high-3.part \
  -o the.world --threads 2
same "make bakes parts" one.world make -s -j 3 -f "$root/tools/cluster/Makefile" \
  OVERLAND="$overland" MAP=the.map WORLD=the.world PARTS=7
check "make has nothing left to do" make -q -f "$root/tools/cluster/Makefile" \
  OVERLAND="$overland" MAP=the.map WORLD=the.world PARTS=7

# ---- Links and slopes ----
# Of directed profiles the costs of a step or link depend on the direction.
"$overland" gen heights 520x500 --seed 3 -o hills.pgm
"$overland" gen --links 60 --from the.map --cost 20 --seed 3 -o links
{
  echo 'profile foot ground=1 swamp=2 climb=30 drop=60 climbcost=0.5'
  echo 'profile cart ground=1 size=2 climb=10 drop=10'
  echo 'heights hills.pgm'
  cat links
} >steep.legend
"$overland" build the.map --legend steep.legend --overlays always -o steep.world --json >said
check "links and slopes make profiles directed" holds "all(of['directed'] for of in it['profiles'])"
for threads in $some_threads; do
  same "  in parts, $threads threads" steep.world "$overland" build the.map --legend steep.legend \
    -o the.world --overlays always --memory 100M --threads $threads
done
same "  resumed from nothing" steep.world "$overland" build the.map --legend steep.legend \
  -o the.world --overlays always --resume
for i in 1 2 3; do
  check "  part $i of 3" says 0 "$overland" build the.map --legend steep.legend --overlays always \
    --part $i/3 -o steep-$i.part
done
same "  merged" steep.world "$overland" merge steep-2.part steep-3.part steep-1.part -o the.world
same "  by make" steep.world make -s -j 3 -f "$root/tools/cluster/Makefile" OVERLAND="$overland" \
  MAP=the.map WORLD=the.world PARTS=7 OPTIONS="--legend steep.legend --overlays always"
same "  from tiles" steep.world "$overland" build tiles --legend steep.legend -o the.world \
  --overlays always --threads 2
# Heights of 16 bits, as text, scaled; extra costs; and a map of which a part needs few rows.
python3 - <<'PICTURES'
import struct
head, cells = b"P5 520 500 255\n", open("hills.pgm", "rb").read()[-520 * 500:]
open("deep.pgm", "wb").write(b"P5 520 500 1020\n" + b"".join(struct.pack(">H", 4 * of) for of in cells))
open("words.pgm", "w").write("P2 520 500 255\n" + "\n".join(map(str, cells)) + "\n")
open("danger.pgm", "wb").write(head + bytes(of // 16 for of in cells))
open("short.pgm", "wb").write(head + cells[:-1])
open("bad.pgm", "wb").write(b"P5 520 500 9\n" + bytes(of % 9 for of in cells[:-1]) + bytes([77]))
PICTURES
sed 's/^heights .*/heights deep.pgm scale=0.25/' steep.legend >deep.legend
sed 's/^heights .*/heights words.pgm/' steep.legend >words.legend
{ cat steep.legend && echo 'extra foot danger.pgm'; } >danger.legend
for legend in deep words; do
  same "  heights of $legend" steep.world "$overland" build the.map --legend $legend.legend \
    -o the.world --overlays always --memory 1G --threads 2
done
"$overland" build the.map --legend danger.legend --overlays always -o danger.world >/dev/null
same "  with extra costs" danger.world "$overland" build the.map --legend danger.legend \
  -o the.world --overlays always --memory 1G --threads 2
check "  which make another world" sh -c "! cmp -s steep.world danger.world"
"$overland" build the.map --legend danger.legend -o danger.world >/dev/null
same "  with labels" danger.world "$overland" build the.map --legend danger.legend \
  -o the.world --memory 1G --threads 2
for bad in "heights short.pgm:short.pgm: cut off: from byte 15 on there are 259999 bytes" \
  "heights bad.pgm:bad.pgm: the sample 77 at byte 260012 is above the largest, 9" \
  "heights deep.pgm scale=99:wrong.legend:3: a height times scale is [0-9]*; the most is 65535" \
  "heights who.world:who.world: this is .*; PNG, PBM, PGM, PPM and BMP pictures are read" \
  "extra foot words.pgm floor=1:wrong.legend:3: floor is '1'; it should be a whole number, 0 to 0" \
  "link 1,1 -> 1:2,2:wrong.legend:3: link to a cell outside"; do
  { cat who.legend && echo "${bad%%:[!0-9]*}"; } >wrong.legend
  check "  ${bad%%:[!0-9]*}" says 3 "$overland" build the.map --legend wrong.legend --part 2/3 -o no.part
  check "  is told" grep -q "${bad#*:[!0-9]}" errors
done
"$overland" gen continents 512x4096 --seed 3 -o tall.map
"$overland" gen heights 512x4096 --seed 3 -o tall.pgm
{ sed '/^heights\|^link/d' steep.legend && echo 'heights tall.pgm'; } >tall.legend
check "  a part of a tall map" says 0 "$overland" build tall.map --legend tall.legend \
  --overlays always --part 9/16 -o tall.part --memory 12M
rm -f tall.* deep.* words.* danger.* short.pgm bad.pgm wrong.legend
sed 's/^profile cart .*/profile cart ground=1 size=2 climb=9 drop=10/' steep.legend >other.legend
check "  a part of another legend" says 0 "$overland" build the.map --legend other.legend \
  --overlays always --part 2/3 -o other.part
check "  is refused" says 3 "$overland" merge steep-1.part other.part steep-3.part -o no.world
rm -f steep-*.part other.part

# ---- From an older world ----
awk 'NR > 104 && NR < 125 { $0 = substr($0, 1, 200) "@@@@@@@@" substr($0, 209) } { print }' \
  the.map >new.map
for overlays in auto always; do
  "$overland" build the.map -o old.world --overlays $overlays >/dev/null
  "$overland" build new.map -o new.world --overlays $overlays >/dev/null
  same "from an older world, overlays $overlays" new.world "$overland" build new.map \
    -o the.world --overlays $overlays --from old.world --threads 2
  same "from its own world" new.world "$overland" build new.map -o the.world \
    --overlays $overlays --from new.world
done
"$overland" build new.map --legend steep.legend --overlays always -o steep-new.world >/dev/null
same "from an older world with links and slopes" steep-new.world "$overland" build new.map \
  --legend steep.legend -o the.world --overlays always --from steep.world --threads 2

# ---- Memory ----
"$overland" gen continents 4096x1024 --seed 5 --threads 2 -o wide.map
"$overland" build wide.map -o wide.world --overlays always --json >said
check "it does not fit a megabyte" says 4 "$overland" build wide.map -o no.world \
  --overlays always --memory 1M
check "not even a kilobyte" sh -c "'$overland' build wide.map -o no.world --memory 1K 2>&1 |
  grep -q 'allows 1K$'"
check "not even a byte" sh -c "'$overland' build wide.map -o no.world --memory 1B 2>&1 |
  grep -q 'allows 1B$'"
says 4 "$overland" build wide.map -o no.world --overlays always --memory 1M
needed=$(sed -n 's/.* needs about \([0-9]*\)M of memory; --memory allows 1M$/\1/p' errors)
check "and says how much it would need" test "${needed:-0}" -gt 1
same "which is enough" wide.world "$overland" build wide.map -o the.world --overlays always \
  --memory "${needed:-0}M" --threads 4 --json
check "and is not passed" python3 -c "import json
it = json.load(open('said'))
assert 0 < it['memory_peak_bytes'] <= ${needed:-0} << 20, it['memory_peak_bytes']"

"$overland" gen random 2048x2048 --seed 5 --percent 40 --threads 2 -o dense.map
"$overland" build dense.map -o dense.world --overlays always >/dev/null
says 4 "$overland" build dense.map -o the.world --overlays always --memory 1M
needed=$(sed -n 's/.* needs about \([0-9]*\)M of memory; --memory allows 1M$/\1/p' errors)
check "where more is found to be needed than was foreseen" says 4 "$overland" build dense.map \
  -o the.world --overlays always --memory "${needed}M"
check "the line says what to do" grep -q 'its parts are kept: go on with --resume and more' errors
same "which does it" dense.world "$overland" build dense.map -o the.world --overlays always \
  --memory 100M --resume

# ---- Progress ----
check "progress for programs" says 0 "$overland" build the.map -o the.world --memory 1G --progress=json
check "is an object a line" python3 -c "import json
lines = [json.loads(line) for line in open('errors')]
assert {line['stage'] for line in lines} == {'baking', 'merging'}, lines
for line in lines:
  assert set(line) == {'stage', 'done', 'total', 'share', 'rate', 'seconds_left'}, line
  assert 0 <= line['done'] <= line['total'] == 520 * 500 and 0 <= line['share'] <= 1, line
assert lines[-1]['share'] == 1 and lines[-1]['done'] == lines[-1]['total'], lines[-1]"
check "progress as text" says 0 "$overland" build the.map -o the.world --memory 1G --progress
check "has share and rate" grep -q 'Baking \[#*-*\] .* % .*cells/s' errors
check "no progress where nobody asks" sh -c \
  "'$overland' build the.map -o the.world --memory 1G 2>&1 >/dev/null | cmp - /dev/null"

# A build that fails tells in a line of its own what it can go on from.
kept='world.parts: [0-9]* of [0-9]* parts are finished and kept; .* --resume goes on'

# ---- A disk that is full ----
# Sizes are told in blocks of 512 bytes: not even the parts fit; then they do, and the world does not.
for blocks in 20 200; do
  rm -rf full.world*
  check "files of up to $blocks blocks" says 4 sh -c \
    "ulimit -f $blocks && exec '$overland' build the.map -o full.world --memory 1G --threads 2"
  check "one line says it" grep -c 'full.world.*written: ' errors
  check "no more than one" test "$(grep -cv "$kept" errors)" = 1
  check "nothing has the world's name" test ! -e full.world
  if [ -e full.world.parts ]; then check "finished parts are told" grep -q "$kept" errors; fi
done
rm -f the.world && cp -r full.world.parts the.world.parts
same "it goes on once there is room" one.world "$overland" build the.map -o the.world --resume

# ---- Interrupted ----
cat >interrupt.py <<'END'
"""Interrupts a build once some parts are finished, of a map whose last rows do not come: one line says it."""
import glob, re, signal, subprocess, sys, time
overland, number = sys.argv[1], signal.Signals[sys.argv[2]]
before = len(glob.glob("cut.world.parts/*.part"))
build = subprocess.Popen([overland, "build", "-", "-o", "cut.world", "--threads", "2", *sys.argv[3:]], stdin=subprocess.PIPE,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         preexec_fn=lambda: number == signal.SIGKILL or
                         signal.signal(number, signal.SIG_DFL)) # a job in the background ignores INT
build.stdin.write(open("the.map", "rb").read()[:-60000])
build.stdin.flush()
waited = time.monotonic() + 60
while len(glob.glob("cut.world.parts/*.part")) < before + 3 and time.monotonic() < waited:
    time.sleep(0.01)
build.send_signal(number)
build.wait(60) # its input stays open: an end would be an error of its own
said, errors = build.stdout.read(), build.stderr.read()
finished = len(glob.glob("cut.world.parts/*.part")) # of which each thread may be about to count one
if build.returncode != -number or said:
    sys.exit(f"it ends with {build.returncode}, and says {said}")
if number == signal.SIGKILL:
    sys.exit(f"killed, it says {errors}" if errors else 0)
line = rb"overland: cut\.world\.parts: (\d+) of (\d+) parts are finished and kept; the same command with --resume goes on from them\n"
told = re.fullmatch(line, errors)
if not told or not 0 <= finished - int(told[1]) <= 2 or int(told[2]) <= finished:
    sys.exit(f"{finished} parts are there; it says {errors}")
END
check "a build that is interrupted says how to go on" python3 interrupt.py "$overland" SIGTERM
check "and again, when it went on" python3 interrupt.py "$overland" SIGINT --resume
check "killed, it leaves its parts" python3 interrupt.py "$overland" SIGKILL --resume
mv cut.world.parts the.world.parts
same "  which it does" one.world sh -c "'$overland' build - -o the.world --resume <the.map"

# ---- What is foreign to a build that goes on ----
stop_early() { # stop_early WORLD OPTION...: leaves some parts of the.map
  name=$1
  shift
  says 4 sh -c "ulimit -f 200 && exec '$overland' build the.map -o $name --memory 1G $*"
}
"$overland" build the.map -o spaced.world --spacing 5 >/dev/null
check "parts are there" stop_early the.world
same "other settings are told and baked anew" spaced.world "$overland" build the.map -o the.world \
  --spacing 5 --resume
check "  in one line" grep -q 'the.world.parts/.*other settings; baked anew' errors
check "parts are there again" stop_early the.world
same "so is another map" new.world "$overland" build new.map -o the.world --overlays always --resume
check "parts are there once more" stop_early the.world
same "without --resume nothing is kept, and nothing told" spaced.world "$overland" build the.map \
  -o the.world --spacing 5 --memory 1G
check "  not a word" test ! -s errors

# A finished part that was damaged since is told, and not in the way of the next build.
check "parts are there, of which one is damaged" stop_early the.world
part=$(find the.world.parts -name '*-of-*.part' | sort | head -n 1)
printf 'damage' | dd of="$part" bs=1 seek=$(($(wc -c <"$part") / 2)) conv=notrunc 2>/dev/null
check "it is told" says 3 "$overland" build the.map -o the.world --resume
check "  and removed" grep -q 'this part is damaged: .*; it is removed' errors
same "the next one bakes it anew" one.world "$overland" build the.map -o the.world --resume

# One cell in the middle is another: no sample of rows finds it.
awk 'NR == 254 { c = substr($0, 263, 1) == "." ? "@" : "."
  $0 = substr($0, 1, 262) c substr($0, 264) } { print }' the.map >cell.map
"$overland" build cell.map -o cell.world >/dev/null
cut_tiles cell.map cell-tiles 100 90
check "parts are there, of a map before its change" stop_early the.world
same "a map that was changed in one cell is baked anew" cell.world "$overland" build cell.map \
  -o the.world --resume
for i in 1 2 3; do
  "$overland" build the.map --part $i/3 -o file-$i.part
  "$overland" build tiles --part $i/3 -o tiles-$i.part
  "$overland" build - --part $i/3 -o pipe-$i.part <the.map
done >/dev/null
same "parts of a pipe" one.world "$overland" merge pipe-1.part pipe-2.part pipe-3.part -o the.world
"$overland" build cell.map --part 2/3 -o file-cell.part >/dev/null
"$overland" build cell-tiles --part 2/3 -o tiles-cell.part >/dev/null
"$overland" build - --part 2/3 -o pipe-cell.part <cell.map >/dev/null
for from in file tiles pipe; do
  check "a part of a map with one other cell, from a $from" says 3 "$overland" merge $from-1.part \
    $from-cell.part $from-3.part -o no.world
  check "  it is told" grep -q "$from-cell.part: .*another map" errors
done
check "the pipe breaks off" says 3 sh -c "head -c 200000 the.map |
  '$overland' build - -o the.world --memory 1G --resume"
check "that there is something to go on from is told" grep -q "$kept" errors
check "parts of it are there" sh -c 'ls the.world.parts/*.part'
same "a pipe that comes again with another cell is baked anew" cell.world sh -c \
  "'$overland' build - -o the.world --memory 1G --resume <cell.map"
check "  what is other is told" grep -q 'other rows; baked anew' errors
says 3 sh -c "head -c 200000 the.map | '$overland' build - -o the.world --memory 1G --resume"
same "the same pipe goes on" one.world sh -c \
  "'$overland' build - -o the.world --memory 1G --resume <the.map"
check "  not a word" test ! -s errors

# ---- Bad input ----
# bad_build NAME CODE PATTERN COMMAND...: that exit code, one line that matches it, no world.
bad_build() {
  bad_name=$1 wanted=$2 pattern=$3
  shift 3
  rm -rf bad.world bad.world.parts
  if ! says "$wanted" "$@" >why; then
    fail "$bad_name" "$(cat why)"
  elif [ "$(grep -cv "$kept" errors)" != 1 ]; then
    fail "$bad_name" "says more or less than a line: $(head -c 300 errors)"
  elif ! grep -qE "^overland: .*$pattern" errors; then
    fail "$bad_name" "says: $(cat errors)"
  elif [ -e bad.world ]; then
    fail "$bad_name" "leaves a world"
  else
    ok "$bad_name"
  fi
}
bad_rows() { # bad_rows NAME PATTERN: of bad.map, as a file, with threads, and through a pipe
  bad_build "$1" 3 "bad\.map: $2" "$overland" build bad.map -o bad.world --memory 1G
  bad_build "$1, 3 threads" 3 "bad\.map: $2" "$overland" build bad.map -o bad.world --memory 1G --threads 3
  bad_build "$1, through a pipe" 3 "standard input: $2" "$overland" build - -o bad.world --threads 2 <bad.map
}
head -n 465 the.map >bad.map
bad_rows "a map that is too short" 'row 461 is missing: .*the header says 500'
head -c 240000 the.map >bad.map
bad_rows "a map that ends within a row" 'the file ends in row 460, after [0-9]* of 520 letters; the header says 500 rows'
{ cat the.map && tail -n 1 the.map; } >bad.map
bad_rows "a map that is too long" 'there are at least 501 rows, too many; the header says 500'
sed '304s/.$//' the.map >bad.map
bad_rows "a row that is too short" 'row 299 has 519 letters; the header says 520'
sed '304s/$/.../' the.map >bad.map
bad_rows "a row that is too long" 'row 299 has 523 letters; the header says 520'
sed -e '304s/.$//' -e '310s/$/./' the.map >bad.map
bad_rows "two rows of wrong lengths" 'row 299 has 519 letters'
sed '404s/^\(.\{77\}\)./\1x/' the.map >bad.map
bad_rows "a letter that is none" "no terrain has the letter x \(1, the first at 77,399\)"
sed '2s/500/5OO/' the.map >bad.map
bad_rows "a header that is none" "line 2 of the header is 'height 5OO'"
: >bad.map
bad_rows "an empty map" 'the file is empty'

bad_tiles() { bad_build "$1" 3 "$2" "$overland" build bad-tiles -o bad.world --threads 2; }
fresh_tiles() { rm -rf bad-tiles && cp -r tiles bad-tiles; }
fresh_tiles && rm bad-tiles/3-2.map
bad_tiles "a tile that is missing" 'bad-tiles/3-2\.map: there is no such file'
fresh_tiles && cp tiles/3-5.map bad-tiles/2-2.map
bad_tiles "a tile that is too low" 'bad-tiles/2-2\.map: the tile has 100 x 50 cells; it should have 100 x 90'
fresh_tiles && cp tiles/5-0.map bad-tiles/4-0.map
bad_tiles "a tile that is too narrow" 'bad-tiles/4-0\.map: the tile has 20 x 90 cells; it should have 100 x 90'
fresh_tiles && cp tiles/5-0.map bad-tiles/6-0.map
bad_tiles "a column too many" 'bad-tiles/5-0\.map: the tile has 20 x 90 cells'
fresh_tiles && sed '10s/.$//' tiles/1-1.map >bad-tiles/1-1.map
bad_tiles "a tile with a row that is too short" 'bad-tiles/1-1\.map: row 5 has 99 letters'
fresh_tiles && sed '10s/^./x/' tiles/1-1.map >bad-tiles/1-1.map
bad_tiles "a tile with a wrong letter" "bad-tiles/1-1\.map: no terrain has the letter x"
rm -rf bad-tiles && mkdir bad-tiles
bad_tiles "a folder without tiles" 'bad-tiles: there are no map tiles'

bad_merge() { bad_build "$1" 3 "$2" "$overland" merge $3 -o bad.world; }
"$overland" build new.map --part 4/5 -o other.part >/dev/null
"$overland" build the.map --part 4/5 --spacing 5 -o spaced.part >/dev/null
"$overland" build the.map --part 3/6 -o sixth.part >/dev/null
head -c 30000 4.part >short.part
{ head -c 30000 4.part && printf 'damaged' && tail -c +30008 4.part; } >damaged.part
bad_merge "a part that is missing" 'bad.world: part 4 of 5 is missing, from row 288 of the map on' "1.part 2.part 3.part 5.part"
bad_merge "a part of another map" 'other.part: a part of another map than 1.part' "1.part 2.part 3.part other.part 5.part"
bad_merge "a part of other settings" 'spaced.part: a part of other settings than 1.part' "1.part 2.part 3.part spaced.part 5.part"
bad_merge "a part that is given twice" '2.part: the same part as 2.part; it is given twice' "1.part 2.part 2.part 3.part 4.part 5.part"
bad_merge "a part of another division" 'sixth.part: it has rows that 2.part has too' "1.part 2.part sixth.part 4.part 5.part"
bad_merge "a part that is cut short" 'short.part: a part that is cut short' "1.part 2.part 3.part short.part 5.part"
bad_merge "a part that is damaged" 'damaged.part: this part is damaged: ' "1.part 2.part 3.part damaged.part 5.part"
bad_merge "what is no part" 'the.map: this is no part of a world' "1.part the.map"
bad_merge "a part that there is not" 'nowhere.part: there is no such file' "1.part nowhere.part"
bad_build "a world over a part" 2 'same file' "$overland" merge 1.part 2.part -o 2.part
bad_build "part 5 of 4" 2 'there is no part 5/4; parts of 4 are 1/4 to 4/4' "$overland" build the.map \
  --part 5/4 -o bad.part
bad_build "part 0" 2 'there is no part 0/4' "$overland" build the.map --part 0/4 -o bad.part
bad_build "a part that is no part" 2 "'two' is not a part" "$overland" build the.map --part two -o bad.part
bad_build "more parts than rows of regions" 2 'has 16 rows of regions' "$overland" build the.map \
  --part 1/17 -o bad.part
bad_build "a part that goes on" 2 'resume' "$overland" build the.map --part 1/2 --resume -o bad.part
bad_build "memory that is no size" 2 "'much' is not a size" "$overland" build the.map --memory much -o bad.world
bad_build "an older world that is none" 3 'the.map: this is a map, no world' "$overland" build new.map \
  --from the.map -o bad.world
"$overland" gen caves 100x100 --seed 1 -o small.map && "$overland" build small.map -o small.world >/dev/null
bad_build "an older world of another size" 3 'from small.world: its width is 100; of this build it is 520' \
  "$overland" build new.map --from small.world -o bad.world
bad_build "an older world of another spacing" 3 'from spaced.world: its spacing is 5; of this build' \
  "$overland" build new.map --from spaced.world --spacing 8 -o bad.world
"$overland" build new.map --spacing 5 -o new-spaced.world >/dev/null
same "the spacing of an older world, where none is given" new-spaced.world "$overland" build \
  new.map --from spaced.world -o the.world
bad_build "an older world of other profiles" 3 'from one.world: its number of profiles is 1; .* 2' \
  "$overland" build new.map --legend who.legend --from one.world -o bad.world
bad_build "an older world of other corners" 3 'from one.world: its profiles are not those' \
  "$overland" build new.map --corners free --from one.world -o bad.world
bad_build "a folder under the world's name" 4 'this is a folder' "$overland" build the.map --resume -o tiles
bad_build "a world in a folder that is missing" 4 'nowhere/bad.world' "$overland" build the.map \
  --resume -o nowhere/bad.world

find . -name '*.tmp-*' | grep -v full.world >wrong
empty "no temporary file is left" wrong
finish
