// Plain values that the library reads and writes in place: cells, moves, links of a path. Their layout is
// that of its structs, so that arrays and spans of them are passed without a copy.

using System;
using System.Runtime.InteropServices;

namespace Overland
{
    /// <summary>Costs and weights. Costs are whole units; a weight is eighths of plain ground.</summary>
    public static class Cost
    {
        /// <summary>Units of a straight step over plain ground.</summary>
        public const int Straight = Native.STRAIGHT_COST;

        /// <summary>Units of a diagonal step over plain ground.</summary>
        public const int Diagonal = Native.DIAGONAL_COST;

        /// <summary>The weight of plain ground.</summary>
        public const int PlainWeight = Native.PLAIN_WEIGHT;

        /// <summary>The cost of what can't be reached.</summary>
        public const ulong None = ulong.MaxValue;
    }

    /// <summary>A cell; x grows to the right, y down. A pair (x, y) is a cell of floor 0.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Cell : IEquatable<Cell>
    {
        public int X, Y, Floor;

        public Cell(int x, int y, int floor = 0)
        {
            X = x;
            Y = y;
            Floor = floor;
        }

        public static implicit operator Cell((int x, int y) pair) => new Cell(pair.x, pair.y);

        public static implicit operator Cell((int x, int y, int floor) triple) =>
            new Cell(triple.x, triple.y, triple.floor);

        public static bool operator ==(Cell one, Cell other) => one.Equals(other);

        public static bool operator !=(Cell one, Cell other) => !one.Equals(other);

        public bool Equals(Cell other) => X == other.X && Y == other.Y && Floor == other.Floor;

        public override bool Equals(object other) => other is Cell && Equals((Cell)other);

        public override int GetHashCode() => unchecked((Floor * 65537 + Y) * 65539 + X);

        public override string ToString() => Floor == 0 ? $"{X},{Y}" : $"{Floor}:{X},{Y}";
    }

    /// <summary>A cell within a budget, and what it costs to get there.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ReachedCell
    {
        public Cell Cell;

        /// <summary>Units from the start.</summary>
        public ulong Cost;
    }

    /// <summary>A step of a unit in a tick.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct UnitMove
    {
        public uint Unit;
        public Cell From, To;

        public override string ToString() => $"unit {Unit} from {From} to {To}";
    }

    /// <summary>A leg of a path that is a link: from Points[Point - 1] to Points[Point].</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct PathLink
    {
        private UIntPtr point;
        private uint link;
        private byte back;

        public int Point => (int)point;

        /// <summary>The number of the link.</summary>
        public int Link => (int)link;

        /// <summary>The unit goes from the link's end to its start.</summary>
        public bool Back => back != 0;
    }

    /// <summary>A blocked cell that would have to be opened, and its terrain.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Obstacle
    {
        public Cell Cell;
        public byte Terrain;
    }
}
