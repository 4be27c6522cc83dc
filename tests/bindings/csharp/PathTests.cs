// Paths, routes, costs and ranges: like the command's, and by every kind of goal.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Overland;
using static Checks;

public static class PathTests
{
    private const ulong Straight = Cost.Straight, Diagonal = Cost.Diagonal;

    [Test("worlds and paths of all maps are those of the command")]
    public static void LikeTheCommand()
    {
        string file = WorkPath("a.world");
        int number = 0;
        foreach (string name in AllMaps)
        {
            Ask("build", name, "-o", file);
            using (World world = World.Bake(Map.Load(name)))
            using (var planner = new Planner(world))
            {
                IsTrue(world.ToBytes().SequenceEqual(File.ReadAllBytes(file)), $"{name}: the bytes differ");
                int at = 0;
                foreach (Ends ends in RandomEnds(world, 6, number++))
                {
                    bool any = at++ % 2 == 1;
                    string said = Ask("path", file, ends.Start.ToString(), ends.Goal.ToString(), "--json", "--smooth",
                        any ? "any" : "grid");
                    GridPath path = planner.FindPath(ends.Start, ends.Goal,
                        new QuerySettings { Smoothing = any ? Smoothing.Any : Smoothing.Grid });
                    Same(path != null, Regex.IsMatch(said, "\"reachable\": *true"));
                    if (path != null)
                    {
                        Same(path.Cost, path.StraightSteps * Straight + path.DiagonalSteps * Diagonal);
                        string points = Regex.Replace(Regex.Match(said, "\"points\": *(\\[\\[.*?\\]\\])",
                            RegexOptions.Singleline).Groups[1].Value, "\\s", "");
                        Same($"[{string.Join(",", path.Points.Select(each => $"[{each.X},{each.Y}]"))}]", points);
                    }
                }
            }
        }
        IsTrue(number > 3, "there are several maps");
    }

    [Test("segments of a route add up to the cost of its cells, and end at the goal")]
    public static void Segments()
    {
        using (World world = World.Bake(LoadMap("rooms-256.map")))
        using (var planner = new Planner(world))
        {
            foreach (Ends ends in RandomEnds(world, 10, 3))
            {
                Cell at = ends.Start;
                Route route = planner.Route(at, ends.Goal);
                ulong promised = route.CostToGo, walked = 0;
                foreach (GridPath segment in route)
                {
                    Same(segment.Points[0], at);
                    Same(route.Position, segment.End);
                    at = segment.End;
                    walked += segment.Cost;
                }
                IsTrue(route.Done && walked <= promised && route.Next() == null, "the route is done");
                Same(at, route.Result == Result.Ok ? ends.Goal : ends.Start);
            }
        }
    }

    [Test("paths and segments of many points")]
    public static void ManyPoints()
    {
        // Walls at every second column, with a gap at the top and at the bottom in turn.
        string[] rows = Enumerable.Range(0, 6).Select(y => new string(Enumerable.Range(0, 200)
            .Select(x => x % 2 == 0 || y == x / 2 % 2 * 5 ? '.' : '@').ToArray())).ToArray();
        var planner = new Planner(Bake(rows));
        GridPath path = planner.FindPath((0, 0), (198, 3));
        IsTrue(path.Points.Length > 190, $"{path.Points.Length} points");
        ulong walked = 0;
        int most = 0;
        foreach (GridPath segment in planner.Route((0, 0), (198, 3)))
        {
            walked += segment.Cost;
            most = Math.Max(most, segment.Points.Length);
        }
        Same(walked, path.Cost);
        IsTrue(most > 64, $"{most} points in a segment");
    }

    [Test("the answer no is null, with its reason; a part of a path is partial")]
    public static void No()
    {
        World world = Bake("..@..", "..@..", "..@..");
        var planner = new Planner(world);
        foreach ((Cell, Result) each in new[] { (new Cell(4, 0), Result.Unreachable), (new Cell(2, 1), Result.GoalBlocked) })
        {
            IsTrue(planner.FindPath((0, 0), each.Item1) == null, "no path");
            Same(planner.Result, each.Item2);
            Same(planner.FindPath((0, 0), each.Item1, new Cell[8], 0, 8), 0);
            Same(planner.Reaches((0, 0), each.Item1), false);
            Route route = planner.Route((0, 0), each.Item1);
            IsTrue(!route.Any() && route.Done, "no segments");
            Same(route.Result, each.Item2);
        }
        IsTrue(planner.FindPath((2, 0), (0, 0)) == null, "no path from a wall");
        Same(planner.Result, Result.StartBlocked);
        GridPath near = planner.FindPath((0, 0), (4, 1), new QuerySettings { Nearest = true });
        IsTrue(near.Partial && near.End == new Cell(1, 1), "the nearest cell");
        Same(planner.Result, Result.Unreachable);
        Same(planner.Route((0, 0), (4, 1), new QuerySettings { Nearest = true }).Last().End, new Cell(1, 1));
        GridPath part = planner.FindPath((0, 0), (0, 2), new QuerySettings { CostLimit = Straight });
        IsTrue(part.Partial && part.End == new Cell(0, 1), "a limit of cost");
        Same(planner.Result, Result.Limited);
        Same(planner.FindPath((0, 0), (2, 1), new QuerySettings { MoveGoal = true }).End, new Cell(1, 1));
        Same(planner.FindPath((2, 1), (0, 1), new QuerySettings { MoveStart = true }).Points[0], new Cell(1, 1));
        Same(planner.FindPath((0, 0), (1, 2)).Partial, false);
        Same(planner.Result, Result.Ok);
    }

