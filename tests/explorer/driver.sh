#!/bin/sh
# Installs the driver of browsers that the tests of the Explorer use, which is no part of the project:
# sh tests/explorer/driver.sh BUILD. Prints the path of its module. It needs npm.
set -eu
version=1.65.1
folder=$1/explorer-tests
module=$folder/node_modules/playwright-core
if ! grep -q "\"version\": \"$version\"" "$module/package.json" 2>/dev/null; then
  npm install --no-audit --no-fund --silent --prefix "$folder" "playwright-core@$version" >&2
fi
echo "$module/index.mjs"
