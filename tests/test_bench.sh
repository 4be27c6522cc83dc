#!/bin/sh
# bench/run.sh measures a small collection of maps and writes a page and a plot
# whose figures are those of the measurements; bench --touch finds the same paths at rest, at first
# touch and repeated, and says which it was.
. "$(dirname "$0")/checks.sh"
cd "$work" || exit 1

# ---- At rest, at first touch, repeated ----

cp "$root/maps/rooms-256.map.scen" rooms.scen
cp "$root/maps/caves-161x97.map.scen" caves.scen
"$overland" build "$root/maps/rooms-256.map" -o rooms.world >/dev/null
"$overland" build "$root/maps/caves-161x97.map" -o caves.world --overlays always >/dev/null
echo "rect 40,40 30x20 @" >edits
"$overland" edit caves.world edits --patch caves.patch >/dev/null

# solve NAME ARGUMENT...: NAME.json, .paths, .walks, .csv; of the table all but the times.
solve() {
  name=$1
  shift
  "$overland" bench "$@" --every 3 --json --paths $name.paths --walks $name.walks \
    --csv $name.full.csv >$name.json 2>$name.errors &&
    cut -d , -f 1-4,9 $name.full.csv >$name.csv
}
for case in "rooms.world rooms.scen" "caves.world caves.scen" "rooms.world rooms.scen --safe" \
  "caves.world caves.scen --goals 5 --brief"; do
  # shellcheck disable=SC2086 # words of our own
  check "bench ${case%%.*}${case#*.scen}" solve plain $case
  check "  it is at rest" grep -q '^  "touch": "rest",$' plain.json
  for touch in rest first repeated; do
    # shellcheck disable=SC2086
    check "  --touch $touch" solve $touch $case --touch $touch
    check "  which it says" grep -q "^  \"touch\": \"$touch\",\$" $touch.json
    check "  no problem fails" sh -c "grep -q '\"failed\": 0' $touch.json && grep -q '\"illegal\": 0' $touch.json"
    for what in paths walks csv; do check "  the same $what" cmp plain.$what $touch.$what; done
    check "  each has a time" awk -F, 'FNR == 1 { next } !($5 > 0 && $6 > 0 && $7 > 0) { exit 1 }' \
      $touch.full.csv
  done
done
check "--brief leaves the plain A* and the bake out" sh -c \
  "grep -q '\"astar_us\": null' first.json && grep -q '\"build_ms\": null' first.json && grep -q '\"cost_ratio\": {' first.json"
for touch in rest first repeated; do
  "$overland" bench rooms.world --random 20 --seed 3 --touch $touch --paths $touch.paths >$touch.table
  "$overland" bench caves.world --random 20 --seed 3 --patch caves.patch --touch $touch \
    --paths $touch.patched >/dev/null 2>&1 || echo "$touch" >>wrong
done
: >>wrong
empty "the patched world is solved in all three" wrong
check "the table says: at rest" grep -qx 'at rest: one planner answers .*' rest.table
check "the table says: first touch" grep -qx 'first touch: each problem has a new planner .*' first.table
check "the table says: repeated" grep -qx 'repeated: each problem is solved once before .*' repeated.table
for touch in first repeated; do
  check "random problems have the same paths, $touch" cmp rest.paths $touch.paths
  check "and those of a patched world" cmp rest.patched $touch.patched
done
# The median shows which is which, whatever else the machine does.
cat >touched.py <<'PROGRAM'
import json
median = {}
for touch in ("first", "rest", "repeated"):
    it = json.load(open(touch + ".json"))
    median[touch] = it["first_step_us"]["p50"], it["full_path_us"]["p50"]
assert median["first"] > median["repeated"], median
PROGRAM
"$overland" bench rooms.world --nearest 20 --json >nearest.json 2>errors
cat >nearest.py <<'PROGRAM'
import json
it = json.load(open("nearest.json"))
assert it["failed"] == 0, it
for kind in ("set", "rect", "circle"):
    assert 0 <= it[kind]["others"] <= it[kind]["asked"] <= 20 and 1 <= it[kind]["mean"] <= it[kind]["max"], it
    assert (it[kind]["max"] > 1) == (it[kind]["others"] > 0), it
