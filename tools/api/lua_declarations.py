"""The declarations of the Lua binding, of the interface as data."""

import re

# The enums whose values Lua itself uses; LuaJIT's FFI knows all.
USED = ("ovl_result", "ovl_smoothing", "ovl_corners", "ovl_overlays", "ovl_topology",
        "ovl_layout")


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


def declarations_of(data):
    abi = next(each["value"] for each in data["constants"] if each["name"] == "OVL_ABI")
    return "\n".join([
        "-- Written by tools/bindings/packages.py from the public headers: the interface of the library.",
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
