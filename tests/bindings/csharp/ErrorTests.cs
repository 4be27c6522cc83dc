// Bad input and use after close: C#'s own exceptions, nothing lost, no crash. Memory and threads.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using Overland;
using static Checks;

public static class ErrorTests
{
    [Test("bad files are refused with what is wrong, and where")]
    public static void BadFiles()
    {
        byte[] data = Bake(Room).ToBytes(), changed = (byte[])data.Clone(), older = (byte[])data.Clone();
        changed[200] ^= 1;
        older[8] ^= 1;
        Refuses(Result.WrongLength, "", () => World.Open(new byte[0]));
        Refuses(Result.NotAWorld, "", () => World.Open(new byte[1000]));
        Refuses(Result.WrongLength, "", () => World.Open(data, 0, data.Length - 1));
        Refuses(Result.WrongChecksum, "", () => World.Open(changed));
        Refuses(Result.OtherVersion, "", () => World.Open(older));
        string file = WorkPath("cut.world");
        File.WriteAllBytes(file, data.Take(100).ToArray());
        Refuses(Result.WrongLength, $"{file}: ", () => World.Open(file));
        File.WriteAllBytes(file, new byte[0]);
        Refuses(Result.WrongLength, $"{file}: ", () => World.Open(file));
        Throws<FileNotFoundException>("nowhere", () => World.Open(WorkPath("nowhere")));
        Same(World.Open(new byte[] { 0 }.Concat(data).ToArray(), 1, data.Length).Describe().Width, 8); // at any address
        Throws<ArgumentOutOfRangeException>("bytes has", () => World.Open(data, 1, data.Length));
    }

    [Test("cells and numbers out of range are refused")]
    public static void OutOfRange()
    {
        World world = Bake(Room);
        var planner = new Planner(world);
        Refuses(Result.StartOutside, "start.x is -1; it should be at least 0", () => planner.FindPath((-1, 0), (0, 0)));
        Refuses(Result.GoalOutside, "goal.y is 3; it should be at most 2", () => planner.FindPath((0, 0), (0, 3)));
        OverlandException error = Throws<OverlandException>("", () => planner.Route((0, 0), (0, 3)));
        Same($"{error.What} {error.Found} {error.Expected}", "goal.y 3 2");
        Throws<OverlandException>("x of an edit is 8", () => world.Apply(Edit.Cell((8, 0), '@')));
        World numbers = World.Bake(new Map(4, 4, Enumerable.Repeat((byte)1, 16).ToArray()));
        Throws<ArgumentException>("terrain is '@', but this world was baked of numbers: 0 is blocked",
            () => numbers.Apply(Edit.Cell((1, 1), 0), Edit.Cell((2, 1), '@')));
        Throws<ArgumentException>("baked of numbers", () => numbers.Apply(Edit.Cell((1, 1), 0)).Apply(Edit.Cell((2, 1), '@')));
        Refuses(Result.BadArgument, "profile is 1", () => planner.FindPath((0, 0), (1, 0), new QuerySettings { Profile = 1 }));
        Refuses(Result.BadArgument, "turn_cost is 1048577; it should be at most 1048576",
            () => planner.FindPath((0, 0), (1, 0), new QuerySettings { TurnCost = (1 << 20) + 1 }));
        planner.FindPath((0, 0), (7, 2), new QuerySettings { ExpansionLimit = 1 });
        Same(planner.Result, Result.Limited);
        Throws<ArgumentOutOfRangeException>("the number of goals is 0; it should be 1 to 65536",
            () => planner.FindPath((0, 0), new Cell[0]));
        Refuses(Result.BadArgument, "region_cells is 5; it should be at least 8",
            () => World.Bake(Map.Rows(Room), new BakeSettings { RegionCells = 5 }));
        Throws<ArgumentOutOfRangeException>("Threads is 65; it should be 1 to 64",
            () => World.Bake(Map.Rows(Room), new BakeSettings { Threads = 65 }));
        Refuses(Result.BadArgument, "", () => world.ReadTerrain((7, 0), 2, 1, new byte[2], 0));
        Refuses(Result.BadArgument, "", () => world.ReadTerrain((0, 0), -1, 1, new byte[2], 0));
        GridPath slanted = new Planner(Plain(40)).FindPath((0, 0), (30, 7), new QuerySettings { Smoothing = Smoothing.Any });
        Refuses(Result.BadArgument, "", () => slanted.Cells());
    }

