"""Tests of the Python package: maps, paths, routes, costs and ranges; see python_checks."""

import array
import gc
import inspect
import os
import subprocess
import tempfile

import overland
from overland import (Cell, Cells, Edit, Layout, Link, Map, MapError, OverlandError, Planner, Profile, Result,
                      Smoothing, Topology, World, calls, hexagon_distance, hexagon_from, hexagon_mask, hexagon_to)
from python_checks import (COMMAND, MAPS, ROOM, Skipped, asked, map_path, raises, random_ends, run, same,
                           test)

try:
    import numpy
except ImportError:
    numpy = None


# ---- Like the command ----


@test("worlds and paths of all maps are those of the command")
def _():
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "a.world")
        for number, name in enumerate(sorted(each for each in os.listdir(MAPS) if each.endswith(".map"))):
            subprocess.run([COMMAND, "build", map_path(name), "-o", file], check=True, stdout=subprocess.PIPE)
            with World.bake(Map.load(map_path(name))) as world, open(file, "rb") as built:
                assert world.to_bytes() == built.read(), f"{name}: the bytes differ"
                planner = Planner(world)
                for at, (start, goal) in enumerate(random_ends(world, 8, number)):
                    kind = ("grid", "any")[at % 2]
                    answer = asked(file, f"{start.x},{start.y}", f"{goal.x},{goal.y}", "--smooth", kind)
                    path = planner.find_path(start, goal, smoothing=Smoothing[kind.upper()])
                    same(path is not None, answer["reachable"])
                    if path:
                        # The command counts a diagonal step as the root of 2 here.
                        steps = path.straight_steps + path.diagonal_steps * 2 ** 0.5
                        assert abs(answer["cost"] - steps) < 0.001, (path, answer["cost"])
                        same(path.cost, path.straight_steps * 1120 + path.diagonal_steps * 1584)
                        same([[x, y] for x, y, _ in path], answer["points"])


@test("segments of a route add up to the cost of its cells, and end at the goal")
def _():
    world = World.bake(Map.load(map_path("rooms-256.map")))
    planner = Planner(world)
    for start, goal in random_ends(world, 10, 3):
        at, route = start, planner.route(start, goal)
        promised, walked = route.cost_to_go, 0
        for segment in route:
            same(segment.points[0], at)
            at, walked = segment.points[-1], walked + segment.cost
        assert route.done and walked <= promised
        same(at, goal if route.result == Result.OK else start)


# ---- Maps ----


@test("rows of text, bytes, arrays and views make the same world")
def _():
    cells = bytes(letter == "." for row in ROOM for letter in row)
    want = World.bake(Map(cells, 8)).to_bytes()
    for source in (bytearray(cells), array.array("B", cells), memoryview(cells), array.array("b", cells)):
        assert World.bake(Map(source, 8)).to_bytes() == want, type(source).__name__
    assert World.bake(memoryview(cells).cast("B", (3, 8))).to_bytes() == want
    assert World.bake(Map(memoryview(b"".join(b + b"#" for b in (cells[0:8], cells[8:16], cells[16:])))
                          .cast("B", (3, 9)), 0)).describe().width == 9
    texts = [World.bake(each).to_bytes() for each in (ROOM, tuple(ROOM), "\n".join(ROOM),
                                                      [row.encode() for row in ROOM])]
    same(len(set(texts)), 1)


@test("buffers are used in place, and left alone afterwards")
def _():
    cells = bytearray(b"\1" * 64)
    made = Map(cells, 8)
    raises(BufferError, "", lambda: cells.append(1))  # pinned while the map lives
    cells[9] = 0
    world = World.bake(made)
    same(world.terrain((1, 1)), 0)
    del made
    gc.collect()
    cells.append(1)


