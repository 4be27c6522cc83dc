// Edits of worlds.

namespace Overland
{
    /// <summary>A change of a world, for World.Apply. Numbers out of range are refused there.</summary>
    public struct Edit
    {
        internal ovl_edit Struct;
        internal bool IsLetter;

        /// <summary>Sets the terrain of a rectangle, of which `corner` is the upper left cell. In a world baked of
        /// numbers 0 is blocked.</summary>
        public static Edit Rect(Cell corner, int width, int height, int terrain) =>
            Of(EditKind.Terrain, corner, width, height, Check.Within(nameof(terrain), terrain, 0, 255));

        /// <summary>The same by a letter, in a world baked of letters.</summary>
        public static Edit Rect(Cell corner, int width, int height, char terrain)
        {
            Edit edit = Rect(corner, width, height, (int)terrain);
            edit.IsLetter = true;
            return edit;
        }

        public static Edit Set(Cell cell, int terrain) => Rect(cell, 1, 1, terrain);

        public static Edit Set(Cell cell, char terrain) => Rect(cell, 1, 1, terrain);

        /// <summary>Sets the weight for a profile, from that of the terrain to 255 eighths.</summary>
        public static Edit Weight(Cell corner, int width, int height, int eighths, int profile = 0) =>
            Of(EditKind.Weight, corner, width, height, Check.Within(nameof(eighths), eighths, 0, 255), profile);

        /// <summary>Sets the extra cost (danger, influence) for a profile.</summary>
        public static Edit Extra(Cell corner, int width, int height, int eighths, int profile = 0) =>
            Of(EditKind.Extra, corner, width, height, Check.Within(nameof(eighths), eighths, 0, 255), profile);

        /// <summary>Sets heights.</summary>
        public static Edit RaiseTo(Cell corner, int width, int height, int units) =>
            Of(EditKind.Height, corner, width, height, Check.Within(nameof(units), units, 0, 65535));

        /// <summary>Opens or closes a link.</summary>
        public static Edit Door(int link, bool open) => new Edit
        {
            Struct = new ovl_edit
            {
                kind = EditKind.Link, value = open ? 1u : 0u,
                link = (uint)Check.Within(nameof(link), link, 0, int.MaxValue),
            },
        };

        private static Edit Of(EditKind kind, Cell corner, int width, int height, long value, int profile = 0) =>
            new Edit
            {
                Struct = new ovl_edit
                {
                    kind = kind, cell = corner, w = width, h = height, profile = profile, value = (uint)value,
                },
            };
    }
}