    [Test("arrays that are missing or too small are refused before anything is written")]
    public static void Arrays()
    {
        World world = Bake(Room);
        var planner = new Planner(world);
        Throws<ArgumentException>("points has room for 1; ", () => planner.FindPath((0, 0), (7, 2), new Cell[9], 0, 1));
        Throws<ArgumentOutOfRangeException>("points has 9 items; 8 from 2 on are not there",
            () => planner.FindPath((0, 0), (7, 2), new Cell[9], 2, 8));
        Throws<ArgumentOutOfRangeException>("points has", () => planner.FindPath((0, 0), (7, 2), new Cell[9], -1, 2));
        Throws<ArgumentOutOfRangeException>("points has", () => planner.FindPath((0, 0), (7, 2), new Cell[9], 1, int.MaxValue));
        Throws<ArgumentException>("costs has room for 1; 2 are needed",
            () => planner.FindCosts((0, 0), new Cell[2], 0, 2, new ulong[2], 1));
        Throws<ArgumentException>("terrain has room for 8; 24 are needed",
            () => world.ReadTerrain((0, 0), 8, 3, new byte[10], 2));
        Throws<ArgumentException>("values has room for 3; 4 are needed",
            () => world.ReadCells(Cells.Weight, (0, 0), 2, 2, new uint[3], 0));
        foreach (Action call in new Action[]
        {
            () => planner.FindPath((0, 0), (7, 2), null, 0, 0), () => planner.FindCosts((0, 0), null), () => Map.Rows(null),
            () => new Planner(null), () => planner.World = null, () => World.Open((string)null),
            () => World.Bake((IReadOnlyList<Map>)null), () => world.Apply((IEnumerable<Edit>)null), () => world.FindProfile(null),
            () => new Map(1, 1, null), () => new Units(null), () => new Flow(null), () => world.Save((string)null),
        })
        {
            Throws<ArgumentNullException>("", call);
        }
        Throws<ArgumentException>("at least one floor", () => World.Bake(new Map[0]));
        Same(Throws<ArgumentNullException>("", () => World.Bake((Map)null)).ParamName, "map");
        Refuses(Result.NotAWorld, "this is a map: World.Bake(Map.Load(path))",
            () => World.Open(System.Text.Encoding.ASCII.GetBytes("type octile\n")));
    }

    [Test("a callback that throws stops the work, and the exception comes out")]
    public static void Callbacks()
    {
        foreach (int threads in new[] { 1, 3 })
        {
            Throws<TimeoutException>("at ", () => World.Bake(Map.Rows(Room), new BakeSettings
            {
                Threads = threads,
                Progress = (done, total) =>
                {
                    throw new TimeoutException($"at {done} of {total}");
                },
            }));
            Refuses(Result.Stopped, "", () => World.Bake(Map.Rows(Room), new BakeSettings
            {
                Threads = threads, Progress = (done, total) => false,
            }));
        }
        var seen = new List<ulong>();
        World.Bake(Map.Rows(Room), new BakeSettings
        {
            Progress = (done, total) =>
            {
                Collect(); // nothing that C calls is collected
                seen.Add(done);
                return done <= total;
            },
        });
        IsTrue(seen.Count > 0 && seen.SequenceEqual(seen.OrderBy(each => each)), "progress grows");
        Throws<NotSupportedException>("", () => Bake(Room).Save(new MemoryStream(new byte[0], false)));
    }

