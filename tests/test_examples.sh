#!/bin/sh
# The examples run, hold what they say, and are named in the guide; those in the first header make a
# unit that walks, from that header alone.
. "$(dirname "$0")/checks.sh"
cd "$root" || exit 1

for source in tests/examples/example_*.c; do
  name=$(basename "$source" .c)
  [ "$name" = example_runtime ] && continue # it opens a world file: see test_runtime.sh
  check "$name runs" sh -c "'$build/$name' >'$work/$name' 2>&1 || { cat '$work/$name'; exit 1; }"
  check "$name shows something" sh -c "[ \$(grep -c '^ok' '$work/$name') -ge 4 ]"
  check "the guide names $name" grep -qF "(../$source)" src/GUIDE.md
  check "$name uses nothing but the public headers" sh -c \
    "! grep '#include \"' '$source' | grep -qv '\"tests/examples/example.h\"'"
done

{
  cat <<'BEGIN'
#include <overland.h>
#include <stdio.h>
static uint8_t cells[512 * 512];
static void walk_to(ovl_cell cell) { printf("walk to %d,%d\n", (int)cell.x, (int)cell.y); }
static void example(void) {
BEGIN
  sed -n 's/^ \*     //p' src/overland.h
  cat <<'END'
  ovl_planner_destroy(planner);
  ovl_world_close(world);
}
int main(void) {
  for (int i = 0; i < 512 * 512; i++) cells[i] = i % 512 != 256 || i / 512 == 400;
  example();
  return 0;
}
END
} >"$work/header.c"
check "the examples of overland.h compile" ${CC:-cc} -std=c11 -Wall -Wextra -Werror -Isrc \
  "$work/header.c" "$build/liboverland.a" -o "$work/header"
check "their unit walks" sh -c "'$work/header' >'$work/walked'"
check "from the start" sh -c "head -n 1 '$work/walked' | grep -qx 'walk to 10,10'"
check "to the goal" sh -c "tail -n 1 '$work/walked' | grep -qx 'walk to 500,400'"

finish
