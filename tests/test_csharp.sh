#!/bin/sh
# The C# binding: it compiles without a warning with and without
# spans, its answers are those of the command, and bad input is refused by C#'s own exceptions; under mono.
. "$(dirname "$0")/checks.sh"
cd "$root" || exit 1
here=$build/bindings/csharp
tests=$root/tests/bindings/csharp
check "the project has the version of the library" grep -q "<Version>$version</Version>" "$here/overland.csproj"
if command -v python3 >/dev/null 2>&1; then
  check "and the form of a project of .NET Standard 2.1" python3 -c 'import sys, xml.etree.ElementTree
project = xml.etree.ElementTree.parse(sys.argv[1]).getroot()
assert project.tag == "Project" and project.get("Sdk") == "Microsoft.NET.Sdk"
wanted = {"TargetFramework": "netstandard2.1", "AllowUnsafeBlocks": "true", "EnableDefaultCompileItems": "false"}
for name, text in wanted.items():
    assert project.findtext(f"PropertyGroup/{name}") == text, name
assert [each.get("Include") for each in project.findall("ItemGroup/Compile")] == ["*.cs"]' "$here/overland.csproj"
fi
if [ -n "$long" ]; then
  check "mono and its compiler are there" sh tools/setup.sh python3 mono mcs
elif ! command -v mono >/dev/null 2>&1 || ! command -v mcs >/dev/null 2>&1; then
  echo "skipped: the C# binding: mono and mcs are not installed"
  finish
fi

# compile OUT OPTION... FILE...: without a warning.
compile() {
  out=$1
  shift
  mcs -nologo -unsafe -warn:4 -warnaserror "-out:$out" "$@"
}

# run_mono PROGRAM ARGUMENT...: the library lies beside the program.
run_mono() { LD_LIBRARY_PATH=$build mono --debug "$@"; }

# count_said NAME: counts the tests that a program printed, and prints them with NAME before theirs.
count_said() {
  sed -e "s/^ok /ok $1: /" -e "s/^FAIL /FAIL $1: /" "$work/said"
  passed=$((passed + $(grep -c '^ok ' "$work/said")))
  failed=$((failed + $(grep -c '^FAIL ' "$work/said")))
}

# ---- Compiled and tested, with and without spans ----

mkdir "$work/spans"
check "the binding compiles" compile "$work/Overland.dll" -target:library -debug "-doc:$work/Overland.xml" -nowarn:1591 \
  "$here"/*.cs
check "and with spans" compile "$work/spans/Overland.dll" -target:library -debug -d:OVERLAND_SPANS "$here"/*.cs

# tests NAME LIBRARY OPTION...: the tests of tests/bindings/csharp, counted one by one.
tests() {
  tests_name=$1 library=$2
  shift 2
  mkdir "$work/$tests_name" "$work/$tests_name/files"
  cp "$library" "$work/$tests_name/Overland.dll"
  check "the tests compile, $tests_name" compile "$work/$tests_name/tests.exe" -debug "$@" \
    "-r:$work/$tests_name/Overland.dll" "$tests"/*.cs
  run_mono "$work/$tests_name/tests.exe" "$overland" maps "$work/$tests_name/files" >"$work/said" 2>"$work/errors"
  code=$?
  count_said "$tests_name"
  check "all tests ran, $tests_name" test "$code" = 0 -a "$(grep -c . "$work/said")" -gt 25
  empty "and nothing else was said, $tests_name" "$work/errors"
}
tests with-spans "$work/spans/Overland.dll" -d:OVERLAND_SPANS
if [ -n "$long" ]; then # what has no spans is the same in both
  tests with-arrays "$work/Overland.dll"
fi

# ---- The statements that every language runs ----

python3 tests/bindings/csharp_table.py tests/bindings/statements.json "$build/bindings/overland_api.json" >"$work/Table.cs"
check "the statements compile" compile "$work/statements.exe" -debug "-r:$work/Overland.dll" \
  tests/bindings/csharp_statements/Statements.cs "$work/Table.cs"
run_mono "$work/statements.exe" >"$work/said" 2>&1
take "calls" "$work/said"

# ---- The library that is loaded ----

cat >"$work/load.cs" <<'END'
using System;
using Overland;
class Load {
  static int Main(string[] words) {
    try {
      World.Bake(Map.Rows("..", ".."));
    } catch (OverlandLibraryException error) {
      Console.WriteLine(error.Message);
      return words.Length > 0 && error.Message.Contains(words[0]) && !error.Message.Contains("\n") ? 0 : 1;
    }
    return words.Length > 0 ? 1 : 0;
  }
}
END
check "a small program compiles" compile "$work/load.exe" "-r:$work/Overland.dll" "$work/load.cs"
cat >"$work/other.c" <<'END'
#include <stdint.h>
#ifdef NUMBER
uint32_t ovl_abi(void) { return NUMBER; }
#endif
int nothing;
END

# refuses NAME WORDS FLAG: the binding says in one line why it can't use a library compiled with the flag.
refuses() {
  rm -rf "$work/other"
  mkdir "$work/other"
  ${CC:-cc} -shared -fPIC "$3" "$work/other.c" -o "$work/other/liboverland.so"
  check "$1" env LD_LIBRARY_PATH="$work/other" mono "$work/load.exe" "$2"
}
check "a library that is nowhere" env LD_LIBRARY_PATH="$work" mono "$work/load.exe" \
  "liboverland is not found: put liboverland.so"
refuses "a library that is none" "has no function ovl_abi" -DNONE
refuses "a library made from other headers" "its interface is 0000004d; this binding was made for " -DNUMBER=77
cp "$build/liboverland.so" "$work/"
check "a library beside the program is found" env LD_LIBRARY_PATH= mono "$work/load.exe"
check "and one that the loader finds" env LD_LIBRARY_PATH="$build" mono "$work/load.exe"

# ---- The example of tools/README.md ----

example csharp >"$work/Walk.cs"
check "tools/README.md has an example" grep -q 'using Overland' "$work/Walk.cs"
# The commands of the page, which compile and run it.
sed -n '/^## C#/,/^## [^C]/s/^    \(mcs .*\)/\1/p; /^## C#/,/^## [^C]/s/^    \(LD_LIBRARY_PATH=.*\)/\1/p' tools/README.md >"$work/commands"
check "and the commands for it" test "$(grep -c . "$work/commands")" = 2
mkdir "$work/walk"
ln -s "$root/tools" "$root/maps" "$work/walk/"
ln -s "$build" "$work/walk/build"
cp "$work/Walk.cs" "$work/walk/"
(cd "$work/walk" && . "$work/commands") >"$work/said" 2>&1
check "it walks" grep -q '^walk to 99,96$' "$work/said"
check "and a wall on its way costs a detour" awk -F '[, ]+' '/after the edit/ { found = $5 > $1 } END { exit !found }' \
  "$work/said"
finish
