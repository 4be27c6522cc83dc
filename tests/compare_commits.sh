#!/bin/sh
# Compares two commits by what the command computes: sh tests/compare_commits.sh COMMIT_A COMMIT_B
# or, for one build alone, without a comparison: sh tests/compare_commits.sh --program BUILD/overland
#
# Each commit is built in a temporary folder and runs the same battery of commands on the maps of
# maps/ and on generated ones. A line `NAME SHA256` is printed for each item: worlds, patches,
# paths, battle logs, and the JSON answers without times and memory. Counts of expansions
# and the like are items of their own, NAME.work. The last line is `same`; or the items that differ
# follow, `-` as in COMMIT_A and `+` as in COMMIT_B, and the exit code is 1. Exit code 2: wrong
# usage, or a commit that does not build. No hash is stored: what the commits say is compared.
#
# OVERLAND_KEEP=FOLDER keeps the files that were hashed in FOLDER/a and FOLDER/b (with --program in
# FOLDER/a), so that an item that differs can be looked at with diff or cmp.
set -u
export LC_ALL=C
root=$(cd "$(dirname "$0")/.." && pwd)
maps=$root/maps
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' INT TERM
exec </dev/null

usage() {
  echo "usage: sh tests/compare_commits.sh COMMIT_A COMMIT_B" >&2
  echo "       sh tests/compare_commits.sh --program BUILD/overland" >&2
  exit 2
}

# ---- Steps of the battery ----
# A group of items runs in a folder of its own. Every file in it is an item that ends in .map, .scen,
# .world, .patch, .paths, .walks or .log; .json and .csv are items after `reduce`.

# say NAME COMMAND...: appends its output and its exit code to NAME.json.
say() {
  say_name=$1
  shift
  "$@" >>"$say_name.json" 2>>"$say_name.errors"
  echo "{\"exit\": $?}" >>"$say_name.json"
}

# verify NAME WORLD [OPTION...]: the exit code alone
verify() {
  verify_name=$1
  shift
  "$overland" verify "$@" >/dev/null 2>>"$verify_name.errors"
  echo "{\"exit\": $?}" >>"$verify_name.json"
}

# build NAME MAP [OPTION...]: NAME.world and NAME.info.json
build() {
  build_name=$1 build_map=$2
  shift 2
  say "$build_name.build" "$overland" build "$build_map" -o "$build_name.world" --json "$@"
  say "$build_name.info" "$overland" info "$build_name.world" --json
}

# bench NAME WORLD OPTION...: the answers of many problems, with each cell of paths and walks
bench() {
  bench_name=$1 bench_world=$2
  shift 2
  say "$bench_name" "$overland" bench "$bench_world" "$@" --json --paths "$bench_name.paths" \
    --walks "$bench_name.walks" --csv "$bench_name.csv"
}

# ask NAME WORLD PAIRS [OPTION...]: a query for each line of a file, `START GOAL`, or `START` alone
ask() {
  ask_name=$1 ask_world=$2 ask_pairs=$3
  shift 3
  while read -r ask_from ask_to; do
    # shellcheck disable=SC2086
    say "$ask_name" "$overland" path "$ask_world" $ask_from $ask_to --json "$@"
  done <"$ask_pairs"
}

# pairs SCEN COUNT: that many problems of a scenario as lines `X,Y X,Y`, spread over the file
pairs() {
  awk -v count="$2" 'NF == 9 { line[n++] = $5 "," $6 " " $7 "," $8 }
    END { for (i = 0; i < count; i++) print line[int(i * n / count)] }' "$1"
}

# crossing WIDTH HEIGHT COUNT: pairs of cells anywhere, blocked ones among them
crossing() {
  awk -v w="$1" -v h="$2" -v n="$3" 'BEGIN { for (i = 1; i <= n; i++)
    print (i * 37) % w "," (i * 23) % h, (w - 1 - (i * 53) % w) "," (h - 1 - (i * 71) % h) }'
}

