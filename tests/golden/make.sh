#!/bin/sh
# Makes the golden files of the present version of world files: sh tests/golden/make.sh BUILD FOLDER
#
# Small worlds of each kind, the parts of one, a patch, and the answers to some queries. A new version
# adds its own set as tests/golden/vN, from a build of that version, and of the older ones keeps
# labels.world and 1.part, which tests/test_golden.sh then expects to be refused by name.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
overland=$(cd "$1" && pwd)/overland
mkdir -p "$2"
cd "$2"

# Maps that are there already are used, so that generators may change.
[ -e land.map ] || "$overland" gen continents 64x56 --seed 12 -o land.map
[ -e upper.map ] || "$overland" gen maze 41x31 --seed 4 -o upper.map
[ -e hills.pgm ] || "$overland" gen heights 64x56 --seed 4 -o hills.pgm
cat >weights.legend <<'END'
profile foot ground=1 swamp=3 trees=1.5
profile cart size=2 corners=one ground=1 swamp=6
END
cat >hills.legend <<'END'
profile climber climb=60 drop=90 climbcost=0.25 ground=1 swamp=2
heights hills.pgm
link 3,6 <-> 50,48 cost=3
link 20,20 -> 30,5 cost=2
END
cat >floors.legend <<'END'
profile foot ground=1 swamp=2
floor 1 upper.map
link 10,5 <-> 1:0,0 cost=2
link 50,48 <-> 1:40,30 cost=2
END
build() { "$overland" build "$@" >/dev/null; }
build land.map -o labels.world --region-size 16
build land.map -o overlays.world --region-size 8 --overlays always
build land.map -o unlabelled.world --region-size 16 --labels 0
build land.map --legend weights.legend -o weights.world --region-size 16
build land.map --legend hills.legend -o hills.world --region-size 16
build land.map --legend floors.legend -o floors.world --region-size 16
build land.map --part 1/2 -o 1.part --region-size 16
build land.map --part 2/2 -o 2.part --region-size 16
printf 'rect 20,20 9x3 @\nset 30,30 .\nset 50,40 @\nset 52,41 T\nset 53,43 @\n' >edits
"$overland" edit labels.world edits --patch edits.patch >/dev/null

# query WORLD ARGUMENT...: what the command answers, without what was asked and the figures of clocks.
query() {
  echo "== path $*"
  "$overland" path "$@" --json | grep -vE '_us"|^[{}]|"(start|goal|smoothing|profile)":' || true
}
{
  for world in labels overlays unlabelled weights hills; do
    query $world.world 3,3 60,50 --nearest --move
    query $world.world 10,5 30,45 --smooth any --nearest --move
  done
  query weights.world 9,12 55,40 --profile cart --smooth none --nearest --move
  query floors.world 10,5 60,50 --nearest --move
  query floors.world 10,5 1:30,20 --nearest --move
  query labels.world 3,3 60,50 --patch edits.patch --nearest --move
} >answers
rm edits