    [Test("what is closed says so, can be closed again, and versions and bytes outlive it")]
    public static void Closed()
    {
        byte[] data = Bake(Room).ToBytes();
        World world = World.Open(data);
        var planner = new Planner(world);
        var units = new Units(world, 4);
        World later = world.Apply(Edit.Cell((3, 1), '.'));
        Same(world.ToString(), "world of 8 x 3 cells");
        world.Dispose();
        world.Dispose();
        IsTrue(world.IsDisposed, "it is disposed");
        foreach (Action call in new Action[]
        {
            () => planner.FindPath((0, 0), (7, 2)), () => planner.Route((0, 0), (7, 2)), () => Same(world.Describe(), null),
            () => world.Save(WorkPath("no.world")), () => world.Apply(), () => new Planner(world), () => units.Tick(),
            () => world.Blockers((0, 0), (1, 0)), () => world.ReadTerrain(), () => world.Weight((0, 0)),
            () => world.Rebase(later, later), () => world.Refresh(), () => new Flow(world), () => world.ToBytes(),
            () => planner.FindRange((0, 0), 1), () => planner.FindCosts((0, 0), new Cell[1]), () => planner.Reaches((0, 0), (1, 0)),
        })
        {
            Throws<ObjectDisposedException>("World", call);
        }
        Same(world.ToString(), "world, closed");
        IsTrue(!File.Exists(WorkPath("no.world")), "nothing is written");
        Collect();
        planner.World = later;
        Same(planner.FindPath((0, 0), (7, 2)).End, new Cell(7, 2));
        Route route = planner.Route((0, 0), (7, 2));
        planner.Dispose();
        planner.Dispose();
        Throws<ObjectDisposedException>("Planner", () => planner.FindPath((0, 0), (7, 2)));
        Throws<ObjectDisposedException>("Planner", () => route.Next());
        units.Dispose();
        units.Dispose();
        Throws<ObjectDisposedException>("Units", () => units.Tick());
        Throws<ObjectDisposedException>("Units", () => Same(units.Hash(), 0UL));
        Throws<ObjectDisposedException>("Units", () => Same(units.Count, 0));
    }

    [Test("units go on to walk in a world of a file that was closed")]
    public static void UnitsKeepTheFile()
    {
        string file = WorkPath("walked.world");
        World.Bake(LoadMap("rooms-256.map")).Save(file);
        World first = World.Open(file, false), again = World.Open(file, false);
        var units = new Units(first, 40, 2);
        Cell place = RandomEnds(first, 50, 9).Select(ends => ends.Goal).First(cell => first.Island(cell) == 1);
        Cell[] near = new Planner(first).FindRange(place, 20000).Select(each => each.Cell).Take(40).ToArray();
        Cell far = new Planner(first).FindRange(place, 300000).Last().Cell;
        uint[] sent = near.Select(cell => units.Add(cell)).ToArray();
        units.Send(sent, far);
        units.Tick();
        first.Dispose();
        units.World = again; // the same bytes, so the flow stays in the first
        for (int i = 0; i < 300; i++)
        {
            units.Tick();
        }
        IsTrue(sent.All(unit => units.Describe(unit).Cell != near[Array.IndexOf(sent, unit)]), "all have walked");
    }

    [Test("a bake without profiles has the map's weights, and none of its lists holds null")]
    public static void Lists()
    {
        World world = World.Bake(Map.Rows(Room), new BakeSettings { Profiles = new Profile[0], Links = new Link[0] });
        Same(world.Weight((0, 0)), (byte)8);
        Throws<ArgumentNullException>("", () => World.Bake(Map.Rows(Room), new BakeSettings { Profiles = new Profile[1] }));
        Throws<ArgumentNullException>("", () => World.Bake(Map.Rows(Room), new BakeSettings { Links = new Link[1] }));
    }

