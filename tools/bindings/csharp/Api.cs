// What the calls of Api share: the memory of one call, and the functions of a program that the library calls.
// Their text is written from the headers, to ApiCalls.cs.

using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using System.Text;

namespace Overland
{
    public static unsafe partial class Api
    {
        /// <summary>What the last call of this thread returned that says no, or is right.</summary>
        [ThreadStatic] internal static Result Outcome;

        /// <summary>Memory that stays where it is until nothing refers to its object.</summary>
        public abstract class HeldMemory
        {
            internal readonly Frame Frame = new Frame();

            internal HeldMemory(int bytes)
            {
                Address = (IntPtr)Frame.Take(bytes);
            }

            internal IntPtr Address { get; }
        }

        /// <summary>A function of a program that the library calls; `user` leads to it.</summary>
        internal sealed class Function
        {
            internal Delegate Target;
            internal Frame Frame;

            internal static Function Find(IntPtr user) => (Function)GCHandle.FromIntPtr(user).Target;
        }

        /// <summary>The memory of one call, and the objects that it holds open. What the library reads later is kept
        /// with the object that reads it, and goes with that.</summary>
        internal sealed class Frame : IDisposable
        {
            private static readonly ConditionalWeakTable<object, Dictionary<string, object>> kept =
                new ConditionalWeakTable<object, Dictionary<string, object>>();

            internal int Sent; // how many items the list of the call has
            internal int Width; // of the map of the call
            private readonly List<IntPtr> blocks = new List<IntPtr>();
            private readonly List<SafeHandle> held = new List<SafeHandle>();
            private readonly List<GCHandle> functions = new List<GCHandle>();
            private readonly List<object> used = new List<object>();
            private ExceptionDispatchInfo thrown;
            private bool isKept;

            internal Frame() => Library.Load();

            ~Frame() => Release();

            internal bool HasThrown => thrown != null;

            internal void Throws(Exception error) => thrown = thrown ?? ExceptionDispatchInfo.Capture(error);

            /// <summary>After the call: throws what a function of the program threw.</summary>
            internal void Finish() => thrown?.Throw();

            public void Dispose()
            {
                if (!isKept)
                {
                    Release();
                    GC.SuppressFinalize(this);
                }
            }

            private void Release()
            {
                blocks.ForEach(Marshal.FreeHGlobal);
                held.ForEach(each => each.DangerousRelease());
                functions.ForEach(each => each.Free());
                blocks.Clear();
                held.Clear();
                functions.Clear();
            }

            /// <summary>Keeps all of this as long as an object, or until its next call of this name.</summary>
            internal void KeepWith(object owner, string name)
            {
                isKept = true;
                Dictionary<string, object> of = kept.GetOrCreateValue(owner);
                lock (of)
                {
                    of[name == "ovl_queue_add" ? $"{name} {of.Count}" : name.StartsWith("ovl_task") ? "task" : name] = this;
                }
            }

            // ---- To the library ----

            internal byte* Take(long bytes)
            {
                IntPtr block = Marshal.AllocHGlobal((IntPtr)Math.Max(16, bytes));
                blocks.Add(block);
                for (long i = 0; i < bytes; i++)
                {
                    ((byte*)block)[i] = 0;
                }
                return (byte*)block;
            }

            internal T Use<T>(T memory) where T : HeldMemory
            {
                used.Add(Check.NotNull(memory, "memory"));
                return memory;
            }

            /// <summary>The handle of an object that stays open during the call.</summary>
            internal SafeHandle Open(NativeObject value)
            {
                SafeHandle handle = Check.NotNull(value, "object").Open();
                bool added = false;
                handle.DangerousAddRef(ref added);
                held.Add(handle);
                return handle;
            }

            internal IntPtr Hold(NativeObject value) => value == null ? IntPtr.Zero : Open(value).DangerousGetHandle();

            internal byte* Text(string value)
            {
                if (value == null)
                {
                    return null;
                }
                return (byte*)Copy(Encoding.UTF8.GetBytes(value + "\0"));
            }

            internal IntPtr Copy(byte[] value)
            {
                if (value == null)
                {
                    return IntPtr.Zero;
                }
                byte* to = Take(value.Length);
                Marshal.Copy(value, 0, (IntPtr)to, value.Length);
                return (IntPtr)to;
            }

            internal void Chars(string value, byte* to, int room, string name)
            {
                if (value != null)
                {
                    Bytes(Encoding.UTF8.GetBytes(value + "\0"), to, room, name);
                }
            }

            internal void Bytes(byte[] value, byte* to, int room, string name)
            {
                Check.Room(name, room, value?.Length ?? 0);
                for (int i = 0; i < (value?.Length ?? 0); i++)
                {
                    to[i] = value[i];
                }
            }