    [Test("goals: the nearest of many, of a rectangle, within a radius; costs and ranges")]
    public static void Goals()
    {
        var planner = new Planner(Plain(40));
        Same(planner.FindPath((0, 0), new Cell[] { (30, 30), (0, 5), (9, 0) }).End, new Cell(0, 5));
        Same(planner.FindPath((0, 0), Goal.AnyOf(new List<Cell> { (7, 0), (8, 0) })).End, new Cell(7, 0));
        Same(planner.FindPath((0, 0), Goal.Rect((10, 0), 5, 5)).End, new Cell(10, 0));
        Same(planner.FindPath((0, 0), Goal.Within((10, 0), 4)).Cost, 6 * Straight);
        SameList(planner.FindCosts((0, 0), new Cell[] { (3, 0), (2, 2), (99, 0) }), 3 * Straight, 2 * Diagonal, Cost.None);
        SameList(planner.FindRange((0, 0), Straight).OrderBy(each => each.Cell.X).ThenBy(each => each.Cell.Y)
            .Select(each => $"{each.Cell} {each.Cost}"), "0,0 0", "0,1 1120", "1,0 1120");
        Same(planner.FindRange((0, 0), 1000000000).Length, 1600);
        Same(planner.FindPath((0, 0), (39, 39), new QuerySettings { TurnCost = 1120 }).Cost, 39 * Diagonal);
        var blocked = new Planner(Bake(".@"));
        SameList(blocked.FindCosts((1, 0), new Cell[] { (0, 0) }), Cost.None);
        Same(blocked.FindRange((1, 0), 5000).Length, 0);
        Same(blocked.Result, Result.StartBlocked);
    }

    [Test("arrays are filled from an offset on, and nothing beside")]
    public static void Arrays()
    {
        World world = Bake(Room);
        var planner = new Planner(world);
        Cell[] wanted = planner.FindPath((0, 0), (7, 2)).Points;
        var points = Enumerable.Repeat(new Cell(-5, -5), wanted.Length + 4).ToArray();
        Same(planner.FindPath((0, 0), (7, 2), points, 2, wanted.Length), wanted.Length);
        SameList(points.Skip(2).Take(wanted.Length), wanted);
        IsTrue(points.Take(2).Concat(points.Skip(2 + wanted.Length)).All(each => each.X == -5), "nothing beside");
        var costs = new ulong[5];
        planner.FindCosts((0, 0), new Cell[] { (9, 9), (1, 0), (2, 0), (9, 9) }, 1, 2, costs, 3);
        SameList(costs, 0UL, 0UL, 0UL, Straight, 2 * Straight);
        var reached = new ReachedCell[6];
        Same(planner.FindRange((0, 0), Straight, reached, 1, 3), 3);
        IsTrue(reached[0].Cost == 0 && reached[0].Cell == new Cell() && reached[4].Cell == new Cell(), "nothing beside");
        Same(planner.FindRange((0, 0), Straight, reached, 0, 1), 3); // how many there are
        var terrain = new byte[10];
        world.ReadTerrain((0, 1), 2, 2, terrain, 3);
        SameList(terrain, (byte)0, (byte)0, (byte)0, (byte)'.', (byte)'@', (byte)'.', (byte)'.', (byte)0, (byte)0, (byte)0);
        var weights = new uint[5];
        world.ReadCells(Cells.Weight, (0, 1), 2, 2, weights, 1);
        SameList(weights, 0u, 8u, 0u, 8u, 8u);
    }

    [Test("blockers name the cells to open")]
    public static void BlockersAreNamed()
    {
        World world = Bake("..@..", "..@..", "..@..");
        var found = world.Blockers((0, 1), (4, 1)).Value;
        SameList(found.Item1.Select(each => $"{each.Cell} {(char)each.Terrain}"), "2,1 @");
        Same(found.Item2, 4 * Straight);
        Same(world.Blockers((0, 0), (1, 1)).Value.Item1.Length, 0);
    }

