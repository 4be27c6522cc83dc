#!/bin/sh
# Every command of the command line does what its page says, on small maps.
. "$(dirname "$0")/checks.sh"
cd "$work" || exit 1

# json KEYS COMMAND...: it ends well, says one JSON object and nothing else, with these keys.
json() {
  keys=$1
  shift
  says 0 "$@" && python3 - "$keys" <<'PROGRAM'
import json, sys
said = json.load(open("said"))
if not isinstance(said, dict):
    sys.exit("no object")
missing = [key for key in sys.argv[1].split() if key not in said]
if missing:
    sys.exit("without " + " ".join(missing))
PROGRAM
}

png() { # png FILE: a picture's signature and its last chunk
  test "$(od -An -tx1 -N8 "$1" | tr -d ' \n')" = 89504e470d0a1a0a &&
    test "$(tail -c 8 "$1" | head -c 4)" = IEND
}

# ---- Help ----
for command in gen build edit info verify path render bench plot simulate; do
  check "$command --help" says 0 "$overland" $command --help
  check "$command --help has an example" grep -q "overland $command .*" said
  check "$command of an unknown option is wrong usage" says 2 "$overland" $command --no-such-option
done
check "overland --help" says 0 "$overland" --help
check "no command is wrong usage" says 2 "$overland"
check "help of a command" says 0 "$overland" help path
check "help of an unknown command is wrong usage" says 2 "$overland" help fly
check "an unknown command is wrong usage" says 2 "$overland" fly
check "overland --version" says 0 "$overland" --version

# The examples, in an order in which each finds what it needs.
examples() { sed -n 's/^  overland /"$overland" /p'; }
mkdir examples
echo 'rect 100,100 16x16 @' >examples/edits.txt
{
  "$overland" --help | examples
  for command in gen build edit info verify path render bench plot simulate; do "$overland" $command --help | examples; done
} >examples/lines
check "there are examples" test "$(wc -l <examples/lines)" -ge 13
while read -r line; do
  check "the example ${line#* }" sh -ec "overland=$overland; cd examples; $line"
done <examples/lines
rm -r examples

# ---- gen ----
for kind in continents caves rooms maze city random serpentine spiral; do
  check "gen $kind" says 0 "$overland" gen $kind 97x61 --seed 3 -o $kind.map
  "$overland" gen $kind 97x61 --seed 3 -o again.map >/dev/null
  "$overland" gen $kind 97x61 --seed 4 -o other.map >/dev/null
  check "gen $kind: the same seed gives the same bytes" cmp $kind.map again.map >/dev/null
  check "gen $kind: another seed gives other bytes" sh -c "! cmp -s $kind.map other.map"
  check "gen $kind: a map of 97 x 61" sh -c "grep -qx 'height 61' $kind.map &&
    grep -qx 'width 97' $kind.map && tail -n +5 $kind.map |
    awk 'length(\$0) != 97 {exit 1} END {exit NR != 61}'"
done
check "gen --scenario" says 0 "$overland" gen --scenario 20 --from caves.map -o caves.scen
check "it holds 20 problems" test "$(grep -c 'caves\.map' caves.scen)" = 20
check "they fit the map" awk -F '\t' \
  'NR > 1 && ($3 != 97 || $4 != 61 || $5 >= 97 || $6 >= 61 || NF != 9) {exit 1}' caves.scen

# Heights and links are for legends; what a legend with both bakes is planned on and judged.
check "gen heights" says 0 "$overland" gen heights 97x61 --seed 3 -o hills.pgm
"$overland" gen heights 97x61 --seed 3 --threads 3 -o again.pgm
"$overland" gen heights 97x61 --seed 4 -o other.pgm
check "gen heights: the same bytes with any number of threads" cmp hills.pgm again.pgm
check "gen heights: another seed gives other bytes" sh -c "! cmp -s hills.pgm other.pgm"
check "gen heights: a grey picture of 97 x 61" sh -c \
  "head -n 2 hills.pgm | tail -n 1 | grep -qx '97 61' && [ \$(wc -c <hills.pgm) = \$((97 * 61 + 13)) ]"
check "gen --links" says 0 "$overland" gen --links 20 --from caves.map --seed 3 -o caves.legend
"$overland" gen --links 20 --from caves.map --seed 3 -o again.legend
"$overland" gen --links 20 --from caves.map --seed 4 -o other.legend
check "the same seed gives the same links" cmp caves.legend again.legend
check "another seed gives others" sh -c \
  "tail -n +2 caves.legend >one && tail -n +2 other.legend >two && ! cmp -s one two"
