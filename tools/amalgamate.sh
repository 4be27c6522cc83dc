#!/bin/sh
# Writes the library as two files, overland.h and overland.c, into a folder:
# sh tools/amalgamate.sh [--runtime] OUT
# --runtime leaves out baking and editing: then it is what liboverland_runtime.a and
# liboverland_crowd.a hold. A program is built with it by `cc -O3 -IOUT game.c OUT/overland.c`. The
# same sources give the same bytes.
set -u
LC_ALL=C
export LC_ALL
root=$(cd "$(dirname "$0")/.." && pwd) || exit 1

stop() {
  printf 'amalgamate: %s\n' "$2" >&2
  exit "$1"
}

wrong_usage() { stop 2 "$1; usage: sh tools/amalgamate.sh [--runtime] OUT, OUT being a folder"; }

runtime=0 out=
for word in "$@"; do
  case $word in
  --runtime) runtime=1 ;;
  -*) wrong_usage "there is no option $word" ;;
  *)
    [ -z "$out" ] || wrong_usage "two folders are given, $out and $word"
    out=$word
    ;;
  esac
done
[ -n "$out" ] || wrong_usage "no folder is given"

version=$(awk '/^#define OVL_VERSION_(MAJOR|MINOR|PATCH) / { v = v s $3; s = "." } END { print v }' \
  "$root/src/overland.h")
mark="Overland, amalgamated" # the files that this script writes begin with it
[ ! -e "$out" ] || [ -d "$out" ] || stop 3 "$out is a file, and not a folder"
for name in overland.h overland.c; do
  [ ! -e "$out/$name" ] || head -n 1 "$out/$name" | grep -q "^/\* $mark" ||
    stop 3 "$out/$name was not written by this script: name another folder"
done
mkdir -p "$out" 2>/dev/null || stop 4 "the folder $out can't be made"
out=$(cd "$out" && pwd) && cd "$root" || exit 4

# The public headers, and the sources of the rooms in src/rooms.txt.
list_files() {
  ls src/overland*.h
  awk -v runtime=$runtime '
    /^[A-Z]+:/ { part = $1 }
    /^[a-z\/]+: / && !(runtime && part == "MAKE:") { sub(/:.*/, ""); print }' src/rooms.txt |
    while read -r room; do ls "src/$room"/*.c; done
}

made=$out/.overland-$$
trap 'rm -f "$made.h" "$made.c"' EXIT
trap 'exit 1' HUP INT TERM
list_files | awk -v header="$made.h" -v source="$made.c" -v runtime=$runtime \
  -v mark="$mark, version $version:" -f tools/amalgamate.awk || exit 4
mv "$made.h" "$out/overland.h" && mv "$made.c" "$out/overland.c" ||
  stop 4 "$out can't be written to"
echo "$out/overland.h, $out/overland.c"
