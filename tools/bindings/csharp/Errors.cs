// Exceptions that carry the words of the library, and checks of arguments.

using System;

namespace Overland
{
    /// <summary>A call of the library failed. Result says how; What, Where, Found and Expected are the
    /// fault's: what was wrong, the number of the item or the byte of the file, the value, and the right
    /// value or limit. Answers such as no path are none: they are null, with a reason.</summary>
    public class OverlandException : Exception
    {
        public Result Result { get; }

        public string What { get; }

        public long Where { get; }

        public long Found { get; }

        public long Expected { get; }

        internal OverlandException(Result result, ovl_fault fault, string about)
            : base(Words(result, fault, about))
        {
            Result = result;
            What = Text(fault);
            Where = (long)fault.where;
            Found = (long)fault.found;
            Expected = (long)fault.expected;
        }

        private static unsafe string Text(ovl_fault fault) => Library.Text(fault.what);

        private static unsafe string Words(Result result, ovl_fault fault, string about)
        {
            string what = Text(fault), text = Library.Text(Native.ovl_result_text(result));
            long found = (long)fault.found, expected = (long)fault.expected;
            if (what != "" && found == expected)
            {
                text += $": {what}";
            }
            else if (what != "" && result == Result.OtherWorld) // identities of versions
            {
                text += $": {what}: 0x{fault.found:x16}, expected 0x{fault.expected:x16}";
            }
            else if (what != "" && result < Result.OtherPart)
            {
                bool isSentence = what.Contains(": "); // that says all, unless there is a limit as well
                text += isSentence ? $": {what}: {found}" : $": {what} is {found}";
                if (!isSentence || expected != 0)
                {
                    text += $"; it should be at {(found < expected ? "least" : "most")} {expected}";
                }
            }
            else if (what != "")
            {
                text += $": {what} at {fault.where}: found {fault.found}, expected {fault.expected}";
            }
            return about == null ? text : $"{about}: {text}";
        }
    }

    /// <summary>A map has a wrong form: one line that says where, and what would be right.</summary>
    public class MapException : FormatException
    {
        public MapException(string message) : base(message)
        {
        }
    }

    internal static class Check
    {
        /// <summary>Throws what is no success.</summary>
        internal static void Ok(Result result, ovl_fault fault, string about = null)
        {
            if (result != Result.Ok)
            {
                throw new OverlandException(result, fault, about);
            }
        }

        /// <summary>The same, with the fault that an object of the library keeps.</summary>
        internal static unsafe void Ok(Result result, ovl_fault* fault, string about = null)
        {
            if (result != Result.Ok)
            {
                throw new OverlandException(result, *fault, about);
            }
        }

        internal static T NotNull<T>(T value, string name) where T : class
        {
            if (value == null)
            {
                throw new ArgumentNullException(name);
            }
            return value;
        }

        internal static long Within(string name, long value, long low, long high)
        {
            if (value < low || value > high)
            {
                throw new ArgumentOutOfRangeException(name, $"{name} is {value}; it should be {low} to {high}");
            }
            return value;
        }

        /// <summary>The part of an array that begins at `offset` is there.</summary>
        internal static void Part(Array array, int offset, int count, string name)
        {
            NotNull(array, name);
            if (offset < 0 || count < 0 || offset > array.Length - count)
            {
                throw new ArgumentOutOfRangeException(name,
                    $"{name} has {array.Length} items; {count} from {offset} on are not there");
            }
        }

        /// <summary>A buffer is large enough.</summary>
        internal static void Room(string name, long room, long needed)
        {
            if (room < needed)
            {
                throw new ArgumentException($"{name} has room for {room}; {needed} are needed", name);
            }
        }
    }
}
