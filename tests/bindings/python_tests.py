"""Tests of the Python package: python3 python_tests.py COMMAND MAPS. Prints `ok NAME` or `FAIL NAME: why`
for each, and `skipped: NAME` where something it needs is missing. COMMAND is `overland`."""

import array
import gc
import json
import os
import random
import subprocess
import sys
import tempfile
import threading

import overland
from overland import (Cell, Cells, ClosedError, Edit, Labels, Link, Map, MapError, OverlandError, Planner,
                      Profile, Result, Smoothing, Units, UnitState, Watch, World)

try:
    import numpy
except ImportError:
    numpy = None

COMMAND, MAPS = sys.argv[1:3]
TESTS = []
ROOM = ["........", ".@@@@@@.", "........"]


class Skipped(Exception):
    pass


def test(name):
    def add(function):
        TESTS.append((name, function))
        return function
    return add


def same(found, expected):
    assert found == expected, f"found {found!r}, expected {expected!r}"


def raises(kind, words, function, result=None):
    """The call raises exactly this kind, in one line with these words."""
    try:
        function()
    except Exception as error:
        text = str(error)
        assert type(error) is kind, f"{type(error).__name__}: {text}"
        assert words in text and "\n" not in text, f"says {text!r}, not {words!r}"
        if result is not None:
            same(error.result, result)
        return
    raise AssertionError(f"nothing was raised where {words!r} is right")


def map_path(name):
    return os.path.join(MAPS, name)


def random_ends(world, count, seed):
    chance = random.Random(seed)
    found = []
    while len(found) < 2 * count:
        cell = Cell(chance.randrange(world.width), chance.randrange(world.height))
        if world.weight(cell):
            found.append(cell)
    return list(zip(found[::2], found[1::2]))


def asked(*arguments):
    return json.loads(subprocess.run([COMMAND, "path", *arguments, "--json"], stdout=subprocess.PIPE,
                                     stderr=subprocess.PIPE).stdout)


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
                    path = planner.find(start, goal, smoothing=Smoothing[kind.upper()])
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
        same(at, goal if route.reason == Result.OK else start)


@test("a route without labels and overlays keeps its stops")
def _():
    world = World.bake(Map.load(map_path("maze-129.map")), label_bytes_per_cell=0,
                       overlays=overland.Overlays.NEVER)
    same(world.info.method, overland.Method.OCTILE)
    planner = Planner(world)
    for start, goal in random_ends(world, 5, 4):
        path = planner.find(start, goal)
        route = planner.route(start, goal)
        *_, last = route
        same((last.points[-1], path is None), (goal, False))


# ---- Maps ----


@test("rows of text, bytes, arrays and views make the same world")
def _():
    cells = bytes(letter == "." for row in ROOM for letter in row)
    want = World.bake(Map(cells, 8)).to_bytes()
    for source in (bytearray(cells), array.array("B", cells), memoryview(cells), array.array("b", cells)):
        assert World.bake(Map(source, 8)).to_bytes() == want, type(source).__name__
    assert World.bake(memoryview(cells).cast("B", (3, 8))).to_bytes() == want
    assert World.bake(Map(memoryview(b"".join(b + b"#" for b in (cells[0:8], cells[8:16], cells[16:])))
                          .cast("B", (3, 9)), 0)).width == 9
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
    assert (numpy.asarray(world.read()) == cells).all()
    assert (numpy.asarray(world.read(Cells.WEIGHT)) == 8 * cells).all()
    start = (numpy.int64(0), numpy.int32(1))
    same(Planner(world).find(start, (7, 1)).cost, 9 * 1120)
    heights = numpy.arange(24, dtype=numpy.uint16).reshape(3, 8)
    high = World.bake(Map(cells, heights=heights))
    assert (numpy.asarray(high.read(Cells.HEIGHT)) == heights).all()
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
    for text, words in ((b"", "line 1 of the header is ''; it should be 'type octile'"),
                        (head.replace(b"height 2", b"height two"), "line 2 of the header is 'height two'"),
                        (head.replace(b"3", b"99999"), "the width is 99999; it should be 1 to 65536"),
                        (head + b"...\n", "there are 1 rows; the header says 2"),
                        (head + b"...\n....\n", "row 1 has 4 letters; the header says 3")):
        raises(MapError, words, lambda: load(text))
    raises(MapError, "row 1 has 1 letters; row 0 has 2", lambda: Map(["..", "."]))
    raises(MapError, "letters other than .GSWT@O, the first is 'x'", lambda: World.bake([".x"]))
    raises(MapError, "is no byte", lambda: Map(["\u2603"]))
    raises(ValueError, "1-dimensional with 65 values and width 8", lambda: Map(bytes(65), 8))
    raises(TypeError, "rows of text, or an object with a buffer", lambda: World.bake(5))
    raises(FileNotFoundError, "nowhere", lambda: Map.load("nowhere"))


