// Calls of the library back into C#: the progress of a bake, and its jobs on several threads. The functions are
// static, so that they are never collected and can be compiled ahead of time; `user` leads to the call.

using System;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using System.Threading;
using System.Threading.Tasks;

namespace Overland
{
    /// <summary>By this name Unity's compiler ahead of time finds the functions that C calls.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    internal sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        internal MonoPInvokeCallbackAttribute(Type type)
        {
        }
    }

    /// <summary>The callbacks of one call of the library. An exception in one of them is kept until the call
    /// has returned, and thrown again by Finish: it must not pass through C.</summary>
    internal sealed unsafe class Calls : IDisposable
    {
        private static readonly ovl_progress_fn progressFunction = OnProgress;
        private static readonly ovl_jobs_run runFunction = OnRun;

        private readonly Func<ulong, ulong, bool> progress;
        private readonly int threads;
        private GCHandle self;
        private ExceptionDispatchInfo thrown;

        internal Calls(Func<ulong, ulong, bool> progress, int threads)
        {
            this.progress = progress;
            this.threads = threads;
            self = GCHandle.Alloc(this);
        }

        /// <summary>`user` of the callbacks.</summary>
        internal IntPtr User => GCHandle.ToIntPtr(self);

        internal static IntPtr Progress => Marshal.GetFunctionPointerForDelegate(progressFunction);

        /// <summary>A job system of the threads of this call.</summary>
        internal ovl_jobs Jobs => new ovl_jobs
        {
            workers = threads,
            run = Marshal.GetFunctionPointerForDelegate(runFunction),
            user = User,
        };

        /// <summary>After the call: throws what a callback threw.</summary>
        internal void Finish() => thrown?.Throw();

        public void Dispose() => self.Free();

        private static Calls Of(IntPtr user) => (Calls)GCHandle.FromIntPtr(user).Target;

        private void Keep(Exception error)
        {
            Interlocked.CompareExchange(ref thrown, ExceptionDispatchInfo.Capture(error), null);
        }

        [MonoPInvokeCallback(typeof(ovl_progress_fn))]
        private static byte OnProgress(IntPtr user, ulong done, ulong total)
        {
            Calls calls = Of(user);
            try
            {
                return (byte)(calls.thrown == null && calls.progress(done, total) ? 1 : 0);
            }
            catch (Exception error)
            {
                calls.Keep(error);
                return 0;
            }
        }

        /// <summary>Runs all jobs: the calling thread does those that no other thread has begun.</summary>
        [MonoPInvokeCallback(typeof(ovl_jobs_run))]
        private static void OnRun(IntPtr user, int count, IntPtr job, IntPtr context)
        {
            var run = (ovl_jobs_run_job)Marshal.GetDelegateForFunctionPointer(job, typeof(ovl_jobs_run_job));
            Calls calls = Of(user);
            int workers = Math.Min(calls.threads, count), next = -1;
            var others = new Task[Math.Max(0, workers - 1)];
            Action<int> work = worker =>
            {
                for (int index; (index = Interlocked.Increment(ref next)) < count;)
                {
                    run(context, index, worker);
                }
            };
            for (int i = 0; i < others.Length; i++)
            {
                int worker = i + 1;
                others[i] = Task.Run(() => work(worker));
            }
            work(0);
            while (!Array.TrueForAll(others, each => each.IsCompleted))
            {
                try
                {
                    Task.WaitAll(others);
                }
                catch (ThreadInterruptedException error) // the others still use the context
                {
                    calls.Keep(error);
                }
            }
        }
    }
}
