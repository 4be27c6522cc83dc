#!/bin/sh
# The rooms of the project, as src/rooms.txt orders them: what each file may include, no circles of
# files, what X.h declares is defined in X.c, at most 25 files a room, meson.build lists every
# source. tests/layers.py makes the checks.
. "$(dirname "$0")/checks.sh"
cd "$root" || exit 1

python3 tests/layers.py "$root" >"$work/complaints" || fail "layers.py" "it ended early"

while read -r name; do
  grep -F "$name	" "$work/complaints" | cut -f 2 >"$work/wrong"
  empty "$name" "$work/wrong"
done <<'CHECKS'
rooms.txt can be read
every file of src stands in a room
every file of tools and bench stands in a room
every header in quotes is a file of the project
each public function is defined once, in a room of calls
no struct has more than 15 fields
meson.build lists every source
meson.build lists no source that is gone
meson.build has one list a room
only topology.h, and files of squares by name, know a diagonal
only its own files include system headers that a compiler may lack
only compiler.h has attributes and builtins
src/README.md has a row for each room
a room includes only itself and the rooms above it
rooms include only what rooms.txt allows
no files include each other in a circle
what X.h declares, X.c defines
no room has more than 25 files
at most 9 .c files of src have less than 60 lines
CHECKS

# A formatter for C takes # for a directive and mangles what follows it.
grep -n '^ *#[^ ]' meson.build >"$work/wrong"
empty "the comments of meson.build begin with a hash and a space" "$work/wrong"

finish
