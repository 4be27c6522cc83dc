#!/bin/sh
# The command for Windows, built by mingw-w64 and run by wine: it writes the files that the command for Linux writes,
# byte for byte, says the same, and refuses the same; and the C tests. With --long alone, since the build takes minutes;
# what it needs is installed then, and where that fails it is skipped.
. "$(dirname "$0")/checks.sh"
[ -n "$long" ] || finish
if ! sh "$root/tools/setup.sh" meson ninja x86_64-w64-mingw32-gcc wine; then
  echo "skipped: mingw-w64 or wine is not installed"
  finish
fi

windows=$build/windows
[ -e "$windows/build.ninja" ] || meson setup "$windows" "$root" --cross-file "$root/tools/mingw-w64.cross.ini" \
  -Doptimization=1 -Dc_link_args=-static >"$work/setup" 2>&1
check "the command and the tests for Windows are built" ninja -C "$windows" overland.exe overland_tests.exe
[ -e "$windows/overland.exe" ] || finish

# Wine keeps its files beside the build. Its services run as long as one of its programs: cmd, until the end.
export WINEPREFIX="$build/wine" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=;winemenubuilder.exe=d"
[ -e "$WINEPREFIX/system.reg" ] || check "wine makes its files" wineboot -i
cd "$work" || exit 1
mkfifo hold
wine cmd <hold >/dev/null 2>&1 &
exec 9>hold
trap 'exec 9>&-; rm -rf "$work"' EXIT

# both NAME ARGUMENT...: each program does it, in a folder of its own; what is said of times and memory is left out.
mkdir linux windows
both() {
  name=$1
  shift
  (cd linux && "$overland" "$@") >"linux/$name.said" 2>"linux/$name.errors"
  echo "exit code $?" >>"linux/$name.said"
  (cd windows && wine "$windows/overland.exe" "$@") >"windows/$name.said" 2>"windows/$name.errors"
  echo "exit code $?" >>"windows/$name.said"
  for side in linux windows; do
    for file in "$side/$name.said" "$side/$name.errors"; do
      tr -d '\r' <"$file" | sed -E 's/"[a-z_]*(_us|_ms|_ns|_ns_per_expansion|memory_peak_bytes|resident_bytes_max)": *(\{[^}]*\}|[^,}]*)//g
        s/[0-9.]+ (s|ms|us|ns)\b//g; /^tick, us /d; s/memory at its peak [0-9.]+ [a-zA-Z]+//' >kept && mv kept "$file"
    done
  done
  check "$name" diff -r linux windows
}

maps=$root/maps
for program in linux windows; do cp "$maps"/mall.* "$maps"/caves-161x97.map "$maps"/caves-161x97.map.scen $program/; done
both "it says its version" --version
both "a map is made" gen continents 300x200 --seed 7 -o land.map
both "and baked" build land.map -o land.world --threads 2
both "in parts" build land.map --part 1/2 -o 1.part
both "both" build land.map --part 2/2 -o 2.part
both "which are merged" merge 1.part 2.part -o merged.world
both "its file is described" info land.world
both "for programs too" info land.world --json
both "a path is found" path land.world 10,10 280,190 --nearest --json --cells
both "a world is drawn" render land.world -o land.png
both "it is edited" edit land.world "rect 100,100 16x16 @; set 9,9 @" -o walled.world
both "as a patch" edit land.world "rect 100,100 16x16 @" --patch rock.patch
both "which is read" info land.world --patch rock.patch
both "a fresh bake is the same" verify land.world land.map
both "two worlds are compared" diff land.world walled.world
both "floors and links are baked" build mall.tmx --legend mall.legend -o mall.world
both "a path leads over stairs" path mall.world 28,38 4:20,15
both "or to the nearest of a name" path mall.world 28,38 --goals mall.tmx --named Pizza
both "a legend is drafted" legend mall.tmx
both "problems are answered" bench land.world --random 40 --seed 3 --json --paths land.paths --walks land.walks
both "units fight" simulate land.world --units 60 --ticks 200 --seed 1 --log land.log --png battle.png
both "a file that is not there is refused" build none.map -o none.world
both "and one that is no world" info land.map
both "and a path from outside" path land.world 1,1 900,900
both "and a command that is none" nothing

(cd "$root" && wine "$windows/overland_tests.exe") 2>&1 | tr -d '\r' >tests
take "" tests
finish
