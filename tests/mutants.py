"""Draws changes of src and runs the tests against each: see tests/mutants.sh."""
import collections
import json
import os
import random
import re
import resource
import shlex
import subprocess
import sys

# The folders of the tests that are run for a room beside those of its own name and of the rooms that
# use the file. The quick ones of all these come first, then those of JUDGES, which ask independent
# models, then the slow ones, then GENERAL, which reach every room, as far as the time goes.
ROOMS = {
    "common": ["fine", "coarse", "crowd", "schedule"],
    "fine": ["query", "flow"],
    "fine/smooth": ["query", "fine"],
    "coarse/format": ["coarse/check", "coarse/paging", "bake", "world"],
    "coarse/view": ["coarse/check", "coarse/labels", "coarse/overlay", "query"],
    "coarse/search": ["query", "coarse/overlay"],
    "coarse/nearest": ["query", "coarse/search"],
    "coarse/refine": ["query", "fine/smooth"],
    "coarse/overlay/cluster": ["coarse/overlay", "coarse/check", "coarse/update"],
    "coarse/overlay": ["coarse/update", "coarse/check", "query"],
    "coarse/check": ["coarse/overlay", "coarse/paging", "world", "bake"],
    "coarse/paging": ["version", "coarse/check", "world"],
    "coarse/overlay/make": ["coarse/overlay", "coarse/update", "bake"],
    "coarse/labels": ["coarse/search", "version", "bake"],
    "coarse/islands": ["coarse/update", "bake"],
    "coarse/blocks": ["bake", "coarse/edit", "version"],
    "coarse/file": ["bake", "version", "coarse/check"],
    "coarse/edit": ["version", "coarse/update"],
    "coarse/update": ["version", "coarse/edit", "coarse/overlay"],
    "world": ["query", "version", "coarse/paging"],
    "query": ["coarse/search", "coarse/refine", "coarse/overlay"],
    "flow": ["crowd", "query"],
    "schedule": ["query", "crowd"],
    "bake": ["coarse/file", "coarse/blocks"],
    "version": ["coarse/edit", "coarse/update", "coarse/check"],
    "crowd/kit": ["world", "flow"],
    "crowd/units": ["flow", "schedule"],
    "crowd/orders": ["crowd/units"],
    "crowd/snapshot": ["crowd/units"],
}
JUDGES = ["space"]
GENERAL = ["query", "world", "version", "bake", "coarse", "flow", "schedule", "crowd", "fine"]
MOST_USERS = 4  # rooms that use a file, whose tests follow those of its own room
MOST_DEPENDENTS = 40  # sources that are compiled again for a header
QUICK = 0.5  # seconds
SECONDS = float(os.environ.get("OVERLAND_MUTANT_SECONDS", "30"))

root, out, number = sys.argv[1], sys.argv[2], int(sys.argv[3])
seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
named = sys.argv[5:]


# ---- Where src can be changed --------------------------------------------------------------

TURNED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+",
          "&&": "||", "||": "&&"}
TURN = re.compile(r" (<=|>=|==|!=|&&|\|\||[<>+-]) (?=\S)")
BOUND = re.compile(r" [+-] 1\b(?!\.)")
CHECK = re.compile(r"^(\s*(?:\} else )?if )\((.*)\) \{$")
DECLARED = re.compile(r"^\s*(?:const |static |struct |return\b|break|continue|goto|case|else|typedef|"
                      r"\w+ \**\w+)")
STATEMENT = re.compile(r"^\s+(?:[\w*(][\w.>\[\]()*+ -]* [-+|&^*/]?=|<<=|>>=) .*;$|^\s+\w+\(.*\);$|"
                       r"^\s+[\w.>\[\]()*-]+(?:\+\+|--);$|^\s+(?:\+\+|--)[\w.>\[\]()*-]+;$")


def code_lines(text):
    """The number and text of each line of code, with comments and strings blanked."""
    blank = re.sub(r'/\*.*?\*/|"(?:\\.|[^"\\])*"', lambda m: re.sub(r"[^\n]", "~", m[0]), text,
                   flags=re.S)
    is_continued = False
    for at, line in enumerate(blank.split("\n")):
        is_directive = is_continued or line.lstrip().startswith("#")
        is_continued = is_directive and line.endswith("\\")
        if not is_directive and "OVI_ASSERT" not in line and "static_assert" not in line:
            yield at, line


def changes_of(path):
    """(line, column, old, new) of each change of a file."""
    text = open(os.path.join(root, path), encoding="utf-8").read()
    before = ""
    depth = 0  # of parentheses: a line that begins inside some is no statement
    found = []
    for at, line in code_lines(text):
        for turn in TURN.finditer(line):
            found.append((at, turn.start(1), turn[1], TURNED[turn[1]]))
        for bound in BOUND.finditer(line):
            found.append((at, bound.start(), bound[0], ""))
        check = CHECK.match(line)
        if check and check[2].count("(") == check[2].count(")"):
            found.append((at, len(check[1]) + 1, check[2], "0"))
        if (depth == 0 and STATEMENT.match(line) and not DECLARED.match(line) and
                before.rstrip().endswith((";", "{", "}", ")", "else", "~", ":"))):
            found.append((at, len(line) - len(line.lstrip()), line.strip(), ";"))
        depth += line.count("(") - line.count(")")
        before = line if line.strip() else before
    return text.split("\n"), found


