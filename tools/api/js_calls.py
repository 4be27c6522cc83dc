#!/usr/bin/env python3
"""What the JavaScript package has of the interface: python3 tools/api/js_calls.py OUT WASM

OUT/plans.js has the plans of all calls with the places of fields in WebAssembly, OUT/calls.d.ts their types;
WASM/callbacks.c makes the module import the functions that the library calls, and checks those places."""

import json
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from api_data import read_all
from call_plans import Plans, bare, plans_of, releases
from lua_declarations import declare
from python_calls import MAY_BE_NONE, TAKEN

SIZES = {"i8": 1, "u8": 1, "bool": 1, "i16": 2, "u16": 2, "i64": 8, "u64": 8, "id": 8}


def camel(name):
    return re.sub(r"_([a-z0-9])", lambda match: match[1].upper(), name)


def class_of(name):
    return "".join(word.capitalize() for word in name.replace("ovl_", "").split("_"))


class Layouts:
    """Where fields are in WebAssembly: pointers and sizes have 4 bytes, and all lie at multiples of their size."""

    def __init__(self, data):
        self.plans, self.structs, self.known = Plans(data), {each["name"]: each for each in data["structs"]}, {}

    def of(self, field):
        """The size and alignment of a field."""
        text = bare(field["type"])
        if "parameters" in field or text.endswith("*") or text in self.plans.callbacks:
            size = align = 4
        elif text in self.structs:
            size, align, _ = self.layout(text)
        else:
            size = align = SIZES.get(self.plans.type_of(text), 4)
        return size * int(self.plans.constants.get(field.get("count"), field.get("count", 1))), align

    def layout(self, name):
        if name not in self.known:
            at, most, places = 0, 1, {}
            for field in self.structs[name]["fields"]:
                size, align = self.of(field)
                at = -(-at // align) * align
                places[field["name"]] = at
                at, most = at + size, max(most, align)
            self.known[name] = (-(-at // most) * most, most, places)
        return self.known[name]


def fields_of(name, fields, layouts):
    places = layouts.layout(name)[2]
    for field, form, kind, *more in fields:
        if form in ("list", "bytes", "call"):
            more = [places[more[0]]]
        yield [camel(field), form, kind, places[field], *more]


def plans_text(plans, layouts):
    structs = {}
    for name, fields in plans["structs"].items():
        size, _, places = layouts.layout(name)
        structs[name] = {"size": size, "allocator": places.get("allocator", -1),
                         "fields": list(fields_of(name, fields, layouts))}
    functions = {camel(each["name"][4:]): {**each, "closes": releases(each["name"])} for each in plans["functions"]}
    text = json.dumps({**plans, "structs": structs, "functions": functions, "path": layouts.layout("ovl_path")[2]})
    return f"// Written by tools/api/js_calls.py from the public headers.\nexport const PLANS = {text};\n"


def callbacks_text(data, layouts):
    lines = [f'#include "{each["name"]}"' for each in data["headers"]] + ["#include <stddef.h>"]
    for each in data["callbacks"]:
        name, parameters = each["name"], ", ".join(map(declare, each["parameters"]))
        lines.append(f'__attribute__((import_module("overland"), import_name("{name}"))) '
                     f'{each["returns"]} import_{name}({parameters});')
        lines.append(f'__attribute__((export_name("address_{name}"))) {name} address_{name}(void);')
        lines.append(f"{name} address_{name}(void) {{ return import_{name}; }}")
    for name, each in layouts.structs.items():
        if each.get("opaque"):
            continue
        size, _, places = layouts.layout(name)
        lines.append(f'_Static_assert(sizeof({name}) == {size}, "{name}");')
        lines += [f'_Static_assert(offsetof({name}, {field}) == {at}, "{name}.{field}");' for field, at in places.items()]
    return "\n".join([*lines, ""])


# ---- Types ----


def type_of(kind, taken):
    """The type of a value in TypeScript, that is taken or given."""
    form, _, name = kind.partition(":")
    if form == "enum":
        return class_of(name)
    if form == "handle":
        return "World" if name == "ovl_world" else class_of(name)
    if form == "struct":
        return "Cell" if name in ("ovl_cell", "ovl_point") else class_of(name) + ("Given" if taken else "")
    return {"text": "string", "bool": "boolean", "id": "bigint", "void": "Uint8Array"}.get(
        kind, "number | string" if kind == "u8" and taken else "number")


def function_type(plan):
    given = []
    for name, role, *of in plan["parameters"]:
        kind = {"bytes": "Uint8Array", "read": "number"}.get(role) or (type_of(of[0], False) if role != "rows" else "")
        given += [f"{camel(name)}: {kind}"] if kind else []
    reads = any(role in ("read", "rows") for _, role, *_ in plan["parameters"])
    returns = {"bool": "boolean | void"}.get(plan["returns"], type_of(plan["returns"], False))
    if reads:
        returns = "ArrayLike<number> | ArrayLike<number>[] | null"
    if plan["returns"].startswith("handle:"):
        returns += " | null"
    return f"({', '.join(given)}) => {returns}"


def field_type(form, kind, taken):
    of = type_of(kind, taken) if form not in ("call", "held") else ""
    return {"value": of, "handle": of, "one": of, "chars": "string", "call": f"{class_of(kind)}", "bytes": "Uint8Array",
            "held": class_of(kind[7:]) if form == "held" else "",
            "data": "ArrayLike<number> | string" if kind == "u8" else f"ArrayLike<{of}>",
            "planes": f"(ArrayLike<{of}> | null)[]", "list": f"readonly {of}[]",
            "array": f"ArrayLike<{of}> | Record<string, {of}>" if taken else "Uint8Array" if kind == "u8" else f"{of}[]"}[form]


def result_type(plan):
    outs = {"made": "{}", "out": "{}", "inout": "{}", "path": "CallPath", "fill": "{}[]", "saved": "Uint8Array",
            "each": "{}[]", "each_later": "Held<{}[]>", "later": "Held<{}[]>", "grid": "{}[]", "count": "{}[]", "moves": "{}[]",
            "items": "BatchAnswer[]"}
    found = []
    for _, role, *kind in plan["parameters"]:
        if role in outs:
            text = outs[role].format(type_of(kind[0], False) if kind else "")
            found.append("Uint8Array" if text == "number[]" and kind[0] == "u8" else text)
    returns = plan["returns"]
    if returns.startswith(("pointer:", "lent:")):
        kind = class_of(returns.partition(":")[2])
        return f"[{kind}, Cell] | null" if returns.startswith("lent:") else kind
    if found and returns in ("result", "bool"):
        return (found[0] if len(found) == 1 else f"[{', '.join(found)}]") + " | null"
    if found:
        return found[0]
    return {"result": "boolean", "void": "void"}.get(returns) or type_of(returns, False)


def given_type(name, role, kind):
    of = type_of(kind[0], True) if kind and role != "call" else ""
    return {"bytes": "Uint8Array", "list": f"readonly {of}[]", "handles": f"readonly {of}[]", "walked": "CallPath",
            "held": class_of(kind[0][7:]), "call": class_of(kind[0]), "items": f"readonly {of}[]",
            "later": "number"}.get(role, of)


def call_type(plan, skipped=0):
    taken = [each for each in plan["parameters"] if each[1] in TAKEN][skipped:]
    parameters, optional = [], True
    for name, role, *kind in reversed(taken):
        optional = optional and role in MAY_BE_NONE
        name = camel("room" if role == "later" else f"{name}_" if name in ("in", "with") else name)
        parameters.insert(0, f"{name}{'?' if optional else ''}: {given_type(name, role, kind)}")
    return f"({', '.join(parameters)}): {result_type(plan)}"


def object_lines(kind, plans):
    lines = [f"export interface {class_of(kind)} {{", "  close(): void;"]
    for plan in plans["functions"]:
        if plan["parameters"] and plan["parameters"][0][1:] == ["handle", f"handle:{kind}"] and not releases(plan["name"]):
            lines.append(f"  {camel(plan['method'])}{call_type(plan, 1)};")
    return [*lines, "}"]


def types_text(data, plans):
    docs = {each["name"]: re.sub(r"\s+", " ", each["doc"]).replace("*/", "* /") for each in data["functions"]}
    lines = ["// Written by tools/api/js_calls.py from the public headers.", "import type { Cell, World } from './index.js';", "",
             "/** What the library keeps between calls, or fills in later. */",
             "export interface Held<T> {", "  read(): T;", "}"]
    for name, values in plans["enums"].items():
        lines.append(f"export type {class_of(name)} = {' | '.join(repr(value) for value in values)};")
    for name, plan in plans["callbacks"].items():
        lines.append(f"export type {class_of(name)} = {function_type(plan)};")
    for name, fields in plans["structs"].items():
        if name in ("ovl_cell", "ovl_point", "ovl_path", "ovl_route", "ovl_governor"):
            continue
        taken = "; ".join(f"{camel(each[0])}?: {field_type(each[1], each[2], True)}" for each in fields)
        given = "; ".join(f"readonly {camel(each[0])}: {field_type(each[1], each[2], False)}" for each in fields
                          if each[1] in ("value", "chars", "array"))
        lines += [f"export interface {class_of(name)}Given {{ {taken} }}", f"export interface {class_of(name)} {{ {given} }}"]
    path = [each for each in plans["structs"]["ovl_path"]]
    lines.append(f"export interface CallPath {{ points: Cell[]; links: PathLink[]; "
                 f"{'; '.join(f'{camel(each[0])}: {type_of(each[2], False)}' for each in path)} }}")
    route = "; ".join(f"{camel(each[0])}: {field_type(each[1], each[2], False)}" for each in plans["structs"]["ovl_route"])
    lines += ["export type Path = Held<CallPath>;", f"export type Route = Held<{{ {route} }}>;",
              "export type Governor = Held<{ cost: number; began: number }>;",
              "export interface BatchAnswer { result: Result; fault: Fault }"]
    kinds = {each["parameters"][0][2][7:] for each in plans["functions"]
             if each["parameters"] and each["parameters"][0][1] == "handle"} - {"ovl_world"}
    for kind in sorted(kinds):
        lines += object_lines(kind, plans)
    lines += ["", "/** Every call of the library by its name in C without ovl_. */", "export interface Calls {",
              "  path(): Path;", "  route(): Route;",
              "  governor(fields: { clock: ClockFn; minBudget?: number; maxBudget?: number }): Governor;"]
    for plan in plans["functions"]:
        lines += [f"  /** {docs[plan['name']]} */", f"  {camel(plan['name'][4:])}{call_type(plan)};"]
    return "\n".join([*lines, "}", ""])


def main(out, wasm):
    data = read_all()
    plans, layouts = plans_of(data), Layouts(data)
    for path, text in ((f"{out}/plans.js", plans_text(plans, layouts)), (f"{out}/calls.d.ts", types_text(data, plans)),
                       (f"{wasm}/callbacks.c", callbacks_text(data, layouts))):
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
