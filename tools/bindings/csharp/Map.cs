// Maps: terrain from MovingAI's files, rows of text and bytes, with profiles, heights and links.

using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;

namespace Overland
{
    /// <summary>The weight of each terrain in eighths of plain ground; those that are not named are blocked:
    /// new Weights { ['.'] = 8, ['s'] = 16 }.</summary>
    public sealed class Weights
    {
        internal readonly byte[] Eighths = new byte[256];

        /// <summary>The weight of a terrain; a letter is the terrain of its code.</summary>
        public byte this[int terrain]
        {
            get => Eighths[Check.Within("terrain", terrain, 0, 255)];
            set => Eighths[Check.Within("terrain", terrain, 0, 255)] = value;
        }

        /// <summary>All terrains but 0 are plain ground.</summary>
        public static Weights AllButZero()
        {
            var made = new Weights();
            for (int i = 1; i < 256; i++)
            {
                made[i] = Cost.PlainWeight;
            }
            return made;
        }

        internal unsafe void CopyTo(byte* weights)
        {
            for (int i = 0; i < 256; i++)
            {
                weights[i] = Eighths[i];
            }
        }
    }

    /// <summary>A kind of mover.</summary>
    public sealed class Profile
    {
        public string Name { get; set; } = "";

        public Weights Weights { get; set; } = new Weights();

        public Corners Corners { get; set; } = Corners.Strict;

        /// <summary>The side of its body, cells.</summary>
        public int BodyCells { get; set; } = 1;

        /// <summary>The most that a step may rise; null: no limit.</summary>
        public int? Climb { get; set; }

        /// <summary>The most that a step may fall; null: no limit.</summary>
        public int? Drop { get; set; }

        /// <summary>Units for each unit of height that a step rises.</summary>
        public uint ClimbCost { get; set; }

        /// <summary>Units for each unit of height that a step falls.</summary>
        public uint DropCost { get; set; }

        /// <summary>What a position weighs more at the distances 1, 2, ... up to 4 from the nearest
        /// cell that blocks its body, eighths.</summary>
        public byte[] WallCost { get; set; } = new byte[0];

        internal unsafe ovl_profile_def Struct()
        {
            byte[] name = Encoding.UTF8.GetBytes(Check.NotNull(Name, nameof(Name)));
            if (name.Length == 0 || name.Length >= Native.NAME_BYTES || name.Contains((byte)0))
            {
                throw new ArgumentException(
                    $"the profile's name has {name.Length} bytes; it should have 1 to {Native.NAME_BYTES - 1}");
            }
            ovl_profile_def made = new ovl_profile_def();
            for (int i = 0; i < Native.NAME_BYTES; i++)
            {
                made.name[i] = i < name.Length ? name[i] : (byte)0;
            }
            Check.NotNull(Weights, nameof(Weights)).CopyTo(made.weights);
            made.corners = Corners;
            made.body_cells = BodyCells;
            made.max_climb = Climb == 0 ? Native.LEVEL : Climb ?? 0;
            made.max_drop = Drop == 0 ? Native.LEVEL : Drop ?? 0;
            made.climb_cost = ClimbCost;
            made.drop_cost = DropCost;
            byte[] walls = Check.NotNull(WallCost, nameof(WallCost));
            if (walls.Length > Native.WALL_CELLS)
            {
                throw new ArgumentException(
                    $"WallCost has {walls.Length} costs; it should have up to {Native.WALL_CELLS}");
            }
            for (int i = 0; i < walls.Length; i++)
            {
                made.wall_cost[i] = walls[i];
            }
            return made;
        }
    }

    /// <summary>A way between two cells that is no step. Costs are units; CostBack 0: one way.</summary>
    public sealed class Link
    {
        public Cell Start { get; set; }

        public Cell End { get; set; }

        public uint Cost { get; set; }

        public uint CostBack { get; set; }

        public bool Closed { get; set; }

        public Link(Cell start, Cell end, uint cost, uint costBack = 0, bool closed = false)
        {
            Start = start;
            End = end;
            Cost = cost;
            CostBack = costBack;
            Closed = closed;
        }

