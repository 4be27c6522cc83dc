"""Checks the rooms of the project: layers.py ROOT. Prints `CHECK<tab>complaint` for each fault.

src/rooms.txt holds the order of the rooms of src; the order of those of tools and bench stands
below. A module is a .c file with the .h file of the same name beside it.
"""

import os
import re
import sys

MOST_FILES = 25   # in a room
MOST_FIELDS = 15  # of a struct; a union counts as one
SHORT_LINES = 60  # a .c file below this is short
MOST_SHORT = 9    # short .c files in src

TOOLS = ["tools/base", "tools/plain", "tools/text", "tools/codec", "tools/tiled/tree",
         "tools/tiled", "tools/ldtk", "tools/grid", "tools/map", "tools/game_map",
         "tools/game_map/read",
         "tools/generate", "tools/build", "tools/verify", "tools/draw", "tools/frames", "tools/diff", "tools/path",
         "tools/check",
         "tools/battle", "tools/explorer/module", "tools/explorer/module/world",
         "tools/explorer/module/read", "tools/explorer/system",
         "tools/explorer/module/battle", "tools/explorer/module/coarse",
         "tools/bindings/godot", "tools/bindings/js", "tools/bindings/lua", "tools"]
BENCH = ["bench/measure", "bench/edits", "bench/flow", "bench/nearest", "bench/battle", "bench/crowd",
         "bench/plot", "bench"]
# Rooms whose files define public functions; common has the allocator and the texts of results.
CALLS = ["common", "world", "query", "flow", "schedule", "bake", "version", "crowd/kit",
         "crowd/units", "crowd/orders", "crowd/snapshot"]
# Headers that declare functions of other files by intent, beside the public ones: the C library's,
# and a list of commands.
LISTS = ["src/common/compiler.h", "tools/commands.h"]
# Knows the neighbours of a cell, and files that serve squares alone: jump points and rays over bits,
# what is in sight of them, lines of strings, and bits of open cells.
TOPOLOGY = "src/common/topology.h"
SQUARES = ["src/fine/jumps.h", "src/fine/rays.h", "src/fine/sight.c",
           "src/fine/smooth/string_pulling.c", "src/fine/smooth/open_bits.c"]
KNOWS_DIAGONALS = re.compile(
    r"\b(direction|step) (& 1\b|[+^] 4\b)|\boctile_(?!cost)|\bOVI_(SE|SW|NW|NE)\b"
    r"|\.x != \w+\.x && \w+\.y != \w+\.y|99u?\b")
# Stands for a system where there is none: what it defines is declared elsewhere.
SYSTEM_ROOM = "tools/explorer/system/"


def complain(check, text):
    print(f"{check}\t{text}")


def read_rooms(path):
    """The rooms in order, the part of each, and the rules `only` and `never`."""
    rooms, parts, only, never, part = [], {}, {}, {}, None
    for line in open(path, encoding="utf-8"):
        rule = re.match(r"(only|never) ([a-z/]+): (.*)", line)
        head = re.match(r"(RUN|MAKE|CROWD):", line)
        room = re.match(r"([a-z/]+): (.+\.)$", line)
        if rule:
            (only if rule[1] == "only" else never)[rule[2]] = rule[3].split()
        elif head:
            part = head[1]
        elif room:
            rooms.append(room[1])
            parts[room[1]] = part
        elif line.strip() and not line.startswith("#"):
            complain("rooms.txt can be read", line.strip())
    return rooms, parts, only, never


def find_sources(root):
    found = []
    for top in ("src", "tools", "bench", "tests"):
        for folder, _, names in os.walk(os.path.join(root, top)):
            folder = os.path.relpath(folder, root)
            found += [f"{folder}/{name}" for name in names if name.endswith((".c", ".h"))]
    return sorted(found)


def strip_comments(text):
    return re.sub(r"/\*.*?\*/|//[^\n]*", lambda m: "\n" * m[0].count("\n"), text, flags=re.S)


