#!/usr/bin/env python3
"""The size of the code: python3 tests/count.py. src/README.md has these figures.

Source is formatted by clang-format, so a function ends at a brace in the first column or stands in
one line, and what is declared OVL_API is a public call.
"""
import glob
import os
import re

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def count(pattern, texts):
    return sum(len(re.findall(pattern, text, re.M)) for text in texts)


def lines(folder):
    paths = (os.path.join(at, name) for at, _, names in os.walk(folder) for name in names)
    total = 0
    for path in paths:
        if "node_modules" in path or "__pycache__" in path:
            continue
        try:
            total += read(path).count("\n")
        except UnicodeDecodeError:
            pass  # a picture or a golden world
    return total


source = [read(path) for path in sorted(glob.glob("src/**/*.[ch]", recursive=True))]
headers = [read(path) for path in sorted(glob.glob("src/overland*.h"))]
bare = [re.sub(r"/\*.*?\*/", lambda comment: "\n" * comment[0].count("\n"), text, flags=re.S)
        for text in source]
code = count(r"^.*\S.*$", bare)
comments = count(r"^.*\S.*$", source) - code

for name, figure in (
        ("lines of src", sum(text.count("\n") for text in source)),
        ("code lines of src", code),
        ("lines of comment for 1,000 of code", comments * 1000 // code),
        ("functions of src", count(r"^\}$|^\S[^\n]*\) \{ [^\n]*\}$", bare)),
        ("assertions", count(r"\bOVI_ASSERT\(", source) - 2),
        ("public calls", count(r"^OVL_API\b", headers)),
        ("words of the public headers", sum(len(text.split()) for text in headers)),
        ("lines of overland.h", read("src/overland.h").count("\n")),
        ("lines of tests", lines("tests")),
        ("lines of tools", lines("tools"))):
    print(f"| {name} | {figure:,} |")
