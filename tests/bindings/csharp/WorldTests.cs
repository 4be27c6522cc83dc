// Maps, files, versions of worlds, units and flows.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Overland;
using static Checks;

public static class WorldTests
{
    private const ulong Straight = Cost.Straight;

    // ---- Maps ----

    [Test("rows of text, bytes and rows apart make the same world")]
    public static void Sources()
    {
        byte[] cells = string.Concat(Room).Select(letter => (byte)(letter == '.' ? 1 : 0)).ToArray();
        byte[] wanted = World.Bake(new Map(8, 3, cells)).ToBytes();
        var wide = new byte[3 + 3 * 20];
        for (int i = 0; i < cells.Length; i++)
        {
            wide[3 + i / 8 * 20 + i % 8] = cells[i];
        }
        IsTrue(World.Bake(new Map(8, 3, wide, 3, 20)).ToBytes().SequenceEqual(wanted), "rows apart");
        Same(World.Bake(new Map(8, 3, cells, 0, 8)).Describe().Width, 8);
        byte[] text = Bake(Room).ToBytes();
        string file = "type octile\nheight 3\nwidth 8\nmap\n" + string.Join("\r\n", Room) + "\n\n";
        IsTrue(World.Bake(Map.Parse(Encoding.ASCII.GetBytes(file))).ToBytes().SequenceEqual(text), "as a file");
        var weights = new Weights { ['.'] = 8 };
        IsTrue(World.Bake(Map.Rows(Room), new BakeSettings { Weights = weights }).Weight((0, 0)) == 8, "weights");
    }

    [Test("heights and threads")]
    public static void Heights()
    {
        var heights = Enumerable.Range(0, 24).Select(each => (ushort)each).ToArray();
        var map = new Map(8, 3, Enumerable.Repeat((byte)1, 24).ToArray(), heights: heights);
        World high = World.Bake(map);
        SameList(high.ReadCells(Cells.Height), heights.Select(each => (uint)each).ToArray());
        var steep = new Profile { Name = "steep", Weights = Weights.AllButZero(), Climb = 1, Drop = 1 };
        var planner = new Planner(World.Bake(map, new BakeSettings { Profiles = new[] { steep } }));
        Same(planner.FindPath((0, 0), (7, 0)).Cost, 7 * Straight);
        IsTrue(planner.FindPath((0, 0), (0, 1)) == null, "too steep");
        byte[] one = World.Bake(LoadMap("rooms-256.map")).ToBytes();
        byte[] three = World.Bake(LoadMap("rooms-256.map"), new BakeSettings { Threads = 3 }).ToBytes();
        IsTrue(one.SequenceEqual(three), "threads give the same bytes");
        Throws<MapException>("there are 5 heights; the map has 8 x 3 cells",
            () => new Map(8, 3, new byte[24], heights: new ushort[5]));
    }

    [Test("maps of a wrong form are refused with their place")]
    public static void WrongMaps()
    {
        string head = "type octile\nheight 2\nwidth 3\nmap\n";
        Func<string, Action> parse = text => () => Map.Parse(Encoding.ASCII.GetBytes(text), "a.map");
        Throws<MapException>("a.map: line 1 of the header is ''; it should be 'type octile'", parse(""));
        Throws<MapException>("line 2 of the header is 'height two'; it should be 'height N'",
            parse(head.Replace("height 2", "height two")));
        Throws<MapException>("the width is 99999; it should be 1 to 65536", parse(head.Replace("3", "99999")));
        Throws<MapException>("there are 1 rows; the header says 2", parse(head + "...\n"));
        Throws<MapException>("row 1 has 4 letters; the header says 3", parse(head + "...\n....\n"));
        Throws<MapException>("row 1 has 1 letters; row 0 has 2", () => Map.Rows("..", "."));
        Same(Bake(".#").Weight((1, 0)), 0);
        Throws<MapException>("letters other than .GSWT@O#, the first is 'x'", () => Bake(".x"));
        Throws<MapException>("is no byte", () => Map.Rows("\u2603"));
        Throws<MapException>("the map has no cells", () => Map.Rows());
        Throws<ArgumentException>("terrain has room for 7; 24 are needed", () => new Map(8, 3, new byte[7]));
        Throws<ArgumentOutOfRangeException>("width is 0; it should be 1 to 65536", () => new Map(0, 3, new byte[7]));
        Throws<ArgumentOutOfRangeException>("rowBytes is 5; it should be 8", () => new Map(8, 3, new byte[24], 0, 5));
        Throws<FileNotFoundException>("nowhere", () => Map.Load(WorkPath("nowhere")));
    }