    [Test("profiles, floors and links")]
    public static void Profiles()
    {
        var foot = new Profile { Name = "foot", Weights = new Weights { ['.'] = 8, ['s'] = 24 } };
        var boat = new Profile { Name = "boat", Weights = new Weights { ['~'] = 8 }, BodyCells = 2, Corners = Corners.None };
        World world = World.Bake(Map.Rows("..~~~", "ss~~~"), new BakeSettings { Profiles = new[] { foot, boat } });
        SameList(world.Profiles, "foot", "boat");
        var planner = new Planner(world);
        Same(planner.FindPath((0, 0), (0, 1)).Cost, 70UL * 32);
        Same(planner.FindPath((2, 0), (3, 0), new QuerySettings { Profile = world.FindProfile("boat") }).Cost, Straight);
        IsTrue(planner.FindPath((0, 0), (2, 0)) == null && planner.Result == Result.GoalBlocked, "not on foot");
        Throws<KeyNotFoundException>("there is no profile 'cart'; there are foot, boat", () => world.FindProfile("cart"));
        Throws<ArgumentException>("the profile's name has 0 bytes",
            () => World.Bake(Map.Rows(Room), new BakeSettings { Profiles = new[] { new Profile() } }));
        var wagon = new Profile { Name = "wagon", Weights = new Weights { ['.'] = 8 }, WallCost = new byte[] { 32, 16 } };
        World roads = World.Bake(Map.Rows("...", "...", "..."), new BakeSettings { Profiles = new[] { wagon } });
        Same(roads.Weight((0, 1)), (byte)40);
        Same(roads.Weight((1, 1)), (byte)24);
        wagon.WallCost = new byte[5];
        Throws<ArgumentException>("WallCost has 5 costs; it should have up to 4",
            () => World.Bake(Map.Rows(Room), new BakeSettings { Profiles = new[] { wagon } }));
        World house = World.Bake(new[] { Map.Rows("...", "..."), Map.Rows("....", "....") },
            new BakeSettings { Links = new[] { new Link((0, 0), (3, 1, 1), 50) } });
        var walled = new BakeSettings { Links = new[] { new Link((0, 0), (2, 0), 50), new Link((1, 0), (2, 1), 60) } };
        Throws<OverlandException>("link 1, 1,0 -> 2,1: an argument is out of its range: link from a blocked cell",
            () => World.Bake(Map.Rows(".@.", ".@."), walled));
        walled.BlockedLinks = true;
        World bridge = World.Bake(Map.Rows(".@.", ".@."), walled);
        Same(new Planner(bridge).FindPath((0, 0), (2, 1)).Links[0].Link, 0); // the other one is not there yet
        Same(new Planner(bridge.Apply(Edit.Cell((1, 0), '.'))).FindPath((1, 0), (2, 1)).Cost, 60UL);
        GridPath path = new Planner(house).FindPath((1, 0), (2, 1, 1));
        Same(path.Cost, Straight + 50 + Straight);
        SameList(path.Links.Select(each => $"{each.Point} {each.Link} {each.Back}"), "2 0 False");
        SameList(path.Cells(), new Cell(1, 0), new Cell(0, 0), new Cell(3, 1, 1), new Cell(2, 1, 1));
        IsTrue(new Planner(house.Apply(Edit.Door(0, false))).FindPath((1, 0), (2, 1, 1)) == null, "the door is closed");
        Throws<ArgumentOutOfRangeException>("there is no floor 2; the world has 2", () => house.ReadTerrain(2));
    }

    [Test("a path of a task that does not fit is read as far as it does")]
    public static void APathThatDoesNotFit()
    {
        const int Width = 10001;
        string[] rows = Enumerable.Range(0, 3).Select(y => new string(Enumerable.Range(0, Width)
            .Select(x => x % 2 == 0 || y == x % 4 - 1 ? '.' : '@').ToArray())).ToArray();
        World winding = Bake(rows);
        var planner = new Planner(winding);
        var path = new Api.HeldPath();
        Api.TaskBeginPath(planner, winding, new Api.Query { Goal = (Width - 1, 0) }, path);
        Api.TaskStep(planner, 1000000000);
        Cell[] points = path.Read().Points;
        Same(points.Length, 4096);
        SameList(points, planner.FindPath((0, 0), (Width - 1, 0), new QuerySettings { Smoothing = Smoothing.Grid }).Points.Take(4096).ToArray());
    }

    [Test("hexagons: layouts, distances, masks")]
    public static void HexagonLayouts()
    {
        Same(Api.HexagonFrom(Layout.OddR, (5, 3)), new Cell(4, 3));
        Same(Api.HexagonTo(Layout.EvenQ, (3, 3, 2)), new Cell(3, 5, 2));
        Same(Api.HexagonDistance((0, 0), (2, -5)), 5L);
        var found = Api.HexagonMask(Layout.OddR, (0, 0), 2, 3).Value;
        Same(found.Item1.Cell, new Cell(-1, 0));
        SameList(new[] { found.Item1.W, found.Item1.H }, 3, 3);
        SameList(found.Item2.Select(each => (int)each), 0, 1, 1, 0, 1, 1, 1, 1, 0);
        Throws<OverlandException>("h of the box is 65537; it should be at most 65536",
            () => Api.HexagonMask(Layout.EvenQ, (0, 0), 2, 65536));
    }
}
