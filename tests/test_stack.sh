#!/bin/sh
# No function of src has a stack frame above 4 KB, and none a frame whose size only a run tells, as
# gcc reported when the library was built. tests/query/test_stack.c measures what whole calls take.
. "$(dirname "$0")/checks.sh"
cd "$root" || exit 1

if ! ls "$build"/liboverland.a.p/*.su "$build"/liboverland_crowd.a.p/*.su >"$work/reports" 2>&1; then
  ok "this build is not gcc's, and other compilers do not report frames"
  finish
fi
# Those of sources that were renamed stay in the build.
while read -r report; do [ ! -e "${report%.su}.o" ] || echo "$report"; done <"$work/reports" >"$work/present"
mv "$work/present" "$work/reports"
xargs cat <"$work/reports" >"$work/frames"
check "frames are reported" grep -q ovl_world_open "$work/frames"
find src -name '*.c' | tr / _ | sort >"$work/sources"
sed 's,.*/,,; s,\.c\.su$,.c,' "$work/reports" | sort >"$work/reported"
check "of all sources" diff "$work/sources" "$work/reported"
awk -F '\t' '$2 > 4096 { print $1 ": a frame of " $2 " bytes" }' "$work/frames" >"$work/large"
empty "no frame is above 4096 bytes" "$work/large"
awk -F '\t' '$3 == "dynamic" { print $1 ": a frame of unbounded size" }' "$work/frames" \
  >"$work/dynamic"
empty "no frame grows without bound" "$work/dynamic"

finish
