// A path, and the memory into which the library writes it.

using System;
using System.Collections;
using System.Collections.Generic;

namespace Overland
{
    /// <summary>A path by its turning points, start and end included.</summary>
    public sealed class GridPath : IEnumerable<Cell>
    {
        public Cell[] Points { get; }

        /// <summary>The legs that are links.</summary>
        public PathLink[] Links { get; }

        /// <summary>Units: Cost.Straight for a straight step over plain ground.</summary>
        public ulong Cost { get; }

        /// <summary>In cells.</summary>
        public double Length { get; }

        public ulong StraightSteps { get; }

        public ulong DiagonalSteps { get; }

        /// <summary>It ends before the goal.</summary>
        public bool Partial { get; }

        internal GridPath(Cell[] points, PathLink[] links, ovl_path found)
        {
            Points = points;
            Links = links;
            Cost = found.cost;
            Length = found.length / (double)Native.LENGTH_UNIT;
            StraightSteps = found.straight_steps;
            DiagonalSteps = found.diagonal_steps;
            Partial = found.partial != 0;
        }

        /// <summary>The last point.</summary>
        public Cell End => Points[Points.Length - 1];

        /// <summary>Every cell of the path. One with Smoothing.Any has lines instead: OverlandException.</summary>
        public Cell[] Cells() => Api.PathCells(this);

        public IEnumerator<Cell> GetEnumerator() => ((IEnumerable<Cell>)Points).GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => Points.GetEnumerator();

        public override string ToString() => string.Join(" ", Points);
    }

    /// <summary>Arrays that grow as paths need it.</summary>
    internal sealed class PathBuffer
    {
        internal Cell[] Points = new Cell[64];
        internal PathLink[] Links = new PathLink[4];
        internal ovl_path Found;

        internal void Grow()
        {
            GrowLinks();
            if ((ulong)Found.count > (ulong)Points.Length)
            {
                Points = new Cell[(int)Found.count];
            }
        }

        internal void GrowLinks()
        {
            if ((ulong)Found.link_count > (ulong)Links.Length)
            {
                Links = new PathLink[(int)Found.link_count];
            }
        }

        internal GridPath Read()
        {
            var points = new Cell[(int)Found.count];
            var links = new PathLink[(int)Found.link_count];
            Array.Copy(Points, points, points.Length);
            Array.Copy(Links, links, links.Length);
            return new GridPath(points, links, Found);
        }
    }
}
