"""The declarations of the C# binding, of the interface as data.

Structs are blittable: a bool is a byte, a size UIntPtr, a function IntPtr. Handles are SafeHandles where
a function takes or makes one."""

import re

from class_names import class_name, enum_values
from read_headers import read_parameter

PLAIN = {"void": "void", "bool": "byte", "char": "byte", "size_t": "UIntPtr", "int32_t": "int", "int64_t": "long",
         "uint8_t": "byte", "uint16_t": "ushort", "uint32_t": "uint", "uint64_t": "ulong"}
# Structs that programs see; Values.cs declares them.
SEEN = {"ovl_cell": "Cell", "ovl_range_cell": "ReachedCell", "ovl_unit_move": "UnitMove",
        "ovl_path_link": "PathLink", "ovl_obstacle": "Obstacle"}
# Objects of the library that have a SafeHandle; Library.cs declares those of the first three, which hold
# more than the object.
HANDLES = ("ovl_world", "ovl_units", "ovl_flow", "ovl_planner", "ovl_refresh", "ovl_blockers", "ovl_queue",
           "ovl_survey")
# Those of C# that the headers' names could be.
KEYWORDS = ("as", "base", "checked", "event", "fixed", "in", "internal", "is", "lock", "new", "object", "operator",
            "out", "params", "private", "public", "ref", "string", "this", "using")
HEAD = """// The interface of the library. Written by tools/bindings/packages.py from the public headers; not
// to be edited.

using System;
using System.Runtime.InteropServices;

namespace Overland
{"""


def escaped(text):
    return re.sub(r"\s+", " ", text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def csharp_name(name):
    return f"@{name}" if name in KEYWORDS else name


class Types:
    """The C# types of the C types that the headers use."""

    def __init__(self, data):
        self.opaque = {each["name"] for each in data["structs"] if each.get("opaque")}
        self.callbacks = {each["name"] for each in data["callbacks"]}
        self.enums = {each["name"] for each in data["enums"]}
        self.aliases = {each["name"]: each["type"] for each in data["aliases"]}
        self.constants = {each["name"]: each["value"] for each in data["constants"]}

    def of(self, text):
        if "(*)" in text:
            return "IntPtr"
        text = re.sub(r"\b(const|struct)\b|\s", "", text)
        if text == "void*" or text in self.callbacks:
            return "IntPtr"
        if text.endswith("*"):
            return "IntPtr" if text[:-1] in self.opaque else f"{self.of(text[:-1])}*"
        if text in self.enums:
            return class_name(text)
        if text in self.aliases:
            return self.of(self.aliases[text])
        return PLAIN.get(text) or SEEN.get(text, text)

    def of_parameter(self, parameter, releases):
        text = re.sub(r"\b(const|struct)\b|\s", "", parameter["type"])
        if "*const*" in parameter["type"]:
            return "IntPtr*"
        if text.rstrip("*") in HANDLES and not releases:
            handle = f"{class_name(text.rstrip('*'))}Handle"
            return f"out {handle}" if text.endswith("**") else handle
        return self.of(parameter["type"])

    def call(self, parameters, releases=False):
        return ", ".join(f'{self.of_parameter(each, releases)} {csharp_name(each["name"])}'
                         for each in parameters)


def enum_lines(enum):
    lines = ["", f"    /// <summary>{escaped(enum['doc'])}</summary>"] if enum["doc"] else [""]
    lines += [f'    public enum {class_name(enum["name"])}', "    {"]
    for name, value in enum_values(enum):
        if value["doc"]:
            lines.append(f'        /// <summary>{escaped(value["doc"])}</summary>')
        lines.append(f'        {class_name(name.lower())} = {value["value"]},')
    return [*lines, "    }"]


def field_lines(field, types):
    """A field; an array of structs, which C# has not, is that many fields."""
    kind, name = types.of(field["type"]), csharp_name(field["name"])
    if "count" not in field:
        return [f"        internal {kind} {name};"]
    count = int(types.constants.get(field["count"], field["count"]))
    if kind in PLAIN.values():
        return [f"        internal fixed {kind} {name}[{count}];"]
    return [f"        internal {kind} {name}_{number};" for number in range(count)]


def struct_lines(struct, types):
    lines = ["", "    [StructLayout(LayoutKind.Sequential)]",
             f'    internal unsafe struct {struct["name"]}', "    {"]
    for field in struct["fields"]:
        lines += field_lines(field, types)
    return [*lines, "    }"]


def delegate_lines(name, returns, parameters, types):
    """A function that the library calls, or gives to be called; those among its parameters first."""
    lines = []
    for each in parameters:
        inner = re.fullmatch(r"(.+?) ?\(\*\)\((.*)\)", each["type"])
        if inner:
            inside = [read_parameter(part.strip()) for part in inner[2].split(",")]
            lines += delegate_lines(f'{name}_{each["name"]}', inner[1], inside, types)
    plain = ", ".join(f'{types.of(each["type"])} {csharp_name(each["name"])}' for each in parameters)
    return [*lines, "", "    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]",
            f"    internal unsafe delegate {types.of(returns)} {name}({plain});"]


def function_lines(function, types):
    name = function["name"]
    releases = name.endswith("_destroy") or name == "ovl_world_close"
    call = types.call(function["parameters"], releases)
    return ["", "        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]",
            f'        internal static extern {types.of(function["returns"])} {name}({call});']


def handle_lines(name):
    return ["", f"    internal sealed class {class_name(name)}Handle : ObjectHandle", "    {",
            f"        protected override void Destroy() => Native.{name}_destroy(handle);", "    }"]


def declarations_of(data):
    types = Types(data)
    plain = [each for each in data["structs"] if not each.get("opaque")]
    lines = HEAD.splitlines()
    for enum in data["enums"]:
        lines += enum_lines(enum)
    for struct in plain:
        if struct["name"] not in SEEN:
            lines += struct_lines(struct, types)
    for each in data["callbacks"]:
        lines += delegate_lines(each["name"], each["returns"], each["parameters"], types)
    for struct in plain:
        for field in struct["fields"]:
            if "parameters" in field:
                name = f'{struct["name"]}_{field["name"]}'
                lines += delegate_lines(name, field["returns"], field["parameters"], types)
    for name in HANDLES[3:]:
        lines += handle_lines(name)
    lines += ["", "    internal static unsafe class Native", "    {"]
    lines += [f'        internal const {"uint" if each["value"] > 0x7fffffff else "int"} '
              f'{each["name"].replace("OVL_", "", 1)} = {each["value"]};' for each in data["constants"]]
    lines += ["", '        internal const string Name = "overland";']
    for function in data["functions"]:
        lines += function_lines(function, types)
    return "\n".join([*lines, "    }", "}", ""])
