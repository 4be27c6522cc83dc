#!/bin/sh
# A release: all versions agree; what can't be released is refused; and with --long the archives are made twice, in two folders
# and from two clones, with the same bytes, and what is in them works.
. "$(dirname "$0")/checks.sh"
cd "$work" || exit 1

# ---- Everything says the same version, and CHANGELOG.md which formats are of the release ----

# says_version NAME FILE PATTERN: the pattern, with the version for VERSION, is in the file.
says_version() {
  check "the version of $1" grep -qF "$(echo "$3" | sed "s/VERSION/$version/")" "$root/$2"
}
says_version "overland.h" src/overland.h 'linked library as text: "VERSION"'
says_version "the Python package" tools/bindings/python/pyproject.toml 'version = "VERSION"'
says_version "the JavaScript package" tools/bindings/js/package.json '"version": "VERSION"'
says_version "the C# package" tools/bindings/csharp/overland.csproj '<Version>VERSION</Version>'
check "the version of the command" sh -c "'$overland' --version | grep -qF '$version'"
check "CHANGELOG.md has it first, with its day" sh -c \
  "grep '^## ' '$root/CHANGELOG.md' | head -n 1 | grep -qE '^## $version [(]20[0-9]{2}-[0-9]{2}-[0-9]{2}[)]\$'"
# number FILE NAME: the number that the source gives to it.
number() { sed -n "s/^.*$2[ =]*\([0-9][0-9]*\).*/\1/p" "$root/src/$1" | head -n 1; }
check "and the version of world files" grep -q \
  "^| World files and parts | Version $(number coarse/format/world_format.h OVI_WORLD_VERSION) " "$root/CHANGELOG.md"
check "that of patches" grep -q "^| Patches | Version $(number version/patch.c PATCH_VERSION)," "$root/CHANGELOG.md"
check "that of snapshots" grep -q \
  "^| Snapshots of units | Format $(number crowd/snapshot/unit_snapshot.c SNAPSHOT_FORMAT) " "$root/CHANGELOG.md"

# ---- Archives ----

# refuses NAME WORDS ARGUMENT...: exit code 2 or 3, with these words.
refuses() {
  refuses_name=$1 words=$2
  shift 2
  sh "$@" >said 2>errors
  case $? in
  2 | 3) check "$refuses_name" grep -qF "$words" errors ;;
  *) fail "$refuses_name" "exit code $?, $(head -n 1 errors)" ;;
  esac
}
mkdir plain && cp -R "$root/tools" "$root/meson.build" plain/
refuses "a folder that is no checkout" "is no checkout of git" plain/tools/release.sh out
command -v git >/dev/null 2>&1 || finish
git clone -q "$root" clone 2>/dev/null || git clone -q "$root/.git" clone
cp "$root/tools/release.sh" clone/tools/release.sh
git -C clone -c user.name=t -c user.email=t@example.org commit -qam "as it is here" >/dev/null 2>&1
refuses "two folders" "usage: sh tools/release.sh" clone/tools/release.sh a b
mkdir full && : >full/file
refuses "a folder with other files" "was not made by this script" clone/tools/release.sh full
: >a-file
refuses "a file" "is a file, and not a folder" clone/tools/release.sh a-file
: >clone/new-file
refuses "changes that are not committed" "not committed" clone/tools/release.sh out
rm clone/new-file
check "nothing was written" test ! -e out
[ -n "$long" ] || finish

check "a release is made" sh clone/tools/release.sh first
git clone -q clone elsewhere
check "and once more, elsewhere" sh elsewhere/tools/release.sh second
check "with the same bytes" cmp first/SHA256SUMS second/SHA256SUMS
check "the checksums are right" sh -c 'cd first && sha256sum -c SHA256SUMS'
for part in .tar.gz -amalgamation.zip "-linux-$(uname -m).tar.gz" -windows-x86_64.zip -explorer.html \
  -reference.html; do
  check "it has overland-VERSION$part" test -s "first/overland-$version$part"
done
tar -xzf "first/overland-$version-linux-$(uname -m).tar.gz"
check "the command for Linux runs" "./overland-$version-linux-$(uname -m)/overland" --version
check "it needs no library" sh -c "! ldd 'overland-$version-linux-$(uname -m)/overland' 2>/dev/null | grep -q '=>'"
tar -xzf "first/overland-$version.tar.gz"
check "the sources have their README" test -s "overland-$version/README.md"
check "no archive has a path of this machine" sh -c \
  "! grep -qaF '$work' overland-$version-linux-*/overland first/*.html"
if command -v unzip >/dev/null 2>&1; then
  unzip -q "first/overland-$version-amalgamation.zip"
  block() { awk -v mark="\`\`\`$1" '$0 == mark { inside = 1; next } /^```$/ { inside = 0 } inside' "$root/README.md"; }
  block c >user.c && block text >wanted
  check "the two files build the program of README.md" ${CC:-cc} -O1 -I"overland-$version-amalgamation" user.c \
    "overland-$version-amalgamation/overland.c" -lm -lpthread -o user
  check "which walks as it says" sh -c './user | diff wanted -'
fi
finish
