#!/bin/sh
# Example: worlds as a step of a build. Bakes the maps that have changed, verifies the new worlds
# against their maps, holds all worlds to a limit of bytes a cell, and removes those whose maps are
# gone.
#
#     sh example_pipeline.sh MAPS WORLDS [BYTES_PER_CELL]
#
# MAPS is a folder of .map, .png, .tmx or .tmj files; NAME.legend beside one is its legend. From
# NAME.map comes WORLDS/NAME.world, and WORLDS/worlds.tsv lists them all: name, cells, bytes, bytes a
# cell, and a sum of what the world was made of. Since these are sums of contents, not times of files,
# WORLDS can be the cache of build machines: what one has baked, the others need not bake.
#
# OVERLAND names the command, and OPTIONS holds further options of `overland build`.
#
# Exit codes: 0 all worlds are good; 1 one is too large, or differs from its map; 2 wrong usage; 3 a
# map could not be baked. All maps are tried first, so that one run tells all that is wrong.
set -u

overland=${OVERLAND:-overland}
options=${OPTIONS-}
if [ $# -lt 2 ] || [ ! -d "$1" ]; then
  echo "usage: sh example_pipeline.sh MAPS WORLDS [BYTES_PER_CELL]" >&2
  exit 2
fi
maps=$1 worlds=$2 limit=${3:-3}
mkdir -p "$worlds" && touch "$worlds/worlds.tsv" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
code=0

# complain CODE TEXT: the highest code of all complaints becomes that of the script.
complain() {
  echo "$2" >&2
  [ "$1" -le "$code" ] || code=$1
}

# All that decides what is in a world: the command, the options, the map and its legend. If these name
# further files, such as tile sets, floors and heights, add those.
sum_of() {
  {
    "$overland" --version
    echo "$options"
    cat "$1"
    [ ! -e "$2" ] || cat "$2"
  } | sha256sum | cut -d ' ' -f 1
}

# The number of a field of the JSON object that `overland info` prints.
field() {
  sed -n "s/^ *\"$1\": \([0-9.]*\),*\$/\1/p" "$work/info"
}

# describe WORLD: for `field`. Fails if the world is not there, or damaged.
describe() {
  "$overland" info "$1" --json >"$work/info" 2>/dev/null
}

# bake MAP LEGEND WORLD: the command writes beside the old world and renames, so whoever interrupts
# it finds that one. For maps of a gigabyte, add --from WORLD: it bakes only the regions that changed.
bake() {
  if [ -e "$2" ]; then
    set -- "$1" "$3" --legend "$2"
  else
    set -- "$1" "$3"
  fi
  map=$1 world=$2
  shift 2
  # shellcheck disable=SC2086
  "$overland" build "$map" -o "$world" "$@" $options >"$work/log" 2>&1 || return 3
  "$overland" verify "$world" "$map" "$@" >"$work/log" 2>&1 || return 1
}

for map in "$maps"/*.map "$maps"/*.png "$maps"/*.tmx "$maps"/*.tmj; do
  [ -e "$map" ] || continue
  name=$(basename "${map%.*}")
  world=$worlds/$name.world
  sum=$(sum_of "$map" "$maps/$name.legend")
  what="as it was"
  if ! describe "$world" || ! grep -q "^$name	.*	$sum\$" "$worlds/worlds.tsv"; then
    what=baked
    bake "$map" "$maps/$name.legend" "$world" || {
      complain $? "$name: $(tail -n 1 "$work/log")"
      rm -f "$world" # rather none than one of an older map
      continue
    }
    describe "$world"
  fi

  per_cell=$(field bytes_per_cell) bytes=$(field world_bytes)
  printf '%s\t%s\t%s\t%s\t%s\n' "$name" "$(field width) x $(field height)" "$bytes" "$per_cell" \
    "$sum" >>"$work/worlds.tsv"
  echo "$name: $what, $bytes bytes, $per_cell a cell"
  if awk "BEGIN { exit !($per_cell > $limit) }"; then
    complain 1 "$name: too large, $per_cell bytes a cell where $limit are the limit"
  fi
done

touch "$work/worlds.tsv"
for world in "$worlds"/*.world; do
  name=$(basename "$world" .world)
  if [ -e "$world" ] && ! grep -q "^$name	" "$work/worlds.tsv"; then
    echo "$name: removed, its map is gone"
    rm -f "$world"
  fi
done
mv "$work/worlds.tsv" "$worlds/worlds.tsv"
exit $code
