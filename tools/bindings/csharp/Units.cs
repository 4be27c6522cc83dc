// Many units that never share a cell.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;

namespace Overland
{
    /// <summary>A unit. Result says why its goal is unreachable; Waited is ticks without coming nearer.</summary>
    public struct UnitInfo
    {
        /// <summary>Where it stands, or where its step or link leads.</summary>
        public Cell Cell { get; internal set; }

        /// <summary>Where the step or link began on which it was in the last tick; else Cell.</summary>
        public Cell From { get; internal set; }
        public Cell Next { get; internal set; }
        public Cell Goal { get; internal set; }
        public UnitState State { get; internal set; }
        public Result Result { get; internal set; }
        public int Profile { get; internal set; }
        public byte Side { get; internal set; }
        public byte Priority { get; internal set; }
        public uint Waited { get; internal set; }

        /// <summary>1/256 straight steps a tick.</summary>
        public int Speed { get; internal set; }

        /// <summary>It is on a link, on no cell of the ground.</summary>
        public bool OnLink { get; internal set; }

        /// <summary>Where to draw it, in 1/256 cells.</summary>
        public long X { get; internal set; }
        public long Y { get; internal set; }
    }

    /// <summary>How the units of an order walk and stand. All zero: as Send does.</summary>
    public sealed class OrderSettings
    {
        public Formation Formation { get; set; }

        /// <summary>Free cells between the bodies of a formation.</summary>
        public int Spacing { get; set; }

        /// <summary>Direction of the front, 1 to 8 clockwise from east; 0: as they come.</summary>
        public int Facing { get; set; }

        /// <summary>Units in a rank; 0: as the formation says.</summary>
        public int Abreast { get; set; }

        /// <summary>Of Formation.Own: of each unit, x ahead of the place, y to the right of it.</summary>
        public Cell[] Offsets { get; set; }

        /// <summary>If no unit can stand on the place: the cell nearest to it.</summary>
        public bool Nearest { get; set; }

        /// <summary>None is faster than the slowest of them is at the order.</summary>
        public bool KeepPace { get; set; }

        /// <summary>All take the way of the largest body.</summary>
        public bool OneWay { get; set; }

        /// <summary>All arrive at about the same time.</summary>
        public bool Together { get; set; }
    }

    /// <summary>Units that walk in a world: Add, Send, and Tick in each tick of the game. Units are numbers. After
    /// an edit: units.World = the new version. The same calls give the same hash on every machine.</summary>
    public sealed unsafe partial class Units : NativeObject
    {
        private readonly object gate = new object();
        private World world;

        /// <summary>Room for so many units; `flows` flow fields are shared by units that are sent together, 0 for
        /// four, -1 for none.
        /// groundSlows: steps over ground of a greater weight take longer.</summary>
        public Units(World world, int capacity = 1024, int flows = 0, bool groundSlows = false)
            : base(Create(Check.NotNull(world, nameof(world)), capacity, flows, groundSlows))
        {
            this.world = world;
        }

        /// <summary>The world, or a version of it, in which they walk.</summary>
        public World World
        {
            get => world;
            set => world = Check.NotNull(value, nameof(value));
        }

        internal Units(UnitsHandle handle, World world) : base(handle)
        {
            this.world = world;
        }

        private UnitsHandle Handle => (UnitsHandle)Open();

        /// <summary>The number of units.</summary>
        public int Count
        {
            get
            {
                UnitsHandle units = Handle;
                lock (gate)
                {
                    return (int)Native.ovl_units_count(units).units;
                }
            }
        }

        private static UnitsHandle Create(World world, int capacity, int flows, bool groundSlows)
        {
            using (var held = new Held(world.Handle))
            {
                var request = new ovl_units_def { world = world.Handle.DangerousGetHandle() };
                request.capacity = capacity;
                request.flows = flows;
                request.ground_slows = (byte)(groundSlows ? 1 : 0);
                ovl_fault fault;
                Check.Ok(Native.ovl_units_create(&request, out UnitsHandle units, &fault), fault);
                return units;
            }
        }

        private static void Checked(UnitsHandle units, Result result, Cell place = default(Cell))
        {
            string about = result == Result.GoalBlocked ? $"place {place.X},{place.Y}" : null;
            Check.Ok(result, Native.ovl_units_fault(units), about);
        }

        /// <summary>Adds a unit without a goal, and returns its number. Speed: 1/256 straight steps a tick.</summary>
        public uint Add(Cell cell, int profile = 0, byte side = 0, byte priority = 0, ushort speed = 256,
            UnitHold hold = UnitHold.None)
        {
            UnitsHandle units = Handle;
            WorldHandle version = World.Handle;
            lock (gate)
            using (var held = new Held(units))
            using (var walked = new Held(version))
            {
                units.Keep(version);
                var request = new ovl_unit_def { cell = cell, profile = profile, side = side, priority = priority };
                request.speed = speed;
                request.hold = (byte)hold;
                uint unit;
                Checked(units, Native.ovl_unit_add(units, version, &request, &unit));
                return unit;
            }
        }

