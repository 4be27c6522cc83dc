"""Tests of the Python package: versions, units, bad input, files, memory and threads; see python_checks."""

import gc
import os
import tempfile
import threading

from overland import (Cell, Cells, ClosedError, Edit, Keep, Labels, Map, MapError, OverlandError, Place, Planner, Result,
                      Smoothing, UnitHold, Units, UnitState, World, calls)
from overland import Formation
from python_checks import ROOM, Skipped, map_path, raises, random_ends, run, same, test


# ---- Versions ----


@test("an edit makes a version, and a route goes on in it or around it")
def _():
    world = World.bake(Map.load(map_path("rooms-256.map")))
    planner = Planner(world)
    start, goal = next(ends for ends in random_ends(world, 50, 5)
                       if (planner.find_path(*ends) or ()) and planner.find_path(*ends).cost > 200 * 1120)
    edited = world.apply([Edit.cell(cell, "@") for cell in planner.find_path(start, goal).cells()[150:152]])
    same((world.version().version, edited.version().version, edited.describe().graph.labels), (0, 1, Labels.STALE))
    route = planner.route(start, goal)
    next(route)
    planner.world = edited
    at = [segment.points[-1] for segment in route]
    assert route.result != Result.OK or at[-1] == goal
    fresh = edited.refresh()
    same((fresh.version().version, fresh.describe().graph.labels), (2, Labels.HELD))
    same(fresh.to_bytes(), World.bake(Map(edited.read_terrain()), weights={".": 8, "G": 8, "S": 8}).to_bytes())
    planner.world = fresh
    planner.find_path(start, goal)


@test("edits of weights, heights and extra costs")
def _():
    world = World.bake(["." * 8] * 8)
    heavy = world.apply([Edit.rect((0, 0), 2, 2, "@"), Edit.weight((4, 4), 1, 1, 20), Edit.height((7, 7), 1, 1, 9),
                         Edit.extra((5, 5), 1, 1, 3)])
    same([heavy.weight(cell) for cell in ((1, 1), (4, 4), (5, 5), (7, 7))], [0, 20, 11, 8])
    same(heavy.read_cells(Cells.HEIGHT)[7, 7], 9)
    raises(OverlandError, "x of an edit is 8; it should be at most 7", lambda: world.apply(cells={(8, 0): "@"}),
           Result.BAD_ARGUMENT)


@test("a cell that is None is missing, and not 0,0")
def _():
    world = World.bake(ROOM)
    units = Units(world, 2)
    raises(TypeError, "query: start is missing", lambda: Planner(world).find_path(None, (1, 0)))
    raises(TypeError, "unit_def: cell is missing", lambda: units.add(None))
    raises(TypeError, "order: place is missing", lambda: units.order([units.add((0, 0))], None))
    raises(TypeError, "edit: cell is missing", lambda: world.apply(cells={None: "@"}))


@test("a world that was baked of numbers has no letters")
def _():
    words = "terrain is '@', but this world was baked of numbers: 0 is blocked"
    numbers = World.bake(Map(bytes([1] * 24), 8))
    for world in (numbers, numbers.apply(cells={(0, 0): 0}), numbers.apply(cells={(7, 2): 0}).refresh(),
                  World.bake(Map(bytes([1] * 24), 8), weights={1: 8, 2: 16}),
                  numbers.apply(cells={(2, 2): 0}).rebase(numbers, numbers)):
        raises(ValueError, words, lambda: world.apply(cells={(1, 1): "@"}))
    raises(ValueError, words, lambda: numbers.what_if([Edit.rect((1, 1), 2, 1, "@")], (0, 0), [(3, 0)]))
    same([numbers.apply(cells={(1, 1): 0}).weight((1, 1)), numbers.weight((1, 1))], [0, 8])
    for world in (World.bake(ROOM), World.bake(Map(b"." * 24, 8), weights={".": 8}), World.open(numbers.to_bytes())):
        same(world.apply(cells={(0, 0): "@"}).terrain((0, 0)), ord("@"))
    same([numbers.terrain((8, 0)), numbers.weight((0, -1))], [0, 0])


