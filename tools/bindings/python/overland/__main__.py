"""python3 -m overland MAP X,Y X,Y: shows a path on its map in the terminal."""

from __future__ import annotations

import re
import shutil
import sys
from typing import TYPE_CHECKING, List, Optional, Tuple

if TYPE_CHECKING:  # the package is loaded when it is needed, so that its errors are told in words
    from . import Cell, World

USAGE = """usage: python3 -m overland MAP X,Y X,Y [--profile NAME]

Prints the path from the first cell to the second on the map, with its cost in straight steps over
plain ground. MAP is a map of MovingAI's format, or a world file of `overland build`. A map that is
wider than the terminal is drawn smaller: '#' is land that is mostly blocked, '*' the path.

Example:
  python3 -m overland maps/rooms-150x90.map 8,8 135,60"""
MAGIC = b"OVERLAND"  # of world files
DONE, NO, WRONG_USAGE, BAD_INPUT, SYSTEM = range(5)


class Refused(Exception):
    def __init__(self, code: int, text: str):
        super().__init__(text)
        self.code = code


def cell_of(text: str) -> Tuple[int, int, int]:
    found = re.fullmatch(r"(?:(\d{1,9}):)?(-?\d{1,9}),(-?\d{1,9})", text)
    if not found:
        raise Refused(WRONG_USAGE, f"'{text}' is no cell; X,Y is right, as in 200,300")
    return int(found[2]), int(found[3]), int(found[1] or 0)


def open_world(path: str) -> World:
    from . import Map, World
    with open(path, "rb") as file:
        begin = file.read(8)
    if begin[:4] == b"type":
        return World.bake(Map.load(path))
    if begin != MAGIC:
        raise Refused(BAD_INPUT, f"{path}: it is neither a map (it begins with type octile) nor a world file")
    return World.open(path)


def picture(world: World, cells: List[Cell], floor: int, profile: int, columns: int) -> List[str]:
    """The floor in squares of cells: blocked ones, the path and its ends."""
    from . import calls
    weights = bytes(calls.world_profile(world, profile)["def"].weights)
    terrain = world.read_terrain(floor)
    height, width = terrain.shape or (0, 0)
    flat = terrain.cast("B").tobytes().translate(weights)
    across = -(-width // max(columns, 1))
    down = across if across == 1 else 2 * across  # a letter is about twice as high as wide
    lines = []
    for top in range(0, height, down):
        rows = [flat[y * width:(y + 1) * width] for y in range(top, min(top + down, height))]
        line = []
        for left in range(0, width, across):
            parts = [row[left:left + across] for row in rows]
            blocked = sum(part.count(0) for part in parts)
            line.append("#" if 2 * blocked > sum(map(len, parts)) else ".")
        lines.append(line)
    origin = world._floor(floor).corner
    signs = [(cell, "*") for cell in cells] + [(cells[0], "S"), (cells[-1], "G")]
    for cell, sign in signs:
        if cell.floor == floor:
            lines[(cell.y - origin.y) // down][(cell.x - origin.x) // across] = sign
    return ["".join(line) for line in lines]


def show(arguments: List[str]) -> int:
    profile_name: Optional[str] = None
    if "--profile" in arguments:
        at = arguments.index("--profile")
        if at + 1 == len(arguments):
            raise Refused(WRONG_USAGE, "--profile needs a name")
        profile_name = arguments[at + 1]
        del arguments[at:at + 2]
    if len(arguments) != 3 or arguments[0].startswith("--"):
        raise Refused(WRONG_USAGE, "a map, a start and a goal are needed: python3 -m overland MAP X,Y X,Y")
    start, goal = cell_of(arguments[1]), cell_of(arguments[2])
    from . import Planner, STRAIGHT_COST
    world = open_world(arguments[0])
    try:
        profile = world.find_profile(0 if profile_name is None else profile_name)
    except KeyError as error:
        raise Refused(BAD_INPUT, f"{arguments[0]}: {error.args[0]}") from None
    planner = Planner(world)
    path = planner.find_path(start, goal, profile=profile)
    if path is None:
        raise Refused(NO, f"there is no path from {arguments[1]} to {arguments[2]}: {planner.reason}")
    print("\n".join(picture(world, path.cells(), start[2], profile, shutil.get_terminal_size().columns)))
    print(f"cost {path.cost / STRAIGHT_COST:.3f}, length {path.length:.2f} cells, {len(path.points)} points")
    return DONE


def printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def main(arguments: List[str]) -> int:
    if "--help" in arguments:
        print(USAGE)
        return DONE
    try:
        from . import LibraryError, MapError, OverlandError, Result
        return show(arguments)
    except Refused as error:
        code, text = error.code, str(error)
    except OverlandError as error:
        code, text = SYSTEM if error.result == Result.NO_MEMORY else BAD_INPUT, str(error)
    except MapError as error:
        code, text = BAD_INPUT, str(error)
    except LibraryError as error:
        code, text = SYSTEM, str(error)
    except MemoryError:
        code, text = SYSTEM, "no memory"
    except OSError as error:
        code, text = BAD_INPUT, f"{error.filename}: {error.strerror}" if error.filename else str(error)
    print(f"overland: {printable(text)}", file=sys.stderr)
    return code


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(SYSTEM)
