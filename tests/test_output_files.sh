#!/bin/sh
# Output files are there whole or not at all: created exclusively, synced, with the mode of the file
# that they replace, through symbolic links; and removed when the command is interrupted.
. "$(dirname "$0")/checks.sh"
cd "$work" || exit 1

"$overland" gen continents 96x96 --seed 3 -o land.map
"$overland" build land.map -o land.world >/dev/null || exit 1
echo "set 50,50 @" >edits.txt

# ---- Exclusive creation ----
echo precious >victim
# The process keeps its number, so the names that an older version chose are known here.
# shellcheck disable=SC2016 # the inner shell's number is meant
sh -c 'ln -s victim "out.world.tmp-$$"; exec "$0" build land.map -o out.world' "$overland" >/dev/null
check "a planted link is not followed" grep -qx precious victim
check "the output is there" cmp out.world land.world
find . -type l -exec rm -f {} +

# ---- Modes ----
mode() { stat -c %a "$1"; }
for kind in world edited patch png map; do
  : >"kept.$kind"
  chmod 640 "kept.$kind"
done
umask 022
"$overland" build land.map -o kept.world >/dev/null
"$overland" edit land.world edits.txt -o kept.edited >/dev/null
"$overland" edit land.world edits.txt --patch kept.patch >/dev/null
"$overland" render land.world -o kept.png
"$overland" gen maze 20x20 --seed 1 -o kept.map
for kind in world edited patch png map; do
  check "the mode of a replaced file is kept: $kind" test "$(mode "kept.$kind") $(test -s "kept.$kind" && echo full)" = "640 full"
done
"$overland" build land.map -o fresh.world >/dev/null
check "a new file has the usual mode" test "$(mode fresh.world)" = 644
chmod 600 kept.world
"$overland" build land.map -o kept.world --resume >/dev/null
check "a build in parts keeps the mode" test "$(mode kept.world)" = 600

# ---- Symbolic links ----
mkdir there
echo old >there/old.world
ln -s there/old.world link.world
ln -s there/new.world dangling.world
ln -s ../link.world there/chain.world
ln -s circle.world circle.world
check "an output that is a link" "$overland" build land.map -o link.world
check "the link stays" test -L link.world
check "its target is replaced" cmp there/old.world land.world
check "an output that is a link to nothing" "$overland" build land.map -o dangling.world
check "its target is made" cmp there/new.world land.world
echo old >there/old.world
check "an output that is a link to a link, in parts" "$overland" build land.map --resume -o there/chain.world
check "the last target is replaced" cmp there/old.world land.world
check "both links stay" test -L there/chain.world -a -L link.world
bad "links in a circle" 4 'circle\.world: can.t be written' "$overland" build land.map -o circle.world

# ---- Synced before they are renamed ----
cat >spy.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
static void tell(const char *call, const char *name) {
  FILE *log = fopen(getenv("SPY_LOG"), "a");
  fprintf(log, "%s %s\n", call, name);
  fclose(log);
}
int fsync(int file) {
  (void)file;
  tell("sync", "");
  return 0;
}
int rename(const char *from, const char *to) {
  int (*real)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
  tell("rename", to);
  return real(from, to);
}
END
SPY_LOG=$work/spy.log
export SPY_LOG
if ${CC:-cc} -w -shared -fPIC spy.c -o spy.so -ldl 2>/dev/null; then
  # synced NAME OUTPUT COMMAND...: the file is synced, renamed, and then its folder is synced.
  synced() {
    synced_name=$1
    shift
    : >spy.log
    ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD=$work/spy.so "$@" >/dev/null 2>errors
    check "$synced_name is synced" sh -c "tr '\n' ' ' <spy.log | grep -qE 'sync  rename out\.[a-z]+ sync  \$'"
  }
  synced "a world" "$overland" build land.map -o out.world
  synced "an edited world" "$overland" edit land.world edits.txt -o out.edited
  synced "a patch" "$overland" edit land.world edits.txt --patch out.patch
  synced "a merged world" "$overland" build land.map --memory 64M -o out.parts
fi
rm -f out.*

