"""The module overland.calls: every function of the interface under its own name, with its comment."""

import json

from call_plans import plans_of, releases
from python_declarations import python_name

HEAD = '''"""Every call of the library, by its name in C without ovl_. Written by tools/bindings/packages.py.

    from overland import calls

    world = calls.world_bake({"width": 3, "height": 1, "terrain": [1, 1, 1], "weights": {1: 8}})
    flow = calls.flow_create({"world": world})
    flow.begin(world, {"goal": (2, 0)})
    print(flow.next((0, 0)).next)

A cell is (x, y) or (x, y, floor), any other struct a dict with the fields of the headers; what is not named is 0.
Enums are those of this package, or words: "odd-r". What a function fills in is what its call returns: one
value, or a tuple. Where the answer is no, and for true or false, that is None or False; what is wrong raises
OverlandError. Objects that are made here have the calls that take them first as methods, and are closed by
close(); those of the classes of this package are taken as well. What lists and paths need is made by the call. A
function that the library calls gets its arguments without `user`; one that reads returns bytes, or None
if it can't. path(), route() and governor() make what the library keeps between calls: read() is what it holds."""

from __future__ import annotations

from typing import Any

from ._calls import Held, call as _call, held_struct as _held


def path() -> Held:
    """Room for the path of a task or an item of a batch, with 4096 points."""
    return _held("ovl_path")


def route() -> Held:
    return _held("ovl_route")


def governor(fields: Any = None) -> Held:
    """A governor with the fields of ovl_governor; `clock` is a function that returns microseconds."""
    return _held("ovl_governor", fields)
'''
TAKEN = ("value", "handle", "handles", "in", "inout", "walked", "held", "call", "list", "bytes", "items", "later")
MAY_BE_NONE = ("in", "call")


def parameters_of(plan):
    taken = [each for each in plan["parameters"] if each[1] in TAKEN]
    texts, optional = [], True
    for name, role, *_ in reversed(taken):
        optional = optional and role in MAY_BE_NONE
        name = "room" if role == "later" else python_name(name)
        texts.insert(0, (name, f"{name}: Any" + (" = None" if optional else "")))
    return texts


def function_lines(plan, doc):
    name, parameters = plan["name"], parameters_of(plan)
    given = "".join(f", {each}" for each, _ in parameters)
    text = doc.replace("\\", "\\\\").replace('"""', "'''").replace("\n\n", "\n\n    ")
    call = f'_call("{name}"{given})'
    return ["", "", f'def {python_name(name[4:])}({", ".join(text for _, text in parameters)}) -> Any:',
            f'    """{text}"""', f"    {parameters[0][0]}.close()" if releases(name) else f"    return {call}"]


def calls_of(data):
    docs = {each["name"]: each["doc"] for each in data["functions"]}
    lines = HEAD.splitlines()
    for plan in plans_of(data)["functions"]:
        lines += function_lines(plan, docs[plan["name"]])
    return "\n".join([*lines, ""])


def plans_module(data):
    text = json.dumps(plans_of(data)).replace("true", "True").replace("false", "False")
    return f'"""What each call takes and gives: tools/api/call_plans.py."""\n\nfrom typing import Any\n\nPLANS: Any = {text}\n'
