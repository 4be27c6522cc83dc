"""Fills the disk under commands, and cuts the files that they read:

    fill_disk.py OVERLAND SEED MOST [CUT.so]

A limit of file sizes ends a write in its middle, as a full disk does.
"""
import os
import resource
import shutil
import sys

from scenes import OLD, begin

cut = os.path.abspath(sys.argv[4]) if len(sys.argv) > 4 else None
scenes, draw, most = begin(sys.argv)
full = cuts = cut_short = 0
for scene in scenes:
    for _ in range(most):
        bytes_left = draw.randrange(len(scene.new))
        scene.put_old()
        code, said = scene.run([], preexec_fn=lambda: resource.setrlimit(
            resource.RLIMIT_FSIZE, (bytes_left, bytes_left)))
        scene.check(f"room for {bytes_left} of {len(scene.new)} bytes", code, said)
        if code != 4:
            sys.exit(f"{scene.name}: exit code {code} with room for {bytes_left} bytes")
        full += 1
    whole = open(scene.source, "rb").read()
    for at in range(1, most + 1) if cut else []:
        length = draw.choice([0, draw.randrange(len(whole)), len(whole) - 1])
        scene.put_old()
        code, said = scene.run([], env={**os.environ, "LD_PRELOAD": cut, "CUT_FILE": scene.source,
                                        "CUT_AT": str(at), "CUT_LENGTH": str(length)})
        with open(scene.source, "wb") as file:
            file.write(whole)
        scene.check(f"{scene.source} cut to {length} bytes after call {at}", code, said)
        cuts += 1
        cut_short += code != 0
print(f"{full} disks filled; {cuts} inputs cut, by which {cut_short} commands ended")
if cut and cut_short == 0:
    sys.exit("no command noticed that its input was cut")
