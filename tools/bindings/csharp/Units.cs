// Many units that never share a cell.

using System;
using System.Collections.Generic;
using System.Linq;

namespace Overland
{
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
        private readonly List<Flow> lent = new List<Flow>(); // until the units change
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
                lock (gate)
                {
                    return (int)Api.UnitsCount(this).Units;
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

        internal Flow Lend(FlowHandle flow)
        {
            lent.Add(new Flow(flow, null));
            return lent[lent.Count - 1];
        }

        internal void EndLoans()
        {
            lent.ForEach(each => each.Dispose());
            lent.Clear();
        }

        /// <summary>What a call returns; throws also where its answer is no.</summary>
        private T Did<T>(Func<T> call, Cell? place = null)
        {
            lock (gate)
            {
                T found = call();
                if (Api.Outcome != Result.Ok)
                {
                    Check.Ok(Api.Outcome, Native.ovl_units_fault(Handle), About(Api.Outcome, place));
                }
                return found;
            }
        }

        private static string About(Result result, Cell? place) =>
            result == Result.GoalBlocked && place != null ? $"place {place.Value}" : null;

        /// <summary>Adds a unit without a goal, and returns its number. Speed: 1/256 straight steps a tick.</summary>
        public uint Add(Cell cell, int profile = 0, byte side = 0, byte priority = 0, ushort speed = 256,
            UnitHold hold = UnitHold.None) => Did(() => Api.UnitAdd(this, World, new Api.UnitDef
            {
                Cell = cell, Profile = profile, Side = side, Priority = priority, Speed = speed, Hold = (byte)hold,
            })).Value;

        public void Remove(uint unit) => Did(() => Api.UnitRemove(this, unit));

        /// <summary>Sends a unit to a cell.</summary>
        public void Send(uint unit, Cell goal) => Did(() => Api.UnitSend(this, unit, goal));

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
                EndLoans();
                Result result = Native.ovl_units_send(units, version, sent, (UIntPtr)(uint)count, place);
                Check.Ok(result, Native.ovl_units_fault(units), About(result, place));
            }
        }

        /// <summary>Sends many units to a place, where they stand in a formation.</summary>
        public void Order(uint[] sent, Cell place, OrderSettings settings)
        {
            Check.NotNull(settings, nameof(settings));
            Did(() => Api.UnitsOrder(this, World, sent, new Api.Order
            {
                Place = place, Formation = settings.Formation, Spacing = settings.Spacing, Facing = settings.Facing,
                Abreast = settings.Abreast, Offsets = settings.Offsets, Nearest = settings.Nearest,
                KeepPace = settings.KeepPace, OneWay = settings.OneWay, Together = settings.Together,
            }), place);
        }

        /// <summary>Sets a unit's speed, in 1/256 straight steps a tick, 1 to 256, from its next step on.</summary>
        public void SetSpeed(uint unit, ushort speed) => Did(() => Api.UnitSetSpeed(this, unit, speed));

        /// <summary>Sets for whom a unit stands fast: it is not pushed aside by them.</summary>
        public void SetHold(uint unit, UnitHold hold) => Did(() => Api.UnitSetHold(this, unit, hold));

        /// <summary>Makes two sides enemies, which do not push each other aside, or ends that.</summary>
        public void SetEnemies(byte side, byte other, bool enemies = true)
        {
            lock (gate)
            {
                Api.UnitsSetEnemies(this, side, other, enemies);
            }
        }

        /// <summary>Makes room for so many units at once on a link, off the ground: a lift, a ferry; 0: as any
        /// link.</summary>
        public void SetLinkRoom(uint link, uint room) => Did(() => Api.UnitsSetLinkRoom(this, link, room));

        /// <summary>Cancels a unit's order.</summary>
        public void Stop(uint unit) => Did(() => Api.UnitStop(this, unit));

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
                EndLoans();
                Check.Ok(Native.ovl_units_tick(units, version, budget, null), Native.ovl_units_fault(units));
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

        /// <summary>A unit; null if there is none with this number. Cell is where it stands, or where its step or link
        /// leads that began at From; X and Y, in 1/256 cells, are where to draw it.</summary>
        public Api.UnitInfo Describe(uint unit)
        {
            lock (gate)
            {
                return Api.UnitDescribe(this, unit);
            }
        }

        /// <summary>The numbers of all units.</summary>
        public uint[] List()
        {
            lock (gate)
            {
                return Api.UnitsList(this);
            }
        }

        /// <summary>Where each unit stands.</summary>
        public Dictionary<uint, Cell> Positions()
        {
            lock (gate)
            {
                return List().ToDictionary(unit => unit, unit => Describe(unit).Cell);
            }
        }

        /// <summary>The unit on a cell; null if there is none.</summary>
        public uint? At(Cell cell)
        {
            lock (gate)
            {
                uint found = Api.UnitsAt(this, cell);
                return found == Native.NO_UNIT ? (uint?)null : found;
            }
        }

        /// <summary>A snapshot of the units, for Restore, rollback and saved games; the same bytes on every
        /// machine.</summary>
        public byte[] Save() => Did(() => Api.UnitsSave(this));

        /// <summary>Makes the units what they were when these or others of the same world and flows were saved;
        /// their numbers are the same. `versions` are those in which they were planning, beside World. After an
        /// error they are as before.</summary>
        public void Restore(byte[] snapshot, params World[] versions)
        {
            Check.NotNull(snapshot, nameof(snapshot));
            var worlds = new Dictionary<ulong, World>();
            foreach (World each in Check.NotNull(versions, nameof(versions)).Append(World))
            {
                worlds[each.Version().Identity] = each;
            }
            Did(() => Api.UnitsRestore(this, snapshot,
                identity => worlds.TryGetValue(identity, out World found) ? found : null));
            foreach (World each in worlds.Values) // which the units go on to read
            {
                Handle.Keep(each.Handle);
            }
        }

        /// <summary>A hash of all that determines what the units will do, for lockstep.</summary>
        public ulong Hash()
        {
            lock (gate)
            {
                return Api.UnitsHash(this);
            }
        }
    }
}