check "half of them lead both ways" sh -c \
  "[ \$(grep -cE '^link [0-9]+,[0-9]+ -> [0-9]+,[0-9]+ cost=1\$' caves.legend) = 10 ] &&
   [ \$(grep -c ' <-> ' caves.legend) = 10 ]"
check "or all, at a cost" says 0 "$overland" gen --links 3 --from caves.map --ways both --cost 2.5 -o both.legend
check "as they say" test "$(grep -c ' <-> .* cost=2.5$' both.legend)" = 3
check "or none" says 0 "$overland" gen --links 3 --from caves.map --ways one -o one.legend
check "as they say too" test "$(grep -c ' -> ' one.legend)" = 3
{
  echo 'profile default ground=1 swamp=1 climb=4 climbcost=0.5 dropcost=0.125'
  echo 'heights hills.pgm'
  cat caves.legend
} >steep.legend
check "a legend of both is baked" says 0 "$overland" build caves.map --legend steep.legend -o steep.world
check "and planned on" says 0 "$overland" bench steep.world --random 50 --seed 1 --yardstick --json
check "no path is wrong" holds "it['failed'] == 0 and it['illegal'] == 0"
printf 'type octile\nheight 1\nwidth 3\nmap\n@.@\n' >lone.map
for wrong in "--ways three" "--cost -1" "--cost much" "--scenario 3"; do
  # shellcheck disable=SC2086 # words of our own
  check "gen --links $wrong is wrong usage" says 2 \
    "$overland" gen --links 3 --from caves.map -o x.legend $wrong
done
check "gen --links without a map is wrong usage" says 2 "$overland" gen --links 3 -o x.legend
check "so are links of a kind" says 2 "$overland" gen caves 9x9 --links 3 --from caves.map -o x.legend
check "and ways without links" says 2 "$overland" gen caves 9x9 --seed 1 --ways one -o x.map
check "a map of one open cell has no room for links" says 3 "$overland" gen --links 3 --from lone.map -o x.legend
check "none of them leaves a file" test ! -e x.legend -a ! -e x.map

# ---- build ----
check "build" json "build_ms world_bytes bytes_per_cell regions waypoints memory_peak_bytes" \
  "$overland" build caves.map -o caves.world --json
check "it says the bytes of the file" holds "it['world_bytes'] == $(wc -c <caves.world)"
check "it says the regions" holds "it['regions'] == 8"
"$overland" build caves.map -o again.world >/dev/null
check "building twice gives the same bytes" cmp caves.world again.world
for threads in 1 2 3; do
  "$overland" build caves.map -o threads.world --threads $threads >/dev/null
  check "so do $threads threads" cmp caves.world threads.world
done
check "--region-size" json regions "$overland" build caves.map -o small.world --region-size 16 --json
check "it has more regions" holds "it['regions'] == 28"
check "build holds labels" holds "it['labels'] == 'held'"
check "--labels 0" json labels "$overland" build caves.map -o none.world --labels 0 --json
check "it says that there are none, and why" holds "it['labels'] == 'left out: the settings ask for none'"
check "so does info" sh -c "'$overland' info none.world | grep -q 'labels  *left out: the settings ask for none'"
check "they take no room" json labels_bytes "$overland" info none.world --json
check "but for their header" holds "it['labels_bytes'] == 40"
check "--labels of too little room" json labels \
  "$overland" build random.map -o tight.world --region-size 8 --labels 1 --json
check "it says that they are left out, and why" holds \
  "it['labels'] == 'left out: larger than the bytes a cell that they may take'"
check "that world is good" says 0 "$overland" verify tight.world random.map
"$overland" build random.map -o roomy.world --region-size 8 --labels 255 >/dev/null
check "--progress goes to standard error" says 0 "$overland" build caves.map -o p.world --progress
check "it shows the share done" grep -q '%' errors
check "nothing is on standard error without it" sh -c \
  "'$overland' build caves.map -o p.world --json 2>&1 >/dev/null | (! grep -q .)"

# ---- info, verify ----
check "info" says 0 "$overland" info caves.world
check "info --json" json "world_bytes bytes_per_cell regions waypoints width height" \
  "$overland" info caves.world --json