assert 1 <= it["costs_ratio"]["mean"] <= it["costs_ratio"]["max"] < 2, it
PROGRAM
check "--nearest judges goals and costs" python3 nearest.py
for touch in rest first repeated; do solve $touch rooms.world rooms.scen --touch $touch; done
check "what is touched first takes longer than what is repeated" python3 touched.py

# ---- The page ----

# Two groups, one of them with a largest map that stands apart.
take() { # take GROUP NAME...
  group=$1
  shift
  mkdir -p "collection/maps/$group" "collection/scenarios/$group"
  for name; do
    cp "$root/maps/$name.map" "collection/maps/$group/"
    cp "$root/maps/$name.map.scen" "collection/scenarios/$group/"
  done
}
take sc1 maze-129 caves-161x97 rooms-256
take rooms rooms-150x90
take wc3maps512 continents-300x200
rm -r collection/scenarios/wc3maps512 # problems are made for the profiles
cp "$root/maps/random-128.map" collection/maps/rooms/ # without scenarios
mkdir results
cp "$root/README.md" README.before

run() {
  OVERLAND_MAPS=collection OVERLAND_EVERY=3 OVERLAND_WORLDS=1 OVERLAND_GENERATED=150x150 OVERLAND_PROBLEMS=20 \
    OVERLAND_EDITS=5 OVERLAND_FIELD=97x81 OVERLAND_UNITS=40 OVERLAND_TICKS=300 OVERLAND_RESULTS=results \
    OVERLAND_SIDES="96 300" OVERLAND_SIDE=96 OVERLAND_NEAREST_SIDES="256" OVERLAND_ROAD_SIDE=64 OVERLAND_STARTS=5 \
    OVERLAND_KIND_SIDES="64 128" OVERLAND_QUERIES=20 OVERLAND_ROUNDS=2 \
    sh "$root/bench/run.sh" "$build" >said 2>&1
}
if command -v valgrind >/dev/null 2>&1; then
  check "bench/run.sh runs" run
  check "it counts instructions of three queries" sh -c \
    "[ \$(grep -c '^| [a-z0-9-]* | [0-9]* | [0-9,]* | [0-9,]* | [0-9,]* |' results/measured/instructions.md) = 3 ]"
else
  run # all but the instructions
fi
check "it leaves README.md alone" cmp README.before "$root/README.md"
check "it draws a plot" sh -c "tail -c 8 results/plot.png | head -c 4 | grep -q IEND"
for section in "Times by group" "At rest, first touch and repeated" "Paths by group" "By optimal length, all maps" \
  "Bake and bytes by group" "Estimates" "Generated worlds" "Weighted worlds" "Sizes" "Hard ground" \
  "Nearest of many" "Size" "Edits" "Battle" "Instructions" "Maps"; do
  check "the page has a section: $section" grep -qx "## $section" results/RESULTS.md
done
for what in machine compiler flags date "map set"; do
  check "the page names the $what" grep -q "^| $what | ..*|\$" results/RESULTS.md
done
check "it counts the maps" grep -q '^| map set | 4 maps .*3th.*; 2 maps without' results/RESULTS.md
check "it says that nothing went wrong" grep -q '^| answers | 268 problems, 0 failed, 0 illegal |' results/RESULTS.md
check "each group has its times at rest, at first touch and repeated" sh -c \
  "[ \$(grep -cE '^[|] (sc1, all 3|rooms, all 1) [|] [0-9,]+ ([|] [0-9.,]+ / [0-9.,]+ / [0-9.,]+ ){6}[|]\$' results/RESULTS.md) = 2 ]"
check "each profile has a row of each map and of all" sh -c \
  "[ \$(grep -cE '^[|] (continents-300x200|all 1) [|] (foot|boat) [|] 20 [|] 1[.][0-9]* ' results/RESULTS.md) = 4 ]"
check "so have the sizes" sh -c \
  "[ \$(grep -cE '^[|] (rooms-256|maze-129|caves-161x97|all 3) [|] [0-9.,]* [|] [0-9.,]* [|] [0-9.,]* [|] [0-9.,]* [|]\$' results/RESULTS.md) = 4 ]"
check "and the nearest of many" sh -c \
  "[ \$(grep -cE '^[|] (rooms-256|maze-129|caves-161x97|all 3) [|] [0-9.,]* [|] [0-9.,]* [|] [0-9.,]* [|]\$' results/RESULTS.md) = 4 ]"
