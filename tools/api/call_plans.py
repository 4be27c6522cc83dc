"""The functions of the interface as the bindings call them: of each the roles of its parameters, and of each
struct its fields, as plain data that the calls of Python, JavaScript and Lua interpret (_calls.py, calls.js,
overland_calls.lua) and from which those of C# are written.

A type is a number (i8 to u64, size, bool; id is a u64 whose bits count), text, or KIND:NAME with the kinds
enum, struct, handle. A parameter is [name, role, type, ...], a field [name, form, type, ...]."""

import re

from class_names import enum_values

NUMBERS = {"int8_t": "i8", "uint8_t": "u8", "int16_t": "i16", "uint16_t": "u16", "int32_t": "i32", "uint32_t": "u32",
           "int64_t": "i64", "uint64_t": "u64", "size_t": "size", "bool": "bool", "char": "i8"}
IDENTITIES = ("identity", "fingerprint", "map_fingerprint", "map_identity", "ovl_units_hash")
# What no binding has: allocators, blocks, jobs, and the publisher that hands versions to threads.
EXCLUDED_FUNCTIONS = ("ovl_publisher_", "ovl_planner_bytes", "ovl_flow_bytes")
UNUSED_TYPES = ("ovl_allocator", "ovl_jobs")
UNUSED_FIELDS = ("block", "block_bytes", "row_bytes")
# Structs that the library keeps between calls, or fills in later: objects with memory of their own.
HELD = ("ovl_path", "ovl_route", "ovl_governor")
# How many items a pointer without a count has: the product of other fields, or the length of a list of the call.
LENGTHS = {"terrain": ["width", "height"], "heights": ["width", "height"], "extra": ["width", "height"],
           "stamp": ["w", "h"], "mask": ["w", "h"], "offsets": ["sent"]}
# The world, or what was made for the call, is used after it: by the object that is made, or by that which comes first.
KEEPS = {"ovl_queue_add": "ticket", "ovl_queue_cancel": "ticket", "ovl_queue_take": "ticket", "ovl_world_open": "made", "ovl_world_open_def": "made", "ovl_blockers_create": "made",
         "ovl_refresh_create": "made", "ovl_flow_begin": "first", "ovl_flow_renew": "first",
         "ovl_planner_trace_segments": "first"}
# What a struct must name: a cell that is forgotten would be 0,0. Of several in a row one is enough.
NEEDS = {"ovl_cell": [["x"], ["y"]], "ovl_point": [["x"], ["y"]], "ovl_query": [["start"], ["goal", "more"]], "ovl_unit_def": [["cell"]], "ovl_order": [["place"]],
         "ovl_edit": [["cell", "link"]], "ovl_what_if": [["home"]], "ovl_link_def": [["from"], ["to"]]}
# What calls with a query do not read of it.
SPARES = {"ovl_flow_begin": ["start"], "ovl_planner_fit": ["start", "goal"], "ovl_find_costs": ["goal"], "ovl_find_range": ["goal"],
          "ovl_task_begin_costs": ["goal"], "ovl_task_begin_range": ["goal"]}


def bare(text):
    return re.sub(r"\b(const|struct)\b|\s", "", text)