        public void Remove(uint unit)
        {
            UnitsHandle units = Handle;
            lock (gate)
            using (var held = new Held(units))
            {
                Checked(units, Native.ovl_unit_remove(units, unit));
            }
        }

        /// <summary>Sends a unit to a cell.</summary>
        public void Send(uint unit, Cell goal)
        {
            UnitsHandle units = Handle;
            lock (gate)
            using (var held = new Held(units))
            {
                Checked(units, Native.ovl_unit_send(units, unit, goal));
            }
        }

        /// <summary>Sends many units to a place: each gets a goal of its own near it.</summary>
        public void Send(IEnumerable<uint> sent, Cell place) => Send(Check.NotNull(sent, nameof(sent)).ToArray(), place);

        public void Send(uint[] sent, Cell place) => Send(sent, 0, Check.NotNull(sent, nameof(sent)).Length, place);

        /// <summary>The same for a part of an array.</summary>
        public void Send(uint[] sent, int offset, int count, Cell place)
        {
            Check.Part(sent, offset, count, nameof(sent));
            fixed (uint* first = sent)
            {
                Send(first + offset, count, place);
            }
        }

        private void Send(uint* sent, int count, Cell place)
        {
            UnitsHandle units = Handle;
            WorldHandle version = World.Handle;
            lock (gate)
            using (var held = new Held(units))
            using (var walked = new Held(version))
            {
                units.Keep(version);
                Checked(units, Native.ovl_units_send(units, version, sent, (UIntPtr)(uint)count, place), place);
            }
        }

        /// <summary>Sends many units to a place, where they stand in a formation.</summary>
        public void Order(uint[] sent, Cell place, OrderSettings settings)
        {
            UnitsHandle units = Handle;
            WorldHandle version = World.Handle;
            Check.NotNull(sent, nameof(sent));
            Check.NotNull(settings, nameof(settings));
            if (settings.Offsets != null && settings.Offsets.Length != sent.Length)
            {
                throw new ArgumentException($"{settings.Offsets.Length} offsets for {sent.Length} units");
            }
            lock (gate)
            using (var held = new Held(units))
            using (var walked = new Held(version))
            {
                units.Keep(version);
                fixed (uint* first = sent)
                fixed (Cell* offsets = settings.Offsets)
                {
                    var order = new ovl_order
                    {
                        place = place, formation = settings.Formation, spacing = settings.Spacing,
                        facing = settings.Facing, abreast = settings.Abreast, offsets = offsets,
                        nearest = (byte)(settings.Nearest ? 1 : 0), keep_pace = (byte)(settings.KeepPace ? 1 : 0),
                        one_way = (byte)(settings.OneWay ? 1 : 0), together = (byte)(settings.Together ? 1 : 0),
                    };
                    Checked(units, Native.ovl_units_order(units, version, first, (UIntPtr)(uint)sent.Length, &order), place);
                }
            }
        }

        /// <summary>Sets a unit's speed, in 1/256 straight steps a tick, 1 to 256, from its next step on.</summary>
        public void SetSpeed(uint unit, ushort speed)
        {
            UnitsHandle units = Handle;
            lock (gate)
            using (var held = new Held(units))
            {
                Checked(units, Native.ovl_unit_set_speed(units, unit, speed));
            }
        }

        /// <summary>Sets for whom a unit stands fast: it is not pushed aside by them.</summary>
        public void SetHold(uint unit, UnitHold hold)
        {
            UnitsHandle units = Handle;
            lock (gate)
            using (var held = new Held(units))
            {
                Checked(units, Native.ovl_unit_set_hold(units, unit, hold));
            }
        }

        /// <summary>Makes two sides enemies, which do not push each other aside, or ends that.</summary>
        public void SetEnemies(byte side, byte other, bool enemies = true)
        {
            UnitsHandle units = Handle;
            lock (gate)
            {
                Native.ovl_units_set_enemies(units, side, other, (byte)(enemies ? 1 : 0));
            }
        }

        /// <summary>Makes room for so many units at once on a link, off the ground: a lift, a ferry; 0: as any
        /// link.</summary>
        public void SetLinkRoom(uint link, uint room)
        {
            UnitsHandle units = Handle;
            lock (gate)
            using (var held = new Held(units))
            {
                Checked(units, Native.ovl_units_set_link_room(units, link, room));
            }
        }

        /// <summary>Cancels a unit's order.</summary>
        public void Stop(uint unit)
        {
            UnitsHandle units = Handle;
            lock (gate)
            using (var held = new Held(units))
            {
                Checked(units, Native.ovl_unit_stop(units, unit));
            }
        }

        /// <summary>Plans for at most `budget` expansions, then moves; returns the moves in their order.</summary>
        public UnitMove[] Tick(ulong budget = 20000)
        {
            var moves = new UnitMove[0];
            int count = Tick(budget, ref moves);
            Array.Resize(ref moves, count);
            return moves;
        }

