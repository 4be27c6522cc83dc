#!/bin/sh
# The maps of maps/ are what the program makes: the same bytes on every machine.
. "$(dirname "$0")/checks.sh"
mkdir "$work/maps" || exit 1
check "maps/generate.sh runs" sh "$root/maps/generate.sh" "$overland" "$work/maps"
for file in "$root"/maps/*.map "$root"/maps/*.scen; do
  check "makes $(basename "$file") anew" cmp "$file" "$work/maps/$(basename "$file")"
done
check "a wide map is as it ever was" test "$("$overland" gen continents 8192x48 --seed 7 -o - | cksum)" = \
  "3582802307 393301"
check "makes nothing else" test "$(find "$work/maps" -type f | wc -l)" = \
  "$(find "$root/maps" -name '*.map' -o -name '*.scen' | wc -l)"
check "takes 2 MB at the most" test "$(du -sk "$root/maps" | cut -f 1)" -le 2048
finish