# changes WIDTH HEIGHT COUNT SEED TERRAINS: edits of cells and rectangles
changes() {
  awk -v w="$1" -v h="$2" -v n="$3" -v s="$4" -v terrains="$5" '
    function draw(below) { s = (s * 1103 + 12345) % 65536; return int(s / 65536 * below) }
    BEGIN { for (i = 0; i < n; i++) {
      letter = substr(terrains, draw(length(terrains)) + 1, 1)
      if (i % 3) print "set " draw(w) "," draw(h), letter
      else print "rect " draw(w - 30) "," draw(h - 20), 1 + draw(30) "x" 1 + draw(20), letter
    } }'
}

# grey WIDTH HEIGHT MOST FACTOR: a grey picture of hills
grey() {
  awk -v w="$1" -v h="$2" -v most="$3" -v f="$4" 'BEGIN {
    print "P2", w, h, 255
    for (y = 0; y < h; y++) for (x = 0; x < w; x++)
      print int((sin(x / f) + sin(y / (f + 3)) + sin((x + y) / (f + 7)) + 3) * most / 6)
  }'
}

# edit NAME WORLD EDITS PAIRS [OPTION...]: as a world and as a patch, and what is answered
edit() {
  edit_name=$1 edit_world=$2 edits=$3 edit_pairs=$4
  shift 4
  say "$edit_name" "$overland" edit "$edit_world" "$edits" -o "$edit_name.world" --json "$@"
  say "$edit_name.patch" "$overland" edit "$edit_world" "$edits" --patch "$edit_name.patch" --json "$@"
  say "$edit_name.patched.info" "$overland" info "$edit_world" --patch "$edit_name.patch" --json
  bench "$edit_name.bench" "$edit_name.world" --random 20 --seed 4
  ask "$edit_name.patched" "$edit_world" "$edit_pairs" --patch "$edit_name.patch" --nearest
  say "$edit_name.patched.flow" "$overland" bench "$edit_world" --patch "$edit_name.patch" --flow 20 \
    --within 4 --json
}

# every_way NAME WORLD PAIRS [OPTION...]: the queries in each way that path knows
every_way() {
  way_name=$1 way_world=$2 way_pairs=$3
  shift 3
  ask "$way_name.grid" "$way_world" "$way_pairs" "$@"
  ask "$way_name.none" "$way_world" "$way_pairs" --smooth none "$@"
  ask "$way_name.any" "$way_world" "$way_pairs" --smooth any "$@"
  ask "$way_name.nearest" "$way_world" "$way_pairs" --nearest "$@"
  ask "$way_name.within" "$way_world" "$way_pairs" --within 6 "$@"
  ask "$way_name.limit" "$way_world" "$way_pairs" --limit 50.5 "$@"
  ask "$way_name.limit-expansions" "$way_world" "$way_pairs" --limit-expansions 40 "$@"
  ask "$way_name.turn-cost" "$way_world" "$way_pairs" --turn-cost 1.5 --smooth none "$@"
  ask "$way_name.safe" "$way_world" "$way_pairs" --safe "$@"
}

# moved NAME WORLD SCEN CROSSING [OPTION...]: from starts of a scenario to goals that may be blocked
moved() {
  moved_name=$1 moved_world=$2 moved_scen=$3 moved_crossing=$4
  shift 4
  pairs "$moved_scen" "$(wc -l <"$moved_crossing")" | paste -d ' ' - "$moved_crossing" |
    cut -d ' ' -f 1,4 >"$moved_name.ends"
  ask "$moved_name.move" "$moved_world" "$moved_name.ends" --move "$@"
  ask "$moved_name.move-any" "$moved_world" "$moved_name.ends" --move --nearest --smooth any "$@"
}

# ---- The battery ----

group_generated() { # maps and problems of each kind
  for kind in continents caves rooms maze city random; do
    "$overland" gen $kind 211x157 --seed 11 -o $kind.map
    "$overland" gen --scenario 12 --from $kind.map --seed 5 -o $kind.scen
  done
  "$overland" gen random 300x100 --seed 2 --percent 35 -o dense.map
  "$overland" gen maze 150x150 --seed 2 --corridor 3 -o wide.map
  printf 'profile foot ground=1 swamp=2.5 water=8\nprofile cart size=2 ground=1 swamp=4\n' >two.legend
  for profile in foot cart; do
    "$overland" gen --scenario 12 --from continents.map --legend two.legend --profile $profile \
      --seed 3 -o $profile.scen
  done
}

