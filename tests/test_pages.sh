#!/bin/sh
# Every command that a page shows is tested. tests/pages.tsv has a row for each: the command, how it is tested,
# and a third field:
#
#   here  it runs here, in a folder whose build, src, tools, tests, maps and bench are the project's; in a short
#         run what the third field says instead, if there is one
#   long  the same with --long alone, in the folder of the project, always as the third field says
#   FILE  that file runs it, which has the text of the third field
#
# A command without a row has failed, and so has a row that no page has. Blocks of code are run by the tests of
# their languages, which are listed below.
. "$(dirname "$0")/checks.sh"
cd "$root" || exit 1
pages="README.md tools/README.md src/README.md src/GUIDE.md src/HOW.md tools/explorer/README.md tests/TRUST.md bench/RESULTS.md"
table=$root/tests/pages.tsv

# shellcheck disable=SC2086 # words of our own
awk -f tests/pages.awk $pages | sort -u >"$work/shown"
grep -v '^#' "$table" | cut -f 1 | sort >"$work/listed"
check "the pages show commands" test "$(wc -l <"$work/shown")" -ge 100
comm -23 "$work/shown" "$work/listed" >"$work/wrong"
empty "each has a row in tests/pages.tsv" "$work/wrong"
comm -13 "$work/shown" "$work/listed" >"$work/wrong"
empty "each row is on a page, once" "$work/wrong"

# Languages of blocks of code, and the tests that run them.
while read -r language file text; do
  echo "$language" >>"$work/languages"
  check "blocks of $language are run by $file" grep -qF "$text" "$file"
done <<'LIST'
c tests/test_readme.sh /^```c$/
text tests/test_readme.sh /^```text$/
cmake tests/consumers/cmake_subdirectory/CMakeLists.txt overland::overland
cpp tests/test_cpp.sh example cpp
csharp tests/test_csharp.sh example csharp
gdscript tests/examples/godot/demo.gd .go_to(
js tests/test_js.sh example js
lua tests/test_lua.sh example lua
python tests/test_python.sh example python
LIST
# shellcheck disable=SC2086
sed -n 's/^```\(.\)/\1/p' $pages | sort -u | grep -vxFf "$work/languages" >"$work/wrong"
empty "there are no others" "$work/wrong"

# ---- What other tests run ----

grep -v '^#' "$table" | awk -F '\t' '$2 != "here" && $2 != "long"' >"$work/elsewhere"
while IFS='	' read -r command file text; do
  [ -n "$text" ] && grep -qF -e "$text" "$file" || echo "$command: $file has no '$text'"
done <"$work/elsewhere" >"$work/wrong"
empty "what another file runs is there" "$work/wrong"

# ---- What runs here ----

scratch=$work/project
mkdir -p "$scratch" "$work/bin"
ln -s "$root/src" "$root/tools" "$root/tests" "$root/maps" "$root/bench" "$root/.ci" "$root/meson.build" "$scratch/"
ln -s "$build" "$scratch/build"
ln -s "$overland" "$work/bin/overland"
PATH=$work/bin:$PATH
export work PATH
cp src/../tests/consumers/walk.c "$scratch/game.c"
"$overland" build maps/caves-161x97.map -o "$work/FILE.world" >/dev/null
ln -s "$work/FILE.world" "$scratch/"
# An editor's map of 100 x 60 cells, with a wall in the layer Collision.
awk 'BEGIN {
  print "<map version=\"1.10\" orientation=\"orthogonal\" width=\"100\" height=\"60\" tilewidth=\"16\" tileheight=\"16\">"
  print "<tileset firstgid=\"1\" name=\"t\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"4\" columns=\"2\"/>"
  print "<layer id=\"1\" name=\"Ground\" width=\"100\" height=\"60\"><data encoding=\"csv\">"
  for (i = 0; i < 6000; i++) printf "%s1", i ? "," : ""
  print "</data></layer><layer id=\"2\" name=\"Collision\" width=\"100\" height=\"60\"><data encoding=\"csv\">"
  for (i = 0; i < 6000; i++) printf "%s%d", i ? "," : "", (i % 100 == 50 && i > 900) ? 2 : 0
  print "</data></layer></map>"
}' >"$scratch/town.tmx"

# run FOLDER COMMAND: in that folder, as a shell would that reads the page.
run() { (cd "$1" && sh -ec "$2"); }

grep -v '^#' "$table" >"$work/rows"
while IFS='	' read -r command how instead; do
  case $how in
  here)
    [ -z "$long" ] || instead=
    check "$command" run "$scratch" "${instead:-$command}"
    ;;
  long) [ -z "$long" ] || check "$command" run "$root" "${instead:-$command}" ;;
  esac
done <"$work/rows"

finish
