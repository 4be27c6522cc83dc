// Runs the tests of the C# binding: mono tests.exe COMMAND MAPS WORK. Prints `ok NAME` or `FAIL NAME: why` for
// each. COMMAND is `overland`; a test is a public method with a Test attribute.

using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Reflection;
using Overland;

[AttributeUsage(AttributeTargets.Method)]
public sealed class TestAttribute : Attribute
{
    public readonly string Name;

    public TestAttribute(string name)
    {
        Name = name;
    }
}

public sealed class CheckFailed : Exception
{
    public CheckFailed(string message) : base(message)
    {
    }
}

public struct Ends
{
    public Cell Start, Goal;
}

public static class Checks
{
    public static readonly string[] Room = { "........", ".@@@@@@.", "........" };
    private static string command, maps, work;

    public static void IsTrue(bool holds, string what)
    {
        if (!holds)
        {
            throw new CheckFailed(what);
        }
    }

    public static void Same<T>(T found, T wanted)
    {
        IsTrue(EqualityComparer<T>.Default.Equals(found, wanted), $"found {found}, expected {wanted}");
    }

    public static void SameList<T>(IEnumerable<T> found, params T[] wanted)
    {
        IsTrue(found.SequenceEqual(wanted), $"found {string.Join(" ", found)}, expected {string.Join(" ", wanted)}");
    }

    /// <summary>The call throws exactly this kind, in one line with these words.</summary>
    public static T Throws<T>(string words, Action call) where T : Exception
    {
        try
        {
            call();
        }
        catch (Exception error)
        {
            string said = error.Message;
            // ArgumentException adds a line of its own, with the name of the argument.
            if (error is ArgumentException)
            {
                said = said.Split('\n')[0];
            }
            IsTrue(error.GetType() == typeof(T), $"{error.GetType().Name}: {said}");
            IsTrue(said.Contains(words), $"says '{said}', not '{words}'");
            IsTrue(!said.Contains("\n") || error is ObjectDisposedException, $"says several lines: {said}");
            return (T)error;
        }
        throw new CheckFailed($"nothing was thrown where '{words}' is right");
    }

    /// <summary>The library refuses the call with this result and these words.</summary>
    public static void Refuses(Result result, string words, Action call)
    {
        Same(Throws<OverlandException>(words, call).Result, result);
    }

    public static string MapPath(string name) => Path.Combine(maps, name);

    public static Map LoadMap(string name) => Map.Load(MapPath(name));

    public static IEnumerable<string> AllMaps => Directory.GetFiles(maps, "*.map").OrderBy(each => each);

    public static string WorkPath(string name) => Path.Combine(work, name);

    /// <summary>A folder of its own, empty.</summary>
    public static string NewFolder(string name)
    {
        Directory.CreateDirectory(WorkPath(name));
        return WorkPath(name);
    }

    public static World Bake(params string[] rows) => World.Bake(Map.Rows(rows));

    /// <summary>A plain square.</summary>
    public static World Plain(int side) => Bake(Enumerable.Repeat(new string('.', side), side).ToArray());

    public static List<Ends> RandomEnds(World world, int count, int seed)
    {
        var chance = new Random(seed);
        var cells = new List<Cell>();
        while (cells.Count < 2 * count)
        {
            var cell = new Cell(chance.Next(world.Describe().Width), chance.Next(world.Describe().Height));
            if (world.Weight(cell) > 0)
            {
                cells.Add(cell);
            }
        }
        return Enumerable.Range(0, count).Select(i => new Ends { Start = cells[2 * i], Goal = cells[2 * i + 1] }).ToList();
    }

    /// <summary>What the command prints.</summary>
    public static string Ask(params string[] arguments)
    {
        var start = new ProcessStartInfo(command, string.Join(" ", arguments.Select(each => $"\"{each}\"")))
        {
            UseShellExecute = false, RedirectStandardOutput = true, RedirectStandardError = true,
        };
        using (Process process = Process.Start(start))
        {
            process.ErrorDataReceived += (sender, line) => { };
            process.BeginErrorReadLine();
            string said = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            return said;
        }
    }

    /// <summary>Objects that nothing refers to are collected, and their memory released.</summary>
    public static void Collect()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
    }

    public static int Main(string[] arguments)
    {
        command = arguments[0];
        maps = arguments[1];
        work = arguments[2];
        int code = 0;
        foreach (Type type in typeof(Checks).Assembly.GetTypes().OrderBy(each => each.Name))
        {
            foreach (MethodInfo method in type.GetMethods(BindingFlags.Public | BindingFlags.Static))
            {
                var test = (TestAttribute)Attribute.GetCustomAttribute(method, typeof(TestAttribute));
                if (test == null)
                {
                    continue;
                }
                try
                {
                    ((Action)Delegate.CreateDelegate(typeof(Action), method))();
                    Console.WriteLine($"ok {test.Name}");
                }
                catch (Exception error)
                {
                    string at = (error.StackTrace ?? "").Split('\n').LastOrDefault(each => each.Contains("Tests."));
                    string said = error.Message.Replace("\n", " ");
                    Console.WriteLine($"FAIL {test.Name}: {error.GetType().Name}: {said} {at?.Trim()}");
                    code = 1;
                }
            }
        }
        return code;
    }
}