    // ---- Versions ----

    [Test("an edit makes a version, and a route goes on in it or around it")]
    public static void Edits()
    {
        World world = World.Bake(LoadMap("rooms-256.map"));
        var planner = new Planner(world);
        Ends ends = RandomEnds(world, 50, 5).First(
            each => planner.FindPath(each.Start, each.Goal)?.Cost > 200 * Straight);
        Cell[] cells = planner.FindPath(ends.Start, ends.Goal).Cells();
        World edited = world.Apply(cells.Skip(150).Take(2).Select(cell => Edit.Cell(cell, '@')));
        Same(world.Version().Version, 0UL);
        Same(edited.Version().Version, 1UL);
        Same(edited.Describe().Graph.Labels, Labels.Stale);
        Route route = planner.Route(ends.Start, ends.Goal);
        route.Next();
        planner.World = edited;
        Cell end = route.Select(segment => segment.End).LastOrDefault();
        IsTrue(route.Result != Result.Ok || end == ends.Goal, "the route ends at its goal");
        World fresh = edited.Refresh();
        Same(fresh.Version().Version, 2UL);
        Same(fresh.Describe().Graph.Labels, Labels.Held);
        World again = World.Bake(new Map(256, 256, edited.ReadTerrain()),
            new BakeSettings { Weights = new Weights { ['.'] = 8, ['G'] = 8, ['S'] = 8 } });
        IsTrue(fresh.ToBytes().SequenceEqual(again.ToBytes()), "a refreshed world is a bake of its map");
        planner.World = fresh;
        planner.FindPath(ends.Start, ends.Goal);
    }

    [Test("a route in the middle of which a wall is built begins anew and goes around it")]
    public static void RouteAnew()
    {
        World world = Plain(128);
        var planner = new Planner(world);
        Route route = planner.Route((2, 64), (125, 64));
        GridPath first = route.Next();
        planner.World = world.Apply(Edit.Rect((first.End.X + 2, 10), 1, 118, '@'));
        ulong walked = 0;
        foreach (GridPath segment in route)
        {
            walked += segment.Cost;
        }
        IsTrue(route.Done && route.Position == new Cell(125, 64), "it ends at the goal");
        IsTrue(walked > 123 * Straight, $"it goes around the wall, for {walked}");
    }

    [Test("edits of weights, heights and extra costs")]
    public static void EditsOfAllKinds()
    {
        World world = Plain(8);
        World heavy = world.Apply(Edit.Rect((0, 0), 2, 2, '@'), Edit.Weight((4, 4), 1, 1, 20),
            Edit.Height((7, 7), 1, 1, 9), Edit.Extra((5, 5), 1, 1, 3));
        SameList(new Cell[] { (1, 1), (4, 4), (5, 5), (7, 7) }.Select(cell => (int)heavy.Weight(cell)), 0, 20, 11, 8);
        Same(heavy.ReadCells(Cells.Height)[63], 9u);
        Same(heavy.Terrain((1, 1)), (byte)'@');
        Same(heavy.Island((1, 1)), 0u);
        Refuses(Result.BadArgument, "x of an edit", () => world.Apply(Edit.Cell((8, 0), '@')));
        Throws<ArgumentOutOfRangeException>("terrain is 256; it should be 0 to 255", () => Edit.Cell((0, 0), 256));
        Throws<ArgumentOutOfRangeException>("link is -1", () => Edit.Door(-1, true));
    }

