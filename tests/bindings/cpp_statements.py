"""Writes the statements of statements.json as a program in C++, which calls the library's own functions: python3
cpp_statements.py STATEMENTS. The form of a step is that of statements.py; objects close themselves at the end."""

import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools", "api"))
from api_data import read_all
from call_plans import bare, plans_of, releases

HEAD = r"""#include <overland.hpp>
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>

using bytes = std::vector<uint8_t>;
static std::map<std::string, bytes> files;
static std::map<std::string, int> counts;
static std::map<std::string, const ovl_world *> worlds;
static int wrong = 0;

static void is(bool holds, const char *step) {
  if (!holds) std::printf("# %s\n", step), wrong++;
}
static bool is_no(ovl_result result) { return result >= OVL_UNREACHABLE && result <= OVL_GOAL_BLOCKED; }
static bool is_cell(ovl_cell found, int x, int y, int floor) { return found.x == x && found.y == y && found.floor == floor; }
static bool is_cell(ovl_point found, int x, int y, int floor) { return found.x == x && found.y == y && found.floor == floor; }
static std::string name_of(void *user) { return static_cast<const char *>(user); }
static bool write_at(void *user, uint64_t at, const void *from, size_t count) {
  bytes &file = files[name_of(user)];
  if (file.size() < at + count) file.resize(at + count);
  return count == 0 || std::memcpy(file.data() + at, from, count) != nullptr;
}
static bool write(void *user, const void *from, size_t count) { return write_at(user, files[name_of(user)].size(), from, count); }
static bool read(void *user, uint64_t at, void *to, size_t count) {
  const bytes &file = files[name_of(user)];
  return at + count <= file.size() && std::memcpy(to, file.data() + at, count) != nullptr;
}
static bool read_part(void *user, int32_t, uint64_t at, void *to, size_t count) { return read(user, at, to, count); }
static bool read_rows(void *user, int32_t, int32_t, uint8_t *to) { return read(user, 0, to, files[name_of(user)].size()); }
static bool read_cells(void *user, int32_t, int32_t, uint8_t *to, uint16_t *) {
  return to == nullptr || read_rows(user, 0, 0, to);
}
static uint64_t count_clock(void *user) { return counts[name_of(user)]++, 0; }
static uint32_t count_toll(void *user, const ovl_cell *) { return counts[name_of(user)]++, 0; }
static bool count_trace(void *user, const ovl_trace_event *) { return counts[name_of(user)]++, true; }
static const ovl_world *find_world(void *user, uint64_t) { return worlds[name_of(user)]; }
"""
COUNTERS = {"ovl_clock_fn": "count_clock", "ovl_toll_fn": "count_toll", "ovl_trace_fn": "count_trace"}
FUNCTIONS = {"write": "write", "write_at": "write_at", "read": "read", "read_part": "read_part", "world": "find_world"}
READERS = {"ovl_read_rows_fn": "read_rows", "ovl_read_cells_fn": "read_cells"}


