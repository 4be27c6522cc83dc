#!/usr/bin/env python3
"""The public interface as data, read from the public headers. After any change of them

    python3 tools/api/api_data.py [--check]

writes OVL_ABI into overland.h; --check says whether it is current, and ends with 1 if it is not."""

import glob
import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from abi import abi_of
from read_headers import BadHeader, Header

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = os.path.join(HERE, "..", "..", "src")

# overland.h comes first, then one for each role, in the order in which the manual has them.
HEADERS = ["overland.h"] + [
    f"overland_{role}.h"
    for role in ("query", "bake", "stream", "inspect", "trace", "edit", "schedule", "flow", "move", "units",
                 "hexagons")
]
UNITS = ("cells", "units of height", "cost units", "units", "eighths", "bytes", "percent", "1/1024 of a cell",
         "expansions", "ticks", "us", "degrees")
KEEPS = re.compile(r"[^.]*\b(?:caller (?:closes|destroys|frees|ends)|[Kk]eep |[Vv]alid (?:until|as long|during)"
                   r"|owns?\b|belongs? to|remains the caller|stays the caller|copied|read (?:only )?during)[^.]*\.")


def unit_of(doc):
    """The unit that a comment names first: "cells, 1 to 128", "maximum size, bytes"."""
    head = re.split(r"[;:(]", re.sub(r"^OVL_\w+: ", "", doc))[0]
    for unit in UNITS:
        if re.search(rf"(^|, |\b(?:in|of|maximum) )(?:whole )?{re.escape(unit)}\b", head):
            return unit
    return None


def errors_of(function, results):
    """The results besides OVL_OK that a function's comment names, in its order."""
    if function["returns"] != "ovl_result":
        return []
    named = re.findall(r"\bOVL_[A-Z_]+\b", function["doc"])
    return [name for name in dict.fromkeys(named) if name in results and name != "OVL_OK"]


def describe(headers):
    results = {value["name"] for header in headers for enum in header.enums
               if enum["name"] == "ovl_result" for value in enum["values"]}
    for header in headers:
        for struct in header.structs:
            for field in struct.get("fields", []):
                if unit := unit_of(field["doc"]):
                    field["unit"] = unit
        for function in header.functions:
            function["runtime"] = "Not in overland_runtime" not in function["doc"]
            function["errors"] = errors_of(function, results)
            if time := re.search(r"Time[^:.]*: (.*?)(?:\.(?: |$)|$)", function["doc"]):
                function["time"] = time.group(1)
            if keeps := [squeezed.strip() for squeezed in KEEPS.findall(function["doc"])]:
                function["ownership"] = keeps

    def join(kind):
        return [each for header in headers for each in getattr(header, kind)]

    constants = join("constants")
    version = [next(c["value"] for c in constants if c["name"] == f"OVL_VERSION_{part}")
               for part in ("MAJOR", "MINOR", "PATCH")]
    return {
        "library": "overland",
        "version": ".".join(map(str, version)),
        "headers": [{"name": header.name, "doc": header.doc} for header in headers],
        **{kind: join(kind)
           for kind in ("constants", "aliases", "enums", "structs", "callbacks", "functions")},
    }


def read_all():
    for path in sorted(glob.glob(os.path.join(SOURCES, "overland*.h"))):
        if os.path.basename(path) not in HEADERS:
            raise BadHeader(f"{os.path.basename(path)}: a public header that api_data.py does not list")
    headers = []
    for name in HEADERS:
        with open(os.path.join(SOURCES, name), encoding="utf-8") as file:
            headers.append(Header(name, file.read()))
    return describe(headers)


def text_of(data):
    """JSON with a line for each thing that is described, so that changes show as lines."""

    def dump(value):
        return json.dumps(value, ensure_ascii=False)

    parts = []
    for name, value in data.items():
        if isinstance(value, list):
            lines = ",\n".join(f"  {dump(each)}" for each in value)
            parts.append(f" {dump(name)}: [\n{lines}\n ]")
        else:
            parts.append(f" {dump(name)}: {dump(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def set_abi(data, writes):
    """Puts OVL_ABI of the headers into the data and, if `writes`, into overland.h. Returns whether
    overland.h has it."""
    entry = next(each for each in data["constants"] if each["name"] == "OVL_ABI")
    told, entry["value"] = entry["value"], abi_of(data, SOURCES)
    if writes and told != entry["value"]:
        path = os.path.join(SOURCES, HEADERS[0])
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(re.sub(r"(?<=#define OVL_ABI )\w+", f"0x{entry['value']:08x}u", text))
    return writes or told == entry["value"]


def main(arguments):
    if arguments not in ([], ["--check"]):
        print("usage: python3 tools/api/api_data.py [--check]", file=sys.stderr)
        return 2
    try:
        data = read_all()
    except BadHeader as error:
        print(f"api_data: {error}", file=sys.stderr)
        return 1
    if not set_abi(data, not arguments):
        print("api_data: OVL_ABI is not current: python3 tools/api/api_data.py writes it")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
