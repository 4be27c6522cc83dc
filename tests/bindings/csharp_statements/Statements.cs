// Runs the statements of statements.json with the C# binding; the form of a step is that of statements.py. Table.All is
// written by test_csharp.sh: objects are D, lists L.

using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using Overland;

public sealed class D : Dictionary<string, object>
{
}

public sealed class L : List<object>
{
}

public static class Statements
{
    private static Dictionary<string, object> kept;

    private static string Pascal(string name) =>
        string.Concat(name.Split('_').Select(word => word.Length == 0 ? "" : char.ToUpper(word[0]) + word.Substring(1)));

    // ---- To the binding ----

    private static object Value(object value, Type type)
    {
        var text = value as string;
        if (text != null && text.StartsWith("$"))
        {
            value = kept[text.Substring(1)];
            return value is IConvertible && !(value is string) ? Convert.ChangeType(value, type) : value;
        }
        if (text != null && text.StartsWith("#"))
        {
            return Convert.ChangeType(((byte[])kept[text.Substring(1)]).Length, type);
        }
        if (text != null)
        {
            return type.IsEnum ? Enum.Parse(type, text.Replace("-", ""), true) : text;
        }
        var fields = value as D;
        if (fields != null && typeof(Delegate).IsAssignableFrom(type))
        {
            return Function(fields.Keys.Single(), (string)fields.Values.Single(), type);
        }
        if (fields != null && type == typeof(byte[]))
        {
            var of = new byte[256];
            fields.ToList().ForEach(each => of[int.Parse(each.Key)] = Convert.ToByte(each.Value));
            return of;
        }
        if (fields != null)
        {
            return Made(fields, type);
        }
        return value is L ? Listed((L)value, type) : value == null ? null : Convert.ChangeType(value, type);
    }

    private static object Made(D fields, Type type)
    {
        object made = Activator.CreateInstance(type);
        foreach (KeyValuePair<string, object> each in fields)
        {
            FieldInfo field = type.GetField(Pascal(each.Key));
            if (field == null)
            {
                throw new MissingFieldException(type.Name, each.Key);
            }
            field.SetValue(made, Value(each.Value, field.FieldType));
        }
        return made;
    }

    private static object Listed(L list, Type type)
    {
        if (type.IsArray)
        {
            Array made = Array.CreateInstance(type.GetElementType(), list.Count);
            for (int i = 0; i < list.Count; i++)
            {
                made.SetValue(Value(list[i], type.GetElementType()), i);
            }
            return made;
        }
        object found = Activator.CreateInstance(type); // a cell or a point
        string[] names = { "X", "Y", "Floor" };
        for (int i = 0; i < list.Count; i++)
        {
            FieldInfo field = type.GetField(names[i]);
            field.SetValue(found, Convert.ChangeType(list[i], field.FieldType));
        }
        return found;
    }

    private static Delegate Function(string kind, string name, Type type)
    {
        Func<byte[]> bytes = () => kept.ContainsKey(name) ? (byte[])kept[name] : new byte[0];
        Action count = () => kept[name] = kept.ContainsKey(name) ? (int)kept[name] + 1 : 1;
        Func<ulong, byte[], bool> write = (at, data) =>
        {
            byte[] all = bytes();
            Array.Resize(ref all, Math.Max(all.Length, (int)at + data.Length));
            data.CopyTo(all, (int)at);
            kept[name] = all;
            return true;
        };
        Func<ulong, int, byte[]> read = (at, length) => bytes().Skip((int)at).Take(length).ToArray();
        switch (kind)
        {
            case "write": return new Api.WriteFn(data => write((ulong)bytes().Length, data));
            case "write_at": return new Api.WriteAtFn((at, data) => write(at, data));
            case "read": return new Api.ReadFn((at, length) => read(at, length));
            case "read_part": return new Api.ReadPartFn((part, at, length) => read(at, length));
            case "world": return new Api.FindWorldFn(identity => (World)kept[name]);
        }
        if (type == typeof(Api.ReadRowsFn))
        {
            return new Api.ReadRowsFn((first, rows) => bytes());
        }
        if (type == typeof(Api.ReadCellsFn))
        {
            return new Api.ReadCellsFn((first, rows) => (bytes(), (ushort[])null));
        }
        if (type == typeof(Api.TollFn))
        {
            return new Api.TollFn(cell => { count(); return 0; });
        }
        if (type == typeof(Api.ClockFn))
        {
            return new Api.ClockFn(() => { count(); return 0; });
        }
        return new Api.TraceFn(each => { count(); return true; });
    }

