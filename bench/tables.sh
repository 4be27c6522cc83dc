#!/bin/sh
# Makes bench/RESULTS.md, on standard output, from what bench/run.sh measured:
#
#   sh bench/tables.sh MEASURED_FOLDER            RESULTS.md
#   sh bench/tables.sh MEASURED_FOLDER --readme   the rows of README.md's table
#
# The figures of several maps are those of all their problems together, so that
# p99 of a group is what 99 of 100 of its problems stay within. The largest maps
# of a group, those of more than three quarters of its largest one's cells, stand
# apart: they are what two tiers are for.
set -eu
. "$(dirname "$0")/measuring.sh"

measured=${1:?usage: sh bench/tables.sh MEASURED_FOLDER [--readme]}
[ -d "$measured/maps" ] || fail "$measured/maps is not a folder: run bench/run.sh first"

# ---- What the tables are made of ----

# How figures look; loaded before each of the programs below.
cat >"$work/shown.awk" <<'AWK'
function commas(number, text) {
  text = sprintf("%.0f", number)
  while (match(text, /[0-9][0-9][0-9][0-9]($|,)/))
    text = substr(text, 1, RSTART) "," substr(text, RSTART + 1)
  return text
}
function time(us) { return us == "-" ? "-" : us < 9.95 ? sprintf("%.1f", us) : commas(us) }
function times(over, under) {
  if (over == "-" || under == "-" || under == 0) return "-"
  return sprintf(over / under < 9.95 ? "%.1f" : "%.0f", over / under)
}
function percent(ratio) { return sprintf("%.2f", 100 * (ratio - 1)) }
AWK

# Tables of bench --csv, one after the other, become a line a problem: optimum,
# cost and walked over it, and the four times; "-" for what is not known.
cat >"$work/pool.awk" <<'AWK'
function field(name) { return $column[name] == "" ? "-" : $column[name] }
function ratio(name) {
  if (field(name) == "-" || field("optimum") == "-") return "-"
  return field("optimum") == 0 ? 1 : field(name) / field("optimum")
}
FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
{
  print field("optimum"), ratio("cost"), ratio("walked"), field("first_step_us"), \
    field("full_path_us"), field("walk_us"), field("astar_us")
}
AWK
COST=2 WALKED=3 FIRST=4 FULL=5 WALK=6 ASTAR=7 # columns of a pool
pool() { awk -F, -f "$work/pool.awk" "$@"; }

# summary POOL COLUMN: "mean p50 p90 p99 max" of a column, by nearest rank.
summary() {
  cut -d ' ' -f "$2" "$1" | grep -v '^-$' | sort -n | awk '
    { figure[NR] = $1; sum += $1 }
    function rank(percent,   at) {
      at = int((NR * percent + 99) / 100)
      return figure[at > 0 ? at : 1]
    }
    END {
      if (NR == 0) print "- - - - -"
      else printf "%.7f %s %s %s %s\n", sum / NR, rank(50), rank(90), rank(99), figure[NR]
    }'
}

# summaries POOL COLUMN...: those of several columns on one line.
summaries() {
  of=$1
  shift
  for column; do summary "$of" "$column"; done | tr '\n' ' '
}

# What is wanted of one JSON object of bench: top members have a line each.
figure() { sed -n "s/^  \"$2\": \"\{0,1\}\([^,\"]*\)\"\{0,1\},*\$/\1/p" "$1"; }
inner() { sed -n "s/^  \"$2\": {.*\"$3\": \([^,}]*\).*/\1/p" "$1"; }