@test("profiles, floors and links")
def _():
    foot = Profile("foot", {".": 8, "s": 24})
    boat = Profile("boat", {"~": 8}, body_cells=2, corners=overland.Corners.NONE)
    world = World.bake(["..~~~", "ss~~~"], profiles=[foot, boat])
    same(world.info.profiles, ("foot", "boat"))
    planner = Planner(world)
    same(planner.find((0, 0), (0, 1), profile="foot").cost, 70 * 32)
    same(planner.find((2, 0), (3, 0), profile="boat").cost, 1120)
    assert planner.find((0, 0), (2, 0), profile=0) is None and planner.reason == Result.GOAL_BLOCKED
    raises(KeyError, "there is no profile 'cart'", lambda: planner.find((0, 0), (1, 0), profile="cart"))
    raises(ValueError, "the profile's name has 0 bytes", lambda: World.bake(ROOM, profiles=[Profile("", {})]))
    house = World.bake([Map(["...", "..."]), Map(["....", "...."])], links=[Link((0, 0), (3, 1, 1), 50)])
    path = Planner(house).find((1, 0), (2, 1, 1))
    same((path.cost, path.links), (1120 + 50 + 1120, [(2, 0, False)]))
    same(path.cells(), [(1, 0, 0), (0, 0, 0), (3, 1, 1), (2, 1, 1)])
    assert Planner(house.edit(doors={0: False})).find((1, 0), (2, 1, 1)) is None


# ---- Queries ----


@test("the answer no is None, with its reason; a part of a path is partial")
def _():
    world = World.bake(["..@..", "..@..", "..@.."])
    planner = Planner(world)
    for goal, reason in (((4, 0), Result.UNREACHABLE), ((2, 1), Result.GOAL_BLOCKED)):
        same((planner.find((0, 0), goal), planner.reason), (None, reason))
        same(planner.reaches((0, 0), goal), False)
        route = planner.route((0, 0), goal)
        same((list(route), route.done, route.reason), ([], True, reason))
    same((planner.find((2, 0), (0, 0)), planner.reason), (None, Result.START_BLOCKED))
    near = planner.find((0, 0), (4, 1), nearest=True)
    same((near.points[-1], near.partial, planner.reason), (Cell(1, 1), True, Result.UNREACHABLE))
    walked = [segment.points[-1] for segment in planner.route((0, 0), (4, 1), nearest=True)]
    same(walked[-1], Cell(1, 1))
    short = planner.find((0, 0), (0, 2), cost_limit=1120)
    same((short.points[-1], short.partial, planner.reason), (Cell(0, 1), True, Result.LIMITED))
    same(planner.find((0, 0), (2, 1), move_goal=True).points[-1], Cell(1, 1))
    same(planner.find((0, 0), (1, 2)).partial, False)
    same(planner.reason, Result.OK)


@test("goals: the nearest of many, of a rectangle, within a radius; costs and ranges")
def _():
    world = World.bake(["." * 40] * 40)
    planner = Planner(world)
    same(planner.find((0, 0), [(30, 30), (0, 5), (9, 0)]).points[-1], Cell(0, 5))
    same(planner.find((0, 0), (10, 0), rect=(5, 5)).points[-1], Cell(10, 0))
    same(planner.find((0, 0), (10, 0), within=4).cost, 6 * 1120)
    same(planner.costs((0, 0), [(3, 0), (2, 2), (99, 0)]), [3360, 2 * 1584, None])
    same(planner.reach((0, 0), 1120), {(0, 0, 0): 0, (1, 0, 0): 1120, (0, 1, 0): 1120})
    same(len(planner.reach((0, 0), 10 ** 9)), 1600)
    same(planner.find((0, 0), (39, 39), turn_cost=1120).cost, 39 * 1584)


@test("blockers name the cells to open")
def _():
    world = World.bake(["..@..", "..@..", "..@.."])
    found = world.blockers((0, 1), (4, 1))
    same((found.cells, found.cost), ([((2, 1, 0), ord("@"))], 4 * 1120))
    same(world.blockers((0, 0), (1, 1)).cells, [])


# ---- Versions ----