    [Test("forks are rebased onto later versions and committed; what if a building cuts units off")]
    public static void Forks()
    {
        World world = Plain(16);
        World fork = world.Apply(Edit.Cell((1, 1), '@')), later = world.Apply(Edit.Cell((2, 2), '@'));
        foreach (World both in new[] { fork.Rebase(world, later), later.Rebase(world, fork, Keep.Difference) })
        {
            SameList(new Cell[] { (1, 1), (2, 2), (3, 3) }.Select(cell => (int)both.Weight(cell)), 0, 0, 8);
        }
        SameList(new[] { world.Weight((1, 1)), later.Weight((1, 1)), fork.Weight((2, 2)) }.Select(each => (int)each), 8, 8, 8);
        Refuses(Result.OtherWorld, "worlds: floors", () => later.Rebase(world, Plain(8)));
        Edit[] wall = { Edit.Rect((8, 0), 1, 16, '@') };
        SameList(world.WhatIf(wall, (0, 0), new Cell[] { (3, 3), (12, 1), (8, 4), (7, 7), (15, 15) }), 1, 2, 4);
        SameList(world.WhatIf(new Edit[0], (0, 0), new Cell[] { (3, 3) }));
        Same(world.Weight((8, 0)), (byte)8);
        fork.Dispose();
        Throws<ObjectDisposedException>("World", () => fork.Rebase(world, later));
        Throws<ObjectDisposedException>("World", () => later.Rebase(world, fork));
    }

    // ---- Units and flows ----

    [Test("units walk, never share a cell, and arrive; the same calls give the same hash")]
    public static void UnitsWalk()
    {
        Same(Battle(0), Battle(0));
        Same(Battle(2), Battle(2));
    }

    private static ulong Battle(int flows)
    {
        World world = World.Bake(LoadMap("caves-161x97.map"));
        var units = new Units(world, 20, flows);
        var planner = new Planner(world);
        Cell start = RandomEnds(world, 50, 8).Select(ends => ends.Start).First(
            cell => planner.FindRange(cell, 60000).Length > 300);
        Cell[] near = planner.FindRange(start, 60000).Select(each => each.Cell).ToArray();
        uint[] sent = near.Take(20).Select(cell => units.Add(cell)).ToArray();
        units.Send(sent, near.Last());
        UnitMove[] moves = null;
        int moved = 0;
        for (int i = 0; i < 300; i++)
        {
            moved += units.Tick(20000, ref moves);
            Same(units.Positions().Values.Distinct().Count(), 20);
        }
        IsTrue(moved > 100, $"{moved} moves");
        IsTrue(sent.All(unit => units.Describe(unit).State == UnitState.Arrived || units.Describe(unit).State == UnitState.Beside),
            "all arrive");
        Same(units.Tick().Length, 0);
        Same(units.At(units.Describe(sent[0]).Cell), (uint?)sent[0]);
        Refuses(Result.Full, "", () => units.Add(near[0]));
        units.Remove(sent[0]);
        Same(units.Count, 19);
        IsTrue(units.Describe(sent[0]) == null, "there is no such unit");
        Refuses(Result.BadArgument, "there is none with this handle", () => units.Stop(sent[0]));
        Refuses(Result.StartBlocked, "the start is blocked", () => units.Add(units.Positions()[sent[1]]));
        units.Send(sent[1], start);
        IsTrue(units.Tick().Length > 0, "a unit is sent alone");
        units.World = Bake(Room);
        Refuses(Result.OtherWorld, "", () => units.Tick());
        return units.Hash();
    }

