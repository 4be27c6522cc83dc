#!/usr/bin/env python3
"""The binary interface: names, values, signatures, and the sizes and places of all fields.

    python3 tools/api/abi.py [--write] [CC [FLAG...]]

Compiles a program that prints them, and compares them with overland_abi.txt beside this file. Says
what changed, and ends with 1 if something did; --write stores it. The file is that of 64-bit
machines. A change that breaks compiled programs needs a higher OVL_ABI."""

import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from api_data import HEADERS, HERE, SOURCES, read_all

STORED = os.path.join(HERE, "overland_abi.txt")


def signature(function):
    parameters = ", ".join(p["type"] for p in function["parameters"]) or "void"
    return f'{function["returns"]} {function["name"]}({parameters})'


def program(data):
    """C that prints a line for each struct and field: its place and size in bytes."""
    lines = [f'#include "{name}"' for name in HEADERS]
    lines += ["#include <stddef.h>", "#include <stdio.h>", "", "int main(void) {"]
    for struct in data["structs"]:
        if struct.get("opaque"):
            continue
        name = struct["name"]
        lines.append(f'  printf("struct {name} %zu\\n", sizeof({name}));')
        for field in struct["fields"]:
            place = f'offsetof({name}, {field["name"]})'
            size = f'sizeof((({name} *)0)->{field["name"]})'
            text = f'{name}.{field["name"]} {field["type"]}'
            lines.append(f'  printf("field {text} at %zu, %zu\\n", {place}, {size});')
    return "\n".join(lines + ["  return 0;", "}", ""])


def sizes(data, compiler):
    with tempfile.TemporaryDirectory() as folder:
        source, binary = os.path.join(folder, "sizes.c"), os.path.join(folder, "sizes")
        with open(source, "w", encoding="utf-8") as file:
            file.write(program(data))
        subprocess.run([*compiler, "-std=c11", f"-I{SOURCES}", source, "-o", binary], check=True)
        return subprocess.run([binary], check=True, capture_output=True, text=True).stdout


def describe_abi(data, compiler):
    lines = [f'constant {each["name"]} {each["value"]}' for each in data["constants"]
             if not each["name"].startswith("OVL_VERSION")]
    lines += [f'alias {each["name"]} {each["type"]}' for each in data["aliases"]]
    lines += [f'value {enum["name"]} {value["name"]} {value["value"]}'
              for enum in data["enums"] for value in enum["values"]]
    lines += [f"callback {signature(each)}" for each in data["callbacks"]]
    lines += [f"function {signature(each)}" for each in data["functions"]]
    return "\n".join(lines) + "\n" + sizes(data, compiler)


def main(arguments):
    writes = arguments[:1] == ["--write"]
    compiler = arguments[1 if writes else 0:] or ["cc"]
    new = describe_abi(read_all(), compiler)
    if writes:
        with open(STORED, "w", encoding="utf-8") as file:
            file.write(new)
        return 0
    with open(STORED, encoding="utf-8") as file:
        old = file.read()
    before, after = set(old.splitlines()), set(new.splitlines())
    for line in sorted(before - after):
        print(f"abi: gone or changed: {line}")
    for line in sorted(after - before):
        print(f"abi: new: {line}")
    if old != new:
        print("abi: python3 tools/api/abi.py --write stores it. Raise OVL_ABI if a program that was "
              "compiled before would go wrong.")
    return 0 if old == new else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
