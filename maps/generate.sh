#!/bin/sh
# Makes the maps and scenarios of this folder anew: sh maps/generate.sh PROGRAM
# The same program gives the same bytes; the tests compare them with what is here.
set -eu
program=${1:?usage: sh maps/generate.sh PROGRAM [FOLDER]}
folder=${2:-$(dirname "$0")}

# make NAME KIND SIZE SEED [OPTION...]
make() {
  name=$1 kind=$2 size=$3 seed=$4
  shift 4
  "$program" gen "$kind" "$size" --seed "$seed" "$@" -o "$folder/$name.map"
  "$program" gen --scenario 200 --from "$folder/$name.map" --seed "$seed" -o "$folder/$name.map.scen"
}

make continents-512 continents 512x512 3
make continents-300x200 continents 300x200 8
make caves-384 caves 384x384 1
make caves-161x97 caves 161x97 2
make rooms-256 rooms 256x256 1
make rooms-150x90 rooms 150x90 4
make maze-129 maze 129x129 1
make maze-wide-200 maze 200x200 2 --corridor 4
make city-384 city 384x384 1
make random-128 random 128x128 1