@test("numpy's arrays, rows apart, and of bool")
def _():
    if numpy is None:
        raise Skipped("numpy is not there")
    cells = numpy.ones((3, 8), numpy.uint8)
    cells[1, 1:7] = 0
    want = World.bake(cells).to_bytes()
    wide = numpy.zeros((3, 20), numpy.uint8)
    wide[:, 5:13] = cells
    frozen = cells.copy()
    frozen.flags.writeable = False
    for source in (wide[:, 5:13], cells.astype(bool), frozen, numpy.asfortranarray(cells), cells[:, ::-1]):
        assert World.bake(source).to_bytes() == want
    world = World.bake(cells)
    assert (numpy.asarray(world.read_terrain()) == cells).all()
    assert (numpy.asarray(world.read_cells(Cells.WEIGHT)) == 8 * cells).all()
    start = (numpy.int64(0), numpy.int32(1))
    same(Planner(world).find_path(start, (7, 1)).cost, 9 * 1120)
    heights = numpy.arange(24, dtype=numpy.uint16).reshape(3, 8)
    high = World.bake(Map(cells, heights=heights))
    assert (numpy.asarray(high.read_cells(Cells.HEIGHT)) == heights).all()
    raises(TypeError, "they should be uint8", lambda: World.bake(cells.astype(float)))
    raises(TypeError, "they should be uint8", lambda: World.bake(cells.astype(int)))
    raises(ValueError, "3-dimensional", lambda: World.bake(numpy.ones((2, 2, 2), numpy.uint8)))
    raises(MapError, "the map has 8 x 3 cells", lambda: Map(cells, heights=heights[:2]))


@test("maps of a wrong form are refused with their place")
def _():
    def load(text):
        with tempfile.NamedTemporaryFile(delete=False) as file:
            file.write(text)
        try:
            return Map.load(file.name)
        finally:
            os.remove(file.name)

    head = b"type octile\nheight 2\nwidth 3\nmap\n"
    same(load(head + b"...\r\n.@.\n\n").height, 2)
    for text, words in ((b"", "line 1 of the header is ''; it should be 'type octile', or 'type hexagons odd-r'"),
                        (head.replace(b"height 2", b"height two"), "line 2 of the header is 'height two'"),
                        (head.replace(b"3", b"99999"), "the width is 99999; it should be 1 to 65536"),
                        (head + b"...\n", "there are 1 rows; the header says 2"),
                        (head + b"...\n....\n", "row 1 has 4 letters; the header says 3")):
        raises(MapError, words, lambda: load(text))
    raises(MapError, "row 1 has 1 letters; row 0 has 2", lambda: Map(["..", "."]))
    same(World.bake([".#"]).weight((1, 0)), 0)
    raises(MapError, "letters other than .GSWT@O#, the first is 'x'", lambda: World.bake([".x"]))
    raises(MapError, "is no byte", lambda: Map(["\u2603"]))
    raises(ValueError, "1-dimensional with 65 values and width 8", lambda: Map(bytes(65), 8))
    raises(TypeError, "rows of text, or an object with a buffer", lambda: World.bake(5))
    raises(FileNotFoundError, "nowhere", lambda: Map.load("nowhere"))


@test("profiles, floors and links")
def _():
    foot = Profile("foot", {".": 8, "s": 24})
    boat = Profile("boat", {"~": 8}, body_cells=2, corners=overland.Corners.NONE)
    world = World.bake(["..~~~", "ss~~~"], profiles=[foot, boat])
    same(world.profiles, ["foot", "boat"])
    planner = Planner(world)
    same(planner.find_path((0, 0), (0, 1), profile="foot").cost, 70 * 32)
    same(planner.find_path((2, 0), (3, 0), profile="boat").cost, 1120)
    assert planner.find_path((0, 0), (2, 0), profile=0) is None and planner.result == Result.GOAL_BLOCKED
    raises(KeyError, "there is no profile 'cart'", lambda: planner.find_path((0, 0), (1, 0), profile="cart"))
    raises(TypeError, "the weight of '.' in eighths is 1.5; it should be a whole number",
           lambda: World.bake(ROOM, weights={".": 1.5}))
    raises(ValueError, "the profile's name has 0 bytes", lambda: World.bake(ROOM, profiles=[Profile("", {})]))
    wagon = World.bake(["...", "...", "..."], profiles=[Profile("wagon", {".": 8}, wall_cost=(32, 16))])
    same((wagon.weight((0, 1)), wagon.weight((1, 1))), (40, 24))
    raises(ValueError, "wall_cost has 5 costs; it should have up to 4, 0 to 255 each",
           lambda: World.bake(ROOM, profiles=[Profile("wagon", {".": 8}, wall_cost=[1] * 5)]))
    house = World.bake([Map(["...", "..."]), Map(["....", "...."])], links=[Link((0, 0), (3, 1, 1), 50)])
    walled = {"links": [Link((0, 0), (2, 0), 50), Link((1, 0), (2, 1), 60)]}
    raises(OverlandError, "link 1, 1,0 -> 2,1: an argument is out of its range: link from a blocked cell",
           lambda: World.bake([".@.", ".@."], **walled), Result.BAD_ARGUMENT)
    bridge = World.bake([".@.", ".@."], blocked_links=True, **walled)
    same(Planner(bridge).find_path((0, 0), (2, 1)).links[0].link, 0)  # the other one is not there yet
    same(Planner(bridge.apply([Edit.cell((1, 0), ".")])).find_path((1, 0), (2, 1)).cost, 60)
    path = Planner(house).find_path((1, 0), (2, 1, 1))
    same((path.cost, path.links), (1120 + 50 + 1120, [{"point": 2, "link": 0, "back": False}]))
    same(path.cells(), [(1, 0, 0), (0, 0, 0), (3, 1, 1), (2, 1, 1)])
    assert Planner(house.apply(doors={0: False})).find_path((1, 0), (2, 1, 1)) is None


