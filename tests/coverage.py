"""Sums up what clang's counters saw: coverage.py ROOT BUILD, called by coverage.sh.

Lines and branches of each room of src, and BUILD/unreached.txt with what no test reached. Code that
is instantiated several times counts as reached where one instance is. A line that ends in a comment
`/* unreached: REASON */` is left out together with its conditions: the reason stands where the code
does. Assertions (OVI_ASSERT) are on in the tests; those that never ran are listed, and what their
conditions could be is not counted.
"""
import json
import os
import re
import subprocess
import sys

root, build = sys.argv[1:3]
objects = [build + "/overland_tests", "-object", build + "/overland"]
profile = "-instr-profile=" + build + "/all.profdata"


def export(kind):
    said = subprocess.run(["llvm-cov", "export", "-format=" + kind, profile, *objects],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    return said.stdout.decode()


def room_of(path):
    """`coarse/view` of ROOT/src/coarse/view/layer.c; None: not of src."""
    name = os.path.relpath(os.path.normpath(os.path.join(build, path)), root)
    return os.path.dirname(name)[len("src/"):] if name.startswith("src/") else None


def name_of(path):
    return os.path.relpath(os.path.normpath(os.path.join(build, path)), root)


def argued_lines(name):
    with open(os.path.join(root, name), encoding="utf-8") as text:
        return {number for number, line in enumerate(text, 1) if "/* unreached: " in line}


def assertions_of(name):
    """The lines of each assertion of a file: {first line: all of them}."""
    with open(os.path.join(root, name), encoding="utf-8") as text:
        text = text.read()
    found = {}
    for match in re.finditer(r"^ +OVI_ASSERT\(", text, re.M):
        first = text.count("\n", 0, match.start()) + 1
        found[first] = range(first, text.count("\n", 0, text.index(";", match.end())) + 2)
    return found


lines, branches = {}, {}   # name -> {line: count}, {place: [true, false]}
for line in export("lcov").splitlines():
    if line.startswith("SF:"):
        name = name_of(line[3:]) if room_of(line[3:]) is not None else None
    elif line.startswith("DA:") and name:
        number, count = map(int, line[3:].split(",")[:2])
        counts = lines.setdefault(name, {})
        counts[number] = max(count, counts.get(number, 0))
for of_file in json.loads(export("text"))["data"][0]["files"]:
    if room_of(of_file["filename"]) is None:
        continue
    places = branches.setdefault(name_of(of_file["filename"]), {})
    for branch in of_file["branches"]:
        counts = places.setdefault(tuple(branch[:4]), [0, 0])
        counts[0] += branch[4]
        counts[1] += branch[5]

sums, unreached, asserted, never = {}, [], 0, []
for name in sorted(lines):
    argued = argued_lines(name)
    for first, own in assertions_of(name).items():
        asserted += 1
        argued.update(own)
        if lines[name].get(first, 0) == 0:
            never.append(f"{name}:{first}")
    room = room_of(os.path.join(root, name)) or "."
    rows = sums.setdefault(room, [0, 0, 0, 0])
    missed = []
    for number, count in sorted(lines[name].items()):
        if number not in argued:
            rows[0] += count > 0
            rows[1] += 1
            if count == 0:
                missed.append(number)
                unreached.append((name, number, 0, "line"))
    for place, counts in sorted(branches.get(name, {}).items()):
        if place[0] in argued:
            continue
        rows[2] += (counts[0] > 0) + (counts[1] > 0)
        rows[3] += 2
        if place[0] in missed:
            continue
        for outcome, count in zip(("true", "false"), counts):
            if count == 0:
                unreached.append((name, place[0], place[1], "never " + outcome))

with open(build + "/unreached.txt", "w", encoding="utf-8") as file:
    sources = {}
    for name, number, column, fault in sorted(unreached):
        if name not in sources:
            sources[name] = open(os.path.join(root, name), encoding="utf-8").read().splitlines()
        at = f":{column}" if column else ""
        file.write(f"{name}:{number}{at}: {fault}: {sources[name][number - 1].strip()}\n")


def row(room, counts):
    def share(reached, whole):
        return f"{reached:6} of {whole:6} {100 * reached / whole if whole else 100:6.1f} %"
    print(f"{room:24} {share(*counts[:2])} {share(*counts[2:])}")


print(f"{'room':24} {'lines':>23} {'branches':>25}")
order = re.findall(r"^([a-z/]+): .*\.$", open(root + "/src/rooms.txt", encoding="utf-8").read(), re.M)
for room in sorted(sums, key=lambda room: order.index(room) if room in order else -1):
    row(room, sums[room])
row("all", [sum(counts[i] for counts in sums.values()) for i in range(4)])
print(f"{len(never)} of {asserted} assertions were never reached" + "".join("\n  " + at for at in never))
