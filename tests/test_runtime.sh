#!/bin/sh
# liboverland_runtime.a: a program that is linked with it alone opens worlds and finds paths, and no
# symbol of the code that bakes and edits is needed, nor by the units of liboverland_crowd.a over it.
. "$(dirname "$0")/checks.sh"
archive=$build/liboverland_runtime.a
cd "$work" || exit 1

check "the library is there" test -s "$archive"
nm -A -g --defined-only "$archive" 2>/dev/null | awk '{print $NF}' | sort -u >defined
nm -A -u "$archive" 2>/dev/null | awk '{print $NF}' | sort -u >needed
check "it finds paths" grep -qx ovl_find_path defined
check "it does not move units" sh -c '! grep -qx ovl_units_create defined'
check "it does not bake" sh -c '! grep -qx ovl_world_bake defined'
check "it does not edit" sh -c '! grep -qx ovl_world_apply defined'
comm -23 needed defined | grep -E '^(ovl|ovi)_' >wrong
empty "it needs no symbol that it does not define" wrong
nm -g --defined-only "$build/liboverland_crowd.a" 2>/dev/null | awk '{print $NF}' | sort -u >moving
check "liboverland_crowd.a moves units" grep -qx ovl_units_create moving
nm -u "$build/liboverland_crowd.a" 2>/dev/null | awk '{print $NF}' | grep -E '^(ovl|ovi)_' | sort -u |
  comm -23 - defined | comm -23 - moving >wrong
empty "it needs nothing but what the two define" wrong

# A function of overland.h stands in one paragraph with its comment.
awk -v RS= '/\nOVL_API|^OVL_API/ {
  marked = /overland_runtime/ ? "not" : "in"
  while (match($0, /OVL_API [^;(]*ovl_[a-z_]*\(/)) {
    name = substr($0, RSTART, RLENGTH - 1)
    sub(/.*[ *]/, "", name)
    print name, marked
    $0 = substr($0, RSTART + RLENGTH)
  }
}' "$root/src/overland.h" | sort >marked
while read -r name mark; do
  found=not
  grep -qx "$name" defined && found=in
  [ $found = "$mark" ] || echo "$name is marked as $mark"
done <marked >wrong
check "the calls of overland.h can be read" grep -qx 'ovl_find_path in' marked
empty "overland.h marks what is not in it" wrong

# walks NAME MAP X Y TO_X TO_Y OPTION...: the example walks over a world of a map, and the cost of
# its path is what the command says.
walks() {
  name=$1 map=$2 from_x=$3 from_y=$4 to_x=$5 to_y=$6
  shift 6
  "$overland" build "$root/maps/$map" -o "$name.world" "$@" >said 2>&1 || return 1
  "$build/example_runtime" "$name.world" "$from_x" "$from_y" "$to_x" "$to_y" >walked || return 1
  cat walked
  "$overland" path "$name.world" "$from_x,$from_y" "$to_x,$to_y" --json >said || return 1
  # Costs are counted with 99/70 for the square root of 2.
  holds "abs(cost - $(awk '{print $2}' walked) / 1120) < cost / 10000"
}
check "the example walks by labels" walks labels continents-300x200.map 80 58 183 11
check "the example walks over overlays" walks overlays caves-161x97.map 1 87 147 91 --overlays always
finish
