"""Compares the names of the classes that each language has by hand with those in C: python3 names.py.

A method is named as a call of C or as a field of the struct, without ovl_ and the name of its object; capitals and
underscores do not count. What has no name in C is in the table below, with its reason."""

import os
import re
import sys

sys.dont_write_bytecode = True
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
BINDINGS = os.path.join(ROOT, "tools", "bindings")
sys.path.insert(0, os.path.join(ROOT, "tools", "api"))
from api_data import read_all

# Of a class, whatever the language calls it, how the calls in C begin; M and Overland are modules.
OBJECTS = {"World": "world", "M": "world", "Overland": "world", "Planner": "planner", "Units": "units?", "Flow": "flow",
           "Route": "route", "Path": "path", "GridPath": "path", "Edit": "edit", "world": "world", "planner": "planner",
           "units": "units?", "flow": "flow", "route": "route", "path": "path"}
# The files of each language, how a class begins there, and a public name.
LANGUAGES = {
    "python": (r"overland/_\w+\.py", r"^class (\w+)", r"^    (?:def ([a-z]\w*)|([a-z]\w*): )"),
    "csharp": (r"\w+\.cs", r"^    public (?:\w+ )*(?:class|struct) (\w+)",
               r"^        public (?!override|delegate|implicit)(?:(?:static|readonly|unsafe|const) )*[\w<>\[\],?(). ]+? (\w+)(?=\(| =>| \{|;|$)"),
    "js": (r"(index|planner)\.js", r"^(?:export )?class (\w+)", r"^  (?:get |set |\*)?([a-z]\w*)\("),
    "lua": (r"overland\.lua", None, r"^function (\w+)[:.](\w+)"),
    "cpp": (r"overland\.hpp", r"^struct (\w+)", r"^  (?:OVERLAND_RESULT|bool|span<[\w ]+>|std::\w+<\w+>|void) (\w+)\("),
}
EXCEPTIONS = {
    "world": {"to_bytes": "world_save without a file", "load": "in Lua bytes and paths are both strings: open takes a path",
              "profiles": "the names of all of world_profile", "places": "all of world_place", "reads": "of the reader of stream",
              "refresh": "the calls refresh_* as one", "blockers": "the calls blockers_* as one",
              "stream": "world_open_def with a reader of Lua's", "planner": "makes a planner, where others have constructors",
              "map": "reads a map, for which C has no call", "memory": "of the module of WebAssembly",
              "kind": "for calls", "file": "for calls", "of": "for calls", "address": "for calls"},
    "planner": {"route": "makes a route and begins it", "world": "the parameter of its calls in C",
                "result": "what its calls return in C", "reason": "result_text of the result",
                "close": "planner_destroy", "kind": "for calls", "address": "for calls"},
    "units?": {"positions": "the cells of all of unit_describe", "world": "the parameter of their calls in C"},
    "flow": {"result": "what its calls return in C"},
    "route": {"result": "what its calls return in C", "walks": "of done and cost_to_go", "get_enumerator": "of C#"},
    "path": {"turns": "points with their count", "end": "the last point", "grow": "for calls", "get_enumerator": "of C#"},
    "edit": {name: "a value of ovl_edit_kind" for name in ("weight", "extra", "height")},
}


def folded(name):
    return name.replace("_", "").lower()


def names_of(language):
    files, begin, member = LANGUAGES[language]
    for folder, _, found in os.walk(os.path.join(BINDINGS, language)):
        for file in sorted(found):
            path = os.path.relpath(os.path.join(folder, file), os.path.join(BINDINGS, language))
            if not re.fullmatch(files, path):
                continue
            owner = None
            with open(os.path.join(folder, file), encoding="utf-8") as text:
                for line in text:
                    if begin and (match := re.match(begin, line)):
                        owner = match[1]
                    elif re.match(r"[}\w]", line) and begin and not line.startswith("private:"):
                        owner = None
                    if match := re.match(member, line):
                        of, name = (owner, next(filter(None, match.groups()))) if begin else match.groups()
                        if of in OBJECTS and name not in ("constructor", of):
                            yield path, OBJECTS[of], name


def main():
    data = read_all()
    calls = {each["name"] for each in data["functions"]}
    fields = {each["name"]: {folded(field["name"]) for field in each.get("fields", [])} for each in data["structs"]}
    wrong, used = [], set()
    for language in LANGUAGES:
        for path, kind, name in names_of(language):
            known = {folded(re.sub(f"^ovl_(?:{kind}_)?", "", each)) for each in calls} | fields.get(f"ovl_{kind}", set())
            key = (kind, folded(name))
            if key[1] in {folded(each) for each in EXCEPTIONS.get(kind, {})}:
                used.add(key)
            elif key[1] not in known:
                wrong.append(f"{language}/{path}: {kind}.{name}")
    for kind, names in EXCEPTIONS.items():
        wrong += [f"{kind}.{name}: no class has it" for name in names if (kind, folded(name)) not in used]
    print("\n".join(wrong))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
