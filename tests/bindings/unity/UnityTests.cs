// The sample of the Unity package, run as Unity would, over the stand-ins of UnityStubs.cs.

using System;
using System.Reflection;
using Overland;
using Overland.Walk;
using UnityEngine;
using UnityEngine.Tilemaps;

public static class UnityTests
{
    private static int code;

    private static void Check(string name, bool holds, object found)
    {
        Console.WriteLine(holds ? $"ok {name}" : $"FAIL {name}: {found}");
        code |= holds ? 0 : 1;
    }

    private const BindingFlags Hidden = BindingFlags.Instance | BindingFlags.NonPublic;

    private static void Set(object component, string field, object value) =>
        component.GetType().GetField(field, Hidden).SetValue(component, value);

    private static void Send(object component, string message) =>
        component.GetType().GetMethod(message, Hidden).Invoke(component, null);

    private static GridWalker Walker(GridWorld grid, Vector3 start, Transform target)
    {
        var walker = new GridWalker();
        Set(walker, "grid", grid);
        Set(walker, "target", target);
        walker.transform.position = start;
        Send(walker, "Start");
        return walker;
    }

    /// <summary>Frames until it has arrived; the least and most of x and z on the way are left in `seen`.</summary>
    private static int Frames(GridWalker walker, Action<Vector3> seen)
    {
        for (int frame = 1; frame < 5000; frame++)
        {
            Send(walker, "Update");
            seen(walker.transform.position);
            if (walker.Arrived)
            {
                return frame;
            }
        }
        return -1;
    }

    private static void OverTerrain()
    {
        var terrain = new Terrain { terrainData = new TerrainData { size = new Vector3(100, 50, 80) } };
        terrain.transform.position = new Vector3(-20, 3, 7);
        var grid = new GridWorld();
        Set(grid, "terrain", terrain);
        Send(grid, "Awake");
        Check("a terrain is baked", grid.World.Width == 100 && grid.World.Height == 80, grid.World);
        Vector3 start = grid.PositionOf(new Cell(5, 10));
        var target = new Transform { position = grid.PositionOf(new Cell(95, 10)) };
        Check("a cell has a place on the ground", start == new Vector3(-14.5f, 3.275f, 17.5f), start);
        Check("and the place its cell", grid.CellOf(start) == new Cell(5, 10), grid.CellOf(start));
        Check("a place outside has the nearest cell", grid.CellOf(new Vector3(1000, 0, -1000)) == new Cell(99, 0), "");
        GridWalker walker = Walker(grid, start, target);
        float most = 0, last = start.x;
        float jump = 0;
        int frames = Frames(walker, at =>
        {
            most = Math.Max(most, at.z);
            jump = Math.Max(jump, Math.Abs(at.x - last));
            last = at.x;
        });
        Check("a unit walks to its target", walker.transform.position == target.position, walker.transform.position);
        Check("through the gap in the cliff", most > 7 + 72, most);
        Check("at its speed", jump < 0.41f && frames > 225 && frames < 900, $"{jump} in {frames} frames");
        target.position = grid.PositionOf(new Cell(90, 20));
        Frames(walker, at => { });
        Check("and after it when it moves", walker.transform.position == target.position, walker.transform.position);
        Send(walker, "OnDestroy");
        Send(grid, "OnDestroy");
        Check("the world is closed at the end", grid.World.IsDisposed, "");
    }

    private static void OverTiles()
    {
        var walls = new Tilemap
        {
            cellBounds = new BoundsInt { min = new Vector3Int(-8, -8, 0), size = new Vector3Int(16, 16, 1) },
        };
        for (int y = -8; y < 7; y++)
        {
            walls.Tiles.Add($"0,{y}");
        }
        var grid = new GridWorld();
        Set(grid, "walls", walls);
        Send(grid, "Awake");
        var target = new Transform { position = new Vector3(6.5f, -6.5f, 0) };
        GridWalker walker = Walker(grid, new Vector3(-6.5f, -6.5f, 0), target);
        float most = -8;
        Frames(walker, at => most = Math.Max(most, at.y));
        Check("a unit walks around the tiles of a wall", walker.transform.position == target.position && most == 7.5f,
            $"{walker.transform.position}, {most}");
        target.position = new Vector3(-6.5f, -6.5f, 0);
        Send(walker, "Update");
        grid.Set(new Cell(8, 15), 1, 1, false);
        Frames(walker, at => { });
        Check("when the way is closed it goes as near as it can", walker.transform.position.x > 1, walker.transform.position);
        grid.Set(new Cell(8, 1), 1, 1, true);
        Frames(walker, at => { });
        Check("and through a wall that is opened", walker.transform.position == target.position, walker.transform.position);
    }

    public static int Main()
    {
        OverTerrain();
        OverTiles();
        return code;
    }
}