class Plans:
    def __init__(self, data):
        self.structs = {each["name"]: each for each in data["structs"]}
        self.opaque = {name for name, each in self.structs.items() if each.get("opaque")}
        self.enums = {each["name"] for each in data["enums"]}
        self.aliases = {each["name"]: each["type"] for each in data["aliases"]}
        self.callbacks = {each["name"] for each in data["callbacks"]}
        self.constants = {each["name"]: each["value"] for each in data["constants"]}
        self.faulty = {each["name"] for each in data["functions"]}

    def type_of(self, text, name=""):
        """The type of a value, or of what a pointer points to."""
        text = bare(text).rstrip("*")
        text = self.aliases.get(text, text)
        if text in self.enums:
            return f"enum:{text}"
        if text in self.opaque:
            return f"handle:{text}"
        if text in self.structs:
            return f"struct:{text}"
        return "id" if text == "uint64_t" and name in IDENTITIES else NUMBERS.get(text, text)

    # ---- Structs ----

    def fields_of(self, struct):
        fields, names = [], {each["name"]: self.type_of(each["type"]) for each in struct["fields"]}
        for each in struct["fields"]:
            name, text = each["name"], bare(each["type"])
            kind = self.type_of(text, name)
            count = name if name in ("count", "capacity", "link_count", "link_capacity") else ""
            is_user = text == "void*" and name.endswith("user")
            if text.rstrip("*") in UNUSED_TYPES or name in UNUSED_FIELDS or is_user:
                continue
            if "parameters" in each or (struct["name"] in HELD and (text.endswith("*") or count)):
                continue
            if text in self.callbacks:
                user = f"{name}_user" if f"{name}_user" in names else "user"
                fields.append([name, "call", text, user])
            elif "count" in each:
                count = int(self.constants.get(each["count"], each["count"]))
                fields.append([name, "chars" if text == "char" else "array", kind, count])
            elif text == "char*":
                fields.append([name, "value", "text"])
            elif text.endswith("**"):
                fields.append([name, "planes", kind, LENGTHS[name], "profiles"])
            elif text.endswith("*"):
                fields.append(self.pointer_field(name, kind, names))
            elif not self.counts_another(name, names):
                fields.append([name, "value", kind])
        return fields

    @staticmethod
    def count_name(name, names):
        stem = name[:-1] if name.endswith("s") else name
        tries = (f"{stem}_count", f"{stem.replace('_cell', '')}_count")
        return next((each for each in tries if each in names), None)

    def counts_another(self, name, names):
        """Bytes may be left to a reader: their number is then a field of its own."""
        return name.endswith("_count") and name != "byte_count" and any(self.count_name(each, names) == name for each in names)

    def pointer_field(self, name, kind, names):
        count = self.count_name(name, names)
        if count:
            return [name, "bytes", kind, count] if kind == "void" else [name, "list", kind, count, names[count]]
        if kind.startswith("handle:"):
            return [name, "handle", kind]
        if kind[7:] in HELD:
            return [name, "held", kind]
        return [name, "data", kind, LENGTHS[name]] if name in LENGTHS else [name, "one", kind]

    # ---- Functions ----

    def plan(self, function):
        left, parameters = list(function["parameters"]), []
        while left:
            taken, parameter = self.parameter(function["name"], left, parameters)
            left = left[taken:]
            parameters.append(parameter)
        name = function["name"]
        opener = parameters[0] if parameters and parameters[0][1] == "handle" else None
        fault = opener and f'{opener[2].replace("handle:", "")}_fault'
        is_method = opener and not releases(name)
        return {"name": name, "returns": self.returns(function), "parameters": parameters,
                "method": method_of(name, opener[2]) if is_method else "",
                "fault": fault if fault in self.faulty else "",
                "spares": SPARES.get(name, []), "keeps": "task" if name.startswith("ovl_task_begin") else KEEPS.get(name, ""),
                "changes": bool(opener) and not function["parameters"][0]["type"].startswith("const")}

    def parameter(self, function, left, before):
        """How many parameters of C the next one is, and its plan."""
        name, text = left[0]["name"], bare(left[0]["type"])
        kind, after = self.type_of(text, name), [each["name"] for each in left[1:3]]
        constant = left[0]["type"].startswith("const") and not kind.startswith("handle:")
        if text.rstrip("*") in UNUSED_TYPES:
            return 1, [name, "null"]
        if text == "ovl_fault*":
            return 1, [name, "fault"]
        if text in self.callbacks:
            return 2, [name, "call", text]
        if text == "char*" or not text.endswith("*"):
            return 1, [name, "value", "text" if text == "char*" else kind]
        if text.endswith("**"):
            return 1, [name, "made" if text == f"{kind[7:]}**" and "*const*" not in left[0]["type"] else "handles", kind]
        if after[:1] and after[0] in ("count", "byte_count") and constant:
            return 2, [name, "bytes" if kind == "void" else "list", kind]
        if kind == "struct:ovl_batch_item":
            return 2, [name, "items", kind]
        if kind == "void":
            return (3, [name, "saved", kind]) if after[1:] == ["used"] else (2, [name, "bytes", kind])
        if after == ["capacity", "needed"]:
            if function.startswith("ovl_task_begin"):
                return 3, [name, "later", kind]
            return 3, [name, "fill", kind]
        if after[:1] == ["capacity"]:
            return 2, [name, "count", kind]
        if after[:1] and after[0].startswith("row_"):
            return 2, [name, "grid", kind]
        return 1, self.single(function, left[0], kind, constant, before, after)

    def single(self, function, parameter, kind, constant, before, after):
        name = parameter["name"]
        if kind.startswith("handle:"):
            return [name, "handle", kind]
        if constant:
            return [name, "walked" if kind == "struct:ovl_path" else "in", kind]
        if kind == "struct:ovl_path" and not function.startswith("ovl_task_begin"):
            return [name, "path", kind]
        if kind[7:] in HELD:
            return [name, "held", kind]
        if name == "costs":
            later = function.startswith("ovl_task_begin")
            return [name, "each_later" if later else "each", kind, before[-1][0]]
        if name == "def" and kind == "struct:ovl_bake_def":
            return [name, "inout", kind]
        if function == "ovl_units_moves":
            return [name, "moves", "struct:ovl_unit_move"]
        return [name, "out", kind]

    def returns(self, function):
        text = bare(function["returns"])
        if text == "ovl_result":
            return "result"
        if text == "char*":
            return "text"
        if text == "void":
            return "void"
        if text == "ovl_unit_move*":
            return "moves"
        kind = self.type_of(text, function["name"])
        if text.endswith("*"):
            return f"lent:{kind[7:]}" if kind.startswith("handle:") else f"pointer:{kind[7:]}"
        return kind

    def callback(self, each):
        parameters, left = [], each["parameters"][1:]
        while left:
            name, text = left[0]["name"], bare(left[0]["type"])
            if text == "void*":
                constant = left[0]["type"].startswith("const")
                parameters.append([name, "bytes" if constant else "read"])
                left = left[1:]
            elif text.endswith("*"):
                kind = self.type_of(text)
                parameters.append([name, "in", kind] if kind.startswith("struct:") else [name, "rows", kind])
            else:
                parameters.append([name, "value", self.type_of(text, name)])
            left = left[1:]
        kind = self.type_of(each["returns"])
        return {"returns": kind, "parameters": parameters}


def method_of(name, kind):
    """A call as a method of its object, in all languages: its name in C without the object's. Of units are also those
    of one unit: ovl_unit_add and ovl_units_tick are units.add and units.tick. Two of one name, ovl_unit_send and
    ovl_units_send, are told apart by their next argument: one unit, or the world of many."""
    return re.sub(rf"^ovl_({kind.replace('handle:ovl_', '')}?_)?", "", name)


def excluded(name):
    return name.startswith(EXCLUDED_FUNCTIONS)


def releases(name):
    return name.endswith("_destroy") or name == "ovl_world_close"


def plans_of(data):
    """All plans; functions that release an object are left to the close of each language."""
    plans = Plans(data)
    structs = {name: plans.fields_of(each) for name, each in plans.structs.items() if not each.get("opaque")}
    return {
        "enums": {each["name"]: {name.lower().replace("_", "-"): value["value"] for name, value in enum_values(each)}
                  for each in data["enums"]},
        "needs": NEEDS,
        "structs": {name: fields for name, fields in structs.items() if name not in UNUSED_TYPES},
        "callbacks": {each["name"]: plans.callback(each) for each in data["callbacks"]},
        "functions": [plans.plan(each) for each in data["functions"] if not excluded(each["name"])],
    }