Change = collections.namedtuple("Change", "path line text old new lines")


def all_changes():
    paths = named or sorted(
        os.path.relpath(os.path.join(folder, name), root)
        for folder, _, names in os.walk(os.path.join(root, "src")) for name in names
        if name.endswith((".c", ".h")) and os.path.join(root, "src") != folder)
    for path in paths:
        lines, found = changes_of(path)
        for at, column, old, new in found:
            line = lines[at]
            # What was blanked is as it was: a change of code has the same length before it.
            changed = line[:column] + new + line[column + len(old):]
            yield Change(path, at + 1, line.strip(), line[column:column + len(old)].strip(),
                         new.strip(), lines[:at] + [changed] + lines[at + 1:])


# ---- Compiling -------------------------------------------------------------------------------

def read_commands():
    """The command that compiles each source of the checked library, and the one that links."""
    compile_of = {}
    for entry in json.load(open(os.path.join(out, "compile_commands.json"), encoding="utf-8")):
        if "liboverland_checked" in entry["output"]:
            path = os.path.relpath(os.path.join(out, entry["file"]), root)
            words = shlex.split(entry["command"])
            at = words.index("-MD")
            words = [word for word in words[:at] if word not in ("-Werror", "ccache")]
            compile_of[path] = words + ["-w", "-g0", "-x", "c", "-", "-c"]
    listed = subprocess.run(["ninja", "-C", out, "-t", "commands", "overland_tests"], check=True,
                            capture_output=True, text=True).stdout.splitlines()
    return compile_of, shlex.split(listed[-1])


def read_dependents():
    """The sources of the checked library that include each header of src."""
    listed = subprocess.run(["ninja", "-C", out, "-t", "deps"], check=True, capture_output=True,
                            text=True).stdout
    dependents, paths = collections.defaultdict(list), []
    for line in listed.splitlines() + ["end: "]:
        if line.startswith(" "):
            paths.append(os.path.relpath(os.path.join(out, line.strip()), root))
        elif ":" in line:
            if paths and paths[0].startswith("src/"):
                for path in paths[1:]:
                    dependents[path].append(paths[0])
            paths = []
            if "liboverland_checked" not in line:
                paths = ["none"]
    return {path: sorted(set(sources)) for path, sources in dependents.items()}


def compile_source(path, text, to, first=()):
    words = compile_of[path]
    done = subprocess.run([words[0], *first, *words[1:], "-o", to], cwd=out,
                          input=f'# 1 "{path}"\n{text}', text=True, capture_output=True)
    return done.returncode == 0


def read_source(path):
    return open(os.path.join(root, path), encoding="utf-8").read()


def base_object(path):
    """The object of an unchanged source, compiled in the same way."""
    to = os.path.join(out, "base", path.replace("/", "_") + ".o")
    source = os.path.join(root, path)
    if not os.path.exists(to) or path in stale:
        os.makedirs(os.path.dirname(to), exist_ok=True)
        if not compile_source(path, read_source(path), to):
            sys.exit(f"{source} does not compile")
        stale.discard(path)
    return to


def compile_change(change):
    """The objects that differ; None: it does not compile."""
    text = "\n".join(change.lines)
    folder = os.path.join(out, "changed")
    sources, first = [change.path], []
    if change.path.endswith(".h"):
        sources = dependents.get(change.path, [])
        header = os.path.join(folder, os.path.relpath(change.path, "src"))
        os.makedirs(os.path.dirname(header), exist_ok=True)
        open(header, "w", encoding="utf-8").write(text)
        first = ["-I" + folder]
    objects = []
    try:
        for path in sources:
            to = os.path.join(folder, path.replace("/", "_") + ".o")
            os.makedirs(folder, exist_ok=True)
            if not compile_source(path, read_source(path) if first else text, to, first):
                return None
            if open(to, "rb").read() != open(base_object(path), "rb").read():
                objects.append(to)
    finally:
        if first:
            os.remove(header)
    return objects


def link_battery(objects):
    """Links the battery of tests/portable, which knows its answers."""
    source = os.path.join(root, "tests", "portable", "portable.c")
    subprocess.run(["cc", "-std=c11", "-O1", "-I" + os.path.join(root, "src"), source, *objects,
                    "liboverland_checked.a", "-lpthread", "-o", "changed_battery"], cwd=out,
                   check=True, capture_output=True)


def link(objects):
    words = [word for word in link_command]
    at = words.index("-o")
    words[at + 1] = "changed_tests"
    words[at + 2:at + 2] = objects
    if os.path.exists("/usr/bin/ld.lld"):
        words.append("-fuse-ld=lld")
    subprocess.run(words, cwd=out, check=True, capture_output=True)


