#!/bin/sh
# Compiles sources to objects of WebAssembly, without a C library: sh tools/wasm_objects.sh SOURCE...
# The objects lie in the folder wasm of $EXPLORER_CACHE (build), named after their sources. Only those are made that are older than their
# source or than a header; one run at a time makes them.
# The searches are compiled for speed (-O2 is slower, and -msimd128 not faster), and all else for size, which takes 70 of
# 550 kB off the page. The readers of maps find headers of a C library in tools/explorer/system.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
objects=${EXPLORER_CACHE:-build}/wasm
mkdir -p "$objects"
[ "${WASM_OBJECTS_LOCKED-}" = yes ] ||
  exec env WASM_OBJECTS_LOCKED=yes flock "$objects/lock" sh "$0" "$@"
header=$(find src tools -name '*.h' -printf '%T@ %p\n' | sort -n | tail -n 1 | cut -d ' ' -f 2-)

for source in "$@"; do
  object=$objects/$(echo "$source" | tr / _).o
  if [ ! -e "$object" ] || [ -n "$(find "$source" "$header" "$0" -newer "$object")" ]; then
    echo "$source"
  fi
done | xargs -P "$(getconf _NPROCESSORS_ONLN)" -n 4 sh -c '
  for source in "$@"; do
    object=$0/$(echo "$source" | tr / _).o
    case $source in
    src/* | tools/plain/* | tools/battle/*) library= ;;
    tools/explorer/module/read/* | tools/explorer/system/*) library=tools/explorer/system ;;
    tools/explorer/*) library= ;;
    *) library=tools/explorer/system ;;
    esac
    case $source in
    src/common/* | src/fine/* | src/flow/* | src/coarse/search/* | src/coarse/blocks/*) level=-O3 ;;
    *) level=-Os ;;
    esac
    clang --target=wasm32 -std=c11 $level -mbulk-memory -Wall -Wextra -Werror -Isrc -I. \
      ${library:+-isystem "$library"} -c "$source" \
      -o "$object.part" && mv "$object.part" "$object" || exit 255
  done' "$objects"
