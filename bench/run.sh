#!/bin/sh
# Bakes and benchmarks every map of a collection that has scenarios, prints a
# line a map and a line a group, and writes bench/RESULTS.md.
#
#   OVERLAND_MAPS=FOLDER sh bench/run.sh [BUILD_DIR]
#
# FOLDER holds maps/GROUP/NAME.map and scenarios/GROUP/NAME.map.scen.
# BUILD_DIR (build) holds the overland program. OVERLAND_EVERY (10) takes every
# 10th problem; OVERLAND_RESULTS names another file to write.
# Maps run one after the other, so that none disturbs the times of the next.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
build=${1:-build}
every=${OVERLAND_EVERY:-10}
results=${OVERLAND_RESULTS:-$here/RESULTS.md}
program=$build/overland

fail() {
  echo "bench/run.sh: $*" >&2
  exit 2
}

[ -n "${OVERLAND_MAPS:-}" ] ||
  fail "OVERLAND_MAPS is not set: name a folder with maps/GROUP/NAME.map in it"
[ -d "$OVERLAND_MAPS/maps" ] || fail "$OVERLAND_MAPS/maps is not a folder"
[ -x "$program" ] || fail "$program is not there: build first, or name the build folder"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# Picks the figures of one JSON object: its keys are unique but for those inside
# the small objects, which are looked up by the name before them.
cat >"$work/figures.awk" <<'AWK'
function after(text, name,   at) {
  at = index(text, "\"" name "\"")
  if (at == 0) return ""
  text = substr(text, at + length(name) + 2)
  sub(/^[ \t]*:[ \t]*/, "", text)
  return text
}
function value(text, name) {
  text = after(text, name)
  sub(/[,}].*/, "", text)
  gsub(/[" \t]/, "", text)
  return text == "" || text == "null" ? "-" : text
}
function inner(text, object, name) {
  text = after(text, object)
  if (text !~ /^\{/) return "-"
  sub(/\}.*/, "}", text)
  return value(text, name)
}
{ json = json $0 " " }
END {
  OFS = "\t"
  print group, name, value(json, "width") "x" value(json, "height"), \
    value(json, "queries"), value(json, "failed"), value(json, "illegal"), \
    inner(json, "cost_ratio", "mean"), inner(json, "cost_ratio", "p99"), \
    inner(json, "cost_ratio", "max"), \
    inner(json, "walked_ratio", "mean"), inner(json, "walked_ratio", "max"), \
    inner(json, "first_step_us", "mean"), inner(json, "first_step_us", "p99"), \
    inner(json, "full_path_us", "mean"), inner(json, "full_path_us", "p99"), \
    inner(json, "walk_us", "mean"), \
    inner(json, "astar_us", "mean"), value(json, "astar_ns_per_expansion"), \
    value(json, "first_step_speedup"), value(json, "full_path_speedup"), \
    value(json, "unreachable_us"), value(json, "build_ms"), value(json, "bytes_per_cell")
}
AWK

# Turns lines of figures into lines of a table. With by=group, one line a group:
# sums of the counts, means of the means, worst of the worst.
cat >"$work/table.awk" <<'AWK'
function shown(text, digits) { return text == "-" ? "-" : sprintf("%." digits "f", text) }
function line(i) {
  printf "| %s | %s | %s | %s | %s", title, size, f[4], f[5], f[6]
  for (i = 7; i <= 23; i++) printf " | %s", shown(f[i], digits[i])
  print " |"
}
function close_group(i) {
  if (maps == 0) return
  title = current; size = maps
  for (i = 4; i <= 23; i++) {
    if (i <= 6 || worst[i]) f[i] = total[i]
    else f[i] = known[i] ? total[i] / known[i] : "-"
    if (worst[i] && !known[i]) f[i] = "-"
  }
  line()
  maps = 0
}
BEGIN {
  FS = "\t"
  split("", digits)
  for (i = 7; i <= 11; i++) digits[i] = 4
  for (i = 12; i <= 18; i++) digits[i] = 1
  digits[19] = 0; digits[20] = 0; digits[21] = 2; digits[22] = 1; digits[23] = 3
  worst[8] = worst[9] = worst[11] = worst[13] = worst[15] = 1
  printf "| %s | %s ", by == "group" ? "group" : "map", by == "group" ? "maps" : "size"
  print "| problems | failed | illegal | cost mean | p99 | max | walked mean | max " \
    "| first step us | p99 | full path us | p99 | walk us | A* us | A* ns/expansion " \
    "| A*/first step | A*/full path | unreachable us | bake ms | B/cell |"
  print "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: " \
    "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
}
by != "group" {
  title = $1 "/" $2; size = $3
  for (i = 4; i <= 23; i++) f[i] = $i
  line()
  next
}
$1 != current { close_group(); current = $1; for (i = 4; i <= 23; i++) total[i] = known[i] = 0 }
{
  maps++
  for (i = 4; i <= 23; i++) {
    if ($i == "-") continue
    known[i]++
    if (worst[i]) { if ($i + 0 > total[i]) total[i] = $i + 0 }
    else total[i] += $i
  }
}
END { if (by == "group") close_group() }
AWK

: >"$work/lines"
skipped=0
broken=0
for map in "$OVERLAND_MAPS"/maps/*/*.map; do
  [ -f "$map" ] || fail "$OVERLAND_MAPS/maps holds no GROUP/NAME.map"
  group=$(basename "$(dirname "$map")")
  name=$(basename "$map" .map)
  scenario=$OVERLAND_MAPS/scenarios/$group/$name.map.scen
  if [ ! -f "$scenario" ]; then
    skipped=$((skipped + 1))
    continue
  fi
  code=0
  "$program" build "$map" -o "$work/$name.world" --json >"$work/build.json" || code=$?
  if [ "$code" -eq 0 ]; then
    "$program" bench "$work/$name.world" "$scenario" --every "$every" --json >"$work/bench.json" ||
      code=$?
  fi
  if [ "$code" -gt 1 ] || [ ! -s "$work/bench.json" ]; then
    echo "$group/$name: overland ended with exit code $code"
    broken=$((broken + 1))
    continue
  fi
  [ "$code" -eq 0 ] || broken=$((broken + 1))
  awk -v group="$group" -v name="$name" -f "$work/figures.awk" "$work/bench.json" >"$work/line"
  cat "$work/line" >>"$work/lines"
  # The head of the table once, then one line a map as it comes.
  first=3
  [ "$(wc -l <"$work/lines")" -gt 1 ] || first=1
  awk -v by=map -f "$work/table.awk" "$work/line" | tail -n "+$first"
  rm -f "$work/bench.json" "$work/$name.world"
done

awk -v by=group -f "$work/table.awk" "$work/lines" >"$work/groups"
awk -v by=map -f "$work/table.awk" "$work/lines" >"$work/maps"
echo
cat "$work/groups"

# What a pattern finds in meson's own account of the build, or "unknown".
meson_value() {
  text=
  if [ -f "$build/$1" ]; then
    text=$(sed -n "s/$2/\\1/p" "$build/$1" | head -n 1)
  fi
  echo "${text:-unknown}"
}
option() {
  meson_value meson-info/intro-buildoptions.json ".*\"name\": \"$1\", \"value\": \"\([^\"]*\)\".*"
}
compiler=$(meson_value meson-logs/meson-log.txt '^C compiler for the host[^(]*(\([^"]*\) ".*')
level=$(option buildtype)
optimization=$(option optimization)
processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)
count=$(wc -l <"$work/lines" | tr -d ' ')

{
  echo "# Results of the benchmark"
  echo
  echo "Written by \`OVERLAND_MAPS=FOLDER sh bench/run.sh BUILD_DIR\`; every line is one run of"
  echo "\`overland build\` and \`overland bench --every $every\`."
  echo
  echo "| what | |"
  echo "| --- | --- |"
  echo "| machine | ${processor:-unknown processor}, $(uname -sm), one core |"
  echo "| compiler | $compiler |"
  echo "| flags | build type $level, -O$optimization |"
  echo "| date | $(date -u +%Y-%m-%d) |"
  echo "| map set | $count maps with scenarios; $skipped without scenarios left out |"
  echo
  echo "Cost is that of the smoothed grid path over the optimum, walked that of a unit that"
  echo "refines as it goes. Times are microseconds. A* is the yardstick, a plain octile A* over"
  echo "the whole map. In the table of groups, counts are sums, p99 and max are the worst of the"
  echo "group's maps, all else is the mean over its maps."
  echo
  echo "## Groups"
  echo
  cat "$work/groups"
  echo
  echo "## Maps"
  echo
  cat "$work/maps"
} >"$results.tmp-$$"
mv "$results.tmp-$$" "$results"
echo
echo "wrote $results"
if [ "$broken" -gt 0 ]; then
  echo "$broken maps failed"
  exit 1
fi
