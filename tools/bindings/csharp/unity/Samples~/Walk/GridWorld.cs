using UnityEngine;
using UnityEngine.Tilemaps;

namespace Overland.Walk
{
    /// <summary>The world in which GridWalkers walk, baked when the scene begins: the ground of a Terrain, whose
    /// steep places are not climbed, or the cells of a Tilemap that have no tile.</summary>
    public sealed class GridWorld : MonoBehaviour
    {
        private const float HeightUnit = 0.1f; // metres; the library's heights are whole numbers

        [SerializeField, Tooltip("The ground, or none")]
        private Terrain terrain = null;

        [SerializeField, Tooltip("Without a terrain: where this has a tile, there is a wall")]
        private Tilemap walls = null;

        [SerializeField, Tooltip("Side of a cell of the terrain, metres")]
        private float cellSize = 1;

        [SerializeField, Tooltip("The most that a step may rise or fall, metres")]
        private float maxStep = 0.5f;

        private int width, height;

        /// <summary>The newest version of the world. It has to be there before a walker begins: Awake makes it.</summary>
        public World World { get; private set; }

        private void Awake()
        {
            World = terrain != null ? BakeTerrain() : BakeTiles();
        }

        private void OnDestroy()
        {
            World?.Dispose();
        }

        private World BakeTerrain()
        {
            TerrainData data = terrain.terrainData;
            width = Mathf.FloorToInt(data.size.x / cellSize);
            height = Mathf.FloorToInt(data.size.z / cellSize);
            var cells = new byte[width * height];
            var heights = new ushort[width * height];
            for (int i = 0; i < cells.Length; i++)
            {
                float x = (i % width + 0.5f) / width, z = (i / width + 0.5f) / height;
                cells[i] = 1;
                heights[i] = (ushort)Mathf.RoundToInt(data.GetInterpolatedHeight(x, z) / HeightUnit);
            }
            int step = Mathf.RoundToInt(maxStep / HeightUnit);
            var walker = new Profile { Name = "walker", Weights = Weights.AllButZero(), Climb = step, Drop = step };
            return World.Bake(new Map(width, height, cells, heights: heights),
                new BakeSettings { Profiles = new[] { walker } });
        }

        private World BakeTiles()
        {
            BoundsInt bounds = walls.cellBounds;
            width = bounds.size.x;
            height = bounds.size.y;
            var cells = new byte[width * height];
            for (int i = 0; i < cells.Length; i++)
            {
                cells[i] = (byte)(walls.HasTile(TileOf(new Cell(i % width, i / width))) ? 0 : 1);
            }
            return World.Bake(new Map(width, height, cells));
        }

        private Vector3Int TileOf(Cell cell)
        {
            Vector3Int corner = walls.cellBounds.min;
            return new Vector3Int(corner.x + cell.X, corner.y + cell.Y, 0);
        }

        /// <summary>The middle of a cell, on the ground.</summary>
        public Vector3 PositionOf(Cell cell)
        {
            if (terrain == null)
            {
                return walls.GetCellCenterWorld(TileOf(cell));
            }
            Vector3 origin = terrain.transform.position;
            var position = new Vector3(origin.x + (cell.X + 0.5f) * cellSize, 0, origin.z + (cell.Y + 0.5f) * cellSize);
            position.y = origin.y + terrain.SampleHeight(position);
            return position;
        }

        /// <summary>The cell of a position; the nearest one if it lies outside.</summary>
        public Cell CellOf(Vector3 position)
        {
            int x, y;
            if (terrain == null)
            {
                Vector3Int tile = walls.WorldToCell(position), corner = walls.cellBounds.min;
                x = tile.x - corner.x;
                y = tile.y - corner.y;
            }
            else
            {
                Vector3 origin = terrain.transform.position;
                x = Mathf.FloorToInt((position.x - origin.x) / cellSize);
                y = Mathf.FloorToInt((position.z - origin.z) / cellSize);
            }
            return new Cell(Mathf.Clamp(x, 0, width - 1), Mathf.Clamp(y, 0, height - 1));
        }

        /// <summary>Blocks or opens a rectangle of cells, in a new version of the world that walkers take up by
        /// themselves.</summary>
        public void Set(Cell corner, int columns, int rows, bool open)
        {
            World before = World;
            World = before.Apply(Edit.Rect(corner, columns, rows, open ? 1 : 0));
            before.Dispose();
        }
    }
}
