// Which routes an edit broke or could shorten.

using System;

namespace Overland
{
    /// <summary>Routes under numbers of the caller's, 0 to routes - 1. After an edit Changes(before, after) names
    /// those that it touches, without a look at each of them.</summary>
    public sealed unsafe class Watch : NativeObject
    {
        private readonly object gate = new object();

        public Watch(World world, int routes = 1024, int regions = 65536)
            : base(Create(Check.NotNull(world, nameof(world)), routes, regions))
        {
        }

        private WatchHandle Handle => (WatchHandle)Open();

        private static WatchHandle Create(World world, int routes, int regions)
        {
            using (var held = new Held(world.Handle))
            {
                ovl_watch_def request = Native.ovl_watch_def_default(world.Handle);
                request.routes = (uint)Check.Within(nameof(routes), routes, 0, int.MaxValue);
                request.regions = (uint)Check.Within(nameof(regions), regions, 0, int.MaxValue);
                ovl_fault fault;
                Result result = Native.ovl_watch_create(&request, out WatchHandle watch, &fault);
                Check.Ok(result, fault);
                return watch;
            }
        }

        /// <summary>Watches the rest of a route, which replaces the one that has this number. One that begins anew
        /// is added again.</summary>
        public void Add(int number, Route route)
        {
            WatchHandle watch = Handle;
            lock (gate)
            {
                Check.NotNull(route, nameof(route)).Watch(watch, Number(number));
            }
        }

        /// <summary>Stops watching the route with this number.</summary>
        public void Drop(int number)
        {
            WatchHandle watch = Handle;
            lock (gate)
            {
                Native.ovl_watch_drop(watch, Number(number));
            }
        }

        /// <summary>The routes that edits touched after one version, up to another one.</summary>
        public RouteChange[] Changes(World before, World after)
        {
            WatchHandle watch = Handle;
            WorldHandle old = Check.NotNull(before, nameof(before)).Handle;
            WorldHandle now = Check.NotNull(after, nameof(after)).Handle;
            var found = new RouteChange[64];
            lock (gate)
            using (var held = new Held(watch))
            {
                for (;;)
                {
                    UIntPtr needed;
                    Result result;
                    fixed (RouteChange* first = found)
                    {
                        result = Native.ovl_watch_changes(watch, old, now, first, (UIntPtr)(uint)found.Length, &needed);
                    }
                    if (result != Result.MoreRoom)
                    {
                        Check.Ok(result, Native.ovl_watch_fault(watch));
                        Array.Resize(ref found, (int)needed);
                        return found;
                    }
                    found = new RouteChange[(int)needed];
                }
            }
        }

        private static uint Number(int number) => (uint)Check.Within(nameof(number), number, 0, int.MaxValue);
    }
}