check "it has no time in it" holds "'build_ms' not in it"
check "the bytes of its parts are those of the file" holds \
  "sum(it[key] for key in it if key.endswith('_bytes') and key != 'world_bytes') == it['world_bytes']"
"$overland" info caves.world >said
check "the shares of its parts make 100 %" awk '
  $1 == "part" {inside = 1; next}
  inside && $1 != "file" {match($0, /[0-9.]+ %/); sum += substr($0, RSTART); parts++}
  END {exit !(parts >= 7 && sum > 99.5 && sum < 100.5)}' said
check "verify" says 0 "$overland" verify caves.world
check "verify with the map" says 0 "$overland" verify caves.world caves.map
check "verify with another map says no" says 1 "$overland" verify caves.world city.map
check "verify --json" json "world map legend same difference" "$overland" verify caves.world --json
check "it says that nothing differs, of no map" holds \
  "it == {'world': 'caves.world', 'map': None, 'legend': None, 'same': True, 'difference': None}"
"$overland" verify caves.world city.map >said 2>errors
line=$(sed 's/^overland: //' errors)
check "another map's JSON says no as well" says 1 "$overland" verify caves.world city.map --json
check "it has the line that says what differs" holds \
  "it == {'world': 'caves.world', 'map': 'city.map', 'legend': None, 'same': False, 'difference': \"$line\"}"
check "which is not on standard error too" test ! -s errors
check "a file that is no world has no JSON" sh -c \
  "! '$overland' verify caves.map --json >said 2>errors && test ! -s said -a -s errors"

# ---- path ----
# A map by hand: a wall with one door, and a closed room.
{
  printf 'type octile\nheight 9\nwidth 12\nmap\n'
  printf '.....@......\n.....@......\n.....@......\n.....@......\n.....@..@@@@\n'
  printf '........@..@\n.....@..@@@@\n.....@......\n.....@......\n'
} >door.map
"$overland" build door.map -o door.world >/dev/null
check "path" says 0 "$overland" path door.world 0,0 11,0
check "path --json" json "reachable cost length_any cells points first_step_us" \
  "$overland" path door.world 0,0 11,0 --json
# By hand: 4 diagonal and 1 straight to the cell before the door, 1 straight through it, and so on.
cat >cost.py <<'PROGRAM'
import json, math, sys
it = json.load(open("said"))
cells = it["cells"]
steps = list(zip(cells, cells[1:]))
assert cells[0] == [0, 0] and cells[-1] == [11, 0], "the ends"
assert [5, 5] in cells, "the door"
assert all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1 for a, b in steps), "a step"
grid = sum(math.hypot(a[0] - b[0], a[1] - b[1]) for a, b in steps)
assert abs(grid - it["cost"]) < 1e-3, ("cost", grid, it["cost"])
assert abs(it["cost"] - (5 + 8 * math.sqrt(2))) < 1e-3, ("optimum", it["cost"])
assert it["length_any"] <= it["cost"] + 1e-3, "length_any"
assert it["points"][0] == cells[0] and it["points"][-1] == cells[-1], "the points' ends"
assert all(p in cells for p in it["points"]), "points on the path"
PROGRAM
check "the path is the one by hand" python3 cost.py
check "start equal to goal" json "reachable cost cells" "$overland" path door.world 3,3 3,3 --json
check "it costs nothing" holds "it['reachable'] and it['cost'] == 0 and it['cells'] == [[3, 3]]"
check "it says what was asked" holds \
  "it['start'] == [3, 3] and it['goal'] == [3, 3] and it['smoothing'] == 'grid'"
check "no path: the answer is no" says 1 "$overland" path door.world 0,0 9,5
check "no path --json" says 1 "$overland" path door.world 0,0 9,5 --json
check "it says a reason" holds "it['reachable'] is False and it['reason']"
for smoothing in none grid any; do
  check "path --smooth $smoothing" json "points" \
    "$overland" path door.world 0,0 11,0 --smooth $smoothing --json
done
check "path --png" says 0 "$overland" path door.world 0,0 11,0 --png path.png
check "it is a PNG picture" png path.png
"$overland" gen city 2048x64 --seed 5 -o wide.map
"$overland" build wide.map -o wide.world --labels 0 >/dev/null
check "path --png across a large map" \
  says 0 "$overland" path wide.world 5,32 2040,32 --move --png wide.png
