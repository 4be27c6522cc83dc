// The calls that take spans, where the framework has them: .NET Standard 2.1, .NET, and
// mono with OVERLAND_SPANS defined. All others have arrays with an offset and a count.
#if NETSTANDARD2_1 || NETSTANDARD2_1_OR_GREATER || NETCOREAPP || NET_STANDARD_2_1 || OVERLAND_SPANS

using System;
using System.Runtime.InteropServices;

namespace Overland
{
    public sealed unsafe partial class World
    {
        /// <summary>Opens a copy of the bytes of a world file.</summary>
        public static World Open(ReadOnlySpan<byte> bytes, bool checkAll = true)
        {
            Library.Load();
            fixed (byte* first = &MemoryMarshal.GetReference(bytes))
            {
                return Opened(FileMemory.Copy(first, bytes.Length), checkAll, null);
            }
        }

        /// <summary>The terrain of a rectangle, row by row.</summary>
        public void ReadTerrain(Cell corner, int width, int height, Span<byte> terrain)
        {
            fixed (byte* first = &MemoryMarshal.GetReference(terrain))
            {
                ReadTerrain(corner, width, height, first, terrain.Length);
            }
        }

        /// <summary>A property of a rectangle of cells, row by row.</summary>
        public void ReadCells(Cells kind, Cell corner, int width, int height, Span<uint> values, int profile = 0)
        {
            fixed (uint* first = &MemoryMarshal.GetReference(values))
            {
                ReadCells(kind, corner, width, height, first, values.Length, profile);
            }
        }
    }

    public sealed unsafe partial class Planner
    {
        /// <summary>Finds a path without any memory of its own: returns its number of points, 0 where there is no
        /// path. ArgumentException if they do not fit.</summary>
        public int FindPath(Cell start, Goal goal, Span<Cell> points, QuerySettings settings = null)
        {
            fixed (Cell* first = &MemoryMarshal.GetReference(points))
            {
                return FindPath(start, goal, first, points.Length, settings);
            }
        }

        /// <summary>The costs from the start to many cells; Cost.None: it can't be reached.</summary>
        public void FindCosts(Cell start, ReadOnlySpan<Cell> goals, Span<ulong> costs, int profile = 0)
        {
            Check.Room(nameof(costs), costs.Length, goals.Length);
            fixed (Cell* cells = &MemoryMarshal.GetReference(goals))
            fixed (ulong* found = &MemoryMarshal.GetReference(costs))
            {
                FindCosts(start, cells, goals.Length, found, profile);
            }
        }

        /// <summary>The cells within a budget of units, as many as fit; returns how many there are.</summary>
        public int FindRange(Cell start, ulong budget, Span<ReachedCell> reached, int profile = 0)
        {
            fixed (ReachedCell* first = &MemoryMarshal.GetReference(reached))
            {
                return FindRange(start, budget, first, reached.Length, profile);
            }
        }
    }

    public sealed unsafe partial class Units
    {
        /// <summary>Sends many units to a place: each gets a goal of its own near it.</summary>
        public void Send(ReadOnlySpan<uint> sent, Cell place)
        {
            fixed (uint* first = &MemoryMarshal.GetReference(sent))
            {
                Send(first, sent.Length, place);
            }
        }
    }

    public sealed unsafe partial class Flow
    {
        /// <summary>Makes ready what the steps from these cells need; true if all of it is.</summary>
        public bool Prepare(ReadOnlySpan<Cell> cells, ulong budget)
        {
            fixed (Cell* first = &MemoryMarshal.GetReference(cells))
            {
                return Prepare(first, cells.Length, budget);
            }
        }
    }
}

#endif
