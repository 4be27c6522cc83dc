#!/bin/sh
# Worlds that are not read whole: mapped, read with --safe, and with the edits of a patch, every
# command says the same; wrong bytes and wrong patches are told in one line.
. "$(dirname "$0")/checks.sh"
overland=$checked
cd "$work" || exit 1

without_times() { grep -v '_us"\|_ms"\|resident_bytes_max\|speedup\|ns_per'; }

"$overland" gen caves 300x200 --seed 3 -o land.map >/dev/null
"$overland" build land.map -o land.world --overlays always >/dev/null
"$overland" build land.map -o other.world --region-size 16 >/dev/null
echo "rect 100,80 40x40 @" >edits
echo "set 20,20 ." >>edits

# ---- --safe ----

for world in land other; do
  "$overland" bench $world.world --random 40 --seed 2 --paths mapped.paths --json >mapped.json
  "$overland" bench $world.world --random 40 --seed 2 --paths safe.paths --safe --json >safe.json
  check "$world: --safe plans the same paths" cmp mapped.paths safe.paths
  "$overland" info $world.world --json >mapped.json
  "$overland" info $world.world --safe --json >safe.json
  check "$world: info --safe says the same" cmp mapped.json safe.json
  check "$world: verify --safe" "$overland" verify $world.world land.map --safe
  "$overland" render $world.world -o mapped.png >/dev/null
  "$overland" render $world.world -o safe.png --safe >/dev/null
  check "$world: render --safe draws the same" cmp mapped.png safe.png
  "$overland" edit $world.world edits -o mapped.edited >/dev/null
  "$overland" edit $world.world edits -o safe.edited --safe >/dev/null
  check "$world: edit --safe writes the same" cmp mapped.edited safe.edited
done
"$overland" bench land.world --random 5 --seed 1 --json >figures
check "  and what the process held" grep -q '"resident_bytes_max": [1-9]' figures

# ---- Patches ----

check "edit --patch" "$overland" edit land.world edits --patch land.patch
check "a patch is small" test "$(wc -c <land.patch)" -lt 400
"$overland" edit land.world edits -o edited.world >/dev/null
for how in "" --safe; do
  "$overland" render land.world -o patched.png --patch land.patch $how >/dev/null
  "$overland" render edited.world -o edited.png >/dev/null
  check "a patched world is drawn as the edited one $how" cmp patched.png edited.png
  "$overland" bench land.world --random 40 --seed 2 --paths patched.paths --patch land.patch $how \
    --json >patched.json
  check "  and its paths are legal $how" grep -q '"illegal": 0' patched.json
done
printf 'type octile\nheight 200\nwidth 200\nmap\n' >field.map
yes "$(printf '%200s' '' | tr ' ' .)" | head -n 200 >>field.map
"$overland" build field.map -o field.world >/dev/null
echo "rect 0,100 200x1 @" >wall
"$overland" edit field.world wall --patch field.patch >/dev/null
"$overland" bench field.world --random 5 --seed 2 --patch field.patch --json >split.json
check "bench finds the islands that a patch made" grep -q '"unreachable_us": [0-9]' split.json
check "info --patch" "$overland" info land.world --patch land.patch --json
bad "a patch of another world" 3 "a patch of another world" \
  "$overland" info other.world --patch land.patch
bad "what is no patch" 3 "this is a map, no patch" "$overland" info land.world --patch land.map
head -c 60 land.patch >cut.patch
bad "a patch that is cut short" 3 "which should have at least 72" "$overland" info land.world --patch cut.patch
bad "-o or --patch" 2 "one of them" "$overland" edit land.world edits
bad "--settle is not for patches" 2 "settle" \
  "$overland" edit land.world edits --patch p --settle

# ---- Damage ----

python3 - <<'PROGRAM'
data = bytearray(open("land.world", "rb").read())
for at in range(3000, len(data) - 3000, 1999):
    data[at] ^= 16
open("bad.world", "wb").write(data)
PROGRAM
bad "verify finds damage" 3 "damaged" "$overland" verify bad.world
for how in "" --safe; do
  bad "a query that meets damage $how" 3 "bad.world|benchmark|terrain" \
    "$overland" bench bad.world --random 10 --seed 1 $how
  for command in "render -o no.png" "simulate --units 2" "edit edits -o no.world"; do
    bad "$command of damaged land $how" 3 "bad.world: damaged: .* at byte [0-9]+$" \
      "$overland" ${command%% *} bad.world ${command#* } $how
  done
  check "  nothing is written" test ! -e no.png -a ! -e no.world
done
finish
