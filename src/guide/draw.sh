#!/bin/sh
# Draws the pictures of src/GUIDE.md and src/HOW.md: sh src/guide/draw.sh [BUILD_DIR]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
overland=$(cd "${1:-build}" && pwd)/overland
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

"$overland" gen caves 96x64 --seed 4 -o land.map
"$overland" build land.map -o land.world --region-size 16
"$overland" render land.world -o "$here/regions.png" --layers terrain,regions,waypoints --width 900
"$overland" render land.world -o "$here/edges.png" --layers terrain,regions,edges,waypoints --width 900
"$overland" path land.world 4,8 90,56 --png "$here/query.png" >/dev/null
"$overland" render land.world -o "$here/path.png" --layers terrain,regions,route,path \
  --from 4,8 --to 90,56 --width 900

"$overland" gen continents 48x32 --hex odd-r --seed 5 -o hexagons.map
"$overland" build hexagons.map -o hexagons.world --region-size 16
"$overland" render hexagons.world -o "$here/hexagons.png" --layers terrain,regions,waypoints,path \
  --from -4,12 --to 43,5 --width 900

"$overland" gen caves 40x28 --seed 9 -o small.map
"$overland" build small.map -o small.world --region-size 16
"$overland" render small.world -o "$here/entrances.png" --layers terrain,regions,waypoints --width 720

# draw_query WORLD PICTURE LAYERS
draw_query() {
  "$overland" render "$1" -o "$here/$2.png" --layers "$3" --from 20,40 --to 432,233 --width 720 --no-legend
}
"$overland" gen continents 480x300 --seed 6 -o continents.map
"$overland" build continents.map -o continents.world --overlays always
draw_query continents.world route terrain,regions,coarse,route
draw_query continents.world refined terrain,regions,route,fine,path
"$overland" edit continents.world "rect 200,100 6x100 @" -o walled.world
draw_query walled.world edit terrain,regions,coarse,route,path