    // ---- From the binding ----

    private static object Plain(object value)
    {
        if (value == null || value is string || value is bool || value is D)
        {
            return value;
        }
        if (value is Enum)
        {
            return value.ToString().ToLower();
        }
        if (value is byte[])
        {
            return new D { { "bytes", Plain(((byte[])value).Select(each => (int)each).ToArray()) } };
        }
        Type type = value.GetType();
        if (value is Cell || value is Api.Point)
        {
            var numbers = new[] { "X", "Y", "Floor" }.Select(each => Plain(type.GetField(each).GetValue(value))).ToList();
            return Listing((decimal)numbers[2] == 0 ? numbers.Take(2) : numbers);
        }
        if (value is Array || value is L)
        {
            return Listing(((IEnumerable)value).Cast<object>().Select(Plain));
        }
        if (type.Name.StartsWith("ValueTuple"))
        {
            return Listing(type.GetFields().Select(each => Plain(each.GetValue(value))));
        }
        return value is IConvertible ? Convert.ToDecimal(value) : value;
    }

    private static L Listing(IEnumerable<object> items)
    {
        var made = new L();
        made.AddRange(items);
        return made;
    }

    private static bool Fits(object found, object wanted)
    {
        var text = wanted as string;
        if (text != null && text.StartsWith("$"))
        {
            wanted = kept[text.Substring(1)];
        }
        else if (text != null)
        {
            return found is Enum ? (string)Plain(found) == text.Replace("-", "") : (found as string) == text;
        }
        var fields = wanted as D;
        if (fields != null && fields.ContainsKey("bytes"))
        {
            return found is byte[] && Fits(((byte[])found).Select(each => (int)each).ToArray(), fields["bytes"]);
        }
        if (fields != null)
        {
            return fields.All(each => Fits(Member(found, Pascal(each.Key)), each.Value));
        }
        object a = Plain(found), b = Plain(wanted);
        if (b is L && found is Array)
        {
            object[] items = ((Array)found).Cast<object>().ToArray();
            return items.Length == ((L)b).Count && items.Zip((L)wanted, Fits).All(each => each);
        }
        if (b is L && found != null && found.GetType().Name.StartsWith("ValueTuple"))
        {
            return found.GetType().GetFields().Select(each => each.GetValue(found)).Zip((L)wanted, Fits).All(each => each);
        }
        return b is L ? a is L && ((L)a).SequenceEqual((L)b) : Equals(a, b);
    }

    private static object Member(object of, string name)
    {
        FieldInfo field = of?.GetType().GetField(name);
        return field != null ? field.GetValue(of) : of?.GetType().GetProperty(name)?.GetValue(of);
    }

    // ---- Steps ----

    private static object Called(string name, L given)
    {
        if (name == "path" || name == "route" || name == "governor")
        {
            ConstructorInfo made = typeof(Api).GetNestedType("Held" + Pascal(name)).GetConstructors().Single();
            return made.Invoke(made.GetParameters().Select((each, i) => Value(given[i], each.ParameterType)).ToArray());
        }
        if (name.EndsWith("_destroy") || name == "world_close")
        {
            ((NativeObject)Value(given[0], typeof(NativeObject))).Dispose();
            return null;
        }
        MethodInfo call = typeof(Api).GetMethod(Pascal(name)) ?? throw new MissingMethodException("Api", Pascal(name));
        ParameterInfo[] parameters = call.GetParameters();
        return call.Invoke(null, parameters.Select((each, i) =>
            i < given.Count ? Value(given[i], each.ParameterType) : null).ToArray());
    }