# Lines "GROUP NAME CELLS SIZE" of all maps, then "LABEL|GROUP/NAME", label by label.
for json in "$measured"/maps/*/*.json; do
  case $json in *.info.json) continue ;; esac
  width=$(figure "$json" width) height=$(figure "$json" height)
  echo "$(basename "$(dirname "$json")") $(basename "$json" .json) $((width * height)) ${width}x$height"
done >"$work/maps"
awk '
  { group[NR] = $1; name[NR] = $2; cells[NR] = $3; count[$1]++
    if ($3 > most[$1]) most[$1] = $3 }
  function is_large(i) { return cells[i] > 0.75 * most[group[i]] }
  END {
    for (i = 1; i <= NR; i++) large[group[i]] += is_large(i)
    for (i = 1; i <= NR; i++) {
      rest = count[group[i]] - large[group[i]]
      label = rest == 0 ? "all " count[group[i]] : is_large(i) ? large[group[i]] " largest" : "other " rest
      print group[i] ", " label "|" group[i] "/" name[i] | "sort -t, -k1,1 -k2,2"
    }
  }' "$work/maps" >"$work/labelled"
cut -d '|' -f 1 "$work/labelled" | uniq >"$work/labels"

# pool_of LABEL: the pool of its maps, in a file whose name is left in $pooled.
pool_of() {
  pooled=$work/pool-$(echo "$1" | tr ' ,' '__')
  [ -f "$pooled" ] ||
    awk -F '|' -v label="$1" -v folder="$measured/maps" \
      '$1 == label { print folder "/" $2 ".csv" }' "$work/labelled" |
    xargs awk -F, -f "$work/pool.awk" >"$pooled"
}

# ---- Tables ----

# time_rows LABEL POOL: the distribution of each time of a pool.
time_rows() {
  { wc -l <"$2" && summaries "$2" $FIRST $FULL $WALK $ASTAR; } | tr '\n' ' ' |
    awk -v label="$1" -f "$work/shown.awk" -f "$work/rows.awk"
}
cat >"$work/rows.awk" <<'AWK'
{
  split("first step|whole path|walk|plain A*", what, "|")
  for (i = 1; i <= 4; i++) {
    from = 2 + 5 * (i - 1)
    printf "| %s | %s | %s ", i == 1 ? label : "", i == 1 ? commas($1) : "", what[i]
    for (j = 0; j < 5; j++) printf "| %s ", time($(from + j))
    printf "| %s | %s |\n", times($17, $from), times($20, $(from + 3))
  }
}
AWK
time_head() {
  echo "| $1 | problems | us | mean | p50 | p90 | p99 | max | A*/it, mean | A*/it, p99 |"
  echo "| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
}

group_times() {
  time_head maps
  while read -r label; do
    pool_of "$label"
    time_rows "$label" "$pooled"
  done <"$work/labels"
}

group_lengths() {
  echo "| maps | cost mean | p99 | max | walked mean | p99 | max |"
  echo "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
  while read -r label; do
    pool_of "$label"
    summaries "$pooled" $COST $WALKED |
      awk -v label="$label" '{ printf "| %s | %.4f | %.4f | %.4f | %.4f | %.4f | %.4f |\n",
        label, $1, $4, $5, $6, $9, $10 }'
  done <"$work/labels"
}