    [Test("saving replaces a file at its end, and leaves nothing where it fails")]
    public static void Saving()
    {
        World world = Bake(Room);
        string folder = NewFolder("saved"), file = Path.Combine(folder, "a.world");
        File.WriteAllText(file, "old");
        world.Save(file);
        SameList(Directory.GetFileSystemEntries(folder).Select(Path.GetFileName), "a.world");
        IsTrue(World.Open(file).ToBytes().SequenceEqual(world.ToBytes()), "it is opened again");
        World mapped = World.Open(file, false), later = mapped.Apply(Edit.Cell((3, 1), '.'));
        mapped.Dispose();
        Collect();
        Same(new Planner(later).FindPath((3, 0), (3, 2)).Cost, 2UL * Cost.Straight);
        Directory.CreateDirectory(Path.Combine(folder, "b.world"));
        try
        {
            world.Save(Path.Combine(folder, "b.world"));
            throw new CheckFailed("a folder was replaced");
        }
        catch (Exception error) when (error is IOException || error is UnauthorizedAccessException)
        {
        }
        SameList(Directory.GetFileSystemEntries(folder).Select(Path.GetFileName).OrderBy(each => each), "a.world", "b.world");
        Throws<DirectoryNotFoundException>("", () => world.Save(Path.Combine(folder, "no", "a.world")));
    }

    // ---- Memory and threads ----

    [Test("a thousand worlds opened and closed, or forgotten, leave no memory behind")]
    public static void Memory()
    {
        byte[] data = World.Bake(LoadMap("caves-161x97.map")).ToBytes();
        string file = WorkPath("caves.world");
        File.WriteAllBytes(file, data);
        Use(data, file, 150);
        long before = Resident();
        Use(data, file, 1000);
        long grown = Resident() - before;
        IsTrue(grown < 8 << 20, $"{grown} bytes more"); // worlds that stay take some 100 MB
    }

    private static void Use(byte[] data, string file, int times)
    {
        for (int i = 0; i < times; i++)
        {
            using (World world = World.Open(data, false))
            using (var planner = new Planner(world))
            {
                planner.FindPath((20, 20), (90, 90));
                world.Apply(Edit.Cell((20, 21), '@'));
                World.Open(file, false).Terrain((5, 5));
                World.Bake(Map.Rows(Room), new BakeSettings { Progress = (done, total) => true });
            }
            if (i % 50 == 0)
            {
                Collect();
            }
        }
        Collect();
    }

    private static long Resident()
    {
        const string statm = "/proc/self/statm";
        return File.Exists(statm) ? 4096 * long.Parse(File.ReadAllText(statm).Split(' ')[1]) : 0;
    }

    [Test("threads with a planner each, or with one, find the same paths, also while the world is closed")]
    public static void Threads()
    {
        World world = World.Bake(LoadMap("rooms-256.map"), new BakeSettings { Threads = 2 });
        List<Ends> ends = RandomEnds(world, 40, 6);
        var alone = new Planner(world);
        Func<Planner, string> find = planner =>
            string.Join(";", ends.Select(each => planner.FindPath(each.Start, each.Goal)?.ToString() ?? "none"));
        string wanted = find(alone);
        var found = new string[6];
        RunAll(6, number => found[number] = find(number < 3 ? new Planner(world) : alone));
        IsTrue(found.All(each => each == wanted), "the paths differ");
        int closed = 0;
        var begun = new CountdownEvent(3);
        var closing = new Thread(() =>
        {
            begun.Wait();
            world.Dispose();
        }) { IsBackground = true }; // does not wait for ever where a thread fails
        closing.Start();
        RunAll(3, number =>
        {
            try
            {
                var planner = new Planner(world);
                for (bool first = true; ; first = false)
                {
                    planner.FindPath(ends[0].Start, ends[0].Goal);
                    if (first)
                    {
                        begun.Signal();
                    }
                }
            }
            catch (ObjectDisposedException)
            {
                Interlocked.Increment(ref closed);
            }
        });
        closing.Join();
        Same(closed, 3);
    }

    private static void RunAll(int count, Action<int> work)
    {
        Exception thrown = null;
        Thread[] threads = Enumerable.Range(0, count).Select(number => new Thread(() =>
        {
            try
            {
                work(number);
            }
            catch (Exception error)
            {
                thrown = error;
            }
        })).ToArray();
        foreach (Thread each in threads)
        {
            each.Start();
        }
        foreach (Thread each in threads)
        {
            each.Join();
        }
        IsTrue(thrown == null, $"a thread threw {thrown}");
    }
}
