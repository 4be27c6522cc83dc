#!/bin/sh
# The rooms of the project: a file may include only what lies below it
# (common <- fine <- coarse <- src), tools and bench see overland.h and their own
# headers only, and meson.build lists every source. Headers are told apart by
# their file name, so no two files may share one.
. "$(dirname "$0")/checks.sh"
cd "$root" || exit 1

find src tools bench tests -name '*.[ch]' | sort >"$work/files"

sed 's|.*/||' "$work/files" | sort | uniq -d >"$work/twice"
empty "every file name is used once" "$work/twice"

room_of() {
  case $1 in
  src/overland.h) echo public ;;
  src/common/*) echo common ;;
  src/fine/*) echo fine ;;
  src/coarse/*) echo coarse ;;
  src/*/*) echo "unknown room of $1" ;;
  src/*) echo facade ;;
  tools/*) echo tools ;;
  bench/*) echo bench ;;
  tests/*) echo tests ;;
  esac
}

# What each room may include. overland.h gives every room its public words.
allowed_in() {
  case $1 in
  public) echo "" ;;
  common) echo "public common" ;;
  fine) echo "public common fine" ;;
  coarse) echo "public common fine coarse" ;;
  facade) echo "public common fine coarse facade" ;;
  tools) echo "public tools" ;;
  bench) echo "public tools bench" ;;
  tests) echo "public common fine coarse facade tools bench tests" ;;
  esac
}

# Lines "FILE HEADER", one for each #include "...", HEADER as a path in the project.
: >"$work/unknown"
while read -r file; do
  sed -n 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*"\([^"]*\)".*/\1/p' "$file" |
    while read -r header; do
      target=$(grep -e "/$(basename "$header")\$" "$work/files")
      if [ -n "$target" ]; then
        echo "$file $target"
      else
        echo "$file includes $header, which is no file of the project" >>"$work/unknown"
      fi
    done
done <"$work/files" >"$work/includes"
empty "every header in quotes is a file of the project" "$work/unknown"

for room in public common fine coarse facade tools bench tests; do
  while read -r file target; do
    [ "$(room_of "$file")" = $room ] || continue
    case " $(allowed_in $room) " in
    *" $(room_of "$target") "*) ;;
    *) echo "$file includes $target" ;;
    esac
  done <"$work/includes" >"$work/wrong"
  empty "$room includes only what lies below" "$work/wrong"
done

# Units stand above the tiers.
while read -r file target; do
  case $file in src/unit*) ;; *) continue ;; esac
  case $target in
  src/overland.h | src/unit_*.h | src/common/*) ;;
  *) echo "$file includes $target" ;;
  esac
done <"$work/includes" >"$work/wrong"
empty "units include overland.h, their own headers and common alone" "$work/wrong"

while read -r file; do
  case $(room_of "$file") in unknown*) echo "$file" ;; esac
done <"$work/files" >"$work/wrong"
empty "every source stands in one of the rooms" "$work/wrong"

# The library does no input or output. limits.h and the std*.h are the compiler's.
grep -HoE '^[[:space:]]*#[[:space:]]*include[[:space:]]*<[^>]*>' -r src |
  grep -vE '<(stdbool|stddef|stdint|limits|stdalign|stdatomic|stdnoreturn|string)\.h>' |
  grep -v '^src/default_allocator.c:#include <stdlib.h>$' >"$work/wrong"
empty "the library includes no header of input or output" "$work/wrong"

grep '\.c$' "$work/files" | while read -r file; do
  grep -qF "'$file'" meson.build || echo "$file"
done >"$work/wrong"
empty "meson.build lists every source" "$work/wrong"

grep -o "'[a-z]*/[a-z0-9_/]*\.[ch]'" meson.build | tr -d "'" | while read -r file; do
  [ -e "$file" ] || echo "$file"
done >"$work/wrong"
empty "meson.build lists no source that is gone" "$work/wrong"

finish