check "enlarges a part of the route" png wide.png
printf 'type octile\nheight 4\nwidth 8\nmap\n@@@@@@@@\n@......@\n@......@\n@@@@@@@@\n' >box.map
"$overland" build box.map -o box.world >/dev/null
check "path --move from and to blocked cells" \
  says 0 "$overland" path box.world 0,0 7,3 --move --png moved.png --json
check "its picture compares with the plain A* between the cells that were taken" \
  sh -c "tr -d '\n' <said | grep -q '\"astar_cost\": 5.4'"
check "path --png --json has the plain A*" json "astar_us astar_expanded astar_cost" \
  "$overland" path door.world 0,0 11,0 --png path.png --json
check "it costs no more" holds "it['astar_cost'] <= it['cost'] + 1e-6"
"$overland" gen city 96x64 --seed 5 -o traced.map
for labels in 8 0; do
  "$overland" build traced.map -o traced.world --region-size 16 --labels $labels >/dev/null
  check "path --trace, with $labels bytes of labels" says 0 "$overland" path traced.world 2,2 90,60 \
    --move --json --trace trace.jsonl
  check "it is lines of events that lead to the path" python3 "$root/tests/trace_forms.py" lines \
    trace.jsonl said
  check "path --trace-format posthoc" says 0 "$overland" path traced.world 2,2 90,60 --move --json \
    --trace trace.json --trace-format posthoc
  check "it is a search trace of version 1.4.0" python3 "$root/tests/trace_forms.py" posthoc \
    trace.json said
done
check "path --trace where there is no path" says 1 "$overland" path door.world 0,0 9,5 \
  --trace trace.jsonl
check "path --trace-format without a trace is wrong usage" \
  says 2 "$overland" path door.world 0,0 11,0 --trace-format posthoc
check "path --trace does not replace its world" \
  says 2 "$overland" path door.world 0,0 11,0 --trace door.world
check "path --layers without a picture is wrong usage" \
  says 2 "$overland" path door.world 0,0 11,0 --layers terrain

# --limit is compared with the cost that is printed, where a diagonal step counts the root of 2.
{
  printf 'type octile\nheight 700\nwidth 700\nmap\n'
  awk 'BEGIN { for (x = 0; x < 700; x++) row = row "."; for (y = 0; y < 700; y++) print row }'
} >plain.map
"$overland" build plain.map -o plain.world >/dev/null
check "path of 699 diagonal steps" says 0 "$overland" path plain.world 0,0 699,699
cost=$(sed -n 's/^cost  *\([0-9.]*\):.*/\1/p' said)
check "it costs 988.535" test "$cost" = 988.535
check "path --limit of its cost" says 0 "$overland" path plain.world 0,0 699,699 --limit "$cost"
check "path --limit of less" says 1 "$overland" path plain.world 0,0 699,699 --limit 988.534 --json
check "  ends within it" holds "it['partial'] and 986.5 < cost <= 988.534"
check "path --limit of straight steps" says 0 "$overland" path plain.world 0,0 699,0 --limit 699
check "path --limit of a little less" says 1 "$overland" path plain.world 0,0 699,0 --limit 698.99 --json
check "  ends within it, too" holds "it['partial'] and cost == 698"

# ---- render ----
check "render" says 0 "$overland" render caves.world -o caves.png
check "it is a PNG picture" png caves.png
side() { # side OFFSET FILE: a number of a picture's head, width at 16 and height at 20
  od -An -tu1 -j "$1" -N 4 "$2" | awk '{print (($1 * 256 + $2) * 256 + $3) * 256 + $4}'
}
check "render --no-legend" says 0 "$overland" render caves.world -o bare.png --no-legend --width 640
check "draws the map alone" test "$(side 16 bare.png)" -eq 640
check "render --width" says 0 "$overland" render caves.world -o legend.png --width 640
check "has the width that was asked for" test "$(side 16 legend.png)" -eq 640
check "a legend stands below the map" \
  test "$(side 20 legend.png)" -gt "$(($(side 20 bare.png) + 60))"
