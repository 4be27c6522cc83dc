"""Damages real map files at random, and lets the command read each.

    damaged_maps.py COMMAND FOLDER COUNT [SEED]

FOLDER holds maps and what they name. The command, best one with sanitizers, drafts a legend of each
damaged map and builds it, alone and with the draft. Each run ends within a minute, with 0 or an exit
code for input, and says what is wrong in one line; nothing half written stays. Prints each fault;
damaged files that broke a promise are kept beside FOLDER's copy, which is named then.
"""

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

MAPS = (".tmx", ".json", ".tmj", ".world", ".ldtk", ".yaml", ".map", ".csv", ".txt", ".pgm", ".png",
        ".ppm", ".pbm", ".bmp", ".asc")
PARTS = (".tsx", ".tsj", ".tx", ".ldtkl")  # files that maps name
MOST_BYTES = 400000
TOKENS = [b"0", b"-1", b"99999999999", b'"', b"{", b"}", b"[", b"]", b"<", b">", b",", b"\0", b"\n",
          b"true", b"null", b"65536", b"2147483647", b"-2147483648", b"1e308", b"NaN", b"''", b"#"]


def damage(data, choices):
    """Some bytes changed, taken away, put in or written again."""
    data = bytearray(data)
    for _ in range(choices.choice([1, 1, 2, 5, 20])):
        if not data:
            break
        at = choices.randrange(len(data))
        end = min(len(data), at + choices.choice([1, 1, 4, 40, 400]))
        kind = choices.randrange(6)
        if kind == 0:
            data[at] = choices.randrange(256)
        elif kind == 1:
            del data[at:end]
        elif kind == 2:
            data[at:at] = choices.choice(TOKENS)
        elif kind == 3:
            data[at:end] = choices.choice(TOKENS)
        elif kind == 4:
            del data[at:]
        else:
            again = choices.randrange(len(data))
            data[at:at] = data[again:again + 40]
    return bytes(data)


def find_users(part, maps):
    """Maps that name a file."""
    name = os.path.basename(part).encode()
    users = []
    for path in maps:
        with open(path, "rb") as file:
            if name in file.read():
                users.append(path)
    return users


def complain(run, output):
    """What is wrong with a run; None: nothing."""
    errors = run.stderr.decode(errors="replace")
    lines = [line for line in errors.splitlines()
             if line and not re.search(r"^overland: (warning: |.*: without a legend )", line)]
    if "Sanitizer" in errors or "runtime error" in errors:
        return "a report of a sanitizer: " + errors[:2000]
    if run.returncode not in (0, 1, 3, 4):
        return f"exit code {run.returncode}: {errors[-300:]}"
    if run.returncode == 4 and "memory" not in errors:
        return f"the system is blamed: {errors[-300:]}"
    if run.returncode != 0 and (len(lines) != 1 or not lines[0].startswith("overland: ")):
        return f"{len(lines)} lines say what is wrong: {errors[-600:]}"
    left = [name for name in os.listdir(os.path.dirname(output))]
    if run.returncode != 0 and left:
        return f"{left} was left"
    return None


def main():
    command, folder, count = sys.argv[1], os.path.abspath(sys.argv[2]), int(sys.argv[3])
    choices = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    work = tempfile.mkdtemp(prefix="damaged-maps-")
    copy, out = os.path.join(work, "maps"), os.path.join(work, "out")
    shutil.copytree(folder, copy)
    files = sorted(os.path.join(top, name) for top, _, names in os.walk(copy) for name in names)
    files = [path for path in files if os.path.getsize(path) < MOST_BYTES]
    maps = [path for path in files if path.lower().endswith(MAPS)]
    pool = maps + [path for path in files if path.lower().endswith(PARTS) and find_users(path, maps)]
    faults, read = 0, 0
    for number in range(count):
        path = choices.choice(pool)
        target = path if path in maps else choices.choice(find_users(path, maps))
        with open(path, "rb") as file:
            whole = file.read()
        with open(path, "wb") as file:
            file.write(damage(whole, choices))
        draft = os.path.join(work, "draft.legend")
        world = os.path.join(out, "it.world")
        kept = False
        for words in (["legend", target, "-o", draft], ["build", target, "-o", world],
                      ["build", target, "--legend", draft, "-o", world]):
            if words[-2] == "-o" and "--legend" in words and not os.path.exists(draft):
                continue
            shutil.rmtree(out, ignore_errors=True)
            os.mkdir(out)
            try:
                run = subprocess.run([command] + words, capture_output=True, timeout=60, check=False)
                wrong = complain(run, world)
                read += run.returncode == 0 and words[0] == "build"
            except subprocess.TimeoutExpired:
                wrong = "it takes more than a minute"
            if wrong is not None:
                faults += 1
                kept = kept or shutil.copy(path, os.path.join(work, f"{number}-{os.path.basename(path)}"))
                print(f"{number} {os.path.relpath(target, copy)}: {words[0]}: {wrong}", flush=True)
        with open(path, "wb") as file:
            file.write(whole)
        if os.path.exists(draft):
            os.remove(draft)
    print(f"{count} damaged files, {read} worlds of them, {faults} faults" +
          (f"; see {work}" if faults else ""))
    if not faults:
        shutil.rmtree(work)
    return 1 if faults else 0


sys.exit(main())