            internal void Items(Array value, long needed, string name)
            {
                if (value != null && value.LongLength != needed)
                {
                    throw new ArgumentException($"{name} has {value.LongLength} items; it should have {needed}", name);
                }
            }

            internal void Room(ovl_path* path, long points, long links)
            {
                path->points = (Cell*)Take(points * sizeof(Cell));
                path->capacity = (UIntPtr)(ulong)points;
                path->links = (PathLink*)Take(links * sizeof(PathLink));
                path->link_capacity = (UIntPtr)(ulong)links;
            }

            internal void Grow(ovl_path* path) => Room(path, (long)Math.Max((ulong)path->capacity, (ulong)path->count),
                (long)Math.Max((ulong)path->link_capacity, (ulong)path->link_count));

            internal ovl_path* Walked(GridPath value)
            {
                var path = (ovl_path*)Take(sizeof(ovl_path));
                Room(path, Check.NotNull(value, "path").Points.Length, value.Links.Length);
                path->count = path->capacity;
                path->link_count = path->link_capacity;
                for (int i = 0; i < value.Points.Length; i++)
                {
                    path->points[i] = value.Points[i];
                }
                for (int i = 0; i < value.Links.Length; i++)
                {
                    path->links[i] = value.Links[i];
                }
                path->cost = value.Cost;
                path->straight_steps = value.StraightSteps;
                path->diagonal_steps = value.DiagonalSteps;
                path->length = (ulong)(value.Length * Native.LENGTH_UNIT);
                return path;
            }

            internal IntPtr Callback(Delegate function, Delegate by, out IntPtr user)
            {
                user = IntPtr.Zero;
                if (function == null)
                {
                    return IntPtr.Zero;
                }
                GCHandle handle = GCHandle.Alloc(new Function { Target = function, Frame = this });
                functions.Add(handle);
                user = GCHandle.ToIntPtr(handle);
                return Marshal.GetFunctionPointerForDelegate(by);
            }

            // ---- From the library ----

            internal static string TextAt(byte* text)
            {
                int count = 0;
                while (text != null && text[count] != 0)
                {
                    count++;
                }
                return text == null ? null : Encoding.UTF8.GetString(BytesAt(text, count));
            }

            internal static byte[] BytesAt(byte* from, int count)
            {
                var found = new byte[count];
                Marshal.Copy((IntPtr)from, found, 0, count);
                return found;
            }

            /// <summary>Copies what was read to where C wants it; nothing where it wants none.</summary>
            internal static byte Fill(System.Array found, void* to, long count, int bytes)
            {
                if (found == null || to == null)
                {
                    return (byte)(to == null ? 1 : 0);
                }
                Check.Room("what was read", found.LongLength, count);
                GCHandle pinned = GCHandle.Alloc(found, GCHandleType.Pinned);
                Buffer.MemoryCopy((void*)pinned.AddrOfPinnedObject(), to, count * bytes, count * bytes);
                pinned.Free();
                return 1;
            }

            internal byte Rows(byte[] found, int count, byte* terrain) => Fill(found, terrain, (long)count * Width, 1);

            internal byte Rows((byte[], ushort[])? found, int count, byte* terrain, ushort* heights) => found == null
                ? (byte)0
                : (byte)(Fill(found.Value.Item1, terrain, (long)count * Width, 1) &
                         Fill(found.Value.Item2, heights, (long)count * Width, 2));

            internal static T[] Array<T>(int count, Func<int, T> item)
            {
                var found = new T[count];
                for (int i = 0; i < count; i++)
                {
                    found[i] = item(i);
                }
                return found;
            }

            internal T Alive<T>(T value)
            {
                GC.KeepAlive(this);
                return value;
            }

            /// <summary>As much of a path as has room: a task counts what lies beyond it as well.</summary>
            internal static GridPath PathAt(ovl_path* path)
            {
                ulong points = Math.Min((ulong)path->count, (ulong)path->capacity);
                ulong links = Math.Min((ulong)path->link_count, (ulong)path->link_capacity);
                return new GridPath(Array((int)points, i => path->points[i]), Array((int)links, i => path->links[i]), *path);
            }

            /// <summary>A world that the call made, with the file of the versions that it was made of.</summary>
            internal World Own(WorldHandle made)
            {
                foreach (SafeHandle each in held)
                {
                    if (each is WorldHandle world && world.Memory != null)
                    {
                        made.Keep(world.Memory);
                        break;
                    }
                }
                return World.Of(made);
            }

            /// <summary>The answer is no; what is wrong throws.</summary>
            internal bool IsNo(Result result, ovl_fault* fault)
            {
                Outcome = result;
                if (result == Result.Ok || result == Result.Limited)
                {
                    return false;
                }
                if (result != Result.Unreachable && result != Result.StartBlocked && result != Result.GoalBlocked)
                {
                    Check.Ok(result, fault == null ? default(ovl_fault) : *fault);
                }
                return true;
            }
        }
    }
}
