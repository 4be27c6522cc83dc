"""The declarations of the Python package, of the interface as data.

Enums become IntEnums that are printed by their names, structs and function types those of
ctypes, functions a table of prototypes."""

import keyword
import re

from class_names import class_name, enum_values

PLAIN = {"bool": "c_bool", "char": "c_char", "int32_t": "c_int32", "int64_t": "c_int64",
         "size_t": "c_size_t",
         **{f"uint{bits}_t": f"c_uint{bits}" for bits in (8, 16, 32, 64)}}
HEAD = '''"""The interface of the library for ctypes.

Written by tools/bindings/packages.py from the public headers; not to be edited."""

from __future__ import annotations

import ctypes
import keyword
from ctypes import CFUNCTYPE, POINTER, c_void_p, c_bool, c_char, c_char_p, c_int, c_size_t
from ctypes import c_int32, c_int64, c_uint8, c_uint16, c_uint32, c_uint64
from enum import Enum, IntEnum
from typing import Any, Dict, Tuple
'''
NAMED = '''

class Named(IntEnum):
    """Printed by its name, in all versions of Python: Result.UNREACHABLE."""

    __str__ = Enum.__str__


def python_name(name: str) -> str:
    return f"{name}_" if keyword.iskeyword(name) else name

'''


class Types:
    """The ctypes of the C types that the headers use."""

    def __init__(self, data):
        self.structs = {each["name"] for each in data["structs"]}
        self.callbacks = {each["name"] for each in data["callbacks"]}
        self.enums = {each["name"] for each in data["enums"]}
        self.aliases = {each["name"]: each["type"] for each in data["aliases"]}
        self.constants = {each["name"]: each["value"] for each in data["constants"]}

    def of(self, text):
        pointer = re.fullmatch(r"(.+?) ?\(\*\)\((.*)\)", text)
        if pointer:
            return self.function(pointer[1], [re.sub(r"(?<=[ *])\w+$", "", part.strip())
                                              for part in re.split(r",(?![^(]*\))", pointer[2])])
        text = re.sub(r"\b(const|struct)\b", "", text)
        text = re.sub(r"\s+", "", text)
        if text == "char*":
            return "c_char_p"
        if text == "void*":
            return "c_void_p"
        if text.endswith("*"):
            return f"POINTER({self.of(text[:-1])})"
        if text in self.enums:
            return "c_int"
        if text in self.aliases:
            return self.of(self.aliases[text])
        return "None" if text == "void" else PLAIN.get(text, text)

    def function(self, returns, types):
        if returns.endswith("*"):
            returns = "void *"  # of ctypes' pointers no function of Python can return one
        return f"CFUNCTYPE({', '.join(self.of(each) for each in [returns, *types])})"

    def of_field(self, field):
        if "parameters" in field:
            return self.function(field["returns"], [each["type"] for each in field["parameters"]])
        kind = self.of(field["type"])
        if "count" in field:
            return f'{kind} * {self.constants.get(field["count"], field["count"])}'
        return kind

    def hint(self, field):
        """What Python makes of a field when it is read."""
        kind = self.of_field(field)
        if kind == "c_bool":
            return "bool"
        return "int" if re.fullmatch(r"c_(u?int\d*|size_t)", kind) else "Any"


def python_name(name):
    return f"{name}_" if keyword.iskeyword(name) else name


def enum_lines(enum):
    lines = ["", "", f'class {class_name(enum["name"])}(Named):']
    for name, value in enum_values(enum):
        about = f'  # {value["doc"]}'.replace("\n", " ") if value["doc"] else ""
        lines.append(f'    {name} = {value["value"]}{about}')
    return lines


def struct_lines(struct, types):
    lines = ["", "", f'class {struct["name"]}(ctypes.Structure):']
    if struct.get("opaque"):
        return [*lines, "    pass"]
    return lines + [f'    {python_name(field["name"])}: {types.hint(field)}'
                    for field in struct["fields"]]


def declarations_of(data):
    types = Types(data)
    lines = HEAD.splitlines() + NAMED.splitlines() + [""]
    lines += [f'{each["name"].replace("OVL_", "", 1)} = {each["value"]}' for each in data["constants"]]
    for enum in data["enums"]:
        lines += enum_lines(enum)
    for struct in data["structs"]:
        lines += struct_lines(struct, types)
    lines += ["", ""]
    for each in data["callbacks"]:
        parameters = [parameter["type"] for parameter in each["parameters"]]
        lines.append(f'{each["name"]} = {types.function(each["returns"], parameters)}')
    plain = [each for each in data["structs"] if not each.get("opaque")]
    for struct in plain:
        lines.append(f'{struct["name"]}._fields_ = [')
        lines += [f'    ("{python_name(each["name"])}", {types.of_field(each)}),'
                  for each in struct["fields"]]
        lines.append("]")
    names = ", ".join(f'"{each["name"]}": "{class_name(each["name"])}"' for each in data["enums"])
    lines += ["", f"ENUMS = {{{names}}}"]
    lines += ["", "# The result of each function, and its parameters.",
              "FUNCTIONS: Dict[str, Tuple[Any, Tuple[Any, ...]]] = {"]
    for each in data["functions"]:
        parameters = "".join(types.of(parameter["type"]) + ", " for parameter in each["parameters"])
        lines.append(f'    "{each["name"]}": ({types.of(each["returns"])}, ({parameters.rstrip()})),')
    return "\n".join([*lines, "}", ""])