# All maps together, in classes of optimal length.
length_times() {
  echo "| cells | problems | first step, mean | p99 | whole path, mean | p99 | plain A*, mean | p99 | A*/first step | A*/whole path | cost mean | max |"
  echo "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
  pool "$measured"/maps/*/*.csv >"$work/pool-all"
  least=-1
  for most in 32 64 128 256 512 1024 1000000000; do
    awk -v least=$least -v most=$most '$1 != "-" && $1 > least && $1 <= most' "$work/pool-all" \
      >"$work/class"
    case $most in
    1000000000) label="more" ;;
    *) label="up to $most" ;;
    esac
    least=$most
    [ -s "$work/class" ] || continue
    { wc -l <"$work/class" && summaries "$work/class" $FIRST $FULL $ASTAR $COST; } | tr '\n' ' ' |
      awk -v label="$label" -f "$work/shown.awk" -f "$work/length.awk"
  done
}
cat >"$work/length.awk" <<'AWK'
{
  printf "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %.4f | %.4f |\n", label, \
    commas($1), time($2), time($5), time($7), time($10), time($12), time($15), \
    times($12, $2), times($12, $7), $17, $21
}
AWK

# bytes_of FOLDER LABEL NAME: lines "LABEL|KEY|NUMBER" of a map's bytes and bake.
bytes_of() {
  for json in "$1/$3.info.json" "$1/$3.json"; do
    sed -n "s/^  \"\([a-z_]*\)\": \([0-9.]*\),*\$/$2|\1|\2/p" "$json" |
      case $json in *.info.json) cat ;; *) grep '|build_ms|' ;; esac
  done
}
# Of such lines, a row a label: bake, and what each part takes a cell. The parts
# are those that info names.
bytes_table() {
  awk -F '|' -v head="$1" '
    !($1 in maps) { label[++labels] = $1; maps[$1] = 0 }
    $2 == "width" { maps[$1]++; width = $3 }
    $2 == "height" { cells[$1] += width * $3 }
    $2 == "build_ms" { ms[$1] += $3 }
    $2 == "world_bytes" { all[$1] += $3 }
    $2 ~ /_bytes$/ && $2 != "world_bytes" {
      if (!($2 in known)) { part[++parts] = $2; known[$2] = 1 }
      bytes[$1, $2] += $3
    }
    END {
      printf "| %s | bake, ms a map | ns a cell | bytes a cell", head
      for (i = 1; i <= parts; i++) { name = part[i]; sub(/_bytes$/, "", name); printf " | %s", name }
      printf " |\n| --- | ---: | ---: | ---:"
      for (i = 1; i <= parts; i++) printf " | ---:"
      print " |"
      for (j = 1; j <= labels; j++) {
        l = label[j]
        printf "| %s | %.1f | %.0f | %.3f", l, ms[l] / maps[l], 1e6 * ms[l] / cells[l], all[l] / cells[l]
        for (i = 1; i <= parts; i++) printf " | %.3f", bytes[l, part[i]] / cells[l]
        print " |"
      }
    }'
}
group_bytes() {
  while IFS='|' read -r label name; do bytes_of "$measured/maps" "$label" "$name"; done \
    <"$work/labelled" >"$work/bytes"
  bytes_table maps <"$work/bytes"
}

estimate_times() {
  time_head estimate
  for folder in "$measured"/estimates/*/; do
    [ -d "$folder" ] || continue
    pool "$folder"*.csv >"$work/pool-estimate"
    time_rows "$(basename "$folder")" "$work/pool-estimate"
  done
}

generated() {
  time_head map
  for table in "$measured"/generated/*.csv; do
    pool "$table" >"$work/pool-generated"
    time_rows "$(basename "$table" .csv)" "$work/pool-generated"
  done
  echo
  for table in "$measured"/generated/*.csv; do
    bytes_of "$measured/generated" "$(basename "$table" .csv)" "$(basename "$table" .csv)"
  done | bytes_table map
}

map_rows() {
  echo "| map | size | problems | failed | illegal | cost mean | max | walked max | first step | p99 | whole path | p99 | plain A* | ns/expansion | A*/first step | A*/whole path | unreachable | bake, ms | B/cell |"
  echo "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
  while read -r group name _ size; do
    json=$measured/maps/$group/$name.json
    echo "$group/$name $size $(figure "$json" queries) $(figure "$json" failed)" \
      "$(figure "$json" illegal) $(inner "$json" cost_ratio mean) $(inner "$json" cost_ratio max)" \
      "$(inner "$json" walked_ratio max) $(inner "$json" first_step_us mean)" \
      "$(inner "$json" first_step_us p99) $(inner "$json" full_path_us mean)" \
      "$(inner "$json" full_path_us p99) $(inner "$json" astar_us mean)" \
      "$(figure "$json" astar_ns_per_expansion) $(figure "$json" unreachable_us)" \
      "$(figure "$json" build_ms) $(figure "$json" bytes_per_cell)"
  done <"$work/maps" | awk -f "$work/shown.awk" -f "$work/map.awk"
}
cat >"$work/map.awk" <<'AWK'
{
  printf "| %s | %s | %s | %s | %s | %.4f | %.4f | %.4f | %s | %s | %s | %s | %s | %.0f " \
    "| %s | %s | %s | %.1f | %.3f |\n", $1, $2, commas($3), $4, $5, $6, $7, $8, time($9), \
    time($10), time($11), time($12), time($13), $14, times($13, $9), times($13, $11), \
    $15 == "null" ? "-" : sprintf("%.2f", $15), $16, $17
}
AWK

