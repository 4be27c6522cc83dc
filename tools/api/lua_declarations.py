#!/usr/bin/env python3
"""Writes the declarations of the Lua binding from overland_api.json:

    python3 tools/api/lua_declarations.py [--check]

--check says whether the file is current, and ends with 1 if it is not."""

import os
import re
import sys

from declarations_file import run

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join(HERE, "..", "bindings", "lua", "overland_declarations.lua")

# The enums whose values Lua itself uses; LuaJIT's FFI knows all.
USED = ("ovl_result", "ovl_smoothing", "ovl_corners", "ovl_overlays")


def declare(variable):
    """A parameter or field in C."""
    kind, name = variable["type"], variable["name"]
    if "(*)" in kind:
        return kind.replace("(*)", f"(*{name})", 1)
    count = f'[{variable["count"]}]' if "count" in variable else ""
    return f"{kind} {name}{count}"


def call(each):
    return ", ".join(map(declare, each["parameters"])) or "void"


def declarations(data):
    """All of the interface in C, as LuaJIT's FFI reads it."""
    sizes = {each["name"]: str(each["value"]) for each in data["constants"]}
    lines = [f'typedef {each["type"]} {each["name"]};' for each in data["aliases"]]
    for enum in data["enums"]:
        values = ", ".join(f'{value["name"]} = {value["value"]}' for value in enum["values"])
        lines.append(f'typedef enum {enum["name"]} {{ {values} }} {enum["name"]};')
    lines += [f'typedef struct {each["name"]} {each["name"]};' for each in data["structs"]]
    lines += [f'typedef {each["returns"]} (*{each["name"]})({call(each)});' for each in data["callbacks"]]
    for struct in data["structs"]:
        if not struct.get("opaque"):
            fields = " ".join(f"{declare(field)};" for field in struct["fields"])
            lines.append(f'struct {struct["name"]} {{ {fields} }};')
    lines += [f'{each["returns"]} {each["name"]}({call(each)});' for each in data["functions"]]
    return re.sub(r"\[(OVL_\w+)\]", lambda match: f"[{sizes[match[1]]}]", "\n".join(lines))


def lua_text(data):
    abi = next(each["value"] for each in data["constants"] if each["name"] == "OVL_ABI")
    return "\n".join([
        "-- Written by tools/api/lua_declarations.py from overland_api.json: the interface of the library.",
        "return {",
        f"  abi = {abi},",
        "  values = {",
        *[f'    {value["name"]} = {value["value"]},' for enum in data["enums"] if enum["name"] in USED
          for value in enum["values"]],
        "  },",
        "  cdef = [[",
        declarations(data),
        "]],",
        "}",
        "",
    ])


if __name__ == "__main__":
    sys.exit(run("lua_declarations.py", OUT, lua_text, sys.argv[1:]))
