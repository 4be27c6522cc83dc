#!/bin/sh
# Builds the Explorer, the page that shows how Overland searches: sh tools/explorer.sh [--frames]
# Installs clang, lld, node, npm, xz and esbuild where they are missing. Leaves one file that opens by a double click,
# build/explorer/index.html, and a folder for a web server, build/explorer/site.
# --frames measures in Chromium how often a large map is drawn while it is panned, zoomed and painted; with
# OVERLAND_WORLD=FILE, also how a world file of 16,384 cells a side is opened, panned, zoomed and crossed.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
from=$root/tools/explorer
out=${EXPLORER_OUT:-$root/build/explorer}
cache=${EXPLORER_CACHE:-$root/build} # the bundler, and objects of WebAssembly
most_bytes=600000
esbuild_version=0.24.2

say() { printf '%s\n' "$*"; }

# find_module CONDITION...: files of the module that meet it: the library, the readers of maps, and the
# page's own, which stand for a system as well.
find_module() {
  (cd "$root" && find src "$from/module" "$from/system" tools/plain tools/battle tools/base tools/text \
    tools/codec tools/tiled tools/ldtk tools/grid tools/map tools/game_map tools/generate "$@" | sed "s|^$root/||")
}
module_sources() {
  find_module -name '*.c' \( ! -path 'tools/base/*' -o -name fail.c -o -name file_kind.c \
    -o -name print_text.c -o -name nearest_word.c -o -name cell_text.c \) \
    ! -name json.c ! -name scenario_file.c | sort
}

# Linked anew only if a source is newer.
compile_module() {
  if [ -e "$out/explorer.wasm" ] &&
    [ -z "$(find_module tools/explorer.sh tools/wasm_objects.sh -newer "$out/explorer.wasm" -type f)" ]; then
    return 0
  fi
  # shellcheck disable=SC2046
  sh "$root/tools/wasm_objects.sh" $(module_sources)
  module_sources | tr / _ | sed "s|^|$cache/wasm/|; s|\$|.o|" |
    xargs wasm-ld --no-entry -z stack-size=262144 --stack-first --strip-all --gc-sections \
      -o "$out/explorer.wasm.part"
  mv "$out/explorer.wasm.part" "$out/explorer.wasm"
}

# The bundler, which is no part of the project.
install_esbuild() {
  esbuild=$cache/esbuild/node_modules/.bin/esbuild
  [ "$("$esbuild" --version 2>/dev/null)" = $esbuild_version ] ||
    npm install --no-audit --no-fund --silent --prefix "$cache/esbuild" "esbuild@$esbuild_version"
}

# bundle FORMAT FILE: the module and all that it imports as one script, as short as can be.
bundle() {
  "$esbuild" "$from/$2" --bundle --minify --charset=utf8 "--format=$1" --log-level=warning
}

# The style of the page, and those of the modes that have their own.
# shellcheck disable=SC2046
styles() {
  cat "$from/page/style.css" $(find "$from/page" -mindepth 2 -name '*.css' | LC_ALL=C sort)
}

# The page with style, script, worker and module inside it.
write_file() {
  {
    sed '/<link rel="stylesheet"/,$d' "$from/page/index.html"
    echo '<style>'
    styles
    echo '</style>'
    sed '1,/<link rel="stylesheet"/d; /<script type="module"/,$d' "$from/page/index.html"
    echo '<script type="text/plain" id="worker-text">'
    bundle iife engine/worker.js
    echo '</script>'
    echo "<script type=\"text/plain\" id=\"module-text\" data-bytes=\"$(wc -c <"$out/explorer.wasm")\">"
    xz --format=lzma --lzma1=preset=9e,pb=0 -c "$out/explorer.wasm" | base64 -w 0
    printf '\n</script>\n<script type="module">\n'
    bundle esm page/main.js
    printf '</script>\n</body>\n</html>\n'
  } >"$out/index.html.part"
  mv "$out/index.html.part" "$out/index.html"
}

# The same as files.
write_site() {
  rm -rf "$out/site"
  mkdir -p "$out/site"
  cp "$from/page/index.html" "$out/site/index.html"
  cp -R "$from/page" "$from/engine" "$out/explorer.wasm" "$out/site/"
  rm "$out/site/page/index.html"
  styles >"$out/site/page/style.css"
}

measure_frames() {
  sh "$root/tools/setup.sh" node npm chromium
  mkdir -p "$root/build"
  node "$root/tests/explorer/frames_browser.js" "$(sh "$root/tests/explorer/driver.sh" "$root/build")" \
    "$(command -v chromium)" "$out/index.html"
  if [ -n "${OVERLAND_WORLD-}" ]; then
    node "$root/tests/explorer/browser_world_large.js" \
      "$(sh "$root/tests/explorer/driver.sh" "$root/build")" "$(command -v chromium)" \
      "$out/index.html" "$OVERLAND_WORLD"
  fi
}

case ${1-} in
"" | --frames) ;;
*)
  say "usage: sh tools/explorer.sh [--frames]" >&2
  exit 2
  ;;
esac
sh "$root/tools/setup.sh" clang wasm-ld node npm xz
mkdir -p "$cache"
install_esbuild
mkdir -p "$out"
compile_module
write_file
write_site
bytes=$(gzip -9 -c "$out/index.html" | wc -c)
if [ "$bytes" -gt $most_bytes ]; then
  say "explorer: $out/index.html takes $bytes bytes compressed, more than $most_bytes" >&2
  exit 1
fi
say "Page           $out/index.html (opens by double click; $bytes bytes compressed)"
say "For a server   $out/site"
[ "${1-}" != --frames ] || measure_frames