check "and hard ground" sh -c \
  "[ \$(grep -cE '^[|] (weights|extra|slopes) [|] [1-4] [|] (labels|overlays) [|] [0-9]+ ([|] 1[.][0-9]+ ){6}[|]\$' results/RESULTS.md) = 24 ]"
check "and roads of each kind" sh -c \
  "[ \$(grep -cE '^[|] (straight|winding|diagonal) roads, 1 on [0-9.]+ [|] 1 [|] (labels|edited) [|] 20 ([|] 1[.][0-9]+ ){6}[|]\$' results/RESULTS.md) = 12 ]"
check "and several goals" sh -c \
  "[ \$(grep -cE '^[|] (empty|blocks, 20 %|continents|weights|slopes) [|] (labels|overlays) ([|] [0-9]+[.][0-9] [|] 1[.][0-9]+ ){3}[|] 1[.][0-9]+ [|] 1[.][0-9]+ [|]\$' results/RESULTS.md) = 10 ]"
check "and each size" sh -c \
  "[ \$(grep -cE '^[|] (96|300) ([|] [0-9,]+ ){6}[|] 1[.][0-9]+ [|] 1[.][0-9]+ [|]' results/RESULTS.md) = 2 ]"
check "it draws what sizes cost" sh -c "tail -c 8 results/scale.png | head -c 4 | grep -q IEND"
check "and the work of paths" sh -c "tail -c 8 results/work.png | head -c 4 | grep -q IEND"
check "and edits" sh -c \
  "[ \$(grep -cE '^[|] sc1/[a-z0-9-]* ([|] [0-9.,]+ / [0-9.,]+ ){8}[|] [0-9,]+ [|]\$' results/RESULTS.md) = 3 ]"
check "and battles" sh -c \
  "[ \$(grep -cE '^[|] (sc1/[a-z0-9-]*|continents, 97x81) ([|] [0-9,]+ ){14}[|]\$' results/RESULTS.md) = 4 ]"
check "every map has a row" sh -c "[ \$(grep -c '^| [a-z0-9]*/[a-z0-9-]* | [0-9]*x[0-9]* |' results/RESULTS.md) = 4 ]"

cat >page.py <<'PROGRAM'
import csv, json, math
page = [[cell.strip() for cell in line.strip()[1:-1].split("|")]
        for line in open("results/RESULTS.md") if line.startswith("|")]
groups = {"sc1, 1 largest": ["sc1/rooms-256"],
          "sc1, other 2": ["sc1/maze-129", "sc1/caves-161x97"],
          "rooms, all 1": ["rooms/rooms-150x90"]}
shown = lambda us: "%.1f" % us if us < 9.95 else "{:,.0f}".format(us)
def close(said, us):
    said = float(said.replace(",", ""))
    assert abs(said - us) <= (0.051 if us < 9.95 else 0.51), (said, us)
def rank(figures, percent):
    return sorted(figures)[max(math.ceil(len(figures) * percent / 100), 1) - 1]
for group, names in groups.items():
    rows = [row for name in names
            for row in csv.DictReader(open("results/measured/maps/%s.csv" % name))]
    at = next(i for i, row in enumerate(page) if row[0] == group and row[2:3] == ["first step"])
    assert page[at][1] == str(len(rows)), (page[at], len(rows))
    columns = {"first step": "first_step_us", "whole path": "full_path_us", "walk": "walk_us",
               "plain A*": "astar_us"}
    plain = [float(row["astar_us"]) for row in rows]
    for line, (what, column) in zip(page[at:], columns.items()):
        us = [float(row[column]) for row in rows]
        mean = sum(us) / len(us)
        assert line[2] == what, line
        for said, figure in zip(line[3:8], [mean] + [rank(us, p) for p in (50, 90, 99)] + [max(us)]):
            close(said, figure)
        close(line[8], sum(plain) / len(plain) / mean)
    ratios = [float(row["cost"]) / float(row["optimum"]) if float(row["optimum"]) else 1
              for row in rows]
    line = next(row for row in page if row[0] == group and len(row) == 7)
    assert abs(float(line[1]) - sum(ratios) / len(ratios)) < 1e-4, line
    assert abs(float(line[3]) - max(ratios)) < 1e-4, line
    line = next(row for row in page if row[0] == group and len(row) > 10)
    worlds = [json.load(open("results/measured/maps/%s.info.json" % name)) for name in names]
    cells = sum(world["width"] * world["height"] for world in worlds)
    assert abs(float(line[3]) - sum(world["world_bytes"] for world in worlds) / cells) < 1e-3, line
    assert abs(sum(map(float, line[4:])) - float(line[3])) < 0.01, line
