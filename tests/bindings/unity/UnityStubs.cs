// Small stand-ins for the classes of Unity that the sample uses, so that it can be compiled and run without
// Unity. A Terrain is a slope with a cliff, whose gap is at its end; a Tilemap has the tiles that a test sets.

using System;
using System.Collections.Generic;

namespace UnityEngine
{
    public class Object
    {
    }

    public class Component : Object
    {
        public Transform transform { get; } = new Transform();
    }

    public class Behaviour : Component
    {
    }

    public class MonoBehaviour : Behaviour
    {
    }

    public sealed class Transform
    {
        public Vector3 position { get; set; }
    }

    [AttributeUsage(AttributeTargets.Field)]
    public sealed class SerializeField : Attribute
    {
    }

    [AttributeUsage(AttributeTargets.Field)]
    public sealed class TooltipAttribute : Attribute
    {
        public TooltipAttribute(string tooltip)
        {
        }
    }

    public struct Vector3
    {
        public float x, y, z;

        public Vector3(float x, float y, float z)
        {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        public static float Distance(Vector3 a, Vector3 b) =>
            (float)Math.Sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));

        public static Vector3 MoveTowards(Vector3 a, Vector3 b, float most)
        {
            float distance = Distance(a, b), part = distance <= most ? 1 : most / distance;
            return part == 1 ? b : new Vector3(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part, a.z + (b.z - a.z) * part);
        }

        public static bool operator ==(Vector3 a, Vector3 b) => Distance(a, b) < 1e-5f;

        public static bool operator !=(Vector3 a, Vector3 b) => !(a == b);

        public override bool Equals(object other) => other is Vector3 && this == (Vector3)other;

        public override int GetHashCode() => 0;

        public override string ToString() => $"{x} {y} {z}";
    }

    public struct Vector3Int
    {
        public int x { get; set; }
        public int y { get; set; }
        public int z { get; set; }

        public Vector3Int(int x, int y, int z)
        {
            this.x = x;
            this.y = y;
            this.z = z;
        }
    }

    public struct BoundsInt
    {
        public Vector3Int min { get; set; }
        public Vector3Int size { get; set; }
    }

    public static class Mathf
    {
        public static int FloorToInt(float value) => (int)Math.Floor(value);

        public static int RoundToInt(float value) => (int)Math.Round(value);

        public static int Clamp(int value, int low, int high) => Math.Max(low, Math.Min(high, value));
    }

    public static class Time
    {
        public static float deltaTime { get; set; } = 0.1f;
    }

    public sealed class TerrainData : Object
    {
        public Vector3 size { get; set; }

        /// <summary>A slope along x; at its middle a cliff of 10 metres, but in the last tenth along z.</summary>
        public float GetInterpolatedHeight(float x, float z) => 5 * x + (x > 0.5f && x < 0.55f && z < 0.9f ? 10 : 0);
    }

    public sealed class Terrain : Behaviour
    {
        public TerrainData terrainData { get; set; }

        public float SampleHeight(Vector3 position) => terrainData.GetInterpolatedHeight(
            (position.x - transform.position.x) / terrainData.size.x, (position.z - transform.position.z) / terrainData.size.z);
    }
}

namespace UnityEngine.Tilemaps
{
    public sealed class Tilemap : Behaviour
    {
        public readonly HashSet<string> Tiles = new HashSet<string>();

        public BoundsInt cellBounds { get; set; }

        public bool HasTile(Vector3Int cell) => Tiles.Contains($"{cell.x},{cell.y}");

        public Vector3 GetCellCenterWorld(Vector3Int cell) => new Vector3(cell.x + 0.5f, cell.y + 0.5f, 0);

        public Vector3Int WorldToCell(Vector3 position) =>
            new Vector3Int(Mathf.FloorToInt(position.x), Mathf.FloorToInt(position.y), 0);
    }
}
