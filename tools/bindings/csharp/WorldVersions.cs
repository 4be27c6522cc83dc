// Versions of worlds: edits, rebases, labels made anew, what an edit would cut off, and what to open.

using System;
using System.Collections.Generic;
using System.Linq;

namespace Overland
{
    public sealed partial class World
    {
        private const ulong Slice = 1 << 20; // expansions in one call, so that a program that ends need not wait

        /// <summary>A new version of the world, after edits in their order. This one stays as it is.</summary>
        public World Apply(params Edit[] edits) => Apply((IEnumerable<Edit>)edits);

        public World Apply(IEnumerable<Edit> edits) => Made(Api.WorldApply(this, Fields(edits)));

        /// <summary>A new version of this world with what differs between two others: later edits of its parent.
        /// `keep` says whose value stays where both changed the same: this world's, or that of the difference, with
        /// which parent.Rebase(base, fork, Keep.Difference) commits a fork to its parent.</summary>
        public World Rebase(World oldBase, World newBase, Keep keep = Keep.First) =>
            Made(Api.WorldRebase(this, oldBase, newBase, new Api.ApplyDef { Keep = keep }));

        /// <summary>Which units (their indices) edits would cut off from home: they could not reach it any more.
        /// </summary>
        public int[] WhatIf(IEnumerable<Edit> edits, Cell home, Cell[] units, int profile = 0)
        {
            var question = new Api.WhatIf { Edits = Fields(edits), Profile = profile, Home = home, Units = units };
            return Array.ConvertAll(Api.WorldWhatIf(this, question, null), each => (int)each);
        }

        /// <summary>A version whose labels are those of the map as it is now: after many edits paths then are as fast
        /// as after a bake.</summary>
        public World Refresh()
        {
            using (Api.Refresh work = Api.RefreshCreate(this))
            {
                while (Api.RefreshStep(work, Slice) == false)
                {
                }
                return Made(Api.RefreshApply(work, this));
            }
        }

        /// <summary>The fewest blocked cells to open so that the goal can be reached, and the cost of the path through
        /// them, in units; no cells if it can be. Null if no opening of cells helps. Takes 42 bytes a cell of the world
        /// while it runs.</summary>
        public (Obstacle[], ulong)? Blockers(Cell start, Cell goal, int profile = 0)
        {
            using (Api.Blockers search = Api.BlockersCreate(this, profile))
            {
                Api.BlockersBegin(search, start, goal);
                bool? done = false;
                while (done == false) // null: the answer is no
                {
                    done = Api.BlockersStep(search, Slice);
                }
                return done == null ? null : Api.BlockersAnswer(search);
            }
        }

        private Api.Edit[] Fields(IEnumerable<Edit> edits)
        {
            Edit[] all = Check.NotNull(edits, nameof(edits)).ToArray();
            int letter = ofNumbers ? Array.FindIndex(all, each => each.IsLetter) : -1;
            if (letter >= 0)
            {
                throw new ArgumentException($"terrain is '{(char)all[letter].Fields.Value}', but this world was " +
                                            "baked of numbers: 0 is blocked", nameof(edits));
            }
            int other = ofKnownLetters ? Array.FindIndex(all, each => each.IsOtherThan(Map.Letters)) : -1;
            if (other >= 0)
            {
                throw new ArgumentException($"terrain is {all[other].Terrain}; the letters of this world are {Map.Letters}", nameof(edits));
            }
            return Array.ConvertAll(all, each => each.Fields);
        }

        private World Made(World version)
        {
            version.ofNumbers = ofNumbers;
            version.ofKnownLetters = ofKnownLetters;
            return version;
        }
    }
}
