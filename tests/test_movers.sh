#!/bin/sh
# Profiles, floors, links and goals on the command line: path, bench, gen, render, info.
. "$(dirname "$0")/checks.sh"
cd "$work" || exit 1
maps=$root/maps

# ---- Weights and sizes ----
printf 'type octile\nheight 7\nwidth 11\nmap\n' >ford.map
printf '%s\n' '.....W.....' '.....W.....' '.....W.....' '.....W.....' '.....W.....' \
  '.....S.....' '.....@.....' >>ford.map
printf '%s\n' 'profile foot ground=1 swamp=2 water=8' 'profile boat water=1' \
  'profile cart size=2 ground=1 swamp=1 water=31.875' 'profile walker ground=1' >ford.legend
check "a world of four profiles" says 0 "$overland" build ford.map --legend ford.legend -o ford.world
check "the default profile takes the ford" says 0 "$overland" path ford.world 4,5 6,5 --json
check "it costs (1 + 2) / 2 twice" holds "cost == 3 and it['profile'] == 'foot'"
check "at the upper end it goes straight if that is cheaper" says 0 \
  "$overland" path ford.world 4,0 6,0 --json
check "over water at 8" holds "cost == 9"
check "a boat stays on the water" says 0 "$overland" path ford.world 5,0 5,4 --profile boat --json
check "at its own cost" holds "cost == 4 and it['profile'] == 'boat'"
check "a cart is two cells wide" says 0 "$overland" path ford.world 3,0 6,5 --profile cart --json
check "so its positions are" holds "all(cell[0] < 10 and cell[1] < 6 for cell in it['cells'])"
check "a cart can't stand at the border" says 1 "$overland" path ford.world 0,0 10,0 --profile cart
bad "who can't swim does not get there" 1 'no path joins 0,0 and 10,0' \
  "$overland" path ford.world 0,0 10,0 --profile walker
bad "an unknown profile is told with those that there are" 3 \
  "there is no profile 'ship'; it has foot, boat, cart, walker" \
  "$overland" path ford.world 0,0 1,0 --profile ship
bad "so it is by bench" 3 "no profile 'ship'" "$overland" bench ford.world --random 3 --profile ship
bad "and by render" 3 "no profile 'ship'" "$overland" render ford.world -o x.png --profile ship
check "no picture is left" test ! -e x.png

# ---- Problems for a profile ----
"$overland" build "$maps/continents-300x200.map" --legend ford.legend -o land.world >/dev/null
check "gen --scenario --profile" says 0 "$overland" gen --scenario 25 \
  --from "$maps/continents-300x200.map" --legend ford.legend --profile foot -o foot.scen
check "the last line names the profile" grep -qE '^# profile foot [0-9a-f]{16}$' foot.scen
check "every other line is one of MovingAI's" awk -F '\t' \
  'NR > 1 && !/^#/ && NF != 9 {exit 1}' foot.scen
check "bench compares with its optima" says 0 "$overland" bench land.world foot.scen --json
check "they are the yardstick's" holds \
  "it['queries'] == 25 and it['failed'] == 0 and it['illegal'] == 0 and
   it['cost_ratio']['mean'] >= 0.99999 and it['profile'] == 'foot'"
check "nothing is noted" test ! -s errors
sed 's/[0-9]*\.[0-9]*$/1.5/' foot.scen >wrong.scen
check "wrong optima are seen" says 1 "$overland" bench land.world wrong.scen --json
check "another profile has other optima" says 0 \
  "$overland" bench land.world foot.scen --profile cart --json
check "so they are not used" grep -q 'the lengths of foot.scen are not checked' errors
check "none is wrong" holds "it['failed'] == 0 and it['illegal'] == 0 and it['profile'] == 'cart'"
for profile in foot boat cart walker; do
  check "bench --random --profile $profile" says 0 \
    "$overland" bench land.world --random 20 --yardstick --profile $profile --json
  check "none failed, none illegal" holds "not it['failed'] + it['illegal']"
done
bad "a profile without problems" 2 '--legend and --profile are for problems' \
  "$overland" gen random 9x9 --seed 1 -o x.map --profile foot
