// The bytes of a world file while worlds read them: a file that is mapped, an array that is pinned, or a copy.

using System;
using System.IO;
using System.IO.MemoryMappedFiles;
using System.Runtime.InteropServices;
using System.Threading;

namespace Overland
{
    /// <summary>Memory that goes with the last world that retains it. It has no finalizer: the handles of
    /// worlds have.</summary>
    internal sealed unsafe class FileMemory
    {
        private int users = 1;
        private GCHandle pinned;
        private MemoryMappedFile file;
        private MemoryMappedViewAccessor view;
        private IntPtr copy;

        internal byte* Address { get; private set; }

        internal long Length { get; private set; }

        private FileMemory()
        {
        }

        /// <summary>A file, mapped for reading. It must not change while it is mapped.</summary>
        internal static FileMemory Map(string path)
        {
            using (var stream = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read | FileShare.Delete))
            {
                if (stream.Length == 0)
                {
                    return Copy(null, 0); // nothing can't be mapped; the library refuses it
                }
                var made = new FileMemory { Length = stream.Length };
                made.file = MemoryMappedFile.CreateFromFile(stream, null, 0, MemoryMappedFileAccess.Read,
                    HandleInheritability.None, true);
                made.view = made.file.CreateViewAccessor(0, 0, MemoryMappedFileAccess.Read);
                byte* address = null;
                made.view.SafeMemoryMappedViewHandle.AcquirePointer(ref address);
                made.Address = address + made.view.PointerOffset;
                return made;
            }
        }

        /// <summary>A part of an array, in place where its address is a multiple of 8.</summary>
        internal static FileMemory Pin(byte[] bytes, int offset, int count)
        {
            GCHandle pinned = GCHandle.Alloc(bytes, GCHandleType.Pinned);
            byte* address = (byte*)pinned.AddrOfPinnedObject() + offset;
            if (count > 0 && (ulong)address % 8 == 0)
            {
                return new FileMemory { pinned = pinned, Address = address, Length = count };
            }
            try
            {
                return Copy(address, count);
            }
            finally
            {
                pinned.Free();
            }
        }

        internal static FileMemory Copy(byte* bytes, int count)
        {
            var made = new FileMemory { copy = Marshal.AllocHGlobal(Math.Max(1, count)), Length = count };
            made.Address = (byte*)made.copy;
            Buffer.MemoryCopy(bytes, made.Address, count, count);
            return made;
        }

        internal FileMemory Retain()
        {
            Interlocked.Increment(ref users);
            return this;
        }

        internal void Release()
        {
            if (Interlocked.Decrement(ref users) > 0)
            {
                return;
            }
            if (pinned.IsAllocated)
            {
                pinned.Free();
            }
            if (view != null)
            {
                view.SafeMemoryMappedViewHandle.ReleasePointer();
                view.Dispose();
                file.Dispose();
            }
            Marshal.FreeHGlobal(copy);
        }
    }
}