@test("an edit makes a version, and a route goes on in it or around it")
def _():
    world = World.bake(Map.load(map_path("rooms-256.map")))
    planner = Planner(world)
    start, goal = next(ends for ends in random_ends(world, 50, 5)
                       if (planner.find(*ends) or ()) and planner.find(*ends).cost > 200 * 1120)
    edited = world.apply([Edit.cell(cell, "@") for cell in planner.find(start, goal).cells()[150:152]])
    same((world.version, edited.version, edited.info.labels), (0, 1, Labels.STALE))
    route = planner.route(start, goal)
    next(route)
    planner.world = edited
    at = [segment.points[-1] for segment in route]
    assert route.reason != Result.OK or at[-1] == goal
    fresh = edited.refresh()
    same((fresh.version, fresh.info.labels), (2, Labels.HELD))
    same(fresh.to_bytes(), World.bake(Map(edited.read()), weights={".": 8, "G": 8, "S": 8}).to_bytes())
    planner.world = fresh
    planner.find(start, goal)


@test("edits of weights, heights and extra costs")
def _():
    world = World.bake(["." * 8] * 8)
    heavy = world.apply([Edit.rect((0, 0), 2, 2, "@"), Edit.weight((4, 4), 1, 1, 20), Edit.raise_to((7, 7), 1, 1, 9),
                         Edit.extra((5, 5), 1, 1, 3)])
    same([heavy.weight(cell) for cell in ((1, 1), (4, 4), (5, 5), (7, 7))], [0, 20, 11, 8])
    same(heavy.read(Cells.HEIGHT)[7, 7], 9)
    raises(OverlandError, "cell of an edit", lambda: world.edit(cells={(8, 0): 1}), Result.BAD_ARGUMENT)


@test("forks are moved to later versions and committed; what if a building cuts units off")
def _():
    world = World.bake(["." * 16] * 16)
    fork = world.fork().edit(cells={(1, 1): "@"})
    later = world.edit(cells={(2, 2): "@"})
    both = [fork.rebase(later), later.commit(fork)]
    same([[each.weight(cell) for cell in ((1, 1), (2, 2), (3, 3))] for each in both], [[0, 0, 8]] * 2)
    same([world.weight((1, 1)), later.weight((1, 1)), fork.weight((2, 2))], [8, 8, 8])
    raises(OverlandError, "", lambda: later.rebase(world), Result.BAD_ARGUMENT)
    wall = [Edit.rect((8, 0), 1, 16, "@")]
    same(world.what_if(wall, (0, 0), [(3, 3), (12, 1), (8, 4), (7, 7), (15, 15)]), [1, 2, 4])
    same(world.what_if([], (0, 0), [(3, 3)]), [])
    same(world.weight((8, 0)), 8)
    fork.close()
    raises(ClosedError, "the world is closed", lambda: fork.rebase(later))
    raises(ClosedError, "the world is closed", lambda: later.commit(fork))


@test("a watch names the routes that an edit broke or could shorten")
def _():
    rows = ["." * 64 for _ in range(64)]
    rows[32] = "@" * 60 + "...."
    world = World.bake(rows, region_cells=8)
    planner, watch = Planner(world), Watch(world, routes=100)
    route = planner.route((2, 20), (2, 40))  # around the end of the wall
    watch.add(7, route)
    for number in range(10, 90):
        watch.add(number, planner.route((2, 2), (30, 2)))
    same(watch.changes(world, world), [])
    same(watch.changes(world, world.edit(cells={(2, 60): "@"})), [])
    same(watch.changes(world, world.edit(cells={(61, 32): "@"})), [(7, True, False)])
    opened = [each for each in watch.changes(world, world.edit(cells={(2, 32): "."})) if each.number == 7]
    same([each.improvable for each in opened], [True])
    same(len(watch.changes(world, world.edit(cells={(12, 2): "@"}))), 80)
    watch.drop(7)
    same(watch.changes(world, world.edit(cells={(61, 32): "@"})), [])
    raises(OverlandError, "", lambda: watch.add(100, route), Result.BAD_ARGUMENT)
    raises(OverlandError, "", lambda: watch.changes(world, World.bake(ROOM)), Result.OTHER_WORLD)
    raises(ValueError, "number is -1", lambda: watch.drop(-1))
    watch.close()
    watch.close()
    raises(ClosedError, "the watch is closed", lambda: watch.add(1, route))


# ---- Units ----