# ---- Scratch files ----
mkdir scratch
"$overland" gen continents 1500x1500 --seed 9 -o large.map
"$overland" build large.map -o levels.world --overlays always >/dev/null
chmod 600 levels.world
check "verify bakes in parts" env TMPDIR=scratch "$overland" verify levels.world
check "  and leaves no part" rmdir scratch
bad "  nor can they be written anywhere" 4 'scratch: a scratch file can.t be written there: No such file' \
  env TMPDIR=scratch "$overland" verify levels.world
mkdir scratch
TMPDIR=scratch "$overland" verify levels.world >/dev/null &
tries=0
until ls scratch/*.tmp >/dev/null 2>&1 || [ $tries = 500 ]; do
  sleep 0.01
  tries=$((tries + 1))
done
check "  they are as private as the world" test "$(mode scratch/*.tmp)" = 600
kill -TERM $!
wait $! 2>/dev/null
check "  and gone when it is interrupted" rmdir scratch
rm -f levels.world

# ---- Interrupted ----
cat >interrupt.py <<'END'
"""Interrupts commands at random moments: no temporary file may be left, and what was there stays."""
import glob, os, random, signal, subprocess, sys, time
overland, times, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
draw = random.Random(seed)
commands = [["build", "large.map", "-o", "cut", "--labels", "0"],
            ["build", "large.map", "-o", "cut", "--labels", "0", "--resume"],
            ["edit", "large.world", "large.edits", "-o", "cut"],
            ["gen", "maze", "3000x3000", "--seed", "1", "-o", "cut"]]
def left():
    return glob.glob("cut*tmp-*") + glob.glob("cut*/*tmp-*")
def run(command, number, wait):
    child = subprocess.Popen([overland, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while child.poll() is None and not left():
        time.sleep(0.0005)
    seen = bool(left())
    time.sleep(wait)
    child.send_signal(number)
    code = child.wait()
    if left():
        sys.exit(f"{command} after signal {number}: left {left()}")
    if open("cut", "rb").read() not in (b"old", whole[str(command)]):
        sys.exit(f"{command} after signal {number}: the output is neither old nor whole")
    if code not in (0, -number):
        sys.exit(f"{command} after signal {number}: exit code {code}")
    return seen and code == -number
whole = {}
for command in commands:
    subprocess.run([overland, *command], stdout=subprocess.DEVNULL, check=True)
    whole[str(command)] = open("cut", "rb").read()
stopped = 0
for i in range(times):
    open("cut", "w").write("old")
    number = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP][i % 3]
    stopped += run(commands[i // 3 % len(commands)], number, draw.choice([0, draw.uniform(0, 0.1)]))
if stopped == 0:
    sys.exit("no command was interrupted")
# The reader of standard error goes away.
child = subprocess.Popen([overland, *commands[0], "--progress=json"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
child.stderr.readline()
child.stderr.close()
child.wait()
if left():
    sys.exit(f"a closed pipe leaves {left()}")
END
"$overland" build large.map -o large.world --labels 0 >/dev/null
awk 'BEGIN { for (i = 0; i < 3000; i++) print "set " i % 1500 "," int(i * 7) % 1500 " ." }' >large.edits
times=24
[ -n "$long" ] && times=600
seed=$$
check "interrupted $times times, seed $seed: nothing is left" python3 interrupt.py "$overland" $times $seed
rm -rf cut.world cut.world.parts

# ---- One build at a time in a folder of parts ----
head -c 700000 large.map >first.rows
tail -c +700001 large.map >other.rows
mkfifo rows
"$overland" build - -o shared.world --region-size 32 --spacing 16 --labels 0 <rows >/dev/null 2>errors.first &
first=$!
exec 3>rows
cat first.rows >&3
tries=0
while [ ! -e shared.world.parts/lock ] && [ $tries -lt 500 ]; do
  sleep 0.02
  tries=$((tries + 1))
done
check "a second build in parts to one output fails" says 4 "$overland" build large.map --resume -o shared.world
check "it says who builds there" grep -q \
  "^overland: shared\\.world: process $first builds it, with its parts in shared\\.world\\.parts" errors
cat other.rows >&3
exec 3>&-
wait $first
check "the first build is done" test $? = 0 -a -s shared.world -a ! -e shared.world.parts
mkdir left.world.parts
: >left.world.parts/lock
check "a lock that is left by a killed build does not matter" "$overland" build land.map --resume -o left.world
check "the folder is gone" test ! -e left.world.parts

find . -name '*.tmp-*' >wrong
empty "no temporary file is left" wrong
finish
