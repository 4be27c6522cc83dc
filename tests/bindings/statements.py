"""Runs the statements of statements.json with the Python package: python3 statements.py STATEMENTS.

A step calls a function with values: $NAME is what an earlier step kept `as` NAME. `is`: what it returns, of a
struct the fields that are named; `fails`: its error; #NAME is the length of bytes; {"write": NAME} and the like are functions.
A step with `rows` bakes a map of letters by the class of the language, with `weights` in eighths; `refused`: what it says. So
does one with the text of a `map`, `edit` changes a rectangle of a world, and `find` plans in it. `missing`: what a call
says to a struct without a cell; where structs are values it is 0,0 (C++, C#)."""

import json
import sys
import tempfile
from enum import Enum

from overland import ClosedError, Edit, Map, MapError, OverlandError, Planner, World, calls
from overland._plans import PLANS

FUNCTIONS = {
    "write": lambda kept, name: lambda data: kept.__setitem__(name, kept.get(name, b"") + data),
    "write_at": lambda kept, name: lambda at, data: kept.__setitem__(
        name, kept.get(name, b"")[:at].ljust(at, b"\0") + data + kept.get(name, b"")[at + len(data):]),
    "read": lambda kept, name: lambda at, count: kept[name][at:at + count],
    "read_part": lambda kept, name: lambda part, at, count: kept[name][at:at + count],
    "rows": lambda kept, name: lambda first, count: kept[name],
    "world": lambda kept, name: lambda identity: kept[name],
    "count": lambda kept, name: lambda *_: kept.__setitem__(name, kept.get(name, 0) + 1) or 0,
}


def value_of(value, kept):
    if isinstance(value, str) and value.startswith("$"):
        return kept[value[1:]]
    if isinstance(value, str) and value.startswith("#"):
        return len(kept[value[1:]])
    if isinstance(value, list):
        return [value_of(each, kept) for each in value]
    if isinstance(value, dict):
        (name, of), *more = value.items() or [("", None)]
        if name in FUNCTIONS and not more and isinstance(of, str) and of[0] != "$":
            return FUNCTIONS[name](kept, of)
        return {int(key) if key.isdigit() else key: value_of(each, kept) for key, each in value.items()}
    return value


def plain(value):
    """Enums are words, and cells lists without a floor 0."""
    if isinstance(value, Enum):
        return value.name.lower().replace("_", "-")
    if isinstance(value, bytes):
        return {"bytes": list(value)}
    if isinstance(value, tuple) and len(value) == 3 and not any(isinstance(each, (dict, bytes)) for each in value):
        return list(value[:2] if value[2] == 0 else value)
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return {key: plain(each) for key, each in value.items()} if isinstance(value, dict) else value


def fits(found, wanted):
    if isinstance(wanted, dict) and isinstance(found, dict):
        return all(name in found and fits(found[name], each) for name, each in wanted.items())
    if isinstance(wanted, list) and isinstance(found, list):
        return len(found) == len(wanted) and all(map(fits, found, wanted))
    return found == wanted and isinstance(found, bool) == isinstance(wanted, bool)


def run_step(step, kept):
    if "more_than" in step:
        assert kept.get(step["in"], 0) > step["more_than"], f"{step['in']} is {kept.get(step['in'], 0)}"
        return
    if "map" in step:
        with tempfile.NamedTemporaryFile("w", suffix=".map") as file:
            file.write(step["map"])
            file.flush()
            kept[step["as"]] = World.bake(Map.load(file.name))
        return
    if "find" in step:
        planner = Planner(kept[step["find"][1:]])
        planner.find_path(step["start"], step["goal"])
        assert (plain(planner.result), planner.reason) == (step["result"], step["reason"]), f"{step}: {planner.reason}"
        return
    if "edit" in step:
        edit = Edit.rect(step["cell"], step["w"], step["h"], step["terrain"], bytes(step["mask"]))
        try:
            kept[step.get("as")] = kept[step["edit"][1:]].apply([edit])
        except ValueError as error:
            assert step.get("refused", "-") in str(error), f"{step}: {error}"
        else:
            assert "refused" not in step, f"{step}: it was applied"
        return
    if "rows" in step:
        try:
            kept[step.get("as")] = World.bake(step["rows"], step.get("weights"))
        except MapError as error:
            assert step.get("refused", "-") in str(error), f"{step}: {error}"
        else:
            assert "refused" not in step, f"{step}: it was baked"
        return
    try:
        for _ in range(step.get("repeat", 1)):
            found = kept[step["read"][1:]].read() if "read" in step else \
                getattr(calls, step["call"])(*value_of(step["with"], kept))
    except TypeError as error:
        assert step.get("missing", "-") in str(error), f"{step}: {error}"
        return
    except (OverlandError, ClosedError) as error:
        word = "closed" if isinstance(error, ClosedError) else plain(error.result)
        assert word == step.get("fails"), f"{step}: {error}"
        return
    assert not {"fails", "missing"} & set(step), f"{step}: it did not fail"
    if "as" in step:
        kept[step["as"]] = found
    for key in ("is", "bytes"):
        if key in step:
            wanted = {"bytes": step[key]} if key == "bytes" else value_of(step[key], kept)
            assert fits(plain(found), plain(wanted)), f"{step}: {plain(found)}"


def main(path):
    with open(path, encoding="utf-8") as file:
        statements = json.load(file)
    passed = 0
    for statement in statements:
        kept = {"empty": b""}
        try:
            for step in statement["steps"]:
                run_step(step, kept)
            passed += 1
            print(f"ok {statement['name']}")
        except Exception as error:
            print(f"FAIL {statement['name']}: {type(error).__name__}: {error}")
    used = {step.get("call") for statement in statements for step in statement["steps"]}
    left = [each["name"] for each in PLANS["functions"] if each["name"][4:] not in used]
    print("FAIL" if left else "ok", f"every call is in a statement{': not ' if left else ''}{', '.join(left)}")
    print(f"{passed + (not left)} passed, {len(statements) - passed + bool(left)} failed")


if __name__ == "__main__":
    main(sys.argv[1])
