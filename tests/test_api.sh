#!/bin/sh
# The public interface as data, and the binary interface: both are what the headers say, each struct can be
# asked for its size, and a change is told.
. "$(dirname "$0")/checks.sh"
cd "$root" || exit 1

check "overland_api.json is current" python3 tools/api/api_data.py --check
check "the binary interface is the one that is stored" python3 tools/api/abi.py "${CC:-cc}"

# Each public struct has the size that the library says.
python3 - >"$work/sizes.c" <<'END'
import json

data = json.load(open("tools/api/overland_api.json", encoding="utf-8"))
print("#include <stdio.h>")
for header in data["headers"]:
    print(f'#include "{header["name"]}"')
print("int main(void) { int wrong = ovl_abi() != OVL_ABI || ovl_struct_bytes(\"ovl_nothing\") != 0;")
for struct in data["structs"]:
    if not struct.get("opaque"):
        name = struct["name"]
        print(f'if (ovl_struct_bytes("{name}") != sizeof({name})) {{ puts("{name}"); wrong = 1; }}')
print("return wrong; }")
END
compile_sizes() {
  ${CC:-cc} -std=c11 -Isrc "$work/sizes.c" "$build/liboverland.a" -lm -lpthread -o "$work/sizes"
}
check "a program asks for all sizes" compile_sizes
check "the library tells the size of each struct" "$work/sizes"

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
data="python3 tools/api/api_data.py --check"
abi="python3 tools/api/abi.py ${CC:-cc}"
told "a comment that changed" 's|/\* units: a straight step over plain ground \*/|/* units */|' \
  "$data" "OVL_STRAIGHT_COST (constant) is changed"
told "a function that is gone" 's|^OVL_API const char \*ovl_version(void);||' \
  "$data" "ovl_version (function) is gone"
told "a line that is none" 's|^OVL_API const char \*ovl_version(void);|OVL_API ovl_version;|' \
  "$data" "overland.h:"
told "a field that became wider" 's|  int32_t floor; /\* 0 to|  int64_t floor; /* 0 to|' \
  "$abi" "gone or changed: struct ovl_cell 12"
told "a value that moved" 's|  OVL_UNREACHABLE,  |  OVL_NEW_RESULT, OVL_UNREACHABLE,|' \
  "$abi" "gone or changed: value ovl_result OVL_UNREACHABLE 1"
told "a parameter that is new" 's|ovl_version(void)|ovl_version(int32_t part)|' \
  "$abi" "new: function const char* ovl_version(int32_t)"
finish
