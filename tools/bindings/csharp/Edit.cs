// Edits of worlds.

namespace Overland
{
    /// <summary>A change of a world, for World.Apply. Numbers out of range are refused there. Of a rectangle with a
    /// `mask`, width * height bytes row by row, only those cells change where it is not 0: as of Api.HexagonMask.</summary>
    public struct Edit
    {
        internal Api.Edit Fields;
        internal bool IsLetter;

        internal string Terrain => IsLetter ? $"'{(char)Fields.Value}'" : Fields.Value.ToString();

        internal bool IsOtherThan(string letters) =>
            Fields.Kind == EditKind.Terrain && letters.IndexOf((char)Fields.Value) < 0;

        /// <summary>Sets the terrain of a rectangle, of which `corner` is the upper left cell. In a world baked of
        /// numbers 0 is blocked.</summary>
        public static Edit Rect(Cell corner, int width, int height, int terrain, byte[] mask = null) =>
            Of(EditKind.Terrain, corner, width, height, Check.Within(nameof(terrain), terrain, 0, 255), 0, mask);

        /// <summary>The same by a letter, in a world baked of letters.</summary>
        public static Edit Rect(Cell corner, int width, int height, char terrain, byte[] mask = null)
        {
            Edit edit = Rect(corner, width, height, (int)terrain, mask);
            edit.IsLetter = true;
            return edit;
        }

        public static Edit Cell(Cell cell, int terrain) => Rect(cell, 1, 1, terrain);

        public static Edit Cell(Cell cell, char terrain) => Rect(cell, 1, 1, terrain);

        /// <summary>Sets the weight for a profile, from that of the terrain to 255 eighths.</summary>
        public static Edit Weight(Cell corner, int width, int height, int eighths, int profile = 0, byte[] mask = null) =>
            Of(EditKind.Weight, corner, width, height, Check.Within(nameof(eighths), eighths, 0, 255), profile, mask);

        /// <summary>Sets the extra cost (danger, influence) for a profile.</summary>
        public static Edit Extra(Cell corner, int width, int height, int eighths, int profile = 0, byte[] mask = null) =>
            Of(EditKind.Extra, corner, width, height, Check.Within(nameof(eighths), eighths, 0, 255), profile, mask);

        /// <summary>Sets heights.</summary>
        public static Edit Height(Cell corner, int width, int height, int units, byte[] mask = null) =>
            Of(EditKind.Height, corner, width, height, Check.Within(nameof(units), units, 0, 65535), 0, mask);

        /// <summary>Opens or closes a link.</summary>
        public static Edit Door(int link, bool open) => new Edit
        {
            Fields = Api.EditDoor((uint)Check.Within(nameof(link), link, 0, int.MaxValue), open),
        };

        private static Edit Of(EditKind kind, Cell corner, int width, int height, long value, int profile, byte[] mask) =>
            new Edit
            {
                Fields = new Api.Edit
                {
                    Kind = kind, Cell = corner, W = width, H = height, Profile = profile, Value = (uint)value, Mask = mask,
                },
            };
    }
}