group_maps() { # the maps of maps/ as build makes them without options
  for name in continents-512 continents-300x200 caves-384 caves-161x97 rooms-256 rooms-150x90 \
    maze-129 maze-wide-200 city-384 random-128; do
    build $name "$maps/$name.map"
    bench $name.bench $name.world "$maps/$name.map.scen" --every 4
    bench $name.random $name.world --random 30 --seed 7 --goals 9
    say $name.flow "$overland" bench $name.world --flow 30 --within 4 --seed 2 --json
    verify $name.verify $name.world "$maps/$name.map"
  done
}

group_settings() { # what the settings of a build change
  map=$maps/continents-300x200.map
  pairs "$map.scen" 5 >some
  crossing 300 200 4 >>some
  build no-labels "$map" --labels 0
  build bare "$map" --labels 0
  build small "$map" --region-size 8 --spacing 3
  build one "$map" --corners one
  build free "$map" --corners free --region-size 17 --spacing 1
  build none "$map" --corners none
  build levels "$map" --overlays always --region-size 8
  build high "$map" --overlays always
  for name in no-labels bare small one free none levels high; do
    bench $name.bench $name.world --random 40 --seed 3
  done
  for name in one levels bare; do
    say $name.flow "$overland" bench $name.world --flow 30 --within 6 --seed 2 --json
    bench $name.safe $name.world --random 20 --seed 5 --safe
    bench $name.goals $name.world --random 12 --seed 5 --goals 20 --yardstick
  done
  for name in no-labels bare levels free; do every_way $name $name.world some; done
  crossing 300 200 6 >anywhere
  for name in no-labels levels; do moved $name $name.world "$map.scen" anywhere; done
}

group_queries() { # what path can be asked on a world with labels
  map=$maps/caves-161x97.map
  build land "$map"
  pairs "$map.scen" 6 >some
  crossing 161 97 6 >anywhere
  cat anywhere >>some
  every_way land land.world some
  moved land land.world "$map.scen" anywhere
  ask land.why land.world some --why
  ask land.limit-any land.world some --limit 30 --smooth any --nearest
  ask land.turn-any land.world some --turn-cost 4 --smooth any
  awk '{ print $2, "goal " NR % 3; print $1 }' some >goals
  awk '{ print $1 }' some >starts
  ask land.goals land.world starts --goals goals
  ask land.goals-named land.world starts --goals goals --named 'goal 2'
  ask land.goals-limit land.world starts --goals goals --named 'goal 1' --limit 40
  ask land.goals-any land.world starts --goals goals --named 'goal 0' --smooth any
  ask land.rectangle land.world starts --goal-rect 100,20,30x25
  ask land.within-1 land.world some --within 1
  ask land.within-30 land.world some --within 30 --nearest
  head -n 2 some >two
  ask land.plain land.world two --png picture
}

group_weights() { # weights, sizes of bodies, corners of profiles
  printf '%s\n' 'profile foot ground=1 swamp=2 water=8 trees=3.125' 'profile boat water=1 swamp=31.875' \
    'profile cart size=2 corners=one ground=1 swamp=4 trees=2' \
    'profile troll size=4 corners=free ground=1 swamp=1.5 trees=1.125 water=6' \
    'profile sage ground=0.5 swamp=0.125' 'extra foot danger.pgm' >the.legend
  grey 170 120 60 11 >danger.pgm
  "$overland" gen continents 170x120 --seed 8 -o the.map
  "$overland" gen --scenario 15 --from the.map --seed 8 -o the.scen
  pairs the.scen 4 >some
  crossing 170 120 5 >>some
  build land the.map --legend the.legend
  build high the.map --legend the.legend --overlays always --region-size 16
  verify land.verify land.world the.map --legend the.legend
  for profile in foot boat cart troll sage; do
    bench land.$profile.bench land.world --random 12 --seed 3 --profile $profile --yardstick
    ask land.$profile.nearest land.world some --profile $profile --nearest
    ask land.$profile.any land.world some --profile $profile --smooth any
    ask land.$profile.why land.world some --profile $profile --why
    say land.$profile.flow "$overland" bench land.world --flow 20 --within 5 --profile $profile --json
  done
  bench high.bench high.world --random 15 --seed 3 --profile troll --goals 6
  every_way land.foot land.world some
  every_way land.cart land.world some --profile cart
  every_way high.troll high.world some --profile troll
  "$overland" gen --scenario 15 --from the.map --legend the.legend --profile cart --seed 3 -o cart.scen
  bench land.cart.scen land.world cart.scen --profile cart
  crossing 170 120 6 >anywhere
  moved land.cart land.world cart.scen anywhere --profile cart
  say fight "$overland" simulate land.world --units 60 --ticks 200 --seed 3 --profile cart --json \
    --log fight.log
}

