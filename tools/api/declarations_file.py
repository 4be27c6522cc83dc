"""Writes a file of declarations from overland_api.json, or says whether it is current."""

import json
import os
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
