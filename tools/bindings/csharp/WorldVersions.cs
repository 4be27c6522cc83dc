// Versions of worlds: edits, rebases, labels made anew, what an edit would cut off, and what to open.

using System;
using System.Collections.Generic;
using System.Linq;

namespace Overland
{
    /// <summary>The cells to open so that a goal can be reached, and the cost of the path through them.</summary>
    public sealed class Blockers
    {
        public Obstacle[] Cells { get; internal set; }

        /// <summary>Units.</summary>
        public ulong Cost { get; internal set; }
    }

    public sealed unsafe partial class World
    {
        private const ulong Slice = 1 << 20; // expansions in one call, so that a program that ends need not wait

        /// <summary>A new version of the world, after edits in their order. This one stays as it is.</summary>
        public World Apply(params Edit[] edits) => Apply((IEnumerable<Edit>)edits);

        public World Apply(IEnumerable<Edit> edits)
        {
            WorldHandle before = Handle;
            ovl_edit[] made = Structs(edits);
            using (var held = new Held(before))
            fixed (ovl_edit* first = made)
            {
                ovl_fault fault;
                Result result = Native.ovl_world_apply(before, first, (UIntPtr)(uint)made.Length,
                    out WorldHandle version, &fault);
                return Made(result, version, before, fault);
            }
        }

        /// <summary>A new version of this world with what differs between two others: later edits of its parent.
        /// `keep` says whose value stays where both changed the same: this world's, or that of the difference, with
        /// which parent.Rebase(base, fork, Keep.Difference) commits a fork to its parent.</summary>
        public World Rebase(World oldBase, World newBase, Keep keep = Keep.First)
        {
            WorldHandle fork = Handle, before = Check.NotNull(oldBase, nameof(oldBase)).Handle;
            WorldHandle after = Check.NotNull(newBase, nameof(newBase)).Handle;
            using (var held = new Held(fork))
            {
                ovl_fault fault;
                ovl_apply_def def = new ovl_apply_def();
                def.keep = keep;
                Result result = Native.ovl_world_rebase(fork, before, after, &def, out WorldHandle version, &fault);
                return Made(result, version, fork, fault);
            }
        }

        /// <summary>Which units (their indices) edits would cut off from home: they could not reach it any more.
        /// </summary>
        public int[] WhatIf(IEnumerable<Edit> edits, Cell home, Cell[] units, int profile = 0)
        {
            WorldHandle world = Handle;
            ovl_edit[] made = Structs(edits);
            var cut = new int[Check.NotNull(units, nameof(units)).Length];
            UIntPtr needed;
            fixed (ovl_edit* first = made)
            fixed (Cell* cells = units)
            fixed (int* found = cut)
            {
                var question = new ovl_what_if
                {
                    edits = first, edit_count = (UIntPtr)(uint)made.Length, profile = profile, home = home,
                    units = cells, unit_count = (UIntPtr)(uint)units.Length,
                };
                ovl_fault fault;
                Check.Ok(Native.ovl_world_what_if(world, &question, null, (uint*)found,
                    (UIntPtr)(uint)cut.Length, &needed, &fault), fault);
            }
            Array.Resize(ref cut, (int)needed);
            return cut;
        }

        /// <summary>A version whose labels are those of the map as it is now: after many edits paths then are as fast
        /// as after a bake.</summary>
        public World Refresh()
        {
            WorldHandle before = Handle;
            using (var held = new Held(before))
            {
                Check.Ok(Native.ovl_refresh_create(before, null, out RefreshHandle work), default(ovl_fault));
                using (work)
                {
                    for (byte done = 0; done == 0;)
                    {
                        Check.Ok(Native.ovl_refresh_step(work, Slice, &done), Native.ovl_refresh_fault(work));
                    }
                    Result result = Native.ovl_refresh_apply(work, before, out WorldHandle version);
                    Check.Ok(result, Native.ovl_refresh_fault(work));
                    return Made(result, version, before, default(ovl_fault));
                }
            }
        }

        /// <summary>The fewest blocked cells to open so that the goal can be reached; none if it can be. Null if no
        /// opening of cells helps. Takes 42 bytes a cell of the world while it runs.</summary>
        public Blockers FindBlockers(Cell start, Cell goal, int profile = 0)
        {
            WorldHandle world = Handle;
            using (var held = new Held(world))
            {
                ovl_fault fault;
                Check.Ok(Native.ovl_blockers_create(world, profile, null, out BlockersHandle search, &fault), fault);
                using (search)
                {
                    return Found(search, start, goal);
                }
            }
        }

        private static Blockers Found(BlockersHandle search, Cell start, Cell goal)
        {
            Check.Ok(Native.ovl_blockers_begin(search, start, goal), Native.ovl_blockers_fault(search));
            for (byte done = 0; done == 0;)
            {
                Result result = Native.ovl_blockers_step(search, Slice, &done);
                if (result == Result.Unreachable)
                {
                    return null;
                }
                Check.Ok(result, Native.ovl_blockers_fault(search));
            }
            return Answer(search);
        }

        private static Blockers Answer(BlockersHandle search)
        {
            UIntPtr needed;
            ulong cost;
            var found = new Obstacle[0];
            Result result = Native.ovl_blockers_answer(search, null, UIntPtr.Zero, &needed, &cost);
            if (result == Result.MoreRoom)
            {
                found = new Obstacle[(int)needed];
                fixed (Obstacle* first = found)
                {
                    result = Native.ovl_blockers_answer(search, first, needed, &needed, &cost);
                }
            }
            Check.Ok(result, Native.ovl_blockers_fault(search));
            return new Blockers { Cells = found, Cost = cost };
        }

        private ovl_edit[] Structs(IEnumerable<Edit> edits)
        {
            Edit[] all = Check.NotNull(edits, nameof(edits)).ToArray();
            int letter = ofNumbers ? Array.FindIndex(all, each => each.IsLetter) : -1;
            if (letter >= 0)
            {
                throw new ArgumentException($"terrain is '{(char)all[letter].Struct.value}', but this world was " +
                                            "baked of numbers: 0 is blocked", nameof(edits));
            }
            return Array.ConvertAll(all, each => each.Struct);
        }

        /// <summary>A version of another one, whose file it reads too. The caller holds that one, so that its
        /// memory is still there.</summary>
        private World Made(Result result, WorldHandle version, WorldHandle before, ovl_fault fault)
        {
            Check.Ok(result, fault);
            version.Keep(before.Memory);
            return new World(version, ofNumbers);
        }
    }
}