group_directed() { # heights that rise and fall otherwise, links of one way: directed layers
  "$overland" gen rooms 130x120 --seed 6 -o the.map
  "$overland" gen caves 80x70 --seed 6 -o upper.map
  grey 130 120 40 5 >hills.pgm
  grey 130 120 40 9 >danger.pgm
  printf '%s\n' 'floor 1 upper.map' 'places 2 4' 'profile foot ground=1 climb=2 drop=6' \
    'profile goat ground=1 climb=9 drop=9 climbcost=0.5 dropcost=0.25' \
    'profile cart size=2 ground=1' 'profile walker ground=1' 'heights hills.pgm' \
    'extra walker danger.pgm' >the.legend
  # Links between open cells, some of one way alone.
  tail -n +5 the.map | awk 'NR % 9 == 5 { for (x = 3; x <= length($0); x += 17)
    if (substr($0, x, 1) == ".") print x - 1 "," NR - 1 }' >low
  tail -n +5 upper.map | awk 'NR % 7 == 4 { for (x = 3; x <= length($0); x += 13)
    if (substr($0, x, 1) == ".") print "1:" x - 1 "," NR - 1 }' >up
  paste -d ' ' low up | awk 'NF == 2 && NR % 4 == 0 {
    print "link", $1, (++n % 3 ? "->" : "<->"), $2, "cost=" 1 + n % 5
    if (n % 4 == 1) print "link", $2, "->", $1, "profiles=foot,walker"
    if (n % 5 == 2) print "link", $2, "<-> 2:" n % 4 ",0 cost=2 back=3" }' >>the.legend
  head -n 3 low >froms
  sed -n '3,5p' up >tos
  paste -d ' ' froms tos >some
  paste -d ' ' tos froms >>some
  tail -n 3 low | paste -d ' ' froms - >>some
  build land the.map --legend the.legend
  build high the.map --legend the.legend --overlays always --region-size 16
  build bare the.map --legend the.legend --labels 0
  verify land.verify land.world the.map --legend the.legend
  for profile in foot goat cart walker; do
    for world in land high bare; do
      ask $world.$profile.nearest $world.world some --profile $profile --nearest
    done
    ask land.$profile.any land.world some --profile $profile --smooth any
    bench land.$profile.bench land.world --random 15 --seed 3 --profile $profile
    say land.$profile.flow "$overland" bench land.world --flow 20 --within 5 --profile $profile --json
  done
  bench high.bench high.world --random 15 --seed 3 --goals 6
  bench bare.bench bare.world --random 15 --seed 3 --profile goat
  every_way land.foot land.world some
  every_way high.goat high.world some --profile goat
  ask land.why land.world some --why
  printf '%s\n' 'door 0 closed' 'door 3 closed' >doors
  edit doors land.world doors some
  printf '%s\n' 'height 20,20 30x20 9' 'height 60,5 30' 'weight 90,60 20x20 foot 3.5' \
    'extra 10,60 40x30 walker 2.125' 'rect 100,20 14x22 .' 'set 1:50,40 @' 'rect 1:10,10 20x9 .' \
    'rect 30,90 40x5 @' >hills
  edit hills land.world hills some
  edit hills-high high.world hills some
  say fight "$overland" simulate land.world --units 40 --ticks 120 --seed 3 --json --log fight.log
}

