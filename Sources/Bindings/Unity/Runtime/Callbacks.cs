using System;
using System.Collections.Concurrent;
using System.Linq;
using System.Runtime.InteropServices;
using System.Threading;

namespace Thrum {
    /// Marks functions called by native code; ahead-of-time compilers recognise the attribute by name.
    [AttributeUsage(AttributeTargets.Method)]
    sealed class MonoPInvokeCallbackAttribute : Attribute {
        public MonoPInvokeCallbackAttribute(Type type) { }
    }

    /// The functions that the library calls. They are static; the context is the number of a stored handler. A
    /// forgotten handler is not called.
    public static class Callbacks {
        static readonly ConcurrentDictionary<long, Delegate> handlers = new ConcurrentDictionary<long, Delegate>();
        static long last;

        internal static readonly Native.Completion Completed = OnCompleted;
        internal static readonly Native.Completion CompletedOnce = OnCompletedOnce;
        internal static readonly Native.StoppedHandler Stopped = OnStopped;
        internal static readonly Native.ResetHandler Reset = OnReset;
        internal static readonly Native.FinishedHandler FinishedOnce = OnFinishedOnce;

        /// Receives exceptions of handlers, which must not reach the library.
        public static Action<Exception> Failed = problem => Console.Error.WriteLine(problem);

        /// Number of stored handlers.
        public static int Count { get { return handlers.Count; } }

        internal static IntPtr Keep(Delegate handler) {
            long number = Interlocked.Increment(ref last);
            handlers[number] = handler;
            return (IntPtr)number;
        }

        internal static void Forget(IntPtr context) {
            Delegate handler;
            handlers.TryRemove((long)context, out handler);
        }

        internal static bool Keeps(IntPtr context) { return handlers.ContainsKey((long)context); }

        static T Of<T>(IntPtr context, bool once) where T : class {
            Unblock();
            Delegate handler;
            if (once) handlers.TryRemove((long)context, out handler);
            else handlers.TryGetValue((long)context, out handler);
            return handler as T;
        }

        // Mono suspends threads with a signal during garbage collection. The library's threads block all signals, so
        // Mono would wait forever for one on which a handler has run.
        const int SigUnblock = 1;
        static readonly byte[] everySignal = Enumerable.Repeat((byte)255, 128).ToArray();
        [ThreadStatic] static bool unblocked;

        [DllImport("libc.so.6")] static extern int pthread_sigmask(int how, byte[] set, IntPtr old);

        static void Unblock() {
            if (unblocked) return;
            unblocked = true;
            try {
                pthread_sigmask(SigUnblock, everySignal, IntPtr.Zero);
            } catch (DllNotFoundException) {
                // Another C library.
            }
        }

        static void Safely(Action body) {
            try {
                body();
            } catch (Exception problem) {
                Failed(problem);
            }
        }

        static void Tell(Action<ThrumException> handler, int status, IntPtr message) {
            if (handler == null) return;
            Safely(() => handler(status == 0 ? null : new ThrumException(status, Library.Text(message))));
        }

        [MonoPInvokeCallback(typeof(Native.Completion))]
        static void OnCompleted(IntPtr context, int status, IntPtr message) {
            Tell(Of<Action<ThrumException>>(context, false), status, message);
        }

        [MonoPInvokeCallback(typeof(Native.Completion))]
        static void OnCompletedOnce(IntPtr context, int status, IntPtr message) {
            Tell(Of<Action<ThrumException>>(context, true), status, message);
        }

        [MonoPInvokeCallback(typeof(Native.StoppedHandler))]
        static void OnStopped(IntPtr context, int reason) {
            var handler = Of<Action<StoppedReason>>(context, false);
            if (handler != null) Safely(() => handler((StoppedReason)reason));
        }

        [MonoPInvokeCallback(typeof(Native.ResetHandler))]
        static void OnReset(IntPtr context) {
            var handler = Of<Action>(context, false);
            if (handler != null) Safely(handler);
        }

        [MonoPInvokeCallback(typeof(Native.FinishedHandler))]
        static int OnFinishedOnce(IntPtr context) {
            var handler = Of<Func<FinishedAction>>(context, true);
            var action = FinishedAction.LeaveEngineRunning;
            if (handler != null) Safely(() => action = handler());
            return (int)action;
        }
    }
}