"$overland" render caves.world -o small.png --width 100
check "a small picture has none" test "$(side 20 small.png)" -le 200
"$overland" render caves.world -o whole.png --no-legend --layers terrain,regions,waypoints,links --width 640
check "render shows regions and waypoints" cmp bare.png whole.png
"$overland" render caves.world -o ground.png --no-legend --layers terrain --width 640
check "which are no terrain" sh -c "! cmp -s bare.png ground.png"
printf '%s\n' '1000 2000 128 0' '3000 4000 64 1' '' '1100 2000 128 0' >two.units
check "render --frames" says 0 "$overland" render caves.world -o unit.png --width 640 --no-legend --layers terrain --frames two.units
check "a picture for each frame, and no other" sh -c '! test -e unit.png && test -s unit-0000.png && test -s unit-0001.png && ! test -e unit-0002.png'
check "with units on the map" sh -c '! cmp -s unit-0000.png ground.png && ! cmp -s unit-0000.png unit-0001.png'
check "render --layers" says 0 "$overland" render caves.world -o layers.png --layers terrain,waypoints,edges
check "another picture" sh -c "! cmp -s caves.png layers.png"

# ---- bench ----
check "bench --json" json "map width height queries failed illegal estimate cost_ratio walked_ratio
  first_step_us full_path_us walk_us astar_us astar_expanded astar_ns_per_expansion
  build_ms world_bytes bytes_per_cell" "$overland" bench caves.world caves.scen --json \
  --paths paths --walks walks --csv table.csv
check "none failed, none illegal" holds \
  "it['queries'] == 20 and it['failed'] == 0 and it['illegal'] == 0"
check "no ratio below 1" holds \
  "it['cost_ratio']['mean'] >= 0.99999 and it['walked_ratio']['max'] >= 0.99999"
check "every time has its distribution" holds \
  "all(list(it[time]) == ['mean', 'p50', 'p90', 'p99', 'max'] and
       it[time]['p50'] <= it[time]['p90'] <= it[time]['p99'] <= it[time]['max']
       for time in ('first_step_us', 'full_path_us', 'walk_us', 'astar_us'))"
check "the classes of length hold every problem once" holds \
  "sum(one['count'] for one in it['by_length']) == 20"
# The same classes from the lines of the problems.
cat >lengths.py <<'PROGRAM'
import csv, json
it = json.load(open("said"))
lines = list(csv.DictReader(open("table.csv")))
least = -1
for one in it["by_length"]:
    most = one["most_cells"] or 1e9
    held = [line for line in lines if least < float(line["optimum"]) <= most]
    least = most
    assert len(held) == one["count"], one
    for time in ("first_step_us", "full_path_us", "walk_us", "astar_us"):
        mean = sum(float(line[time]) for line in held) / len(held)
        assert abs(mean - one[time]) < 0.01, (time, mean, one)
    ratios = [float(line["cost"]) / float(line["optimum"]) for line in held
              if float(line["optimum"]) > 0] or [1]
    assert abs(max(ratios) - one["cost_ratio"]["max"]) < 1e-3, (ratios, one)
PROGRAM
check "their figures are those of their problems" python3 lengths.py
check "bench --every 7 takes 3 of 20" sh -c \
  "'$overland' bench caves.world caves.scen --every 7 --json --paths few >said && [ \$(wc -l <few) = 3 ]"
check "their numbers are 0, 7, 14" test "$(cut -d ' ' -f 1 few | tr '\n' ' ')" = "0 7 14 "
check "bench --csv has a line a problem and a head" test "$(wc -l <table.csv)" = 21
cat >lines.py <<'PROGRAM'
import math, sys
rows = open("caves.map").read().split("map\n", 1)[1].split("\n")
problems = [line.split("\t") for line in open("caves.scen")][1:]
def is_open(x, y):
    return 0 <= y < 61 and 0 <= x < 97 and rows[y][x] in ".GS"
for name in ("paths", "walks"):
    for line in open(name):
        number, *cells = line.split(" ")
        cells = [tuple(map(int, cell.split(","))) for cell in cells]
        problem = problems[int(number)]
        assert cells[0] == (int(problem[4]), int(problem[5])), (name, number, "start")
        assert cells[-1] == (int(problem[6]), int(problem[7])), (name, number, "goal")
        length = 0
        for (ax, ay), (bx, by) in zip(cells, cells[1:]):
            assert max(abs(ax - bx), abs(ay - by)) == 1, (name, number, "step", ax, ay)
            assert is_open(bx, by) and is_open(ax, by) and is_open(bx, ay), (name, number, ax, ay)
            length += math.hypot(ax - bx, ay - by)
        best = float(problem[8])
        assert best - 0.01 <= length <= best * 1.04 + 0.01, (name, number, length, best)
    assert sum(1 for line in open(name)) == 20, name
