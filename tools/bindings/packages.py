#!/usr/bin/env python3
"""Makes the packages of the bindings for Python, C#, Lua, C++ and Godot, which ninja runs:

    python3 tools/bindings/packages.py OUT STAMP DEPFILE LIBRARY GODOT_LIBRARY

A package is a folder of OUT: the files of its folder here, the declarations of the interface, read from
the public headers, and the shared library. OUT/overland_api.json is the interface as data. OUT/godot is
the addon for Godot 3, whose library has a part in C."""

import glob
import os
import shutil
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
API = os.path.join(HERE, "..", "api")
sys.path.insert(0, API)
import csharp_calls
import csharp_declarations
import lua_calls
import lua_declarations
import python_calls
import python_declarations
from api_data import SOURCES, read_all, text_of

# Of each package the files that are written from the headers, each with what writes it, and where its library lies.
PACKAGES = {
    "python": ({"overland/_declarations.py": python_declarations.declarations_of,
                "overland/_plans.py": python_calls.plans_module, "overland/calls.py": python_calls.calls_of}, "overland"),
    "csharp": ({"Declarations.cs": csharp_declarations.declarations_of, "ApiCalls.cs": csharp_calls.calls_of}, ""),
    "lua": ({"overland_declarations.lua": lua_declarations.declarations_of,
             "overland_plans.lua": lua_calls.plans_of_lua, "overland_core_calls.h": lua_calls.core_calls}, ""),
    "cpp": ({}, ""),
}


def write(path, text):
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


def library_name(path, name="overland"):
    """The name by which programs load the library: without the number of its version."""
    if path.endswith(".dll"):
        return f"{name}.dll"
    return f"lib{name}.dylib" if path.endswith(".dylib") else f"lib{name}.so"


def make_package(name, out, data, library):
    declarations, place = PACKAGES[name]
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(os.path.join(HERE, name), out, ignore=shutil.ignore_patterns("__pycache__"))
    for file, text_of_language in declarations.items():
        write(os.path.join(out, file), text_of_language(data))
    if not declarations:
        for header in data["headers"]:
            shutil.copy(os.path.join(SOURCES, header["name"]), out)
    shutil.copyfile(library, os.path.join(out, place, library_name(library)))


def make_addon(out, library):
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(os.path.join(HERE, "godot"), out, ignore=shutil.ignore_patterns("*.c", "*.h"))
    shutil.copyfile(library, os.path.join(out, library_name(library, "overland_godot")))


def inputs():
    """All files that the packages are made of."""
    here = [glob.glob(os.path.join(HERE, name, "**"), recursive=True) for name in [*PACKAGES, "godot"]]
    files = [*sum(here, []), *glob.glob(os.path.join(API, "*.py")), os.path.abspath(__file__),
             *glob.glob(os.path.join(SOURCES, "overland*.h"))]
    return [os.path.abspath(path) for path in files if os.path.isfile(path) and "__pycache__" not in path]


def main(out, stamp, depfile, library, godot_library):
    data = read_all()
    for name in PACKAGES:
        make_package(name, os.path.join(out, name), data, library)
    make_addon(os.path.join(out, "godot"), godot_library)
    write(os.path.join(out, "overland_api.json"), text_of(data))
    names = " ".join(path.replace(" ", "\\ ") for path in inputs())
    write(depfile, f"{os.path.basename(stamp)}: {names}\n")
    write(stamp, "")


if __name__ == "__main__":
    main(*sys.argv[1:])