class Project:
    def __init__(self, root):
        self.rooms, self.parts, self.only, self.never = read_rooms(f"{root}/src/rooms.txt")
        self.files = find_sources(root)
        self.text = {f: open(f"{root}/{f}", encoding="utf-8").read() for f in self.files}
        self.code = {f: strip_comments(t) for f, t in self.text.items()}
        self.meson = open(f"{root}/meson.build", encoding="utf-8").read()
        self.includes = {f: self.headers_of(f) for f in self.files}

    def headers_of(self, file):
        """Paths of the headers in quotes. In src they are given from src, elsewhere from the root
        for what is not in src."""
        found = []
        for header in re.findall(r'^[ \t]*#[ \t]*include[ \t]*"([^"]*)"', self.text[file], re.M):
            choices = [f"src/{header}"] + ([] if file.startswith("src/") else [header])
            target = next((c for c in choices if c in self.text), None)
            if target is None:
                complain("every header in quotes is a file of the project",
                         f"{file} includes {header}")
            else:
                found.append(target)
        return found

    def room(self, file):
        """public, a room of src by its path from src, or a folder of tools, bench and tests."""
        if file.startswith("src/overland") and file.count("/") == 1:
            return "public"
        folder = os.path.dirname(file)
        return folder[4:] if folder.startswith("src/") else folder


def check_order(p):
    check = "a room includes only itself and the rooms above it"
    order = {room: i for i, room in enumerate(p.rooms)}
    for file in p.files:
        room = p.room(file)
        if file.startswith("src/") and room != "public" and room not in order:
            complain("every file of src stands in a room", file)
            continue
        for target in p.includes[file]:
            to = p.room(target)
            if to == "public" or to == room:
                continue
            if room == "public":
                complain(check, f"{file} includes {target}")
            elif room in order and to in order and order[to] > order[room]:
                complain(check, f"{file} includes {target}")
            check_outside(check, file, room, to, target)
            if room in order:
                check_rules(p, file, room, to, target)


def check_outside(check, file, room, to, target):
    """The rooms of tools and bench; tests may include everything."""
    outside = TOOLS + BENCH
    if room.startswith("tests"):
        return
    if room in outside:
        fits = to in outside and outside.index(to) <= outside.index(room)
        # bench is part of the command, and stands beside the commands of tools.
        if not fits:
            complain(check, f"{file} includes {target}")
    elif room.split("/")[0] in ("tools", "bench"):
        complain("every file of tools and bench stands in a room", file)


def check_rules(p, file, room, to, target):
    if room in p.only and to not in p.only[room] and target[4:] not in p.only[room]:
        complain("rooms include only what rooms.txt allows", f"{file} includes {target}")
    for above, denied in p.never.items():
        if (room + "/").startswith(above + "/") and any(
                (to + "/").startswith(d + "/") for d in denied):
            complain("rooms include only what rooms.txt allows", f"{file} includes {target}")


def check_circles(p):
    """Strongly connected components of modules, by Tarjan's algorithm."""
    module = {f: f[:-2] for f in p.files}
    edges = {}
    for file in p.files:
        edges.setdefault(module[file], set()).update(
            module[t] for t in p.includes[file] if module[t] != module[file])
    index, low, stack, count = {}, {}, [], [0]

    def visit(node):
        index[node] = low[node] = count[0]
        count[0] += 1
        stack.append(node)
        for to in sorted(edges.get(node, ())):
            if to not in index:
                visit(to)
            if to in stack:
                low[node] = min(low[node], low[to])
        if low[node] == index[node]:
            members = []
            while not members or members[-1] != node:
                members.append(stack.pop())
            if len(members) > 1:
                complain("no files include each other in a circle", " ".join(sorted(members)))

    sys.setrecursionlimit(10000)
    for node in sorted(edges):
        if node not in index:
            visit(node)


# A function's head begins in the first column and ends before `;` or `{`.
HEAD = re.compile(r"^(?!typedef|static|struct \w+ \{|enum|union|#|extern|return)"
                  r"([A-Za-z_][^;{}=#]*?)\b(\w+)\(([^;{}]*)\)\s*([;{])", re.M)


def functions(code, end):
    return {m[2] for m in HEAD.finditer(code) if m[4] == end}


def check_declarations(p):
    check = "what X.h declares, X.c defines"
    defined = {}
    for file in p.files:
        if file.endswith(".c") and not file.startswith(("tests/", SYSTEM_ROOM)):
            for name in functions(p.code[file], "{"):
                defined.setdefault(name, []).append(file)
    for file in p.files:
        if (not file.endswith(".h") or file.startswith(("tests/", SYSTEM_ROOM))
                or file in LISTS):
            continue
        for name in sorted(functions(p.code[file], ";")):
            where = sorted(set(defined.get(name, [])))
            if p.room(file) == "public":
                if len(where) != 1 or p.room(where[0]) not in CALLS:
                    complain("each public function is defined once, in a room of calls",
                             f"{name}: {' '.join(where)}")
            elif where != [file[:-1] + "c"]:
                complain(check, f"{file}: {name} is defined in {' '.join(where) or 'no file'}")