bad "problems for nobody" 3 "no profile 'ship'" "$overland" gen --scenario 2 --from ford.map \
  --legend ford.legend --profile ship -o x.scen
check "no file is left" test ! -e x.scen

# ---- Floors and links ----
check "the shopping centre" says 0 "$overland" build "$maps/mall.tmx" --legend "$maps/mall.legend" \
  -o mall.world
check "a path from the entrance to the roof" says 0 "$overland" path mall.world 28,38 4:20,15 --json
check "its cells tell their floors" holds \
  "it['cells'][0] == [28, 38, 0] and it['cells'][-1] == [20, 15, 4] and
   sorted({cell[2] for cell in it['cells']}) == [0, 1, 2, 3, 4]"
check "each change of floor is a link" holds \
  "all(a[2] == b[2] or any(link['point'] == i + 1 for link in it['links'])
       for i, (a, b) in enumerate(zip(it['points'], it['points'][1:]))) and len(it['links']) == 4"
check "text tells the links" sh -c \
  "'$overland' path mall.world 28,38 4:20,15 | grep -q 'link to 4:'"
check "bench on five floors" says 0 "$overland" bench mall.world --random 60 --yardstick --json \
  --paths paths
check "none failed, none illegal" holds "not it['failed'] + it['illegal']"
check "paths name the floors" grep -q ' [1-4]:[0-9]*,[0-9]* ' paths
check "who needs two cells has no lift" says 1 \
  "$overland" path mall.world 28,36 1:20,20 --profile trolley --json
bad "a floor that is not there" 3 'the goal 7:1,1 is on no floor of the map: they are 0 to 4' \
  "$overland" path mall.world 28,38 7:1,1
bad "a cell outside its floor" 3 'the goal 4:55,1 is outside the floor of 40 x 28 cells' \
  "$overland" path mall.world 28,38 4:55,1

# ---- Goals ----
printf '%s\n' '# shops' '0:40,31 cafe' '' '4:20,15   viewing deck # far' '1,1' >goals
check "the nearest of many" says 0 "$overland" path mall.world 28,38 --goals goals --json
check "is told with its name" holds \
  "it['goal_reached'] == [40, 31, 0] and it['goal_name'] == 'cafe' and it['reachable']"
check "of those with a name" says 0 "$overland" path mall.world 28,38 --goals goals --named deck --json
check "that one" holds "it['goal_reached'] == [20, 15, 4]"
check "the goals of a Tiled map" says 0 \
  "$overland" path mall.world 28,38 --goals "$maps/mall.tmx" --named Pizza
check "are told with their names" grep -q '^goal  *3:.* Pizza$' said
check "the nearest cell of a rectangle" says 0 \
  "$overland" path mall.world 28,38 --goal-rect 3:20,15,3x3 --json
check "lies in it" holds \
  "it['goal_reached'][2] == 3 and it['goal_reached'][0] in (20, 21, 22) and
   it['goal_reached'][1] in (15, 16, 17)"
check "as near as 2 cells" says 0 "$overland" path mall.world 28,38 10,20 --within 2 --json
check "is no farther" holds "math.dist(it['goal_reached'][:2], [10, 20]) <= 2"
printf '%s\n' '40;31' >bad.goals
bad "a goal that is none" 3 "bad.goals:1: '40;31' is no goal" \
  "$overland" path mall.world 28,38 --goals bad.goals
printf '%s\n' '1,1' '9:40,31' >bad.goals
bad "a goal outside" 3 'bad.goals:2: the goal 9:40,31 is no cell of the world' \
  "$overland" path mall.world 28,38 --goals bad.goals
: >bad.goals
bad "no goals" 3 'bad.goals: there is no goal in it' "$overland" path mall.world 28,38 --goals bad.goals
bad "none of that name" 3 "whose name has 'Bar'" \
  "$overland" path mall.world 28,38 --goals goals --named Bar
bad "two kinds of goals" 2 'one goal' "$overland" path mall.world 28,38 1,1 --goals goals
bad "no goal" 2 'the goal is missing' "$overland" path mall.world 28,38
bad "a rectangle that is none" 2 "--goal-rect: '1,2,3' is not a rectangle as 10,20,4x3" "$overland" path mall.world 28,38 --goal-rect 1,2,3