        internal ovl_link_def Struct() => new ovl_link_def
        {
            from = Start,
            to = End,
            cost = Cost,
            cost_back = CostBack,
            closed = (byte)(Closed ? 1 : 0),
        };
    }

    /// <summary>A rectangle of cells with a name, of which Cell is the upper left one.</summary>
    public sealed class Place
    {
        public string Name { get; }

        public Cell Cell { get; }

        public int Width { get; }

        public int Height { get; }

        public Place(string name, Cell cell, int width = 1, int height = 1)
        {
            Name = Check.NotNull(name, nameof(name));
            Cell = cell;
            Width = width;
            Height = height;
        }
    }

    /// <summary>Terrain, a byte for each cell, row by row. Of a map of text the letters are terrains; by
    /// default '.', 'G' and 'S' are ground and the others of MovingAI's letters blocked. Of other maps 0 is
    /// blocked and all else ground. Arrays are not copied: a bake reads them.</summary>
    public sealed class Map
    {
        private const string Hexagons = "type hexagons(?: (axial|odd-r|even-r|odd-q|even-q))?";
        internal const string Letters = ".GSWT@O#"; // of MovingAI's maps, and of text levels; the first three are ground

        internal readonly byte[] Terrain;
        internal readonly int Offset, RowBytes;
        internal readonly ushort[] Heights;
        internal bool IsText { get; private set; }
        internal Topology Topology { get; private set; } = Topology.Squares;
        internal Cell Origin { get; private set; }

        public int Width { get; }

        public int Height { get; }

        /// <summary>A map in an array: its first cell is terrain[offset], and rowBytes lead from one row to the
        /// next (0: width). Heights, if there are any, are row by row without gaps.</summary>
        public Map(int width, int height, byte[] terrain, int offset = 0, int rowBytes = 0, ushort[] heights = null)
        {
            Width = (int)Check.Within(nameof(width), width, 1, Native.MAX_SIDE_CELLS);
            Height = (int)Check.Within(nameof(height), height, 1, Native.MAX_SIDE_CELLS);
            RowBytes = (int)Check.Within(nameof(rowBytes), rowBytes == 0 ? width : rowBytes, width, int.MaxValue);
            Terrain = Check.NotNull(terrain, nameof(terrain));
            Offset = (int)Check.Within(nameof(offset), offset, 0, terrain.Length);
            Check.Room(nameof(terrain), terrain.Length - offset, (Height - 1L) * RowBytes + Width);
            if (heights != null && heights.LongLength != (long)Width * Height)
            {
                throw new MapException(
                    $"there are {heights.LongLength} heights; the map has {Width} x {Height} cells, row by row");
            }
            Heights = heights;
        }

        private Map(IReadOnlyList<string> rows)
            : this(rows[0].Length, rows.Count, Joined(rows))
        {
            IsText = true;
        }

        /// <summary>A map of rows of text.</summary>
        public static Map Rows(params string[] rows)
        {
            if (Check.NotNull(rows, nameof(rows)).Length == 0 || string.IsNullOrEmpty(rows[0]))
            {
                throw new MapException("the map has no cells; rows of letters are right");
            }
            return new Map(rows);
        }

        /// <summary>Reads a map of MovingAI's format; of one of `type hexagons odd-r` (even-r, odd-q, even-q, axial) the
        /// cells are axial, and a bake begins where they do.</summary>
        public static Map Load(string path) => Parse(File.ReadAllBytes(path), path);