# ---- Testing ----------------------------------------------------------------------------------

def read_tests():
    """The names of the tests of each file of tests."""
    tests = {}
    for folder, _, names in os.walk(os.path.join(root, "tests")):
        for name in names:
            if name.startswith("test_") and name.endswith(".c"):
                text = open(os.path.join(folder, name), encoding="utf-8").read()
                path = os.path.relpath(folder, os.path.join(root, "tests"))
                table = re.search(r"test_entry test_\w+_table\[\] = .*?\{NULL, NULL\}", text, re.S)
                rows = re.findall(r'\{\s*"([^"]+)",\s*\w+\}', table[0] if table else "")
                tests.setdefault(path, []).extend(rows)
    return tests


def read_times():
    """The seconds of the processor that each test took when it last ran."""
    kept = os.path.join(out, "times.json")
    return json.load(open(kept, encoding="utf-8")) if os.path.exists(kept) else {}


def tests_for(path):
    """The tests that are run for a file, in their order."""
    room = os.path.relpath(os.path.dirname(path), "src")
    users = {os.path.relpath(os.path.dirname(user), "src")
             for user in dependents.get(os.path.splitext(path)[0] + ".h", [])}
    users = sorted(users - {room}) if len(users) <= MOST_USERS else []
    near = users + ROOMS.get(room, [])
    ordered = []
    for group, most in (([room], QUICK), (near, QUICK), (JUDGES, SECONDS), ([room], SECONDS),
                        (near, SECONDS), (GENERAL, SECONDS)):
        names = {name for folder, names in tests.items() for name in names
                 if any(folder == f or folder.startswith(f + "/") for f in group) and
                 times.get(name, 0.1) < most}
        ordered += sorted(names.difference(ordered),
                          key=lambda name: (times.get(name, 0.1), name))
    return ordered


def run(command, most):
    """Whether a command ends well within a time of the processor, and the time that it took."""
    before = os.times()
    done = subprocess.run(command, cwd=out, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (most, most)))
    after = os.times()
    return done.returncode == 0, (after.children_user + after.children_system -
                                  before.children_user - before.children_system)


def battery_is_right():
    return run(["./changed_battery"], 20)[0] and run(["./changed_battery", "battle"], 20)[0]


def noticed_by(change):
    """The test that fails, or ends for want of time; None: none does."""
    if not battery_is_right():
        return "the battery of tests/portable"
    spent = 0.0
    for name in tests_for(change.path):
        is_right, took = run(["./changed_tests", name], 10 + int(30 * times.get(name, 1)))
        if not is_right:
            return name
        times[name] = round(took, 3)
        spent += took
        if spent > SECONDS:
            break
    json.dump(times, open(os.path.join(out, "times.json"), "w", encoding="utf-8"))
    return None


def read_equal():
    """The changes that are proved equal: file | line | old | new | reason; `*` is any change of it."""
    equal = set()
    for line in open(os.path.join(root, "tests", "mutants.list"), encoding="utf-8"):
        if line.strip() and not line.startswith("#"):
            equal.add(tuple(word.strip() for word in line.split(" | ")[:4]))
    return equal


compile_of, link_command = read_commands()
dependents = read_dependents()
tests, times, equal = read_tests(), read_times(), read_equal()
newest = max((os.path.getmtime(os.path.join(folder, name)) for folder, _, names in
              os.walk(os.path.join(root, "src")) for name in names))
base = os.path.join(out, "base")
stale = {path for path in compile_of
         if not os.path.exists(os.path.join(base, path.replace("/", "_") + ".o")) or
         os.path.getmtime(os.path.join(base, path.replace("/", "_") + ".o")) < newest}
link_battery([])
if not battery_is_right():
    sys.exit("the battery of tests/portable gives other answers already")
draw = random.Random(seed)
drawn = list(all_changes())
print(f"{len(drawn)} changes can be made; seed {seed}", flush=True)
draw.shuffle(drawn)
killed = survived = proved = 0
for change in drawn:
    if killed + survived + proved == number:
        break
    if change.path.endswith(".h") and len(dependents.get(change.path, [])) > MOST_DEPENDENTS:
        continue
    shown = f"{change.path}:{change.line}: '{change.old}' -> '{change.new}' in: {change.text}"
    objects = compile_change(change)
    if not objects:
        continue  # it does not compile, or to the same code
    if ((change.path, change.text, change.old, change.new) in equal or
            (change.path, change.text, "*", "*") in equal):
        proved += 1
        continue
    link_battery(objects)
    link(objects)
    noticed = noticed_by(change)
    killed += noticed is not None
    survived += noticed is None
    if noticed is None:
        print(f"survives: {shown}", flush=True)
    elif os.environ.get("OVERLAND_MUTANT_TALK"):
        print(f"killed by {noticed}: {shown}", flush=True)
print(f"{killed + survived + proved} changes, {killed} noticed, {proved} proved equal, "
      f"{survived} survived")
sys.exit(survived * 10 > number)
