"""Kills commands at random moments: kill_commands.py OVERLAND SEED TIMES. The output is old or new,
and the same command then ends as if nothing had been killed."""
import subprocess
import sys
import time

from scenes import OLD, begin, left_overs

scenes, draw, times = begin(sys.argv)
spans, killed, old = {}, 0, 0
for scene in scenes:
    began = time.monotonic()
    scene.run([])
    spans[scene.name] = time.monotonic() - began
for i in range(times):
    scene = scenes[i % len(scenes)]
    scene.put_old()
    child = subprocess.Popen(scene.command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    time.sleep(draw.uniform(0, 1.05 * spans[scene.name]))
    child.kill()
    code = child.wait()
    found = open("out", "rb").read()
    if found not in (OLD, scene.new) or (code == 0 and found == OLD):
        sys.exit(f"{scene.name}, killed in round {i}: the output is neither old nor new")
    killed += code != 0
    old += found == OLD
    if scene.run([])[0] != 0 or open("out", "rb").read() != scene.new:
        sys.exit(f"{scene.name}, killed in round {i}: the next run fails")
print(f"{times} commands, {killed} killed, {old} outputs still old")
if times >= 20 and killed < times // 4:
    sys.exit("hardly any command was killed")