    [Test("units that are sent by an order stand in a formation")]
    public static void UnitsStandInFormation()
    {
        var units = new Units(Bake(Enumerable.Repeat(new string('.', 20), 20).ToArray()), 9);
        uint[] sent = Enumerable.Range(0, 9).Select(i => units.Add((i / 3, i % 3))).ToArray();
        units.Order(sent, (10, 10), new OrderSettings
        {
            Formation = Formation.Line, Facing = 1, Spacing = 1, Together = true,
        });
        for (int tick = 0; tick < 60; tick++)
        {
            units.Tick();
        }
        IsTrue(sent.All(unit => units.Describe(unit).Cell.X == 10), "they stand abreast");
        Same(sent.Select(unit => units.Describe(unit).Cell.Y).Max(), 18);
        units.Order(sent.Take(2).ToArray(), (5, 5), new OrderSettings
        {
            Formation = Formation.Own, Facing = 1, Offsets = new Cell[] { (0, 0), (2, 3) },
        });
        for (int tick = 0; tick < 60; tick++)
        {
            units.Tick();
        }
        IsTrue(units.At((5, 5)) != null && units.At((7, 8)) != null, "as the offsets say");
        Throws<ArgumentException>("offsets has 1 items; it should have 9", () =>
            units.Order(sent, (5, 5), new OrderSettings { Offsets = new Cell[1] }));
        Refuses(Result.BadArgument, "", () => units.Order(sent, (5, 5), new OrderSettings { Spacing = 99 }));
        var walled = new Units(Bake("..@"), 1);
        uint[] one = { walled.Add((0, 0)) };
        Refuses(Result.GoalBlocked, "place 2,0: the goal is blocked", () => walled.Send(one, (2, 0)));
        Refuses(Result.GoalBlocked, "place 2,0: the goal", () => walled.Order(one, (2, 0), new OrderSettings()));
    }

    [Test("units have speeds, stand fast and have enemies")]
    public static void UnitsHaveSpeeds()
    {
        var units = new Units(Bake("....", "@@@@"), 4);
        uint slow = units.Add((0, 0), speed: 128), guard = units.Add((2, 0), side: 1, hold: UnitHold.All);
        units.Send(slow, (3, 0));
        units.Tick();
        Api.UnitInfo info = units.Describe(slow);
        Same((info.From, info.Cell, info.X), (new Cell(0, 0), new Cell(1, 0), 128));
        for (int tick = 0; tick < 20; tick++)
        {
            units.Tick();
        }
        Same((units.Describe(slow).Cell, units.Describe(guard).Cell), (new Cell(1, 0), new Cell(2, 0)));
        units.SetHold(guard, UnitHold.None);
        units.SetSpeed(slow, 256);
        units.SetEnemies(0, 1);
        Same(units.Describe(slow).Speed, 256);
        Refuses(Result.BadArgument, "there is none with this handle", () => units.SetSpeed(77, 1));
        Refuses(Result.BadArgument, "link", () => units.SetLinkRoom(0, 4));
    }

    [Test("a snapshot of units goes on as they did, in other units and through edits")]
    public static void UnitsAreRestored()
    {
        World world = Bake(Room);
        World edited = world.Apply(Edit.Cell((3, 2), '@'));
        var units = new Units(world, 10);
        var other = new Units(world, 12);
        uint[] sent = { units.Add((0, 0)), units.Add((1, 0)) };
        units.Remove(sent[0]);
        units.Send(sent[1], (5, 0));
        units.Tick();
        units.World = edited;
        units.Tick();
        byte[] snapshot = units.Save();
        Refuses(Result.OtherWorld, "find", () => other.Restore(snapshot));
        Same(other.Count, 0);
        other.Restore(snapshot, edited);
        other.World = edited;
        Same(other.List().Single(), sent[1]);
        for (int tick = 0; tick < 5; tick++)
        {
            Same(other.Hash(), units.Hash());
            Same(other.Tick().Length, units.Tick().Length);
        }
        units.Restore(snapshot);
        IsTrue(units.Hash() != other.Hash(), "time went back");
        snapshot[40] ^= 1;
        Refuses(Result.WrongChecksum, "checksum", () => units.Restore(snapshot));
        Throws<ArgumentNullException>("", () => units.Restore(null));
    }