PROGRAM
check "bench --paths and --walks: every cell legal, none far from the best" python3 lines.py
check "bench --random" json "queries failed illegal" \
  "$overland" bench caves.world --random 15 --seed 2 --json
check "none failed, none illegal" holds "it['queries'] == 15 and not it['failed'] + it['illegal']"
check "the yardstick is left out" holds "'astar_us' not in it or it['astar_us'] is None"
check "no length is known then" holds "it['by_length'] == []"
check "bench --random --yardstick" json "astar_us" \
  "$overland" bench caves.world --random 15 --seed 2 --yardstick --json
check "labels are the best estimate" json "estimate" \
  "$overland" bench roomy.world --random 15 --json
check "it plans by labels" holds "it['estimate'] == 'labels'"
check "overlays are, where labels are left out" json "estimate" \
  "$overland" bench tight.world --random 15 --json
check "it plans by overlays" holds "it['estimate'] == 'overlays'"

# ---- plot ----
head -n 1 table.csv >head.csv
check "plot" says 0 "$overland" plot table.csv -o plot.png
check "it is a PNG picture" png plot.png
check "plot of the same table" says 0 "$overland" plot table.csv -o again.png
check "gives the same bytes" cmp plot.png again.png
check "plot --title" says 0 "$overland" plot --title "All caves" table.csv -o titled.png
check "another picture" sh -c "! cmp -s plot.png titled.png"
{ cat head.csv && sed -n '2,9p' table.csv; } >short.csv
{ cat head.csv && sed -n '10,$p' table.csv; } >long.csv
check "plot of two tables" says 0 "$overland" plot short.csv -o halves.png long.csv --title "All caves"
check "shows what is in both" cmp titled.png halves.png
tr '\n' '\r' <table.csv | sed 's/\r/\r\n/g' >dos.csv
check "plot of a table with CR LF" says 0 "$overland" plot dos.csv -o dos.png --title "All caves"
check "gives the same bytes" cmp titled.png dos.png
printf 'cells,first_step_us,first_step_p99_us,cold_first_step_us,full_path_us,full_path_p99_us,bake_s,merge_s,memory_bytes,world_bytes,open_us\n1e6,80,200,300,500,900,0.2,0.1,3e7,4e5,50\n1.6e7,110,300,400,700,1500,2,1,6e7,6e6,90\n' >scale.csv
check "plot --scale" says 0 "$overland" plot scale.csv --scale -o scale.png
check "it is a PNG picture" png scale.png
"$overland" bench caves.world --random 15 --csv random.csv >/dev/null
check "plot --work" says 0 "$overland" plot table.csv random.csv --work -o work.png
check "it is a PNG picture" png work.png
check "a table without lengths can't be plotted" says 3 "$overland" plot random.csv -o no.png
check "it leaves no picture" test ! -e no.png

# ---- What is easy to type ----
check "gen without a seed" says 0 "$overland" gen maze 20x20 --out seedless.map
"$overland" gen maze 20x20 --seed 1 -o seed-one.map
check "is that of seed 1" cmp seedless.map seed-one.map
check "build --out" says 0 "$overland" build seedless.map --out=easy.world
check "one of a thing has no plural" grep -q '^easy.world: 20 x 20 cells, 1 region, 0 waypoints, 1 island$' said
check "path in one window" says 0 "$overland" path easy.world 1,1 3,3 --move
check "has no plural either" sh -c "! grep -E '\\b1 (waypoints|cells|windows|islands)\\b' said"
for word in version --version -v; do
  check "overland $word" says 0 "$overland" $word
  check "$word prints the version" grep -qE '^overland [0-9]+\.[0-9]+' said
done
echo 'set 3,3 @' >easy.edits
echo 'rect 4,4 2x2 @' >>easy.edits
check "edits of a file" says 0 "$overland" edit easy.world easy.edits -o by-file.world
check "edits as an argument" says 0 "$overland" edit easy.world 'set 3,3 @; rect 4,4 2x2 @' -o by-argument.world
check "give the same world" cmp by-file.world by-argument.world

# ---- The tree is left tidy ----
find . -name '*.tmp-*' >wrong
empty "no temporary file is left" wrong

finish