class Program:
    def __init__(self, data):
        self.data, self.plans = data, plans_of(data)
        self.functions = {each["name"][4:]: each for each in self.plans["functions"]}
        self.words = {each["name"]: {word: value["name"] for value, word in
                                     zip([v for v in each["values"] if not v["name"].endswith("_COUNT")],
                                         self.plans["enums"][each["name"]])} for each in data["enums"]}
        self.native = {each["name"]: {parameter["name"]: bare(parameter["type"]) for parameter in each["parameters"]}
                       for each in data["functions"]}
        self.lines, self.number, self.kinds = [], 0, {}

    def add(self, text):
        self.lines.append("  " + text)

    def fresh(self, stem="v"):
        self.number += 1
        return f"{stem}{self.number}"

    def type_of(self, kind):
        form, _, name = kind.partition(":")
        if form in ("struct", "enum"):
            return name
        if form == "handle":
            return f"{name} *"
        return {"size": "size_t", "bool": "bool", "id": "uint64_t", "void": "uint8_t"}.get(
            kind, f"{'u' if kind[0] == 'u' else ''}int{kind[1:]}_t")

    # ---- Values that are given ----

    def scalar(self, value, kind):
        if isinstance(value, str) and value.startswith("$"):
            return value[1:]
        if isinstance(value, str) and value.startswith("#"):
            return f'files["{value[1:]}"].size()'
        if kind.startswith("enum:"):
            return self.words[kind[5:]][value] if isinstance(value, str) else f"{kind[5:]}({value})"
        return json.dumps(value)

    def fill(self, place, name, value):
        """Sets the fields of a struct."""
        if isinstance(value, list):
            x, y, floor = [*value, 0][:3]
            return self.add(f"{place}.x = {x}, {place}.y = {y}, {place}.floor = {floor};")
        for field, form, kind, *rest in self.plans["structs"][name]:
            if field in value:
                self.field(f"{place}.{field}", place, value[field], form, kind, rest)

    def field(self, to, place, value, form, kind, rest):
        if form == "value" and kind.startswith("struct:"):
            self.fill(to, kind[7:], value)
        elif form in ("value", "handle"):
            self.add(f"{to} = {self.scalar(value, kind)};")
        elif form == "chars":
            self.add(f"std::strcpy({to}, {json.dumps(value)});")
        elif form == "array":
            for key, each in value.items():
                self.add(f"{to}[{key}] = {each};")
        elif form == "one":
            self.add(f"{to} = &{self.struct(kind[7:], value)};")
        elif form == "held":
            self.add(f"{to} = &{value[1:]};")
        elif form == "call":
            (how, name), = value.items()
            user = f"{place}.{rest[0]}"
            self.add(f'{to} = {COUNTERS.get(kind) or FUNCTIONS[how]}, {user} = const_cast<char *>("{name}");')
        elif form in ("list", "data"):
            self.add(f"{to} = {self.array(value, kind)}.data();")
            if form == "list":
                self.add(f"{place}.{rest[0]} = {len(value)};")

    def struct(self, name, value):
        made = self.fresh()
        self.add(f"{name} {made} = {{}};")
        self.fill(made, name, value)
        return made

    def array(self, value, kind):
        made = self.fresh()
        self.add(f"std::vector<{self.type_of(kind)}> {made}({len(value)});")
        for i, each in enumerate(value):
            if kind.startswith("struct:") and not isinstance(each, str):
                self.fill(f"{made}[{i}]", kind[7:], each)
            else:
                self.add(f"{made}[{i}] = {self.scalar(each, kind)};")
        return made

    # ---- Steps ----

    def step(self, step):
        call = step.get("call", "")
        text = json.dumps(json.dumps(step))
        if "missing" in step:
            return None  # structs are values here
        if "more_than" in step:
            return self.add(f'is(counts["{step["in"]}"] > {step["more_than"]}, {text});')
        if "read" in step:
            return self.add(f"is({self.fits(step['read'][1:], self.kinds[step['read'][1:]], step['is'])}, {text});")
        if call in ("path", "route"):
            self.kinds[step["as"]] = f"struct:ovl_{call}"
            return self.add(f"overland::{call} {step['as']};")
        if call == "governor":
            return self.add(f"ovl_governor {step['as']} = {self.struct('ovl_governor', step['with'][0])};")
        if step.get("fails") == "closed" or call in ("world_close", "flow_destroy", "units_destroy") or releases(f"ovl_{call}"):
            return None  # they close at the end: the pointers of others go on to be read
        return self.called(self.functions[call], step, text)

    def called(self, plan, step, text):
        given, arguments, outs, grows = list(step["with"]), [], [], []
        for name, role, *kind in plan["parameters"]:
            self.argument(plan, step, name, role, kind, given, arguments, outs, grows)
        function = f'{plan["name"]}({", ".join(arguments)})'
        result = self.fresh("r")
        for _ in range(step.get("repeat", 1) - 1):
            self.add(f"{function};")
        if plan["returns"] == "void":
            self.add(f"{function};")
        else:
            self.add(f"auto {result} = {function};")
            self.add(f"static_cast<void>({result});")
        for grow in grows:
            self.add(f"if ({grow[0].format(result)}) {grow[1]}, {result} = {function};")
        self.expect(plan, step, text, result, outs)

    def argument(self, plan, step, name, role, kind, given, arguments, outs, grows):
        kind = kind[0] if kind else ""
        value = given.pop(0) if role not in ("null", "fault", "made", "out", "path", "fill", "each", "each_later", "grid", "count",
                                             "saved", "moves") and given else None
        made = step["as"] if role in ("made", "path", "each_later", "later", "saved") and "as" in step else self.fresh()
        if role in ("null", "fault"):
            arguments.append("nullptr")
        elif role == "value":
            is_struct = kind.startswith("struct:") and not isinstance(value, str)
            arguments.append(self.struct(kind[7:], value) if is_struct else self.scalar(value, kind))
        elif role == "handle":
            arguments.append(value[1:])
        elif role in ("in", "inout"):
            arguments.append("nullptr" if value is None else f"&{value[1:] if isinstance(value, str) else self.struct(kind[7:], value)}")
            if role == "inout":
                outs.append((arguments[-1][1:], kind))
        elif role == "walked" or role == "held":
            arguments.append(f"&{value[1:]}")
        elif role == "call":
            how = next(iter(value.items()), None) if value else None
            arguments += ["nullptr", "nullptr"] if how is None else \
                [COUNTERS.get(kind) or READERS.get(kind) or FUNCTIONS[how[0]], f'const_cast<char *>("{how[1]}")']
        elif role in ("list", "items", "handles"):
            array = self.array(value, kind)
            arguments += [f"{array}.data()"] + ([] if role == "handles" else [f"{array}.size()"])
            if role == "items":
                arguments[-1] = f"int32_t({array}.size())"
                outs.append((array, f"list:{kind}"))
            self.last = array
        elif role == "bytes":
            source = value[1:] if self.kinds.get(value[1:]) == "bytes" else f'files["{value[1:]}"]'
            arguments += [f"{source}.data()", f"{source}.size()"]
        elif role == "made":
            self.add(f"{kind[7:]} *{made} = nullptr;")
            if kind == "handle:ovl_world":
                end, know = "ovl_world_close", f'worlds["{made}"] = {made};'
            else:
                end, know = f"{kind[7:]}_destroy", ""
            outs.append((made, "made"))
            arguments.append(f"&{made}")
            self.after = f"{know} std::unique_ptr<{kind[7:]}, void (*)({kind[7:]} *)> own_{made}({made}, {end});"
        elif role == "out":
            self.add(f"{self.type_of(kind)} {made} = {{}};")
            arguments.append(f"&{made}")
            outs.append((made, kind))
        elif role == "path":
            self.add(f"overland::path {made};")
            arguments.append(f"&{made}")
            outs.append((made, "struct:ovl_path"))
            self.kinds[made] = "struct:ovl_path"
        elif role in ("fill", "count", "later"):
            room = value if role == "later" and value is not None else 64
            self.add(f"std::vector<{self.type_of(kind)}> {made}({room});")
            self.add(f"size_t {made}_count = 0;")
            self.add(f"static_cast<void>({made}_count);")
            arguments += [f"{made}.data()", f"{room}u"] + ([f"&{made}_count"] if role != "count" else [])
            outs.append((made, f"{'counted' if role != 'count' else 'returned'}:{kind}"))
            self.kinds[made] = f"counted:{kind}"
        elif role in ("each", "each_later"):
            self.add(f"std::vector<{self.type_of(kind)}> {made}({self.last}.size());")
            arguments.append(f"{made}.data()")
            outs.append((made, f"list:{kind}"))
            self.kinds[made] = f"list:{kind}"
        elif role == "grid":
            self.add(f"std::vector<{self.type_of(kind)}> {made}(size_t({arguments[-2]}) * size_t({arguments[-1]}));")
            arguments += [f"{made}.data()", f"size_t({arguments[-2]})"]
            outs.append((made, f"list:{kind}"))
        elif role == "saved":
            self.add(f"bytes {made}(ovl_units_save_bytes(units));")
            self.add(f"size_t {made}_count = 0;")
            arguments += [f"{made}.data()", f"{made}.size()", f"&{made}_count"]
            self.kinds[made] = "bytes"
            self.after = f"{made}.resize({made}_count);"
        elif role == "moves":
            self.add(f"size_t {made} = 0;")
            arguments.append(f"&{made}")
            outs.append((made, "moves"))

    def expect(self, plan, step, text, result, outs):
        returns = plan["returns"]
        if "fails" in step:
            return self.add(f"is({result} == OVL_{step['fails'].upper().replace('-', '_')}, {text});")
        after, self.after = getattr(self, "after", ""), ""
        wanted = {"bytes": step["bytes"]} if "bytes" in step else step.get("is")
        if returns == "result" and wanted in (None, False) and ("is" in step):
            return self.add(f"is(is_no({result}), {text});")
        if returns == "bool" and wanted is None and "is" in step:
            return self.add(f"is(!{result}, {text});")
        if returns.startswith("lent:"):
            return self.add(f"is({result} {'==' if 'is' in step else '!='} nullptr, {text});")
        if returns == "result":
            self.add(f"is({result} == OVL_OK || {result} == OVL_LIMITED, {text});")
        if after:
            self.add(after)
        values = [each for each in outs if each[1] != "made"]
        if returns not in ("result", "bool", "void"):
            kind = f"struct:{returns[8:]}" if returns.startswith("pointer:") else returns
            values = [(f"(*{result})" if returns.startswith("pointer:") else result, kind)] if not values else values
            if values[0][1].startswith("returned:"):
                self.add(f"{values[0][0]}_count = {result};")
                values = [(values[0][0], values[0][1].replace("returned", "counted"))]
        if "as" in step and values and values[0][1] == "list:u8":
            self.add(f'files["{step["as"]}"] = {values[0][0]};')
        if "as" in step and values and values[0][0] != step["as"]:
            self.kinds[step["as"]] = values[0][1]
            self.add(f"auto {step['as']} = {values[0][0]};")
            self.add(f"static_cast<void>({step['as']});")
        if ("is" in step or "bytes" in step) and values:
            pairs = zip(values, wanted) if len(values) > 1 else [(values[0], wanted)]
            for (place, kind), each in pairs:
                self.add(f"is({self.fits(place, kind, each)}, {text});")

    def fits(self, place, kind, wanted):
        """An expression: whether a value is what is wanted."""
        form, _, of = kind.partition(":")
        if isinstance(wanted, dict) and "bytes" in wanted:
            wanted = wanted["bytes"]
        if kind == "moves":
            return f"{place} == {len(wanted)}"
        if form in ("list", "counted"):
            count = f"std::min({place}_count, {place}.size())" if form == "counted" else f"{place}.size()"
            parts = [f"{count} == {len(wanted)}", *(self.fits(f"{place}[{i}]", of, each) for i, each in enumerate(wanted))]
            return " && ".join(parts)
        if isinstance(wanted, list):
            x, y, floor = [*wanted, 0][:3]
            return f"is_cell({place}, {x}, {y}, {floor})"
        if isinstance(wanted, dict):
            return " && ".join(self.member(place, of, name, each) for name, each in wanted.items()) or "true"
        if isinstance(wanted, str) and not wanted.startswith("$") and not kind.startswith("enum:"):
            return f"std::string({place}) == {json.dumps(wanted)}"
        return f"{place} == {self.typed(wanted, kind)}"

    def typed(self, wanted, kind):
        text = self.scalar(wanted, kind)
        number = isinstance(wanted, int) and not isinstance(wanted, bool) and not kind.startswith("enum:")
        return f"{self.type_of(kind)}({text})" if number else text

    def member(self, place, struct, name, wanted):
        if struct == "ovl_path" and name in ("points", "links"):
            kind, count = ("ovl_cell", "count") if name == "points" else ("ovl_path_link", "link_count")
            parts = [f"{place}.{count} == {len(wanted)}"]
            return " && ".join(parts + [self.fits(f"{place}.{name}[{i}]", f"struct:{kind}", each) for i, each in enumerate(wanted)])
        kind = next(each[2] for each in self.plans["structs"][struct] if each[0] == name)
        return self.fits(f"{place}.{name}", kind, wanted)


def main(path):
    with open(path, encoding="utf-8") as file:
        statements = json.load(file)
    statements = [each for each in statements if not any({"rows", "map"} & set(step) for step in each["steps"])]  # it has no maps of letters
    program = Program(read_all())
    print(HEAD)
    for number, statement in enumerate(statements):
        program.lines, program.kinds = [], {}
        for step in statement["steps"]:
            program.after = ""
            program.step(step)
        print(f"static void statement{number}() {{\n  files.clear(), counts.clear(), worlds.clear(), files[\"empty\"].reserve(8);")
        print("\n".join(program.lines) + "\n}\n")
    print("int main() {\n  int failed = 0;")
    for number, statement in enumerate(statements):
        name = json.dumps(statement["name"])
        print(f'  wrong = 0, statement{number}(), failed += wrong > 0;\n  std::printf("%s %s\\n", wrong ? "FAIL" : "ok", {name});')
    print(f'  std::printf("%d passed, %d failed\\n", {len(statements)} - failed, failed);\n  return 0;\n}}')


if __name__ == "__main__":
    main(sys.argv[1])