        /// <summary>The same into an array that is kept from tick to tick, and replaced if there are more moves than
        /// it holds: nothing is lost, and nothing allocated in most ticks. Returns their number.</summary>
        public int Tick(ulong budget, ref UnitMove[] moves)
        {
            UnitsHandle units = Handle;
            WorldHandle version = World.Handle;
            lock (gate) // of another thread's tick the moves would be others
            using (var held = new Held(units))
            using (var walked = new Held(version))
            {
                units.Keep(version);
                Checked(units, Native.ovl_units_tick(units, version, budget, null));
                UIntPtr length;
                UnitMove* made = Native.ovl_units_moves(units, &length);
                int count = (int)length;
                if (moves == null || moves.Length < count)
                {
                    moves = new UnitMove[Math.Max(count, 2 * (moves?.Length ?? 0))];
                }
                for (int i = 0; i < count; i++)
                {
                    moves[i] = made[i];
                }
                return count;
            }
        }

        /// <summary>A unit's cell, state and goal; KeyNotFoundException if there is none with this number.</summary>
        public UnitInfo Info(uint unit)
        {
            UnitsHandle units = Handle;
            ovl_unit_info found;
            lock (gate)
            {
                if (Native.ovl_unit_describe(units, unit, &found) == 0)
                {
                    throw new KeyNotFoundException($"there is no unit {unit}");
                }
            }
            return new UnitInfo
            {
                Cell = found.cell, Next = found.next, Goal = found.goal, State = found.state,
                Result = found.result, Profile = found.profile, Side = found.side, Priority = found.priority,
                Waited = found.waited, From = found.from, Speed = found.speed, OnLink = found.on_link != 0,
                X = found.x, Y = found.y,
            };
        }

        /// <summary>The numbers of all units.</summary>
        public uint[] List()
        {
            UnitsHandle units = Handle;
            lock (gate)
            {
                var found = new uint[Count];
                fixed (uint* first = found)
                {
                    Native.ovl_units_list(units, first, (UIntPtr)(uint)found.Length);
                }
                return found;
            }
        }

        /// <summary>Where each unit stands.</summary>
        public Dictionary<uint, Cell> Positions()
        {
            lock (gate)
            {
                return List().ToDictionary(unit => unit, unit => Info(unit).Cell);
            }
        }

        /// <summary>The unit on a cell; null if there is none.</summary>
        public uint? At(Cell cell)
        {
            UnitsHandle units = Handle;
            lock (gate)
            {
                uint found = Native.ovl_units_at(units, cell);
                return found == Native.NO_UNIT ? (uint?)null : found;
            }
        }

        /// <summary>A snapshot of the units, for Restore, rollback and saved games; the same bytes on every
        /// machine.</summary>
        public byte[] Save()
        {
            UnitsHandle units = Handle;
            lock (gate)
            {
                var saved = new byte[(int)Native.ovl_units_save_bytes(units)];
                UIntPtr used;
                fixed (byte* first = saved)
                {
                    Checked(units, Native.ovl_units_save(units, (IntPtr)first, (UIntPtr)(uint)saved.Length, &used));
                }
                Array.Resize(ref saved, (int)used);
                return saved;
            }
        }

        /// <summary>Makes the units what they were when these or others of the same world and flows were saved;
        /// their numbers are the same. `versions` are those in which they were planning, beside World. After an
        /// error they are as before.</summary>
        public void Restore(byte[] snapshot, params World[] versions)
        {
            UnitsHandle units = Handle;
            Check.NotNull(snapshot, nameof(snapshot));
            Check.NotNull(versions, nameof(versions));
            WorldHandle[] worlds = versions.Append(World).Select(each => Check.NotNull(each, "version").Handle).ToArray();
            lock (gate)
            using (var held = new Held(units))
            {
                Held[] walked = worlds.Select(each => new Held(each)).ToArray();
                try
                {
                    foreach (WorldHandle each in worlds)
                    {
                        units.Keep(each);
                    }
                    ovl_find_world_fn find = (user, identity) => worlds
                        .Where(each => IdentityOf(each) == identity)
                        .Select(each => each.DangerousGetHandle()).FirstOrDefault();
                    fixed (byte* first = snapshot)
                    {
                        Checked(units, Native.ovl_units_restore(units, (IntPtr)first, (UIntPtr)(uint)snapshot.Length,
                            Marshal.GetFunctionPointerForDelegate(find), IntPtr.Zero));
                    }
                    GC.KeepAlive(find);
                }
                finally
                {
                    foreach (Held each in walked)
                    {
                        each.Dispose();
                    }
                }
            }
        }

        private static ulong IdentityOf(WorldHandle world)
        {
            ovl_version_info about;
            Native.ovl_world_version(world, &about);
            return about.identity;
        }

        /// <summary>A hash of all that determines what the units will do, for lockstep.</summary>
        public ulong Hash
        {
            get
            {
                UnitsHandle units = Handle;
                lock (gate)
                {
                    return Native.ovl_units_hash(units);
                }
            }
        }
    }
}