@test("units walk, never share a cell, and arrive; the same calls give the same hash")
def _():
    def battle():
        world = World.bake(Map.load(map_path("caves-161x97.map")))
        units = Units(world, capacity=20)
        planner = Planner(world)
        start = next(ends for ends, _ in random_ends(world, 50, 8) if len(planner.reach(ends, 60000)) > 300)
        near = list(planner.reach(start, 60000))
        sent = [units.add(cell) for cell in near[:20]]
        units.send(sent, near[-1])
        for _ in range(300):
            units.tick()
            same(len(set(units.positions().values())), 20)
        states = {units.info(unit).state for unit in sent}
        assert states <= {UnitState.ARRIVED, UnitState.BESIDE}, states
        same(units.at(units.info(sent[0]).cell), sent[0])
        raises(OverlandError, "", lambda: units.add(near[0]), Result.MORE_ROOM)
        units.remove(sent[0])
        raises(KeyError, "there is no unit", lambda: units.info(sent[0]))
        raises(OverlandError, "there is none with this handle", lambda: units.stop(sent[0]), Result.BAD_ARGUMENT)
        raises(OverlandError, "the start is blocked", lambda: units.add(units.positions()[sent[1]]),
               Result.START_BLOCKED)
        units.world = World.bake(ROOM)
        raises(OverlandError, "", units.tick, Result.OTHER_WORLD)
        return units.hash
    same(battle(), battle())


# ---- Errors ----


@test("bad files are refused with what is wrong, and where")
def _():
    data = World.bake(ROOM).to_bytes()
    changed = bytearray(data)
    changed[200] ^= 1
    older = bytearray(data)
    older[8] ^= 1
    for source, result in ((b"", Result.WRONG_LENGTH), (b"no world" * 100, Result.NOT_A_WORLD),
                           (data[:-1], Result.WRONG_LENGTH), (changed, Result.WRONG_CHECKSUM),
                           (older, Result.OTHER_VERSION)):
        raises(OverlandError, "", lambda: World.open(source), result)
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "a.world")
        with open(file, "wb") as stream:
            stream.write(data[:100])
        raises(OverlandError, f"{file}: ", lambda: World.open(file), Result.WRONG_LENGTH)
        raises(FileNotFoundError, "", lambda: World.open(file + "2"))
    same(World.open(memoryview(b"0" + data)[1:]).width, 8)  # at any address


@test("numbers that are out of range do not wrap around")
def _():
    world = World.bake(ROOM)
    planner = Planner(world)
    raises(OverlandError, "start.x is -1", lambda: planner.find((-1, 0), (0, 0)), Result.START_OUTSIDE)
    raises(OverlandError, "goal.y is 3; the limit is 2", lambda: planner.find((0, 0), (0, 3)), Result.GOAL_OUTSIDE)
    raises(ValueError, "x of a cell is 4294967296", lambda: planner.find((1 << 32, 0), (0, 0)))
    raises(TypeError, "x of a cell is 0.5", lambda: planner.find((0.5, 0), (0, 0)))
    raises(TypeError, "is no cell", lambda: planner.find(7, (0, 0)))
    raises(OverlandError, "profile is 1", lambda: planner.find((0, 0), (1, 0), profile=1), Result.BAD_ARGUMENT)
    raises(ValueError, "profile is 4294967296", lambda: planner.find((0, 0), (1, 0), profile=1 << 32))
    raises(ValueError, "budget is -1", lambda: planner.reach((0, 0), -1))
    raises(ValueError, "turn_cost is 4294967296", lambda: planner.find((0, 0), (1, 0), turn_cost=1 << 32))
    raises(OverlandError, "region_cells is 5; the limit is 8", lambda: World.bake(ROOM, region_cells=5),
           Result.BAD_ARGUMENT)
    raises(ValueError, "threads is 65; it should be 1 to 64", lambda: World.bake(ROOM, threads=65))
    raises(OverlandError, "goal_count is 0", lambda: planner.find((0, 0), []), Result.BAD_ARGUMENT)
    slanted = Planner(World.bake(["." * 40] * 40)).find((0, 0), (30, 7), smoothing=Smoothing.ANY)
    raises(OverlandError, "", slanted.cells, Result.BAD_ARGUMENT)


@test("a callback that raises stops the work, and the exception comes out")
def _():
    class Told(Exception):
        pass

    def tell(done, total):
        raise Told(f"at {done} of {total}")

    for threads in (1, 3):
        raises(Told, "at ", lambda: World.bake(ROOM, progress=tell, threads=threads))
        raises(OverlandError, "", lambda: World.bake(ROOM, progress=lambda *_: False, threads=threads), Result.STOPPED)
    seen = []
    World.bake(ROOM, progress=lambda done, total: seen.append((done, total)))
    assert seen and seen == sorted(seen) and all(done <= total for done, total in seen)

    def interrupted(*_):
        raise KeyboardInterrupt

    try:
        World.bake(ROOM, progress=interrupted)
        raise AssertionError("not interrupted")
    except KeyboardInterrupt:
        pass


