// The calls with spans, in the build that has them.
#if OVERLAND_SPANS

using System;
using System.Linq;
using Overland;
using static Checks;

public static class SpanTests
{
    [Test("spans: paths, costs, ranges, worlds and cells")]
    public static void Spans()
    {
        World world = Bake(Room);
        var planner = new Planner(world);
        Cell[] wanted = planner.FindPath((0, 0), (7, 2)).Points, points = new Cell[20];
        Same(planner.FindPath((0, 0), (7, 2), new Span<Cell>(points, 3, 10)), wanted.Length);
        SameList(points.Skip(3).Take(wanted.Length), wanted);
        IsTrue(points[2] == new Cell() && points[3 + wanted.Length] == new Cell(), "nothing beside");
        Throws<ArgumentException>("points has room for 1; ",
            () => planner.FindPath((0, 0), (7, 2), new Span<Cell>(points, 0, 1)));
        var costs = new ulong[2];
        planner.FindCosts((0, 0), new ReadOnlySpan<Cell>(new Cell[] { (1, 0), (2, 0) }), new Span<ulong>(costs));
        SameList(costs, 1120UL, 2240UL);
        Throws<ArgumentException>("costs has room for 1",
            () => planner.FindCosts((0, 0), new ReadOnlySpan<Cell>(new Cell[2]), new Span<ulong>(costs, 0, 1)));
        var reached = new ReachedCell[3];
        Same(planner.FindRange((0, 0), 1120, new Span<ReachedCell>(reached)), 3);
        byte[] data = new byte[] { 0 }.Concat(world.ToBytes()).ToArray();
        Same(World.Open(new ReadOnlySpan<byte>(data, 1, data.Length - 1)).Describe().Width, 8);
        Refuses(Result.WrongLength, "", () => World.Open(new ReadOnlySpan<byte>(data, 1, data.Length - 2)));
        Refuses(Result.WrongLength, "", () => World.Open(ReadOnlySpan<byte>.Empty));
        var terrain = new byte[4];
        world.ReadTerrain((0, 1), 2, 2, new Span<byte>(terrain));
        SameList(terrain.Select(each => (char)each), '.', '@', '.', '.');
        var weights = new uint[4];
        world.ReadCells(Cells.Weight, (0, 1), 2, 2, new Span<uint>(weights));
        SameList(weights, 8u, 0u, 8u, 8u);
        Throws<ArgumentException>("terrain has room for 3",
            () => world.ReadTerrain((0, 1), 2, 2, new Span<byte>(terrain, 0, 3)));
        var units = new Units(world, 4);
        units.Send(new ReadOnlySpan<uint>(new[] { units.Add((0, 0)), units.Add((1, 0)) }), (5, 0));
        Same(units.Tick().Length, 2);
        var flow = new Flow(world);
        flow.Begin(world, (7, 2));
        Same(flow.Prepare(new ReadOnlySpan<Cell>(points, 0, 1), 1000000), true);
    }
}

#endif
