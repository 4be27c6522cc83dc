"""OVL_ABI: a hash of the binary interface, that is of all names, values and signatures of the public
headers, and of the sizes and places of all fields on 64-bit machines."""

import hashlib
import os
import subprocess
import tempfile


def signature(function):
    parameters = ", ".join(p["type"] for p in function["parameters"]) or "void"
    return f'{function["returns"]} {function["name"]}({parameters})'


def program(data):
    """C that prints a line for each struct and field: its place and size in bytes."""
    lines = [f'#include "{header["name"]}"' for header in data["headers"]]
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


def sizes(data, sources):
    """Returns the output of the program, compiled by $CC or cc."""
    with tempfile.TemporaryDirectory() as folder:
        source, binary = os.path.join(folder, "sizes.c"), os.path.join(folder, "sizes")
        with open(source, "w", encoding="utf-8") as file:
            file.write(program(data))
        compiler = os.environ.get("CC", "cc").split()
        subprocess.run([*compiler, "-std=c11", f"-I{sources}", source, "-o", binary], check=True)
        return subprocess.run([binary], check=True, capture_output=True, text=True).stdout


def describe_abi(data, sources):
    """The binary interface as lines; comments, and the version, are no part of it."""
    lines = [f'constant {each["name"]} {each["value"]}' for each in data["constants"]
             if not each["name"].startswith(("OVL_VERSION", "OVL_ABI"))]
    lines += [f'alias {each["name"]} {each["type"]}' for each in data["aliases"]]
    lines += [f'value {enum["name"]} {value["name"]} {value["value"]}'
              for enum in data["enums"] for value in enum["values"]]
    lines += [f"callback {signature(each)}" for each in data["callbacks"]]
    lines += [f"function {signature(each)}" for each in data["functions"]]
    return "\n".join(lines) + "\n" + sizes(data, sources)


def abi_of(data, sources):
    """The 32 bits that OVL_ABI is to have. The order of declarations does not count."""
    text = "\n".join(sorted(describe_abi(data, sources).splitlines()))
    return int(hashlib.sha256(text.encode()).hexdigest()[:8], 16)