# One table of all targets, and below it the answers that an old planner could not give.
cliff_rows() {
  echo "| target $(sed -n 1p "$measured/cliffs/rest.md")"
  echo "| --- $(sed -n 2p "$measured/cliffs/rest.md")"
  for target in $cliffs; do
    table=$measured/cliffs/$target.md
    [ "$target" != answers ] || continue
    [ ! -f "$table" ] || awk -v target="$target" 'FNR > 2 { print "| " target, $0 }' "$table"
  done
  if [ -f "$measured/cliffs/answers.md" ]; then
    echo
    echo "\`answers\`: a planner made before 7,000 patches, asked after them."
    echo
    cat "$measured/cliffs/answers.md"
  fi
}

# How many problems there were, and how many went wrong.
cat >"$work/answers.awk" <<'AWK'
/^  "queries"/ { problems += $2 }
/^  "failed"/ { failed += $2 }
/^  "illegal"/ { illegal += $2 }
END { printf "%s problems, %d failed, %d illegal\n", commas(problems), failed, illegal }
AWK
answers() {
  find "$measured/maps" -name '*.json' ! -name '*.info.json' -exec cat '{}' + |
    awk -F '[:,]' -f "$work/shown.awk" -f "$work/answers.awk"
}

# ---- Rows of README.md, and of Overland beside other planners ----

cat >"$work/readme.awk" <<'AWK'
{
  printf "| %s | %s / %s | %s / %s | %s / %s | %s | %.1f |\n", label, time($1), time($4), \
    time($6), time($9), time($11), time($14), times($11, $1), $22
}
AWK
cat >"$work/peers.awk" <<'AWK'
{
  printf "| %s | **Overland** | %s / %s | %s / %s, **%s x** | %s / %s, **%s x**: %.2f s, %.1f B, " \
    "%s %%, worst %s %% |\n", label, time($11), time($14), time($6), time($9), times($11, $6), \
    time($1), time($4), times($11, $1), $21 / 1000, $22, percent($16), percent($20)
}
AWK
# own_rows PROGRAM: a row for each group but da2 and what is left of others.
own_rows() {
  group_bytes >"$work/group_bytes"
  while read -r label; do
    case $label in da2* | *other*) continue ;; esac
    pool_of "$label"
    bake=$(awk -F ' [|] ' -v label="| $label" '$1 == label { print $2, $4 }' "$work/group_bytes")
    { summaries "$pooled" $FIRST $FULL $ASTAR $COST && echo "$bake"; } | tr '\n' ' ' |
      awk -v label="$label" -f "$work/shown.awk" -f "$1"
  done <"$work/labels"
}

# bench/peers.md with Overland's rows of this run; a row is known by its maps.
peers() {
  own_rows "$work/peers.awk" >"$work/own_rows"
  awk -F ' [|] ' 'FNR == NR { row[$1] = $0; next }
    index($0, "| **Overland** |") && $1 in row { $0 = row[$1] }
    { print }' "$work/own_rows" "$here/peers.md"
}

if [ "${2-}" = --readme ]; then
  own_rows "$work/readme.awk"
  exit
fi

# ---- The page ----

# section TABLE: the text on standard input and the table; nothing if that was not measured.
section() { [ ! -f "$measured/$1.md" ] || cat - "$measured/$1.md"; }

cat <<'PAGE'
# Results of the benchmark

