#!/bin/sh
# The battery of tests/portable/portable.c (bakes, edits, queries, units) gives the same number with
# every compiler and machine: sh tests/same_everywhere.sh [--long]
#
# Compares gcc and clang from -O0 to -O3, link-time optimisation and a big-endian machine; with --long
# also 32 bits, aarch64, riscv64 (emulated), WebAssembly and Windows (wine). Installs what is
# missing. The last line is "N passed, N failed".
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root" || exit 1
long=${1-}
case $long in
"" | --long) ;;
*)
  echo "usage: sh tests/same_everywhere.sh [--long]" >&2
  exit 2
  ;;
esac
out=$root/build/same-everywhere
rm -rf "$out"
mkdir -p "$out"
passed=0 failed=0
export WINEPREFIX="$out/wine" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" # which would ask for downloads

# compile NAME COMPILER...: compiles the battery to $out/NAME/program.exe, a name that the compiler
# for Windows keeps.
compile() {
  name=$1
  shift
  mkdir "$out/$name"
  { find src -name '*.c' && echo tests/portable/portable.c; } | while read -r source; do
    printf '%s\0%s\0' "$source" "$out/$name/$(echo "$source" | tr / _).o"
  done | xargs -0 -n 2 -P "$(getconf _NPROCESSORS_ONLN)" sh -c \
    "$* -std=c11 -Isrc -c \"\$0\" -o \"\$1\"" && "$@" "$out/$name"/*.o -o "$out/$name/program.exe"
}

# answers RUNNER PROGRAM: the number of the worlds, and that of the battle.
answers() {
  # shellcheck disable=SC2086
  { $1 "$2" && $1 "$2" battle; } | tr -d '\r' | tr '\n' ' '
}

# same NAME RUNNER NEEDS COMPILER...: checks that the battery gives the numbers of the first build.
# Installs the programs in NEEDS; RUNNER is a command that runs the program, or empty.
same() {
  name=$1 runner=$2 needs=$3
  shift 3
  # shellcheck disable=SC2086
  if ! sh tools/setup.sh $needs; then
    echo "FAIL $name: $needs"
    failed=$((failed + 1))
    return
  fi
  if compile "$name" "$@" >"$out/$name.log" 2>&1 &&
    answers "$runner" "$out/$name/program.exe" >"$out/$name.answer" 2>>"$out/$name.log" &&
    { [ -e "$out/answer" ] || cp "$out/$name.answer" "$out/answer"; } &&
    grep -qE '^[1-9][0-9]* [1-9][0-9]* $' "$out/$name.answer" && cmp "$out/answer" "$out/$name.answer"; then
    echo "ok $name: $(cat "$out/$name.answer")"
    passed=$((passed + 1))
  else
    echo "FAIL $name: $(cat "$out/$name.answer" 2>/dev/null) $(tail -n 3 "$out/$name.log" | tr '\n' ' ')"
    failed=$((failed + 1))
  fi
}

same gcc-O2 "" cc gcc -O2
same gcc-O0 "" cc gcc -O0
same gcc-O3 "" cc gcc -O3
same gcc-lto "" cc gcc -O2 -flto
same clang-O0 "" clang clang -O0
same clang-O3 "" clang clang -O3
same s390x qemu-s390x "s390x-linux-gnu-gcc s390x-libc qemu-s390x" s390x-linux-gnu-gcc -O2 -static
if [ -n "$long" ]; then
  # The headers of the kernel are those of 64 bits, where gcc -m32 does not look.
  same gcc-m32 qemu-i386 "gcc-m32 qemu-i386" gcc -m32 -O2 -idirafter /usr/include/x86_64-linux-gnu
  same gcc-O1-single "" cc gcc -O1 -DOVL_SINGLE_THREAD
  same clang-lto "" "clang wasm-ld" clang -O2 -flto -fuse-ld=lld
  same aarch64 qemu-aarch64 "aarch64-linux-gnu-gcc aarch64-libc qemu-aarch64" \
    aarch64-linux-gnu-gcc -O2 -static
  same riscv64 qemu-riscv64 "riscv64-linux-gnu-gcc riscv64-libc qemu-riscv64" \
    riscv64-linux-gnu-gcc -O2 -static
  same windows wine "x86_64-w64-mingw32-gcc wine" x86_64-w64-mingw32-gcc -O2 -static
  # shellcheck disable=SC2016 # the expression is node's
  cat >"$out/run.js" <<'END'
const bytes = require("fs").readFileSync(process.argv[2]);
WebAssembly.instantiate(bytes).then(({ instance }) =>
  console.log(`${BigInt.asUintN(64, process.argv[3]
    ? instance.exports.portable_battle() : instance.exports.portable_answer())}`));
END
  cat >"$out/wasm-clang" <<'END'
#!/bin/sh
# clang for WebAssembly; the options of the linker only where it links.
case " $* " in
*" -c "*) exec clang --target=wasm32 "$@" ;;
*) exec clang --target=wasm32 -nostdlib -Wl,--no-entry -Wl,--export=portable_answer \
  -Wl,--export=portable_battle "$@" ;;
esac
END
  chmod 755 "$out/wasm-clang"
  same webassembly "node $out/run.js" "clang wasm-ld node" "$out/wasm-clang" -O2
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
