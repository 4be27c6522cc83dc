#!/bin/sh
# Builds the JavaScript package: sh tools/bindings/js/build.sh [OUT]
# Installs clang and lld where they are missing. Leaves a package that npm can publish in OUT
# (build/bindings/js): wrapper, types, and the library as WebAssembly.
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
from=$root/tools/bindings/js
out=${1:-$root/build/bindings/js}
sh "$root/tools/setup.sh" clang wasm-ld
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$root"

sources() {
  find src -name '*.c' | sort
  echo tools/explorer/module/module_memory.c
}

# shellcheck disable=SC2046
sh tools/wasm_objects.sh $(sources)
objects=${EXPLORER_CACHE:-build}/wasm
python3 tools/api/js_calls.py "$out" "$objects"
clang --target=wasm32 -std=c11 -Os -Wall -Wextra -Werror -Isrc -c "$objects/callbacks.c" -o "$objects/callbacks.o"
# Every public function is there for calls.js.
exports=$(grep -oE '"name": "ovl_[a-z_]+", "returns"' "$out/plans.js" | sed 's/^"name": "\([a-z_]*\)".*/--export=\1/')
{ sources | tr / _ | sed "s|\$|.o|"; echo callbacks.o; } | sed "s|^|$objects/|" |
  xargs wasm-ld --no-entry -z stack-size=262144 --stack-first --strip-all --gc-sections \
    $exports --export=module_allocator \
    -o "$out/overland.wasm.part"
mv "$out/overland.wasm.part" "$out/overland.wasm"
sed -n 's/^#define OVL_ABI \(0x[0-9a-f]*\)u.*/export const ABI = \1;/p' src/overland.h >"$out/abi.js"
cp "$from"/*.js "$from/index.d.ts" "$from/package.json" LICENSE "$out/"
echo "Package        $out ($(gzip -9 -c "$out/overland.wasm" | wc -c) bytes of WebAssembly, compressed)"
