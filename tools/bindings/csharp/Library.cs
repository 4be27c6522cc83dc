// Loading of the library, and the handles of its objects. The runtime finds it by the name `overland`:
// liboverland.so, overland.dll or liboverland.dylib beside the program, or where the system's loader looks
// (LD_LIBRARY_PATH, PATH). Before the first call its interface is compared
// with Declarations.cs.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;

namespace Overland
{
    /// <summary>The library is not there, or has another interface than this binding.</summary>
    public class OverlandLibraryException : DllNotFoundException
    {
        public OverlandLibraryException(string message, Exception inner = null) : base(message, inner)
        {
        }
    }

    internal static unsafe class Library
    {
        private static bool fits;

        /// <summary>Throws if the library can't be used: called before the first object is made.</summary>
        internal static void Load()
        {
            if (Volatile.Read(ref fits))
            {
                return;
            }
            try
            {
                Compare();
            }
            catch (DllNotFoundException error) when (!(error is OverlandLibraryException))
            {
                throw new OverlandLibraryException("liboverland is not found: put liboverland.so (overland.dll, " +
                    "liboverland.dylib) beside the program, or name its folder in LD_LIBRARY_PATH (PATH)", error);
            }
            catch (EntryPointNotFoundException error)
            {
                throw new OverlandLibraryException("the library overland has no function ovl_abi; liboverland " +
                    $"{Native.VERSION_MAJOR}.{Native.VERSION_MINOR} is wanted", error);
            }
            catch (BadImageFormatException error)
            {
                throw new OverlandLibraryException("the library overland is made for another machine: a program " +
                    $"of {8 * IntPtr.Size} bits needs one of {8 * IntPtr.Size} bits", error);
            }
            Volatile.Write(ref fits, true);
        }

        private static void Compare()
        {
            uint abi = Native.ovl_abi();
            if (abi != Native.ABI)
            {
                throw new OverlandLibraryException(
                    $"the library overland: its interface is {abi:x8}; this binding was made for {Native.ABI:x8}");
            }
        }

        /// <summary>A text of C as one of C#.</summary>
        internal static string Text(byte* text, int most = int.MaxValue)
        {
            int length = 0;
            while (text != null && length < most && text[length] != 0)
            {
                length++;
            }
            return length == 0 ? "" : Encoding.UTF8.GetString(text, length);
        }

        /// <summary>A text as UTF-8 with a zero at its end.</summary>
        internal static byte[] Bytes(string text) => Encoding.UTF8.GetBytes(text + "\0");
    }

    /// <summary>An object of the library. Calls on other threads end before it is released.</summary>
    internal abstract class ObjectHandle : SafeHandle
    {
        protected ObjectHandle() : base(IntPtr.Zero, true)
        {
        }

        public override bool IsInvalid => handle == IntPtr.Zero;

        protected abstract void Destroy();

        protected sealed override bool ReleaseHandle()
        {
            Destroy();
            return true;
        }
    }

    internal sealed class WorldHandle : ObjectHandle
    {
        /// <summary>The memory of the world's file, which goes after the last version that reads it.</summary>
        internal FileMemory Memory { get; private set; }

        internal void Keep(FileMemory memory)
        {
            Memory = memory?.Retain();
        }

        protected override void Destroy()
        {
            Native.ovl_world_close(handle);
            Memory?.Release();
        }
    }

    internal sealed class UnitsHandle : ObjectHandle
    {
        private readonly HashSet<FileMemory> memories = new HashSet<FileMemory>();

        /// <summary>The file of a world in which they walk stays in memory: they go on to read a version for a
        /// while after it is closed.</summary>
        internal void Keep(WorldHandle world)
        {
            if (world.Memory != null && memories.Add(world.Memory))
            {
                world.Memory.Retain();
            }
        }

        protected override void Destroy()
        {
            Native.ovl_units_destroy(handle);
            foreach (FileMemory each in memories)
            {
                each.Release();
            }
        }
    }

    internal sealed class FlowHandle : ObjectHandle
    {
        private readonly List<WorldHandle> worlds = new List<WorldHandle>();
        private readonly UnitsHandle lender; // whose flow it is

        public FlowHandle()
        {
        }

        internal FlowHandle(IntPtr lent, UnitsHandle lender)
        {
            bool added = false;
            lender.DangerousAddRef(ref added);
            this.lender = lender;
            SetHandle(lent);
        }

        /// <summary>A world that it reads stays in memory.</summary>
        internal void Hold(WorldHandle world)
        {
            if (!worlds.Contains(world))
            {
                bool added = false;
                world.DangerousAddRef(ref added);
                worlds.Add(world);
            }
        }

        internal void HoldOnly(WorldHandle world)
        {
            foreach (WorldHandle each in worlds.Where(each => each != world).ToArray())
            {
                worlds.Remove(each);
                each.DangerousRelease();
            }
        }

        protected override void Destroy()
        {
            if (lender != null)
            {
                lender.DangerousRelease();
                return;
            }
            Native.ovl_flow_destroy(handle);
            HoldOnly(null);
        }
    }

    /// <summary>A handle that is not released until this is disposed: for structs that hold its pointer.</summary>
    internal struct Held : IDisposable
    {
        private readonly SafeHandle handle;

        internal Held(SafeHandle handle)
        {
            bool added = false;
            handle.DangerousAddRef(ref added);
            this.handle = handle;
        }

        public void Dispose() => handle.DangerousRelease();
    }

    /// <summary>What programs hold: an object of the library that Dispose closes, once. An object that nothing
    /// refers to any more is closed by the garbage collector.</summary>
    public abstract class NativeObject : IDisposable
    {
        private readonly ObjectHandle handle;
        private volatile bool disposed;

        internal NativeObject(ObjectHandle handle)
        {
            this.handle = handle;
        }

        /// <summary>It was disposed; all calls but Dispose then throw ObjectDisposedException.</summary>
        public bool IsDisposed => disposed;

        /// <summary>Frees its memory, after calls on other threads have ended. A second time does nothing.</summary>
        public void Dispose()
        {
            disposed = true;
            handle.Dispose();
        }

        internal ObjectHandle Open()
        {
            if (disposed)
            {
                throw new ObjectDisposedException(GetType().Name);
            }
            return handle;
        }
    }
}