group_floors() { # a Tiled map of five floors with its goals, another with a one-way link
  build mall "$maps/mall.tmx" --legend "$maps/mall.legend"
  build jetty "$maps/jetty.tmj"
  printf '%s\n' '28,38 4:20,15' '4:20,15 28,38' '1:4,17 3:30,20' '2:20,12 10,20' '28,38 1:30,20' \
    '10,20 2:1,1' >some
  every_way mall mall.world some
  every_way mall.trolley mall.world some --profile trolley
  ask mall.why mall.world some --why
  cut -d ' ' -f 1 some >starts
  ask mall.pizza mall.world starts --goals "$maps/mall.tmx" --named Pizza
  ask mall.goals mall.world starts --goals "$maps/mall.tmx"
  ask mall.rectangle mall.world starts --goal-rect 3:20,15,3x3
  bench mall.bench mall.world --random 40 --seed 1 --goals 8
  bench jetty.bench jetty.world --random 20 --seed 1
  say mall.flow "$overland" bench mall.world --flow 20 --within 3 --seed 2 --json
  say fight "$overland" simulate mall.world --units 24 --ticks 300 --seed 3 --json --log fight.log
  printf 'rect 3:20,12 3x3 wall\nset 28,30 plants\ndoor 2 closed\n' >edits
  edit mall.edited mall.world edits some --map "$maps/mall.tmx" --legend "$maps/mall.legend"
}

group_edits() { # edits of a plain world, of one with overlays, in several steps
  map=$maps/caves-161x97.map
  build land "$map"
  build high "$map" --overlays always --region-size 8
  build wide "$maps/continents-300x200.map" --corners free --region-size 16
  crossing 161 97 4 >some
  pairs "$map.scen" 4 >>some
  for seed in 1 2 3; do
    changes 161 97 $((seed * 7)) $seed '..@@TSW' >edits-$seed
    edit land-$seed land.world edits-$seed some
  done
  edit edited-high high.world edits-2 some
  changes 300 200 30 9 '...@@S' >edits-wide
  pairs "$maps/continents-300x200.map.scen" 6 >some-wide
  edit edited-wide wide.world edits-wide some-wide --threads 2
  edit twice land-1.world edits-2 some
  every_way patched land.world some --patch land-3.patch
  every_way edited edited-high.world some
  ask patched.why land.world some --patch land-3.patch --why
  verify edited.verify edited-high.world
  say bench "$overland" bench land.world --edits 6 --seed 3 --json
  say bench "$overland" bench high.world --edits 6 --seed 3 --json
}

group_battles() { # two armies while rocks fall
  build caves "$maps/caves-161x97.map"
  build city "$maps/city-384.map" --overlays always --region-size 16
  build maze "$maps/maze-wide-200.map" --corners one --labels 0
  build land "$maps/continents-300x200.map"
  fight() { # fight NAME WORLD OPTION...
    fight_name=$1 fight_world=$2
    shift 2
    say "$fight_name" "$overland" simulate "$fight_world" "$@" --json --log "$fight_name.log"
  }
  fight plain caves.world --units 100 --ticks 300 --seed 1
  fight poor caves.world --units 60 --ticks 300 --seed 5 --budget 1000
  fight settling caves.world --units 60 --ticks 400 --seed 5 --settle 100
  fight stormy land.world --units 60 --ticks 300 --seed 2 --rocks 5 --settle 50
  fight city city.world --units 80 --ticks 300 --seed 4
  fight maze maze.world --units 40 --ticks 400 --seed 4 --safe
}

# reduce: leaves of each .json and .csv what does not depend on time or memory, field by field, so
# that a field that a later commit adds changes nothing. Answers go to NAME, counts to NAME.work.
cat >"$work/reduce.py" <<'PROGRAM'
import csv, json, os, sys

ANSWERS = set("""
exit width height region_size spacing corners labels overlay_levels estimate world_bytes
bytes_per_cell regions waypoints edges islands links weights profiles floors open_cells
saved_by_sharing header_bytes cells_bytes waypoints_bytes costs_bytes islands_bytes overlays_bytes
labels_bytes profiles_bytes links_bytes other_bytes map_fingerprint fingerprint
start goal smoothing profile reachable reason cost length_any partial goal_reached goal_name points
cells why astar_cost queries failed illegal cost_ratio walked_ratio by_length goals units
within_regions buildings estimate_edited estimate_settled edits settled patch_bytes seed ticks
arrived beside stuck unreachable late cell_conflicts illegal_moves moves waits pushes rocks_fallen
rocks_cleared settlings budget_expansions hash number optimum walked
""".split())
WORK = set("""
windows coarse_expanded fine_expanded expansions astar_expanded tiles waypoints_expanded
rebuilt_regions repairs replans routes tick_expansions_max
""".split())
# The fields of objects within these fields. `weights` has a field for each terrain.
SPREAD = "mean p50 p90 p99 max"
INNER = {name: set(fields.split()) for name, fields in {
    "profiles": "name size corners climb drop directed open_cells waypoints edges islands bytes "
                "labels estimate",
    "floors": "width height places heights", "links": "link point back", "why": "possible count cost open",
    "open": "cell terrain", "cost_ratio": SPREAD, "walked_ratio": SPREAD,
    "by_length": "most_cells count cost_ratio"}.items()}

