using System;

namespace Thrum {
    /// A device in virtual time, which advances only on request; its engines make no sound. For tests.
    public sealed class VirtualDevice : Handle {
        public VirtualDevice() {
            IntPtr handle;
            Library.Check(Native.thrum_environment_create_virtual(out handle));
            Take(handle);
        }

        /// Seconds since creation.
        public double Elapsed { get { return Native.thrum_environment_elapsed(Value); } }

        /// Advances time; handlers run before it returns.
        public void Advance(double seconds) { Check(Native.thrum_environment_advance(Value, seconds)); }

        /// Advances time until nothing is pending.
        public void RunUntilIdle() { Check(Native.thrum_environment_run_until_idle(Value)); }

        /// Applies a fault in a scenario's words: `suspend app`, `reset server`.
        public void Fault(string words) { Check(Native.thrum_environment_fault(Value, Library.Bytes(words))); }

        /// The timeline as text.
        public string Timeline { get { return Written(false); } }

        /// The timeline as a thrum.timeline/1 document.
        public string TimelineJson { get { return Written(true); } }

        string Written(bool json) {
            return Library.Written((text, capacity) =>
                Native.thrum_environment_timeline(Value, Library.Bool(json), text, capacity));
        }

        internal override void Free(IntPtr handle) { Native.thrum_environment_free(handle); }
    }
}
