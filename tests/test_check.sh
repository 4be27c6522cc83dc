#!/bin/sh
# `overland check`: each statement where it holds and where it does not, with its reason, what would
# open the way, JSON, JUnit and picture; and the summary against one of its own.
. "$(dirname "$0")/checks.sh"
cd "$work" || exit 1

cat >it.map <<'END'
type octile
height 9
width 14
map
..............
..@@@@@..@....
..@...@..@....
..@...@..@....
..@...@.......
..@@@@@..@@.@@
.........@....
.........@..@.
.........@....
END
# world LINE...: the map with a legend of these lines, in it.legend and it.world.
world() {
  { printf '%s\n' 'terrain . ground' 'terrain @ wall' 'profile foot ground=1' 'profile cart ground=1 size=2'
    printf '%s\n' "$@"; } >it.legend
  "$overland" build it.map --legend it.legend -o it.world >said 2>errors || cat errors
}
# holds_as LINE: the statement holds. fails_as LINE PATTERN: it does not, and the reason is told.
holds_as() {
  echo "$1" >one.legend
  check "holds: $1" says 0 "$overland" check it.world --legend one.legend
}
fails_as() {
  echo "$1" >one.legend
  check "fails: $1" sh -c '"$0" check it.world --legend one.legend >said; test $? = 1 && grep -qE "$1" said' "$overland" "$2"
}
# bad LINE PATTERN: the statement is refused in one line that names its place.
bad_statement() {
  echo "$1" >one.legend
  refused "refused: $1" 3 "one.legend:1: $2" "$overland" check it.world --legend one.legend
}

world 'place spawn = 0,0 2x2' 'place shop = 13,8' 'place vault = 3,2 3x3' 'place corner = 1,4 3x1' 'place "old well" = 2,1 2x1'

# ---- Two places ----
holds_as 'must spawn -> shop'
holds_as 'must spawn -> shop foot'
fails_as 'must spawn -> vault' 'vault is not reached from 0,0, nor from the 3 cells of spawn around it'
check "says what would open the way" grep -qE '^ +open 1 cell and the way costs [0-9.]+: [2-6],[1-5]$' said
fails_as 'must corner -> spawn' 'spawn is not reached from 3,4'
fails_as 'must spawn -> "old well"' 'it can stand on no cell of old well'
holds_as 'must spawn -> 7,7 cart'
holds_as 'must not spawn -> 10,7 cart' # the gaps are one cell wide
fails_as 'must spawn -> 13,8 cart' 'it can stand on no cell of 13,8' # its body would lie outside
holds_as 'must not spawn -> vault'
holds_as 'must not vault -> 0,0'
holds_as 'must not "old well" -> 0,0'
check "and says that nothing stands there" grep -q 'it can stand on no cell of old well' said
fails_as 'must not spawn -> 13,0' 'a way from [01],[01] to 13,0 costs 1[23]\.'
holds_as 'within 20.5 spawn -> shop'
holds_as 'within 12 0,0 -> 12,0'
fails_as 'within 11.5 0,0 -> 12,0' 'the way from 0,0 costs 12.000, 0.500 more'
fails_as 'within 100 spawn -> vault' 'vault is not reached from'

# ---- The whole world ----
holds_as 'islands 2'
holds_as 'islands 2 foot'
fails_as 'islands 1 foot' 'there are 2; the second largest has 9 cells around [345],[234]'
check "what would join them" grep -q 'open 1 cell and the two largest are one: ' said
holds_as 'open 78.57% foot'
fails_as 'open 79%' '78.57 % are open, 99 of 126 cells'

printf 'type octile\nheight 2\nwidth 2\nmap\n..\n.@\n' >small.map
"$overland" build small.map -o small.world >said 2>errors
echo 'open 75%' >one.legend
check "three of four cells are 75 %" says 0 "$overland" check small.world --legend one.legend

# ---- What is no statement ----
bad_statement 'must spawn shop foot' 'that is no statement of this kind; it should be: must PLACE -> PLACE'
bad_statement 'within far spawn -> shop' 'that is no statement .*: within N PLACE'
bad_statement 'islands 1.5' 'that is no statement .*: islands N'
bad_statement 'open 40' 'that is no statement .*: open N%'
bad_statement 'open 101%' 'that is no statement .*: open N%'
bad_statement 'musst spawn -> shop' "'musst' is no statement \(did you mean must\?\)"
bad_statement 'must spwan -> shop' "it.world has no place 'spwan' \(did you mean spawn\?\)"
bad_statement 'must spawn -> 14,0' 'it.world has no cell 14,0'
bad_statement 'islands 1 boat' "there is no profile 'boat'; it has foot, cart"
echo 'terrain . ground' >one.legend
refused "a legend without statements" 3 "one.legend: there is no statement to check; they are: must" \
  "$overland" check it.world --legend one.legend
refused "a picture without statements" 2 "check: --png and --junit show statements" "$overland" check it.world --png it.png
refused "a profile beside statements" 2 "check: --profile is for the summary" \
  "$overland" check it.world --legend it.legend --profile foot

# ---- For build machines ----
world 'place spawn = 0,0 2x2' 'place "a<b & c" = 3,2' 'must spawn -> 13,8' 'must spawn -> "a<b & c"' 'islands 2'
check "build passes statements over; check passes the others over" \
  says 1 "$overland" check it.world --legend it.legend --json --junit it.xml --png it.png
check "JSON names line, statement, reason and cells" holds 'it["statements"] == 3 and it["failed"] == 1 and
  [r["line"] for r in it["results"]] == [7, 8, 9] and it["results"][1]["why"] != "" and
  it["results"][0] == {"line": 7, "statement": "must spawn -> 13,8", "holds": True} and
  len(it["results"][1]["to_open"]) == 1'
check "JUnit's file has a test case a statement, and one failure" python3 -c '
import xml.etree.ElementTree as tree
suite = tree.parse("it.xml").getroot()
assert (suite[1].get("file"), suite[1].get("line")) == ("it.legend", "8")
assert suite.get("tests") == "3" and suite.get("failures") == "1" and len(suite) == 3
case = suite[1]
assert case.get("name") == "line 8: must spawn -> a<b & c", case.get("name")
assert case[0].tag == "failure" and "a<b & c" in case[0].get("message") and "open 1 cell" in case[0].text'
check "a picture" sh -c 'head -c 4 it.png | grep -q PNG'
"$overland" edit it.world 'rect 2,3 1x1 .' -o opened.world >said 2>errors
check "after the edit that was named all holds" sh -c \
  '! "$0" check opened.world --legend it.legend >said && grep -q "^2 passed, 1 failed" said && grep -q "FAIL.*islands 2" said' "$overland"

# ---- One-way ----
world 'link 0,0 -> 3,3' 'must 0,0 -> 3,3' 'must not 3,3 -> 0,0'
check "a link leads one way" says 0 "$overland" check it.world --legend it.legend
check "and what it leads to is a trap" sh -c '"$0" check it.world --json >said' "$overland"
check "of nine cells" holds '[t["cells"] for t in it["one_way_traps"]] == [9] and it["left_for_good"] == []'

# ---- The summary ----
python3 "$root/tests/check_model.py" "$overland" >summary 2>&1
take "" summary
finish
