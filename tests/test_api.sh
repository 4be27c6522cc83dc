#!/bin/sh
# The hash of the public interface, OVL_ABI, is that of the headers, and a change is told.
. "$(dirname "$0")/checks.sh"
cd "$root" || exit 1

check "OVL_ABI is current" python3 tools/api/api_data.py --check
echo '#include "overland.h"
int main(void) { return ovl_abi() != OVL_ABI; }' >"$work/abi.c"
check "a program links with the library" ${CC:-cc} -std=c11 -Isrc "$work/abi.c" "$build/liboverland.a" -lm -lpthread -o "$work/abi"
check "and finds the interface that it was compiled for" "$work/abi"

check "the classes of all languages have the names of the calls in C" python3 tests/bindings/names.py

# ---- Changes are told ----

mkdir -p "$work/tree/tools" "$work/tree/src"
cp -R tools/api "$work/tree/tools/"

# told NAME SCRIPT COMMAND WORDS: after a change of a header by sed, the command fails and says the words.
told() {
  cp src/overland*.h "$work/tree/src/"
  sed "$2" src/overland.h >"$work/tree/src/overland.h"
  if (cd "$work/tree" && $3) >"$work/said" 2>&1; then
    fail "$1" "nothing was told"
  elif grep -qF "$4" "$work/said"; then
    ok "$1"
  else
    fail "$1" "said: $(head -n 3 "$work/said" | tr '\n' ' ')"
  fi
}
test_version() {
  cp src/overland*.h "$work/tree/src/"
  sed 's|^#define OVL_VERSION_MINOR .*|#define OVL_VERSION_MINOR 77|' src/overland.h >"$work/tree/src/overland.h"
  (cd "$work/tree" && $data)
}
data="python3 tools/api/api_data.py --check"
told "a line that is none" 's|^OVL_API const char \*ovl_version(void);|OVL_API ovl_version;|' \
  "$data" "overland.h:"
abi="OVL_ABI is not current"
told "a function that is gone" 's|^OVL_API const char \*ovl_version(void);||' "$data" "$abi"
told "a function that is new" 's|^OVL_API const char \*ovl_version(void);|&OVL_API int32_t ovl_new(void);|' "$data" "$abi"
told "a parameter that is new" 's|ovl_version(void)|ovl_version(int32_t part)|' "$data" "$abi"
told "a field that became wider" 's|  int32_t floor; /\* 0 to|  int64_t floor; /* 0 to|' "$data" "$abi"
told "fields in another order" 's|  uint64_t found, expected;|  uint64_t expected, found;|' "$data" "$abi"
told "a value that moved" 's|  OVL_UNREACHABLE,  |  OVL_NEW_RESULT, OVL_UNREACHABLE,|' "$data" "$abi"
told "a constant that changed" 's|^#define OVL_STRAIGHT_COST [0-9]*|#define OVL_STRAIGHT_COST 3|' "$data" "$abi"
unlisted_header() {
  echo >"$work/tree/src/overland_new.h"
  (cd "$work/tree" && $data) 2>&1 | grep -q '^api_data: overland_new.h: a public header that'
}
check "a header that the bindings do not know is told" unlisted_header
rm "$work/tree/src/overland_new.h"
check "a new version alone is no new interface" test_version
finish