def check_sizes(p):
    counts = {}
    for file in p.files:
        counts[os.path.dirname(file)] = counts.get(os.path.dirname(file), 0) + 1
    for folder, count in sorted(counts.items()):
        if count > MOST_FILES:
            complain(f"no room has more than {MOST_FILES} files", f"{folder}: {count}")
    short = [f for f in p.files
             if f.startswith("src/") and f.endswith(".c") and p.text[f].count("\n") < SHORT_LINES]
    if len(short) > MOST_SHORT:
        complain(f"at most {MOST_SHORT} .c files of src have less than {SHORT_LINES} lines",
                 f"{len(short)}: {' '.join(short)}")


def check_structs(p):
    for file in p.files:
        for struct in re.finditer(r"^(?:typedef )?struct (\w+) \{\n(.*?)^\}", p.code[file],
                                  re.M | re.S):
            body = struct[2]
            while "{" in body:
                body = re.sub(r"\{[^{}]*\}", "", body)
            fields = re.sub(r"\([^()]*\)|\[[^\]]*\]", "", body)
            count = fields.count(";") + fields.count(",")
            if count > MOST_FIELDS:
                complain(f"no struct has more than {MOST_FIELDS} fields",
                         f"{file}: {struct[1]} has {count}")


def check_meson(p):
    listed = re.findall(r"'((?:src|tools|bench|tests)/[a-z0-9_/]*\.c)'", p.meson)
    for file in p.files:
        is_binding = file.startswith("tools/bindings/")  # built with what its language brings
        if file.endswith(".c") and file not in listed and not is_binding:
            complain("meson.build lists every source", file)
    for file in listed:
        if file not in p.text:
            complain("meson.build lists no source that is gone", file)
    for room in p.rooms:
        block = re.search(rf"^{room.replace('/', '_')}_sources = files\(\n(.*?)\)", p.meson,
                          re.M | re.S)
        for file in re.findall(r"'([^']*)'", block[1] if block else ""):
            if os.path.dirname(file) != f"src/{room}":
                complain("meson.build has one list a room", f"{file} in the list of {room}")


def check_readme(p, root):
    """src/README.md has a row for each room, with the sentence of rooms.txt."""
    page = open(f"{root}/src/README.md", encoding="utf-8").read()
    for room in re.finditer(r"^([a-z/]+): (.+\.)$", open(f"{root}/src/rooms.txt").read(), re.M):
        if f"| `{room[1]}/` | {room[2]} |" not in page:
            complain("src/README.md has a row for each room", room[1])


SYSTEM = re.compile(r"^[ \t]*#[ \t]*include[ \t]*<([^>]*)>", re.M)
FREESTANDING = {"stdbool.h", "stddef.h", "stdint.h", "limits.h"}
# Headers of the system that one file of the library includes, and all others through it.
ALONE = {"src/common/arena.c": {"stdlib.h"}, "src/common/atomic.h": {"stdatomic.h"},
         "src/common/compiler.h": {"string.h", "assert.h"},
         "src/coarse/overlay/row_sums.h": {"emmintrin.h"}}


def check_system_headers(p):
    for file in p.files:
        if not file.startswith("src/"):
            continue
        for header in SYSTEM.findall(p.text[file]):
            if header not in FREESTANDING | ALONE.get(file, set()):
                complain("only its own files include system headers that a compiler may lack",
                         f"{file}: {header}")
        if p.room(file) != "public" and file != "src/common/compiler.h" and (
                re.search(r"__(attribute__|builtin_|declspec)", p.code[file])):
            complain("only compiler.h has attributes and builtins", file)


def check_topology(p):
    for file in p.files:
        if file.startswith("src/") and file != TOPOLOGY and file not in SQUARES:
            for match in KNOWS_DIAGONALS.finditer(p.code[file]):
                complain("only topology.h, and files of squares by name, know a diagonal",
                         f"{file}: {match[0]}")


def main():
    p = Project(sys.argv[1])
    for check in (check_order, check_circles, check_declarations, check_sizes, check_structs,
                  check_meson, check_system_headers, check_topology):
        check(p)
    check_readme(p, sys.argv[1])


main()