    [Test("a flow that units lend is closed when they change")]
    public static void FlowsAreLent()
    {
        World world = Plain(64);
        var units = new Units(world, 40, 1);
        units.Send(Enumerable.Range(0, 40).Select(i => units.Add((i % 8, i / 8))).ToArray(), (50, 50));
        units.Tick();
        var lent = Api.UnitsFlow(units, 0).Value;
        Same(lent.Item2, new Cell(50, 50));
        IsTrue(Api.FlowStats(lent.Item1).TilesMade > 0, "it has tiles");
        units.Tick();
        Throws<ObjectDisposedException>("Flow", () => Api.FlowStats(lent.Item1));
        var again = Api.UnitsFlow(units, 0).Value.Item1;
        units.Dispose();
        Collect();
        IsTrue(Api.FlowStats(again).TilesMade > 0, "it has them still"); // the units stay as long as what they lent
    }

    [Test("a flow leads units to its goal, and moves to an edited world")]
    public static void Flows()
    {
        World world = Bake(Room);
        var flow = new Flow(world);
        flow.Begin(world, (7, 2));
        Same(flow.Prepare(new Cell[] { (0, 0), (3, 0) }, 0, 2, 1000000), true);
        Cell at = (0, 0);
        ulong left = flow.Next(at).Value.CostToGo;
        Same(left, new Planner(world).FindPath(at, (7, 2)).Cost);
        for (int i = 0; i < 9; i++)
        {
            FlowStep step = flow.Next(at).Value;
            IsTrue(step.Next != at && step.CostToGo <= left && step.Link == null, "each step comes nearer");
            left = step.CostToGo;
            at = step.Next;
        }
        Same(at, new Cell(7, 2));
        Same(flow.Next(at).Value.CostToGo, 0UL);
        IsTrue(flow.Next((3, 1)) == null && flow.Result == Result.StartBlocked, "no step from a wall");
        World cut = world.Apply(Edit.Rect((5, 0), 1, 3, '@'));
        while (!flow.Renew(cut, 10))
        {
        }
        world.Dispose();
        cut.Dispose(); // the flow keeps what it reads
        IsTrue(flow.Next((0, 0)) == null && flow.Result == Result.Unreachable, "the way is cut off");
        IsTrue(flow.Next((6, 0)) != null, "but not from there");
        Refuses(Result.StartOutside, "", () => flow.Next((8, 0)));
        Refuses(Result.GoalBlocked, "", () => flow.Begin(Bake(Room), (3, 1)));
        flow.Dispose();
        Throws<ObjectDisposedException>("Flow", () => flow.Next((0, 0)));
    }

    [Test("a world that begins elsewhere has the same cells and ways, each at its place")]
    public static void AWorldBeginsElsewhere()
    {
        var map = new Map(3, 3, new byte[] { 1, 1, 1, 1, 0, 1, 1, 1, 1 });
        World world = World.Bake(map), moved = World.Bake(map, new BakeSettings { Origin = (-5, 7) });
        Same(moved.Describe().Partition.Origin, new Cell(-5, 7));
        SameList(moved.ReadTerrain(), world.ReadTerrain());
        SameList(moved.ReadCells(Cells.Island), world.ReadCells(Cells.Island));
        Same(new Planner(moved).FindPath((-5, 7), (-3, 9)).Cost, new Planner(world).FindPath((0, 0), (2, 2)).Cost);
        Same(moved.Apply(Edit.Cell((-4, 8), 1)).Terrain((-4, 8)), (byte)1);
    }

    [Test("a world keeps its named places")]
    public static void AWorldKeepsItsPlaces()
    {
        var map = new Map(3, 3, new byte[] { 1, 1, 1, 1, 0, 1, 1, 1, 1 });
        Place[] places = { new Place("caf\u00e9", (-5, -3), 2, 3), new Place("spawn", (-3, -1)) };
        World world = World.Bake(map, new BakeSettings { Origin = (-5, -3), Places = places });
        SameList(world.Places.Select(each => $"{each.Name} {each.Cell} {each.Width} {each.Height}").ToArray(),
            new[] { "caf\u00e9 -5,-3 2 3", "spawn -3,-1 1 1" });
        var outside = new BakeSettings { Places = places };
        Refuses(Result.BadArgument, "", () => World.Bake(map, outside));
    }
}