Written by `OVERLAND_MAPS=FOLDER sh bench/run.sh BUILD_DIR`, which measures all of it anew.

| what | |
| --- | --- |
PAGE
sed 's/^\(.*\)|\(.*\)$/| \1 | \2 |/' "$measured/about"
echo "| answers | $(answers) |"
cat <<'PAGE'

- First step: from the query to the first turning point of the refined path, nothing prepared.
  Whole path: from the query to the smoothed grid path. Walk: all segments of one walk together.
- Plain A* is the yardstick, an octile A* over the whole map, measured in the same run; "A*/it" is
  how many times as long it takes. Times are microseconds unless told otherwise.
- Cost is that of the smoothed grid path over the optimum, walked that of a unit that refines as it
  goes.
- The figures of several maps are those of all their problems together. The largest maps of a group
  are those of more than three quarters of its largest one's cells.

![Time against optimal length](plot.png)

## Times by group

PAGE
group_times
section touch <<'PAGE'

## At rest, first touch and repeated

`sh bench/touch.sh`: mean / p50 / p99 in microseconds of `overland bench --touch`, each problem's
time the median of several rounds, which leaves out what the system interrupted. At rest, as in all
other tables, one planner answers the problems in turn. At first touch each has a new planner and a
file that was opened anew: nothing of it is in memory or has been checked, though the system caches
it. Repeated: the same planner has just answered it.

PAGE
cat <<'PAGE'

## Paths by group

PAGE
group_lengths
cat <<'PAGE'

## By optimal length, all maps

PAGE
length_times
cat <<'PAGE'

## Bake and bytes by group

One thread, in memory. The parts are bytes a cell, as `overland info` names them.

PAGE
group_bytes
echo
peers
cat <<'PAGE'

## Estimates

The maps of sc1 of 1024 x 1024 cells, planned by labels, and over overlays alone.

PAGE
estimate_times
cat <<'PAGE'

## Generated worlds

`overland gen KIND WxH --seed 1`; `overland bench --random 200 --seed 1 --yardstick`.

PAGE
generated
section weighted <<'PAGE'

## Weighted worlds

`sh bench/profiles.sh weighted`: the Warcraft III maps with swamp at 2 and water at 4 on foot,
water at 1 by boat; 500 problems each by `overland gen --scenario --profile`, against the plain
A* with the profile's weights.

PAGE
section sizes <<'PAGE'

## Sizes

`sh bench/profiles.sh sizes`: bodies of 1, 2, 4 and 8 cells a side in one world, without labels.

PAGE
section quality <<'PAGE'

## Hard ground

`sh bench/quality.sh`: what paths and walks cost over the optimum on ground that is hard for a plan that
passes few crossings of each border. Weights of 1 to 32 eighths, extra costs of 0 to 31 eighths, or hills:
8 maps of 260 x 260 cells, 100 random pairs for each map, body and means. Roads of one cell on ground 3 and
31.875 times as dear: 4 maps of 200 x 200 of each kind, with labels and after an edit far away. Then the
choice among several goals, 2 to 32 cells, rectangles of up to 24 x 24 or circles of up to 16 cells around
the middle, from 500 starts: how many answers take another goal than the cheapest, and what it costs over
that; and what `ovl_find_costs` says over the least.
`build/overland_tests quality` bounds the figures of bodies of 2 to 4 cells on two such maps, by 1.0023
on average and 1.08 at worst.

PAGE
section nearest <<'PAGE'

## Nearest of many

`sh bench/profiles.sh nearest`: from each start of sc1 to the nearest of 1,000 random cells, by
labels; and in generated continents over overlays, from 300 random cells to the nearest of some.

PAGE
section ground <<'PAGE'

## Real ground

`sh bench/ground.sh all BUILD`: times and costs on slopes, weights, roads and mazes, each over the same map
with one weight and no heights in the same run, unless the row says another. Times are medians of three
rounds in turn. The Explorer begins with continents of 320 x 200; its 40 problems are those that the page
draws first, for its movers and corners.

