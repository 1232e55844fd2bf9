using System;

namespace Thrum {
    /// A device whose time stands still until it is moved; engines in it play without sound. For tests.
    public sealed class VirtualDevice : Handle {
        public VirtualDevice() {
            IntPtr handle;
            Library.Check(Native.thrum_environment_create_virtual(out handle));
            Take(handle);
        }

        /// Seconds since its beginning.
        public double Elapsed { get { return Native.thrum_environment_elapsed(Value); } }

        /// Lets time pass; handlers are called before it returns.
        public void Advance(double seconds) { Check(Native.thrum_environment_advance(Value, seconds)); }

        /// Lets time pass until nothing happens by itself any more.
        public void RunUntilIdle() { Check(Native.thrum_environment_run_until_idle(Value)); }

        /// Does what a phone would do, in a scenario's words: `suspend app`, `reset server`.
        public void Fault(string words) { Check(Native.thrum_environment_fault(Value, Library.Bytes(words))); }

        /// What has happened so far, as text.
        public string Timeline { get { return Written(false); } }

        /// What has happened so far, as the document thrum.timeline/1.
        public string TimelineJson { get { return Written(true); } }

        string Written(bool json) {
            return Library.Written((text, capacity) =>
                Native.thrum_environment_timeline(Value, Library.Bool(json), text, capacity));
        }

        internal override void Free(IntPtr handle) { Native.thrum_environment_free(handle); }
    }
}