        /// <summary>The same from its bytes; `name` stands in messages.</summary>
        public static Map Parse(byte[] bytes, string name = "the map")
        {
            string[] lines = Latin1.GetString(Check.NotNull(bytes, nameof(bytes))).Replace("\r\n", "\n").Split('\n');
            string[] right = { "type octile|" + Hexagons, @"height (\d{1,9})", @"width (\d{1,9})", "map" };
            var sides = new int[4];
            for (int i = 0; i < right.Length; i++)
            {
                string line = i < lines.Length ? lines[i] : "";
                Match match = Regex.Match(line, @"\A(?:" + right[i] + @")\z");
                if (!match.Success)
                {
                    string shown = line.Substring(0, Math.Min(40, line.Length));
                    throw new MapException($"{name}: line {i + 1} of the header is '{shown}'; " +
                        $"it should be '{right[i].Split('|')[0].Replace(@"(\d{1,9})", "N")}'");
                }
                int.TryParse(match.Groups[1].Value, NumberStyles.None, CultureInfo.InvariantCulture, out sides[i]);
            }
            int height = Side(name, "height", sides[1]), width = Side(name, "width", sides[2]), end = lines.Length;
            while (end > 4 && lines[end - 1] == "")
            {
                end--;
            }
            if (end - 4 != height)
            {
                throw new MapException($"{name}: there are {end - 4} rows; the header says {height}");
            }
            string[] rows = lines.Skip(4).Take(height).ToArray();
            int wrong = Array.FindIndex(rows, row => row.Length != width);
            if (wrong >= 0)
            {
                throw new MapException(
                    $"{name}: row {wrong} has {rows[wrong].Length} letters; the header says {width}");
            }
            Match hexagons = Regex.Match(lines[0], @"\A" + Hexagons + @"\z");
            string layout = hexagons.Groups[1].Success ? hexagons.Groups[1].Value : "axial";
            return hexagons.Success ? Placed(Joined(rows), width, height, layout) : new Map(rows);
        }

        /// <summary>Rows of a layout of hexagons at their axial cells; what lies beside them is 0, and blocked.</summary>
        private static Map Placed(byte[] letters, int width, int height, string layout)
        {
            var of = (Layout)Enum.Parse(typeof(Layout), layout.Replace("-", ""), true);
            var found = Api.HexagonMask(of, (0, 0), width, height).Value;
            Api.HexagonBox box = found.Item1;
            IEnumerable<int> inside = Enumerable.Range(0, found.Item2.Length).Where(at => found.Item2[at] != 0);
            bool isByColumn = layout.EndsWith("q"); // axial columns are those of the layout, as else the rows are
            int[] order = (isByColumn ? inside.OrderBy(at => at % box.W) : inside).ToArray();
            var cells = new byte[found.Item2.Length];
            for (int i = 0; i < order.Length; i++)
            {
                cells[order[i]] = letters[isByColumn ? i % height * width + i / height : i];
            }
            return new Map(box.W, box.H, cells) { IsText = true, Topology = Topology.Hexagons, Origin = box.Cell };
        }

        public override string ToString() => $"map of {Width} x {Height} cells";

        private static Encoding Latin1 => Encoding.GetEncoding("iso-8859-1");

        private static int Side(string name, string what, int cells)
        {
            if (cells < 1 || cells > Native.MAX_SIDE_CELLS)
            {
                throw new MapException($"{name}: the {what} is {cells}; it should be 1 to {Native.MAX_SIDE_CELLS}");
            }
            return cells;
        }

        private static byte[] Joined(IReadOnlyList<string> rows)
        {
            int width = rows[0].Length;
            var joined = new byte[(long)width * rows.Count];
            for (int y = 0; y < rows.Count; y++)
            {
                if (rows[y] == null || rows[y].Length != width)
                {
                    throw new MapException($"row {y} has {rows[y]?.Length ?? 0} letters; row 0 has {width}");
                }
                for (int x = 0; x < width; x++)
                {
                    if (rows[y][x] > 255)
                    {
                        throw new MapException($"the letter '{rows[y][x]}' is no byte; letters up to U+00FF are");
                    }
                    joined[(long)y * width + x] = (byte)rows[y][x];
                }
            }
            return joined;
        }

        internal Weights DefaultWeights()
        {
            if (!IsText)
            {
                return Weights.AllButZero();
            }
            int other = Array.FindIndex(Terrain, letter => letter != 0 && Letters.IndexOf((char)letter) < 0);
            if (other >= 0)
            {
                throw new MapException($"the map has cells with letters other than {Letters}, the first is " +
                    $"'{(char)Terrain[other]}'; say what they weigh: new Weights {{ ['.'] = 8, ... }}");
            }
            return new Weights { ['.'] = Cost.PlainWeight, ['G'] = Cost.PlainWeight, ['S'] = Cost.PlainWeight };
        }
    }
}
