#!/bin/sh
# Builds the reference of the library, one page with a search: sh tools/reference.sh
# Installs Python where it is missing. Leaves build/reference/index.html. ninja writes the manual page of
# the command and the completions of shells into build; `meson install` installs them.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
out=$root/build/reference
sh "$root/tools/setup.sh" python3
mkdir -p "$out"
python3 "$root/tools/reference/make_reference.py" --html "$out/index.html.part"
mv "$out/index.html.part" "$out/index.html"
printf '%s\n' "Reference      $out/index.html (opens by double click)"