@test("forks are rebased onto later versions and committed; what if a building cuts units off")
def _():
    world = World.bake(["." * 16] * 16)
    fork = world.apply(cells={(1, 1): "@", (3, 3): "@"})
    later = world.apply(cells={(2, 2): "@", (3, 3): "@"}).apply(cells={(3, 3): "."})
    both = [fork.rebase(world, later, Keep.DIFFERENCE), later.rebase(world, fork, Keep.FIRST)]
    same([each.weight((3, 3)) for each in both], [0, 0])
    fork = world.apply(cells={(1, 1): "@"})
    both = [fork.rebase(world, later), later.rebase(world, fork, Keep.DIFFERENCE)]
    same([[each.weight(cell) for cell in ((1, 1), (2, 2), (3, 3))] for each in both], [[0, 0, 8]] * 2)
    same([world.weight((1, 1)), later.weight((1, 1)), fork.weight((2, 2))], [8, 8, 8])
    raises(OverlandError, "worlds: floors", lambda: later.rebase(world, World.bake(["." * 8] * 8)), Result.OTHER_WORLD)
    wall = [Edit.rect((8, 0), 1, 16, "@")]
    same(world.what_if(wall, (0, 0), [(3, 3), (12, 1), (8, 4), (7, 7), (15, 15)]), [1, 2, 4])
    same(world.what_if([], (0, 0), [(3, 3)]), [])
    same(world.weight((8, 0)), 8)
    fork.close()
    raises(ClosedError, "the world is closed", lambda: fork.rebase(world, later))
    raises(ClosedError, "the world is closed", lambda: later.rebase(world, fork))


# ---- Units ----


@test("units go on to walk in a world of a file that was closed")
def _():
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "a.world")
        World.bake(Map.load(map_path("rooms-256.map"))).save(file)
        first, again = World.open(file, check_all=False), World.open(file, check_all=False)
        units = Units(first, 40, 2)
        with Planner(first) as planner:
            place = next(start for start, _ in random_ends(first, 50, 9) if first.island(start) == 1)
            near = list(planner.find_range(place, 20000))[:40]
            far = list(planner.find_range(place, 300000))[-1]
        sent = [units.add(cell) for cell in near]
        units.send(sent, far)
        units.tick()
        first.close()
        units.world = again  # the same bytes, so the flow stays in the first
        for _ in range(300):
            units.tick()
        assert all(units.describe(unit).cell != cell for unit, cell in zip(sent, near))
        for each in (units, again):
            each.close()


@test("units walk, never share a cell, and arrive; the same calls give the same hash")
def _():
    def battle():
        world = World.bake(Map.load(map_path("caves-161x97.map")))
        units = Units(world, capacity=20)
        planner = Planner(world)
        start = next(ends for ends, _ in random_ends(world, 50, 8) if len(planner.find_range(ends, 60000)) > 300)
        near = list(planner.find_range(start, 60000))
        sent = [units.add(cell) for cell in near[:20]]
        units.send(sent, near[-1])
        for _ in range(300):
            units.tick()
            same(len(set(units.positions().values())), 20)
        states = {units.describe(unit).state for unit in sent}
        assert states <= {UnitState.ARRIVED, UnitState.BESIDE}, states
        same(units.at(units.describe(sent[0]).cell), sent[0])
        raises(OverlandError, "", lambda: units.add(near[0]), Result.FULL)
        units.remove(sent[0])
        same(units.describe(sent[0]), None)
        raises(OverlandError, "there is none with this handle: ", lambda: units.stop(sent[0]), Result.BAD_ARGUMENT)
        raises(OverlandError, "the start is blocked", lambda: units.add(units.positions()[sent[1]]),
               Result.START_BLOCKED)
        rock = next((x, 0) for x in range(161) if world.island((x, 0)) == 0)
        for give in (units.send, units.order):
            raises(OverlandError, f"place {rock[0]},0: the goal is blocked: place: none of these units",
                   lambda: give(sent[1:3], rock), Result.GOAL_BLOCKED)
        units.world = World.bake(ROOM)
        raises(OverlandError, "", units.tick, Result.OTHER_WORLD)
        return units.hash()
    same(battle(), battle())


@test("units that are sent by an order stand in a formation")
def _():
    units = Units(World.bake(["." * 20] * 20), 9)
    sent = [units.add((x, y)) for x in range(3) for y in range(3)]
    units.order(sent, (10, 10), formation=Formation.LINE, facing=1, spacing=1, together=True)
    for _ in range(60):
        units.tick()
    same({units.describe(unit).cell.x for unit in sent}, {10})
    same(sorted(units.describe(unit).cell.y for unit in sent), list(range(2, 20, 2)))
    units.order(sent[:2], (5, 5), formation=Formation.OWN, facing=1, offsets=[(0, 0), (2, 3)], keep_pace=True)
    for _ in range(60):
        units.tick()
    same({tuple(units.describe(unit).cell)[:2] for unit in sent[:2]}, {(5, 5), (7, 8)})
    raises(ValueError, "offsets has 1 items; it should have 2", lambda: units.order(sent[:2], (5, 5), offsets=[(0, 0)]))
    raises(OverlandError, "", lambda: units.order(sent, (5, 5), spacing=99), Result.BAD_ARGUMENT)


