"""Commands that write a file, and what must hold when something fails under them."""
import atexit
import os
import random
import shutil
import subprocess
import sys
import tempfile

OLD = b"the file that was there before\n"


class Scene:
    """A command, the input that may fail under it, and the bytes of its output `out`."""

    def __init__(self, overland, name, command, source, folder="."):
        self.name, self.source = name, source
        self.command = [overland, *command]
        self.new = None
        self.put_old()
        if self.run([])[0] != 0:
            sys.exit(f"{name}: it fails without a fault")
        self.new = open("out", "rb").read()

    def put_old(self):
        for path in left_overs():
            os.remove(path)
        if os.path.isdir("out.parts"):
            for path in os.listdir("out.parts"):
                os.remove(f"out.parts/{path}")
            os.rmdir("out.parts")
        with open("out", "wb") as file:
            file.write(OLD)

    def run(self, before, **settings):
        """The exit code, and the lines of standard error."""
        done = subprocess.run([*before, *self.command], stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **settings)
        return done.returncode, done.stderr.decode(errors="replace").splitlines()

    def check(self, fault, code, lines, may_be_silent=False):
        """The output is old or new and whole, the exit code says so, and nothing is left."""
        found = open("out", "rb").read() if os.path.exists("out") else None
        if found not in (OLD, self.new):
            sys.exit(f"{self.name}, {fault}: the output is neither old nor new; {lines}")
        if code == 0 and found != self.new:
            sys.exit(f"{self.name}, {fault}: exit code 0, and the output is the old one")
        if code not in (0, 3, 4):
            sys.exit(f"{self.name}, {fault}: exit code {code}; {lines}")
        if code != 0 and not may_be_silent and not (lines and lines[0].startswith("overland: ")):
            sys.exit(f"{self.name}, {fault}: exit code {code}, and no line that says why; {lines}")
        if left_overs():
            sys.exit(f"{self.name}, {fault}: left {left_overs()}")


def left_overs():
    folders = [".", "out.parts"] if os.path.isdir("out.parts") else ["."]
    return [f"{folder}/{name}" for folder in folders for name in os.listdir(folder)
            if ".tmp-" in name]


def make_scenes(overland):
    def run(*command):
        subprocess.run([overland, *command], stdout=subprocess.DEVNULL, check=True)
    run("gen", "continents", "230x190", "--seed", "5", "-o", "land.map")
    run("build", "land.map", "-o", "land.world")
    run("build", "land.map", "--part", "1/2", "-o", "1.part")
    run("build", "land.map", "--part", "2/2", "-o", "2.part")
    with open("edits.txt", "w", encoding="utf-8") as edits:
        edits.write("set 50,50 @\nrect 90,90 8x9 @\nset 120,30 .\n")
    return [
        Scene(overland, "build", ["build", "land.map", "-o", "out"], "land.map"),
        Scene(overland, "build in parts", ["build", "land.map", "-o", "out", "--resume", "--threads", "1"],
              "land.map"),
        Scene(overland, "merge", ["merge", "1.part", "2.part", "-o", "out"], "2.part"),
        Scene(overland, "edit", ["edit", "land.world", "edits.txt", "-o", "out"], "land.world"),
        Scene(overland, "patch", ["edit", "land.world", "edits.txt", "--patch", "out"], "land.world"),
    ]


def sample(draw, values, most):
    values = list(values)
    return values if len(values) <= most else sorted(draw.sample(values, most))


def begin(argv):
    """The scenes, the random numbers, and the number of cases of each kind. The current folder is then
    one of the script's own, which is removed at the end."""
    overland, seed, most = os.path.abspath(argv[1]), int(argv[2]), int(argv[3])
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    os.chdir(folder)
    return make_scenes(overland), random.Random(seed), most