PAGE
section scale <<'PAGE'

## Size

`sh bench/scale.sh BUILD SIDE...`: generated continents with overlays, planned on between random
cells that reach each other, of a world that was checked whole; cold ones have a new planner and a
file that was opened anew and is checked when it is touched. `walked` is judged against the plain A*
by 200 pairs, from 16,384 on by 20. Memory is the peak of the bake, resident what cold planning took,
both as the operating system tells.

![First step, whole path, bake, memory, bytes and opening against the number of cells](scale.png)

PAGE
section work <<'PAGE'

The same script, work against length: 40 random pairs on each map, overlays alone. What a whole path
expands are waypoints and cells together.

![Expansions of whole paths against their length](work.png)

PAGE
section directed <<'PAGE'

`sh bench/directed.sh BUILD SIDE...`: the same continents with slopes that cost and limit climbing,
and with links one way and both ways, one for each 16 cells of a side, beside those of land alone.
Both are baked in 16 parts, which are merged as a stream. A part of a map with slopes or links holds
the whole map, 3 bytes a cell.

PAGE
section hex <<'PAGE'

## Hexagons

`sh bench/hex.sh`: generated continents of 1024 x 1024 cells, as squares and over the same ground as
hexagons: axial, in shifted rows (odd-r) and in shifted columns (odd-q). 300 problems a map, drawn by
one seed, of three maps; medians in microseconds, the least of several rounds in turn. Void is
by how much files of shifted maps are larger than that of the axial one.

PAGE
section edits <<'PAGE'

## Edits

`sh bench/living.sh edits`: mean / p99 in microseconds of `overland bench --edits 1000`. Each edit
makes one version, the close of the one before it included; what is put up is taken down by the
next. First steps of 1,000 random problems, before and after 100 buildings of 16 x 16 cells, and
once the estimates are settled.

PAGE
if [ -f "$measured/cliffs/rest.md" ]; then
  cat <<'PAGE'

## Cliffs

`sh bench/run.sh BUILD TARGET` measures the rows of one target: what leaves the fast way, beside the
same world without it (`bench/cliffs.sh`). Medians of several rounds. `times` is the mean first step
over that of the target's first row, or over that before the edits. Of two rows of one name the first
is of the default world, the second of one with overlays alone. What was tried for the dearest of
them is in [TRIED.md](TRIED.md).

PAGE
  cliff_rows
fi
echo && cat "$here/choices.md" # measured by bench/choices.sh, and by hand
section opening <<'PAGE'

## Opening

`sh bench/opening.sh BUILD`: a world file that is in the memory of the system is opened in place, as
commands do, and with a check of the whole. Medians of three; first steps are means of 50 random
queries: of a world just opened in place, with a new planner, and at rest in one checked whole.

PAGE
section battle <<'PAGE'

## Battle

`sh bench/living.sh battle`: two armies of 1,000 units cross a map to each other's side, 5,000 ticks
of up to 20,000 expansions, while a rock a tick falls or is cleared (`overland simulate`). Times
are microseconds of a tick on one core: edits, planning and moves. Late units were still on their
way and had not had the time; stuck ones had.

PAGE
echo && cat "$here/crowds.md" # measured by bench/crowd.sh, with DetourCrowd
section flow <<'PAGE'

## Shared goals

`sh bench/living.sh flow`: 2,000 units to one goal by a flow, ten goals a row, the units anywhere or
within 100 regions. The first steps of all together, from nothing; then each step of each unit
until all have arrived, tiles on the way included. 100 walks a row judged against the plain A*.

PAGE
section instructions <<'PAGE'

## Instructions

By `sh bench/instructions.sh`: what the calls of the library execute, counted by callgrind.

PAGE
echo && cat "$here/side_by_side.md" # measured by bench/side_by_side.sh
cat <<'PAGE'

## Maps

PAGE
map_rows