@test("a flow that units lend is closed when they change")
def _():
    units = Units(World.bake(["." * 64] * 64), 40, 1)
    units.send([units.add((i % 8, i // 8)) for i in range(40)], (50, 50))
    units.tick()
    flow, place = calls.units_flow(units, 0)
    same((place, flow.stats().tiles_made > 0), (Cell(50, 50), True))
    units.tick()
    raises(ClosedError, "the flow is closed", flow.stats)


@test("units have speeds, stand fast and have enemies")
def _():
    world = World.bake(["....", "@@@@"])
    units = Units(world, 4)
    slow, guard = units.add((0, 0), speed=128), units.add((2, 0), side=1, hold=UnitHold.ALL)
    units.send(slow, (3, 0))
    units.tick()
    at = units.describe(slow)
    same((tuple(at.from_)[:2], tuple(at.cell)[:2], at.x), ((0, 0), (1, 0), 128))
    for _ in range(20):
        units.tick()
    same([tuple(units.describe(unit).cell)[:2] for unit in (slow, guard)], [(1, 0), (2, 0)])
    units.set_hold(guard, UnitHold.NONE)
    units.set_speed(slow, 256)
    units.set_enemies(0, 1)
    same(units.describe(slow).speed, 256)
    units.set_enemies(0, 1, False)
    raises(OverlandError, "there is none with this handle", lambda: units.set_speed(77, 1), Result.BAD_ARGUMENT)
    raises(ValueError, "3 is not a valid UnitHold", lambda: units.set_hold(guard, 3))
    raises(OverlandError, "link", lambda: units.set_link_room(0, 4), Result.BAD_ARGUMENT)


@test("a snapshot of units goes on as they did, in other units and through edits")
def _():
    world = World.bake(ROOM)
    edited = world.apply(cells={(3, 2): "@"})
    units, other = Units(world, 10), Units(world, 12)
    sent = [units.add((0, 0)), units.add((1, 0))]
    units.remove(sent[0])
    units.send(sent[1], (5, 0))
    units.tick()
    units.world = edited
    units.tick()
    snapshot = units.save()
    raises(OverlandError, "find", lambda: other.restore(snapshot), Result.OTHER_WORLD)
    same(list(other), [])
    other.restore(snapshot, edited)
    other.world = edited
    same(list(other), [sent[1]])
    for _ in range(5):
        same(other.hash(), units.hash())
        same(other.tick(), units.tick())
    units.restore(snapshot)
    assert units.hash() != other.hash(), "time went back"
    damaged = snapshot[:40] + bytes([snapshot[40] ^ 1]) + snapshot[41:]
    raises(OverlandError, "", lambda: units.restore(damaged), Result.WRONG_CHECKSUM)


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
    for at in range(208, len(data), 8):
        changed = bytearray(data)
        changed[at] ^= 1
        try:
            World.open(changed)
        except OverlandError as error:
            assert "-" not in str(error) and error.found >= 0, error
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "a.world")
        with open(file, "wb") as stream:
            stream.write(data[:100])
        raises(OverlandError, f"{file}: ", lambda: World.open(file), Result.WRONG_LENGTH)
        raises(FileNotFoundError, "", lambda: World.open(file + "2"))
    same(World.open(memoryview(b"0" + data)[1:]).describe().width, 8)  # at any address


@test("numbers that are out of range do not wrap around")
def _():
    world = World.bake(ROOM)
    planner = Planner(world)
    raises(OverlandError, "start.x is -1; it should be at least 0", lambda: planner.find_path((-1, 0), (0, 0)),
           Result.START_OUTSIDE)
    raises(OverlandError, "goal.y is 3; it should be at most 2", lambda: planner.find_path((0, 0), (0, 3)),
           Result.GOAL_OUTSIDE)
    raises(ValueError, "x of a cell is 4294967296", lambda: planner.find_path((1 << 32, 0), (0, 0)))
    raises(TypeError, "x of a cell is 0.5", lambda: planner.find_path((0.5, 0), (0, 0)))
    raises(TypeError, "is no cell", lambda: planner.find_path(7, (0, 0)))
    raises(OverlandError, "profile is 1", lambda: planner.find_path((0, 0), (1, 0), profile=1), Result.BAD_ARGUMENT)
    raises(ValueError, "profile is 4294967296", lambda: planner.find_path((0, 0), (1, 0), profile=1 << 32))
    raises(ValueError, "budget is -1", lambda: planner.find_range((0, 0), -1))
    raises(ValueError, "turn_cost is 4294967296", lambda: planner.find_path((0, 0), (1, 0), turn_cost=1 << 32))
    raises(OverlandError, "region_cells is 5; it should be at least 8", lambda: World.bake(ROOM, region_cells=5),
           Result.BAD_ARGUMENT)
    raises(ValueError, "threads is 65; it should be 1 to 64", lambda: World.bake(ROOM, threads=65))
    raises(OverlandError, "goal_count is 0", lambda: planner.find_path((0, 0), []), Result.BAD_ARGUMENT)
    slanted = Planner(World.bake(["." * 40] * 40)).find_path((0, 0), (30, 7), smoothing=Smoothing.ANY)
    raises(OverlandError, "", slanted.cells, Result.BAD_ARGUMENT)


@test("what is no world or no map says what is right")
def _():
    path = map_path("caves-161x97.map")
    raises(OverlandError, f"{path}: this is not a world, part or patch: this is a map: World.bake(Map.load(path))",
           lambda: World.open(path), Result.NOT_A_WORLD)
    raises(OverlandError, "this is a map", lambda: World.open(b"type octile\n"), Result.NOT_A_WORLD)
    raises(TypeError, "a planner needs a World: World.bake(map)", lambda: Planner(Map(ROOM)))
    world = World.bake(ROOM)
    raises(TypeError, "a planner needs a World", lambda: setattr(Planner(world), "world", "x"))
    raises(TypeError, "rebase needs a World", lambda: world.rebase(None, world))
    raises(TypeError, "None is no Edit", lambda: world.apply([None]))
    raises(TypeError, "a world is made by World.bake(map) or World.open(file)", lambda: World(5))
    for rows in ([], (), ""):
        raises(MapError, "the map has no rows", lambda: World.bake(rows))
    raises(MapError, "the rows of the map have no letters", lambda: World.bake(["", ""]))


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
    planner, units, later = Planner(world), Units(world, 4), world.apply(cells={(3, 1): "."})
    with world:
        assert planner.find_path((0, 0), (7, 2))
    world.close()
    for call in (lambda: planner.find_path((0, 0), (7, 2)), lambda: planner.route((0, 0), (7, 2)), lambda: world.describe(),
                 lambda: world.save("nowhere"), lambda: world.apply(), lambda: Planner(world), units.tick,
                 world.__enter__, lambda: world.blockers((0, 0), (1, 0)), lambda: world.read_terrain()):
        raises(ClosedError, "the world is closed", call)
    same(repr(world), "<World, closed>")
    raises(BufferError, "", lambda: data.clear())  # its version still reads them
    planner.world = later
    same(planner.find_path((0, 0), (7, 2)).points[-1], Cell(7, 2))
    route = planner.route((0, 0), (7, 2))
    planner.close()
    planner.close()
    raises(ClosedError, "the planner is closed", lambda: planner.find_path((0, 0), (7, 2)))
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
        nowhere = os.path.join(folder, "no", "a.world")
        raises(FileNotFoundError, f"No such file or directory: '{nowhere}'", lambda: world.save(nowhere))


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
                planner.find_path((20, 20), (90, 90))
                world.apply(cells={(20, 21): "@"})
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
    want = [alone.find_path(*each) for each in ends]
    found = {}

    def find(number, planner):
        found[number] = [planner.find_path(*each) for each in ends]

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
                planner.find_path(*ends[0])
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


@test("a world that begins elsewhere has the same cells and ways, each at its place")
def _():
    rows = Map(bytes([1, 1, 1, 1, 0, 1, 1, 1, 1]), 3)
    world, moved = World.bake(rows), World.bake(rows, origin=(-5, 7))
    same([each.describe().partition.origin for each in (world, moved)], [Cell(0, 0, 0), Cell(-5, 7, 0)])
    same(moved.read_terrain().tolist(), world.read_terrain().tolist())
    same(moved.read_cells("island").tolist(), world.read_cells(Cells.ISLAND).tolist())
    raises(ValueError, "kind is weigh, not one of", lambda: world.read_cells("weigh"))
    want = [Cell(cell.x - 5, cell.y + 7, 0) for cell in Planner(world).find_path((0, 0), (2, 2)).cells()]
    same(Planner(moved).find_path((-5, 7), (-3, 9)).cells(), want)
    same(moved.apply([Edit.cell((-4, 8), 1)]).read_terrain().tolist(), [[1] * 3] * 3)


@test("a world keeps its named places")
def _():
    places = [Place("caf\u00e9", Cell(-5, -3), 2, 3), Place("spawn", Cell(-3, -1))]
    world = World.bake(Map(bytes([1] * 9), 3), origin=(-5, -3), places=places)
    same(world.places, places)
    same(World.open(world.to_bytes()).apply(cells={(-5, -3): 0}).places, places)
    raises(OverlandError, "place", lambda: World.bake(Map(bytes([1] * 9), 3), places=places), Result.BAD_ARGUMENT)



run(__file__)
