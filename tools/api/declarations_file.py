"""Writes a file of declarations from overland_api.json, or says whether it is current; and the names
that enums and structs have in languages with classes."""

import json
import os
import re
import sys

API = os.path.join(os.path.dirname(os.path.abspath(__file__)), "overland_api.json")


def run(script, out, make, arguments):
    """Writes make(data) to `out`; with --check compares instead. Returns the exit code."""
    if arguments not in ([], ["--check"]):
        print(f"usage: python3 tools/api/{script} [--check]", file=sys.stderr)
        return 2
    with open(API, encoding="utf-8") as file:
        text = make(json.load(file))
    if not arguments:
        with open(out, "w", encoding="utf-8") as file:
            file.write(text)
        return 0
    with open(out, encoding="utf-8") as file:
        if file.read() == text:
            return 0
    print(f"{os.path.basename(out)} is not current: python3 tools/api/{script} writes it")
    return 1


def class_name(name):
    """A C name as that of a class: ovl_unit_state is UnitState."""
    return "".join(word.capitalize() for word in name.replace("ovl_", "").split("_"))


def enum_values(enum):
    """The values of an enum, each with its name without what all have in common; not their count."""
    values = [each for each in enum["values"] if not each["name"].endswith("_COUNT")]
    prefix = re.match(r".*_", os.path.commonprefix([each["name"] for each in values]))[0]
    return [(value["name"].replace(prefix, "", 1), value) for value in values]
