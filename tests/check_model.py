"""Compares the summary of `overland check` with one of its own: python3 check_model.py OVERLAND [SEED].

Islands are flood filled, and dead ends and passages are looked for cell by cell, in random maps of
sides that cross bands and regions. Run in a folder for its files."""
import json
import random
import subprocess
import sys

OVERLAND = sys.argv[1]
FIRST_SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1
DIAGONALS = [(-1, -1), (1, -1), (-1, 1), (1, 1)]
STRAIGHT = [(-1, 0), (1, 0), (0, -1), (0, 1)]


def draw_map(draw):
    """Rows of corridors and noise, so that passages of all widths arise."""
    width, height = draw.choice([(5, 70), (67, 9), (40, 66), (1, 130), (33, 33)])
    share = draw.choice([0.25, 0.4, 0.55])
    return [[draw.random() > share for _ in range(width)] for _ in range(height)]


def sizes_of_islands(is_open):
    height, width = len(is_open), len(is_open[0])

    def at(x, y):
        return 0 <= x < width and 0 <= y < height and is_open[y][x]

    seen, sizes = set(), []
    for y in range(height):
        for x in range(width):
            if not is_open[y][x] or (x, y) in seen:
                continue
            seen.add((x, y))
            stack, cells = [(x, y)], 0
            while stack:
                cx, cy = stack.pop()
                cells += 1
                steps = STRAIGHT + [(dx, dy) for dx, dy in DIAGONALS if at(cx + dx, cy) and at(cx, cy + dy)]
                for dx, dy in steps:
                    if at(cx + dx, cy + dy) and (cx + dx, cy + dy) not in seen:
                        seen.add((cx + dx, cy + dy))
                        stack.append((cx + dx, cy + dy))
            sizes.append(cells)
    return sorted(sizes, reverse=True)


def spots_of(is_open):
    """Dead ends, and cells of passages one and two cells wide, each row by row."""
    height, width = len(is_open), len(is_open[0])

    def at(x, y):
        return 0 <= x < width and 0 <= y < height and is_open[y][x]

    found = {"dead_ends": [], "one_wide": [], "two_wide": []}
    for y in range(height):
        for x in range(width):
            if not at(x, y):
                continue
            if sum(at(x + dx, y + dy) for dx, dy in STRAIGHT) == 1:
                found["dead_ends"].append(f"{x},{y}")
            narrow, wider = False, False
            for ax, ay in ((1, 0), (0, 1)):  # across the passage; along it is (ay, ax)

                def leads(i):
                    return all(at(x + i * ax + s * ay, y + i * ay + s * ax) for s in (-1, 0, 1))

                blocked = {i: not at(x + i * ax, y + i * ay) for i in (-2, -1, 1, 2)}
                narrow = narrow or (blocked[-1] and blocked[1] and leads(0))
                wider = wider or any(
                    blocked[-i] and leads(0) and leads(i) and blocked[2 * i] for i in (-1, 1))
            if narrow:
                found["one_wide"].append(f"{x},{y}")
            if wider:
                found["two_wide"].append(f"{x},{y}")
    return found


def differences(seed):
    is_open = draw_map(random.Random(seed))
    with open("drawn.map", "w", encoding="ascii") as out:
        out.write(f"type octile\nheight {len(is_open)}\nwidth {len(is_open[0])}\nmap\n")
        out.writelines("".join("." if cell else "@" for cell in row) + "\n" for row in is_open)
    subprocess.run([OVERLAND, "build", "drawn.map", "-o", "drawn.world", "--region-size", "8", "--allow-blocked"],
                   check=True, capture_output=True)
    said = json.loads(subprocess.run([OVERLAND, "check", "drawn.world", "--json"], check=True,
                                     capture_output=True).stdout)
    sizes = [island["cells"] for island in said["islands"]]
    if sizes != sizes_of_islands(is_open):
        yield f"islands: {sizes}, not {sizes_of_islands(is_open)}"
    for key, cells in spots_of(is_open).items():
        if said[key] != {"cells": len(cells), "first": cells[:5]}:
            yield f"{key}: {said[key]}, not {len(cells)}, {cells[:5]}"


failed = 0
for number in range(FIRST_SEED, FIRST_SEED + 30):
    for difference in differences(number):
        print(f"seed {number}: {difference}")
        failed = 1
print("FAIL the summary of 30 random maps: see above" if failed else
      "ok the summary of 30 random maps is that of a flood fill and a look at each cell")
print(f"{1 - failed} passed, {failed} failed")
