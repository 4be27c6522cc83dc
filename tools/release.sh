#!/bin/sh
# Makes the archives of a release: sh tools/release.sh [OUT]
# Sources, the library as two files, the command for Linux and Windows, the Explorer, the reference, and
# their checksums, into OUT (build/release), which is made anew. The same commit gives the same bytes.
# Installs what is missing.
set -eu
umask 022
LC_ALL=C TZ=UTC
export LC_ALL TZ
root=$(cd "$(dirname "$0")/.." && pwd)
out=${1:-$root/build/release}
version=$(sed -n "s/^ *version: '\([0-9.]*\)',.*/\1/p" "$root/meson.build" | head -n 1)
name=overland-$version
mark=.overland-release # the folders that this script fills have this file

say() { printf '%s\n' "$*"; }

stop() {
  printf 'release: %s\n' "$2" >&2
  exit "$1"
}

[ $# -le 1 ] || stop 2 "usage: sh tools/release.sh [OUT]"
git -C "$root" rev-parse HEAD >/dev/null 2>&1 || stop 3 "$root is no checkout of git, whose commit is released"
[ -z "$(git -C "$root" status --porcelain)" ] || stop 3 "$root has changes that are not committed: commit them first"
if [ -d "$out" ]; then
  [ -e "$out/$mark" ] || [ -z "$(ls -A "$out")" ] || stop 3 "$out was not made by this script: name another folder"
elif [ -e "$out" ]; then
  stop 3 "$out is a file, and not a folder"
fi
sh "$root/tools/setup.sh" cc meson ninja git python3 zip clang wasm-ld x86_64-w64-mingw32-gcc

# All files have the time of the commit.
SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct)
export SOURCE_DATE_EPOCH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
rm -rf "$out"
mkdir -p "$out"
: >"$out/$mark"
out=$(cd "$out" && pwd)

# The commit is built in a folder of its own, so that nothing that lies about goes in.
git -C "$root" archive --prefix="$name/" HEAD | tar -xf - -C "$work"
source=$work/$name

# pack_tar FOLDER, pack_zip FOLDER: FOLDER of $work as an archive of its name.
pack_tar() {
  tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
    -C "$work" -cf - "$1" | gzip -9n >"$out/$1.tar.gz"
}

pack_zip() {
  find "$work/$1" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
  (cd "$work" && find "$1" -type f | sort | zip -q -X -@ "$out/$1.zip")
}

# build FOLDER PROGRAM OPTION...: the command, with no path of this machine in it.
build() {
  folder=$work/$1 program=$2
  shift 2
  meson setup "$folder" "$source" --buildtype=release --strip -Ddefault_library=static \
    -Dc_args="-ffile-prefix-map=$work=." "$@" </dev/null >"$work/log" 2>&1 &&
    ninja -C "$folder" "$program" >>"$work/log" 2>&1 ||
    stop 1 "it does not build: $(tail -n 3 "$work/log" | tr '\n' ' ')"
}

say "Sources"
cp "$source/LICENSE" "$work/LICENSE"
pack_tar "$name"

say "The library as two files"
folder=$name-amalgamation
sh "$source/tools/amalgamate.sh" "$work/$folder" >/dev/null
cp "$work/LICENSE" "$work/$folder/"
pack_zip "$folder"

say "The command for Linux"
build linux overland -Dc_link_args=-static
folder=$name-linux-$(uname -m)
mkdir "$work/$folder"
strip -o "$work/$folder/overland" "$work/linux/overland"
python3 "$source/tools/reference/make_reference.py" "$work/$folder/overland" "$work/$folder"
cp "$work/LICENSE" "$work/$folder/"
pack_tar "$folder"

say "The command for Windows"
build windows overland.exe --cross-file "$source/tools/mingw-w64.cross.ini" \
  "-Dc_link_args=['-static', '-Wl,--no-insert-timestamp']"
folder=$name-windows-x86_64
mkdir "$work/$folder"
x86_64-w64-mingw32-strip -o "$work/$folder/overland.exe" "$work/windows/overland.exe"
cp "$work/LICENSE" "$work/$folder/"
pack_zip "$folder"

say "The Explorer"
EXPLORER_OUT=$work/explorer sh "$source/tools/explorer.sh" >"$work/log" 2>&1 ||
  stop 1 "the Explorer does not build: $(tail -n 3 "$work/log" | tr '\n' ' ')"
cp "$work/explorer/index.html" "$out/$name-explorer.html"

say "The reference"
python3 "$source/tools/reference/make_reference.py" --html "$out/$name-reference.html"

(cd "$out" && sha256sum "$name"* >SHA256SUMS)
say "Release        $out"
sed 's/^\(............\)[^ ]*  /  \1  /' "$out/SHA256SUMS"