# ---- Limits and settings ----
printf 'type octile\nheight 9\nwidth 12\nmap\n' >door.map
printf '%s\n' '.....@......' '.....@......' '.....@......' '.....@......' '.....@..@@@@' \
  '........@..@' '.....@..@@@@' '.....@......' '.....@......' >>door.map
"$overland" build door.map -o door.world >/dev/null
check "as close as one can get to a closed room" says 1 \
  "$overland" path door.world 0,0 9,5 --nearest --json
check "there is a path, but not to the goal" holds \
  "it['reachable'] is False and it['partial'] and it['cells'][-1] == [7, 5] and cost > 0"
check "text says so" says 1 "$overland" path door.world 0,0 9,5 --nearest
check "and where it ends" grep -q '^partial  *ends at 7,5' said
bad "without it there is none" 1 'no path joins' "$overland" path door.world 0,0 9,5
check "why not: into a closed room" says 1 "$overland" path door.world 0,0 9,5 --why --json
check "the cell to open is told, and what stands there" holds \
  "[one['cell'] for one in it['why']['open']] == [[8, 5]] and it['why']['open'][0]['terrain'] == ord('@')"
check "so it is to readers" sh -c "'$overland' path door.world 0,0 9,5 --why 2>errors |
  grep -q \"^  8,5 is '@'\""
check "of a blocked goal, too" says 1 "$overland" path door.world 0,0 5,0 --why --json
check "that cell" holds "[one['cell'] for one in it['why']['open']] == [[5, 0]]"
check "nothing is told of a goal that can be reached" says 0 \
  "$overland" path door.world 0,0 11,0 --why --json
check "for nothing stands in the way" holds "'why' not in it"
check "a blocked goal is moved" says 0 "$overland" path door.world 0,0 5,4 --move --json
check "to the nearest open cell" holds "it['cells'][-1] == [4, 4]"
check "a goal that is moved into the closed room is gone to as near as can be" says 1 \
  "$overland" path door.world 0,0 9,6 --move --nearest --json
check "below it" holds "it['partial'] and it['cells'][-1] == [9, 7]"
check "a budget of 4 steps" says 1 "$overland" path door.world 0,0 11,0 --limit 4 --json
check "leads no farther" holds "it['partial'] and 0 < cost <= 4 and it['reachable'] is False"
check "a budget that is enough" says 0 "$overland" path door.world 0,0 11,0 --limit 16.5 --json
check "leads there" holds "not it['partial'] and it['cells'][-1] == [11, 0]"
check "a limit of expansions" says 1 \
  "$overland" path door.world 0,0 11,0 --limit-expansions 3 --json
check "leads a part of the way" holds "it['partial']"
check "turns that cost" says 0 "$overland" path door.world 0,0 11,0 --turn-cost 3 --json
check "leave the cost of the path without them" holds "cost < 25"
bad "a budget that is none" 2 "'-3' is not a cost" "$overland" path door.world 0,0 11,0 --limit=-3

# ---- Pictures ----
png() { tail -c 8 "$1" | head -c 4 | grep -q IEND; }
check "a picture of a path over floors" says 0 \
  "$overland" path mall.world 28,38 4:20,15 --png path.png
check "is one" png path.png
for floor in 0 4; do
  check "render --floor $floor" says 0 "$overland" render mall.world -o floor$floor.png --floor $floor \
    --layers terrain,links,islands,regions,edges,waypoints
  check "is a picture" png floor$floor.png
done
check "of another floor" sh -c "! cmp -s floor0.png floor4.png"
"$overland" render mall.world -o bare.png --layers terrain
"$overland" render mall.world -o links.png --layers terrain,links
check "links are drawn" sh -c "! cmp -s bare.png links.png"
check "a path on one floor of them" says 0 \
  "$overland" render mall.world -o query.png --from 1:4,17 --to 1:30,20
bad "a floor to draw that is not there" 3 'there is no floor 9' \
  "$overland" render mall.world -o x.png --floor 9

finish