lengths = [row for row in page if row[0].startswith("up to ") or row[0] == "more"]
assert sum(int(row[1].replace(",", "")) for row in lengths) == sum(
    len(list(csv.DictReader(open("results/measured/maps/%s.csv" % name))))
    for names in groups.values() for name in names), lengths
PROGRAM
check "its figures are those of the measured problems" python3 page.py

sh "$root/bench/tables.sh" results/measured --readme >rows
check "a row for README.md stands for the largest maps of a group" sh -c \
  "[ \$(wc -l <rows) = 2 ] && grep -qE '^[|] sc1, 1 largest [|] [0-9.,]+ / [0-9.,]+ [|]' rows"
# ---- What leaves the fast way ----
check "without its maps the page has no cliffs" sh -c "! grep -q '^## Cliffs' results/RESULTS.md"
# Maps of our own under the names that the targets ask for.
stand_in() { # stand_in GROUP NAME MAP
  mkdir -p "cliffs/maps/$1" "cliffs/scenarios/$1"
  cp "$root/maps/$3.map" "cliffs/maps/$1/$2.map"
  cp "$root/maps/$3.map.scen" "cliffs/scenarios/$1/$2.map.scen"
}
stand_in sc1 TheFrozenSea continents-300x200
stand_in random random512-10-0 random-128
stand_in mazes maze512-8-0 maze-129
stand_in bg512 AR0011SR rooms-150x90
stand_in dao brc202d caves-161x97
for width in 1 4 16 32; do stand_in mazes maze512-$width-0 maze-wide-200; done
for name in bootybay divideandconquer gnollwood swampofsorrows; do
  stand_in wc3maps512 $name continents-300x200
done
targets() {
  OVERLAND_MAPS=cliffs OVERLAND_EVERY=20 OVERLAND_WORLDS=1 OVERLAND_PROBLEMS=5 OVERLAND_ROUNDS=2 \
    OVERLAND_EDITS=3 OVERLAND_PATCHES=40 OVERLAND_GENERATED=150x150 OVERLAND_RESULTS=results \
    sh "$root/bench/run.sh" "$build" "$@" >said 2>&1
}
cp results/RESULTS.md page.before
check "one target runs by itself" targets link
check "its table is printed" sh -c \
  "[ \$(grep -cE '^[|] (without links|one .*) [|] [a-z]+ [|] [0-9.,]+ / [0-9.,]+ [|] [0-9,]+ [|] [0-9.,]+ [|] - [|]\$' said) = 4 ]"
check "and kept" cmp said results/measured/cliffs/link.md
if [ -n "$long" ]; then # they take minutes
  check "all targets run" targets cliffs
  check "the page stays as it was" cmp page.before results/RESULTS.md
  check "tables.sh puts them on it" sh -c "sh '$root/bench/tables.sh' results/measured >page.cliffs &&
    grep -qx '## Cliffs' page.cliffs"
  for target in $(sed -n 's/^cliffs="\(.*\)"$/\1/p' "$root/bench/measuring.sh"); do
    check "$target has a table" test "$(grep -c '^|' "results/measured/cliffs/$target.md")" -gt 2
    [ "$target" = answers ] ||
      check "$target has rows on the page" grep -q "^| $target | .* |\$" page.cliffs
  done
  check "plans after edits have a row each" sh -c \
    "[ \$(grep -cE '^[|] patches [|] .* [|] (labels|overlays) [|] [0-9.,]+ / [0-9.,]+ [|]' page.cliffs) = 6 ]"
  check "edits have mean and p99" sh -c \
    "[ \$(grep -cE '^[|] changes [|] .* [|] - [|] - [|] - [|] [0-9.,]+ / [0-9.,]+ [|]\$' page.cliffs) = 10 ]"
fi

# ---- Real ground ----