# ---- Queries ----


@test("the answer no is None, with its reason; a part of a path is partial")
def _():
    world = World.bake(["..@..", "..@..", "..@.."])
    planner = Planner(world)
    for goal, reason in (((4, 0), Result.UNREACHABLE), ((2, 1), Result.GOAL_BLOCKED)):
        same((planner.find_path((0, 0), goal), planner.result), (None, reason))
        same(planner.reaches((0, 0), goal), False)
        route = planner.route((0, 0), goal)
        same((list(route), route.done, route.result, route.goal), ([], True, reason, Cell(0, 0)))
        same([str(route.result), f"{route.result}"], [f"Result.{reason.name}"] * 2)
    same((planner.find_path((2, 0), (0, 0)), planner.result), (None, Result.START_BLOCKED))
    near = planner.find_path((0, 0), (4, 1), nearest=True)
    same((near.points[-1], near.partial, planner.result), (Cell(1, 1), True, Result.UNREACHABLE))
    walked = [segment.points[-1] for segment in planner.route((0, 0), (4, 1), nearest=True)]
    same(walked[-1], Cell(1, 1))
    short = planner.find_path((0, 0), (0, 2), cost_limit=1120)
    same((short.points[-1], short.partial, planner.result), (Cell(0, 1), True, Result.LIMITED))
    same(planner.find_path((0, 0), (2, 1), move_goal=True).points[-1], Cell(1, 1))
    same(planner.find_path((0, 0), (1, 2)).partial, False)
    same(planner.result, Result.OK)


@test("the settings of each call are its own, with names and values by default")
def _():
    planner = Planner(World.bake(ROOM))
    for call, has, lacks in ((planner.find_path, ("profile", "turn_cost"), ("method",)),
                             (planner.route, ("nearest", "smoothing", "cost_limit"), ("turn_cost",)),
                             (planner.reaches, ("within", "rect", "move_goal"), ("smoothing", "cost_limit"))):
        named = inspect.signature(call).parameters
        assert all(name in named for name in has) and not any(name in named for name in lacks), named
        raises(TypeError, "unexpected keyword argument 'nearst'", lambda: call((0, 0), (1, 0), nearst=True))
    for wrong, words in (("round", "smoothing is round, not one of grid, any, none"), (7, "7 is not a valid Smoothing")):
        raises(ValueError, words,
               lambda: planner.find_path((0, 0), (1, 0), smoothing=wrong))
    same([planner.reaches((0, 0), (3, 1)), planner.reaches((0, 0), (3, 1), within=1)], [False, True])
    same([segment.points[-1] for segment in planner.route((0, 0), (3, 1), move_goal=True)][-1], Cell(3, 0))


@test("goals: the nearest of many, of a rectangle, within a radius; costs and ranges")
def _():
    world = World.bake(["." * 40] * 40)
    planner = Planner(world)
    same(planner.find_path((0, 0), [(30, 30), (0, 5), (9, 0)]).points[-1], Cell(0, 5))
    same(planner.find_path((0, 0), (10, 0), rect=(5, 5)).points[-1], Cell(10, 0))
    same(planner.find_path((0, 0), (10, 0), within=4).cost, 6 * 1120)
    same(planner.find_costs((0, 0), [(3, 0), (2, 2), (99, 0)]), [3360, 2 * 1584, None])
    same(planner.find_range((0, 0), 1120), {(0, 0, 0): 0, (1, 0, 0): 1120, (0, 1, 0): 1120})
    same(len(planner.find_range((0, 0), 10 ** 9)), 1600)
    same(planner.find_path((0, 0), (39, 39), turn_cost=1120).cost, 39 * 1584)
    raises(TypeError, "links holds ((0, 0), (2, 2), 15); it should hold a Link",
           lambda: World.bake(["..."] * 3, links=[((0, 0), (2, 2), 15)]))
    raises(ValueError, "within and rect are both given", lambda: planner.find_path((0, 0), (9, 9), within=3, rect=(2, 2)))
    same(planner.stats().goal_uncertain, False)


