#!/bin/sh
# The JavaScript package: it is built, and gives what the command gives, under node and in a worker; with
# --long the TypeScript compiler checks its types.
. "$(dirname "$0")/checks.sh"
cd "$root" || exit 1
package=$work/node_modules/overland-paths
export EXPLORER_CACHE="$build/test-cache" # shared with test_explorer.sh; what is compiled stays
if [ -n "$long" ]; then
  check "what it needs is there" sh tools/setup.sh clang wasm-ld node npm
fi
for program in clang wasm-ld node; do
  command -v $program >/dev/null 2>&1 && continue
  echo "skipped: $program is not installed"
  finish
done

mkdir -p "$package"
check "the package is built" sh tools/bindings/js/build.sh "$package"
check "it has the version of the library" grep -q "\"version\": \"$version\"" "$package/package.json"
node tests/bindings/js_test.js "$package" maps "$overland" "$work" >"$work/said" 2>&1
take "" "$work/said"
node tests/bindings/statements.mjs "$package" tests/bindings/statements.json "$build/bindings/overland_api.json" >"$work/said" 2>&1
take "calls" "$work/said"

example js | sed "s,'./build/bindings/js/index.js','overland-paths'," >"$work/example.mjs"
check "the example of tools/README.md runs" sh -c "node '$work/example.mjs' >'$work/walked'"
check "and walks to its goal" grep -q '^walk to 99,96' "$work/walked"

[ -n "$long" ] || finish
check "npm would publish twelve files and the licence" sh -c \
  "cd '$package' && npm pack --dry-run 2>&1 | grep -q 'total files: *13'"
cp tests/bindings/js_types.ts "$work/"
check "the TypeScript compiler is installed" npm install --silent --no-fund --no-audit \
  --prefix "$EXPLORER_CACHE/typescript" typescript@5
check "the types are right" sh -c "cd '$work' && '$EXPLORER_CACHE/typescript/node_modules/.bin/tsc' --strict --noEmit \
  --module nodenext --moduleResolution nodenext --target es2022 js_types.ts"
finish
