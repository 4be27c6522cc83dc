"""Kills builds at random moments and resumes them: each ends in the same bytes.

    kill_builds.py OVERLAND MAP REFERENCE.world TIMES SEED [OPTION...]

A build goes on with any number of threads, from the file or through a pipe, and may be killed
again; with options of build, as a legend, it does not come through a pipe. The world has its name
only when it is whole. Prints what is wrong, if anything is; exit code 1 then.
"""
import os
import random
import shutil
import subprocess
import sys
import time

overland, map_path, reference_path = sys.argv[1:4]
times, seed = int(sys.argv[4]), int(sys.argv[5])
of_all = sys.argv[6:]
draw = random.Random(seed)
world = "killed.world"
folder = world + ".parts"
reference = open(reference_path, "rb").read()


def begin(piped, options):
    with open(map_path, "rb") as rows:
        return subprocess.Popen([overland, "build", "-" if piped else map_path, "-o", world,
                                 "--resume", *of_all, *options], stdin=rows if piped else subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def look(round_number, when):
    """What stands under the world's name is the world."""
    if os.path.exists(world) and open(world, "rb").read() != reference:
        sys.exit(f"round {round_number}: {when}: another world is there")


def finished_parts():
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return sum(1 for name in names if name.endswith(".part"))


def remove_all():
    shutil.rmtree(folder, ignore_errors=True)
    if os.path.exists(world):
        os.remove(world)


began = time.monotonic()
if begin(False, []).wait() != 0:
    sys.exit("a build that nobody kills fails")
whole = time.monotonic() - began
look(0, "not killed")

resumed = killed = 0
for number in range(times):
    remove_all()
    piped = draw.random() < 0.3 and not of_all
    for _ in range(draw.choice([1, 1, 1, 2, 3])):
        build = begin(piped, ["--threads", str(draw.choice([1, 2, 3]))])
        time.sleep(draw.uniform(0, 1.05 * whole))
        killed += build.poll() is None
        build.kill()
        build.communicate()
        look(number, "killed")
    kept = finished_parts()
    build = begin(piped, ["--threads", str(draw.choice([1, 2, 3])), "--progress=json"])
    said = build.communicate()[1].decode()
    if build.returncode != 0:
        sys.exit(f"round {number}: the build that goes on fails: {said}")
    look(number, "resumed")
    if not os.path.exists(world):
        sys.exit(f"round {number}: there is no world at the end")
    if os.path.exists(folder):
        sys.exit(f"round {number}: the folder of the parts is left: {os.listdir(folder)}")
    resumed += kept > 0
remove_all()
print(f"{times} rounds, {killed} builds killed, {resumed} resumed with parts, seed {seed}, "
      f"{whole * 1000:.0f} ms a build")
if times >= 20 and resumed == 0:
    sys.exit("no build was killed between its parts: the map is too small")