@test("goals: a limit that ends the choice is told")
def _():
    planner = Planner(World.bake([".," * 60] * 60, weights={".": 8, ",": 24}))
    found = planner.find_path((0, 0), [(110, 50), (60, 58), (112, 3)], expansion_limit=40)
    same([found.partial, planner.result, planner.stats().goal_uncertain], [True, Result.LIMITED, True])


@test("blockers name the cells to open")
def _():
    world = World.bake(["..@..", "..@..", "..@.."])
    found = world.blockers((0, 1), (4, 1))
    same(found, ([{"cell": (2, 1, 0), "terrain": ord("@")}], 4 * 1120))
    same(world.blockers((0, 0), (1, 1)), ([], 1584))


@test("hexagons: layouts, distances, masks")
def _():
    same([hexagon_from(Layout.ODD_R, (5, 3)), hexagon_to(Layout.EVEN_Q, (3, 3, 2))], [Cell(4, 3), Cell(3, 5, 2)])
    same(hexagon_distance((0, 0), (2, -5)), 5)
    same(hexagon_from("odd-r", (5, 3)), Cell(4, 3))
    same(hexagon_mask(Layout.ODD_R, (0, 0), 2, 3), ({"cell": (-1, 0, 0), "w": 3, "h": 3}, bytes([0, 1, 1, 0, 1, 1, 1, 1, 0])))
    raises(OverlandError, "w is 0; it should be at least 1", lambda: hexagon_mask(Layout.ODD_R, (0, 0), 0, 3))
    raises(OverlandError, "h of the box is 65537; it should be at most 65536",
           lambda: hexagon_mask(Layout.EVEN_Q, (0, 0), 2, 65536), Result.BAD_ARGUMENT)
    raises(ValueError, "9 is not a valid Layout", lambda: hexagon_from(9, (0, 0)))


@test("a rectangle of a layout is baked of rows, and edited by a mask")
def _():
    def at(x, y):
        return hexagon_from(Layout.ODD_R, (x, y))

    box, inside = hexagon_mask(Layout.ODD_R, (0, 0), 8, 6)
    rows = [inside[y * box.w:(y + 1) * box.w].decode().replace("\1", "G").replace("\0", "@") for y in range(box.h)]
    board = World.bake(rows, topology=Topology.HEXAGONS, origin=box.cell)
    same(Planner(board).find_path(at(0, 2), at(7, 2)).cost, 7 * 1120)
    wall, mask = hexagon_mask(Layout.ODD_R, (3, 0), 2, 5)
    walled = board.apply(Edit.rect(wall.cell, wall.w, wall.h, "@", mask) for _ in range(1))
    closed = {(x, y) for y in range(6) for x in range(8) if walled.weight(at(x, y)) == 0}
    same(closed, {(x, y) for y in range(5) for x in (3, 4)})
    raises(ValueError, "mask has 20 items; it should have 15", lambda: board.apply([Edit.rect((0, 0), 3, 5, "@", mask)]))


@test("a path of a task that does not fit is read as far as it does")
def _():
    width = 10001
    rows = [["G"] * width for _ in range(3)]
    for x in range(1, width, 2):
        for y in range(3):
            rows[y][x] = "G" if y == x % 4 - 1 else "@"
    winding, path = World.bake(["".join(row) for row in rows]), calls.path()
    planner = calls.planner_create({"world": winding})
    calls.task_begin_path(planner, winding, {"start": (0, 0), "goal": (width - 1, 0)}, path)
    calls.task_step(planner, 10**9)
    points = path.read().points
    same(len(points), 4096)
    same(points, calls.find_path(planner, winding, {"start": (0, 0), "goal": (width - 1, 0)}).points[:4096])


run(__file__)