def kept(value, name):
    if isinstance(value, list):
        return [kept(one, name) for one in value]
    if isinstance(value, dict) and name in INNER:
        return {key: kept(one, key) for key, one in value.items() if key in INNER[name]}
    return value

def objects(text):
    decoder, at = json.JSONDecoder(), 0
    while at < len(text):
        one, at = decoder.raw_decode(text, at)
        yield one
        at += 1  # each object ends with a newline

def part(one, names):
    return {key: kept(one[key], key) for key in sorted(one) if key in names}

def write(name, rows):
    if any(rows):
        with open(name, "w") as file:
            file.writelines(json.dumps(row, sort_keys=True) + "\n" for row in rows)

for folder, _, files in os.walk(sys.argv[1]):
    for name in files:
        path = os.path.join(folder, name)
        if name.endswith(".json"):
            with open(path) as file:
                rows = list(objects(file.read()))
        elif name.endswith(".csv"):
            with open(path, newline="") as file:
                rows = list(csv.DictReader(file))
        else:
            continue
        if any(row.get("exit", 0) not in (0, 1, 3) for row in rows):
            print("compare_commits: wrong usage or a crash in", path, file=sys.stderr)
        write(path, [part(row, ANSWERS) for row in rows])
        write(path + ".work", [part(row, WORK) for row in rows])
PROGRAM

# battery PROGRAM FOLDER: prints a line `NAME SHA256` for each item; their files are left in FOLDER.
battery() {
  overland=$1
  for group in generated maps settings queries weights directed floors edits battles; do
    mkdir -p "$2/$group"
    (cd "$2/$group" && "group_$group" >group.output 2>&1) &
  done
  wait
  python3 "$work/reduce.py" "$2" || return 1
  (cd "$2" && find . -type f |
    grep -E '\.(map|scen|world|patch|paths|walks|log|json|csv|work)$' | sort |
    xargs sha256sum | sed 's/^\([0-9a-f]*\)  \.\/\(.*\)$/\2 \1/')
}

# compile COMMIT FOLDER: FOLDER/build/overland
compile() {
  mkdir -p "$2" || exit 2
  if ! { git -C "$root" archive "$1" >"$2.tar" && tar -xf "$2.tar" -C "$2" &&
    meson setup "$2/build" "$2" --buildtype release && ninja -C "$2/build" overland; } >"$2.said" 2>&1; then
    echo "compare_commits: $1 does not build: $(tail -n 5 "$2.said")" >&2
    exit 2
  fi
}

kept=${OVERLAND_KEEP:-$work/items}
if [ -e "$kept/a" ] || [ -e "$kept/b" ]; then
  echo "compare_commits: $kept holds files of another run" >&2
  exit 2
fi
case ${1-} in
--program)
  [ $# = 2 ] && [ -x "$2" ] || usage
  battery "$(cd "$(dirname "$2")" && pwd)/$(basename "$2")" "$kept/a"
  ;;
-* | '') usage ;;
*)
  [ $# = 2 ] || usage
  first=$(git -C "$root" rev-parse --verify "$1^{commit}") || exit 2
  second=$(git -C "$root" rev-parse --verify "$2^{commit}") || exit 2
  compile "$first" "$work/a"
  compile "$second" "$work/b"
  battery "$work/a/build/overland" "$kept/a" >"$work/a.hashes" || exit 2
  battery "$work/b/build/overland" "$kept/b" >"$work/b.hashes" || exit 2
  cat "$work/a.hashes"
  if diff -U 0 "$work/a.hashes" "$work/b.hashes" >"$work/differ"; then
    echo same
  else
    grep '^[-+][^-+]' "$work/differ"
    exit 1
  fi
  ;;
esac
