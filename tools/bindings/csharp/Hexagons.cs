// Cells of hexagons in the layouts of editors: conversions, distances, and rectangles as masks.

using System;

namespace Overland
{
    /// <summary>The axial rectangle around the cells of a rectangle of a layout, and which of its cells these
    /// are.</summary>
    public sealed class HexagonMask
    {
        /// <summary>The upper left cell.</summary>
        public Cell Cell { get; }

        public int Width { get; }

        public int Height { get; }

        private readonly byte[] mask;

        internal HexagonMask(ovl_hexagon_box box, byte[] mask)
        {
            Cell = box.cell;
            Width = box.w;
            Height = box.h;
            this.mask = mask;
        }

        /// <summary>Returns whether a cell is one of the layout's rectangle; x and y count from Cell.</summary>
        public bool this[int x, int y] =>
            mask[Check.Within(nameof(y), y, 0, Height - 1) * Width + Check.Within(nameof(x), x, 0, Width - 1)] != 0;
    }

    /// <summary>Hexagons are axial in all other calls; these convert them.</summary>
    public static unsafe class Hexagons
    {
        /// <summary>The axial cell of a cell of a layout.</summary>
        public static Cell From(Layout layout, Cell cell) => Native.ovl_hexagon_from(layout, cell);

        /// <summary>The cell of a layout that an axial cell is.</summary>
        public static Cell To(Layout layout, Cell axial) => Native.ovl_hexagon_to(layout, axial);

        /// <summary>The number of steps between two axial cells where nothing is blocked.</summary>
        public static long Distance(Cell a, Cell b) => Native.ovl_hexagon_distance(a, b);

        /// <summary>The axial cells of `height` rows of `width` cells of a layout, of which `corner` is the upper
        /// left one.</summary>
        public static HexagonMask Mask(Layout layout, Cell corner, int width, int height)
        {
            ovl_hexagon_box box;
            UIntPtr needed;
            ovl_fault fault;
            Result result = Native.ovl_hexagon_mask(layout, corner, width, height, &box, null, UIntPtr.Zero, &needed,
                &fault);
            if (result != Result.MoreRoom)
            {
                Check.Ok(result, fault);
            }
            var mask = new byte[(long)needed];
            fixed (byte* found = mask)
            {
                result = Native.ovl_hexagon_mask(layout, corner, width, height, &box, found, needed, &needed, &fault);
            }
            Check.Ok(result, fault);
            return new HexagonMask(box, mask);
        }
    }
}
