// Worlds: baked, opened, saved and described. Edits and versions are in WorldVersions.cs.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace Overland
{
    /// <summary>How a map is baked. What is 0 or null is left to the library.</summary>
    public sealed class BakeSettings
    {
        /// <summary>The weights of the one profile; null: those of the map (see Map).</summary>
        public Weights Weights { get; set; }

        public Corners Corners { get; set; } = Corners.Strict;

        /// <summary>Several profiles, which replace Weights and Corners.</summary>
        public IReadOnlyList<Profile> Profiles { get; set; }

        public IReadOnlyList<Link> Links { get; set; }

        /// <summary>A link may end on a blocked cell, and is unused until an edit opens it.</summary>
        public bool BlockedLinks { get; set; }

        public IReadOnlyList<Place> Places { get; set; }

        public int RegionCells { get; set; }

        public int SpacingCells { get; set; }

        /// <summary>The most bytes a cell for labels; 0: none.</summary>
        public int? LabelBytesPerCell { get; set; }

        public Overlays Overlays { get; set; } = Overlays.Auto;

        /// <summary>null: that of the map.</summary>
        public Topology? Topology { get; set; }

        /// <summary>The upper left cell of each floor; null: that of the map.</summary>
        public Cell? Origin { get; set; }

        /// <summary>1 to 64.</summary>
        public int Threads { get; set; } = 1;

        /// <summary>Called with (done, total); false stops the bake: OverlandException with Result.Stopped.</summary>
        public Func<ulong, ulong, bool> Progress { get; set; }
    }

    /// <summary>A map baked for its profiles. It never changes: an edit makes a new one, which shares memory with
    /// it. Any number of threads may use it.</summary>
    public sealed unsafe partial class World : NativeObject
    {
        private bool ofNumbers; // baked of numbers, so that a letter is no terrain of it

        private bool ofKnownLetters; // and weights name no others

        private World(WorldHandle handle, bool ofNumbers = false, bool ofKnownLetters = false) : base(handle)
        {
            this.ofNumbers = ofNumbers;
            this.ofKnownLetters = ofKnownLetters;
        }

        internal WorldHandle Handle => (WorldHandle)Open();

        internal static World Of(WorldHandle handle) => new World(handle);

        // ---- Making, opening, saving ----

        public static World Bake(Map map, BakeSettings settings = null) =>
            Bake(new[] { Check.NotNull(map, nameof(map)) }, settings);

        /// <summary>Bakes several maps as the floors of one world.</summary>
        public static World Bake(IReadOnlyList<Map> floors, BakeSettings settings = null)
        {
            settings = settings ?? new BakeSettings();
            int threads = (int)Check.Within(nameof(settings.Threads), settings.Threads, 1, 64);
            if (Check.NotNull(floors, nameof(floors)).Count == 0 || floors.Contains(null))
            {
                throw new ArgumentException("a world has at least one floor, and none of them is null", nameof(floors));
            }
            Library.Load();
            using (var memory = new BakeMemory(floors, settings))
            using (var calls = new Calls(settings.Progress, threads))
            {
                ovl_bake_def request = memory.Request(settings);
                ovl_jobs jobs = calls.Jobs;
                request.jobs = threads > 1 ? &jobs : null;
                request.progress = settings.Progress == null ? IntPtr.Zero : Calls.Progress;
                request.progress_user = calls.User;
                ovl_fault fault;
                Result result = Native.ovl_world_bake(&request, out WorldHandle world, &fault);
                calls.Finish();
                Check.Ok(result, fault, memory.LinkAtFault(fault));
                bool isPlain = settings.Weights == null && settings.Profiles == null;
                return new World(world, isPlain && !floors.Any(floor => floor.IsText), isPlain && floors[0].IsText);
            }
        }

        /// <summary>Opens a world file, which is mapped and must not change until all versions of the world are
        /// closed. checkAll false: each part is checked when it is first used, so that it opens at once.</summary>
        public static World Open(string path, bool checkAll = true)
        {
            Library.Load();
            return Opened(FileMemory.Map(Check.NotNull(path, nameof(path))), checkAll, path);
        }

        /// <summary>Opens the bytes of a world file, in place if its first byte lies at a multiple of 8.</summary>
        public static World Open(byte[] bytes, bool checkAll = true) =>
            Open(bytes, 0, Check.NotNull(bytes, nameof(bytes)).Length, checkAll);

        public static World Open(byte[] bytes, int offset, int count, bool checkAll = true)
        {
            Check.Part(bytes, offset, count, nameof(bytes));
            Library.Load();
            return Opened(FileMemory.Pin(bytes, offset, count), checkAll, null);
        }

        private static World Opened(FileMemory memory, bool checkAll, string about)
        {
            try
            {
                if (memory.Length >= 5 && Enumerable.Range(0, 5).All(i => memory.Address[i] == "type "[i]))
                {
                    throw new OverlandException(Result.NotAWorld, default(ovl_fault), "this is a map: World.Bake(Map.Load(path))");
                }
                ovl_open_def request = new ovl_open_def();
                request.bytes = (IntPtr)memory.Address;
                request.byte_count = (ulong)memory.Length;
                request.check_all = (byte)(checkAll ? 1 : 0);
                ovl_fault fault;
                Check.Ok(Native.ovl_world_open_def(&request, out WorldHandle world, &fault), fault, about);
                world.Keep(memory);
                return new World(world);
            }
            finally
            {
                memory.Release();
            }
        }

        /// <summary>Writes the world file, beside its place first. A file that was there is replaced at the end,
        /// and so is a symbolic link.</summary>
        public void Save(string path)
        {
            string beside = $"{Check.NotNull(path, nameof(path))}.tmp-{Guid.NewGuid():N}";
            try
            {
                using (var file = new FileStream(beside, FileMode.CreateNew, FileAccess.Write))
                {
                    Save(file);
                    file.Flush(true);
                }
                if (File.Exists(path))
                {
                    File.Replace(beside, path, null);
                }
                else
                {
                    File.Move(beside, path);
                }
            }
            catch
            {
                File.Delete(beside);
                throw;
            }
        }

        /// <summary>Writes the bytes of the world file.</summary>
        public void Save(Stream stream)
        {
            Check.NotNull(stream, nameof(stream));
            Api.WorldSave(this, new Api.SaveDef
            {
                Write = bytes =>
                {
                    stream.Write(bytes, 0, bytes.Length);
                    return true;
                },
            });
        }

        /// <summary>The bytes of the world file.</summary>
        public byte[] ToBytes()
        {
            using (var stream = new MemoryStream())
            {
                Save(stream);
                return stream.ToArray();
            }
        }

        public override string ToString() => IsDisposed ? "world, closed" : $"world of {Floor(0).Width} x {Floor(0).Height} cells";

        // ---- What it holds ----

        /// <summary>What it holds; what depends on a profile is that of the first.</summary>
        public Api.WorldInfo Describe() => Api.WorldDescribe(this);

        /// <summary>The names of its profiles.</summary>
        public IReadOnlyList<string> Profiles =>
            Enumerable.Range(0, Describe().Profiles).Select(each => Api.WorldProfile(this, each).Def.Name).ToArray();

        /// <summary>Its identity, and the number of edits and refreshes since the bake or opening.</summary>
        public Api.VersionInfo Version() => Api.WorldVersion(this);

        /// <summary>The number of a profile by its name.</summary>
        public int FindProfile(string name)
        {
            int found = Api.WorldFindProfile(this, Check.NotNull(name, nameof(name)));
            if (found < 0)
            {
                throw new KeyNotFoundException($"there is no profile '{name}'; there are {string.Join(", ", Profiles)}");
            }
            return found;
        }

        private Api.FloorInfo Floor(int floor) => Api.WorldFloor(this, floor) ?? throw new ArgumentOutOfRangeException(
            nameof(floor), $"there is no floor {floor}; the world has {Describe().Floors}");

        /// <summary>Its named places, in the order of the bake.</summary>
        public IReadOnlyList<Place> Places
        {
            get
            {
                var found = new List<Place>();
                for (Api.Place each; (each = Api.WorldPlace(this, found.Count)) != null;)
                {
                    found.Add(new Place(each.Name, each.Cell, each.Width, each.Height));
                }
                return found;
            }
        }

        /// <summary>The terrain of all cells of a floor, row by row.</summary>
        public byte[] ReadTerrain(int floor = 0)
        {
            Api.FloorInfo size = Floor(floor);
            var found = new byte[(long)size.Width * size.Height];
            ReadTerrain(size.Corner, size.Width, size.Height, found, 0);
            return found;
        }

        /// <summary>The terrain of a rectangle into an array, row by row, from an offset on.</summary>
        public void ReadTerrain(Cell corner, int width, int height, byte[] terrain, int offset)
        {
            Check.Part(terrain, offset, 0, nameof(terrain));
            fixed (byte* start = terrain)
            {
                ReadTerrain(corner, width, height, start + offset, terrain.Length - offset);
            }
        }

        private void ReadTerrain(Cell corner, int width, int height, byte* terrain, int room)
        {
            Check.Room(nameof(terrain), room, Math.Max(0, (long)width * height));
            ovl_fault fault;
            Check.Ok(Native.ovl_world_read_terrain(Handle, corner, width, height, terrain,
                (UIntPtr)(uint)Math.Max(0, width), &fault), fault);
        }

        /// <summary>A property of all cells of a floor, row by row.</summary>
        public uint[] ReadCells(Cells kind, int floor = 0, int profile = 0)
        {
            Api.FloorInfo size = Floor(floor);
            var found = new uint[(long)size.Width * size.Height];
            ReadCells(kind, size.Corner, size.Width, size.Height, found, 0, profile);
            return found;
        }

        /// <summary>A property of a rectangle of cells into an array, row by row, from an offset on.</summary>
        public void ReadCells(Cells kind, Cell corner, int width, int height, uint[] values, int offset, int profile = 0)
        {
            Check.Part(values, offset, 0, nameof(values));
            fixed (uint* start = values)
            {
                ReadCells(kind, corner, width, height, start + offset, values.Length - offset, profile);
            }
        }

        private void ReadCells(Cells kind, Cell corner, int width, int height, uint* values, int room, int profile)
        {
            Check.Room(nameof(values), room, Math.Max(0, (long)width * height));
            ovl_fault fault;
            Check.Ok(Native.ovl_world_read_cells(Handle, profile, kind, corner, width, height, values,
                (UIntPtr)(uint)Math.Max(0, width), &fault), fault);
        }

        public ushort Height(Cell cell) => Native.ovl_world_height(Handle, cell);

        public byte Terrain(Cell cell) => Native.ovl_world_terrain(Handle, cell);

        /// <summary>The weight of a position in eighths, with its extra cost; 0: the profile can't stand there.</summary>
        public byte Weight(Cell cell, int profile = 0) => Native.ovl_world_weight(Handle, profile, cell);

        /// <summary>The island of a cell; cells of one island reach each other. 0: blocked or outside.</summary>
        public uint Island(Cell cell, int profile = 0) => Native.ovl_world_island(Handle, profile, cell);
    }
}
