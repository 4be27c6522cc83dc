#!/bin/sh
# No function of src has a stack frame above 4 KB, and none a frame whose size only a run tells, as
# gcc -fstack-usage reports. tests/query/test_stack.c measures what whole calls take.
. "$(dirname "$0")/checks.sh"
cd "$root" || exit 1

if ! ${GCC:-gcc} --version >"$work/version" 2>&1; then
  ok "gcc is not here, and other compilers do not report frames"
  finish
fi

find src -name '*.c' | sort >"$work/sources"
check "the sources are found" grep -q fine_search "$work/sources"
mkdir "$work/objects"

# Compiles each source; the report of frames stands beside its object.
compile_sources() {
  while read -r source; do
    printf '%s\0%s\0' "$source" "$work/objects/$(echo "$source" | tr / _).o"
  done <"$work/sources" |
    xargs -0 -n 2 -P "$(nproc)" sh -c \
      "${GCC:-gcc} -std=c11 -O2 -fstack-usage -Isrc -c \"\$0\" -o \"\$1\""
}

check "the sources compile" compile_sources
cat "$work"/objects/*.su >"$work/frames"
check "frames are reported" grep -q ovl_world_open "$work/frames"
awk -F '\t' '$2 > 4096 { print $1 ": a frame of " $2 " bytes" }' "$work/frames" >"$work/large"
empty "no frame is above 4096 bytes" "$work/large"
awk -F '\t' '$3 == "dynamic" { print $1 ": a frame of unbounded size" }' "$work/frames" \
  >"$work/dynamic"
empty "no frame grows without bound" "$work/dynamic"

finish