    private static void Step(D step)
    {
        if (step.ContainsKey("missing"))
        {
            return; // structs are values here
        }
        if (step.ContainsKey("more_than"))
        {
            if (!kept.ContainsKey((string)step["in"]))
            {
                throw new Exception($"{step["in"]} is not called");
            }
            return;
        }
        if (step.ContainsKey("map"))
        {
            kept[(string)step["as"]] = World.Bake(Map.Parse(System.Text.Encoding.ASCII.GetBytes((string)step["map"])));
            return;
        }
        if (step.ContainsKey("find"))
        {
            var planner = new Planner((World)kept[((string)step["find"]).Substring(1)]);
            planner.FindPath((Cell)Listed((L)step["start"], typeof(Cell)), (Cell)Listed((L)step["goal"], typeof(Cell)));
            if (!Fits(planner.Result, step["result"]) || planner.Reason != (string)step["reason"])
            {
                throw new Exception($"found {planner.Result}: {planner.Reason}");
            }
            return;
        }
        if (step.ContainsKey("edit"))
        {
            byte[] mask = ((L)step["mask"]).Select(Convert.ToByte).ToArray();
            var corner = (Cell)Listed((L)step["cell"], typeof(Cell));
            int w = (int)step["w"], h = (int)step["h"];
            Edit edit = step["terrain"] is int ? Edit.Rect(corner, w, h, (int)step["terrain"], mask) :
                Edit.Rect(corner, w, h, ((string)step["terrain"])[0], mask);
            try
            {
                kept[step.ContainsKey("as") ? (string)step["as"] : ""] = ((World)kept[((string)step["edit"]).Substring(1)]).Apply(edit);
                if (step.ContainsKey("refused"))
                {
                    throw new Exception("it was applied");
                }
            }
            catch (ArgumentException error) when (step.ContainsKey("refused") && error.Message.Contains((string)step["refused"]))
            {
            }
            return;
        }
        if (step.ContainsKey("rows"))
        {
            kept[step.ContainsKey("as") ? (string)step["as"] : ""] = Baked(step);
            return;
        }
        string name = step.ContainsKey("call") ? (string)step["call"] : (string)step["read"];
        object found = null;
        try
        {
            for (int i = 0; i < (step.ContainsKey("repeat") ? (int)step["repeat"] : 1); i++)
            {
                object held = step.ContainsKey("read") ? kept[name.Substring(1)] : null;
                found = held == null ? Called(name, (L)step["with"]) :
                    held.GetType().GetMethod(held is Delegate ? "Invoke" : "Read").Invoke(held, null);
            }
        }
        catch (TargetInvocationException thrown)
        {
            Exception error = thrown.InnerException;
            string word = error is ObjectDisposedException ? "closed" : (error as OverlandException)?.Result.ToString().ToLower();
            if (word == null || !step.ContainsKey("fails") || word != ((string)step["fails"]).Replace("-", ""))
            {
                throw new Exception($"{name}: {error}");
            }
            return;
        }
        if (step.ContainsKey("fails"))
        {
            throw new Exception($"{name} did not fail");
        }
        if (step.ContainsKey("as"))
        {
            kept[(string)step["as"]] = found;
        }
        object wanted = step.ContainsKey("bytes") ? new D { { "bytes", step["bytes"] } } : step.ContainsKey("is") ? step["is"] : null;
        if ((step.ContainsKey("bytes") || step.ContainsKey("is")) && !Fits(found, wanted))
        {
            throw new Exception($"{name}: found {found}");
        }
    }

    private static World Baked(D step)
    {
        var settings = new BakeSettings();
        if (step.ContainsKey("weights"))
        {
            settings.Weights = new Weights();
            foreach (KeyValuePair<string, object> each in (D)step["weights"])
            {
                settings.Weights[each.Key[0]] = Convert.ToByte(each.Value);
            }
        }
        try
        {
            World made = World.Bake(Map.Rows(((L)step["rows"]).Cast<string>().ToArray()), settings);
            return step.ContainsKey("refused") ? throw new Exception("it was baked") : made;
        }
        catch (MapException error) when (step.ContainsKey("refused") && error.Message.Contains((string)step["refused"]))
        {
            return null;
        }
    }

    private static bool Check(string name, Action test)
    {
        try
        {
            test();
            Console.WriteLine($"ok {name}");
            return true;
        }
        catch (Exception error)
        {
            Console.WriteLine($"FAIL {name}: {error.Message.Replace("\n", " ")}");
            return false;
        }
    }

    public static int Main()
    {
        int passed = 0;
        foreach (D statement in Table.All)
        {
            kept = new Dictionary<string, object> { { "empty", new byte[0] } };
            passed += Check((string)statement["name"], () => ((L)statement["steps"]).ForEach(each => Step((D)each))) ? 1 : 0;
        }
        string[] left = Table.Calls.Where(each => typeof(Api).GetMethod(Pascal(each)) == null).ToArray();
        passed += Check("every call is there", () =>
        {
            if (left.Length > 0)
            {
                throw new Exception(string.Join(", ", left));
            }
        }) ? 1 : 0;
        Console.WriteLine($"{passed} passed, {Table.All.Count + 1 - passed} failed");
        return 0;
    }
}