ground() {
  OVERLAND_MAPS=cliffs OVERLAND_EVERY=20 OVERLAND_PROBLEMS=5 OVERLAND_ROUNDS=2 OVERLAND_EDITS=1 OVERLAND_ROAD_SIDE=64 \
    OVERLAND_STARTS=5 OVERLAND_SIDE=96 sh "$root/bench/ground.sh" "$@" >said 2>errors
}
rows_of() { [ "$(grep -cE "^[|] $1.* [|] $2 [|]\$" said)" = "$3" ]; }
number='[0-9]+[.][0-9]+'
check "ground.sh measures slopes" ground slopes "$build"
check "as ratios of first steps and whole paths" rows_of "(slopes 0.5 /|the same)" "$number; $number" 3
check "and mazes beside another build" ground mazes "$build" "$build"
check "which takes about as long" rows_of "whole path, maze of width" "[0-9][.][0-9]+" 4
check "ground.sh refuses an unknown target" sh -c \
  "! OVERLAND_MAPS=cliffs sh '$root/bench/ground.sh' moon '$build' 2>errors && grep -q 'all, or one of: slopes' errors"
if [ -n "$long" ]; then
  check "all its targets run" ground all "$build" "$build"
  check "weights have a row a map" rows_of "weights 1/2/4, " "$number; $number; $number" 4
  check "edits one a world" rows_of "edits, " "$number; $number; $number" 4
  check "roads and bodies have costs" rows_of "path cost, " "$number; $number; $number" 16
  check "goals shares" rows_of "another goal" "$number %, $number %, $number %; $number" 10
  check "and the first map its work" rows_of "work over the plain A" \
    "first step $number, [0-9]+, [0-9]+; whole path $number, [0-9]+, [0-9]+" 8
fi
check "an unknown target is wrong usage" sh -c \
  "OVERLAND_MAPS=cliffs sh '$root/bench/run.sh' '$build' moon >/dev/null 2>&1; [ \$? = 2 ]"
check "a missing collection is wrong usage" sh -c \
  "OVERLAND_MAPS=nowhere sh '$root/bench/run.sh' '$build' >/dev/null 2>&1; [ \$? = 2 ]"

# ---- Two builds side by side ----

counted=0
[ -z "$long" ] || counted=2 # which takes longest
beside() {
  OVERLAND_MAPS=collection OVERLAND_BUILD=$build OVERLAND_EVERY=20 OVERLAND_ROUNDS=1 OVERLAND_PAIRS=20 OVERLAND_EDITS=4 \
    OVERLAND_COUNTED=$counted OVERLAND_FIGURES=figures sh "$root/bench/side_by_side.sh" "$@" >said 2>errors
}
check "a build is measured beside itself" beside "$build" caves-161x97 rooms/random-128
check "each group has a column of ratios" grep -q '^| this over other | rooms, 1 | sc1, 1 | all 2 |$' said
check "each map has its rows" sh -c "[ \$(grep -c '^| random-128 | ' said) -ge 3 ]"
cat >beside.py <<'PROGRAM'
figures = [line.split() for line in open("figures")]
for name in ("caves-161x97", "random-128"):
    own = {it[2]: (float(it[3]), float(it[4])) for it in figures if it[1] == name}
    states = ["rest", "touch", "edit", "buildings"]
    times = [way + state + end for way in ("first_", "whole_") for state in states for end in ("_mean", "_p99")]
    times += ["edit_%s_mean" % kind for kind in ("cell", "building", "row")] + ["bake_ms"]
    assert all(min(own[key]) > 0 for key in times), own
    alike = ["bytes_per_cell", "planner_bytes"] + [length + state + end for length in ("cost_", "walked_")
             for state in states if state != "touch" for end in ("_mean", "_max")]
    assert all(own[key][0] == own[key][1] >= 1 for key in alike), own
    counted = {key: pair for key, pair in own.items() if key.startswith("counted_")}
    assert len(counted) in (0, 12) and all(abs(a / b - 1) < 0.01 for a, b in counted.values()), counted
PROGRAM
check "all that is measured has figures, and what is counted is the same" python3 beside.py
refused() { ! beside "$@" && grep -q moon errors; }
check "a name that is no commit is refused" refused moon
check "so is a map that is not there" refused "$build" moon

finish
