#!/bin/sh
# Golden files of file versions: tests/golden/vN holds worlds of each kind, parts, a patch and answers.
# Those of the present version are read, verified and answer as they did, and the present program
# makes the same bytes; a world and a part of any other version are refused by name.
. "$(dirname "$0")/checks.sh"
golden=$root/tests/golden
version=$(sed -n 's/^#define OVI_WORLD_VERSION \([0-9]*\)u.*/\1/p' "$root/src/coarse/format/world_format.h")
part_version=$(sed -n 's/.*OVI_PART_FILE_VERSION[ =]*\([0-9][0-9]*\).*/\1/p' "$root/src/coarse/format/part_format.h")
cd "$work" || exit 1

check "there is a set of the present version, $version" test -e "$golden/v$version/answers"
for folder in "$golden"/v*; do
  set=$(basename "$folder")
  [ "$set" != "v$version" ] || continue
  bad "$set, a world is refused" 3 \
    "a world file of version ${set#v}; this program reads version $version" \
    "$overland" info "$folder/labels.world"
  bad "$set, a part is refused" 3 "a part of version ${set#v}; this program merges version $version" \
    "$overland" merge "$folder/1.part" "$golden/v$version/2.part" -o out.world
done

bad "a world without overlays is refused" 3 "overlays" "$overland" info "$golden/without-overlays.world"

mkdir made
cp "$golden/v$version"/*.map "$golden/v$version"/*.pgm made
sh "$golden/make.sh" "$build" made >said 2>errors
check "the present set is made" test -s made/answers
for file in "$golden/v$version"/*; do
  check "the same bytes: $(basename "$file")" cmp "$file" "made/$(basename "$file")"
done
cd "$golden/v$version" || exit 1
for world in *.world; do
  legend=${world%.world}.legend
  [ -e "$legend" ] || legend=
  check "verified: $world" "$overland" verify "$world" land.map ${legend:+--legend "$legend"}
  check "verified, read and not mapped: $world" "$overland" verify "$world" --safe
done
cd "$work" || exit 1
check "parts are merged" "$overland" merge "$golden/v$version/1.part" "$golden/v$version/2.part" -o merged.world
check "to the same bytes" cmp merged.world "$golden/v$version/labels.world"

# Other versions, also those that are not made yet.
for other in 0 1 $((version - 1)) $((version + 1)) 4294967295; do
  python3 - "$golden/v$version" $other <<'END'
import struct, sys
for name in ("labels.world", "1.part", "edits.patch"):
    data = bytearray(open(f"{sys.argv[1]}/{name}", "rb").read())
    data[8:12] = struct.pack("<I", int(sys.argv[2]))
    open(f"other-{name}", "wb").write(data)
END
  bad "a world of version $other" 3 "a world file of version $other; this program reads version $version" \
    "$overland" info other-labels.world
  if [ "$other" != "$part_version" ]; then # the layout of parts counts its own versions
    bad "a part of layout $other" 3 "a part of version $other; this program merges version $part_version" \
      "$overland" merge other-1.part "$golden/v$version/2.part" -o out.world
  fi
  if [ "$other" != 2 ]; then # so do patches
    bad "a patch of version $other" 3 "version" \
      "$overland" info "$golden/v$version/labels.world" --patch other-edits.patch
  fi
done
finish