@test("what is closed says so, can be closed again, and versions and bytes outlive it")
def _():
    data = bytearray(World.bake(ROOM).to_bytes())
    world = World.open(data)
    planner, units, later = Planner(world), Units(world, 4), world.edit(cells={(3, 1): "."})
    with world:
        assert planner.find((0, 0), (7, 2))
    world.close()
    for call in (lambda: planner.find((0, 0), (7, 2)), lambda: planner.route((0, 0), (7, 2)), lambda: world.info,
                 lambda: world.save("nowhere"), lambda: world.edit(), lambda: Planner(world), units.tick,
                 world.__enter__, lambda: world.blockers((0, 0), (1, 0)), lambda: world.read()):
        raises(ClosedError, "the world is closed", call)
    same(repr(world), "<World, closed>")
    raises(BufferError, "", lambda: data.clear())  # its version still reads them
    planner.world = later
    same(planner.find((0, 0), (7, 2)).points[-1], Cell(7, 2))
    route = planner.route((0, 0), (7, 2))
    planner.close()
    planner.close()
    raises(ClosedError, "the planner is closed", lambda: planner.find((0, 0), (7, 2)))
    raises(ClosedError, "the planner is closed", lambda: next(route))
    units.close()
    units.close()
    raises(ClosedError, "the units are closed", units.tick)
    del later, planner.world, route
    gc.collect()
    data.clear()


@test("saving replaces a file at its end, and leaves nothing where it fails")
def _():
    world = World.bake(ROOM)
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "a.world")
        with open(file, "w") as old:
            old.write("old")
        os.chmod(file, 0o640)
        world.save(file)
        same((os.stat(file).st_mode & 0o777, os.listdir(folder)), (0o640, ["a.world"]))
        same(World.open(file).to_bytes(), world.to_bytes())
        os.mkdir(os.path.join(folder, "b.world"))
        raises(IsADirectoryError, "", lambda: world.save(os.path.join(folder, "b.world")))
        same(sorted(os.listdir(folder)), ["a.world", "b.world"])
        raises(FileNotFoundError, "", lambda: world.save(os.path.join(folder, "no", "a.world")))


# ---- Memory and threads ----


@test("a thousand worlds opened and closed leave no memory behind")
def _():
    if not os.path.exists("/proc/self/statm"):
        raise Skipped("there is no /proc/self/statm")
    data = World.bake(Map.load(map_path("caves-161x97.map"))).to_bytes()

    def pages():
        gc.collect()
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1])

    def use(times):
        for _ in range(times):
            with World.open(data, check_all=False) as world, Planner(world) as planner:
                planner.find((20, 20), (90, 90))
                world.edit(cells={(20, 21): "@"})
                World.bake(ROOM, progress=lambda *_: None).close()

    use(100)
    before = pages()
    use(1000)
    grown = (pages() - before) * os.sysconf("SC_PAGE_SIZE")
    assert grown < 4 << 20, f"{grown} bytes more"


@test("threads with a planner each, or with one, find the same paths, also while the world is closed")
def _():
    world = World.bake(Map.load(map_path("rooms-256.map")), threads=2)
    same(world.to_bytes(), World.bake(Map.load(map_path("rooms-256.map"))).to_bytes())
    ends = random_ends(world, 40, 6)
    alone = Planner(world)
    want = [alone.find(*each) for each in ends]
    found = {}

    def find(number, planner):
        found[number] = [planner.find(*each) for each in ends]

    threads = [threading.Thread(target=find, args=(number, Planner(world) if number < 3 else alone))
               for number in range(6)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert all(found[number] == want for number in range(6))
    closed = []

    def until_closed():
        try:
            planner = Planner(world)
            while True:
                planner.find(*ends[0])
                begun.set()
        except ClosedError:
            closed.append(True)

    begun = threading.Event()
    threads = [threading.Thread(target=until_closed) for _ in range(3)]
    for each in threads:
        each.start()
    begun.wait()
    world.close()
    for each in threads:
        each.join()
    same(closed, [True] * 3)


def main():
    code = 0
    for name, function in TESTS:
        try:
            function()
            print(f"ok {name}")
        except Skipped as why:
            print(f"skipped: {name}: {why}")
        except Exception as error:
            line = error.__traceback__
            while line.tb_next and line.tb_next.tb_frame.f_code.co_filename == __file__:
                line = line.tb_next
            print(f"FAIL {name}: line {line.tb_lineno}: {type(error).__name__}: {error}")
            code = 1
    return code


sys.exit(main())
